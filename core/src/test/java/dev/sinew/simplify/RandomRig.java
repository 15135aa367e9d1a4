package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.metric.AnimationVector;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random skeleton with side branches, and poses with all joints rotated at random. */
public final class RandomRig {
  private final Skin skin;
  private final List<Pose> poses = new ArrayList<>();

  /** Makes a rig. */
  public RandomRig(int joints, int poseCount, Random random) {
    Skeleton.Builder tree = Skeleton.builder();
    for (int j = 0; j < joints; j++) {
      int parent = j == 0 ? Skeleton.NO_PARENT : Math.max(0, j - 1 - random.nextInt(2));
      tree.add("joint " + j, parent, 0.5, random.nextDouble() - 0.5, random.nextDouble() - 0.5);
    }
    Skeleton skeleton = tree.build();
    skin = skinOf(skeleton);
    for (int k = 0; k < poseCount; k++) {
      Pose pose = new Pose(skeleton);
      for (int j = 0; j < joints; j++) {
        turn(pose, j, random);
      }
      pose.update();
      poses.add(pose);
    }
  }

  /** Returns a skin of all joints. */
  public Skin skin() {
    return skin;
  }

  /** Returns the poses. */
  public List<Pose> poses() {
    return poses;
  }

  /** Returns a skin of all joints with the rest pose as bind pose. */
  public static Skin skinOf(Skeleton skeleton) {
    int n = skeleton.jointCount();
    Pose rest = new Pose(skeleton);
    int[] list = new int[n];
    double[] binds = new double[Affine.SIZE * n];
    for (int j = 0; j < n; j++) {
      list[j] = j;
      rest.copyGlobal(j, binds, Affine.SIZE * j);
      Affine.invert(binds, Affine.SIZE * j, binds, Affine.SIZE * j);
    }
    return new Skin("skin", list, binds);
  }

  /** Rotates a joint by up to 45 degrees about a random axis. */
  public static void turn(Pose pose, int joint, Random random) {
    double[] trs = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    pose.skeleton().copyRestTranslation(joint, trs, 0);
    Quaternion.fromAxisAngle(
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        Math.PI / 4 * random.nextDouble(),
        trs,
        3);
    pose.setLocal(joint, trs, 0, trs, 3, trs, 7);
  }

  /** Computes the position of an animation-space point in a pose. */
  public static void project(Pose pose, Skin skin, AnimationVector point, double[] out) {
    double[] g = new double[Affine.SIZE];
    java.util.Arrays.fill(out, 0);
    for (int i = 0; i < point.count(); i++) {
      pose.copyGlobal(skin.joint(point.joint(i)), g, 0);
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          out[r] += g[4 * r + c] * point.value(i, c);
        }
      }
    }
  }
}
