package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import java.util.ArrayList;
import java.util.List;

/** The rigid motion that fits weighted pairs of points best. */
final class RigidFit {
  private record Pair(double[] from, double[] to, double weight) {}

  private final List<Pair> pairs = new ArrayList<>();
  private final double[] target = new double[12];
  private final double[] moments = new double[16];

  /** Adds a pair of points x, y, z. */
  void add(double[] from, double[] to, double weight) {
    pairs.add(new Pair(from, to, weight));
    for (int r = 0; r < 4; r++) {
      double row = weight * (r < 3 ? from[r] : 1);
      for (int c = 0; c < 4; c++) {
        double column = c < 3 ? from[c] : 1;
        moments[4 * r + c] += row * column;
        if (r < 3) {
          target[4 * r + c] += weight * to[r] * column;
        }
      }
    }
  }

  /**
   * Adds a pair of points relative to a joint, and its opposite, so that the motion is a rotation.
   *
   * @param rest the joint where {@code from} is
   * @param at the joint where {@code to} is
   */
  void addAbout(double[] rest, double[] at, double[] from, double[] to) {
    add(Points.difference(from, rest), Points.difference(to, at), 1);
    add(Points.difference(rest, from), Points.difference(at, to), 1);
  }

  /** Returns the motion, 12 values; the identity if the points do not determine one. */
  double[] motion() {
    double[] motion = new double[Affine.SIZE];
    Affine.identity(motion, 0);
    new Procrustes(false).solve(target, moments, 0, motion, 0);
    return motion;
  }

  /** Returns the weighted sum of the squared distances that a motion leaves. */
  double squaredDistances(double[] motion) {
    double sum = 0;
    double[] moved = new double[3];
    for (Pair pair : pairs) {
      Affine.transformPoint(motion, 0, pair.from, 0, moved, 0);
      double d = Points.distance(moved, pair.to);
      sum += pair.weight * d * d;
    }
    return sum;
  }

  /** Returns the root mean square distance that the best motion leaves. */
  double deviation() {
    double weights = moments[15];
    return weights > 0 ? Math.sqrt(squaredDistances(motion()) / weights) : 0;
  }
}
