package dev.sinew.unwrap.chart;

/**
 * The mean squared distance from the best plane (Sander and others, "Texture Mapping Progressive
 * Meshes", 2001), as an integral over the surface and the mean over the poses, with the compactness
 * of that article. Merry's thesis (2007, section 5.2.1) names its flaw: a long, thin sock is close
 * to a plane. For comparison with {@link AreaRatioCost}.
 */
record MeanDistanceCost(MetricSurface surface, double maxDistance) implements ChartCost {
  /** Sums per pose: the area, three first and six second moments. */
  private static final int SUMS = 10;

  /** Weight of the squared perimeter in relation to squared distances. */
  private static final double COMPACTNESS = 1e-3;

  @Override
  public int size() {
    return SUMS * surface.poseCount();
  }

  @Override
  public void add(int triangle, double[] sums, int at) {
    for (int k = 0; k < surface.poseCount(); k++) {
      addPose(k, triangle, sums, at + SUMS * k);
    }
  }

  /** Adds the integrals over a triangle: ∫ x = A Σ pᵢ / 3, ∫ x xᵀ = A (Σ pᵢ pᵢᵀ + s sᵀ) / 12. */
  private void addPose(int pose, int triangle, double[] sums, int at) {
    double nx = surface.areaVector(pose, triangle, 0);
    double ny = surface.areaVector(pose, triangle, 1);
    double nz = surface.areaVector(pose, triangle, 2);
    double area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    sums[at] += area;
    int second = at + 4;
    for (int i = 0; i < 3; i++) {
      sums[at + 1 + i] += area * sum(pose, triangle, i) / 3;
      for (int j = i; j < 3; j++) {
        double squares = sum(pose, triangle, i) * sum(pose, triangle, j);
        for (int c = 0; c < 3; c++) {
          squares +=
              surface.position(pose, triangle, c, i) * surface.position(pose, triangle, c, j);
        }
        sums[second++] += area * squares / 12;
      }
    }
  }

  private double sum(int pose, int triangle, int axis) {
    return surface.position(pose, triangle, 0, axis)
        + surface.position(pose, triangle, 1, axis)
        + surface.position(pose, triangle, 2, axis);
  }

  @Override
  public double cost(double[] sums, int at, double area, double perimeter) {
    double squared = 0;
    for (int k = 0; k < surface.poseCount(); k++) {
      squared += surface.poseWeight(k) * squaredDistance(sums, at + SUMS * k);
    }
    if (squared > maxDistance * maxDistance * area) {
      return Double.POSITIVE_INFINITY;
    }
    return area * (squared + COMPACTNESS * perimeter * perimeter);
  }

  @Override
  public boolean compatible(double[] sums, int a, int b, double[] merged) {
    return true;
  }

  /** Returns the least eigenvalue of the covariance, by the roots of its characteristic cubic. */
  private static double squaredDistance(double[] sums, int at) {
    double area = sums[at];
    if (!(area > 0)) {
      return 0;
    }
    double x = sums[at + 1] / area, y = sums[at + 2] / area, z = sums[at + 3] / area;
    double xx = sums[at + 4] / area - x * x, xy = sums[at + 5] / area - x * y;
    double xz = sums[at + 6] / area - x * z, yy = sums[at + 7] / area - y * y;
    double yz = sums[at + 8] / area - y * z, zz = sums[at + 9] / area - z * z;
    double mean = (xx + yy + zz) / 3;
    double dx = xx - mean, dy = yy - mean, dz = zz - mean;
    double p = Math.sqrt((dx * dx + dy * dy + dz * dz + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
    if (!(p > 1e-12 * Math.abs(mean))) {
      return Math.max(0, mean);
    }
    double det = dx * (dy * dz - yz * yz) - xy * (xy * dz - yz * xz) + xz * (xy * yz - dy * xz);
    double angle = StrictMath.acos(Math.clamp(det / (2 * p * p * p), -1.0, 1.0)) / 3;
    return Math.max(0, mean + 2 * p * StrictMath.cos(angle + 2 * Math.PI / 3));
  }
}
