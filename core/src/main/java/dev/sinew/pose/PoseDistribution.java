package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A probability distribution of a skeleton's poses, as far as expected squared distances depend on
 * it: a model per joint, and groups of joints that move together (Merry, Marais and Gain,
 * "Animation Space: A Truly Linear Framework for Character Animation", 2006, section 5.1; Merry's
 * thesis, 2007, section 3.3.1). {@link #expectation} computes the matrix E[GᵀG] over the joints of
 * a skin. {@link #sampleMean} computes it directly from poses, without a model.
 *
 * <p>All nodes of the skeleton count, joints of the skin or not, because a clip may animate a node
 * above the skin's joints. Joints without a model keep their rest transform. Not thread-safe.
 */
public final class PoseDistribution {
  /** The largest number of joints of a skin. */
  public static final int MAX_JOINTS = Propagation.MAX_JOINTS;

  private final Skeleton skeleton;
  private final JointStatistics[] statistics;
  private final List<JointGroup> groups = new ArrayList<>();
  private int base = Skeleton.NO_PARENT;

  /** Creates the distribution of the rest pose alone. */
  public PoseDistribution(Skeleton skeleton) {
    this.skeleton = skeleton;
    statistics = new JointStatistics[skeleton.jointCount()];
    for (int j = 0; j < statistics.length; j++) {
      statistics[j] = JointStatistics.fixed(skeleton, j);
    }
  }

  /**
   * Returns uniformly distributed rotations for all joints of a skin, with constant bone lengths.
   * Other nodes keep their rest transform.
   */
  public static PoseDistribution uniform(Skeleton skeleton, Skin skin) {
    PoseDistribution made = new PoseDistribution(skeleton);
    for (int i = 0; i < skin.jointCount(); i++) {
      made.set(skin.joint(i), JointStatistics.uniformRotation(skeleton, skin.joint(i)));
    }
    return made;
  }

  /**
   * Returns the distribution in which every joint of the skeleton turns about a uniformly
   * distributed axis by up to a limit, with constant bone lengths.
   *
   * @param limit the largest angle in radians, above 0
   */
  public static PoseDistribution turning(Skeleton skeleton, double limit) {
    PoseDistribution made = new PoseDistribution(skeleton);
    for (int j = 0; j < skeleton.jointCount(); j++) {
      made.set(j, JointStatistics.turningAnyAxis(skeleton, j, limit));
    }
    return made;
  }

  /** Returns joints that move independently of each other, each as in the samples. */
  public static PoseDistribution ofSamples(PoseSamples samples, JointModel model) {
    JointModel[] models = new JointModel[samples.skeleton().jointCount()];
    Arrays.fill(models, model);
    return ofSamples(samples, models);
  }

  /** Returns the same with one model per joint of the skeleton. */
  public static PoseDistribution ofSamples(PoseSamples samples, JointModel[] models) {
    PoseDistribution made = new PoseDistribution(samples.skeleton());
    ArrayChecks.size("models", models.length, made.statistics.length);
    SampleMoments moments = new SampleMoments(samples);
    for (int j = 0; j < models.length; j++) {
      made.statistics[j] = moments.of(j, models[j]);
    }
    return made;
  }

  /** Replaces the statistics of a joint. */
  public PoseDistribution set(int joint, JointStatistics model) {
    checkJoint(joint);
    statistics[joint] = model;
    return this;
  }

  /**
   * Adds a group of joints that move together, as in the samples, and independently of all others.
   * Joints between them belong to the group too: for two hands, both arms up to their common
   * ancestor. Overrides the statistics of {@link #set}.
   *
   * @param samples poses of the same skeleton; kept, and read by {@link #expectation}
   * @param joints at least one joint
   */
  public PoseDistribution group(PoseSamples samples, int... joints) {
    if (samples.skeleton() != skeleton) {
      throw new IllegalArgumentException("samples: expected poses of the same skeleton");
    }
    JointGroup added = JointGroup.of(samples, joints);
    for (JointGroup group : groups) {
      for (int joint : added.members()) {
        if (group.indexOf(joint) >= 0) {
          throw new IllegalArgumentException(
              "group: expected joints in no other group, got " + skeleton.name(joint));
        }
      }
    }
    groups.add(added);
    return this;
  }

  /**
   * Ignores the motion of the whole character: this joint and all its ancestors keep their rest
   * transforms. Distances stay the same as long as these joints move rigidly, but coordinates stay
   * small, so that rounding errors stay small for a character far from the origin.
   *
   * @param joint {@link Skeleton#NO_PARENT} for the scene, if the joints have no common ancestor
   */
  public PoseDistribution measuredFrom(int joint) {
    if (joint != Skeleton.NO_PARENT) {
      checkJoint(joint);
    }
    base = joint;
    return this;
  }

  /** Returns the lowest common ancestor of a skin's joints, or {@link Skeleton#NO_PARENT}. */
  public static int commonRoot(Skeleton skeleton, Skin skin) {
    if (skin.jointCount() == 0) {
      return Skeleton.NO_PARENT;
    }
    int top = skin.joint(0);
    for (int i = 1; i < skin.jointCount(); i++) {
      while (top != Skeleton.NO_PARENT && !skeleton.isUnder(skin.joint(i), top)) {
        top = skeleton.parent(top);
      }
    }
    return top;
  }

  /**
   * Computes E[GᵀG] over the joints of a skin. Time and memory are quadratic in the number of
   * joints.
   */
  public ExpectationMatrix expectation(Skin skin) {
    checkSkin(skeleton, skin);
    JointStatistics[] used = statistics.clone();
    for (int j = base; j != Skeleton.NO_PARENT; j = skeleton.parent(j)) {
      used[j] = JointStatistics.fixed(skeleton, j);
      for (JointGroup group : groups) {
        if (group.indexOf(j) >= 0) {
          throw new IllegalArgumentException(
              "group: expected no member at or above the joint measured from, got "
                  + skeleton.name(j));
        }
      }
    }
    return new Propagation(skeleton, used, groups, skin).expectation();
  }

  /**
   * Computes the mean of GᵀG over poses, without assumptions on how joints depend on each other.
   */
  public static ExpectationMatrix sampleMean(PoseSamples samples, Skin skin) {
    return sampleMean(samples, skin, Skeleton.NO_PARENT);
  }

  /**
   * Computes the same without the motion of the whole character.
   *
   * @param base every pose is moved so that this joint has its rest transform; must be an ancestor
   *     of all joints of the skin. Must be invertible in every pose
   */
  public static ExpectationMatrix sampleMean(PoseSamples samples, Skin skin, int base) {
    Skeleton skeleton = samples.skeleton();
    checkSkin(skeleton, skin);
    int b = skin.jointCount();
    double[] restBase = new double[Affine.SIZE];
    if (base != Skeleton.NO_PARENT) {
      new Pose(skeleton).copyGlobal(base, restBase, 0);
      for (int i = 0; i < b; i++) {
        if (!skeleton.isUnder(skin.joint(i), base)) {
          throw new IllegalArgumentException(
              "skin: expected joints under "
                  + skeleton.name(base)
                  + ", got "
                  + skeleton.name(skin.joint(i)));
        }
      }
    }
    GramSum gram = new GramSum(4 * b);
    double[] means = new double[Affine.SIZE * b];
    double[] globals = new double[Affine.SIZE * b];
    double[] back = new double[Affine.SIZE];
    samples.forEachWeighted(
        (pose, weight) -> {
          copyGlobals(pose, skin, globals);
          if (base != Skeleton.NO_PARENT) {
            moveToRest(pose, base, restBase, back, globals);
          }
          addPose(globals, weight, gram);
          for (int i = 0; i < means.length; i++) {
            means[i] += weight * globals[i];
          }
        });
    for (int i = 0; i < means.length; i++) {
      means[i] /= samples.count();
    }
    return ExpectationMatrix.ofRows(b, gram.mean(samples.count()), means);
  }

  private static void moveToRest(
      Pose pose, int base, double[] restBase, double[] back, double[] globals) {
    pose.copyGlobal(base, back, 0);
    if (!Affine.invert(back, 0, back, 0)) {
      throw new RequestException(
          "pose: expected an invertible transform of " + pose.skeleton().name(base));
    }
    Affine.multiply(restBase, 0, back, 0, back, 0);
    for (int g = 0; g < globals.length; g += Affine.SIZE) {
      Affine.multiply(back, 0, globals, g, globals, g);
    }
  }

  /** Copies the global transforms of a skin's joints, 12 values per joint. */
  public static void copyGlobals(Pose pose, Skin skin, double[] out) {
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), out, Affine.SIZE * i);
    }
  }

  private static void addPose(double[] globals, double weight, GramSum gram) {
    double root = Math.sqrt(weight);
    for (int r = 0; r < 3; r++) {
      double[] row = gram.rows();
      int at = gram.next();
      for (int i = 0; i < globals.length / Affine.SIZE; i++) {
        for (int c = 0; c < 4; c++) {
          row[at + 4 * i + c] = root * globals[Affine.SIZE * i + 4 * r + c];
        }
      }
      gram.endRow();
    }
  }

  private void checkJoint(int joint) {
    if (joint < 0 || joint >= skeleton.jointCount()) {
      throw new IllegalArgumentException(
          "joint: expected 0 to " + (skeleton.jointCount() - 1) + ", got " + joint);
    }
  }

  /** Checks that a skin has 1 to {@link #MAX_JOINTS} joints, all of the skeleton. */
  public static void checkSkin(Skeleton skeleton, Skin skin) {
    for (int i = 0; i < skin.jointCount(); i++) {
      if (skin.joint(i) < 0 || skin.joint(i) >= skeleton.jointCount()) {
        throw new IllegalArgumentException(
            "skin: expected joints below " + skeleton.jointCount() + ", got " + skin.joint(i));
      }
    }
    if (skin.jointCount() == 0 || skin.jointCount() > MAX_JOINTS) {
      throw new RequestException(
          "skin: expected 1 to " + MAX_JOINTS + " joints, got " + skin.jointCount());
    }
  }
}
