package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
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
import org.jspecify.annotations.Nullable;

/**
 * The sum over poses of quadrics, one a pose in that pose's own space, for points that a {@link
 * PointMotion} moves. A candidate mixes the motions of the edge's ends by a share t; for every t
 * its best coordinates come from one 3×3 system, the quadric Σ_k A_kᵀ Q_k A_k in them (after DeCoro
 * and Rusinkiewicz, "Pose-independent Simplification of Articulated Meshes", 2005, whose quadrics
 * are pulled back once and for all; here pulling back waits until the candidate's weights are
 * known).
 *
 * <p>A_k is linear in t, so that sum is a polynomial of degree two in t whose three coefficients
 * are summed once an edge. Over a single pose this is the algorithm of Garland and Heckbert.
 */
public final class PoseQuadrics implements InfluencePrice {
  private static final int Q = Quadric.SIZE;

  /** Shares of the disappearing end that are tried. */
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  /**
   * How much of a guess to believe: one that is too high keeps an edge waiting past its turn.
   * Believed in full, guesses leave CesiumMan's levels 2 to 5 % further away; by half, they save
   * little time.
   */
  private static final double CAUTION = 0.8;

  /** So many points make a piece of work for a thread. */
  private static final int PIECE = 1024;

  private final PointMotion motion;
  private final int poses;
  private final PosedPoints posed;

  /** Ten numbers a pose for every point, in a row. */
  private final double[] quadrics;

  /** Twelve numbers a pose for every point, in a row. */
  private final double[] matrices;

  /**
   * Every point's own quadrics in its coordinates at rest, moved by its own matrices: Σ AᵀQA. Exact
   * for points of one joint, and near for others: {@link Worker#pullBackMixed}.
   */
  private final double[] pulledBack;

  /** Points that have lost influences since they were pulled back: that will do for guesses. */
  private final BitSet outdated = new BitSet();

  /** The sum of the diagonals of every point's quadrics: {@link #weigh}. */
  private final double[] areas;

  /** Matrices of a point on trial. */
  private final double[] changed;

  /** The price with the default weights of planes, boundaries and seams. */
  public static Price of(PriceInput input) {
    return new PoseQuadrics(
        input.mesh(),
        input.motion(),
        input.poses().weightArray(),
        input.importance(),
        QuadricWeights.DEFAULTS,
        input.context());
  }

