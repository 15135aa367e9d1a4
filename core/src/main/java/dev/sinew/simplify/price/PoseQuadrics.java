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
import dev.sinew.simplify.collapse.Surcharge;
import java.util.Arrays;
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

  /** The shares of the removed end that are tried. */
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  /**
   * The factor of estimates: an estimate above the cost delays an edge. With 1, the levels of
   * CesiumMan have 2 to 5 % larger errors; with 0.5, estimates save little time. See
   * docs/decisions/collapse-queue.md.
   */
  private static final double ESTIMATE_FACTOR = 0.8;

  private final PointMotion motion;
  private final @Nullable AttributeQuadrics appearance;
  private final Surcharge surcharge;
  private final int poses;
  private final PosedPoints posed;
  private final PointMatrices matrices;
  private final PointQuadrics quadrics;

  /** The new matrices of a point. One for all, because only one thread changes points. */
  private final double[] newMatrices;

  /** Makes a price with the default weights of planes, boundaries and seams. */
  public static Price of(PriceInput input) {
    return new PoseQuadrics(
        input.mesh(),
        input.movement().motion(),
        input.movement().poses().weightArray(),
        input.weighting().importance(),
        QuadricWeights.DEFAULTS,
        input.weighting().look() > 0
            ? points ->
                new AttributeQuadrics(
                    input.mesh(),
                    input.character(),
                    points,
                    input.movement().poses().weightArray(),
                    input.weighting().appearance(),
                    input.weighting().look(),
                    input.context())
            : null,
        input.surcharge(),
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
   * @param surcharges gives what collapses cost besides, likewise
   */
  public PoseQuadrics(
      CollapseView mesh,
      PointMotion motion,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      @Nullable Function<PosedPoints, AttributeQuadrics> attributes,
      Function<PosedPoints, Surcharge> surcharges,
      RunContext context) {
    this.motion = motion;
    poses = motion.poseCount();
    int points = mesh.pointCount();
    checkSize(points);
    newMatrices = new double[Affine.SIZE * poses];
    posed = new PosedPoints(points, poses);
    matrices = new PointMatrices(points, motion, posed, context);
    appearance = attributes == null ? null : attributes.apply(posed);
    surcharge = surcharges.apply(posed);
    quadrics =
        new PointQuadrics(
            points,
            poses,
            MeshQuadrics.of(mesh, posed, poseWeights, importance, weights, context),
            matrices,
            context);
  }

  private void checkSize(int points) {
    long maxPoses = Integer.MAX_VALUE / ((long) Q * Math.max(1, points));
    if (poses > maxPoses) {
      throw new RequestException(
          "poses: expected up to " + maxPoses + " for " + points + " points, got " + poses);
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

  /** Returns the squared displacement times the area around the point. */
  @Override
  public double moveCost(int point, double meanSquare) {
    return quadrics.area(point) * meanSquare;
  }

  @Override
  public boolean update(CollapseView mesh, int point) {
    if (!posed.update(mesh, motion, point, newMatrices)) {
      return false;
    }
    matrices.set(point, newMatrices);
    quadrics.invalidate(point);
    return true;
  }

  private final class Worker implements Pricer {
    private final BlendQuadric blend = new BlendQuadric();
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
      double total = quadrics.inPlace(from, into, posed);
      total += Quadric.at(attributes, 0, bestX, bestY, bestZ);
      cost = Math.max(0, total);
    }

    private void findBest() {
      if (motion.haveSameMotion(from, into)) {
        quadrics.refresh(from, first);
        quadrics.refresh(into, first);
        findBestOfSameMotion();
        return;
      }
      sameMotion = false;
      quadrics.blend(from, into, blend, first, second);
      cost = Double.POSITIVE_INFINITY;
      for (double t : SHARES) {
        blend.sumAt(t, attributes, blended);
        tryShare(t);
      }
      cost = Math.max(0, cost);
    }

    /** Pulls each end back by its own matrices: exact if both ends have the same. */
    private void findBestOfSameMotion() {
      sameMotion = true;
      quadrics.sumPulledBack(from, into, attributes, blended);
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

    @Override
    public boolean flipsNoTriangle(CollapseView mesh) {
      if (free) {
        moveFree();
      } else {
        System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      }
      return posed.flipsNoTriangle(mesh, from, into, moved);
    }

    @Override
    public double surcharge(CollapseView mesh) {
      return surcharge.of(mesh, from, into, moved);
    }

    /** Computes the positions of the merged point: a blend of where its ends would move it. */
    private void moveFree() {
      for (int r = 0; r < moved.length; r++) {
        double p = matrices.moved(into, r, bestX, bestY, bestZ);
        moved[r] = share == 0 ? p : p + share * (matrices.moved(from, r, bestX, bestY, bestZ) - p);
      }
    }

    @Override
    public int influencesRemoved() {
      int removed = motion.influencesRemoved(from, into, share);
      return estimated ? Math.max(removed, motion.influencesRemoved(from, into, 1)) : removed;
    }

    @Override
    public Collapse commit() {
      surcharge.commit();
      double attributeShare = free ? attributeShareOfEdge() : 0;
      if (appearanceWorker != null) {
        appearanceWorker.commit(from, into);
      }
      quadrics.merge(from, into);
      if (free) {
        if (sameMotion) {
          quadrics.addPulledBack(from, into);
        } else {
          quadrics.setPulledBack(into, blend, share);
        }
        moveFree();
        if (motion.blend(from, into, share, bestX, bestY, bestZ)) {
          matrices.blend(into, from, (float) share);
        } else {
          motion.copyMatrices(into, newMatrices, 0);
          matrices.set(into, newMatrices);
          PosedPoints.pose(newMatrices, 0, bestX, bestY, bestZ, moved);
        }
        posed.set(into, moved);
      } else {
        quadrics.pullBack(into, first);
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
