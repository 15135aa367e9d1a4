package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How likely a skeleton is to be in which pose, as far as squared distances over all poses depend
 * on it: a model for every joint, mixed at will, and groups of joints that move together (Merry,
 * Marais and Gain, "Animation Space: A Truly Linear Framework for Character Animation", 2006,
 * section 5.1; Merry's thesis, 2007, section 3.3.1). {@link #expectation} makes of it the matrix
 * E[GᵀG] over the joints of a skin. {@link #sampleMean} goes there straight from poses, assuming
 * nothing.
 *
 * <p>All nodes of the skeleton count, joints of the skin or not: a clip may well drive a node above
 * the skin's joints. Joints of which nothing is said stay at rest. One thread at a time.
 */
public final class PoseDistribution {
  /** As many joints as a skin may have. */
  public static final int MAX_JOINTS = Propagation.MAX_JOINTS;

  private final Skeleton skeleton;
  private final JointStatistics[] statistics;
  private final List<JointGroup> groups = new ArrayList<>();
  private int base = Skeleton.NO_PARENT;

  /** The skeleton at rest and nothing else: distances are those of the rest pose. */
  public PoseDistribution(Skeleton skeleton) {
    this.skeleton = skeleton;
    statistics = new JointStatistics[skeleton.jointCount()];
    for (int j = 0; j < statistics.length; j++) {
      statistics[j] = JointStatistics.fixed(skeleton, j);
    }
  }

  /**
   * Nothing is known but the skeleton: every joint of the skin takes all rotations alike, bones
   * keep their lengths, nodes between them stay at rest.
   */
  public static PoseDistribution uniform(Skeleton skeleton, Skin skin) {
    PoseDistribution made = new PoseDistribution(skeleton);
    for (int i = 0; i < skin.jointCount(); i++) {
      made.set(skin.joint(i), JointStatistics.uniformRotation(skeleton, skin.joint(i)));
    }
    return made;
  }

  /**
   * Every joint of the skeleton turns about any axis by up to a limit, bones keep their lengths.
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

  /** Joints move independently of each other, each as the samples show. */
  public static PoseDistribution ofSamples(PoseSamples samples, JointModel model) {
    JointModel[] models = new JointModel[samples.skeleton().jointCount()];
    Arrays.fill(models, model);
    return ofSamples(samples, models);
  }

  /**
   * As above with a model for every joint of the skeleton.
   *
   * @param models one a joint; read only
   */
  public static PoseDistribution ofSamples(PoseSamples samples, JointModel[] models) {
    PoseDistribution made = new PoseDistribution(samples.skeleton());
    if (models.length != made.statistics.length) {
      throw new IllegalArgumentException(
          "models: expected " + made.statistics.length + ", got " + models.length);
    }
    SampleMoments moments = new SampleMoments(samples);
    for (int j = 0; j < models.length; j++) {
      made.statistics[j] = moments.of(j, models[j]);
    }
    return made;
  }

  /** Says how one joint moves, in place of what was said before. */
  public PoseDistribution set(int joint, JointStatistics how) {
    checkJoint(joint);
    statistics[joint] = how;
    return this;
  }

  /**
   * Says that some joints move together, as samples show, and independently of all others. Joints
   * between them belong to the group too: for two hands that is both arms up to where they meet.
   * What {@link #set} said of them no longer counts.
   *
   * @param samples of the same skeleton; kept, and gone through by {@link #expectation}
   * @param joints at least one; copied
   */
  public PoseDistribution group(PoseSamples samples, int... joints) {
    if (samples.skeleton() != skeleton) {
      throw new IllegalArgumentException("samples: expected those of the same skeleton");
    }
    JointGroup added = JointGroup.of(samples, joints);
    for (JointGroup group : groups) {
      for (int joint : added.members) {
        if (group.placeOf(joint) >= 0) {
          throw new IllegalArgumentException(
              "group: expected joints in no other group, got " + skeleton.name(joint));
        }
      }
    }
    groups.add(added);
    return this;
  }

  /**
   * Leaves out how the character travels: this joint and those above it are taken to be at rest.
   * Distances do not change by it as long as those only turn and move, but numbers stay small,
   * which keeps them exact for a character that walks away from the origin.
   */
  public PoseDistribution measuredFrom(int joint) {
    checkJoint(joint);
    base = joint;
    return this;
  }

  /** The lowest joint that all joints of a skin hang on, or {@link Skeleton#NO_PARENT}. */
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

  /** E[GᵀG] over the joints of a skin, in time and memory quadratic in the joints. */
  public ExpectationMatrix expectation(Skin skin) {
    checkSkin(skeleton, skin);
    JointStatistics[] used = statistics.clone();
    for (int j = base; j != Skeleton.NO_PARENT; j = skeleton.parent(j)) {
      used[j] = JointStatistics.fixed(skeleton, j);
      for (JointGroup group : groups) {
        if (group.placeOf(j) >= 0) {
          throw new IllegalArgumentException(
              "group: expected none at or above the joint measured from, got " + skeleton.name(j));
        }
      }
    }
    return new Propagation(skeleton, used, groups, skin).expectation();
  }

  /** The mean of GᵀG over poses: exact for those poses, whatever depends on what. */
  public static ExpectationMatrix sampleMean(PoseSamples samples, Skin skin) {
    return sampleMean(samples, skin, Skeleton.NO_PARENT);
  }

  /**
   * As above without how the character travels.
   *
   * @param base every pose is moved so that this joint is where it is at rest; all joints of the
   *     skin must be under it. Poses in which it is singular cannot be moved and are refused
   */
  public static ExpectationMatrix sampleMean(PoseSamples samples, Skin skin, int base) {
    Skeleton skeleton = samples.skeleton();
    checkSkin(skeleton, skin);
    int b = skin.jointCount();
    double[] home = new double[Affine.SIZE];
    if (base != Skeleton.NO_PARENT) {
      new Pose(skeleton).copyGlobal(base, home, 0);
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
    samples.forEach(
        pose -> {
          copyGlobals(pose, skin, globals);
          if (base != Skeleton.NO_PARENT) {
            moveHome(pose, base, home, back, globals);
          }
          addPose(globals, gram);
          for (int i = 0; i < means.length; i++) {
            means[i] += globals[i];
          }
        });
    for (int i = 0; i < means.length; i++) {
      means[i] /= samples.count();
    }
    return ExpectationMatrix.ofRows(b, gram.mean(samples.count()), means);
  }

  private static void moveHome(
      Pose pose, int base, double[] home, double[] back, double[] globals) {
    pose.copyGlobal(base, back, 0);
    if (!Affine.invert(back, 0, back, 0)) {
      throw new IllegalArgumentException(
          "pose: expected an invertible transform of " + pose.skeleton().name(base));
    }
    Affine.multiply(home, 0, back, 0, back, 0);
    for (int g = 0; g < globals.length; g += Affine.SIZE) {
      Affine.multiply(back, 0, globals, g, globals, g);
    }
  }

  /** Copies the global transforms of a skin's joints. */
  public static void copyGlobals(Pose pose, Skin skin, double[] out) {
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), out, Affine.SIZE * i);
    }
  }

  private static void addPose(double[] globals, GramSum gram) {
    for (int r = 0; r < 3; r++) {
      for (int i = 0; i < globals.length / Affine.SIZE; i++) {
        System.arraycopy(globals, Affine.SIZE * i + 4 * r, gram.rows(), gram.next() + 4 * i, 4);
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

  public static void checkSkin(Skeleton skeleton, Skin skin) {
    for (int i = 0; i < skin.jointCount(); i++) {
      if (skin.joint(i) < 0 || skin.joint(i) >= skeleton.jointCount()) {
        throw new IllegalArgumentException(
            "skin: expected joints below " + skeleton.jointCount() + ", got " + skin.joint(i));
      }
    }
    if (skin.jointCount() == 0 || skin.jointCount() > MAX_JOINTS) {
      throw new IllegalArgumentException(
          "skin: expected 1 to " + MAX_JOINTS + " joints, got " + skin.jointCount());
    }
  }
}
