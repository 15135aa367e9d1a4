package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The poses of a character of which no motion is known: the rest pose, and poses with every joint
 * turned about a random axis by up to {@link PoseKnowledge#SKELETON_TURN}. The same seed gives the
 * same poses, so that all parts of a run, and all runs, use the same.
 */
public final class PlausiblePoses {
  /** The number of poses in which errors are measured, with the rest pose. */
  public static final int MEASURED = 64;

  /** The name of the clip that plays the poses. */
  public static final String CLIP_NAME = "plausible poses";

  private static final double FRAMES_PER_SECOND = 30;

  private PlausiblePoses() {}

  /** Returns the first poses. */
  static List<Pose> of(SkinnedCharacter character, int count, long seed) {
    Skeleton skeleton = character.skeleton();
    double[] trs = new double[10];
    List<Pose> poses = new ArrayList<>();
    for (double[] turns : turns(character, count, seed)) {
      Pose pose = character.restPose();
      for (int j = 0; poses.size() > 0 && j < skeleton.jointCount(); j++) {
        skeleton.copyRestTranslation(j, trs, 0);
        skeleton.copyRestRotation(j, trs, 3);
        skeleton.copyRestScale(j, trs, 7);
        Quaternion.multiply(trs, 3, turns, Quaternion.SIZE * j, trs, 3);
        pose.setLocal(j, trs, 0, trs, 3, trs, 7);
      }
      pose.update();
      poses.add(pose);
    }
    return poses;
  }

  /** Returns a quaternion per joint for every pose; the first pose has none. */
  private static List<double[]> turns(SkinnedCharacter character, int count, long seed) {
    Random random = new Random(seed);
    int[] shaping = shapingJoints(character);
    List<double[]> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] turns = new double[Quaternion.SIZE * character.skeleton().jointCount()];
      for (int j = 0; j < character.skeleton().jointCount(); j++) {
        Quaternion.identity(turns, Quaternion.SIZE * j);
      }
      for (int j : shaping) {
        if (i > 0) {
          Quaternion.fromAxisAngle(
              random.nextGaussian(),
              random.nextGaussian(),
              random.nextGaussian(),
              PoseKnowledge.SKELETON_TURN * random.nextDouble(),
              turns,
              Quaternion.SIZE * j);
        }
      }
      out.add(turns);
    }
    return out;
  }

  /**
   * Returns the joints that change the shape of the character: those with bones below them, or
   * bones themselves. Nodes that only carry the whole of it, such as the node of an armature, and
   * nodes that carry nothing have no influence on the shape, so they must have none on random
   * poses.
   */
  static int[] shapingJoints(SkinnedCharacter character) {
    Skeleton skeleton = character.skeleton();
    BitSet bones = new BitSet();
    for (SkinnedCharacter.Part part : character.parts()) {
      if (part.skin() == SkinnedCharacter.NO_SKIN) {
        bones.set(part.node());
      } else {
        Skin skin = character.skins().get(part.skin());
        IntStream.range(0, skin.jointCount()).forEach(i -> bones.set(skin.joint(i)));
      }
    }
    int[] below = new int[skeleton.jointCount()];
    for (int j = below.length - 1; j >= 0; j--) {
      below[j] += bones.get(j) ? 1 : 0;
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        below[skeleton.parent(j)] += below[j];
      }
    }
    return IntStream.range(0, below.length)
        .filter(j -> bones.get(j) || (below[j] > 0 && below[j] < bones.cardinality()))
        .toArray();
  }

  /** Returns {@link #MEASURED} poses as a clip, a pose per frame, without the rest pose. */
  public static Clip clip(SkinnedCharacter character, long seed) {
    return clip(character, character, seed).orElseThrow();
  }

  /**
   * Returns the same motion for another character: its joints of the same names turn about the same
   * axes in the scene by the same angles from their own rest pose.
   *
   * @return empty if it lacks a joint of a skin of the reference
   */
  public static Optional<Clip> clip(
      SkinnedCharacter reference, SkinnedCharacter candidate, long seed) {
    Skeleton from = reference.skeleton();
    Skeleton to = candidate.skeleton();
    int[] joints = new int[from.jointCount()];
    for (int j = 0; j < joints.length; j++) {
      joints[j] = isSame(from, to, j) ? j : to.find(from.name(j));
    }
    for (var skin : reference.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        if (joints[skin.joint(i)] < 0) {
          return Optional.empty();
        }
      }
    }
    List<double[]> turns = turns(reference, MEASURED, seed);
    double[] times = new double[MEASURED - 1];
    for (int i = 0; i < times.length; i++) {
      times[i] = time(i + 1);
    }
    List<Clip.Track> tracks = new ArrayList<>();
    double[][] fromFrames = frames(reference.restPose());
    double[][] toFrames = frames(candidate.restPose());
    for (int j = 0; j < joints.length; j++) {
      if (joints[j] >= 0) {
        double[] values = new double[Quaternion.SIZE * times.length];
        // The candidate's joint sees the turn from its own frame.
        double[] change = new double[Quaternion.SIZE];
        double[] back = new double[Quaternion.SIZE];
        between(fromFrames[j], toFrames[joints[j]], change);
        Quaternion.conjugate(change, 0, back, 0);
        double[] rest = new double[Quaternion.SIZE];
        to.copyRestRotation(joints[j], rest, 0);
        for (int i = 0; i < times.length; i++) {
          int at = Quaternion.SIZE * i;
          Quaternion.multiply(change, 0, turns.get(i + 1), Quaternion.SIZE * j, values, at);
          Quaternion.multiply(values, at, back, 0, values, at);
          Quaternion.multiply(rest, 0, values, at, values, at);
        }
        tracks.add(
            new Clip.Track(
                joints[j], Clip.Property.ROTATION, Clip.Interpolation.LINEAR, times, values));
      }
    }
    return Optional.of(new Clip(CLIP_NAME, tracks));
  }

  /** Returns the time of a pose in the clip; pose 0 is the rest pose, which the clip lacks. */
  static double time(int pose) {
    return (pose - 1) / FRAMES_PER_SECOND;
  }

  private static boolean isSame(Skeleton a, Skeleton b, int joint) {
    return joint < b.jointCount() && a.name(joint).equals(b.name(joint));
  }

  /** Returns the rotation of every joint in the scene. */
  private static double[][] frames(Pose rest) {
    double[][] out = new double[rest.skeleton().jointCount()][Quaternion.SIZE];
    double[] global = new double[Affine.SIZE];
    for (int j = 0; j < out.length; j++) {
      rest.copyGlobal(j, global, 0);
      unscale(global);
      Quaternion.fromMatrix(global, 0, out[j], 0);
    }
    return out;
  }

  /** Scales the columns of an affine transform to length 1. */
  private static void unscale(double[] m) {
    for (int c = 0; c < 3; c++) {
      double length = Math.hypot(Math.hypot(m[c], m[4 + c]), m[8 + c]);
      for (int r = 0; r < 3 && length > 0; r++) {
        m[4 * r + c] /= length;
      }
    }
  }

  /** Computes the rotation from one frame's axes to another's: b⁻¹ a. */
  private static void between(double[] a, double[] b, double[] out) {
    double[] inverse = new double[Quaternion.SIZE];
    Quaternion.conjugate(b, 0, inverse, 0);
    Quaternion.multiply(inverse, 0, a, 0, out, 0);
  }
}
