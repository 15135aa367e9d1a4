package dev.sinew.rig;

import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;
import dev.sinew.rig.ArticulatedSolve.Attraction;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Levenberg–Marquardt on the poses of all frames and the joints that they share. Poses are
 * eliminated: conjugate gradients solve the Schur complement of the joints, in which each product
 * solves one sparse system per frame. If joint c moves by δ, the skin of all bones beyond it moves
 * by (R_parent − R_c) δ.
 */
final class PosesAndJoints {
  private static final int INNER_STEPS = 60;
  private static final int LEAST_INNER_STEPS = 12;
  private static final double INNER_TOLERANCE = 1e-3;

  private static final int UNKNOWNS = ArticulatedPose.UNKNOWNS;

  private final ArticulatedSums sums;
  private final PoseSystem.Layout layout;
  private final Attraction attraction;
  private final BoneMotions motions;
  private final RunContext context;
  private final double[] joints;
  private final Frame[] frames;

  /** The mass that a joint moves against its parent, about. */
  private final double[] masses;

  private final ConjugateGradient inner;

  /**
   * @param sums with the start as its joints, which are overwritten
   * @param motions the start; overwritten
   */
  PosesAndJoints(
      ArticulatedSums sums,
      PoseSystem.Layout layout,
      Attraction attraction,
      BoneMotions motions,
      int from,
      RunContext context) {
    this.sums = sums;
    this.layout = layout;
    this.attraction = attraction;
    this.motions = motions;
    this.context = context;
    joints = sums.joints;
    inner =
        new ConjugateGradient(
            ArticulatedSolve.effort(INNER_STEPS, LEAST_INNER_STEPS, sums.bones), INNER_TOLERANCE);
    frames = IntStream.range(from, sums.frames).mapToObj(k -> new Frame(k)).toArray(Frame[]::new);
    masses = new double[sums.bones];
    Arrays.setAll(masses, this::massAt);
  }

  /** One frame: its pose, its system and what one product with the Schur complement needs. */
  private final class Frame {
    final ArticulatedPose pose;
    final PoseSystem system;
    final double[] slope = new double[layout.unknownCount()];
    final double[] step = new double[slope.length];
    final double[] moved = new double[3 * sums.bones];
    final double[] part = new double[3 * sums.bones];
    double error;

    Frame(int k) {
      pose = new ArticulatedPose(sums, motions, k);
      system = new PoseSystem(pose, layout);
    }

    /** Computes the displacement of each bone's skin if joints move. */
    void carry(double[] change) {
      for (int b : sums.order) {
        int up = sums.parents[b];
        for (int r = 0; r < 3; r++) {
          moved[3 * b + r] = up < 0 ? 0 : moved[3 * up + r];
          for (int i = 0; i < 3 && up >= 0; i++) {
            moved[3 * b + r] += lever(b, r, i) * change[3 * b + i];
          }
        }
      }
    }

    /** Turns forces on the skin of each bone, which are overwritten, into forces on joints. */
    void collect(double[] forces) {
      for (int n = sums.bones - 1; n >= 0; n--) {
        int b = sums.order[n];
        int up = sums.parents[b];
        for (int i = 0; i < 3; i++) {
          part[3 * b + i] = 0;
          for (int r = 0; r < 3 && up >= 0; r++) {
            part[3 * b + i] += lever(b, r, i) * forces[3 * b + r];
          }
        }
        for (int r = 0; r < 3 && up >= 0; r++) {
          forces[3 * up + r] += forces[3 * b + r];
        }
      }
    }

    /** Returns an entry of R_parent − R_b. */
    private double lever(int b, int row, int column) {
      int o = 4 * row + column;
      return pose.placed[Affine.SIZE * sums.parents[b] + o] - pose.placed[Affine.SIZE * b + o];
    }

    /** Leaves in {@code step} the change of the pose for forces, and in {@code part} the rest. */
    void reduce(double[] forces) {
      double[] left = new double[3 * sums.bones];
      for (int b = 0; b < sums.bones; b++) {
        System.arraycopy(forces, UNKNOWNS * b + 3, left, 3 * b, 3);
      }
      System.arraycopy(forces, 0, step, 0, step.length);
      system.solve(step);
      system.subtractForces(step, left);
      collect(left);
    }

    void multiply(double[] change) {
      carry(change);
      double[] forces = new double[slope.length];
      system.multiply(moved, forces);
      reduce(forces);
    }

    /** Moves the pose as the slope and a change of the joints demand. */
    void move(double[] change) {
      carry(change);
      system.multiply(moved, step);
      for (int i = 0; i < step.length; i++) {
        step[i] = slope[i] - step[i];
      }
      system.solve(step);
      pose.move(step);
    }

    void measure() {
      pose.follow();
      error = pose.error();
    }
  }

  void improve(int maxSteps) {
    double damping = ArticulatedSolve.START_DAMPING;
    double error = errorAt();
    for (int i = 0; i < maxSteps && damping < ArticulatedSolve.MAX_DAMPING; i++) {
      context.checkCancelled();
      context.run(frames.length, k -> frames[k].pose.slope(frames[k].slope));
      double before = error;
      while (error >= before && damping < ArticulatedSolve.MAX_DAMPING) {
        double[] change = solve(damping);
        context.run(frames.length, k -> frames[k].move(change));
        double[] old = joints.clone();
        for (int j = 0; j < joints.length; j++) {
          joints[j] += change[j];
        }
        double after = errorAt();
        if (after < error) {
          error = after;
          damping = Math.max(ArticulatedSolve.MIN_DAMPING, damping / 10);
        } else {
          System.arraycopy(old, 0, joints, 0, joints.length);
          Arrays.stream(frames).forEach(frame -> frame.pose.undo());
          damping *= 10;
          errorAt();
        }
      }
      if (before - error <= ArticulatedSolve.CONVERGED * before) {
        break;
      }
    }
    for (Frame frame : frames) {
      frame.pose.write(motions);
    }
  }

