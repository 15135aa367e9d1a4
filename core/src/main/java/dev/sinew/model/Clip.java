package dev.sinew.model;

import dev.sinew.math.Quaternion;
import dev.sinew.run.ArrayChecks;
import java.util.Comparator;
import java.util.List;

/**
 * A named animation: tracks of keys that each drive one property of one joint, sampled as in glTF
 * 2.0 (appendix C of its specification).
 */
public final class Clip {
  /** The property that a track drives. */
  public enum Property {
    TRANSLATION(3),
    ROTATION(4),
    SCALE(3),
    /** Morph weights: per key one value per target of the mesh. */
    WEIGHTS(0);

    private final int components;

    Property(int components) {
      this.components = components;
    }
  }

  /** The interpolation of values between keys. */
  public enum Interpolation {
    STEP,
    LINEAR,
    /** Cubic Hermite; each key stores in-tangent, value, out-tangent. */
    CUBICSPLINE
  }

  /** Keys that drive one property of one joint. */
  public static final class Track {
    private final int joint;
    private final Property property;
    private final Interpolation interpolation;
    private final double[] times;
    private final double[] values;
    private final int components;

    /**
     * @param joint the joint it drives
     * @param property the property it drives
     * @param interpolation the interpolation between keys
     * @param times the times of the keys in seconds, strictly increasing, at least one
     * @param values the values of all keys, one key after the other (three times as many for cubic
     *     splines); copied, rotations scaled to unit length
     */
    public Track(
        int joint,
        Property property,
        Interpolation interpolation,
        double[] times,
        double[] values) {
      ArrayChecks.index("joint", 0, joint, Integer.MAX_VALUE);
      if (times.length == 0) {
        throw new IllegalArgumentException("times: expected at least 1, got 0");
      }
      for (int k = 1; k < times.length; k++) {
        if (!(times[k] > times[k - 1])) {
          throw new IllegalArgumentException(
              "times[" + k + "]: expected more than " + times[k - 1] + ", got " + times[k]);
        }
      }
      ArrayChecks.finite("times", times);
      ArrayChecks.finite("values", values);
      int perKey = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
      ArrayChecks.multiple("values", values.length, times.length * perKey);
      components = values.length / (times.length * perKey);
      if (property.components > 0) {
        ArrayChecks.size("values per key", components, property.components);
      }
      this.joint = joint;
      this.property = property;
      this.interpolation = interpolation;
      this.times = times.clone();
      this.values = values.clone();
      if (property == Property.ROTATION && interpolation != Interpolation.CUBICSPLINE) {
        for (int k = 0; k < times.length; k++) {
          Quaternion.normalize(this.values, Quaternion.SIZE * k);
        }
      }
    }

    /** Returns the joint it drives. */
    public int joint() {
      return joint;
    }

    /** Returns the property it drives. */
    public Property property() {
      return property;
    }

    /** Returns the interpolation between keys. */
    public Interpolation interpolation() {
      return interpolation;
    }

    /** Returns the number of values that {@link #sample} writes. */
    public int components() {
      return components;
    }

    /** Returns the number of keys. */
    public int keyCount() {
      return times.length;
    }

    /** Returns the time of a key in seconds. */
    public double time(int key) {
      return times[key];
    }

    /** Returns the times of all keys in seconds, in a new array. */
    public double[] times() {
      return times.clone();
    }

    /** Returns the values of all keys, in a new array. */
    public double[] values() {
      return values.clone();
    }

    /** Returns the time of the last key in seconds. */
    public double lastTime() {
      return times[times.length - 1];
    }

    /** Writes the property's value at a time; constant before the first and after the last key. */
    public void sample(double time, double[] out, int offset) {
      int k = keyBefore(time);
      if (k < 0) {
        copyKey(0, out, offset);
      } else if (k == times.length - 1 || interpolation == Interpolation.STEP) {
        copyKey(k, out, offset);
      } else {
        double span = times[k + 1] - times[k];
        double u = (time - times[k]) / span;
        if (interpolation == Interpolation.LINEAR) {
          linear(k, u, out, offset);
        } else {
          cubic(k, u, span, out, offset);
        }
      }
      if (property == Property.ROTATION) {
        Quaternion.normalize(out, offset);
      }
    }

