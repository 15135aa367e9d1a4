package dev.sinew.simplify.price;

import java.util.ArrayList;
import java.util.List;

/**
 * Deviations from the original, bounded by their length per triangle. Lengths add by the triangle
 * inequality, so this works with any norm.
 */
final class BallDeviations implements Deviations {
  private final DeviationNorm norm;
  private final double[] bounds;

  BallDeviations(DeviationNorm norm, int triangles) {
    this.norm = norm;
    bounds = new double[triangles];
  }

  @Override
  public boolean accumulate() {
    return true;
  }

  @Override
  public Meter newMeter() {
    return new BallMeter();
  }

  private record Bound(int triangle, double length) {}

  private final class BallMeter implements Meter {
    private final List<Bound> made = new ArrayList<>();
    private double length;
    private double largest;

    @Override
    public void set(int a, double u, int b, double v, int c, double w, int d, double x) {
      length = norm.length(a, u, b, v, c, w, d, x);
    }

    @Override
    public double length(int triangle) {
      return bounds[triangle] + length;
    }

    @Override
    public double lengthBefore(int triangle) {
      return bounds[triangle];
    }

    @Override
    public void begin() {
      largest = 0;
    }

    @Override
    public void include(int triangle) {
      largest = Math.max(largest, length(triangle));
    }

    @Override
    public void includeBefore(int triangle) {
      largest = Math.max(largest, bounds[triangle]);
    }

    @Override
    public void end(int triangle) {
      made.add(new Bound(triangle, largest));
    }

    @Override
    public void store() {
      made.forEach(bound -> bounds[bound.triangle] = bound.length);
      made.clear();
    }
  }
}
