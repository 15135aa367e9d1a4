package dev.sinew.simplify.price;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.math.Affine;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
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
import java.util.Map;
import java.util.TreeMap;

/**
 * Appearance-preserving simplification, memoryless or standard (Cohen, Olano and Manocha, 1998;
 * Sander, Snyder, Gortler and Hoppe, 2001; in animation space: Merry, Marais and Gain, "Simplifying
 * Character Skins with Analytic Error Metrics", 2009, section 4). Only half-edge collapses are
 * used. The old and new triangles are overlaid in texture space. Within a cell of the overlay the
 * deviation, the vector between points of equal texture coordinates, is linear, so its norm is
 * largest at a corner of a cell: at the removed point, where an old edge crosses a new one, or at a
 * neighbour, which does not move. The cost in the memoryless form is the largest norm.
 *
 * <p>The standard form stores a bound of the deviation from the original per triangle and adds it:
 * the cost bounds the distance between corresponding points of the original and the new surface.
 *
 * <p>A collapse that would change what is covered in the texture, or fold it, is rejected ({@link
 * TextureCover}). The sides of a seam are handled separately.
 */
public class AppearancePrice implements Price {
  private static final int NONE = CollapseView.NONE;

  /** Points outside a triangle by less, in barycentric coordinates, are considered on its edge. */
  private static final double TOLERANCE = 1e-6;

  private final CollapseView mesh;
  private final PosedPoints posed;
  private final Deviations deviations;
  private final PointMotion motion;

  private final TextureCover cover;

  /** Texture coordinates by chart index: all wedges of a chart at a point have the same. */
  private final double[] uv;

  /** Makes the memoryless form: the cost is the deviation from the previous step in L2,2. */
  public static Price memoryless(PriceInput input) {
    return withRemovals(input, posed(input), new StepDeviations(normalised(input)));
  }

  /** Makes the standard form: the cost bounds the deviation from the original in L2,2. */
  public static Price standard(PriceInput input) {
    return withRemovals(
        input,
        posed(input),
        new BoxDeviations(normalised(input), input.mesh().firstTriangleCount()));
  }

  /** Makes the memoryless form with the root mean square over sample poses. */
  public static Price sampled(PriceInput input) {
    PosedPoints posed = posed(input);
    return withRemovals(
        input,
        posed,
        new StepDeviations(new PosedNorm(posed, input.movement().poses().weightArray())));
  }

  /**
   * Makes the standard form with proven bounds: in any pose within the joint ranges, no point of
   * the surface is further from its counterpart on the original than the largest cost so far. Morph
   * targets are ignored.
   */
  public static PriceFactory bounded(ReachBounds reach) {
    return input ->
        new AppearancePrice(
            input,
            posed(input),
            new BallDeviations(
                new ReachNorm(input.character(), reach), input.mesh().firstTriangleCount()));
  }

  private static PosedPoints posed(PriceInput input) {
    return PosedPoints.of(input.mesh().pointCount(), input.movement().motion(), input.context());
  }

  private static NormalisedPoints normalised(PriceInput input) {
    return new NormalisedPoints(
        input.mesh().pointCount(),
        input.movement().motion(),
        input.movement().expectation().get(),
        boneLengths(input.character()),
        input.context());
  }

  /** Returns the size of the character in the space of the mesh of every bone. */
  private static double[] boneLengths(JoinedCharacter character) {
    TriMesh rest = character.restMesh();
    double size = rest.bounds().longestSide();
    double[] units = character.meshUnits(rest);
    double[] out = new double[character.boneCount()];
    for (int m = 0; m < units.length; m++) {
      int end = character.isSkinned(m) ? character.skin(m).jointCount() : 1;
      Arrays.fill(out, character.firstBone(m), character.firstBone(m) + end, size / units[m]);
    }
    return out;
  }

  private static Price withRemovals(
      PriceInput input, PosedPoints posed, Deviations.OfInfluences deviations) {
    return new WithRemovals(input, posed, deviations);
  }

  /**
   * @param posed the points in the poses in which no triangle may flip; kept and modified
   * @param deviations measures and stores deviations; kept and modified
   */
  private AppearancePrice(PriceInput input, PosedPoints posed, Deviations deviations) {
    mesh = input.mesh();
    motion = input.movement().motion();
    this.posed = posed;
    this.deviations = deviations;
    MeshAttribute texture = texture(input);
    cover = new TextureCover(mesh, input.character(), texture);
    uv = new double[2 * texture.count()];
    for (int w = 0; w < texture.count(); w++) {
      uv[2 * w] = texture.value(w, 0);
      uv[2 * w + 1] = texture.value(w, 1);
    }
  }

