package dev.sinew.unwrap.chart;

import dev.sinew.math.Vec3;

/**
 * Surface area and compactness in relation to the largest projected area (Merry's thesis, 2007,
 * equations 5.1 to 5.5). Areas are means over the poses of the surface; the projected area of a
 * pose is the length of the sum of the area vectors.
 *
 * <p>The thesis names a failure: a small sock that is attached to a big chart adds little to the
 * sums. Two rules prevent it: a chart's area is limited in relation to its projected area, and both
 * parts of a merge must face roughly the direction of the whole, however small they are.
 */
record AreaRatioCost(MetricSurface surface, double maxRatio) implements ChartCost {
  /** Weight ρ of the compactness. */
  private static final double COMPACTNESS = 0.3;

  /** The least cosine between the directions of a part and of the whole. */
  private static final double MIN_AGREEMENT = 0.6;

  @Override
  public int size() {
    return 4 * surface.poseCount();
  }

  @Override
  public void add(int triangle, double[] sums, int at) {
    for (int k = 0; k < surface.poseCount(); k++) {
      double x = surface.areaVector(k, triangle, 0);
      double y = surface.areaVector(k, triangle, 1);
      double z = surface.areaVector(k, triangle, 2);
      sums[at + 4 * k] += x;
      sums[at + 4 * k + 1] += y;
      sums[at + 4 * k + 2] += z;
      sums[at + 4 * k + 3] += Math.sqrt(x * x + y * y + z * z);
    }
  }

  @Override
  public double cost(double[] sums, int at, double area, double perimeter) {
    double surfaceArea = 0;
    double projected = 0;
    for (int k = 0; k < surface.poseCount(); k++) {
      surfaceArea += surface.poseWeight(k) * sums[at + 4 * k + 3];
      projected += surface.poseWeight(k) * Vec3.length(sums, at + 4 * k);
    }
    if (!(surfaceArea > 0)) {
      return 0;
    }
    if (surfaceArea > maxRatio * projected) {
      return Double.POSITIVE_INFINITY;
    }
    double compactness = COMPACTNESS * perimeter * perimeter / (4 * Math.PI);
    return area * (surfaceArea + compactness) / projected;
  }

  @Override
  public boolean compatible(double[] sums, int a, int b, double[] merged) {
    return agrees(sums, a, merged) && agrees(sums, b, merged);
  }

  private boolean agrees(double[] sums, int part, double[] merged) {
    double dot = 0;
    double size = 0;
    for (int k = 0; k < surface.poseCount(); k++) {
      int p = part + 4 * k;
      int m = 4 * k;
      double weight = surface.poseWeight(k);
      dot +=
          weight
              * (sums[p] * merged[m] + sums[p + 1] * merged[m + 1] + sums[p + 2] * merged[m + 2]);
      size += weight * Vec3.length(sums, p) * Vec3.length(merged, m);
    }
    return dot >= MIN_AGREEMENT * size;
  }
}
