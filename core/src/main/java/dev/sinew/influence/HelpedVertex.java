package dev.sinew.influence;

import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A vertex that loses joints, and the helper that reduces its error most: alone, or with weight t
 * beside a partner, which is one of the vertex's joints or a blend of its heaviest. With u_h and
 * u_b the positions under helper and partner and p the target, the error is the minimum of |(1 − t)
 * u_b + t u_h − p|² over t.
 */
final class HelpedVertex {
  /** The maximum number of joints per vertex; only the heaviest are used. */
  static final int MAX_JOINTS = 32;

  /** No helper. */
  private static final int NONE = -1;

  /** Errors below this, relative to the squared norm, are rounding. */
  private static final double ROUNDING = 1e-14;

  private final double[] x;
  private final int maxJoints;
  private final int[] joints;
  private final double[] weights;

  /** The best weights without helpers. */
  private final double[] limited;

  /** The weights of the heaviest joints, one fewer than the limit, scaled to the sum 1. */
  private final double[] heaviest;

  private final double heaviestSum;

  /** ⟨u_i, u_i⟩ of each joint; {@link #toTarget} is ⟨u_i, p⟩ and {@link #target} is ⟨p, p⟩. */
  private final double[] selves;

  private final double[] toTarget;
  private double target;

  /** The error without helpers; {@link #heaviestError} is that of the heaviest joints alone. */
  private double base;

  private double heaviestError;

  private int[] neighbours = {};

  private int helper = NONE;
  private double share;

  /**
   * The index of the joint beside the helper; the number of joints for the blend of the heaviest.
   */
  private int partner;

  private double error;

  private HelpedVertex(
      double[] x, int[] joints, double[] weights, double[] limited, int maxJoints) {
    this.x = x;
    this.maxJoints = maxJoints;
    this.joints = joints;
    this.weights = weights;
    this.limited = limited;
    heaviest = new double[joints.length];
    int room = Math.min(maxJoints - 1, joints.length);
    heaviestSum = Arrays.stream(weights, 0, room).sum();
    for (int i = 0; i < room; i++) {
      heaviest[i] = weights[i] / heaviestSum;
    }
    selves = new double[joints.length];
    toTarget = new double[joints.length];
  }

  /**
   * Returns a vertex of a mesh.
   *
   * @param maxJoints the maximum number of joints per vertex
   */
  static HelpedVertex of(Loss mesh, int v, int maxJoints) {
    int n = Math.min(MAX_JOINTS, mesh.given().count(v));
    int[] joints = new int[n];
    double[] weights = new double[n];
    double[] limited = new double[n];
    double sum = IntStream.range(0, n).mapToDouble(i -> mesh.given().weight(v, i)).sum();
    for (int i = 0; i < n; i++) {
      joints[i] = mesh.given().joint(v, i);
      weights[i] = mesh.given().weight(v, i) / sum;
      for (int k = 0; k < mesh.limited().count(v); k++) {
        limited[i] += mesh.limited().joint(v, k) == joints[i] ? mesh.limited().weight(v, k) : 0;
      }
    }
    double[] x = Arrays.copyOfRange(mesh.rest(), 3 * v, 3 * v + 3);
    return new HelpedVertex(x, joints, weights, limited, maxJoints);
  }

  /** Returns the rest position; not to be modified. */
  double[] x() {
    return x;
  }

  /** Returns the nearest vertices at rest, itself first. */
  int[] neighbours() {
    return neighbours;
  }

  void setNeighbours(int[] near) {
    neighbours = near;
  }

  /** Returns the index of its helper; negative for none. */
  int helper() {
    return helper;
  }

  /** Returns the squared error, mean over the poses. */
  double error() {
    return error;
  }

