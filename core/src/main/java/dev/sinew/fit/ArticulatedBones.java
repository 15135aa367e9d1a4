package dev.sinew.fit;

import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.MotionSolver;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.ArticulatedSolve.Attraction;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;

/**
 * Bones of the examples as a skeleton that rotates about fixed joints, with a free root: the joints
 * and the poses for the current skin. Each joint is attracted to its expected position in the
 * middle of the skin that the bone shares with its parent. The attraction is weak at first and
 * grows while a joint is outside of the body.
 */
final class ArticulatedBones implements MotionSolver {
  /** Lower bound of the size of the skin around a joint, in box sides. */
  private static final double MIN_RADIUS = 1e-3;

  /** The distance of a joint from its expected position that counts as outside, in radii. */
  private static final double REACH = 1.5;

  /** The growth of the attraction of a joint that is outside. */
  private static final double GROWTH = 6;

  /** Solves for joints outside of the body, per call. */
  private static final int MAX_RETURNS = 3;

  private static final int POSE_STEPS = 12;
  private static final int LEAST_POSE_STEPS = 4;
  private static final int JOINT_STEPS = 6;
  private static final int LEAST_JOINT_STEPS = 2;
  private static final int FINAL_STEPS = 60;

  private final Examples examples;
  private final RunContext context;
  private final BoneTree tree;
  private final double[] joints;
  private final Attraction attraction;
  private final double[] radii;
  private final WindingNumber winding;

  /**
   * Starts with the links of a skin.
   *
   * @param known the hierarchy and the joints, as far as they are given
   * @param noise the rms error of the skin, in box sides
   */
  ArticulatedBones(
      Examples examples, SharedSkin shared, KnownSkeleton known, double noise, RunContext context) {
    this.examples = examples;
    this.context = context;
    winding = new WindingNumber(examples.rest, examples.reference().triangles());
    tree = known.tree() == null ? shared.tree() : known.tree();
    double[] expected = known.joints();
    if (expected == null) {
      expected = shared.expectedJoints(tree);
      joints = shared.agreedJoints(tree, expected);
    } else {
      joints = expected.clone();
    }
    radii = shared.spreads(tree);
    double[] strengths = shared.sharedVertices(tree);
    for (int b = 0; b < strengths.length; b++) {
      double part = noise / Math.max(radii[b], MIN_RADIUS);
      strengths[b] = part * part * examples.frameCount() * Math.max(1, strengths[b]);
    }
    attraction = new Attraction(expected.clone(), strengths);
  }

  private ArticulatedBones(ArticulatedBones from) {
    examples = from.examples;
    context = from.context;
    winding = from.winding;
    tree = from.tree;
    joints = from.joints.clone();
    radii = from.radii;
    attraction = new Attraction(from.attraction.points(), from.attraction.strengths().clone());
  }

  ArticulatedBones copy() {
    return new ArticulatedBones(this);
  }

  /** Returns the hierarchy and the joints. */
  Articulation articulation() {
    return new Articulation(tree, joints.clone());
  }

  @Override
  public void improve(SkinRows rows, BoneMotions motions, int sweeps) {
    ArticulatedSolve solve = solver(rows, motions);
    int bones = motions.boneCount();
    int jointSteps = ArticulatedSolve.effort(JOINT_STEPS, LEAST_JOINT_STEPS, bones);
    int returns = ArticulatedSolve.effort(MAX_RETURNS, 1, bones);
    solve.poses(joints, motions, 1, ArticulatedSolve.effort(POSE_STEPS, LEAST_POSE_STEPS, bones));
    solve.posesAndJoints(joints, attraction, motions, 1, jointSteps);
    for (int n = 0; n < returns && strengthenOutside(); n++) {
      solve.posesAndJoints(joints, attraction, motions, 1, jointSteps);
    }
  }

  /** Solves the poses only, for the joints as they are. */
  void improvePoses(SkinRows rows, BoneMotions motions, int sweeps) {
    solver(rows, motions).poses(joints, motions, 1, POSE_STEPS);
  }

  /** Solves the poses of the current joints to convergence. */
  void finish(SkinRows rows, BoneMotions motions) {
    solver(rows, motions).poses(joints, motions, 1, FINAL_STEPS);
  }

  private ArticulatedSolve solver(SkinRows rows, BoneMotions motions) {
    BoneSolve free =
        new BoneSolve(rows, examples.rest, motions.boneCount(), BoneFreedom.RIGID, context);
    return new ArticulatedSolve(free.sums(examples.shapes()), tree, context);
  }

  /** Attracts joints that left the body or their limb more strongly; returns true for any. */
  private boolean strengthenOutside() {
    boolean[] outside = new boolean[tree.parents().length];
    context.run(outside.length, b -> outside[b] = tree.parents()[b] >= 0 && isOff(b));
    boolean any = false;
    for (int b = 0; b < outside.length; b++) {
      if (outside[b]) {
        attraction.strengths()[b] *= GROWTH;
        any = true;
      }
    }
    return any;
  }

  private boolean isOff(int b) {
    double sum = 0;
    for (int i = 3 * b; i < 3 * b + 3; i++) {
      double d = joints[i] - attraction.points()[i];
      sum += d * d;
    }
    double reach = REACH * radii[b];
    return sum > reach * reach || !winding.isInside(joints, 3 * b);
  }
}
