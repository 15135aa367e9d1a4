package dev.sinew.unwrap.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Layouts of the bitmap packer, checked by points of the placed outlines. */
class BitmapPackerTest {
  private static final double GAP = 4.0 / 1024;
  private static final List<Outline> OUTLINES = corners(8);
  private static final Layout LAYOUT = pack(OUTLINES, 1);

  /** Corner pieces of random sizes: two rectangles that form an L. */
  private static List<Outline> corners(int count) {
    Random random = new Random(3);
    List<Outline> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double w = 0.5 + random.nextDouble(), h = 0.5 + random.nextDouble();
      double a = w * (0.2 + 0.3 * random.nextDouble());
      double b = h * (0.2 + 0.3 * random.nextDouble());
      out.add(
          new Outline(
              new double[] {0, 0, w, 0, w, b, a, b, a, h, 0, h, 0, b},
              new int[] {0, 1, 2, 0, 2, 6, 6, 3, 4, 6, 4, 5}));
    }
    return out;
  }

  /** Returns points of the triangles of a placed outline. */
  private static List<double[]> points(Layout layout, int i, Outline outline) {
    double[] uv = layout.place(i, outline);
    List<double[]> out = new ArrayList<>();
    int steps = 8;
    for (int t = 0; t < outline.triangles().length; t += 3) {
      int a = 2 * outline.triangles()[t];
      int b = 2 * outline.triangles()[t + 1];
      int c = 2 * outline.triangles()[t + 2];
      for (int j = 0; j <= steps; j++) {
        for (int k = 0; j + k <= steps; k++) {
          double s = (double) j / steps, r = (double) k / steps;
          out.add(
              new double[] {
                uv[a] + s * (uv[b] - uv[a]) + r * (uv[c] - uv[a]),
                uv[a + 1] + s * (uv[b + 1] - uv[a + 1]) + r * (uv[c + 1] - uv[a + 1])
              });
        }
      }
    }
    return out;
  }

  private static Layout pack(List<Outline> outlines, int threads) {
    try (RunContext context = RunContext.ofThreads(threads)) {
      return BitmapPacker.pack(outlines, GAP, context);
    }
  }

  @Test
  void outlinesStayApartInsideTheSquare() {
    List<List<double[]>> all = new ArrayList<>();
    for (int i = 0; i < OUTLINES.size(); i++) {
      all.add(points(LAYOUT, i, OUTLINES.get(i)));
    }
    double squared = Double.POSITIVE_INFINITY;
    double border = Double.POSITIVE_INFINITY;
    for (int i = 0; i < all.size(); i++) {
      for (double[] p : all.get(i)) {
        border = Math.min(border, Math.min(Math.min(p[0], 1 - p[0]), Math.min(p[1], 1 - p[1])));
        for (int j = 0; j < i; j++) {
          for (double[] q : all.get(j)) {
            double x = p[0] - q[0], y = p[1] - q[1];
            squared = Math.min(squared, x * x + y * y);
          }
        }
      }
    }
    assertThat(border).isGreaterThanOrEqualTo(0);
    assertThat(Math.sqrt(squared)).isGreaterThanOrEqualTo(GAP - 1e-9);
  }

  @Test
  void cornersFillMoreThanTheirBoxesWould() {
    double scale = LAYOUT.scale();
    double boxes = OUTLINES.stream().mapToDouble(o -> o.extent(0) * o.extent(1)).sum();
    // Boxes that leave nothing empty would have a covered area of 1.
    assertThat(scale * scale * boxes).isGreaterThan(1);
  }

  @Test
  void anyNumberOfThreadsGivesTheSameLayout() {
    Layout two = pack(OUTLINES, 2);
    assertThat(two.scale()).isEqualTo(LAYOUT.scale());
    assertThat(two.x()).isEqualTo(LAYOUT.x());
    assertThat(two.y()).isEqualTo(LAYOUT.y());
    assertThat(two.angles()).isEqualTo(LAYOUT.angles());
  }
}
