package dev.sinew.unwrap;

import dev.sinew.run.RunContext;
import dev.sinew.unwrap.flat.FlatChart;
import dev.sinew.unwrap.pack.BitmapPacker;
import dev.sinew.unwrap.pack.Layout;
import dev.sinew.unwrap.pack.Outline;
import dev.sinew.unwrap.pack.RowPacker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Charts at their places in the unit square. */
record Atlas(List<double[]> uvs) {
  /** More charts than this are packed in rows: a bitmap has too few cells for them. */
  private static final int MAX_BITMAP_CHARTS = 4000;

  /** The largest share of the square's side that all gaps in a row may take. */
  private static final double MAX_GAPS = 0.3;

  /** Returns u, v of every vertex of a chart. */
  double[] uv(int chart) {
    return uvs.get(chart);
  }

  /**
   * Scales and packs charts.
   *
   * @param notes receives a note if the padding had to be reduced
   */
  static Atlas pack(
      List<FlatChart> charts, UnwrapOptions options, List<String> notes, RunContext context) {
    List<Outline> outlines = new ArrayList<>();
    for (FlatChart chart : charts) {
      // The scale with the least stretch over all charts: area in proportion to area · stretch.
      double area = chart.mesh().area() * Math.sqrt(chart.squaredStretch());
      outlines.add(outline(chart.scaled(Math.sqrt(area / chart.area()))));
    }
    double wanted = (double) options.layout().padding() / options.layout().resolution();
    double gap = Math.min(wanted, MAX_GAPS / Math.sqrt(charts.size()));
    if (gap < wanted) {
      notes.add(
          String.format(
              Locale.ROOT,
              "padding reduced to %.2f texels: %d charts with %d leave no room at %d texels",
              gap * options.layout().resolution(),
              charts.size(),
              options.layout().padding(),
              options.layout().resolution()));
    }
    Layout layout = RowPacker.pack(outlines, gap, context);
    if (options.layout().packing() == Packing.BITMAP && charts.size() <= MAX_BITMAP_CHARTS) {
      // Rows always have room; where gaps take most of it they can be the better packing.
      Layout shaped = BitmapPacker.pack(outlines, gap, context);
      layout = shaped.scale() > layout.scale() ? shaped : layout;
    }
    List<double[]> uvs = new ArrayList<>();
    for (int i = 0; i < outlines.size(); i++) {
      uvs.add(layout.place(i, outlines.get(i)));
    }
    return new Atlas(uvs);
  }

  private static Outline outline(FlatChart chart) {
    int[] triangles = new int[3 * chart.mesh().triangleCount()];
    for (int h = 0; h < triangles.length; h++) {
      triangles[h] = chart.mesh().start(h);
    }
    return new Outline(chart.uv(), triangles);
  }
}
