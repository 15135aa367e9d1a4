package dev.sinew.skin.surface;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many instances of one character, each in its own pose, deformed in one call on several threads.
 * The work is split into instances, and large instances into ranges of points. The output does not
 * depend on the number of threads. Calls do not allocate memory.
 */
public final class Crowd {
  /** The points per parallel task: about ten microseconds, much more than the cost of a task. */
  private static final int RANGE = 4096;

  private final Deformer deformer;
  private final Deformer.Posed[] posed;
  private final PointBuffer[] buffers;
  private final int rangesPerInstance;
  private final RunContext.Task setting = this::setInstance;
  private final RunContext.Task filling = this::fillRange;
  private @Nullable List<? extends Pose> poses;

  /**
   * Creates a crowd.
   *
   * @param buffers the output of each instance, not overlapping; the list is copied, the buffers
   *     are not
   */
  public Crowd(Deformer deformer, List<PointBuffer> buffers) {
    this.deformer = deformer;
    this.buffers = buffers.toArray(new PointBuffer[0]);
    for (PointBuffer buffer : this.buffers) {
      buffer.check(0, deformer.pointCount(), deformer.pointCount(), deformer.hasNormals());
    }
    posed = new Deformer.Posed[this.buffers.length];
    for (int i = 0; i < posed.length; i++) {
      posed[i] = deformer.newPosed();
    }
    rangesPerInstance = Math.ceilDiv(deformer.pointCount(), RANGE);
    Math.multiplyExact(rangesPerInstance, posed.length); // tasks are counted in ints
  }

  /**
   * Creates a crowd whose instances follow each other in shared arrays.
   *
   * @param positions receives positions, at least 3 · instances · points values; not copied
   * @param normals receives normals, as many values, or null; not copied
   */
  public static Crowd packed(
      Deformer deformer, int instances, float[] positions, float @Nullable [] normals) {
    List<PointBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      int first = Math.multiplyExact(i, deformer.pointCount());
      buffers.add(new PointBuffer(positions, normals, first));
    }
    return new Crowd(deformer, buffers);
  }

  /** Returns the working memory of an instance, for settings that are not part of a pose. */
  public Deformer.Posed instance(int i) {
    return posed[i];
  }

  /**
   * Deforms every instance.
   *
   * @param poses a pose per instance, global transforms up to date; a pose may occur several times
   * @param context runs the tasks; not closed
   */
  public void fill(List<? extends Pose> poses, RunContext context) {
    ArrayChecks.size("poses", poses.size(), posed.length);
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

  private void fillRange(int task) {
    int i = task / rangesPerInstance;
    int from = task % rangesPerInstance * RANGE;
    int to = Math.min(from + RANGE, deformer.pointCount());
    posed[i].fill(from, to, buffers[i]);
  }
}
