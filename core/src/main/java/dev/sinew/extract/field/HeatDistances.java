package dev.sinew.extract.field;

import dev.sinew.linalg.SparseCholesky;
import dev.sinew.run.RunContext;

/**
 * Geodesic distances on a surface by the heat method (Crane, Weischedel and Wardetzky 2013): heat
 * flows from a vertex for a short time, the direction of its gradient is that of the distance, and
 * the function with these gradients is the solution of a Poisson equation. Both matrices are
 * factored once.
 *
 * <p>The time is the square of a length that depends on the area and, on coarse meshes, on the edge
 * length. So the smoothing of the distances is the same on most triangulations of a shape.
 */
public final class HeatDistances {
  /** The diffusion length, relative to the square root of the area. */
  private static final double DIFFUSION = 0.02;

  /** Keeps the Poisson matrix positive definite; relative to the first eigenvalues of a surface. */
  private static final double GROUNDING = 1e-9;

  /** Smaller values of a heat kernel, relative to its maximum, count as zero. */
  private static final double NEGLIGIBLE_HEAT = 1e-3;

  private final CotangentLaplacian laplacian;
  private final SparseCholesky heat;
  private final SparseCholesky poisson;
  private final RunContext context;

  /** Factors both matrices. */
  public HeatDistances(CotangentLaplacian laplacian, RunContext context) {
    this.laplacian = laplacian;
    this.context = context;
    double length =
        Math.max(DIFFUSION * Math.sqrt(laplacian.surface().area()), meanEdge(laplacian.surface()));
    SparseCholesky[] factors = new SparseCholesky[2];
    context.run(
        2,
        i ->
            factors[i] =
                i == 0
                    ? SparseCholesky.of(
                        laplacian.matrix(length * length, laplacian.scaledMasses(1)),
                        context::checkCancelled)
                    : SparseCholesky.of(
                        laplacian.matrix(
                            1, laplacian.scaledMasses(GROUNDING / laplacian.surface().area())),
                        context::checkCancelled));
    heat = factors[0];
    poisson = factors[1];
  }

  private static double meanEdge(Surface surface) {
    double sum = 0;
    int edges = surface.topology().edgeCount();
    for (int e = 0; e < edges; e++) {
      int a = surface.topology().edgeVertex(e, 0);
      int b = surface.topology().edgeVertex(e, 1);
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = surface.position(a, axis) - surface.position(b, axis);
        squared += d * d;
      }
      sum += Math.sqrt(squared);
    }
    return sum / edges;
  }

  /** Returns the surface. */
  public Surface surface() {
    return laplacian.surface();
  }

  /** Returns the Laplacian. */
  public CotangentLaplacian laplacian() {
    return laplacian;
  }

  /** Returns the distance of every vertex from a vertex. */
  public double[] from(int vertex) {
    double[] distance = poisson.solve(laplacian.divergenceOfDirections(heatFrom(vertex)));
    double zero = distance[vertex];
    for (int v = 0; v < distance.length; v++) {
      distance[v] = Math.max(0, distance[v] - zero);
    }
    return distance;
  }

  /** Returns the distances from several vertices, computed in parallel. */
  public double[][] fromEach(int[] vertices) {
    double[][] out = new double[vertices.length][];
    context.run(vertices.length, i -> out[i] = from(vertices[i]));
    return out;
  }

  private double[] heatFrom(int vertex) {
    double[] unit = new double[surface().vertexCount()];
    unit[vertex] = 1;
    return heat.solve(unit);
  }

  /**
   * Returns a distribution of sum 1 around a vertex: its heat kernel, without the small values far
   * away.
   */
  double[] spot(int vertex) {
    double[] u = heatFrom(vertex);
    double largest = u[vertex];
    double sum = 0;
    for (int v = 0; v < u.length; v++) {
      u[v] = u[v] > NEGLIGIBLE_HEAT * largest ? u[v] * laplacian.mass(v) : 0;
      sum += u[v];
    }
    for (int v = 0; v < u.length; v++) {
      u[v] /= sum;
    }
    return u;
  }

  /** Returns a solution of L f = flux for a flux of sum 0. */
  double[] potential(double[] flux) {
    return poisson.solve(flux);
  }
}
