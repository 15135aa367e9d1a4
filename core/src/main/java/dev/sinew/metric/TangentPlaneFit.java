package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Topology;

/**
 * Tangent planes of a surface in animation space, fitted to its triangles (Merry's thesis
 * "Animation Space", section 4.3.1 and appendix A.1): per vertex the {@link PlaneMean} of the
 * planes of its triangles, each spanned by two edges of the vertex. So the planes have weight 0 and
 * only joints of the edges, as the appendix proves.
 *
 * <p>Cost per vertex: the square of its valence times the square of its number of influences. In a
 * metric of one pose, the plane is perpendicular to the area-weighted mean of the triangles'
 * normals.
 */
public final class TangentPlaneFit {
  private final AnimationCoords first;
  private final AnimationCoords second;

  TangentPlaneFit(AnimationCoords first, AnimationCoords second) {
    this.first = first;
    this.second = second;
  }

  /** Returns the vectors a, one row per vertex; an empty row if a vertex has no plane. */
  public AnimationCoords first() {
    return first;
  }

  /** Returns the vectors b, with a ∧ b oriented like the triangles. */
  public AnimationCoords second() {
    return second;
  }

  /** Returns the planes of a list of vertices, in its order. */
  public TangentPlaneFit rows(int[] list) {
    return new TangentPlaneFit(first.rows(list), second.rows(list));
  }

  /** Returns these planes, and others where there are none. */
  TangentPlaneFit orElse(AnimationCoords otherFirst, AnimationCoords otherSecond) {
    AnimationCoords.Builder a = AnimationCoords.builder();
    AnimationCoords.Builder b = AnimationCoords.builder();
    for (int r = 0; r < first.rowCount(); r++) {
      boolean has = first.count(r) > 0 && second.count(r) > 0;
      a.add(has ? first : otherFirst, r, 1);
      b.add(has ? second : otherSecond, r, 1);
      a.endRow();
      b.endRow();
    }
    return new TangentPlaneFit(a.buildVectors(), b.buildVectors());
  }

  /**
   * Fits a plane per vertex.
   *
   * @param triangles 3 vertices per triangle
   * @param points one row per vertex
   * @param metric over the joints of the points
   */
  public static TangentPlaneFit of(int[] triangles, AnimationCoords points, PoseMetric metric) {
    if (points.jointsNeeded() > metric.jointCount()) {
      throw new IllegalArgumentException(
          "points: expected joints below "
              + metric.jointCount()
              + ", got "
              + points.jointsNeeded());
    }
    Topology topology = Topology.of(points.rowCount(), triangles);
    AnimationCoords.Builder first = AnimationCoords.builder();
    AnimationCoords.Builder second = AnimationCoords.builder();
    for (int v = 0; v < points.rowCount(); v++) {
      Star star = new Star(topology, triangles, v);
      double[] a = new double[star.edges];
      double[] b = new double[star.edges];
      if (star.mean(star.gram(points, metric)).solve(a, b)) {
        star.add(points, a, first);
        star.add(points, b, second);
      }
      first.endRow();
      second.endRow();
    }
    return new TangentPlaneFit(first.buildVectors(), second.buildVectors());
  }

  /** A vertex with its edges and triangles. */
  private static final class Star {
    private final Topology topology;
    private final int vertex;
    private final int edges;
    private final int[] left;
    private final int[] right;

    Star(Topology topology, int[] triangles, int vertex) {
      this.topology = topology;
      this.vertex = vertex;
      edges = topology.neighbourCount(vertex);
      left = new int[topology.vertexTriangleCount(vertex)];
      right = new int[left.length];
      for (int i = 0; i < left.length; i++) {
        int t = 3 * topology.vertexTriangle(vertex, i);
        int corner = triangles[t] == vertex ? 0 : triangles[t + 1] == vertex ? 1 : 2;
        left[i] = edgeTo(triangles[t + (corner + 1) % 3]);
        right[i] = edgeTo(triangles[t + (corner + 2) % 3]);
      }
    }

    private int edgeTo(int other) {
      int r = 0;
      while (topology.neighbour(vertex, r) != other) {
        r++;
      }
      return r;
    }

    /** Returns the sum of the planes of the triangles. */
    PlaneMean mean(double[] gram) {
      PlaneMean mean = new PlaneMean(edges, gram);
      for (int i = 0; i < left.length; i++) {
        mean.add(left[i], right[i], 1);
      }
      return mean;
    }

    double[] gram(AnimationCoords points, PoseMetric metric) {
      AnimationVector[] edge = new AnimationVector[edges];
      for (int r = 0; r < edges; r++) {
        edge[r] =
            new AnimationVector()
                .setDifference(points, vertex, points, topology.neighbour(vertex, r));
      }
      double[] gram = new double[edges * edges];
      for (int r = 0; r < edges; r++) {
        for (int s = 0; s <= r; s++) {
          gram[edges * r + s] = metric.inner(edge[r], edge[s]);
          gram[edges * s + r] = gram[edges * r + s];
        }
      }
      return gram;
    }

    /** Adds Σ cᵣ fᵣ to the current row. */
    void add(AnimationCoords points, double[] c, AnimationCoords.Builder row) {
      double total = 0;
      for (int r = 0; r < edges; r++) {
        row.add(points, topology.neighbour(vertex, r), c[r]);
        total += c[r];
      }
      row.add(points, vertex, -total);
    }
  }
}
