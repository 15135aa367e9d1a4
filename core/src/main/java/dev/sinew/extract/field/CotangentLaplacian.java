package dev.sinew.extract.field;

import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseSymmetric;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The cotangent Laplacian of a surface (equation 3.3 of the thesis "Character animation from
 * examples"): L f = Σ_j w_ij (f_i − f_j) with w_ij = ½ Σ cot α over the angles opposite the edge,
 * and the area of each vertex, a third of its triangles.
 *
 * <p>Edges and triangles are those of the {@link IntrinsicDelaunay} triangulation. Its weights are
 * not negative, so a harmonic function has no extremum inside (the maximum principle, section
 * 3.1.3), and functions do not depend on how the surface was cut into triangles. Only edges that
 * cannot be flipped, at boundaries and where more than two triangles meet, may need the bound below
 * that keeps the principle there.
 */
public final class CotangentLaplacian {
  /** The smallest weight of an edge; that of an edge between equilateral triangles is 0.58. */
  private static final double MIN_WEIGHT = 1e-3;

  /** The largest cotangent: angles below 0.06° count as that angle. */
  private static final double MAX_COTANGENT = 1e3;

  private final Surface surface;
  private final IntrinsicDelaunay triangles;

  /** The ends of each edge. */
  private final int[] ends;

  private final double[] edgeWeights;
  private final double[] masses;

  /** Computes the weights. */
  public CotangentLaplacian(Surface surface) {
    this.surface = surface;
    triangles = IntrinsicDelaunay.of(surface);
    masses = new double[surface.vertexCount()];
    int[] from = new int[6 * triangles.triangleCount()];
    double[] weights = new double[3 * triangles.triangleCount()];
    int n = 0;
    for (int t = 0; t < triangles.triangleCount(); t++) {
      double third = triangles.area(t) / 3;
      for (int k = 0; k < 3; k++) {
        int a = triangles.vertex(t, k);
        int b = triangles.vertex(t, (k + 1) % 3);
        masses[a] += third;
        int side = 3 * t + k;
        int other = triangles.opposite(side);
        if (other < side && a != b) {
          double sum = cotangent(side) + (other < 0 ? 0 : cotangent(other));
          from[2 * n] = a;
          from[2 * n + 1] = b;
          weights[n++] = Math.max(sum / 2, MIN_WEIGHT);
        }
      }
    }
    ends = Arrays.copyOf(from, 2 * n);
    edgeWeights = Arrays.copyOf(weights, n);
    // A vertex of triangles without area still needs an area for the heat equation.
    double least = 1e-6 * surface.area() / masses.length;
    for (int v = 0; v < masses.length; v++) {
      masses[v] = Math.max(masses[v], least);
    }
  }

  private double cotangent(int side) {
    return Math.clamp(triangles.cotangent(side), -MAX_COTANGENT, MAX_COTANGENT);
  }

  /** Returns the surface. */
  public Surface surface() {
    return surface;
  }

  /** Returns the area of a vertex. */
  public double mass(int vertex) {
    return masses[vertex];
  }

  /** Returns the matrix {@code scale · L + diagonal}. */
  SparseSymmetric matrix(double scale, double[] diagonal) {
    SparseSymmetric.Builder rows = SparseSymmetric.builder(masses.length);
    double[] sums = diagonal.clone();
    for (int e = 0; e < edgeWeights.length; e++) {
      int a = ends[2 * e];
      int b = ends[2 * e + 1];
      double w = scale * edgeWeights[e];
      rows.add(a, b, -w);
      sums[a] += w;
      sums[b] += w;
    }
    for (int v = 0; v < sums.length; v++) {
      rows.add(v, v, sums[v]);
    }
    return rows.build();
  }

  /**
   * Returns a solver of (L + diagonal) x = b for many b; it may be used by several threads.
   *
   * @param diagonal a positive number per vertex
   * @param check called now and then; may throw to end the work
   */
  public UnaryOperator<double[]> solver(double[] diagonal, Runnable check) {
    return SparseCholesky.of(matrix(1, diagonal), check)::solve;
  }

  /** Returns the areas of all vertices times a factor, in a new array. */
  public double[] scaledMasses(double factor) {
    return Arrays.stream(masses).map(m -> factor * m).toArray();
  }

  /**
   * Returns the integrated mean curvature normal of each vertex divided by its area, projected on
   * the vertex normal: H, positive where the surface is convex. L x = 2 H n · area.
   */
  public double[] meanCurvatures() {
    double[] x = surface.positionsInPlace();
    int[] corners = surface.trianglesInPlace();
    // How the surface bends is in its own triangles, not in the intrinsic ones.
    double[] bending = new double[x.length];
    for (int t = 0; t < surface.triangleCount(); t++) {
      double area = surface.triangleArea(t);
      for (int k = 0; k < 3; k++) {
        int a = 3 * corners[3 * t + k];
        int b = 3 * corners[3 * t + (k + 1) % 3];
        int c = 3 * corners[3 * t + (k + 2) % 3];
        double dot = 0;
        for (int i = 0; i < 3; i++) {
          dot += (x[b + i] - x[a + i]) * (x[c + i] - x[a + i]);
        }
        double cotangent = area > 0 ? dot / (2 * area) : 0;
        double w = Math.clamp(cotangent, -MAX_COTANGENT, MAX_COTANGENT) / 2;
        for (int i = 0; i < 3; i++) {
          double d = w * (x[b + i] - x[c + i]);
          bending[b + i] += d;
          bending[c + i] -= d;
        }
      }
    }
    double[] normals = new double[x.length];
    for (int t = 0; t < surface.triangleCount(); t++) {
      int a = 3 * corners[3 * t], b = 3 * corners[3 * t + 1], c = 3 * corners[3 * t + 2];
      double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
      double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      for (int v : new int[] {a, b, c}) {
        normals[v] += nx;
        normals[v + 1] += ny;
        normals[v + 2] += nz;
      }
    }
    double[] out = new double[masses.length];
    for (int v = 0; v < out.length; v++) {
      double dot = 0;
      double length = 0;
      for (int i = 3 * v; i < 3 * v + 3; i++) {
        dot += bending[i] * normals[i];
        length += normals[i] * normals[i];
      }
      out[v] = length > 0 ? dot / (2 * masses[v] * Math.sqrt(length)) : 0;
    }
    return out;
  }

  /**
   * Returns the integrated divergence Σ_t A_t ∇ψ_i · X_t of the unit field X = −∇u / |∇u|, with ψ_i
   * the hat function of vertex i.
   *
   * @param u positive values
   */
  double[] divergenceOfDirections(double[] u) {
    double[] out = new double[masses.length];
    double[] x = new double[6];
    double[] rotated = new double[6];
    for (int t = 0; t < triangles.triangleCount(); t++) {
      // Far from the source u is tiny: only its ratios within a triangle matter.
      double largest = 0;
      for (int k = 0; k < 3; k++) {
        largest = Math.max(largest, u[triangles.vertex(t, k)]);
      }
      if (!flatten(t, x) || !(largest > 0)) {
        continue;
      }
      double gx = 0;
      double gy = 0;
      for (int k = 0; k < 3; k++) {
        // A ∇ψ of corner k: half the opposite edge, rotated by a right angle.
        int p = 2 * ((k + 1) % 3);
        int q = 2 * ((k + 2) % 3);
        rotated[2 * k] = (x[p + 1] - x[q + 1]) / 2;
        rotated[2 * k + 1] = (x[q] - x[p]) / 2;
        double value = u[triangles.vertex(t, k)] / largest;
        gx += value * rotated[2 * k];
        gy += value * rotated[2 * k + 1];
      }
      double length = Math.hypot(gx, gy);
      if (!(length > 0)) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        out[triangles.vertex(t, k)] -= (rotated[2 * k] * gx + rotated[2 * k + 1] * gy) / length;
      }
    }
    return out;
  }

  /** Lays a triangle flat, counter-clockwise; returns false if it has no area. */
  private boolean flatten(int triangle, double[] x) {
    double base = triangles.length(triangle, 0);
    double right = triangles.length(triangle, 1);
    double left = triangles.length(triangle, 2);
    double area = triangles.area(triangle);
    if (!(area > 0)) {
      return false;
    }
    x[2] = base;
    x[4] = (base * base + left * left - right * right) / (2 * base);
    x[5] = 2 * area / base;
    return true;
  }
}
