package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import java.util.Optional;

/**
 * Flattens discs: a conformal map, then steps that lower the stretch. Where the conformal map has
 * flips, which numerical errors and triangles without area can cause, a map into a circle that
 * cannot have any takes its place.
 */
public final class Flattening {
  /** Steps of {@link GlobalRelaxation} for a finished chart. */
  private static final int FINE_STEPS = 30;

  /** Sweeps of {@link VertexRelaxation} for a finished chart. */
  private static final int FINE_SWEEPS = 30;

  /** Steps for an estimate of the stretch. */
  private static final int COARSE_STEPS = 3;

  /** The largest squared stretch of a chart; one with more is better split. */
  private static final double MAX_FALLBACK = 1.5;

  private Flattening() {}

  /**
   * Flattens a disc well. Less stretch can make a boundary intersect itself; then fewer steps are
   * made.
   *
   * @return empty if no map without flips was found, its boundary intersects itself, or its stretch
   *     is large
   */
  public static Optional<FlatChart> fine(ChartMesh chart) {
    double[] start = start(chart);
    Optional<FlatChart> made = flatten(chart, start, FINE_STEPS, FINE_SWEEPS);
    for (int steps = COARSE_STEPS; made.isEmpty() && steps >= 0; steps -= COARSE_STEPS) {
      made = flatten(chart, start, steps, 0);
    }
    return made.filter(f -> f.squaredStretch() < MAX_FALLBACK);
  }

  /** Flattens a disc quickly; otherwise as {@link #fine}. */
  public static Optional<FlatChart> coarse(ChartMesh chart) {
    return flatten(chart, start(chart), COARSE_STEPS, 0);
  }

  private static Optional<FlatChart> flatten(
      ChartMesh chart, double[] start, int steps, int sweeps) {
    if (start.length == 0) {
      return Optional.empty();
    }
    double[] uv = start.clone();
    StretchEnergy energy = new StretchEnergy(chart);
    double squared = relax(chart, energy, uv, steps, sweeps);
    boolean valid = Double.isFinite(squared) && Crossings.find(chart, uv).isEmpty();
    return valid ? Optional.of(new FlatChart(chart, uv, squared)) : Optional.empty();
  }

  private static double relax(
      ChartMesh chart, StretchEnergy energy, double[] uv, int steps, int sweeps) {
    double squared;
    try {
      squared = new GlobalRelaxation(chart, energy).relax(uv, steps);
    } catch (ArithmeticException e) {
      squared = energy.squared(uv); // Triangles too thin for the solver: only vertices move.
    }
    return sweeps == 0
        ? squared
        : new VertexRelaxation(chart, energy).relax(uv, new boolean[chart.vertexCount()], sweeps);
  }

  /** Returns a map without flips; empty if there is none. */
  private static double[] start(ChartMesh chart) {
    try {
      double[] conformal = ConformalMap.free(chart);
      if (Shape.hasNoFlips(chart, conformal)) {
        return conformal;
      }
    } catch (ArithmeticException e) {
      // Not positive definite in the numbers of the machine: as with flips.
    }
    double[] circle = ConvexMap.circle(chart);
    return Shape.hasNoFlips(chart, circle) ? circle : new double[0];
  }
}
