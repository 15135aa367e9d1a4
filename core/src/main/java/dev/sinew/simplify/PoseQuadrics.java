package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.skin.Workers;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The sum over poses of quadrics, one a pose in that pose's own space, for points that a {@link
 * Motion} moves. A candidate mixes the motions of the edge's ends by a share t; for every t its
 * best coordinates come from one 3×3 system, the quadric Σ_k A_kᵀ Q_k A_k in them (after DeCoro and
 * Rusinkiewicz, "Pose-independent Simplification of Articulated Meshes", 2005, whose quadrics are
 * pulled back once and for all; here pulling back waits until the candidate's weights are known).
 *
 * <p>A_k is linear in t, so that sum is a polynomial of degree two in t whose three coefficients
 * are summed once an edge. Over a single pose this is the algorithm of Garland and Heckbert.
 */
public final class PoseQuadrics implements InfluencePrice {
  private static final int Q = Quadric.SIZE;

  /** Shares of the disappearing end that are tried. */
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  /** So many points make a piece of work for a thread. */
  private static final int PIECE = 1024;

  /** What is left of a point that disappeared. */
  private static final double[] NOTHING = {};

  private final Motion motion;
  private final int poses;
  private final PosedPoints posed;
  private final double[][] quadrics;
  private final double[][] matrices;

  /**
   * Reckons the quadrics of a mesh.
   *
   * @param mesh before any collapse
   * @param motion kept and changed
   * @param poseWeights how much each pose counts
   * @param importance how much each point counts, or null when all do alike
   * @param weights what counts how much
   * @param workers share the work
   */
  PoseQuadrics(
      CollapseMesh mesh,
      Motion motion,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      Workers workers) {
    this.motion = motion;
    poses = motion.poseCount();
    posed = new PosedPoints(mesh.pointCount(), poses);
    matrices = new double[mesh.pointCount()][];
    int pieces = (matrices.length + PIECE - 1) / PIECE;
    workers.run(
        pieces,
        piece -> {
          double[] place = new double[3 * poses];
          for (int p = piece * PIECE; p < Math.min(matrices.length, (piece + 1) * PIECE); p++) {
            matrices[p] = new double[Affine.SIZE * poses];
            motion.copyMatrices(p, matrices[p]);
            PosedPoints.pose(
                matrices[p], motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), place);
            posed.set(p, place);
          }
        });
    quadrics = MeshQuadrics.of(mesh, posed, poseWeights, importance, weights, workers);
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  /**
   * The way's square times the area around the point: the sum of the diagonals of its quadrics, the
   * most that a way of length 1 can raise them by.
   */
  @Override
  public double weigh(int point, double squares) {
    double area = 0;
    double[] q = quadrics[point];
    for (int k = 0; k < q.length; k += Q) {
      area += q[k] + q[k + 4] + q[k + 7];
    }
    return area * squares;
  }

  @Override
  public boolean follow(CollapseMesh mesh, int point) {
    if (!posed.follow(mesh, motion, point)) {
      return false;
    }
    motion.copyMatrices(point, matrices[point]);
    return true;
  }

  private final class Worker implements Pricer {
    private double[] first = {};
    private double[] second = {};
    private final double[] s0 = new double[Q];
    private final double[] s1 = new double[Q];
    private final double[] s2 = new double[Q];
    private final double[] mixed = new double[Q];
    private final double[] x = new double[3];
    private final double[] moved = new double[3 * poses];
    private int from;
    private int into;
    private double share;
    private double bestX;
    private double bestY;
    private double bestZ;
    private double cost;
    private boolean free;

    @Override
    public double price(int a, int b, Placement placement) {
      free = placement == Placement.FREE;
      boolean ontoFirst = placement != Placement.ONTO_SECOND;
      into = ontoFirst ? a : b;
      from = ontoFirst ? b : a;
      if (placement == Placement.NOWHERE) {
        cost = Double.POSITIVE_INFINITY;
      } else if (free) {
        findBest();
      } else {
        stay();
      }
      return cost;
    }

    private void stay() {
      share = 0;
      bestX = motion.rest(into, 0);
      bestY = motion.rest(into, 1);
      bestZ = motion.rest(into, 2);
      double sum = 0;
      double[] qa = quadrics[from];
      double[] qb = quadrics[into];
      double[] v = posed.array();
      for (int k = 0, at = posed.at(into); k < Q * poses; k += Q, at += 3) {
        sum +=
            Quadric.at(qa, k, v[at], v[at + 1], v[at + 2])
                + Quadric.at(qb, k, v[at], v[at + 1], v[at + 2]);
      }
      cost = Math.max(0, sum);
    }

    private void findBest() {
      first = matrices[into];
      second = matrices[from];
      boolean alike = motion.moveAlike(from, into);
      Arrays.fill(s0, 0);
      if (alike) {
        sumAlike();
      } else {
        sumMixed();
      }
      cost = Double.POSITIVE_INFINITY;
      if (alike) {
        System.arraycopy(s0, 0, mixed, 0, Q);
        tryShare(0.5);
        // All shares move alike: the share only says where attributes come from.
        share = 0;
      } else {
        for (double t : SHARES) {
          for (int i = 0; i < Q; i++) {
            mixed[i] = s0[i] + t * (s1[i] + t * s2[i]);
          }
          tryShare(t);
        }
      }
      cost = Math.max(0, cost);
    }

    /** Tries the best coordinates for a share, or, where they are astray, those on the edge. */
    private void tryShare(double t) {
      double cx = between(0, t), cy = between(1, t), cz = between(2, t);
      if (!Quadric.minimise(mixed, 0, x, 0) || isAstray(cx, cy, cz)) {
        x[0] = cx;
        x[1] = cy;
        x[2] = cz;
      }
      double c = Quadric.at(mixed, 0, x[0], x[1], x[2]);
      if (c < cost) {
        cost = c;
        share = t;
        bestX = x[0];
        bestY = x[1];
        bestZ = x[2];
      }
    }

    private double between(int axis, double t) {
      double start = motion.rest(into, axis);
      return start + t * (motion.rest(from, axis) - start);
    }

    /** Further from the edge than the edge is long, twice over. */
    private boolean isAstray(double cx, double cy, double cz) {
      double length = 0;
      for (int i = 0; i < 3; i++) {
        double d = motion.rest(from, i) - motion.rest(into, i);
        length += d * d;
      }
      double dx = x[0] - cx, dy = x[1] - cy, dz = x[2] - cz;
      return !(dx * dx + dy * dy + dz * dz <= 4 * length);
    }

    /** Σ_k Aᵀ Q A for ends that move alike. */
    private void sumAlike() {
      double[] qa = quadrics[from];
      double[] qb = quadrics[into];
      for (int k = 0, m = 0, q = 0; k < poses; k++, m += Affine.SIZE, q += Q) {
        double xx = qa[q] + qb[q], xy = qa[q + 1] + qb[q + 1], xz = qa[q + 2] + qb[q + 2];
        double yy = qa[q + 4] + qb[q + 4], yz = qa[q + 5] + qb[q + 5];
        double zz = qa[q + 7] + qb[q + 7];
        double nx = qa[q + 3] + qb[q + 3], ny = qa[q + 6] + qb[q + 6], nz = qa[q + 8] + qb[q + 8];
        addPulledBack(first, m, xx, xy, xz, yy, yz, zz, nx, ny, nz);
        s0[9] += qa[q + 9] + qb[q + 9];
      }
    }

    private void addPulledBack(
        double[] a,
        int m,
        double xx,
        double xy,
        double xz,
        double yy,
        double yz,
        double zz,
        double nx,
        double ny,
        double nz) {
      double a0 = a[m], a1 = a[m + 1], a2 = a[m + 2], a3 = a[m + 3];
      double b0 = a[m + 4], b1 = a[m + 5], b2 = a[m + 6], b3 = a[m + 7];
      double c0 = a[m + 8], c1 = a[m + 9], c2 = a[m + 10], c3 = a[m + 11];
      double u0 = xx * a0 + xy * b0 + xz * c0;
      double v0 = xy * a0 + yy * b0 + yz * c0;
      double w0 = xz * a0 + yz * b0 + zz * c0;
      double u1 = xx * a1 + xy * b1 + xz * c1;
      double v1 = xy * a1 + yy * b1 + yz * c1;
      double w1 = xz * a1 + yz * b1 + zz * c1;
      double u2 = xx * a2 + xy * b2 + xz * c2;
      double v2 = xy * a2 + yy * b2 + yz * c2;
      double w2 = xz * a2 + yz * b2 + zz * c2;
      double u3 = xx * a3 + xy * b3 + xz * c3 + nx;
      double v3 = xy * a3 + yy * b3 + yz * c3 + ny;
      double w3 = xz * a3 + yz * b3 + zz * c3 + nz;
      s0[0] += a0 * u0 + b0 * v0 + c0 * w0;
      s0[1] += a0 * u1 + b0 * v1 + c0 * w1;
      s0[2] += a0 * u2 + b0 * v2 + c0 * w2;
      s0[3] += a0 * u3 + b0 * v3 + c0 * w3;
      s0[4] += a1 * u1 + b1 * v1 + c1 * w1;
      s0[5] += a1 * u2 + b1 * v2 + c1 * w2;
      s0[6] += a1 * u3 + b1 * v3 + c1 * w3;
      s0[7] += a2 * u2 + b2 * v2 + c2 * w2;
      s0[8] += a2 * u3 + b2 * v3 + c2 * w3;
      s0[9] += a3 * (u3 + nx) + b3 * (v3 + ny) + c3 * (w3 + nz);
    }

    /** The polynomial's coefficients: with D = B − A, (A + t D)ᵀ Q (A + t D). */
    private void sumMixed() {
      Arrays.fill(s1, 0);
      Arrays.fill(s2, 0);
      double[] qa = quadrics[from];
      double[] qb = quadrics[into];
      for (int k = 0, m = 0, q = 0; k < poses; k++, m += Affine.SIZE, q += Q) {
        double xx = qa[q] + qb[q], xy = qa[q + 1] + qb[q + 1], xz = qa[q + 2] + qb[q + 2];
        double yy = qa[q + 4] + qb[q + 4], yz = qa[q + 5] + qb[q + 5];
        double zz = qa[q + 7] + qb[q + 7];
        double nx = qa[q + 3] + qb[q + 3], ny = qa[q + 6] + qb[q + 6], nz = qa[q + 8] + qb[q + 8];
        addPulledBack(first, m, xx, xy, xz, yy, yz, zz, nx, ny, nz);
        s0[9] += qa[q + 9] + qb[q + 9];
        addHigher(m, xx, xy, xz, yy, yz, zz, nx, ny, nz);
      }
    }

    private void addHigher(
        int m,
        double xx,
        double xy,
        double xz,
        double yy,
        double yz,
        double zz,
        double nx,
        double ny,
        double nz) {
      double a0 = first[m], a1 = first[m + 1], a2 = first[m + 2], a3 = first[m + 3];
      double b0 = first[m + 4], b1 = first[m + 5], b2 = first[m + 6], b3 = first[m + 7];
      double c0 = first[m + 8], c1 = first[m + 9], c2 = first[m + 10], c3 = first[m + 11];
      double d0 = second[m] - a0, d1 = second[m + 1] - a1;
      double d2 = second[m + 2] - a2, d3 = second[m + 3] - a3;
      double e0 = second[m + 4] - b0, e1 = second[m + 5] - b1;
      double e2 = second[m + 6] - b2, e3 = second[m + 7] - b3;
      double f0 = second[m + 8] - c0, f1 = second[m + 9] - c1;
      double f2 = second[m + 10] - c2, f3 = second[m + 11] - c3;
      double u0 = xx * d0 + xy * e0 + xz * f0;
      double v0 = xy * d0 + yy * e0 + yz * f0;
      double w0 = xz * d0 + yz * e0 + zz * f0;
      double u1 = xx * d1 + xy * e1 + xz * f1;
      double v1 = xy * d1 + yy * e1 + yz * f1;
      double w1 = xz * d1 + yz * e1 + zz * f1;
      double u2 = xx * d2 + xy * e2 + xz * f2;
      double v2 = xy * d2 + yy * e2 + yz * f2;
      double w2 = xz * d2 + yz * e2 + zz * f2;
      double u3 = xx * d3 + xy * e3 + xz * f3;
      double v3 = xy * d3 + yy * e3 + yz * f3;
      double w3 = xz * d3 + yz * e3 + zz * f3;
      s2[0] += d0 * u0 + e0 * v0 + f0 * w0;
      s2[1] += d0 * u1 + e0 * v1 + f0 * w1;
      s2[2] += d0 * u2 + e0 * v2 + f0 * w2;
      s2[3] += d0 * u3 + e0 * v3 + f0 * w3;
      s2[4] += d1 * u1 + e1 * v1 + f1 * w1;
      s2[5] += d1 * u2 + e1 * v2 + f1 * w2;
      s2[6] += d1 * u3 + e1 * v3 + f1 * w3;
      s2[7] += d2 * u2 + e2 * v2 + f2 * w2;
      s2[8] += d2 * u3 + e2 * v3 + f2 * w3;
      s2[9] += d3 * u3 + e3 * v3 + f3 * w3;
      s1[0] += 2 * (a0 * u0 + b0 * v0 + c0 * w0);
      s1[1] += a0 * u1 + b0 * v1 + c0 * w1 + a1 * u0 + b1 * v0 + c1 * w0;
      s1[2] += a0 * u2 + b0 * v2 + c0 * w2 + a2 * u0 + b2 * v0 + c2 * w0;
      s1[3] += a0 * u3 + b0 * v3 + c0 * w3 + a3 * u0 + b3 * v0 + c3 * w0;
      s1[4] += 2 * (a1 * u1 + b1 * v1 + c1 * w1);
      s1[5] += a1 * u2 + b1 * v2 + c1 * w2 + a2 * u1 + b2 * v1 + c2 * w1;
      s1[6] += a1 * u3 + b1 * v3 + c1 * w3 + a3 * u1 + b3 * v1 + c3 * w1;
      s1[7] += 2 * (a2 * u2 + b2 * v2 + c2 * w2);
      s1[8] += a2 * u3 + b2 * v3 + c2 * w3 + a3 * u2 + b3 * v2 + c3 * w2;
      s1[9] += 2 * (a3 * u3 + b3 * v3 + c3 * w3);
      s1[3] += d0 * nx + e0 * ny + f0 * nz;
      s1[6] += d1 * nx + e1 * ny + f1 * nz;
      s1[8] += d2 * nx + e2 * ny + f2 * nz;
      s1[9] += 2 * (d3 * nx + e3 * ny + f3 * nz);
    }

    @Override
    public boolean keepsSides(CollapseMesh mesh) {
      if (free) {
        boolean alike = motion.moveAlike(from, into);
        for (int r = 0; r < moved.length; r++) {
          int m = 4 * r;
          double p = at(first, m);
          moved[r] = alike ? p : p + share * (at(second, m) - p);
        }
      } else {
        System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      }
      return posed.keepsSides(mesh, from, into, moved);
    }

    private double at(double[] a, int m) {
      return a[m] * bestX + a[m + 1] * bestY + a[m + 2] * bestZ + a[m + 3];
    }

    @Override
    public int influencesRemoved(CoordRows rows) {
      return rows.removedBy(from, into, share);
    }

    @Override
    public Collapse commit() {
      double attributeShare = free ? shareOfAttributes() : 0;
      double[] sum = quadrics[into];
      double[] gone = quadrics[from];
      for (int i = 0; i < sum.length; i++) {
        sum[i] += gone[i];
      }
      quadrics[from] = NOTHING;
      if (free) {
        motion.mix(from, into, share, bestX, bestY, bestZ);
        motion.copyMatrices(into, matrices[into]);
        PosedPoints.pose(matrices[into], bestX, bestY, bestZ, moved);
        posed.set(into, moved);
      }
      matrices[from] = NOTHING;
      return new Collapse(
          from,
          into,
          motion.rest(into, 0),
          motion.rest(into, 1),
          motion.rest(into, 2),
          share,
          attributeShare,
          cost);
    }

    /** Where the new point lies along the edge. */
    private double shareOfAttributes() {
      double along = 0;
      double length = 0;
      double[] v = posed.array();
      int a = posed.at(into);
      int b = posed.at(from);
      for (int i = 0; i < moved.length; i++) {
        double e = v[b + i] - v[a + i];
        along += e * (moved[i] - v[a + i]);
        length += e * e;
      }
      return length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
    }
  }
}
