package dev.sinew.solve;

import dev.sinew.linalg.EnvelopeCholesky;
import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.math.Quaternion;
import dev.sinew.pose.Turn;
import java.util.List;

/**
 * Solves the pose of one frame: Levenberg-Marquardt on all parameters at once (Marquardt 1963, with
 * the damping scaled by the diagonal). Limits are kept by projection: an angle at its limit whose
 * gradient points outwards is left out of the step, the others are clamped after it.
 *
 * <p>From the rest pose a few sweeps come first in which each joint, from the root outwards, takes
 * the rotation that fits its whole subtree best with all others fixed (the order of section 4.3 of
 * the thesis "Character animation from examples"). That exact solve per joint also finds large
 * rotations, from which the linearised one then converges.
 */
final class PoseSolver {
  private static final int MAX_STEPS = 200;
  private static final int SWEEPS = 4;
  private static final double FIRST_DAMPING = 1e-3;
  private static final double MIN_DAMPING = 1e-12;
  private static final double MAX_DAMPING = 1e8;

  /** Steps end when the energy falls by less than this share, or by less than its rounding. */
  private static final double CONVERGED = 1e-9;

  private static final double ROUNDING = 1e-17;

  /**
   * A frame whose squared error is this many times that of the frame before is solved from rest
   * too.
   */
  private static final double WORSE = 2;

  /** Mean squared errors below this are no reason to start again. */
  private static final double GOOD = 1e-9;

  /** The weight of no rotation in a sweep, relative to the moments of the subtree. */
  private static final double NO_ROTATION = 1e-6;

  private final RigParameters rig;
  private final PoseEnergy energy;
  private final Procrustes procrustes = new Procrustes(false);
  private final RigPose trial;
  private final double[] step;
  private final double[] system;

  PoseSolver(RigParameters rig, PoseEnergy energy) {
    this.rig = rig;
    this.energy = energy;
    trial = new RigPose(rig);
    step = new double[rig.parameterCount()];
    system = new double[step.length * step.length];
  }

  /**
   * A solved frame.
   *
   * @param energy the mean squared error in units, with the prior
   * @param fromRest true if the solve from rest was better than that from the frame before
   */
  record Solved(RigPose pose, double energy, boolean fromRest) {}

