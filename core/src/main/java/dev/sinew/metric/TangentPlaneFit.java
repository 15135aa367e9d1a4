package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Topology;
import java.util.Arrays;

/**
 * Tangent planes of a surface in animation space, fitted to its triangles (Merry's thesis
 * "Animation Space", section 4.3.1 and appendix A.1). Per vertex, of all planes a ∧ b that are
 * orthonormal in a pose metric, the one that maximises the sum of the inner products with the
 * planes of its triangles: a and b are the singular vectors of A = Σ (aᵢ bᵢᵀ − bᵢ aᵢᵀ) of the
 * largest singular value, in the metric.
 *
 * <p>With P the metric's matrix they satisfy σ a = A P b and σ b = −A P a (equations A.7 and A.8),
 * which gives a power iteration. All vectors are linear combinations of the edges fᵣ at the vertex,
 * so it runs on their coefficients: c ← T Γ c, with Γ the edges' Gram matrix in the metric and T
 * the antisymmetric matrix that is 1 if edges r, s bound a triangle in this order. So the planes
 * have weight 0 and only joints of the edges, as the appendix proves.
 *
 * <p>Cost per vertex: the square of its valence times the square of its number of influences. In a
 * metric of one pose, the plane is perpendicular to the area-weighted mean of the triangles'
 * normals.
 *
 * <p>No production caller yet: it waits for normal and tangent maps.
 */
public final class TangentPlaneFit {
  private static final int MAX_STEPS = 200;
  private static final double TOLERANCE = 1e-12;

  private final AnimationCoords first;
  private final AnimationCoords second;

  private TangentPlaneFit(AnimationCoords first, AnimationCoords second) {
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
      double[] b = star.start();
      double[] a = new double[b.length];
      if (star.iterate(star.gram(points, metric), a, b)) {
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

    /** Returns an arbitrary start vector; it must not be perpendicular to the plane sought. */
    double[] start() {
      double[] c = new double[edges];
      for (int r = 0; r < edges; r++) {
        c[r] = Math.cos(1 + 2.4 * r);
      }
      return c;
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

    /** Runs the iteration from b; returns false if the edges span no plane. */
    boolean iterate(double[] gram, double[] a, double[] b) {
      if (!normalise(gram, b)) {
        return false;
      }
      double sigma = 0;
      for (int step = 0; step < MAX_STEPS; step++) {
        double forth = apply(gram, b, a, 1);
        double back = forth > 0 ? apply(gram, a, b, -1) : 0;
        if (!(back > 0)) {
          return false;
        }
        boolean converged = Math.abs(back - sigma) <= TOLERANCE * back;
        sigma = back;
        if (converged) {
          break;
        }
      }
      // b is one half step ahead of a: compute a from the last b.
      return apply(gram, b, a, 1) > 0;
    }

    /** Writes ± T Γ c, normalised in the metric; returns its length before normalisation. */
    private double apply(double[] gram, double[] c, double[] out, double sign) {
      double[] product = new double[edges];
      for (int r = 0; r < edges; r++) {
        for (int s = 0; s < edges; s++) {
          product[r] += gram[edges * r + s] * c[s];
        }
      }
      Arrays.fill(out, 0);
      for (int i = 0; i < left.length; i++) {
        out[left[i]] += sign * product[right[i]];
        out[right[i]] -= sign * product[left[i]];
      }
      double length = length(gram, out);
      for (int r = 0; r < edges && length > 0; r++) {
        out[r] /= length;
      }
      return length;
    }

    private boolean normalise(double[] gram, double[] c) {
      double length = length(gram, c);
      for (int r = 0; r < edges && length > 0; r++) {
        c[r] /= length;
      }
      return length > 0;
    }

    private double length(double[] gram, double[] c) {
      double sum = 0;
      for (int r = 0; r < edges; r++) {
        for (int s = 0; s < edges; s++) {
          sum += c[r] * gram[edges * r + s] * c[s];
        }
      }
      return sum > 0 ? Math.sqrt(sum) : 0;
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
