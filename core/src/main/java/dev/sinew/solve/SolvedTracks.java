package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Pose;
import dev.sinew.rig.KeyReduction;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Turns solved poses into a clip. Keys are left out where interpolation replaces them; the
 * tolerance of every joint follows from the reach of its subtree, and all are made smaller until no
 * vertex of the surface is further from its solved position, in any frame, than allowed.
 */
final class SolvedTracks {
  /** Attempts to thin, each with smaller tolerances, before all keys are kept. */
  private static final int ATTEMPTS = 12;

  /** Values that differ from rest by less than this need no track. */
  private static final double STILL = 1e-9;

  private final RigParameters rig;
  private final SurfacePoints points;
  private final String name;
  private final double[] times;
  private final RunContext context;

  /** Per joint, the values of all frames. */
  private final double[][] translations;

  private final double[][] rotations;
  private final double[][] scales;

  /** The largest distance of a point below each joint from it, at rest. */
  private final double[] reach;

  SolvedTracks(
      RigParameters rig,
      SurfacePoints points,
      List<RigPose> poses,
      String name,
      double framesPerSecond,
      RunContext context) {
    this.rig = rig;
    this.points = points;
    this.name = name;
    this.context = context;
    int frames = poses.size();
    times = IntStream.range(0, frames).mapToDouble(k -> k / framesPerSecond).toArray();
    translations = new double[rig.jointCount()][3 * frames];
    rotations = new double[rig.jointCount()][Quaternion.SIZE * frames];
    scales = new double[rig.jointCount()][3 * frames];
    double[] scale = new double[3];
    for (int j = 0; j < rig.jointCount(); j++) {
      rig.skeleton.copyRestScale(rig.joints[j], scale, 0);
      for (int k = 0; k < frames; k++) {
        RigPose pose = poses.get(k);
        pose.copyTranslation(j, translations[j], 3 * k);
        pose.copyRotation(j, rotations[j], Quaternion.SIZE * k);
        for (int axis = 0; axis < 3; axis++) {
          scales[j][3 * k + axis] = scale[axis] * pose.factor(j);
        }
        if (k > 0) {
          keepSign(rotations[j], k);
        }
      }
    }
    reach = reachOfJoints();
  }

  /** Of q and −q chooses the one nearer to the previous frame. */
  private static void keepSign(double[] q, int k) {
    double dot = 0;
    for (int i = 0; i < Quaternion.SIZE; i++) {
      dot += q[4 * k + i] * q[4 * k - 4 + i];
    }
    for (int i = 0; i < Quaternion.SIZE && dot < 0; i++) {
      q[4 * k + i] = -q[4 * k + i];
    }
  }

  private double[] reachOfJoints() {
    double[] out = new double[rig.jointCount()];
    Pose rest = new Pose(rig.skeleton);
    double[] at = points.place(rest);
    double[] global = new double[Affine.SIZE];
    int[] owners = rig.ownersOf(IntStream.range(0, rig.skeleton.jointCount()).toArray());
    double[][] centres = new double[rig.jointCount()][3];
    for (int j = 0; j < rig.jointCount(); j++) {
      rest.copyGlobal(rig.joints[j], global, 0);
      for (int axis = 0; axis < 3; axis++) {
        centres[j][axis] = global[4 * axis + 3];
      }
    }
    for (int v = 0; v < points.vertexCount(); v++) {
      for (int i = 0; i < points.count(v); i++) {
        for (int j = owners[points.joint(v, i)]; j >= 0; j = rig.parents[j]) {
          double square = 0;
          for (int axis = 0; axis < 3; axis++) {
            double d = at[3 * v + axis] - centres[j][axis];
            square += d * d;
          }
          out[j] = Math.max(out[j], square);
        }
      }
    }
    for (int j = 0; j < out.length; j++) {
      out[j] = Math.sqrt(out[j]);
    }
    return out;
  }

  /**
   * The clip and how far its keys move a vertex, in units of the model.
   *
   * @param solved the keys before thinning
   * @param kept the keys of the clip
   */
  record Thinned(Clip clip, long solved, long kept, double moved) {}

