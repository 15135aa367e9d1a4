package dev.sinew.extract;

import dev.sinew.extract.graph.IsoCurve;
import dev.sinew.math.Affine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tells left from right in a pose that has triangles of its own. Distances along the surface are
 * the same for a shape and its mirror image, so each pair of mirrored limbs may be matched in two
 * ways.
 *
 * <p>Every combination is judged as a motion of the reference. The places where the limbs leave the
 * body give the rotation of the body. From there each limb is followed outwards, and the angles add
 * up by which it bends away from the reference, turned as far as it has come. A body with left and
 * right swapped would have to turn its back to its own feet, which bends the ankles by half a turn:
 * the signed distances from a plane of symmetry (section 3.3 of the thesis "Character animation
 * from examples") say the same where the plane is known. Rotations of the whole body cost nothing,
 * up to ties.
 */
final class Sides {
  /** Weights of the differences of distances, and of the limbs' starts from a rigid motion. */
  private static final double DISTANCE = 25;

  private static final double DEVIATION = 20;

  /** The weight of the rotation of the body, only to decide ties. */
  private static final double ROTATION = 0.02;

  /** Samples between the points of a limb that is followed. */
  private static final int STEP = 8;

  /** The weight of the second point of a limb in the rotation of the body. */
  private static final double SECOND = 0.1;

  /** Combinations whose costs differ by less, in radians, cannot be told apart. */
  private static final double UNSURE = 0.35;

  private final TracedShape reference;
  private final int[] partner;
  private final double unit;
  private final double[][] wanted;

  private Sides(TracedShape reference, MirrorPairs pairs) {
    this.reference = reference;
    partner = pairs.partner();
    unit = Math.sqrt(reference.shape().surface().area());
    wanted = reference.shape().distances();
  }

  /**
   * A pose with its sides.
   *
   * @param pose the pose, its tips in the order of the reference's
   * @param unsure whether another combination of sides fits about as well
   */
  record Resolved(TracedShape pose, boolean unsure) {}

  /**
   * Returns a pose with its tips swapped between the sides as needed.
   *
   * @param levels the number of levels, if the source itself has to be swapped
   */
  static Resolved resolved(TracedShape reference, TracedShape pose, MirrorPairs pairs, int levels) {
    return new Sides(reference, pairs).best(pose, levels);
  }

  private Resolved best(TracedShape pose, int levels) {
    List<TracedShape> starts = new ArrayList<>(List.of(pose));
    if (partner[0] != 0) {
      int[] swapped = identity();
      swap(swapped, 0);
      TracedShape other = TracedShape.of(pose.shape().with(swapped), levels);
      if (other.hasLimbs()) {
        starts.add(other);
      }
    }
    TracedShape best = pose;
    double least = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    int[] pairs = pairsWithoutSource();
    for (TracedShape start : starts) {
      for (int choice = 0; choice < 1 << pairs.length; choice++) {
        int[] map = identity();
        for (int p = 0; p < pairs.length; p++) {
          if ((choice >> p & 1) != 0) {
            swap(map, pairs[p]);
          }
        }
        double cost = cost(start, map);
        if (cost < least) {
          second = least;
          least = cost;
          best = start.with(map);
        } else {
          second = Math.min(second, cost);
        }
      }
    }
    return new Resolved(best, second - least < UNSURE);
  }

  private int[] identity() {
    int[] map = new int[partner.length];
    Arrays.setAll(map, i -> i);
    return map;
  }

  private void swap(int[] map, int tip) {
    map[tip] = partner[tip];
    map[partner[tip]] = tip;
  }

  /** Returns the first tip of each pair; the source is chosen with the field. */
  private int[] pairsWithoutSource() {
    int[] out = new int[partner.length];
    int n = 0;
    for (int i = 1; i < partner.length; i++) {
      if (partner[i] > i) {
        out[n++] = i;
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** Returns how far a pose is from a motion of the reference, in radians. */
  private double cost(TracedShape pose, int[] map) {
    RigidFit body = new RigidFit();
    List<double[][][]> limbs = new ArrayList<>();
    for (int tip = 0; tip < map.length; tip++) {
      double[][][] points = points(pose, tip, map[tip]);
      limbs.add(points);
      body.add(points[0][0], points[1][0], 1);
      body.add(points[0][1], points[1][1], SECOND);
    }
    double[] motion = body.motion();
    double bending = 0;
    for (double[][][] points : limbs) {
      bending += bending(points[0], points[1], motion);
    }
    // 1 − cos of the angle of rotation.
    double turn = (3 - motion[0] - motion[5] - motion[10]) / 2;
    return bending
        + DEVIATION * body.deviation() / unit
        + DISTANCE * difference(pose.shape().distances(), map)
        + ROTATION * turn;
  }

  /** Returns points of a limb from the body to its tip, in the reference and in the pose. */
  private double[][][] points(TracedShape pose, int tip, int poseTip) {
    List<IsoCurve> before = reference.limb(tip);
    List<IsoCurve> after = pose.limb(poseTip);
    LimbLine line = LimbLine.of(List.of(before, after), List.of(before, after), false);
    LimbLine outwards = tip == 0 ? line.reversed() : line;
    double[][][] out = new double[2][(LimbLine.SAMPLES - 1) / STEP + 2][];
    for (int k = 0; k < 2; k++) {
      int last = out[k].length - 1;
      for (int i = 0; i < last; i++) {
        out[k][i] = outwards.centre(k, i * STEP);
      }
      out[k][last] =
          k == 0 ? reference.shape().tipPosition(tip) : pose.shape().tipPosition(poseTip);
    }
    return out;
  }

  /** Follows a limb outwards; returns the sum of the angles by which it bends. */
  private static double bending(double[][] before, double[][] after, double[] body) {
    double[] turn = body.clone();
    double[] rotation = new double[Affine.SIZE];
    double[] expected = new double[3];
    double sum = 0;
    for (int i = 1; i < before.length; i++) {
      Affine.transformVector(turn, 0, Points.difference(before[i], before[i - 1]), 0, expected, 0);
      double[] bend = ShortestTurn.between(expected, Points.difference(after[i], after[i - 1]));
      sum += ShortestTurn.angle(bend);
      Affine.fromTrs(new double[3], 0, bend, 0, new double[] {1, 1, 1}, 0, rotation, 0);
      Affine.multiply(rotation, 0, turn, 0, turn, 0);
    }
    return sum;
  }

  private double difference(double[][] found, int[] map) {
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
}
