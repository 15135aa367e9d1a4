package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.PosedPoints;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The quadrics of all points: one per pose, in the space of the pose, and their sum pulled back to
 * the rest position by the point's own matrices, Σ AᵀQA (DeCoro and Rusinkiewicz, "Pose-independent
 * Simplification of Articulated Meshes", 2005).
 */
final class PointQuadrics {
  private static final int Q = Quadric.SIZE;

  private final PointMatrices matrices;
  private final int poses;

  /** 10 values per pose, point after point. */
  private final double[] quadrics;

  /** Per point: exact for points of one joint, else approximate (see {@link #setPulledBack}). */
  private final double[] pulledBack;

  /** Points whose matrices have changed since their quadrics were pulled back. */
  private final BitSet outdated = new BitSet();

  /** Per point, the sum of the diagonals of its quadrics. */
  private final double[] areas;

  /**
   * Pulls quadrics back.
   *
   * @param quadrics 10 values per pose, point after point; kept and modified
   */
  PointQuadrics(
      int points, int poses, double[] quadrics, PointMatrices matrices, RunContext context) {
    this.matrices = matrices;
    this.poses = poses;
    this.quadrics = quadrics;
    areas = new double[points];
    pulledBack = new double[Q * points];
    context.runRanges(
        points,
        (from, to) -> {
          double[] matrix = new double[Affine.SIZE];
          for (int p = from; p < to; p++) {
            context.checkCancelled();
            areas[p] = sumOfDiagonals(p);
            pullBack(p, matrix);
          }
        });
  }

  /** Returns the index of a point's first quadric. */
  private int at(int point) {
    return Q * poses * point;
  }

  private double sumOfDiagonals(int point) {
    double sum = 0;
    int end = at(point + 1);
    for (int q = at(point); q < end; q += Q) {
      sum += quadrics[q] + quadrics[q + 4] + quadrics[q + 7];
    }
    return sum;
  }

  /**
   * Returns the area around a point: the sum of the diagonals of its quadrics, which bounds their
   * increase by a displacement of length 1.
   */
  double area(int point) {
    return areas[point];
  }

  /** Returns the sum of the quadrics of two points, both where the second is. */
  double inPlace(int from, int into, PosedPoints posed) {
    double total = 0;
    int qa = at(from);
    int qb = at(into);
    double[] v = posed.array();
    for (int k = 0, p = posed.at(into); k < Q * poses; k += Q, p += 3) {
      total +=
          Quadric.at(quadrics, qa + k, v[p], v[p + 1], v[p + 2])
              + Quadric.at(quadrics, qb + k, v[p], v[p + 1], v[p + 2]);
    }
    return total;
  }

  /**
   * Computes the quadric of a blend of two points.
   *
   * @param first work space, a matrix
   * @param second work space, a matrix
   */
  void blend(int from, int into, BlendQuadric out, double[] first, double[] second) {
    out.clear();
    int qa = at(from);
    int qb = at(into);
    for (int k = 0; k < poses; k++) {
      matrices.load(into, k, first);
      matrices.load(from, k, second);
      out.addPose(quadrics, qa + Q * k, qb + Q * k, first, second);
    }
  }

  /** Computes the sum of the pulled back quadrics of two points, plus another quadric. */
  void sumPulledBack(int from, int into, double[] other, double[] out) {
    for (int i = 0; i < Q; i++) {
      out[i] = other[i] + pulledBack[Q * into + i] + pulledBack[Q * from + i];
    }
  }

  /**
   * Pulls the quadrics of a point back again if they are outdated. This happens only after
   * removals, when a single thread prices.
   *
   * @param matrix work space
   */
  void refresh(int point, double[] matrix) {
    if (outdated.get(point)) {
      pullBack(point, matrix);
      outdated.clear(point);
    }
  }

  /** Notes that the matrices of a point have changed. */
  void invalidate(int point) {
    outdated.set(point);
  }

  /** Adds the quadrics of a point to those of another, except the pulled back ones. */
  void merge(int from, int into) {
    int q = at(into);
    int removed = at(from);
    for (int i = 0; i < Q * poses; i++) {
      quadrics[q + i] += quadrics[removed + i];
    }
    areas[into] += areas[from];
    outdated.clear(into);
  }

  /**
   * Computes Σ_k Aᵀ Q A of one point.
   *
   * @param matrix work space
   */
  void pullBack(int point, double[] matrix) {
    int to = Q * point;
    Arrays.fill(pulledBack, to, to + Q, 0);
    int q = at(point);
    for (int k = 0; k < poses; k++) {
      matrices.load(point, k, matrix);
      Quadric.addPulledBack(quadrics, q + Q * k, matrix, pulledBack, to);
    }
  }

  /** Adds the pulled back quadrics of a point with the same motion. */
  void addPulledBack(int from, int into) {
    for (int i = 0; i < Q; i++) {
      pulledBack[Q * into + i] += pulledBack[Q * from + i];
    }
  }

  /**
   * Sets the pulled back quadrics of a merged point, known from pricing it. If the blend drops
   * joints or has morph offsets, they are approximate, which is sufficient for estimates. They are
   * exact for points of a single joint.
   */
  void setPulledBack(int point, BlendQuadric blend, double share) {
    blend.copyAt(share, pulledBack, Q * point);
  }
}
