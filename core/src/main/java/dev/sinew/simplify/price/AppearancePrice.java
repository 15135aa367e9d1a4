package dev.sinew.simplify.price;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.math.Affine;
import dev.sinew.model.MeshAttribute;
import dev.sinew.run.RequestException;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.InfluencePrice;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.PriceInput;
import java.util.Arrays;

/**
 * Appearance-preserving simplification, memoryless or standard (Cohen, Olano and Manocha, 1998;
 * Sander, Snyder, Gortler and Hoppe, 2001; in animation space: Merry, Marais and Gain, "Simplifying
 * Character Skins with Analytic Error Metrics", 2009, section 4). Only half-edges collapse. Old and
 * new triangles are laid over each other in the texture; within a cell of the overlay the vector
 * between points of the same texture coordinates is linear, so it is longest at a cell's corner:
 * where the point disappears, and where an old edge crosses a new one. The longest, in the root
 * mean square over poses or at most over poses, is the price of the memoryless form.
 *
 * <p>The standard form remembers for every triangle how far it may be from the original by now, and
 * adds it: the cost of a collapse then bounds the distance between corresponding points of the
 * original and the new surface, by the triangle inequality. For that the texture must cover the
 * same before and after, so along seams only straight ones collapse.
 *
 * <p>A collapse that would fold the texture is refused. Along seams each side is looked at on its
 * own.
 */
public final class AppearancePrice implements InfluencePrice {
  private static final int NONE = CollapseView.NONE;

  /** So little beside a triangle, in its own size, counts as on its edge. */
  private static final double STRAIGHT = 1e-6;

  private final CollapseView mesh;
  private final PosedPoints posed;
  private final DeviationNorm norm;
  private final PointMotion motion;

  /** How far every triangle may be from the original; empty in the memoryless form. */
  private final double[] remembered;

  /** Texture coordinates by chart: all wedges of a chart at a point have the same. */
  private final double[] uv;

  /** The memoryless form: a collapse costs the deviation from the step before. */
  public static Price memoryless(PriceInput input) {
    return sampled(input, false);
  }

  /** The standard form: a collapse costs the deviation from the original. */
  public static Price standard(PriceInput input) {
    return sampled(input, true);
  }

  /**
   * The standard form with costs that are bounds: after a collapse no point of the surface is, in
   * any pose within the joint ranges, further from its counterpart on the original than the largest
   * cost so far. Morph targets do not count.
   */
  public static PriceFactory bounded(ReachBounds reach) {
    return input ->
        of(
            input,
            PosedPoints.of(input.mesh().pointCount(), input.motion()),
            new ReachNorm(input.character(), reach),
            true);
  }

  private static Price sampled(PriceInput input, boolean standard) {
    PosedPoints posed = PosedPoints.of(input.mesh().pointCount(), input.motion());
    return of(input, posed, new PosedNorm(posed, input.poses().weightArray()), standard);
  }

  private static Price of(
      PriceInput input, PosedPoints posed, DeviationNorm norm, boolean standard) {
    if (input.permissive()) {
      throw new RequestException("permissive: this method needs the texture that the seams hold");
    }
    MeshAttribute texture =
        input
            .character()
            .mesh()
            .attribute(MeshAttribute.UV)
            .orElseThrow(
                () -> new RequestException("mesh: expected texture coordinates, got none"));
    return new AppearancePrice(input.mesh(), input.motion(), posed, norm, standard, texture);
  }

  /**
   * @param mesh before any collapse, its seams not permissive; watched as it changes
   * @param motion how the points move; kept
   * @param posed where every point is in the poses in which no triangle may turn round; kept
   * @param norm how long deviations are
   * @param standard whether triangles remember their deviation
   * @param texture two coordinates a wedge
   */
  public AppearancePrice(
      CollapseView mesh,
      PointMotion motion,
      PosedPoints posed,
      DeviationNorm norm,
      boolean standard,
      MeshAttribute texture) {
    this.mesh = mesh;
    this.motion = motion;
    this.posed = posed;
    this.norm = norm;
    remembered = new double[standard ? mesh.firstTriangleCount() : 0];
    uv = new double[2 * texture.count()];
    for (int w = 0; w < texture.count(); w++) {
      uv[2 * w] = texture.value(w, 0);
      uv[2 * w + 1] = texture.value(w, 1);
    }
  }

