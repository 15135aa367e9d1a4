package dev.sinew.unwrap.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells of outlines and blocks of cells, against the obvious ways to find them. */
class BitGridTest {
  /** A single set cell. */
  private static final BitGrid ONE =
      cells(new Outline(new double[] {0, 0, 0.5, 0, 0, 0.5}, new int[] {0, 1, 2}), 0, 1);

  /** A star with a corner at a random distance in every direction: a disc that is not convex. */
  private static Outline star(Random random) {
    int n = 5 + random.nextInt(20);
    double[] uv = new double[2 * n + 2];
    int[] triangles = new int[3 * n];
    for (int i = 0; i < n; i++) {
      double r = 0.2 + random.nextDouble();
      uv[2 * i + 2] = r * Math.cos(2 * Math.PI * i / n);
      uv[2 * i + 3] = r * Math.sin(2 * Math.PI * i / n);
      triangles[3 * i + 1] = i + 1;
      triangles[3 * i + 2] = (i + 1) % n + 1;
    }
    return new Outline(uv, triangles);
  }

  private static BitGrid cells(Outline outline, double angle, double scale) {
    return BitGrid.covered(Border.turned(outline, new double[] {angle})[0], scale);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void coversTheCellsOfAllPointsInside(int seed) {
    Random random = new Random(seed);
    Outline outline = star(random).turned(random.nextDouble());
    double scale = 90;
    BitGrid grid = cells(outline, 0, scale);
    BitGrid sampled = new BitGrid(grid.width(), grid.height());
    int steps = 200;
    for (int t = 0; t < outline.triangles().length; t += 3) {
      for (int j = 0; j <= steps; j++) {
        for (int k = 0; j + k <= steps; k++) {
          double x = point(outline, t, 0, (double) j / steps, (double) k / steps);
          double y = point(outline, t, 1, (double) j / steps, (double) k / steps);
          sampled.add(ONE, (int) (scale * x), (int) (scale * y));
        }
      }
    }
    int missed = 0;
    int more = 0;
    for (int y = 0; y < grid.height(); y++) {
      for (int x = 0; x < grid.width(); x++) {
        missed += sampled.get(x, y) && !grid.get(x, y) ? 1 : 0;
        more += grid.get(x, y) && !sampled.get(x, y) ? 1 : 0;
      }
    }
    assertThat(missed).isZero();
    // Cells that are touched at a corner only have no sample.
    assertThat(more).isLessThan((grid.width() + grid.height()) / 4);
  }

  private static double point(Outline outline, int t, int axis, double s, double r) {
    double a = outline.uv()[2 * outline.triangles()[t] + axis];
    double b = outline.uv()[2 * outline.triangles()[t + 1] + axis];
    double c = outline.uv()[2 * outline.triangles()[t + 2] + axis];
    return a + s * (b - a) + r * (c - a);
  }

  /** Blocks must exclude no place that is free, and most places that are not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void blocksExcludeOnlyPlacesThatAreTaken(int seed) {
    Random random = new Random(seed);
    BitGrid used = new BitGrid(300, 200);
    for (int i = 0; i < 6; i++) {
      used.add(
          cells(star(random), random.nextDouble(), 30), random.nextInt(240), random.nextInt(140));
    }
    Blocks blocks = new Blocks(used);
    blocks.update(used, 0, 200);
    BitGrid mask = cells(star(random), random.nextDouble(), 25);
    List<Blocks.Run> runs = Blocks.runs(mask);
    long[] open = new long[blocks.words()];
    int taken = 0;
    int excluded = 0;
    for (int y = 0; y + mask.height() <= 200; y++) {
      int end = 300 - mask.width() + 1;
      boolean any = blocks.open(runs, y / Blocks.SIDE, Math.ceilDiv(end, Blocks.SIDE), open);
      for (int x = 0; x < end; x++) {
        boolean free = isFree(used, mask, x, y);
        boolean tried = any && Blocks.next(open, x) == x;
        assertThat(free && !tried).as("free place (%d, %d) excluded", x, y).isFalse();
        taken += free ? 0 : 1;
        excluded += tried ? 0 : 1;
      }
    }
    assertThat(excluded).isGreaterThan(taken / 2).isLessThanOrEqualTo(taken);
  }

  private static boolean isFree(BitGrid used, BitGrid mask, int x, int y) {
    for (int j = 0; j < mask.height(); j++) {
      for (int i = 0; i < mask.width(); i++) {
        if (mask.get(i, j) && used.get(x + i, y + j)) {
          return false;
        }
      }
    }
    return true;
  }
}