  /** Computes the inner products and errors of its own joints. */
  void prepare(List<double[]> motions) {
    int n = joints.length;
    double[] products = products(motions);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double product = products[n * i + j];
        toTarget[i] += weights[j] * product;
        target += weights[i] * weights[j] * product;
        base += (limited[i] - weights[i]) * (limited[j] - weights[j]) * product;
        heaviestError += (heaviest[i] - weights[i]) * (heaviest[j] - weights[j]) * product;
      }
      selves[i] = products[(n + 1) * i];
    }
    base = base > ROUNDING * target ? base : 0;
    error = base;
  }

  /** Returns ⟨u_i, u_j⟩ for all pairs of its joints. */
  private double[] products(List<double[]> motions) {
    int n = joints.length;
    double[] products = new double[n * n];
    double[] moved = new double[3 * n];
    for (double[] motion : motions) {
      for (int i = 0; i < n; i++) {
        Affine.transformPoint(motion, Affine.SIZE * joints[i], x, 0, moved, 3 * i);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double dot = 0;
          for (int c = 0; c < 3; c++) {
            dot += moved[3 * i + c] * moved[3 * j + c];
          }
          products[n * i + j] += dot / motions.size();
        }
      }
    }
    return products;
  }

  /**
   * Assigns it to a new helper, with weight 1 or with the weight that the heaviest joints leave.
   */
  void startWith(int newHelper, boolean whole) {
    helper = newHelper;
    share = whole ? 1 : 1 - heaviestSum;
    partner = joints.length;
  }

  /** Adds its sums for {@link HelperJoint}. */
  void addTo(double[] sums, double[] moments, double[] belonging, double ball) {
    for (int i = 0; i < joints.length; i++) {
      double partnerWeight = partner == joints.length ? heaviest[i] : partner == i ? 1 : 0;
      double amount = share * (weights[i] - (1 - share) * partnerWeight);
      addMoments(amount, ball, sums, 16 * joints[i]);
      belonging[joints[i]] += share * share * weights[i];
    }
    addMoments(share * share, ball, moments, 0);
  }

  private void addMoments(double amount, double ball, double[] out, int o) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        out[o + 4 * r + c] += amount * (r < 3 ? x[r] : 1) * (c < 3 ? x[c] : 1);
      }
      out[o + 5 * r] += r < 3 ? amount * ball : 0;
    }
  }

  /** Resets it to no helper. */
  void reset() {
    helper = NONE;
    error = base;
  }

  /**
   * Assigns a helper if that reduces the error.
   *
   * @param products scratch for {@link #MAX_JOINTS} values
   */
  void consider(int h, HelperMotion motion, double[] products) {
    double helperToTarget = 0;
    for (int i = 0; i < joints.length; i++) {
      products[i] = motion.withJoint(joints[i], x);
      helperToTarget += weights[i] * products[i];
    }
    double alone = motion.withItself(x) - 2 * helperToTarget + target;
    keepIfBetter(h, NONE, 1, alone);
    if (maxJoints > 1) {
      considerPartners(h, products, helperToTarget, alone);
    }
  }

  /** Tries each joint, and the blend of the heaviest, beside the helper. */
  private void considerPartners(int h, double[] products, double helperToTarget, double alone) {
    double blendCross = target - helperToTarget;
    for (int i = 0; i < joints.length; i++) {
      double cross = products[i] - toTarget[i] - helperToTarget + target;
      considerPair(h, i, selves[i] - 2 * toTarget[i] + target, cross, alone);
      blendCross += heaviest[i] * (products[i] - toTarget[i]);
    }
    if (maxJoints > 2) {
      considerPair(h, joints.length, heaviestError, blendCross, alone);
    }
  }

  private void considerPair(int h, int partnerIndex, double a, double c, double b) {
    double t = SimplexLeastSquares.secondWeight(a, c, b);
    if (t > 0) {
      keepIfBetter(h, partnerIndex, t, SimplexLeastSquares.valueOfPair(a, c, b, t));
    }
  }

  private void keepIfBetter(int h, int partnerIndex, double t, double left) {
    if (left < error) {
      error = Math.max(0, left);
      helper = h;
      partner = partnerIndex;
      share = t;
    }
  }
}