  @Override
  public boolean mayFall() {
    return true;
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  /** The root: prices are lengths. */
  @Override
  public double weigh(int point, double squares) {
    return Math.sqrt(squares);
  }

  @Override
  public boolean follow(CollapseView watched, int point) {
    return posed.follow(watched, motion, point, new double[Affine.SIZE * posed.poseCount()]);
  }

  private final class Worker implements Pricer {
    private final double[] bary = new double[3];
    private final double[] moved = new double[3 * posed.poseCount()];
    private int from;
    private int into;
    private double cost;

    @Override
    public double price(int a, int b, Placement placement) {
      double ontoFirst =
          placement == Placement.FREE || placement == Placement.ONTO_FIRST
              ? deviation(b, a)
              : Double.POSITIVE_INFINITY;
      double ontoSecond =
          placement == Placement.FREE || placement == Placement.ONTO_SECOND
              ? deviation(a, b)
              : Double.POSITIVE_INFINITY;
      boolean first = ontoFirst <= ontoSecond;
      into = first ? a : b;
      from = first ? b : a;
      cost = first ? ontoFirst : ontoSecond;
      return cost;
    }

    /** The largest deviation at the corners of the overlay's cells, and what is remembered. */
    private double deviation(int p, int q) {
      double most = 0;
      double before = 0;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        before = isStandard() ? Math.max(before, remembered[c / 3]) : 0;
        if (isFirstOfChart(p, c)) {
          int target = chartAcross(p, q, mesh.chart(c));
          if (target == NONE) {
            return Double.POSITIVE_INFINITY;
          }
          most = Math.max(most, atPoint(p, q, c, target));
          if (most < Double.POSITIVE_INFINITY) {
            most = Math.max(most, atCrossings(p, q, c, target));
          }
        }
      }
      return before + most;
    }

    private boolean isStandard() {
      return remembered.length > 0;
    }

    private boolean isFirstOfChart(int p, int corner) {
      for (int c = mesh.firstCorner(p); c != corner; c = mesh.nextCorner(c)) {
        if (mesh.chart(c) == mesh.chart(corner)) {
          return false;
        }
      }
      return true;
    }

    /** The chart of q in a triangle of a chart of p, or {@link CollapseView#NONE}. */
    private int chartAcross(int p, int q, int chart) {
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        for (int d = CollapseView.after(c);
            d != c && mesh.chart(c) == chart;
            d = CollapseView.after(d)) {
          if (mesh.point(d) == q) {
            return mesh.chart(d);
          }
        }
      }
      return NONE;
    }