  /**
   * Computes the quadrics of a mesh.
   *
   * @param mesh before any collapse
   * @param motion kept and changed
   * @param poseWeights how much each pose counts
   * @param importance how much each point counts, or null when all do alike
   * @param weights what counts how much
   * @param context share the work
   */
  public PoseQuadrics(
      CollapseView mesh,
      PointMotion motion,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      RunContext context) {
    this.motion = motion;
    poses = motion.poseCount();
    requireRoom(mesh.pointCount());
    changed = new double[Affine.SIZE * poses];
    posed = new PosedPoints(mesh.pointCount(), poses);
    int points = mesh.pointCount();
    matrices = new double[Affine.SIZE * poses * points];
    int pieces = (points + PIECE - 1) / PIECE;
    context.run(
        pieces,
        piece -> {
          double[] place = new double[3 * poses];
          for (int p = piece * PIECE; p < Math.min(points, (piece + 1) * PIECE); p++) {
            int at = matrixAt(p);
            motion.copyMatrices(p, matrices, at);
            PosedPoints.pose(
                matrices, at, motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), place);
            posed.set(p, place);
          }
        });
    quadrics = MeshQuadrics.of(mesh, posed, poseWeights, importance, weights, context);
    areas = new double[points];
    pulledBack = new double[Q * points];
    context.run(
        pieces,
        piece -> {
          for (int p = piece * PIECE; p < Math.min(points, (piece + 1) * PIECE); p++) {
            areas[p] = area(p);
            pullBack(p);
          }
        });
  }

  private void requireRoom(int points) {
    long most = Integer.MAX_VALUE / ((long) Affine.SIZE * Math.max(1, points));
    if (poses > most) {
      throw new IllegalArgumentException(
          "poses: expected up to " + most + " for " + points + " points, got " + poses);
    }
  }

  /** Where the quadrics of a point begin. */
  private int quadricAt(int point) {
    return Q * poses * point;
  }

  /** Where the matrices of a point begin. */
  private int matrixAt(int point) {
    return Affine.SIZE * poses * point;
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
   * Pulls a point's quadrics back again where the last time will not do. Only after removals, when
   * one thread is left that prices.
   */
  private void bringUpToDate(int point) {
    if (outdated.get(point)) {
      pullBack(point);
      outdated.clear(point);
    }
  }

  /** Sums Σ_k Aᵀ Q A of one point. */
  private void pullBack(int point) {
    int at = Q * point;
    Arrays.fill(pulledBack, at, at + Q, 0);
    int q = quadricAt(point);
    int m = matrixAt(point);
    for (int k = 0; k < poses; k++) {
      Quadric.addPulledBack(quadrics, q + Q * k, matrices, m + Affine.SIZE * k, pulledBack, at);
    }
  }

  @Override
  public boolean guesses() {
    return poses > 1;
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
    return areas[point] * squares;
  }

  @Override
  public boolean follow(CollapseView mesh, int point) {
    if (!posed.follow(mesh, motion, point, changed)) {
      return false;
    }
    System.arraycopy(changed, 0, matrices, matrixAt(point), changed.length);
    outdated.set(point);
    return true;
  }

  private final class Worker implements Pricer {
    private int first;
    private int second;
    private final double[] sum = new double[Q];
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
    private boolean alike;
    private boolean guessed;

    @Override
    public double price(int a, int b, Placement placement) {
      choose(a, b, placement);
      if (placement == Placement.NOWHERE) {
        cost = Double.POSITIVE_INFINITY;
      } else if (free) {
        findBest();
      } else {
        stay();
      }
      return cost;
    }

    /**
     * As if each end's quadrics still moved with that end alone (what DeCoro and Rusinkiewicz sum).
     */
    @Override
    public double guess(int a, int b, Placement placement) {
      if (placement != Placement.FREE) {
        return price(a, b, placement);
      }
      choose(a, b, placement);
      guessed = true;
      findBestAlike();
      return CAUTION * cost;
    }

    private void choose(int a, int b, Placement placement) {
      guessed = false;
      free = placement == Placement.FREE;
      boolean ontoFirst = placement != Placement.ONTO_SECOND;
      into = ontoFirst ? a : b;
      from = ontoFirst ? b : a;
    }

    private void stay() {
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
      cost = Math.max(0, total);
    }

    private void findBest() {
      if (motion.moveAlike(from, into)) {
        bringUpToDate(from);
        bringUpToDate(into);
        findBestAlike();
        return;
      }
      alike = false;
      first = matrixAt(into);
      second = matrixAt(from);
      sumMixed();
      cost = Double.POSITIVE_INFINITY;
      for (double t : SHARES) {
        for (int i = 0; i < Q; i++) {
          mixed[i] = s0[i] + t * (s1[i] + t * s2[i]);
        }
        tryShare(t);
      }
      cost = Math.max(0, cost);
    }

    /** Each end's quadrics follow its own matrices: exact where these are the same. */
    private void findBestAlike() {
      alike = true;
      first = matrixAt(into);
      for (int i = 0; i < Q; i++) {
        mixed[i] = pulledBack[Q * into + i] + pulledBack[Q * from + i];
      }
      cost = Double.POSITIVE_INFINITY;
      tryShare(0.5);
      // All shares move alike: the share only says where attributes come from.
      share = 0;
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

    /** The polynomial's coefficients: with D = B − A, (A + t D)ᵀ Q (A + t D). */
    private void sumMixed() {
      Arrays.fill(s0, 0);
      Arrays.fill(s1, 0);
      Arrays.fill(s2, 0);
      int qa = quadricAt(from);
      int qb = quadricAt(into);
      for (int k = 0; k < poses; k++) {
        for (int i = 0; i < Q; i++) {
          sum[i] = quadrics[qa + Q * k + i] + quadrics[qb + Q * k + i];
        }
        Quadric.addPulledBack(sum, 0, matrices, first + Affine.SIZE * k, s0, 0);
        addHigher(first + Affine.SIZE * k, second + Affine.SIZE * k);
      }
    }

    private void addHigher(int a, int b) {
      double[] m = matrices;
      double xx = sum[0], xy = sum[1], xz = sum[2], yy = sum[4], yz = sum[5], zz = sum[7];
      double nx = sum[3], ny = sum[6], nz = sum[8];
      double a0 = m[a], a1 = m[a + 1], a2 = m[a + 2], a3 = m[a + 3];
      double b0 = m[a + 4], b1 = m[a + 5], b2 = m[a + 6], b3 = m[a + 7];
      double c0 = m[a + 8], c1 = m[a + 9], c2 = m[a + 10], c3 = m[a + 11];
      double d0 = m[b] - a0, d1 = m[b + 1] - a1, d2 = m[b + 2] - a2, d3 = m[b + 3] - a3;
      double e0 = m[b + 4] - b0, e1 = m[b + 5] - b1, e2 = m[b + 6] - b2, e3 = m[b + 7] - b3;
      double f0 = m[b + 8] - c0, f1 = m[b + 9] - c1, f2 = m[b + 10] - c2, f3 = m[b + 11] - c3;
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
    public boolean keepsSides(CollapseView mesh) {
      if (free) {
        for (int r = 0; r < moved.length; r++) {
          double p = at(first + 4 * r);
          moved[r] = share == 0 ? p : p + share * (at(second + 4 * r) - p);
        }
      } else {
        System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      }
      return posed.keepsSides(mesh, from, into, moved);
    }

    private double at(int m) {
      return matrices[m] * bestX
          + matrices[m + 1] * bestY
          + matrices[m + 2] * bestZ
          + matrices[m + 3];
    }

    @Override
    public int influencesRemoved() {
      int removed = motion.influencesRemoved(from, into, share);
      return guessed ? Math.max(removed, motion.influencesRemoved(from, into, 1)) : removed;
    }

    @Override
    public Collapse commit() {
      double attributeShare = free ? shareOfAttributes() : 0;
      int q = quadricAt(into);
      int gone = quadricAt(from);
      for (int i = 0; i < Q * poses; i++) {
        quadrics[q + i] += quadrics[gone + i];
      }
      areas[into] += areas[from];
      outdated.clear(into);
      if (free) {
        pullBackMixed();
        if (motion.mix(from, into, share, bestX, bestY, bestZ)) {
          mixMatrices();
        } else {
          motion.copyMatrices(into, matrices, matrixAt(into));
        }
        PosedPoints.pose(matrices, matrixAt(into), bestX, bestY, bestZ, moved);
        posed.set(into, moved);
      } else {
        pullBack(into);
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

    /** What the motion would give, without asking every joint again. */
    private void mixMatrices() {
      int a = matrixAt(into);
      int b = matrixAt(from);
      for (int i = 0; i < Affine.SIZE * poses && share > 0; i++) {
        matrices[a + i] += share * (matrices[b + i] - matrices[a + i]);
      }
    }

    /**
     * What pulling back the new point's quadrics comes to, known from pricing it. Where the mixture
     * loses joints beyond the limit, or mixes shapes, it is near and good enough for guesses;
     * points that move alike have one joint, and there it is exact.
     */
    private void pullBackMixed() {
      for (int i = 0; i < Q; i++) {
        pulledBack[Q * into + i] =
            alike
                ? pulledBack[Q * into + i] + pulledBack[Q * from + i]
                : s0[i] + share * (s1[i] + share * s2[i]);
      }
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