  /** Returns the set of texture coordinates that the materials of most triangles show. */
  private static MeshAttribute texture(PriceInput input) {
    TriMesh mesh = input.character().mesh();
    Map<Integer, Integer> triangles = new TreeMap<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int set = input.character().material(mesh.group(t)).map(Material::colorSet).orElse(0);
      triangles.merge(set, 1, Integer::sum);
    }
    int most = 0;
    for (Map.Entry<Integer, Integer> set : triangles.entrySet()) {
      most = set.getValue() > triangles.getOrDefault(most, 0) ? set.getKey() : most;
    }
    MeshAttribute texture =
        mesh.attribute(MeshAttribute.uv(most))
            .or(() -> mesh.attribute(MeshAttribute.UV))
            .orElseThrow(
                () -> new RequestException("mesh: expected texture coordinates, got none"));
    if (!input.seams().mayHold(texture)) {
      throw new RequestException("permissive: this method needs seams that are kept");
    }
    return texture;
  }

  @Override
  public boolean costsMayDecrease() {
    return true;
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  /** The price with deviations that follow the removal of influences. */
  private static final class WithRemovals extends AppearancePrice implements InfluencePrice {
    private final PriceInput input;
    private final PosedPoints posed;
    private final Deviations.OfInfluences deviations;

    WithRemovals(PriceInput input, PosedPoints posed, Deviations.OfInfluences deviations) {
      super(input, posed, deviations);
      this.input = input;
      this.posed = posed;
      this.deviations = deviations;
    }

    /** Adds the root mean square to the deviation so far: costs are lengths. */
    @Override
    public double moveCost(int point, double meanSquare) {
      return deviations.lengthAt(input.mesh(), point) + Math.sqrt(meanSquare);
    }

    @Override
    public boolean update(CollapseView mesh, int point) {
      double[] matrices = new double[Affine.SIZE * posed.poseCount()];
      if (!posed.update(mesh, input.movement().motion(), point, matrices)) {
        return false;
      }
      deviations.update(mesh, point);
      return true;
    }
  }

  private final class Worker implements Pricer {
    private final double[] bary = new double[3];
    private final double[] moved = new double[3 * posed.poseCount()];
    private final Deviations.Meter meter = deviations.newMeter();
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

    /** Returns the largest deviation at the corners of the overlay's cells. */
    private double deviation(int p, int q) {
      double largest = 0;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        largest = Math.max(largest, meter.lengthBefore(c / 3));
        if (isFirstOfChart(p, c)) {
          int target = chartAcross(p, q, mesh.chart(c));
          if (target == NONE || !cover.keeps(p, q, mesh.chart(c), target)) {
            return Double.POSITIVE_INFINITY;
          }
          largest = Math.max(largest, atPoint(p, q, c, target));
          if (largest < Double.POSITIVE_INFINITY) {
            largest = Math.max(largest, atCrossings(p, q, c, target));
          }
        }
      }
      return largest;
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
      int covering = NONE;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        int d = CollapseView.after(c);
        int e = CollapseView.after(d);
        if (mesh.chart(c) != w || mesh.point(d) == q || mesh.point(e) == q) {
          continue;
        }
        double smallest = barycentric(w, target, mesh.chart(d), mesh.chart(e));
        if (smallest > best) {
          best = smallest;
          covering = c;
        }
      }
      // A bound is for points that correspond: there is none for a point outside.
      if (deviations.accumulate() && !(best >= -TOLERANCE)) {
        return Double.POSITIVE_INFINITY;
      }
      setAtPoint(p, q, target, covering);
      return deviations.accumulate() ? largestAround(p, w) : meter.length(corner / 3);
    }

    /** Sets the deviation of p from the new triangle in place of the one at a corner of p. */
    private void setAtPoint(int p, int q, int target, int covering) {
      if (covering == NONE) {
        meter.set(p, 1, q, -1, p, 0, p, 0);
        return;
      }
      int d = CollapseView.after(covering);
      int e = CollapseView.after(d);
      barycentric(mesh.chart(covering), target, mesh.chart(d), mesh.chart(e));
      clampToTriangle();
      meter.set(p, 1, q, -bary[0], mesh.point(d), -bary[1], mesh.point(e), -bary[2]);
    }

    /** Returns the largest length on the old triangles of p in a chart. */
    private double largestAround(int p, int chart) {
      double largest = 0;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        if (mesh.chart(c) == chart) {
          largest = Math.max(largest, meter.length(c / 3));
        }
      }
      return largest;
    }

    /** Returns the largest deviation where old edges from p cross new edges from q. */
    private double atCrossings(int p, int q, int corner, int target) {
      double largest = 0;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        for (int r = CollapseView.after(c); r != c; r = CollapseView.after(r)) {
          if (mesh.chart(c) == mesh.chart(corner) && mesh.point(r) != q) {
            largest = Math.max(largest, alongNewEdge(p, q, corner, target, r, false));
          }
        }
      }
      return largest;
    }

    /**
     * Returns the largest deviation where old edges from p cross the new edge q-r.
     *
     * @param include true to extend the bound of a new triangle too
     */
    private double alongNewEdge(int p, int q, int corner, int target, int r, boolean include) {
      double largest = 0;
      int w = mesh.chart(corner);
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        for (int s = CollapseView.after(c); s != c; s = CollapseView.after(s)) {
          if (mesh.chart(c) == w
              && mesh.point(s) != q
              && mesh.point(s) != mesh.point(r)
              && setAtCrossing(p, w, s, q, target, r)) {
            largest = Math.max(largest, meter.length(s / 3));
            if (include) {
              meter.include(s / 3);
            }
          }
        }
      }
      return largest;
    }

    /** Sets the deviation where the edges p-s and q-r cross; returns false if they do not. */
    private boolean setAtCrossing(int p, int w, int s, int q, int target, int r) {
      double ax = uv[2 * w], ay = uv[2 * w + 1];
      double bx = uv[2 * mesh.chart(s)] - ax, by = uv[2 * mesh.chart(s) + 1] - ay;
      double cx = uv[2 * target], cy = uv[2 * target + 1];
      double dx = uv[2 * mesh.chart(r)] - cx, dy = uv[2 * mesh.chart(r) + 1] - cy;
      double det = bx * dy - by * dx;
      if (det == 0) {
        return false;
      }
      double t = ((cx - ax) * dy - (cy - ay) * dx) / det;
      double u = ((cx - ax) * by - (cy - ay) * bx) / det;
      if (!(t > 0 && t < 1 && u > 0 && u < 1)) {
        return false;
      }
      meter.set(p, 1 - t, mesh.point(s), t, q, u - 1, mesh.point(r), -u);
      return true;
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

    /** Clamps the barycentric coordinates: straight seams are bent by rounding. */
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
      for (int c = mesh.firstCorner(from); c != NONE; c = mesh.nextCorner(c)) {
        if (isFirstOfChart(from, c)) {
          cover.merge(from, into, mesh.chart(c), chartAcross(from, into, mesh.chart(c)));
        }
      }
      if (deviations.accumulate()) {
        for (int c = mesh.firstCorner(from); c != NONE; c = mesh.nextCorner(c)) {
          if (!hasPoint(c, into)) {
            boundNewTriangle(from, into, c);
          }
        }
        meter.store();
      }
      return new Collapse(
          from, into, motion.rest(into, 0), motion.rest(into, 1), motion.rest(into, 2), 0, 0, cost);
    }

    private boolean hasPoint(int corner, int point) {
      int d = CollapseView.after(corner);
      return mesh.point(corner) == point
          || mesh.point(d) == point
          || mesh.point(CollapseView.after(d)) == point;
    }

    /** Bounds the deviation of the triangle at a corner of p after p has moved to q. */
    private void boundNewTriangle(int p, int q, int corner) {
      int w = mesh.chart(corner);
      int target = chartAcross(p, q, w);
      int d = CollapseView.after(corner);
      int e = CollapseView.after(d);
      meter.begin();
      boolean covers = barycentric(w, target, mesh.chart(d), mesh.chart(e)) >= -TOLERANCE;
      for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
        if (mesh.chart(c) != w) {
          continue;
        }
        if (hasPoint(c, q) || hasPoint(c, mesh.point(d)) || hasPoint(c, mesh.point(e))) {
          meter.includeBefore(c / 3);
        }
        if (covers) {
          setAtPoint(p, q, target, corner);
          meter.include(c / 3);
        }
      }
      alongNewEdge(p, q, corner, target, d, true);
      alongNewEdge(p, q, corner, target, e, true);
      meter.end(corner / 3);
    }
  }
}
