package dev.sinew.influence;

import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A vertex that may keep few joints and loses some, and the helper that serves it best: alone, or
 * with a share t beside one of the vertex's joints or the heaviest of them. With u_h and u_b what
 * these make of it and p where it should be, what is left is the least of |(1 − t) u_b + t u_h −
 * p|² over t.
 */
final class HelpedVertex {
  /** As many joints as are looked at, the heaviest. */
  static final int MOST_JOINTS = 32;

  /** No helper. */
  private static final int NONE = -1;

  /** What is less than this part of a square is rounding. */
  private static final double ROUNDING = 1e-14;

  private final double[] x;
  private final int most;
  private final int[] joints;
  private final double[] weights;

  /** The best that can be had of them without helpers. */
  private final double[] limited;

  /** The heaviest that leave room for a helper, scaled to the sum 1. */
  private final double[] heaviest;

  private final double heaviestSum;

  /** ⟨u_i, u_i⟩ and ⟨u_i, p⟩ for every joint, and ⟨p, p⟩. */
  private final double[] selves;

  private final double[] toAim;
  private double aim;

  /** The error that is left without helpers, and by the heaviest alone. */
  private double base;

  private double heaviestError;

  private int[] neighbours = {};

  private int helper = NONE;
  private double share;

  /** Which joint stands beside the helper; one more than there are for the heaviest. */
  private int partner;

  private double error;

  private HelpedVertex(double[] x, int[] joints, double[] weights, double[] limited, int most) {
    this.x = x;
    this.most = most;
    this.joints = joints;
    this.weights = weights;
    this.limited = limited;
    heaviest = new double[joints.length];
    int room = Math.min(most - 1, joints.length);
    heaviestSum = Arrays.stream(weights, 0, room).sum();
    for (int i = 0; i < room; i++) {
      heaviest[i] = weights[i] / heaviestSum;
    }
    selves = new double[joints.length];
    toAim = new double[joints.length];
  }

  /**
   * A vertex of a mesh.
   *
   * @param most joints it may keep
   */
  static HelpedVertex of(Loss mesh, int v, int most) {
    int n = Math.min(MOST_JOINTS, mesh.given().count(v));
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
    return new HelpedVertex(x, joints, weights, limited, most);
  }

  /** Its place at rest; not to be modified. */
  double[] x() {
    return x;
  }

  /** Vertices near it at rest, itself first. */
  int[] neighbours() {
    return neighbours;
  }

  void setNeighbours(int[] near) {
    neighbours = near;
  }

  /** The helper that serves it; negative for none. */
  int helper() {
    return helper;
  }

  /** What is left of the error, squared, in the mean over the poses. */
  double error() {
    return error;
  }

  /** Finds out what its own joints do for it. */
  void prepare(List<double[]> motions) {
    int n = joints.length;
    double[] products = products(motions);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double product = products[n * i + j];
        toAim[i] += weights[j] * product;
        aim += weights[i] * weights[j] * product;
        base += (limited[i] - weights[i]) * (limited[j] - weights[j]) * product;
        heaviestError += (heaviest[i] - weights[i]) * (heaviest[j] - weights[j]) * product;
      }
      selves[i] = products[(n + 1) * i];
    }
    base = base > ROUNDING * aim ? base : 0;
    error = base;
  }

  /** ⟨u_i, u_j⟩ for all pairs of its joints. */
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

  /** Gives it to a new helper: with its whole motion, or with what the heaviest joints leave. */
  void beginWith(int newHelper, boolean whole) {
    helper = newHelper;
    share = whole ? 1 : 1 - heaviestSum;
    partner = joints.length;
  }

  /** Adds what {@link HelperJoint} needs to know of it. */
  void addTo(double[] sums, double[] moments, double[] belonging, double ball) {
    for (int i = 0; i < joints.length; i++) {
      double beside = partner == joints.length ? heaviest[i] : partner == i ? 1 : 0;
      double amount = share * (weights[i] - (1 - share) * beside);
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

  /** As if there were no helpers. */
  void leaveHelpers() {
    helper = NONE;
    error = base;
  }

  /**
   * Takes a helper if that leaves less.
   *
   * @param products scratch for {@link #MOST_JOINTS} numbers
   */
  void consider(int h, HelperMotion motion, double[] products) {
    double helperToAim = 0;
    for (int i = 0; i < joints.length; i++) {
      products[i] = motion.withJoint(joints[i], x);
      helperToAim += weights[i] * products[i];
    }
    double alone = motion.withItself(x) - 2 * helperToAim + aim;
    take(h, NONE, 1, alone);
    if (most > 1) {
      considerPartners(h, products, helperToAim, alone);
    }
  }

  /** A joint of its own beside the helper; or as many of the heaviest as may stay. */
  private void considerPartners(int h, double[] products, double helperToAim, double alone) {
    double blendCross = aim - helperToAim;
    for (int i = 0; i < joints.length; i++) {
      double cross = products[i] - toAim[i] - helperToAim + aim;
      considerPair(h, i, selves[i] - 2 * toAim[i] + aim, cross, alone);
      blendCross += heaviest[i] * (products[i] - toAim[i]);
    }
    if (most > 2) {
      considerPair(h, joints.length, heaviestError, blendCross, alone);
    }
  }

  private void considerPair(int h, int beside, double a, double c, double b) {
    double t = SimplexLeastSquares.secondWeight(a, c, b);
    if (t > 0) {
      take(h, beside, t, SimplexLeastSquares.valueOfPair(a, c, b, t));
    }
  }

  private void take(int h, int beside, double t, double left) {
    if (left < error) {
      error = Math.max(0, left);
      helper = h;
      partner = beside;
      share = t;
    }
  }
}