  /** Solves a frame from rest. */
  Solved solve() {
    RigPose pose = new RigPose(rig);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      sweep(pose);
    }
    return new Solved(pose, improve(pose), true);
  }

  /** Solves a frame from the frame before; also from rest if the error grew. */
  Solved solveAfter(Solved before) {
    RigPose pose = new RigPose(rig);
    pose.set(before.pose());
    double found = improve(pose);
    if (found > WORSE * before.energy() + GOOD) {
      Solved again = solve();
      if (again.energy() < found) {
        return again;
      }
    }
    return new Solved(pose, found, false);
  }

  /** Improves a pose until it converges; returns its energy. */
  private double improve(RigPose pose) {
    double damping = FIRST_DAMPING;
    double current = energy.energy(pose);
    for (int i = 0; i < MAX_STEPS; i++) {
      energy.linearise(pose);
      double next = Double.POSITIVE_INFINITY;
      while (damping <= MAX_DAMPING) {
        double expected = computeStep(pose, damping);
        if (!(expected > ROUNDING)) {
          return current;
        }
        trial.set(pose);
        trial.step(step, energy.unit());
        next = energy.energy(trial);
        if (next < current) {
          break;
        }
        damping *= 4;
      }
      if (!(next < current)) {
        return current;
      }
      pose.set(trial);
      damping = Math.max(MIN_DAMPING, damping / 5);
      boolean converged = current - next <= CONVERGED * current;
      current = next;
      if (converged) {
        return current;
      }
    }
    return current;
  }

  /** Computes a damped step; returns the decrease that the linearised energy promises. */
  private double computeStep(RigPose pose, double damping) {
    int n = step.length;
    boolean[] held = heldAtLimits(pose);
    double[] right = new double[n];
    // From the leaves to the roots: limbs that share no points then have nothing to do with each
    // other.
    for (int r = 0; r < n; r++) {
      int own = n - 1 - r;
      right[r] = held[own] ? 0 : -energy.gradient[own];
      for (int c = 0; c < r; c++) {
        int other = n - 1 - c;
        system[n * r + c] = held[own] || held[other] ? 0 : energy.hessian[n * other + own];
      }
      double diagonal = energy.hessian[n * own + own];
      system[n * r + r] = held[own] ? 1 : diagonal * (1 + damping) + ROUNDING;
    }
    int[] first = EnvelopeCholesky.firstNonZero(n, system);
    EnvelopeCholesky.factor(n, system, first, ROUNDING);
    EnvelopeCholesky.solve(n, system, first, right);
    for (int i = 0; i < n; i++) {
      step[i] = right[n - 1 - i];
    }
    double expected = 0;
    for (int i = 0; i < n; i++) {
      expected -= step[i] * energy.gradient[i];
    }
    return expected;
  }

  /** Returns the angles at a limit that the gradient pushes outwards, and fixed ones. */
  private boolean[] heldAtLimits(RigPose pose) {
    boolean[] held = new boolean[step.length];
    for (int j = 0; j < rig.jointCount(); j++) {
      List<Turn> turns = rig.turns.get(j).orElse(List.of());
      for (int i = 0; i < turns.size(); i++) {
        double angle = pose.angle(j, i);
        double slope = energy.gradient[rig.first[j] + i];
        held[rig.first[j] + i] =
            (angle <= turns.get(i).from() && slope >= 0)
                || (angle >= turns.get(i).to() && slope <= 0);
      }
    }
    return held;
  }

  /** Fits the rotation of each joint in turn, with that of its whole subtree. */
  private void sweep(RigPose pose) {
    double[] target = new double[Affine.SIZE];
    double[] moments = new double[16];
    double[] motion = new double[Affine.SIZE];
    for (int j = 0; j < rig.jointCount(); j++) {
      energy.fitOf(pose, j, target, moments);
      boolean root = rig.parents[j] < 0;
      double[] centre = energy.centreOf(pose, j);
      if (!root) {
        moveOrigin(centre, target, moments);
      }
      preferNoRotation(target, moments);
      if (procrustes.solve(target, moments, 0, motion, 0)) {
        apply(pose, j, motion, centre, root);
      }
    }
  }

  /**
   * Moves the origin of the sums to the joint and drops the translation: a joint that does not
   * translate only turns its subtree about itself.
   */
  private static void moveOrigin(double[] centre, double[] target, double[] moments) {
    // With y' = y − w c: Σ z' y'ᵀ = Σ z yᵀ − Σ z w cᵀ − c Σ w yᵀ + c cᵀ Σ w².
    double ww = moments[15];
    double[] wy = {moments[12], moments[13], moments[14]};
    for (int r = 0; r < 3; r++) {
      double zw = target[4 * r + 3];
      for (int c = 0; c < 3; c++) {
        target[4 * r + c] += -zw * centre[c] - centre[r] * wy[c] + centre[r] * centre[c] * ww;
        moments[4 * r + c] += -wy[r] * centre[c] - centre[r] * wy[c] + centre[r] * centre[c] * ww;
      }
    }
    for (int i = 0; i < 3; i++) {
      target[4 * i + 3] = 0;
      moments[4 * i + 3] = 0;
      moments[12 + i] = 0;
    }
    moments[15] = 1;
  }

  /** Adds a little of the present rotation, for subtrees in a line, whose twist is open. */
  private static void preferNoRotation(double[] target, double[] moments) {
    double little = NO_ROTATION * (moments[0] + moments[5] + moments[10]) + 1e-15;
    for (int i = 0; i < 3; i++) {
      target[5 * i] += little;
    }
  }

  private void apply(RigPose pose, int j, double[] motion, double[] centre, boolean root) {
    double[] above = new double[Affine.SIZE];
    double[] inverse = new double[Affine.SIZE];
    pose.copyAbove(j, above);
    if (!Affine.invert(above, 0, inverse, 0)) {
      return;
    }
    double[] q = new double[Quaternion.SIZE];
    pose.copyRotation(j, q, 0);
    double[] turned = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, turned, 0);
    // A⁻¹ R A q, of which only the rotation counts.
    Affine.multiply(above, 0, turned, 0, turned, 0);
    Affine.multiply(motion, 0, turned, 0, turned, 0);
    Affine.multiply(inverse, 0, turned, 0, turned, 0);
    Affine.toTrs(turned, 0, new double[3], 0, q, 0, new double[3], 0);
    pose.turnTo(j, q);
    if (root) {
      double[] moved = new double[3];
      Affine.transformPoint(motion, 0, centre, 0, moved, 0);
      double u = energy.unit();
      pose.shift(
          j, u * (moved[0] - centre[0]), u * (moved[1] - centre[1]), u * (moved[2] - centre[2]));
    }
  }
}
