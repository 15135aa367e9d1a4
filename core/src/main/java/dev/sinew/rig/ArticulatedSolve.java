package dev.sinew.rig;

import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Poses and joints of an articulated skeleton for a given skin: rotations of all bones about their
 * joints and a free motion of each root that minimise Σ_k Σ_v |Σ_j M_jᵏ p_j − vᵏ|² (the energy of
 * Merry's thesis, section 4.1.4, and of "Character animation from examples", chapter 4, for whole
 * skins instead of rigid cores).
 *
 * <p>Levenberg–Marquardt on {@link ArticulatedSums}, so a step does not depend on the number of
 * vertices. If joints move too, the poses are eliminated: conjugate gradients solve the Schur
 * complement of the joints, in which each product solves one small system per frame.
 */
public final class ArticulatedSolve {
  private static final double START_DAMPING = 1e-3;
  private static final double MIN_DAMPING = 1e-9;
  private static final double MAX_DAMPING = 1e6;

  /** A step that lowers the error by a smaller part ends the search. */
  private static final double CONVERGED = 1e-6;

  private static final ConjugateGradient INNER = new ConjugateGradient(60, 1e-3);

  private final BoneTree tree;
  private final ArticulatedSums sums;
  private final ArticulatedFrame.Layout layout;
  private final RunContext context;

  /**
   * Joints that are attracted to points with a strength each: strength · |h − point|² is added to
   * the error.
   *
   * @param points x, y, z per joint
   * @param strengths one per joint, 0 or more
   */
  public record Attraction(double[] points, double[] strengths) {}

  /** Prepares the sums of a skin for a hierarchy. */
  public ArticulatedSolve(BlendSums blend, BoneTree tree, RunContext context) {
    this.tree = tree;
    this.context = context;
    sums = new ArticulatedSums(blend, tree);
    layout = new ArticulatedFrame.Layout(sums, tree);
  }

  /**
   * Improves the poses of fixed joints.
   *
   * @param joints x, y, z of each joint at rest; those of roots are ignored
   * @param motions the start, of which rotations are used; overwritten from a frame on
   * @param from the first frame to solve
   * @param maxSteps the maximum number of steps per frame
   */
  public void poses(double[] joints, BoneMotions motions, int from, int maxSteps) {
    sums.setJoints(joints);
    context.run(
        sums.frames - from,
        i -> {
          ArticulatedFrame frame = new ArticulatedFrame(sums, layout, motions, from + i);
          frame.readTargets();
          improve(frame, maxSteps);
          frame.write(tree, joints, motions);
        });
  }

