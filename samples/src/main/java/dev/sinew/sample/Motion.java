package dev.sinew.sample;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes poses and clips from formulas. A pose is a list of rotations about world axes (joints have
 * no rotation at rest) and translations of named joints; all other joints are at rest.
 */
final class Motion {
  /** Describes the pose at a phase, 0 to 1 over the whole motion. */
  @FunctionalInterface
  interface Posture {
    void at(double phase, Motion motion);
  }

  private static final int STRIDE = 10;

  private final Skeleton skeleton;
  private final double[] trs;

  private Motion(Skeleton skeleton) {
    this.skeleton = skeleton;
    trs = new double[STRIDE * skeleton.jointCount()];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestTranslation(j, trs, STRIDE * j);
      skeleton.copyRestRotation(j, trs, STRIDE * j + 3);
      skeleton.copyRestScale(j, trs, STRIDE * j + 7);
    }
  }

  /** Rotates a joint about an axis in its parent's space, after its previous rotations. */
  void rotate(String joint, double x, double y, double z, double degrees) {
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(x, y, z, Math.toRadians(degrees), q, 0);
    int at = STRIDE * index(joint) + 3;
    Quaternion.multiply(q, 0, trs, at, trs, at);
  }

  /** Rotates about x: from +y towards +z, a nod. */
  void pitch(String joint, double degrees) {
    rotate(joint, 1, 0, 0, degrees);
  }

  /** Rotates about y: from +z towards +x, to the character's left. */
  void yaw(String joint, double degrees) {
    rotate(joint, 0, 1, 0, degrees);
  }

  /** Rotates about z: from +x towards +y. */
  void roll(String joint, double degrees) {
    rotate(joint, 0, 0, 1, degrees);
  }

  /** Translates a joint in its parent's space. */
  void shift(String joint, double x, double y, double z) {
    int at = STRIDE * index(joint);
    trs[at] += x;
    trs[at + 1] += y;
    trs[at + 2] += z;
  }

  private int index(String joint) {
    int j = skeleton.find(joint);
    if (j < 0) {
      throw new IllegalArgumentException("no joint named " + joint);
    }
    return j;
  }

  static Pose pose(Skeleton skeleton, Posture posture, double phase) {
    Motion m = new Motion(skeleton);
    posture.at(phase, m);
    Pose pose = new Pose(skeleton);
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int at = STRIDE * j;
      pose.setLocal(j, m.trs, at, m.trs, at + 3, m.trs, at + 7);
    }
    pose.update();
    return pose;
  }

  /** Returns a clip whose last pose equals its first. */
  static Clip loop(Skeleton skeleton, String name, double seconds, int intervals, Posture posture) {
    double[] times = new double[intervals + 1];
    List<Motion> keys = new ArrayList<>();
    for (int k = 0; k <= intervals; k++) {
      times[k] = seconds * k / intervals;
      Motion m = new Motion(skeleton);
      posture.at((double) (k % intervals) / intervals, m);
      keys.add(m);
    }
    return clip(skeleton, name, times, keys);
  }

  /** Returns a clip with one key per pose; poses must have no scale. */
  static Clip through(Skeleton skeleton, String name, List<Pose> poses, double posesPerSecond) {
    double[] times = new double[poses.size()];
    List<Motion> keys = new ArrayList<>();
    double[] local = new double[Affine.SIZE];
    for (int k = 0; k < times.length; k++) {
      times[k] = k / posesPerSecond;
      Motion m = new Motion(skeleton);
      for (int j = 0; j < skeleton.jointCount(); j++) {
        int at = STRIDE * j;
        poses.get(k).copyLocal(j, local, 0);
        Affine.toTrs(local, 0, m.trs, at, m.trs, at + 3, m.trs, at + 7);
      }
      keys.add(m);
    }
    return clip(skeleton, name, times, keys);
  }

  private static Clip clip(Skeleton skeleton, String name, double[] times, List<Motion> keys) {
    Motion rest = new Motion(skeleton);
    List<Clip.Track> tracks = new ArrayList<>();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      addTrack(tracks, j, Clip.Property.TRANSLATION, 0, 3, times, keys, rest);
      addTrack(tracks, j, Clip.Property.ROTATION, 3, 4, times, keys, rest);
    }
    return new Clip(name, tracks);
  }

  private static void addTrack(
      List<Clip.Track> tracks,
      int joint,
      Clip.Property property,
      int offset,
      int components,
      double[] times,
      List<Motion> keys,
      Motion rest) {
    double[] values = new double[components * times.length];
    int at = STRIDE * joint + offset;
    boolean moves = false;
    for (int k = 0; k < times.length; k++) {
      double[] key = keys.get(k).trs;
      System.arraycopy(key, at, values, components * k, components);
      moves |= !Arrays.equals(key, at, at + components, rest.trs, at, at + components);
    }
    if (moves) {
      tracks.add(new Clip.Track(joint, property, Clip.Interpolation.LINEAR, times, values));
    }
  }
}
