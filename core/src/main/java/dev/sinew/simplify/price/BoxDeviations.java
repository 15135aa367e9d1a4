package dev.sinew.simplify.price;

import dev.sinew.run.RequestException;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Deviations from the original, bounded by a box per triangle in normalised animation space, where
 * the L2,2 norm is the Euclidean one (Merry's thesis "Animation Space", sections 6.2.2 and 6.3.1).
 * Unlike lengths, opposite deviations cancel. The sides of the boxes are parallel to the
 * eigenvectors of the expectation matrix. Values are rounded outwards to float.
 */
final class BoxDeviations implements Deviations.OfInfluences {
  private final NormalisedPoints points;
  private final int size;

  /** Lower values, then upper values, per triangle. */
  private final float[] boxes;

  private final double[] before;
  private final double[] after;

  BoxDeviations(NormalisedPoints points, int triangles) {
    this.points = points;
    size = points.dimensions();
    if (2L * size * triangles > Integer.MAX_VALUE - 8) {
      throw new RequestException(
          "triangles: expected up to "
              + Integer.MAX_VALUE / (2 * size)
              + " for boxes of "
              + size
              + " dimensions, got "
              + triangles
              + "; choose method aps");
    }
    boxes = new float[2 * size * triangles];
    before = new double[size];
    after = new double[size];
  }

  private int at(int triangle) {
    return 2 * size * triangle;
  }

  @Override
  public boolean accumulate() {
    return true;
  }

  /** Returns the length of the farthest corner of the intersection of the boxes at a point. */
  @Override
  public double lengthAt(CollapseView mesh, int point) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double largest = Math.max(-lowAt(mesh, point, i), highAt(mesh, point, i));
      sum += largest * largest;
    }
    return Math.sqrt(sum);
  }

  private float lowAt(CollapseView mesh, int point, int i) {
    float low = Float.NEGATIVE_INFINITY;
    for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      low = Math.max(low, boxes[at(c / 3) + i]);
    }
    return low == Float.NEGATIVE_INFINITY ? 0 : low;
  }

  private float highAt(CollapseView mesh, int point, int i) {
    float high = Float.POSITIVE_INFINITY;
    for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      high = Math.min(high, boxes[at(c / 3) + size + i]);
    }
    return high == Float.POSITIVE_INFINITY ? 0 : high;
  }

  /** Moves the intersection of the boxes at a point by its displacement, and extends the boxes. */
  @Override
  public void update(CollapseView mesh, int point) {
    points.copy(point, before);
    points.update(point);
    points.copy(point, after);
    for (int i = 0; i < size; i++) {
      double move = after[i] - before[i];
      float low = down(lowAt(mesh, point, i) + move);
      float high = up(highAt(mesh, point, i) + move);
      for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        int at = at(c / 3) + i;
        boxes[at] = Math.min(boxes[at], low);
        boxes[at + size] = Math.max(boxes[at + size], high);
      }
    }
  }

  private static float down(double value) {
    float near = (float) value;
    return near > value ? Math.nextDown(near) : near;
  }

  private static float up(double value) {
    float near = (float) value;
    return near < value ? Math.nextUp(near) : near;
  }

  @Override
  public Meter newMeter() {
    return new BoxMeter();
  }

  private record Bound(int triangle, float[] box) {}

  private final class BoxMeter implements Meter {
    private final double[] step = new double[size];
    private final double[] none = new double[size];
    private final float[] grown = new float[2 * size];
    private final List<Bound> made = new ArrayList<>();

    @Override
    public void set(int a, double u, int b, double v, int c, double w, int d, double x) {
      PosedPoints all = points.coordinates();
      double[] s = all.array();
      int at = all.at(a), bt = all.at(b), ct = all.at(c), dt = all.at(d);
      for (int i = 0; i < step.length; i++) {
        step[i] = u * s[at + i] + v * s[bt + i] + w * s[ct + i] + x * s[dt + i];
      }
    }

    @Override
    public double length(int triangle) {
      return length(triangle, step);
    }

    @Override
    public double lengthBefore(int triangle) {
      return length(triangle, none);
    }

    private double length(int triangle, double[] move) {
      int at = at(triangle);
      double sum = 0;
      for (int i = 0; i < size; i++) {
        double largest = Math.max(-(boxes[at + i] + move[i]), boxes[at + size + i] + move[i]);
        sum += largest * largest;
      }
      return Math.sqrt(sum);
    }

    @Override
    public void begin() {
      Arrays.fill(grown, 0, size, Float.POSITIVE_INFINITY);
      Arrays.fill(grown, size, 2 * size, Float.NEGATIVE_INFINITY);
    }

    @Override
    public void include(int triangle) {
      include(triangle, step);
    }

    @Override
    public void includeBefore(int triangle) {
      include(triangle, none);
    }

    private void include(int triangle, double[] move) {
      int at = at(triangle);
      for (int i = 0; i < size; i++) {
        grown[i] = Math.min(grown[i], down(boxes[at + i] + move[i]));
        grown[size + i] = Math.max(grown[size + i], up(boxes[at + size + i] + move[i]));
      }
    }

    @Override
    public void end(int triangle) {
      made.add(new Bound(triangle, grown.clone()));
    }

    @Override
    public void store() {
      made.forEach(bound -> System.arraycopy(bound.box, 0, boxes, at(bound.triangle), 2 * size));
      made.clear();
    }
  }
}
