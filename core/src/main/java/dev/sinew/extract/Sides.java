package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells left from right: distances along the surface are the same for a shape and its mirror image,
 * so each pair of mirrored tips may be matched in two ways. Of all combinations the one is taken
 * whose tips are nearest to a rotation of the reference's, with a preference for small rotations:
 * poses that face the same way are never swapped.
 */
final class Sides {
  /** Weights of the differences of distances, of the tips' deviation, and of the rotation. */
  private static final double DISTANCE = 25;

  private static final double DEVIATION = 1;
  private static final double ROTATION = 0.1;

  /** More pairs are not tried in all combinations. */
  private static final int MAX_PAIRS = 6;

  private Sides() {}

  /** Returns a pose with its tips swapped between the sides as needed. */
  static ShapeTips resolved(ShapeTips pose, ShapeTips reference, MirrorPairs pairs) {
    List<int[]> swaps = new ArrayList<>();
    for (int i = 0; i < pairs.partner().length && swaps.size() < MAX_PAIRS; i++) {
      if (pairs.partner()[i] > i) {
        swaps.add(new int[] {i, pairs.partner()[i]});
      }
    }
    double[][] wanted = reference.distances();
    double[][] found = pose.distances();
    int[] best = {};
    double least = Double.POSITIVE_INFINITY;
    for (int choice = 0; choice < 1 << swaps.size(); choice++) {
      int[] map = new int[pairs.partner().length];
      for (int i = 0; i < map.length; i++) {
        map[i] = i;
      }
      for (int s = 0; s < swaps.size(); s++) {
        if ((choice >> s & 1) != 0) {
          map[swaps.get(s)[0]] = swaps.get(s)[1];
          map[swaps.get(s)[1]] = swaps.get(s)[0];
        }
      }
      double cost = DISTANCE * difference(wanted, found, map) + embedding(pose, reference, map);
      if (cost < least) {
        least = cost;
        best = map;
      }
    }
    return pose.with(best);
  }

  private static double difference(double[][] wanted, double[][] found, int[] map) {
    double sum = 0;
    int n = map.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double d = wanted[i][j] - found[map[i]][map[j]];
        sum += d * d;
      }
    }
    return n < 2 ? 0 : 2 * sum / (n * (n - 1.0));
  }

  private static double embedding(ShapeTips pose, ShapeTips reference, int[] map) {
    double[] target = new double[12];
    double[] moments = new double[16];
    double unit = Math.sqrt(reference.surface().area());
    double[][] x = new double[map.length][];
    double[][] y = new double[map.length][];
    for (int i = 0; i < map.length; i++) {
      x[i] = scaled(reference.tipPosition(i), unit);
      y[i] = scaled(pose.tipPosition(map[i]), Math.sqrt(pose.surface().area()));
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          target[4 * r + c] += y[i][r] * x[i][c];
        }
      }
      for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) {
          moments[4 * r + c] += x[i][r] * x[i][c];
        }
      }
    }
    double[] motion = new double[Affine.SIZE];
    if (!new Procrustes(false).solve(target, moments, 0, motion, 0)) {
      return 0;
    }
    double sum = 0;
    double[] moved = new double[3];
    for (int i = 0; i < map.length; i++) {
      Affine.transformPoint(motion, 0, x[i], 0, moved, 0);
      double d = Points.distance(moved, y[i]);
      sum += d * d / map.length;
    }
    // 1 − cos of the angle of rotation.
    double turn = (3 - motion[0] - motion[5] - motion[10]) / 2;
    return DEVIATION * sum + ROTATION * turn;
  }

  private static double[] scaled(double[] p, double unit) {
    return new double[] {p[0] / unit, p[1] / unit, p[2] / unit, 1};
  }
}
