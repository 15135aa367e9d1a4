package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** The largest squared stretch of a chart that may be split instead. */
  private static final double MAX_SQUARED = 1.5;

  private Flattening() {}

  /**
   * Flattens a disc well. Less stretch can make a boundary intersect itself; then fewer steps are
   * made.
   *
   * @return empty if no map without flips was found, its boundary intersects itself, or its stretch
   *     is so large that the chart is better split
   */
  public static Optional<FlatChart> fine(ChartMesh chart) {
    return fine(chart, start(chart)).filter(f -> f.squaredStretch() < MAX_SQUARED);
  }

  /** Flattens a disc that shall not be split, whatever its stretch; otherwise as {@link #fine}. */
  public static Optional<FlatChart> whole(ChartMesh chart) {
    Optional<FlatChart> made = fine(chart, start(chart));
    return made.isPresent() ? made : fine(chart, circle(chart));
  }

  /**
   * A flat chart.
   *
   * @param chart the chart
   * @param isGiven whether it comes from a given map
   */
  public record Choice(FlatChart chart, boolean isGiven) {}

  /**
   * Flattens a disc that has a map: with a new one, or with the given one, its stretch lowered as
   * far as the boundary does not intersect itself; whichever has less stretch.
   *
   * @param given u, v per vertex, of any scale, perhaps with flips
   * @return empty if neither is valid, or if both have so much more stretch than the given map with
   *     its flips that the chart is better split
   */
  public static Optional<Choice> better(ChartMesh chart, double[] given) {
    Optional<Choice> made = whole(chart).map(flat -> new Choice(flat, false));
    Optional<Choice> kept =
        Shape.hasNoFlips(chart, given)
            ? fine(chart, scaled(chart, given)).map(flat -> new Choice(flat, true))
            : Optional.empty();
    Optional<Choice> best =
        Stream.of(kept, made)
            .flatMap(Optional::stream)
            .min(Comparator.comparingDouble(choice -> choice.chart.squaredStretch()));
    double enough = Math.max(MAX_SQUARED, new StretchEnergy(chart).squaredUnsigned(given));
    return best.filter(choice -> choice.chart.squaredStretch() <= enough);
  }

  private static Optional<FlatChart> fine(ChartMesh chart, double[] start) {
    Optional<FlatChart> made = flatten(chart, start, FINE_STEPS, FINE_SWEEPS);
    for (int steps = COARSE_STEPS; made.isEmpty() && steps >= 0; steps -= COARSE_STEPS) {
      made = flatten(chart, start, steps, 0);
    }
    return made;
  }

  /** Returns a map with the area that the chart has on the surface. */
  private static double[] scaled(ChartMesh chart, double[] uv) {
    FlatChart flat = new FlatChart(chart, uv, 1);
    return flat.scaled(Math.sqrt(chart.area() / flat.area())).uv();
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
    return circle(chart);
  }

  /** Returns a map into a circle; empty if numerical errors flip a triangle. */
  private static double[] circle(ChartMesh chart) {
    double[] circle = ConvexMap.circle(chart);
    return Shape.hasNoFlips(chart, circle) ? circle : new double[0];
  }
}
