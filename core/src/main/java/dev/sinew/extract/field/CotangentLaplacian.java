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
 * <p>Weights are bounded below by a small positive number, so that a harmonic function has no
 * extremum inside (the maximum principle, section 3.1.3) on any triangulation, at the cost of some
 * accuracy at obtuse triangles. Any number of triangles may share an edge.
 */
public final class CotangentLaplacian {
  /** The smallest weight of an edge; that of an edge between equilateral triangles is 0.58. */
  private static final double MIN_WEIGHT = 1e-3;

  /** The largest cotangent: angles below 0.06° count as that angle. */
  private static final double MAX_COTANGENT = 1e3;

  private final Surface surface;

  /** The cotangent at each corner of each triangle. */
  private final double[] cotangents;

  private final double[] edgeWeights;
  private final double[] masses;

  /** Computes the weights. */
  public CotangentLaplacian(Surface surface) {
    this.surface = surface;
    cotangents = new double[3 * surface.triangleCount()];
    edgeWeights = new double[surface.topology().edgeCount()];
    masses = new double[surface.vertexCount()];
    double[] x = surface.positionsInPlace();
    int[] corners = surface.trianglesInPlace();
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
        double cotangent = area > 0 ? dot / (2 * area) : dot > 0 ? MAX_COTANGENT : 0;
        cotangents[3 * t + k] = Math.clamp(cotangent, -MAX_COTANGENT, MAX_COTANGENT);
        masses[corners[3 * t + k]] += area / 3;
        edgeWeights[surface.topology().findEdge(b / 3, c / 3)] += cotangents[3 * t + k] / 2;
      }
    }
    for (int e = 0; e < edgeWeights.length; e++) {
      edgeWeights[e] = Math.max(edgeWeights[e], MIN_WEIGHT);
    }
    // A vertex of triangles without area still needs an area for the heat equation.
    double least = 1e-6 * surface.area() / masses.length;
    for (int v = 0; v < masses.length; v++) {
      masses[v] = Math.max(masses[v], least);
    }
  }

  /** Returns the surface. */
  public Surface surface() {
    return surface;
  }

  /** Returns the weight of an edge. */
  public double edgeWeight(int edge) {
    return edgeWeights[edge];
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
      int a = surface.topology().edgeVertex(e, 0);
      int b = surface.topology().edgeVertex(e, 1);
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
    double[] bending = new double[x.length];
    for (int e = 0; e < edgeWeights.length; e++) {
      int a = 3 * surface.topology().edgeVertex(e, 0);
      int b = 3 * surface.topology().edgeVertex(e, 1);
      for (int i = 0; i < 3; i++) {
        double d = edgeWeights[e] * (x[a + i] - x[b + i]);
        bending[a + i] += d;
        bending[b + i] -= d;
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
    double[] x = surface.positionsInPlace();
    int[] corners = surface.trianglesInPlace();
    double[] out = new double[masses.length];
    double[] rotated = new double[9];
    double[] g = new double[3];
    for (int t = 0; t < surface.triangleCount(); t++) {
      int a = 3 * corners[3 * t], b = 3 * corners[3 * t + 1], c = 3 * corners[3 * t + 2];
      double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
      double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      double n = Math.sqrt(nx * nx + ny * ny + nz * nz);
      // Far from the source u is tiny: only its ratios within a triangle matter.
      double largest =
          Math.max(u[corners[3 * t]], Math.max(u[corners[3 * t + 1]], u[corners[3 * t + 2]]));
      if (!(n > 0) || !(largest > 0)) {
        continue;
      }
      Arrays.fill(g, 0);
      for (int k = 0; k < 3; k++) {
        // A ∇ψ of corner k: half the opposite edge, rotated by a right angle in the plane.
        int p = 3 * corners[3 * t + (k + 1) % 3];
        int q = 3 * corners[3 * t + (k + 2) % 3];
        double ex = x[q] - x[p], ey = x[q + 1] - x[p + 1], ez = x[q + 2] - x[p + 2];
        rotated[3 * k] = (ny * ez - nz * ey) / (2 * n);
        rotated[3 * k + 1] = (nz * ex - nx * ez) / (2 * n);
        rotated[3 * k + 2] = (nx * ey - ny * ex) / (2 * n);
        double value = u[corners[3 * t + k]] / largest;
        for (int i = 0; i < 3; i++) {
          g[i] += value * rotated[3 * k + i];
        }
      }
      double length = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      if (!(length > 0)) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        double dot = 0;
        for (int i = 0; i < 3; i++) {
          dot -= rotated[3 * k + i] * g[i];
        }
        out[corners[3 * t + k]] += dot / length;
      }
    }
    return out;
  }
}
