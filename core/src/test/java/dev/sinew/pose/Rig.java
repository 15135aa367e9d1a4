package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.metric.AnimationVector;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A small skeleton with difficult cases: two roots, a node above the joints and one between them
 * that are not in the skin, a leaf without vertices, rest rotations, a uniform scale at the root.
 */
public final class Rig {
  static final int ROOT = 0, HIP = 1, LEFT = 2, BETWEEN = 3, FOOT = 4, RIGHT = 5, OTHER_ROOT = 6;
  static final int NODES = 8;

  final Skeleton skeleton;
  public final Skin skin;

  public Rig() {
    double[] one = {1, 1, 1};
    Skeleton.Builder b = Skeleton.builder();
    b.add("root", -1, new double[] {0.5, -1, 2}, turn(1, 2, 0, 0.7), new double[] {1.5, 1.5, 1.5});
    b.add("hip", ROOT, new double[] {0, 1, 0}, turn(0, 1, 0, 0.3), one);
    b.add("left", HIP, new double[] {-0.5, -0.2, 0.1}, turn(1, 0, 1, -0.4), one);
    b.add("between", LEFT, new double[] {0, -0.3, 0}, turn(0, 0, 1, 0.2), one);
    b.add("foot", BETWEEN, new double[] {0.1, -0.6, 0.2}, turn(1, 1, 1, 1), one);
    b.add("right", HIP, new double[] {0.5, -0.2, 0.1}, turn(1, 0, -1, 0.4), one);
    b.add("other", -1, new double[] {3, 0, 0}, turn(0, 1, 0, -0.9), one);
    b.add("idle", FOOT, 0, -1, 0);
    skeleton = b.build();
    int[] joints = {FOOT, HIP, RIGHT, LEFT, OTHER_ROOT};
    double[] binds = new double[Affine.SIZE * joints.length];
    Pose rest = new Pose(skeleton);
    for (int i = 0; i < joints.length; i++) {
      rest.copyGlobal(joints[i], binds, Affine.SIZE * i);
      Affine.invert(binds, Affine.SIZE * i, binds, Affine.SIZE * i);
    }
    skin = new Skin("skin", joints, binds);
  }

  private static double[] turn(double x, double y, double z, double angle) {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(x, y, z, angle, q, 0);
    return q;
  }

  /** Returns a uniformly distributed rotation. */
  static double[] anyRotation(RandomGenerator random) {
    double[] q = new double[4];
    for (int i = 0; i < 4; i++) {
      q[i] = random.nextGaussian();
    }
    Quaternion.normalize(q, 0);
    return q;
  }

  /** Returns a pose with random rotations and the rest translations and scales. */
  Pose rotated(RandomGenerator random) {
    Pose pose = new Pose(skeleton);
    for (int j = 0; j < NODES; j++) {
      double[] trs = new double[10];
      skeleton.copyRestTranslation(j, trs, 0);
      skeleton.copyRestRotation(j, trs, 3);
      skeleton.copyRestScale(j, trs, 7);
      double[] q = turn(random.nextGaussian(), random.nextGaussian(), 1, random.nextGaussian());
      Quaternion.multiply(trs, 3, q, 0, trs, 3);
      pose.setLocal(j, trs, 0, trs, 3, trs, 7);
    }
    pose.update();
    return pose;
  }

  /** Returns a pose with random local matrices: sheared, scaled, moved. */
  public Pose distorted(RandomGenerator random) {
    Pose pose = new Pose(skeleton);
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < NODES; j++) {
      skeleton.copyRestLocal(j, local, 0);
      for (int i = 0; i < local.length; i++) {
        local[i] += 0.4 * random.nextGaussian();
      }
      pose.setLocal(j, local, 0);
    }
    pose.update();
    return pose;
  }

  List<Pose> rotated(int count, RandomGenerator random) {
    List<Pose> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      out.add(rotated(random));
    }
    return out;
  }

  /** Returns a number of distorted poses. */
  public List<Pose> distorted(int count, RandomGenerator random) {
    List<Pose> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      out.add(distorted(random));
    }
    return out;
  }

  /** Computes GᵀG of the skin's joints in a pose directly: 4b rows. */
  double[] products(Pose pose) {
    int side = 4 * skin.jointCount();
    double[] g = new double[3 * side];
    double[] one = new double[Affine.SIZE];
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), one, 0);
      for (int e = 0; e < Affine.SIZE; e++) {
        g[side * (e / 4) + 4 * i + e % 4] = one[e];
      }
    }
    double[] out = new double[side * side];
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < side; c++) {
        for (int k = 0; k < 3; k++) {
          out[r * side + c] += g[side * k + r] * g[side * k + c];
        }
      }
    }
    return out;
  }

  /** Returns a random vector of weight 0 over some joints. */
  public AnimationVector vector(RandomGenerator random) {
    AnimationVector out = new AnimationVector();
    double weight = 0;
    int b = skin.jointCount();
    for (int j = 0; j < b; j++) {
      if (j < b - 1 && random.nextInt(3) == 0) {
        continue;
      }
      double w = j == b - 1 ? -weight : random.nextGaussian();
      weight += w;
      out.append(j, random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), w);
    }
    return out;
  }
}
