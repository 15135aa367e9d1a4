package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.InfluencePrice;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceInput;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sum of one quadric per sample pose, each in the space of its pose, for points that a {@link
 * PointMotion} moves. A candidate blends the motions of the edge's ends by a share t. For each t,
 * its optimal rest position is the solution of a 3×3 system, the minimum of the quadric Σ_k A_kᵀ
 * Q_k A_k (after DeCoro and Rusinkiewicz, "Pose-independent Simplification of Articulated Meshes",
 * 2005, where quadrics are pulled back to the rest pose once; here they are pulled back with the
 * weights of the candidate).
 *
 * <p>A_k is linear in t, so the sum is a polynomial of degree 2 in t, whose three coefficients are
 * computed once per edge. With a single pose this is the algorithm of Garland and Heckbert.
 */
public final class PoseQuadrics implements InfluencePrice {
  private static final int Q = Quadric.SIZE;
  private static final int LINEAR = 9;

  /** The shares of the removed end that are tried. */
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  /**
   * The factor of estimates: an estimate above the cost delays an edge. With 1, the levels of
   * CesiumMan have 2 to 5 % larger errors; with 0.5, estimates save little time.
   */
  private static final double ESTIMATE_FACTOR = 0.8;

  /** Points per parallel task. */
  private static final int PIECE = 1024;

  private final PointMotion motion;
  private final @Nullable AttributeQuadrics appearance;
  private final int poses;
  private final PosedPoints posed;

  /** 10 values per pose, point after point. */
  private final double[] quadrics;

  /**
   * The linear parts of the matrices, 9 values per pose, point after point. A point x near the rest
   * position r of a point is moved to P + L (x − r), where P is the posed position: so floats are
   * sufficient wherever the model is, and take a third of the memory of whole matrices.
   */
  private final float[] linear;

  /**
   * Per point, the sum of its quadrics pulled back to its rest position by its own matrices: Σ
   * AᵀQA. Exact for points of one joint, approximate for others: {@link Worker#pullBackBlend}.
   */
  private final double[] pulledBack;

  /** Points that have lost influences since their quadrics were pulled back. */
  private final BitSet outdated = new BitSet();

  /** Per point, the sum of the diagonals of its quadrics: {@link #moveCost}. */
  private final double[] areas;

  /** The new matrices of a point: only one thread changes points. */
  private final double[] newMatrices;

  /** Makes a price with the default weights of planes, boundaries and seams. */
  public static Price of(PriceInput input) {
    return new PoseQuadrics(
        input.mesh(),
        input.motion(),
        input.poses().weightArray(),
        input.importance(),
        QuadricWeights.DEFAULTS,
        input.look() > 0
            ? points ->
                new AttributeQuadrics(
                    input.mesh(),
                    input.character(),
                    points,
                    input.poses().weightArray(),
                    input.look(),
                    input.context())
            : null,
        input.context());
  }

