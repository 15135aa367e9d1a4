package dev.sinew.distance;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * Measures the distance of a character's surface from a reference: closest-point distances from
 * samples on each surface to the other, at rest and over the {@link ClipPairs}. Poses are measured
 * in an order that spreads them over the clips, so that measuring may stop when the error is known
 * well enough.
 */
public final class PosedSurfaceError {
  /** Poses that are measured before the error is looked at again. */
  private static final int BATCH = 8;

  private static final SurfaceSamples NO_SAMPLES = SurfaceSamples.perTriangle(new int[0], 0);

  private final SkinnedCharacter reference;
  private final List<Clip> referenceClips;
  private final List<Moment> moments = new ArrayList<>();
  private final RunContext context;
  private final Thoroughness thoroughness;

  /** The longest box side at rest; negative until it is asked for. */
  private double unit = -1;

  /**
   * @param clip the index of the clip; negative at rest
   */
  private record Moment(String name, int clip, double time) {}

  /**
   * How many poses and samples are measured.
   *
   * @param maxPoses approximate maximum number of poses, spread over the clips by duration; 0 for
   *     the rest pose alone
   * @param samples the number of samples per surface
   * @param tolerance the relative standard error of the rms at which measuring stops; 0 to measure
   *     all poses, and all vertices in each
   */
  public record Thoroughness(int maxPoses, int samples, double tolerance) {
    /** All of about 120 poses. */
    public static final Thoroughness FULL = new Thoroughness(120, 5000, 0);
  }

  /** Chooses the poses to measure in. */
  public PosedSurfaceError(
      SkinnedCharacter reference, Thoroughness thoroughness, RunContext context) {
    this.reference = reference;
    this.thoroughness = thoroughness;
    this.context = context;
    referenceClips = ClipPairs.of(reference, reference, context.seed()).reference();
    moments.add(new Moment("rest", -1, 0));
    moments.addAll(spread(frames(thoroughness.maxPoses)));
  }

  private List<Moment> frames(int maxPoses) {
    List<Clip> clips = maxPoses == 0 ? List.of() : PoseKnowledge.everyNth(referenceClips, maxPoses);
    double total = clips.stream().mapToDouble(Clip::duration).sum();
    int wanted = (int) Math.min(maxPoses, Math.floor(30 * total) + 1);
    List<Moment> out = new ArrayList<>();
    for (Clip clip : clips) {
      int index = referenceClips.indexOf(clip);
      int frames = (int) Math.max(2, Math.round(wanted * clip.duration() / Math.max(total, 1e-9)));
      for (int f = 0; f < frames; f++) {
        double time = clip.duration() * f / (frames - 1);
        out.add(
            new Moment(String.format(Locale.ROOT, "%s %.3f s", clip.name(), time), index, time));
      }
    }
    return out;
  }

