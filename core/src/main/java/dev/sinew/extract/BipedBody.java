package dev.sinew.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The limbs of an upright body among all limbs: a head, two arms that leave the body nearer to it,
 * and two legs. Other limbs, such as a tail, wings or the tip of a hat, may be there too.
 *
 * @param head the tip of the head
 * @param arms the tips of two arms
 * @param legs the tips of two legs
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record BipedBody(int head, int[] arms, int[] legs) {
  /** The body whose tips come first. */
  static final BipedBody FIRST = new BipedBody(0, new int[] {1, 2}, new int[] {3, 4});

  // Usual proportions and their spread, of the way along the surface from the top of the head to
  // the sole, and of the part of it above the legs: bench/results/skeleton.md has those of files.

  private static final double LEG = 0.38;
  private static final double LEG_SPREAD = 0.13;
  private static final double ARM = 0.32;
  private static final double ARM_SPREAD = 0.1;
  private static final double SHOULDER = 0.6;
  private static final double SHOULDER_SPREAD = 0.15;

  /** How much both sides differ; arms may hold something, legs may not. */
  private static final double ARM_ASYMMETRY = 0.08;

  private static final double LEG_ASYMMETRY = 0.06;

  /** How far the tips are from a mirror image of them, and what a pose without symmetry costs. */
  private static final double REFLECTION = 0.06;

  private static final double POSED = 6;

  /** What a body with its head down costs: files have y up, and few bodies lie. */
  private static final double UPSIDE_DOWN = 8;

  /** Limbs whose squared deviations from all of these sum up to more are no upright body. */
  private static final double STRANGE = 14;

  /** More tips are not searched. */
  private static final int MAX_TIPS = 16;

  /** The legs of a body on four feet are at more than this angle to its back, in degrees. */
  private static final double ACROSS = 50;

  /** Its front and hind legs are at less than this angle. */
  private static final double ALONG = 50;

  /**
   * Returns the body that tips belong to by the distances between them along the surface, which
   * hardly change with the pose: the one with the most usual proportions.
   *
   * @param distances between all tips
   * @param positions x, y, z of each tip in the reference, in the same unit
   */
  static Optional<BipedBody> of(double[][] distances, double[][] positions) {
    BipedBody best = null;
    double least = STRANGE;
    int n = Math.min(MAX_TIPS, distances.length);
    for (int[] legs : pairs(n)) {
      for (int head : others(n, legs)) {
        double ofLegs = legCost(distances, head, legs) + upCost(positions, head, legs);
        for (int[] arms : ofLegs < least ? pairs(n) : List.<int[]>of()) {
          if (isDistinct(head, arms, legs)) {
            BipedBody body = new BipedBody(head, arms, legs);
            double cost = ofLegs + body.armCost(distances);
            cost += cost < least ? body.reflectionCost(distances, positions) : 0;
            if (cost < least) {
              least = cost;
              best = body;
            }
          }
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static List<int[]> pairs(int n) {
    List<int[]> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        out.add(new int[] {i, j});
      }
    }
    return out;
  }

  private static int[] others(int n, int[] pair) {
    return IntStream.range(0, n).filter(i -> i != pair[0] && i != pair[1]).toArray();
  }

  private static boolean isDistinct(int head, int[] arms, int[] legs) {
    return Arrays.stream(arms).noneMatch(a -> a == head || a == legs[0] || a == legs[1]);
  }

  private static double legCost(double[][] d, int head, int[] legs) {
    double leg = d[legs[0]][legs[1]] / 2;
    double height = (d[head][legs[0]] + d[head][legs[1]]) / 2;
    double asymmetry = (d[head][legs[0]] - d[head][legs[1]]) / height;
    return height > leg
        ? squared(leg / height - LEG, LEG_SPREAD) + squared(asymmetry, LEG_ASYMMETRY)
        : Double.POSITIVE_INFINITY;
  }

  private double armCost(double[][] d) {
    double height = (d[head][legs[0]] + d[head][legs[1]]) / 2;
    double toLegs = height - d[legs[0]][legs[1]] / 2;
    double cost = 0;
    double[] root = new double[2];
    double[] length = new double[2];
    for (int side = 0; side < 2; side++) {
      double down = (d[arms[side]][legs[0]] + d[arms[side]][legs[1]]) / 2;
      root[side] = (d[head][arms[side]] + height - down) / 2;
      length[side] = d[head][arms[side]] - root[side];
      cost += squared(root[side] / toLegs - SHOULDER, SHOULDER_SPREAD);
      cost += squared(length[side] / height - ARM, ARM_SPREAD);
    }
    return cost
        + squared((root[0] - root[1]) / height, ARM_ASYMMETRY)
        + squared((length[0] - length[1]) / height, ARM_ASYMMETRY);
  }

  private static double upCost(double[][] at, int head, int[] legs) {
    double[] up = Points.difference(at[head], Points.between(at[legs[0]], at[legs[1]], 0.5));
    return UPSIDE_DOWN * (1 - Math.cos(Points.angle(up, new double[] {0, 1, 0}))) / 2;
  }

  /** Returns what the tips differ from their best mirror image, both sides swapped. */
  private double reflectionCost(double[][] d, double[][] at) {
    RigidFit fit = new RigidFit();
    int[] tips = tips();
    int[] image = {head, arms[1], arms[0], legs[1], legs[0]};
    for (int i = 0; i < tips.length; i++) {
      double[] p = at[tips[i]];
      fit.add(new double[] {-p[0], p[1], p[2]}, at[image[i]], 1);
    }
    double height = (d[head][legs[0]] + d[head][legs[1]]) / 2;
    return Math.min(POSED, squared(fit.deviation() / height, REFLECTION));
  }

  private static double squared(double deviation, double spread) {
    return deviation / spread * (deviation / spread);
  }

  /** Returns the tips of the body, the head first. */
  int[] tips() {
    return new int[] {head, arms[0], arms[1], legs[0], legs[1]};
  }

  /** Returns true if a body stands on arms and legs, as a quadruped does. */
  boolean isOnFourFeet(PoseLimbs limbs) {
    double[] back = Points.difference(start(limbs, legs), start(limbs, arms));
    double[] leg = Points.difference(end(limbs, legs), start(limbs, legs));
    double[] arm = Points.difference(end(limbs, arms), start(limbs, arms));
    return Points.angle(leg, back) > Math.toRadians(ACROSS)
        && Points.angle(leg, arm) < Math.toRadians(ALONG);
  }

  private static double[] start(PoseLimbs limbs, int[] pair) {
    return Points.between(
        limbs.line(limbs.tree().limbOfTip(pair[0] - 1)).centre(0, 0),
        limbs.line(limbs.tree().limbOfTip(pair[1] - 1)).centre(0, 0),
        0.5);
  }

  private static double[] end(PoseLimbs limbs, int[] pair) {
    return Points.between(
        limbs.shape(0).tipPosition(pair[0]), limbs.shape(0).tipPosition(pair[1]), 0.5);
  }
}