  /**
   * Computes the quadrics of a mesh.
   *
   * @param mesh before any collapse
   * @param motion kept and modified
   * @param poseWeights one weight per pose
   * @param importance one weight per point, or null for 1
   * @param weights the weights of planes, boundaries and seams
   * @param attributes gives what collapses change in attributes, from the points in all poses; null
   *     if that has no weight
   */
  public PoseQuadrics(
      CollapseView mesh,
      PointMotion motion,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      @Nullable Function<PosedPoints, AttributeQuadrics> attributes,
      RunContext context) {
    this.motion = motion;
    poses = motion.poseCount();
    checkSize(mesh.pointCount());
    newMatrices = new double[Affine.SIZE * poses];
    posed = new PosedPoints(mesh.pointCount(), poses);
    int points = mesh.pointCount();
    linear = new float[LINEAR * poses * points];
    int pieces = (points + PIECE - 1) / PIECE;
    context.run(
        pieces,
        piece -> {
          double[] position = new double[3 * poses];
          double[] own = new double[Affine.SIZE * poses];
          for (int p = piece * PIECE; p < Math.min(points, (piece + 1) * PIECE); p++) {
            context.checkCancelled();
            motion.copyMatrices(p, own, 0);
            setLinear(p, own);
            PosedPoints.pose(
                own, 0, motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), position);
            posed.set(p, position);
          }
        });
    appearance = attributes == null ? null : attributes.apply(posed);
    quadrics = MeshQuadrics.of(mesh, posed, poseWeights, importance, weights, context);
    areas = new double[points];
    pulledBack = new double[Q * points];
    context.run(
        pieces,
        piece -> {
          double[] matrix = new double[Affine.SIZE];
          for (int p = piece * PIECE; p < Math.min(points, (piece + 1) * PIECE); p++) {
            context.checkCancelled();
            areas[p] = area(p);
            pullBack(p, matrix);
          }
        });
  }

  private void checkSize(int points) {
    long maxPoses = Integer.MAX_VALUE / ((long) Q * Math.max(1, points));
    if (poses > maxPoses) {
      throw new RequestException(
          "poses: expected up to " + maxPoses + " for " + points + " points, got " + poses);
    }
  }

  /** Returns the index of a point's first quadric. */
  private int quadricAt(int point) {
    return Q * poses * point;
  }

  /** Returns the index of the linear part of a point in a pose. */
  private int linearAt(int point, int pose) {
    return LINEAR * (poses * point + pose);
  }

  /** Stores the linear parts of a point's matrices. */
  private void setLinear(int point, double[] matrices) {
    int to = linearAt(point, 0);
    for (int from = 0; from < matrices.length; from += 4) {
      linear[to++] = (float) matrices[from];
      linear[to++] = (float) matrices[from + 1];
      linear[to++] = (float) matrices[from + 2];
    }
  }

  /** Loads the matrix of a point in a pose: [L, P − L r]. */
  private void load(int point, int pose, double[] out) {
    double x = motion.rest(point, 0), y = motion.rest(point, 1), z = motion.rest(point, 2);
    int from = linearAt(point, pose);
    int to = posed.at(point) + 3 * pose;
    double[] p = posed.array();
    for (int row = 0; row < Affine.SIZE; row += 4) {
      double a = linear[from++], b = linear[from++], c = linear[from++];
      out[row] = a;
      out[row + 1] = b;
      out[row + 2] = c;
      out[row + 3] = p[to++] - (a * x + b * y + c * z);
    }
  }

  private double area(int point) {
    double area = 0;
    int end = quadricAt(point + 1);
    for (int q = quadricAt(point); q < end; q += Q) {
      area += quadrics[q] + quadrics[q + 4] + quadrics[q + 7];
    }
    return area;
  }

  /**
   * Pulls the quadrics of a point back again if they are outdated. This happens only after
   * removals, when a single thread prices.
   */
  private void refresh(int point, double[] matrix) {
    if (outdated.get(point)) {
      pullBack(point, matrix);
      outdated.clear(point);
    }
  }

  /**
   * Computes Σ_k Aᵀ Q A of one point.
   *
   * @param matrix work space
   */
  private void pullBack(int point, double[] matrix) {
    int at = Q * point;
    Arrays.fill(pulledBack, at, at + Q, 0);
    int q = quadricAt(point);
    for (int k = 0; k < poses; k++) {
      load(point, k, matrix);
      Quadric.addPulledBack(quadrics, q + Q * k, matrix, pulledBack, at);
    }
  }

  @Override
  public boolean hasEstimates() {
    return poses > 1;
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  /**
   * Returns the squared displacement times the area around the point: the sum of the diagonals of
   * its quadrics, which bounds their increase by a displacement of length 1.
   */
  @Override
  public double moveCost(int point, double meanSquare) {
    return areas[point] * meanSquare;
  }

  @Override
  public boolean update(CollapseView mesh, int point) {
    if (!posed.update(mesh, motion, point, newMatrices)) {
      return false;
    }
    setLinear(point, newMatrices);
    outdated.set(point);
    return true;
  }

  private final class Worker implements Pricer {
    private final double[] sum = new double[Q];
    private final double[] s0 = new double[Q];
    private final double[] s1 = new double[Q];
    private final double[] s2 = new double[Q];
    private final double[] blended = new double[Q];
    private final double[] attributes = new double[Q];
    private final AttributeQuadrics.@Nullable Worker appearanceWorker =
        appearance == null ? null : appearance.newWorker();
    private final double[] first = new double[Affine.SIZE];
    private final double[] second = new double[Affine.SIZE];
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
    private boolean sameMotion;
    private boolean estimated;

    @Override
    public double price(int a, int b, Placement placement) {
      choose(a, b, placement);
      if (placement == Placement.NOWHERE) {
        cost = Double.POSITIVE_INFINITY;
      } else if (free) {
        findBest();
      } else {
        priceInPlace();
      }
      return cost;
    }

    /**
     * Treats the quadrics of each end as if they moved with that end alone, as DeCoro and
     * Rusinkiewicz do.
     */
    @Override
    public double estimate(int a, int b, Placement placement) {
      if (placement != Placement.FREE) {
        return price(a, b, placement);
      }
      choose(a, b, placement);
      estimated = true;
      findBestOfSameMotion();
      return ESTIMATE_FACTOR * cost;
    }

    private void choose(int a, int b, Placement placement) {
      estimated = false;
      free = placement == Placement.FREE;
      boolean ontoFirst = placement != Placement.ONTO_SECOND;
      into = ontoFirst ? a : b;
      from = ontoFirst ? b : a;
      if (appearanceWorker != null && placement != Placement.NOWHERE) {
        Arrays.fill(attributes, 0);
        appearanceWorker.addQuadric(from, into, attributes);
      }
    }

    private void priceInPlace() {
      share = 0;
      bestX = motion.rest(into, 0);
      bestY = motion.rest(into, 1);
      bestZ = motion.rest(into, 2);
      double total = 0;
      int qa = quadricAt(from);
      int qb = quadricAt(into);
      double[] v = posed.array();
      for (int k = 0, at = posed.at(into); k < Q * poses; k += Q, at += 3) {
        total +=
            Quadric.at(quadrics, qa + k, v[at], v[at + 1], v[at + 2])
                + Quadric.at(quadrics, qb + k, v[at], v[at + 1], v[at + 2]);
      }
      total += Quadric.at(attributes, 0, bestX, bestY, bestZ);
      cost = Math.max(0, total);
    }

    private void findBest() {
      if (motion.haveSameMotion(from, into)) {
        refresh(from, first);
        refresh(into, first);
        findBestOfSameMotion();
        return;
      }
      sameMotion = false;
      sumBlended();
      cost = Double.POSITIVE_INFINITY;
      for (double t : SHARES) {
        for (int i = 0; i < Q; i++) {
          blended[i] = attributes[i] + s0[i] + t * (s1[i] + t * s2[i]);
        }
        tryShare(t);
      }
      cost = Math.max(0, cost);
    }

    /** Pulls each end back by its own matrices: exact if both ends have the same. */
    private void findBestOfSameMotion() {
      sameMotion = true;
      for (int i = 0; i < Q; i++) {
        blended[i] = attributes[i] + pulledBack[Q * into + i] + pulledBack[Q * from + i];
      }
      cost = Double.POSITIVE_INFINITY;
      tryShare(0.5);
      // The share has no influence on the motion.
      share = 0;
      cost = Math.max(0, cost);
    }

    /**
     * Tries the optimal position for a share, or the position on the edge if that is too far away.
     */
    private void tryShare(double t) {
      double cx = between(0, t), cy = between(1, t), cz = between(2, t);
      if (!Quadric.minimise(blended, 0, x, 0) || isTooFar(cx, cy, cz)) {
        x[0] = cx;
        x[1] = cy;
        x[2] = cz;
      }
      double c = Quadric.at(blended, 0, x[0], x[1], x[2]);
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

    /** Returns true if x is further from a position on the edge than twice the edge's length. */
    private boolean isTooFar(double cx, double cy, double cz) {
      double length = 0;
      for (int i = 0; i < 3; i++) {
        double d = motion.rest(from, i) - motion.rest(into, i);
        length += d * d;
      }
      double dx = x[0] - cx, dy = x[1] - cy, dz = x[2] - cz;
      return !(dx * dx + dy * dy + dz * dz <= 4 * length);
    }

    /** Computes the coefficients of (A + t D)ᵀ Q (A + t D), where D = B − A. */
    private void sumBlended() {
      Arrays.fill(s0, 0);
      Arrays.fill(s1, 0);
      Arrays.fill(s2, 0);
      int qa = quadricAt(from);
      int qb = quadricAt(into);
      for (int k = 0; k < poses; k++) {
        for (int i = 0; i < Q; i++) {
          sum[i] = quadrics[qa + Q * k + i] + quadrics[qb + Q * k + i];
        }
        load(into, k, first);
        load(from, k, second);
        Quadric.addPulledBack(sum, 0, first, s0, 0);
        addHigher(first, second);
      }
    }

    /** Adds the coefficients of t and t² for one pose. */
    private void addHigher(double[] a, double[] b) {
      double xx = sum[0], xy = sum[1], xz = sum[2], yy = sum[4], yz = sum[5], zz = sum[7];
      double nx = sum[3], ny = sum[6], nz = sum[8];
      double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
      double b0 = a[4], b1 = a[5], b2 = a[6], b3 = a[7];
      double c0 = a[8], c1 = a[9], c2 = a[10], c3 = a[11];
      double d0 = b[0] - a0, d1 = b[1] - a1, d2 = b[2] - a2, d3 = b[3] - a3;
      double e0 = b[4] - b0, e1 = b[5] - b1, e2 = b[6] - b2, e3 = b[7] - b3;
      double f0 = b[8] - c0, f1 = b[9] - c1, f2 = b[10] - c2, f3 = b[11] - c3;
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
    public boolean flipsNoTriangle(CollapseView mesh) {
      if (free) {
        moveFree();
      } else {
        System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      }
      return posed.flipsNoTriangle(mesh, from, into, moved);
    }

    /** Computes the positions of the merged point: a blend of where its ends would move it. */
    private void moveFree() {
      for (int r = 0; r < moved.length; r++) {
        double p = moved(into, r);
        moved[r] = share == 0 ? p : p + share * (moved(from, r) - p);
      }
    }

    /** Returns a coordinate of the merged point as the matrices of one end move it. */
    private double moved(int end, int row) {
      int m = linearAt(end, 0) + 3 * row;
      return posed.array()[posed.at(end) + row]
          + linear[m] * (bestX - motion.rest(end, 0))
          + linear[m + 1] * (bestY - motion.rest(end, 1))
          + linear[m + 2] * (bestZ - motion.rest(end, 2));
    }

    @Override
    public int influencesRemoved() {
      int removed = motion.influencesRemoved(from, into, share);
      return estimated ? Math.max(removed, motion.influencesRemoved(from, into, 1)) : removed;
    }

    @Override
    public Collapse commit() {
      double attributeShare = free ? attributeShareOfEdge() : 0;
      if (appearanceWorker != null) {
        appearanceWorker.commit(from, into);
      }
      int q = quadricAt(into);
      int removed = quadricAt(from);
      for (int i = 0; i < Q * poses; i++) {
        quadrics[q + i] += quadrics[removed + i];
      }
      areas[into] += areas[from];
      outdated.clear(into);
      if (free) {
        pullBackBlend();
        moveFree();
        if (motion.blend(from, into, share, bestX, bestY, bestZ)) {
          blendLinear();
        } else {
          motion.copyMatrices(into, newMatrices, 0);
          setLinear(into, newMatrices);
          PosedPoints.pose(newMatrices, 0, bestX, bestY, bestZ, moved);
        }
        posed.set(into, moved);
      } else {
        pullBack(into, first);
      }
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

    /** Blends the matrices directly: faster than computing them from the joints again. */
    private void blendLinear() {
      int a = linearAt(into, 0);
      int b = linearAt(from, 0);
      float t = (float) share;
      for (int i = 0; i < LINEAR * poses && t > 0; i++) {
        linear[a + i] += t * (linear[b + i] - linear[a + i]);
      }
    }

    /**
     * Sets the pulled back quadrics of the merged point, known from pricing it. If the blend drops
     * joints or has morph offsets, they are approximate, which is sufficient for estimates. They
     * are exact for points of a single joint.
     */
    private void pullBackBlend() {
      for (int i = 0; i < Q; i++) {
        pulledBack[Q * into + i] =
            sameMotion
                ? pulledBack[Q * into + i] + pulledBack[Q * from + i]
                : s0[i] + share * (s1[i] + share * s2[i]);
      }
    }

    /** Returns the relative position of the merged point along the edge, 0 to 1. */
    private double attributeShareOfEdge() {
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