  /** Orders a list such that every beginning of it is spread over all of it. */
  private static List<Moment> spread(List<Moment> list) {
    List<Moment> out = new ArrayList<>();
    int bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, list.size() - 1));
    for (int i = 0; i < 1 << bits; i++) {
      int at = Integer.reverse(i) >>> (32 - bits);
      if (at < list.size()) {
        out.add(list.get(at));
      }
    }
    return out;
  }

  /** Returns the reference's longest box side at rest. */
  public double unit() {
    if (unit < 0) {
      CharacterSurface.Posed rest = CharacterSurface.of(reference).newPosed();
      context.checkCancelled();
      rest.set(reference.restPose(), context);
      context.checkCancelled();
      unit = rest.mesh().bounds().longestSide();
    }
    return unit;
  }

  /**
   * What is measured of a character.
   *
   * @param error the distances of both surfaces
   * @param detail those of the reference's triangles
   */
  public record Measured(SurfaceError error, DetailDistances detail) {}

  /**
   * Measures a character that has the reference's skeleton.
   *
   * @throws RequestException about "candidate" if it does not have the reference's clips
   */
  public SurfaceError measure(SkinnedCharacter level) {
    return measureDetail(level).error;
  }

  /**
   * Measures a character and the detail of the reference.
   *
   * @throws RequestException as {@link #measure} does
   */
  public Measured measureDetail(SkinnedCharacter level) {
    int batch = thoroughness.tolerance > 0 ? BATCH : moments.size();
    Side whole = new Side(reference, referenceClips, context);
    SurfaceSamples samples =
        SurfaceSamples.perTriangle(whole.rest.triangles(), thoroughness.samples);
    List<Distances> found = distances(level, batch, this::isKnown, samples);
    DetailDistances detail =
        new DetailDistances(
            samples,
            whole.positions,
            whole.rest.triangles(),
            found.stream().map(Distances::detail).toArray(float[][]::new),
            unit());
    SurfaceError error =
        SurfaceError.of(
            found.stream().map(Distances::surface).toArray(TwoSidedDistance.Distances[]::new),
            i -> moments.get(i).name,
            unit());
    return new Measured(error.withDetail(detail.relativeRms()), detail);
  }

  /**
   * Returns the error of a character in shares of a limit, or any above 1 as soon as it is known to
   * exceed the limit.
   *
   * @throws RequestException as {@link #measure} does
   */
  public double shareOf(ErrorLimit limit, SkinnedCharacter level) {
    return share(limit, distances(level, BATCH, found -> share(limit, found) > 1, NO_SAMPLES));
  }

  /** Poses that are not measured yet count as if they had no error. */
  private double share(ErrorLimit limit, List<Distances> found) {
    double scale = unit() > 0 ? 1 / unit() : 0;
    double largest = found.stream().mapToDouble(one -> one.surface.max()).max().orElse(0);
    double squares = found.stream().mapToDouble(one -> one.surface.squares()).sum();
    return limit.share(scale * largest, scale * Math.sqrt(squares / moments.size()));
  }

  /**
   * The distances of one pose.
   *
   * @param detail those of the samples per triangle
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Distances(TwoSidedDistance.Distances surface, float[] detail) {}

  /** Measures poses in batches until enough is known. */
  private List<Distances> distances(
      SkinnedCharacter level,
      int size,
      Predicate<List<Distances>> isEnough,
      SurfaceSamples samples) {
    List<Clip> clips = ClipPairs.of(reference, level, context.seed()).candidate();
    int poses = clips.isEmpty() ? 1 : moments.size(); // Without common poses, at rest alone.
    List<Distances> found = new ArrayList<>();
    Queue<Meter> idle = new ConcurrentLinkedQueue<>();
    while (found.size() < poses && !isEnough.test(found)) {
      int first = found.size();
      Distances[] batch = new Distances[Math.min(size, poses - first)];
      context.run(
          batch.length,
          i -> {
            Meter free = idle.poll();
            Meter meter = free == null ? new Meter(level, clips) : free;
            batch[i] = meter.at(first + i, samples);
            idle.add(meter);
          });
      found.addAll(List.of(batch));
      context.report("measuring", found.size(), poses);
    }
    return found;
  }

  /** Returns true if the rms so far is within the tolerance, by its standard error. */
  private boolean isKnown(List<Distances> found) {
    int n = found.size();
    if (n < 2 * BATCH) {
      return false;
    }
    double sum = 0;
    double squares = 0;
    for (Distances one : found) {
      double own = one.surface.squares();
      sum += own;
      squares += own * own;
    }
    double mean = sum / n;
    double deviation = Math.sqrt(Math.max(0, squares / n - mean * mean) / n);
    // The rms is the root of the mean: its relative error is half of the mean's.
    return deviation <= 2 * thoroughness.tolerance * mean;
  }

  /** Measures one pose at a time; one per thread. */
  private final class Meter {
    private final Side whole;
    private final Side level;
    private final TwoSidedDistance distance;

    Meter(SkinnedCharacter character, List<Clip> clips) {
      whole = new Side(reference, referenceClips, context);
      level = new Side(character, clips, context);
      distance =
          new TwoSidedDistance(
              whole.positions,
              whole.rest.triangles(),
              level.positions,
              level.rest.triangles(),
              thoroughness.samples,
              thoroughness.tolerance == 0,
              context);
    }

    Distances at(int moment, SurfaceSamples samples) {
      whole.set(moments.get(moment));
      level.set(moments.get(moment));
      TwoSidedDistance.Distances surface =
          distance.compare(whole.positions, level.positions, moment);
      return new Distances(surface, distance.toSecond(samples));
    }
  }

  private static final class Side {
    private final CharacterSurface.Posed posed;
    private final Pose pose;
    private final TriMesh rest;
    private final float[] positions;
    private final List<Clip> clips;
    private final RunContext context;

    Side(SkinnedCharacter character, List<Clip> clips, RunContext context) {
      this.clips = clips;
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
      if (moment.clip < 0) {
        pose.setRest();
        pose.update();
      } else {
        clips.get(moment.clip).sample(moment.time, pose);
      }
      posed.set(pose, context);
      posed.copyVertexPositions(positions);
    }
  }
}