  private double errorAt() {
    sums.setJoints(joints);
    context.run(frames.length, k -> frames[k].measure());
    double sum = 0;
    for (Frame frame : frames) {
      sum += frame.error;
    }
    for (int i = 0; i < joints.length; i++) {
      double d = joints[i] - attraction.points()[i];
      sum += isFixed(i) ? 0 : attraction.strengths()[i / 3] * d * d;
    }
    return sum;
  }

  /** Returns true for coordinates of roots, which have no joint. */
  private boolean isFixed(int i) {
    return sums.parents[i / 3] < 0;
  }

  /** Returns the change of the joints. */
  private double[] solve(double damping) {
    context.run(
        frames.length,
        k -> {
          frames[k].system.factor(damping);
          frames[k].reduce(frames[k].slope);
        });
    double[] right = new double[joints.length];
    for (int i = 0; i < joints.length; i++) {
      right[i] =
          isFixed(i) ? 0 : attraction.strengths()[i / 3] * (attraction.points()[i] - joints[i]);
    }
    addParts(right);
    double[] blocks = ownBlocks();
    double[] extra = strengthen(blocks, damping);
    factorBlocks(blocks);
    double[] change = new double[joints.length];
    inner.solve(
        (x, out) -> multiply(x, extra, out),
        (x, out) -> {
          System.arraycopy(x, 0, out, 0, x.length);
          solveBlocks(blocks, out);
        },
        right,
        change);
    return change;
  }

  private void multiply(double[] x, double[] extra, double[] out) {
    context.run(frames.length, k -> frames[k].multiply(x));
    for (int i = 0; i < out.length; i++) {
      out[i] = isFixed(i) ? x[i] : extra[i / 3] * x[i];
    }
    addParts(out);
  }

  /** Adds the parts of all frames in their order, so that the sum does not depend on threads. */
  private void addParts(double[] out) {
    for (Frame frame : frames) {
      for (int i = 0; i < out.length; i++) {
        out[i] += frame.part[i];
      }
    }
  }

  /**
   * Returns about what the diagonal blocks of the Schur complement are: the skin of a bone moves
   * against that of its parent, both free to turn.
   */
  private double[] ownBlocks() {
    double[] blocks = new double[9 * sums.bones];
    for (Frame frame : frames) {
      for (int b = 0; b < sums.bones; b++) {
        for (int e = 0; e < 9 && sums.parents[b] >= 0; e++) {
          double sum = 0;
          for (int r = 0; r < 3; r++) {
            sum += frame.lever(b, r, e / 3) * frame.lever(b, r, e % 3);
          }
          blocks[9 * b + e] += masses[b] * sum;
        }
      }
    }
    return blocks;
  }

  /** Returns the mass of two bodies that meet in a joint, felt there. */
  private double massAt(int b) {
    int up = sums.parents[b];
    if (up < 0) {
      return 0;
    }
    double[] offset = new double[3];
    double own = massAt(b, offset);
    for (int i = 0; i < 3; i++) {
      offset[i] = joints[3 * b + i] - joints[3 * up + i];
    }
    double above = massAt(up, offset);
    return own > 0 && above > 0 ? own * above / (own + above) : 0;
  }

  /** Returns the mass of a free body felt at a point relative to its joint. */
  private double massAt(int b, double[] point) {
    int m = ArticulatedSums.PAIR * sums.own(b);
    double mass = sums.moments[m + 15];
    double distance = 0;
    double spread = 0;
    for (int i = 0; i < 3 && mass > 0; i++) {
      double middle = sums.moments[m + 4 * i + 3] / mass;
      distance += (point[i] - middle) * (point[i] - middle);
      spread += sums.moments[m + 5 * i] / mass - middle * middle;
    }
    return spread > 0 ? mass * spread / (spread + distance) : 0;
  }

  /**
   * Adds attraction and damping to the diagonal.
   *
   * @return what was added to each block
   */
  private double[] strengthen(double[] blocks, double damping) {
    double largest = 0;
    double[] extra = new double[sums.bones];
    for (int b = 0; b < sums.bones; b++) {
      double trace = blocks[9 * b] + blocks[9 * b + 4] + blocks[9 * b + 8];
      extra[b] = attraction.strengths()[b] + damping * (trace / 3 + attraction.strengths()[b]);
      largest = Math.max(largest, trace + extra[b]);
    }
    for (int b = 0; b < sums.bones; b++) {
      extra[b] += 1e-12 * largest + Double.MIN_NORMAL;
      for (int i = 0; i < 9; i += 4) {
        blocks[9 * b + i] += extra[b];
      }
    }
    return extra;
  }

  private void factorBlocks(double[] blocks) {
    double[] one = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      System.arraycopy(blocks, 9 * b, one, 0, 9);
      SmallCholesky.factor(3, one, Double.MIN_NORMAL);
      System.arraycopy(one, 0, blocks, 9 * b, 9);
    }
  }

  private void solveBlocks(double[] factors, double[] x) {
    double[] one = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      System.arraycopy(factors, 9 * b, one, 0, 9);
      SmallCholesky.solve(3, one, x, 3 * b, 1);
    }
  }
}
