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
 * Character Skins with Analytic Error Metrics", 2009, section 4). Only half-edge collapses are
 * used. The old and new triangles are overlaid in texture space. Within a cell of the overlay the
 * deviation, the vector between points of equal texture coordinates, is linear, so its norm is
 * largest at a corner of a cell: at the removed point or where an old edge crosses a new one. The
 * cost in the memoryless form is the largest norm, the root mean square or the maximum over poses.
 *
 * <p>The standard form stores a bound of the deviation from the original per triangle and adds it:
 * by the triangle inequality, the cost bounds the distance between corresponding points of the
 * original and the new surface. This requires that the texture covers the same area before and
 * after, so only straight seams collapse.
 *
 * <p>A collapse that would fold the texture is rejected. The sides of a seam are handled
 * separately.
 */
public final class AppearancePrice implements InfluencePrice {
  private static final int NONE = CollapseView.NONE;

  /** Points outside a triangle by less, in barycentric coordinates, are considered on its edge. */
  private static final double TOLERANCE = 1e-6;

  private final CollapseView mesh;
  private final PosedPoints posed;
  private final DeviationNorm norm;
  private final PointMotion motion;

  /** Per triangle, a bound of the deviation from the original; empty in the memoryless form. */
  private final double[] bounds;

  /** Texture coordinates by chart index: all wedges of a chart at a point have the same. */
  private final double[] uv;

  /** Makes the memoryless form: the cost is the deviation from the previous step. */
  public static Price memoryless(PriceInput input) {
    return sampled(input, false);
  }

  /** Makes the standard form: the cost is the deviation from the original. */
  public static Price standard(PriceInput input) {
    return sampled(input, true);
  }

  /**
   * Makes the standard form with proven bounds: in any pose within the joint ranges, no point of
   * the surface is further from its counterpart on the original than the largest cost so far. Morph
   * targets are ignored.
   */
  public static PriceFactory bounded(ReachBounds reach) {
    return input ->
        of(
            input,
            PosedPoints.of(input.mesh().pointCount(), input.motion(), input.context()),
            new ReachNorm(input.character(), reach),
            true);
  }

  private static Price sampled(PriceInput input, boolean standard) {
    PosedPoints posed = PosedPoints.of(input.mesh().pointCount(), input.motion(), input.context());
    return of(input, posed, new PosedNorm(posed, input.poses().weightArray()), standard);
  }

  private static Price of(
      PriceInput input, PosedPoints posed, DeviationNorm norm, boolean standard) {
    MeshAttribute texture =
        input
            .character()
            .mesh()
            .attribute(MeshAttribute.UV)
            .orElseThrow(
                () -> new RequestException("mesh: expected texture coordinates, got none"));
    if (!input.seams().mayHold(texture)) {
      throw new RequestException("permissive: this method needs seams that are kept");
    }
    return new AppearancePrice(input.mesh(), input.motion(), posed, norm, standard, texture);
  }

  /**
   * @param mesh before any collapse, with the seams of the texture; kept
   * @param motion the motion of the points; kept
   * @param posed the points in the poses in which no triangle may flip; kept and modified
   * @param norm the norm of deviations
   * @param standard true for the standard form
   * @param texture 2 texture coordinates per wedge
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
    bounds = new double[standard ? mesh.firstTriangleCount() : 0];
    uv = new double[2 * texture.count()];
    for (int w = 0; w < texture.count(); w++) {
      uv[2 * w] = texture.value(w, 0);
      uv[2 * w + 1] = texture.value(w, 1);
    }
  }

  @Override
  public boolean costsMayDecrease() {
    return true;
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  /** Returns the root mean square: costs are lengths. */
  @Override
  public double moveCost(int point, double meanSquare) {
    return Math.sqrt(meanSquare);
  }

  @Override
  public boolean update(CollapseView current, int point) {
    return posed.update(current, motion, point, new double[Affine.SIZE * posed.poseCount()]);
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

    /** Returns the largest deviation at the corners of the overlay's cells, plus the old bound. */
    private double deviation(int p, int q) {
      double largest = 0;
      double before = 0;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        before = isStandard() ? Math.max(before, bounds[c / 3]) : 0;
        if (isFirstOfChart(p, c)) {
          int target = chartAcross(p, q, mesh.chart(c));
          if (target == NONE) {
            return Double.POSITIVE_INFINITY;
          }
          largest = Math.max(largest, atPoint(p, q, c, target));
          if (largest < Double.POSITIVE_INFINITY) {
            largest = Math.max(largest, atCrossings(p, q, c, target));
          }
        }
      }
      return before + largest;
    }

    private boolean isStandard() {
      return bounds.length > 0;
    }

    private boolean isFirstOfChart(int p, int corner) {
      for (int c = mesh.firstCorner(p); c != corner; c = mesh.nextCorner(c)) {
        if (mesh.chart(c) == mesh.chart(corner)) {
          return false;
        }
      }
      return true;
    }

    /** Returns the chart of q in a triangle with this chart of p, or {@link CollapseView#NONE}. */
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

    /** Returns the deviation at p from the new triangle that covers its texture coordinates. */
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
        double smallest = barycentric(w, target, mesh.chart(d), mesh.chart(e));
        if (smallest > best) {
          best = smallest;
          clampToTriangle();
          deviation =
              norm.length(p, 1, q, -bary[0], mesh.point(d), -bary[1], mesh.point(e), -bary[2]);
        }
      }
      // Outside all new triangles: the texture would cover another area than before.
      return isStandard() && !(best >= -TOLERANCE) ? Double.POSITIVE_INFINITY : deviation;
    }

    /** Returns the largest deviation where old edges from p cross new edges from q. */
    private double atCrossings(int p, int q, int corner, int target) {
      double largest = 0;
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
                largest = Math.max(largest, atCrossing(p, w, s, q, target, r));
              }
            }
          }
        }
      }
      return largest;
    }

    /** Returns the deviation where the edges p-s and q-r cross, or 0 if they do not. */
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

    /** Computes the barycentric coordinates of a chart in a triangle; returns the smallest. */
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

    /** Clamps the barycentric coordinates: at a bent seam, points lie outside the triangle. */
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
    public boolean flipsNoTriangle(CollapseView current) {
      System.arraycopy(posed.array(), posed.at(into), moved, 0, moved.length);
      return cost < Double.POSITIVE_INFINITY && posed.flipsNoTriangle(current, from, into, moved);
    }

    @Override
    public int influencesRemoved() {
      return motion.influencesRemoved(from, into, 0);
    }

    @Override
    public Collapse commit() {
      for (int c = mesh.firstCorner(from); c != NONE && isStandard(); c = mesh.nextCorner(c)) {
        bounds[c / 3] = cost;
      }
      return new Collapse(
          from, into, motion.rest(into, 0), motion.rest(into, 1), motion.rest(into, 2), 0, 0, cost);
    }
  }
}
