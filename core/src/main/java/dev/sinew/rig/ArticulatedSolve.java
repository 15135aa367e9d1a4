package dev.sinew.rig;

import dev.sinew.run.RunContext;

/**
 * Poses and joints of an articulated skeleton for a given skin: rotations of all bones about their
 * joints and a free motion of each root that minimise Σ_k Σ_v |Σ_j M_jᵏ p_j − vᵏ|² (the energy of
 * Merry's thesis, section 4.1.4, and of "Character animation from examples", chapter 4, for whole
 * skins instead of rigid cores).
 *
 * <p>Levenberg–Marquardt on {@link ArticulatedSums}, so a step does not depend on the number of
 * vertices, and by {@link PoseSystem} its cost is in proportion to the pairs of bones that share
 * skin.
 */
public final class ArticulatedSolve {
  static final double START_DAMPING = 1e-3;
  static final double MIN_DAMPING = 1e-9;
  static final double MAX_DAMPING = 1e6;

  /** A step that lowers the error by a smaller part ends the search. */
  static final double CONVERGED = 1e-6;

  /** More bones than this count as many. */
  private static final int MANY_BONES = 60;

  private final ArticulatedSums sums;
  private final PoseSystem.Layout layout;
  private final RunContext context;

  /**
   * Joints that are attracted to points with a strength each: strength · |h − point|² is added to
   * the error.
   *
   * @param points x, y, z per joint
   * @param strengths one per joint, 0 or more
   */
  public record Attraction(double[] points, double[] strengths) {}

  /**
   * Returns how many steps to take of an iteration whose steps cost more the more bones there are.
   * Many bones are small and near their joints from the start, so they need fewer.
   *
   * @param steps the number of steps for few bones
   * @param least the lower limit of the result
   */
  public static int effort(int steps, int least, int bones) {
    return isMany(bones) ? Math.max(Math.min(least, steps), steps * MANY_BONES / bones) : steps;
  }

  /** Returns true if the work per bone must be limited. */
  public static boolean isMany(int bones) {
    return bones > MANY_BONES;
  }

  /** Prepares the sums of a skin for a hierarchy. */
  public ArticulatedSolve(BlendSums blend, BoneTree tree, RunContext context) {
    this.context = context;
    sums = new ArticulatedSums(blend, tree);
    layout = new PoseSystem.Layout(sums);
  }

  /**
   * Improves the poses of fixed joints.
   *
   * @param joints x, y, z of each joint at rest
   * @param motions the start: rotations, and the motions of roots; overwritten from a frame on
   * @param from the first frame to solve
   * @param maxSteps the maximum number of steps per frame
   */
  public void poses(double[] joints, BoneMotions motions, int from, int maxSteps) {
    sums.setJoints(joints);
    context.run(
        sums.frames - from,
        i -> {
          ArticulatedPose pose = new ArticulatedPose(sums, motions, from + i);
          improve(pose, maxSteps);
          pose.write(motions);
        });
  }

  private void improve(ArticulatedPose pose, int maxSteps) {
    PoseSystem system = new PoseSystem(pose, layout);
    double[] slope = new double[layout.unknownCount()];
    double[] step = new double[slope.length];
    double damping = START_DAMPING;
    pose.follow();
    double error = pose.error();
    for (int i = 0; i < maxSteps && damping < MAX_DAMPING; i++) {
      pose.slope(slope);
      double before = error;
      while (error >= before && damping < MAX_DAMPING) {
        system.factor(damping);
        System.arraycopy(slope, 0, step, 0, step.length);
        system.solve(step);
        pose.move(step);
        pose.follow();
        double after = pose.error();
        if (after < error) {
          error = after;
          damping = Math.max(MIN_DAMPING, damping / 10);
        } else {
          pose.undo();
          damping *= 10;
        }
      }
      if (before - error <= CONVERGED * before) {
        return;
      }
    }
  }

  /**
   * Improves joints and poses together.
   *
   * @param joints the start; overwritten
   * @param motions the start; overwritten from a frame on
   * @param from the first frame to solve; earlier frames do not move the joints
   * @param maxSteps the maximum number of steps
   */
  public void posesAndJoints(
      double[] joints, Attraction attraction, BoneMotions motions, int from, int maxSteps) {
    sums.setJoints(joints);
    new PosesAndJoints(sums, layout, attraction, motions, from, context).improve(maxSteps);
  }
}
