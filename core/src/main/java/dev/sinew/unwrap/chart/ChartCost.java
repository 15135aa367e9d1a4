package dev.sinew.unwrap.chart;

/** What a chart costs, from sums over its triangles; a merge is priced by the chart it makes. */
interface ChartCost {
  /** Returns the number of sums per chart. */
  int size();

  void add(int triangle, double[] sums, int at);

  /**
   * Returns the cost of a chart; infinite if it must not be made.
   *
   * @param area its area in the metric
   * @param perimeter its weighted perimeter
   */
  double cost(double[] sums, int at, double area, double perimeter);

  /**
   * Returns true if two charts may become one.
   *
   * @param merged the sums of both together
   */
  boolean compatible(double[] sums, int a, int b, double[] merged);
}