  /**
   * Makes the clip.
   *
   * @param allowed how far a vertex may be moved, in units of the model; 0 to keep all keys
   */
  Thinned thin(double allowed) {
    Clip full = clip(0);
    double tolerance = allowed;
    for (int i = 0; i < ATTEMPTS && allowed > 0 && times.length > 2; i++) {
      context.report("thinning keys", i, ATTEMPTS);
      Clip thin = clip(tolerance);
      double moved = distance(full, thin);
      if (moved <= allowed) {
        return new Thinned(thin, keys(full), keys(thin), moved);
      }
      tolerance *= Math.clamp(0.8 * allowed / moved, 0.1, 0.7);
    }
    return new Thinned(full, keys(full), keys(full), 0);
  }

  private static long keys(Clip clip) {
    return clip.tracks().stream().mapToLong(Track::keyCount).sum();
  }

  private double distance(Clip a, Clip b) {
    double[] largest = new double[times.length];
    context.run(
        times.length,
        k -> {
          Pose pose = new Pose(rig.skeleton);
          a.sample(times[k], pose);
          double[] expected = points.place(pose);
          b.sample(times[k], pose);
          double[] found = points.place(pose);
          for (int i = 0; i < found.length; i += 3) {
            double x = found[i] - expected[i];
            double y = found[i + 1] - expected[i + 1];
            double z = found[i + 2] - expected[i + 2];
            largest[k] = Math.max(largest[k], Math.sqrt(x * x + y * y + z * z));
          }
        });
    double max = 0;
    for (double d : largest) {
      max = Math.max(max, d);
    }
    return max;
  }

  private Clip clip(double tolerance) {
    List<Track> tracks = new ArrayList<>();
    for (int j = 0; j < rig.jointCount(); j++) {
      int[] keys = all();
      if (tolerance > 0 && times.length > 2) {
        keys =
            new KeyReduction(times, translations[j], rotations[j], scaleAbove(j), reach[j])
                .keep(tolerance);
      }
      double[] rest = new double[10];
      rig.skeleton.copyRestTranslation(rig.joints[j], rest, 0);
      rig.skeleton.copyRestRotation(rig.joints[j], rest, 3);
      rig.skeleton.copyRestScale(rig.joints[j], rest, 7);
      if (rig.translates[j]) {
        add(tracks, j, Property.TRANSLATION, translations[j], 3, rest, 0, keys);
      }
      add(tracks, j, Property.ROTATION, rotations[j], Quaternion.SIZE, rest, 3, keys);
      if (rig.scales) {
        add(tracks, j, Property.SCALE, scales[j], 3, rest, 7, scaleKeys(j, tolerance));
      }
    }
    if (tracks.isEmpty()) {
      // A clip of the rest pose still has the duration of its frames.
      double[] values = new double[Quaternion.SIZE * times.length];
      for (int k = 0; k < times.length; k++) {
        rig.skeleton.copyRestRotation(rig.joints[0], values, Quaternion.SIZE * k);
      }
      tracks.add(new Track(rig.joints[0], Property.ROTATION, Interpolation.LINEAR, times, values));
    }
    return new Clip(name, tracks);
  }

  private int[] all() {
    return IntStream.range(0, times.length).toArray();
  }

  /** Scales are reduced like translations: a change by s moves the reach by s times itself. */
  private int[] scaleKeys(int j, double tolerance) {
    if (!(tolerance > 0) || times.length <= 2) {
      return all();
    }
    double[] none = new double[Quaternion.SIZE * times.length];
    for (int k = 0; k < times.length; k++) {
      Quaternion.identity(none, Quaternion.SIZE * k);
    }
    return new KeyReduction(times, scales[j], none, reach[j], 0).keep(tolerance);
  }

  /** Returns the scale of the space in which a joint translates. */
  private double scaleAbove(int j) {
    double[] above = new double[Affine.SIZE];
    new RigPose(rig).copyAbove(j, above);
    return Math.cbrt(Math.abs(Affine.determinant(above, 0)));
  }

  private void add(
      List<Track> tracks,
      int j,
      Property property,
      double[] all,
      int size,
      double[] rest,
      int restAt,
      int[] keys) {
    double[] own = new double[keys.length];
    double[] values = new double[size * keys.length];
    for (int k = 0; k < keys.length; k++) {
      own[k] = times[keys[k]];
      System.arraycopy(all, size * keys[k], values, size * k, size);
    }
    boolean still = true;
    for (int i = 0; i < values.length; i++) {
      double away = Math.abs(values[i] - rest[restAt + i % size]);
      double scale = property == Property.ROTATION ? 1 : Math.max(1, Math.abs(values[i]));
      still &= away <= STILL * scale;
    }
    if (!still) {
      tracks.add(new Track(rig.joints[j], property, Interpolation.LINEAR, own, values));
    }
  }
}
