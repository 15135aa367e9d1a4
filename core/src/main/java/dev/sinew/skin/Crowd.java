package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many instances of one character, each in its own pose, deformed in one call and on several
 * threads: the work is cut into instances, and long instances into ranges of points, so that a
 * crowd of one is split as well. Bytes do not depend on the number of threads, and calls allocate
 * nothing.
 */
public final class Crowd {
  /** Points of a piece of work: some ten microseconds, long against handing it out. */
  private static final int RANGE = 4096;

  private final Deformer deformer;
  private final Deformer.Posed[] posed;
  private final PointBuffer[] places;
  private final int rangesPerInstance;
  private final RunContext.Task setting = this::setInstance;
  private final RunContext.Task filling = this::fillRange;
  private @Nullable List<? extends Pose> poses;

  /**
   * @param places where each instance's points go, one buffer an instance, not overlapping; the
   *     list is copied, the buffers are kept
   */
  public Crowd(Deformer deformer, List<PointBuffer> places) {
    this.deformer = deformer;
    this.places = places.toArray(new PointBuffer[0]);
    for (PointBuffer place : this.places) {
      place.check(0, deformer.pointCount(), deformer.pointCount(), deformer.hasNormals());
    }
    posed = new Deformer.Posed[this.places.length];
    for (int i = 0; i < posed.length; i++) {
      posed[i] = deformer.newPosed();
    }
    rangesPerInstance = Math.ceilDiv(deformer.pointCount(), RANGE);
    Math.multiplyExact(rangesPerInstance, posed.length); // pieces are counted in ints
  }

  /**
   * A crowd whose instances stand one after the other in shared arrays.
   *
   * @param positions receives positions, at least 3 · instances · points numbers; kept
   * @param normals receives normals, as many, or null; kept
   */
  public static Crowd packed(
      Deformer deformer, int instances, float[] positions, float @Nullable [] normals) {
    List<PointBuffer> places = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      int first = Math.multiplyExact(i, deformer.pointCount());
      places.add(new PointBuffer(positions, normals, first));
    }
    return new Crowd(deformer, places);
  }

  public int instanceCount() {
    return posed.length;
  }

  /** The scratch of an instance, for settings that a pose does not hold. */
  public Deformer.Posed instance(int i) {
    return posed[i];
  }

  /**
   * Deforms every instance.
   *
   * @param poses a pose an instance, global transforms up to date; one pose may come several times.
   *     Read only while the call lasts
   * @param context who does it; kept by the caller
   */
  public void fill(List<? extends Pose> poses, RunContext context) {
    if (poses.size() != posed.length) {
      throw new IllegalArgumentException(
          "poses: expected " + posed.length + ", got " + poses.size());
    }
    this.poses = poses;
    try {
      context.run(posed.length, setting);
      context.run(posed.length * rangesPerInstance, filling);
    } finally {
      this.poses = null;
    }
  }

  private void setInstance(int i) {
    List<? extends Pose> current = poses;
    if (current != null) {
      posed[i].set(current.get(i));
    }
  }

  private void fillRange(int piece) {
    int i = piece / rangesPerInstance;
    int from = piece % rangesPerInstance * RANGE;
    int to = Math.min(from + RANGE, deformer.pointCount());
    posed[i].fill(from, to, places[i]);
  }
}
