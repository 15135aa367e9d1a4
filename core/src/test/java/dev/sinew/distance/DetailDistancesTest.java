package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.PosedSurfaceError.Measured;
import dev.sinew.distance.PosedSurfaceError.Thoroughness;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** A large square of 2 triangles and a small one of 98, of which one or the other is moved. */
class DetailDistancesTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final int CELLS = 7;
  private static final double SIDE = 0.07;

  /** Returns the squares, the small one 0.5 before the large one, and both moved forward. */
  private static SkinnedCharacter squares(double large, double small) {
    int points = 4 + (CELLS + 1) * (CELLS + 1);
    double[] positions = new double[3 * points];
    for (int v = 0; v < 4; v++) {
      positions[3 * v] = v & 1;
      positions[3 * v + 1] = v >> 1;
      positions[3 * v + 2] = large;
    }
    int[] triangles = new int[3 * (2 + 2 * CELLS * CELLS)];
    int[] first = {0, 1, 3, 0, 3, 2};
    System.arraycopy(first, 0, triangles, 0, 6);
    int next = 6;
    for (int y = 0; y <= CELLS; y++) {
      for (int x = 0; x <= CELLS; x++) {
        int v = 4 + y * (CELLS + 1) + x;
        positions[3 * v] = SIDE * x / CELLS;
        positions[3 * v + 1] = SIDE * y / CELLS;
        positions[3 * v + 2] = 0.5 + small;
        if (x < CELLS && y < CELLS) {
          int w = v + CELLS + 1;
          for (int corner : new int[] {v, v + 1, w + 1, v, w + 1, w}) {
            triangles[next++] = corner;
          }
        }
      }
    }
    return SkinnedCharacter.ofMesh("squares", TriMesh.of(positions, triangles));
  }

  private static Measured measured(double large, double small) {
    return new PosedSurfaceError(squares(0, 0), new Thoroughness(0, 1000, 0), CONTEXT)
        .measureDetail(squares(large, small));
  }

  @Test
  void trianglesCountByTheirNumberAndTheirEdges() {
    double edge = SIDE / CELLS * (2 + Math.sqrt(2)) / 3;
    double moved = 0.001;
    double expected = moved / edge * Math.sqrt(0.98);
    assertThat(measured(0, moved).error().detailRms()).isCloseTo(expected, within(1e-3 * expected));
    // The same on the large square is hardly seen.
    assertThat(measured(moved, 0).error().detailRms()).isLessThan(0.01 * expected);
    assertThat(measured(0, 0).error().detailRms()).isLessThan(1e-6);
  }

  @Test
  void regionsHaveDistancesOfTheirOwn() {
    DetailDistances detail = measured(0.002, 0.001).detail();
    BitSet large = new BitSet();
    large.set(0, 2);
    BitSet small = new BitSet();
    small.set(2, 2 + 2 * CELLS * CELLS);
    assertThat(detail.rms(large)).isCloseTo(0.002, within(1e-6));
    assertThat(detail.rms(small)).isCloseTo(0.001, within(1e-6));
    assertThat(detail.largest(small)).isCloseTo(0.001, within(1e-6));
    BitSet both = new BitSet();
    both.set(0, 2 + 2 * CELLS * CELLS);
    // The small square has half a per cent of the area.
    assertThat(detail.rms(both)).isCloseTo(0.002, within(2e-5));
    assertThat(detail.rms(new BitSet())).isZero();
  }
}