    private int keyBefore(double time) {
      int from = 0;
      int to = times.length;
      while (from < to) {
        int mid = (from + to) >>> 1;
        if (times[mid] <= time) {
          from = mid + 1;
        } else {
          to = mid;
        }
      }
      return from - 1;
    }

    private void copyKey(int k, double[] out, int offset) {
      int at =
          interpolation == Interpolation.CUBICSPLINE ? (3 * k + 1) * components : k * components;
      System.arraycopy(values, at, out, offset, components);
    }

    private void linear(int k, double u, double[] out, int offset) {
      int a = k * components;
      int b = a + components;
      if (property == Property.ROTATION) {
        Quaternion.slerp(values, a, values, b, u, out, offset);
        return;
      }
      for (int i = 0; i < components; i++) {
        out[offset + i] = (1 - u) * values[a + i] + u * values[b + i];
      }
    }

    private void cubic(int k, double u, double span, double[] out, int offset) {
      int value = (3 * k + 1) * components;
      int outTangent = value + components;
      int inTangent = outTangent + components;
      int nextValue = inTangent + components;
      double u2 = u * u;
      double u3 = u2 * u;
      for (int i = 0; i < components; i++) {
        out[offset + i] =
            (2 * u3 - 3 * u2 + 1) * values[value + i]
                + span * (u3 - 2 * u2 + u) * values[outTangent + i]
                + (3 * u2 - 2 * u3) * values[nextValue + i]
                + span * (u3 - u2) * values[inTangent + i];
      }
    }
  }

  private final String name;
  private final List<Track> tracks;
  private final double duration;
  private final int jointsNeeded;

  /** A clip from time 0 to the last key of its tracks, which are sorted by joint. */
  public Clip(String name, List<Track> tracks) {
    this.name = name;
    this.tracks = tracks.stream().sorted(Comparator.comparingInt(Track::joint)).toList();
    duration = Math.max(0, tracks.stream().mapToDouble(Track::lastTime).max().orElse(0));
    jointsNeeded = tracks.stream().mapToInt(Track::joint).max().orElse(-1) + 1;
  }

  /** Returns the clip's name. */
  public String name() {
    return name;
  }

  /** Returns the tracks, sorted by joint. */
  public List<Track> tracks() {
    return tracks;
  }

  /** Returns the duration in seconds: the time of the last key. */
  public double duration() {
    return duration;
  }

  /** Returns the number of joints a skeleton must have: the largest driven joint plus 1. */
  public int jointsNeeded() {
    return jointsNeeded;
  }

  /**
   * Sets a pose to the clip at a time; properties that no track drives are at rest. Updates the
   * global transforms.
   */
  public void sample(double time, Pose pose) {
    Skeleton skeleton = pose.skeleton();
    if (jointsNeeded > skeleton.jointCount()) {
      throw new IllegalArgumentException(
          "clip "
              + name
              + " drives joint "
              + (jointsNeeded - 1)
              + ", the skeleton has "
              + skeleton.jointCount()
              + " joints");
    }
    pose.setRest();
    double[] trs = new double[10];
    for (int i = 0; i < tracks.size(); i++) {
      Track track = tracks.get(i);
      int joint = track.joint;
      if (i == 0 || tracks.get(i - 1).joint != joint) {
        skeleton.copyRestTranslation(joint, trs, 0);
        skeleton.copyRestRotation(joint, trs, 3);
        skeleton.copyRestScale(joint, trs, 7);
      }
      switch (track.property) {
        case TRANSLATION -> track.sample(time, trs, 0);
        case ROTATION -> track.sample(time, trs, 3);
        case SCALE -> track.sample(time, trs, 7);
        case WEIGHTS -> {
          double[] weights = new double[track.components];
          track.sample(time, weights, 0);
          pose.setMorphWeights(joint, weights);
        }
      }
      if (track.property != Property.WEIGHTS) {
        pose.setLocal(joint, trs, 0, trs, 3, trs, 7);
      }
    }
    pose.update();
  }
}
