package dev.sinew.unwrap;

import dev.sinew.run.RunContext;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import dev.sinew.unwrap.flat.FlatChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Flattens charts, and splits those that are no discs, would have flips or overlap themselves,
 * until all are valid. A single triangle always is.
 */
record ValidCharts(MetricSurface surface, Function<ChartMesh, Optional<FlatChart>> method) {
  /** Flattens sets of triangles, in parallel. */
  List<FlatChart> flatten(String phase, List<int[]> charts, RunContext context) {
    List<List<FlatChart>> made = new ArrayList<>();
    charts.forEach(c -> made.add(new ArrayList<>()));
    context.run(
        phase,
        charts.size(),
        i -> {
          for (int[] part : ChartMesh.components(surface, charts.get(i))) {
            flatten(part, made.get(i), context);
          }
        });
    return made.stream().flatMap(List::stream).toList();
  }

  private void flatten(int[] triangles, List<FlatChart> out, RunContext context) {
    context.checkCancelled();
    ChartMesh mesh = new ChartMesh(surface, triangles);
    Optional<FlatChart> flat = mesh.isDisc() ? method.apply(mesh) : Optional.empty();
    if (flat.isPresent()) {
      out.add(flat.get());
    } else if (triangles.length == 1) {
      throw new IllegalStateException("triangle " + triangles[0] + " cannot be flattened");
    } else {
      for (int[] part : ChartSplit.halves(surface, triangles)) {
        flatten(part, out, context);
      }
    }
  }
}