    /** Where the point was, against the new triangle that covers its texture coordinates. */
    private double atPoint(int p, int q, int corner, int target) {
      int w = mesh.chart(corner);
      double best = Double.NEGATIVE_INFINITY;
      double deviation = norm.length(p, 1, q, -1, p, 0, p, 0);
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        int d = CollapseView.after(c);
        int e = CollapseView.after(d);
        if (mesh.chart(c) != mesh.chart(corner) || mesh.point(d) == q || mesh.point(e) == q) {
          continue;
        }
        double before = area(mesh.chart(c), mesh.chart(d), mesh.chart(e));
        double after = area(target, mesh.chart(d), mesh.chart(e));
        if (before * after < 0) {
          return Double.POSITIVE_INFINITY; // The texture would fold.
        }
        double inside = barycentric(w, target, mesh.chart(d), mesh.chart(e));
        if (inside > best) {
          best = inside;
          clampToTriangle();
          deviation =
              norm.length(p, 1, q, -bary[0], mesh.point(d), -bary[1], mesh.point(e), -bary[2]);
        }
      }
      // Beside all new triangles, the texture would cover something else than before.
      return isStandard() && !(best >= -STRAIGHT) ? Double.POSITIVE_INFINITY : deviation;
    }

    /** Where old edges from p cross new edges from q. */
    private double atCrossings(int p, int q, int corner, int target) {
      double most = 0;
      int w = mesh.chart(corner);
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        for (int s = CollapseView.after(c); s != c; s = CollapseView.after(s)) {
          if (mesh.chart(c) != mesh.chart(corner) || mesh.point(s) == q) {
            continue;
          }
          for (int c2 = mesh.firstCorner(p); c2 != NONE; c2 = mesh.nextCorner(c2)) {
            for (int r = CollapseView.after(c2); r != c2; r = CollapseView.after(r)) {
              if (mesh.chart(c2) == mesh.chart(corner)
                  && mesh.point(r) != q
                  && mesh.point(r) != mesh.point(s)) {
                most = Math.max(most, atCrossing(p, w, s, q, target, r));
              }
            }
          }
        }
      }
      return most;
    }

    /** The deviation where the edge p to s crosses the edge q to r, or 0. */
    private double atCrossing(int p, int w, int s, int q, int target, int r) {
      double ax = uv[2 * w], ay = uv[2 * w + 1];
      double bx = uv[2 * mesh.chart(s)] - ax, by = uv[2 * mesh.chart(s) + 1] - ay;
      double cx = uv[2 * target], cy = uv[2 * target + 1];
      double dx = uv[2 * mesh.chart(r)] - cx, dy = uv[2 * mesh.chart(r) + 1] - cy;
      double det = bx * dy - by * dx;
      if (det == 0) {
        return 0;
      }
      double t = ((cx - ax) * dy - (cy - ay) * dx) / det;
      double u = ((cx - ax) * by - (cy - ay) * bx) / det;
      if (!(t > 0 && t < 1 && u > 0 && u < 1)) {
        return 0;
      }
      return norm.length(p, 1 - t, mesh.point(s), t, q, u - 1, mesh.point(r), -u);
    }

    private double area(int a, int b, int c) {
      return (uv[2 * b] - uv[2 * a]) * (uv[2 * c + 1] - uv[2 * a + 1])
          - (uv[2 * c] - uv[2 * a]) * (uv[2 * b + 1] - uv[2 * a + 1]);
    }

    /** Barycentric coordinates of a wedge in a triangle; returns the least of them. */
    private double barycentric(int w, int a, int b, int c) {
      double whole = area(a, b, c);
      if (whole == 0) {
        Arrays.fill(bary, 1.0 / 3);
        return Double.NEGATIVE_INFINITY;
      }
      bary[0] = area(w, b, c) / whole;
      bary[1] = area(a, w, c) / whole;
      bary[2] = area(a, b, w) / whole;
      return Math.min(bary[0], Math.min(bary[1], bary[2]));
    }

    /** Beside the triangle, as at a seam that turns, the nearest place by coordinates counts. */
    private void clampToTriangle() {
      double sum = 0;
      for (int i = 0; i < 3; i++) {
        bary[i] = Math.max(0, bary[i]);
        sum += bary[i];
      }
      for (int i = 0; i < 3; i++) {
        bary[i] /= sum;
      }
    }

    @Override
    public boolean keepsSides(CollapseView watched) {
      System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      return cost < Double.POSITIVE_INFINITY && posed.keepsSides(watched, from, into, moved);
    }

    @Override
    public int influencesRemoved() {
      return motion.influencesRemoved(from, into, 0);
    }

    @Override
    public Collapse commit() {
      for (int c = mesh.firstCorner(from); c != NONE && isStandard(); c = mesh.nextCorner(c)) {
        remembered[c / 3] = cost;
      }
      return new Collapse(
          from, into, motion.rest(into, 0), motion.rest(into, 1), motion.rest(into, 2), 0, 0, cost);
    }
  }
}
