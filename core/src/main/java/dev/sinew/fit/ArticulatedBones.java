package dev.sinew.fit;

import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.ArticulatedSolve.Attraction;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;

/**
 * Bones of the examples as a skeleton that rotates about fixed joints, with a free root: the joints
 * and the poses for the current skin. Each joint is attracted to its expected position in the middle
 * of the skin that the bone shares with its parent. The attraction is weak at first and grows while
 * a joint is outside of the body.
 */
final class ArticulatedBones implements MotionSolver {
  /** The attraction at first, relative to the shared skin in vertices, per frame. */
  private static final double PULL = 1e-3;

  /** The growth of the attraction of a joint that is outside. */
  private static final double GROWTH = 6;

  /** Solves for joints outside of the body, per call. */
  private static final int MAX_RETURNS = 3;

  private static final int POSE_STEPS = 12;
  private static final int JOINT_STEPS = 6;
  private static final int FINAL_STEPS = 60;

  private final Examples examples;
  private final RunContext context;
  private final BoneTree tree;
  private final double[] joints;
  private final Attraction attraction;
  private final WindingNumber winding;

  /**
   * @param joints the start of the joints
   * @param expected their expected positions
   * @param shared the amount of skin that each bone shares with its parent, in vertices
   */
  ArticulatedBones(
      Examples examples,
      BoneTree tree,
      double[] joints,
      double[] expected,
      double[] shared,
      RunContext context) {
    this.examples = examples;
    this.context = context;
    this.tree = tree;
    this.joints = joints.clone();
    double[] strengths = new double[shared.length];
    for (int b = 0; b < strengths.length; b++) {
      strengths[b] = PULL * examples.frameCount() * Math.max(1, shared[b]);
    }
    attraction = new Attraction(expected, strengths);
    winding = new WindingNumber(examples.rest, examples.reference().triangles());
  }

  /** Returns the hierarchy and the joints. */
  Articulation articulation() {
    return new Articulation(tree, joints.clone());
  }

  @Override
  public void improve(SkinRows rows, BoneMotions motions, int sweeps) {
    ArticulatedSolve solve = solver(rows, motions);
    solve.poses(joints, motions, 1, POSE_STEPS);
    solve.posesAndJoints(joints, attraction, motions, 1, JOINT_STEPS);
    for (int n = 0; n < MAX_RETURNS && strengthenOutside(); n++) {
      solve.posesAndJoints(joints, attraction, motions, 1, JOINT_STEPS);
    }
  }

  /** Solves the poses of the current joints to convergence. */
  void finish(SkinRows rows, BoneMotions motions) {
    solver(rows, motions).poses(joints, motions, 1, FINAL_STEPS);
  }

  private ArticulatedSolve solver(SkinRows rows, BoneMotions motions) {
    BoneSolve free = new BoneSolve(rows, examples.rest, motions.boneCount(), false, context);
    return new ArticulatedSolve(free.sums(examples.shapes()), tree, context);
  }

  /** Attracts joints outside of the body more strongly; returns true if there are any. */
  private boolean strengthenOutside() {
    boolean[] outside = new boolean[tree.parents().length];
    context.run(
        outside.length,
        b -> outside[b] = tree.parents()[b] >= 0 && !winding.isInside(joints, 3 * b));
    boolean any = false;
    for (int b = 0; b < outside.length; b++) {
      if (outside[b]) {
        attraction.strengths()[b] *= GROWTH;
        any = true;
      }
    }
    return any;
  }
}
