package dev.sinew.extract.graph;

/**
 * One connected component of a level set of a field.
 *
 * @param value the value of the field
 * @param fraction the fraction of the area that is not beyond it, seen from the source; bending
 *     does not change it, so it tells corresponding curves
 * @param centre x, y, z of the mean of its points, by length
 * @param length its length
 * @param radius the mean distance of its points from the centre
 * @param bending the mean of |H| along it, H the mean curvature of the surface
 * @param points x, y, z of the ends of its segments, two per segment
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record IsoCurve(
    double value,
    double fraction,
    double[] centre,
    double length,
    double radius,
    double bending,
    double[] points) {

  /** Returns the curve of segments. */
  static IsoCurve of(double value, double[] points, double[] curvatures) {
    double[] centre = new double[3];
    double length = 0;
    double bending = 0;
    int segments = points.length / 6;
    for (int s = 0; s < segments; s++) {
      double l = segmentLength(points, s);
      length += l;
      bending += l * (Math.abs(curvatures[2 * s]) + Math.abs(curvatures[2 * s + 1])) / 2;
      for (int axis = 0; axis < 3; axis++) {
        centre[axis] += l * (points[6 * s + axis] + points[6 * s + 3 + axis]) / 2;
      }
    }
    boolean point = !(length > 0);
    for (int axis = 0; axis < 3; axis++) {
      centre[axis] = point ? points[axis] : centre[axis] / length;
    }
    double radius = 0;
    for (int s = 0; s < segments && !point; s++) {
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = (points[6 * s + axis] + points[6 * s + 3 + axis]) / 2 - centre[axis];
        squared += d * d;
      }
      radius += segmentLength(points, s) * Math.sqrt(squared) / length;
    }
    return new IsoCurve(
        value, Double.NaN, centre, length, radius, point ? 0 : bending / length, points);
  }

  /** Returns the same curve with another fraction. */
  IsoCurve withFraction(double area) {
    return new IsoCurve(value, area, centre, length, radius, bending, points);
  }

  /** Returns the number of segments. */
  public int segmentCount() {
    return points.length / 6;
  }

  /** Returns the length of a segment. */
  public double segmentLength(int segment) {
    return segmentLength(points, segment);
  }

  private static double segmentLength(double[] points, int s) {
    double squared = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = points[6 * s + 3 + axis] - points[6 * s + axis];
      squared += d * d;
    }
    return Math.sqrt(squared);
  }
}