  private void improve(ArticulatedFrame frame, int maxSteps) {
    double[] step = new double[layout.size()];
    double damping = START_DAMPING;
    double error = frame.error();
    for (int i = 0; i < maxSteps && damping < MAX_DAMPING; i++) {
      frame.linearise();
      double before = error;
      while (error >= before && damping < MAX_DAMPING) {
        frame.factor(damping);
        System.arraycopy(frame.slope, 0, step, 0, step.length);
        frame.solve(step);
        frame.move(step);
        double after = frame.error();
        if (after < error) {
          error = after;
          damping = Math.max(MIN_DAMPING, damping / 10);
        } else {
          frame.undo();
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
    new Together(joints, attraction, motions, from).improve(maxSteps);
  }

  /** All frames at once. */
  private final class Together {
    private final double[] joints;
    private final Attraction attraction;
    private final BoneMotions motions;
    private final ArticulatedFrame[] frames;
    private final double[][] poses;
    private final double[][] levers;
    private final double[][] parts;
    private final double[] preconditioner = new double[9 * sums.bones];

    Together(double[] joints, Attraction attraction, BoneMotions motions, int from) {
      this.joints = joints;
      this.attraction = attraction;
      this.motions = motions;
      frames =
          IntStream.range(from, sums.frames)
              .mapToObj(k -> new ArticulatedFrame(sums, layout, motions, k))
              .toArray(ArticulatedFrame[]::new);
      poses = new double[frames.length][layout.size()];
      levers = new double[frames.length][3 * sums.bones];
      parts = new double[frames.length][3 * sums.bones];
    }

    void improve(int maxSteps) {
      double damping = START_DAMPING;
      double error = errorAt();
      for (int i = 0; i < maxSteps && damping < MAX_DAMPING; i++) {
        context.checkCancelled();
        context.run(frames.length, k -> frames[k].linearise());
        double[] slope = jointSlope();
        double before = error;
        while (error >= before && damping < MAX_DAMPING) {
          double[] change = solve(slope, damping);
          double[] old = joints.clone();
          move(change);
          double after = errorAt();
          if (after < error) {
            error = after;
            damping = Math.max(MIN_DAMPING, damping / 10);
          } else {
            System.arraycopy(old, 0, joints, 0, joints.length);
            Arrays.stream(frames).forEach(ArticulatedFrame::undo);
            damping *= 10;
            errorAt();
          }
        }
        if (before - error <= CONVERGED * before) {
          break;
        }
      }
      for (ArticulatedFrame frame : frames) {
        frame.write(tree, joints, motions);
      }
    }

    private double errorAt() {
      sums.setJoints(joints);
      double[] errors = new double[frames.length];
      context.run(
          frames.length,
          k -> {
            frames[k].readTargets();
            errors[k] = frames[k].error();
          });
      double sum = 0;
      for (double error : errors) {
        sum += error;
      }
      for (int i = 0; i < joints.length; i++) {
        double d = joints[i] - attraction.points[i];
        sum += sums.parents[i / 3] < 0 ? 0 : attraction.strengths[i / 3] * d * d;
      }
      return sum;
    }

    private double[] jointSlope() {
      double[] slope = new double[joints.length];
      Arrays.fill(preconditioner, 0);
      for (ArticulatedFrame frame : frames) {
        frame.addJointSlope(slope);
        frame.addJointDiagonal(preconditioner);
      }
      for (int i = 0; i < joints.length; i++) {
        if (sums.parents[i / 3] >= 0) {
          slope[i] -= attraction.strengths[i / 3] * (joints[i] - attraction.points[i]);
        }
      }
      return slope;
    }

    /** Returns the change of the joints and leaves the right sides of the poses in place. */
    private double[] solve(double[] slope, double damping) {
      double[][] own = new double[frames.length][];
      double[] none = new double[joints.length];
      double[] right = slope.clone();
      context.run(
          frames.length,
          k -> {
            frames[k].factor(damping);
            own[k] = frames[k].slope.clone();
            frames[k].solve(own[k]);
            Arrays.fill(parts[k], 0);
            frames[k].addReduced(none, own[k], parts[k]);
          });
      addParts(right);
      double[] diagonal = dampedDiagonal(damping);
      double[] factors = diagonal.clone();
      factorBlocks(factors);
      double[] change = new double[joints.length];
      INNER.solve(
          (x, out) -> multiply(x, diagonal, out),
          (x, out) -> {
            System.arraycopy(x, 0, out, 0, x.length);
            solveBlocks(factors, out);
          },
          right,
          change);
      return change;
    }

    /** Returns what the diagonal blocks get beyond the sums: attraction and damping. */
    private double[] dampedDiagonal(double damping) {
      double[] blocks = preconditioner.clone();
      double largest = 0;
      for (int c = 0; c < sums.bones; c++) {
        for (int i = 0; i < 9; i += 4) {
          largest = Math.max(largest, blocks[9 * c + i] + attraction.strengths[c]);
        }
      }
      for (int c = 0; c < sums.bones; c++) {
        for (int i = 0; i < 9; i += 4) {
          double own = blocks[9 * c + i] + attraction.strengths[c];
          blocks[9 * c + i] = own + damping * own + 1e-12 * largest + Double.MIN_NORMAL;
        }
      }
      return blocks;
    }

    private void factorBlocks(double[] blocks) {
      double[] one = new double[9];
      for (int c = 0; c < sums.bones; c++) {
        System.arraycopy(blocks, 9 * c, one, 0, 9);
        SmallCholesky.factor(3, one, Double.MIN_NORMAL);
        System.arraycopy(one, 0, blocks, 9 * c, 9);
      }
    }

    private void solveBlocks(double[] factors, double[] x) {
      double[] one = new double[9];
      for (int c = 0; c < sums.bones; c++) {
        System.arraycopy(factors, 9 * c, one, 0, 9);
        SmallCholesky.solve(3, one, x, 3 * c, 1);
      }
    }

    /** Multiplies with the Schur complement of the joints. */
    private void multiply(double[] x, double[] diagonal, double[] out) {
      context.run(
          frames.length,
          k -> {
            frames[k].jointsToPose(x, levers[k], poses[k]);
            frames[k].solve(poses[k]);
            Arrays.fill(parts[k], 0);
            frames[k].addReduced(levers[k], poses[k], parts[k]);
          });
      for (int i = 0; i < out.length; i++) {
        int c = i / 3;
        int d = 9 * c + 4 * (i % 3);
        out[i] = sums.parents[c] < 0 ? x[i] : (diagonal[d] - preconditioner[d]) * x[i];
      }
      addParts(out);
    }

    /** Adds the parts of all frames in their order, so that the sum does not depend on threads. */
    private void addParts(double[] out) {
      for (double[] part : parts) {
        for (int i = 0; i < out.length; i++) {
          out[i] += part[i];
        }
      }
    }

    /** Moves the joints by a change and all poses by the steps that follow from it. */
    private void move(double[] change) {
      context.run(
          frames.length,
          k -> {
            double[] step = poses[k];
            frames[k].jointsToPose(change, levers[k], step);
            for (int i = 0; i < step.length; i++) {
              step[i] = frames[k].slope[i] - step[i];
            }
            frames[k].solve(step);
            frames[k].move(step);
          });
      for (int i = 0; i < joints.length; i++) {
        joints[i] += sums.parents[i / 3] < 0 ? 0 : change[i];
      }
    }
  }
}
