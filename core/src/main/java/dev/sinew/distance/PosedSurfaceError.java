package dev.sinew.distance;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Measures the distance of a character's surface from a reference: closest-point distances from
 * samples on each surface to the other, at rest and over all clips.
 */
public final class PosedSurfaceError {
  private final SkinnedCharacter reference;
  private final List<Moment> moments = new ArrayList<>();
  private final RunContext context;
  private final double unit;
  private final int samples;

  private record Moment(String name, @Nullable Clip clip, double time) {}

  /**
   * Chooses the poses to measure in.
   *
   * @param maxPoses approximate maximum number of poses, spread over the clips by duration; 0 for
   *     the rest pose alone
   * @param samples the number of samples per surface
   */
  public PosedSurfaceError(
      SkinnedCharacter reference, int maxPoses, int samples, RunContext context) {
    this.reference = reference;
    this.samples = samples;
    this.context = context;
    CharacterSurface.Posed rest = CharacterSurface.of(reference).newPosed();
    context.checkCancelled();
    rest.set(reference.restPose(), context);
    context.checkCancelled();
    unit = rest.mesh().bounds().longestSide();
    moments.add(new Moment("rest", null, 0));
    List<Clip> clips =
        maxPoses == 0 ? List.of() : PoseKnowledge.everyNth(reference.clips(), maxPoses);
    double total = clips.stream().mapToDouble(Clip::duration).sum();
    int wanted = (int) Math.min(maxPoses, Math.floor(30 * total) + 1);
    for (Clip clip : clips) {
      int frames = (int) Math.max(2, Math.round(wanted * clip.duration() / Math.max(total, 1e-9)));
      for (int f = 0; f < frames; f++) {
        double time = clip.duration() * f / (frames - 1);
        moments.add(
            new Moment(String.format(Locale.ROOT, "%s %.3f s", clip.name(), time), clip, time));
      }
    }
  }

  /** Returns the number of poses. */
  public int poseCount() {
    return moments.size();
  }

  /** Returns the reference's longest box side at rest. */
  public double unit() {
    return unit;
  }

  /** Measures a character that has the reference's skeleton and clips. */
  public SurfaceError measure(SkinnedCharacter level) {
    TwoSidedDistance.Distances[] found = new TwoSidedDistance.Distances[moments.size()];
    Queue<Meter> idle = new ConcurrentLinkedQueue<>();
    context.run(
        "measuring",
        found.length,
        i -> {
          Meter free = idle.poll();
          Meter meter = free == null ? new Meter(reference, level, samples, context) : free;
          found[i] = meter.at(moments.get(i));
          idle.add(meter);
        });
    return SurfaceError.of(found, i -> moments.get(i).name, unit);
  }

  /** Measures one pose at a time; one per thread. */
  private static final class Meter {
    private final Side reference;
    private final Side level;
    private final TwoSidedDistance distance;

    Meter(SkinnedCharacter reference, SkinnedCharacter level, int samples, RunContext context) {
      this.reference = new Side(reference, context);
      this.level = new Side(level, context);
      distance =
          new TwoSidedDistance(
              this.reference.positions,
              this.reference.rest.triangles(),
              this.level.positions,
              this.level.rest.triangles(),
              samples,
              context);
    }

    TwoSidedDistance.Distances at(Moment moment) {
      reference.set(moment);
      level.set(moment);
      return distance.compare(reference.positions, level.positions);
    }
  }

  private static final class Side {
    private final CharacterSurface.Posed posed;
    private final Pose pose;
    private final TriMesh rest;
    private final float[] positions;
    private final RunContext context;

    Side(SkinnedCharacter character, RunContext context) {
      posed = CharacterSurface.of(character).newPosed();
      pose = character.restPose();
      this.context = context;
      posed.set(pose, context);
      context.checkCancelled();
      rest = posed.mesh();
      positions = new float[3 * rest.vertexCount()];
      posed.copyVertexPositions(positions);
    }

    void set(Moment moment) {
      Clip clip = moment.clip;
      if (clip == null) {
        pose.setRest();
        pose.update();
      } else {
        clip.sample(moment.time, pose);
      }
      posed.set(pose, context);
      posed.copyVertexPositions(positions);
    }
  }
}
