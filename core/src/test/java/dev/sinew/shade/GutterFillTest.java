package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GutterFillTest {
  private static final int SIDE = 32;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  @Test
  void oneTexelFillsEverything() {
    boolean[] known = new boolean[SIDE * SIDE];
    int[] argb = new int[SIDE * SIDE];
    known[5 * SIDE + 9] = true;
    argb[5 * SIDE + 9] = 0xFF102030;
    new GutterFill(SIDE, known, CONTEXT).fill(argb);
    assertThat(argb).containsOnly(0xFF102030);
  }

  /** Known texels stay; every other one is between its neighbours, near a chart like the chart. */
  @Test
  void texelsNearAChartAreLikeIt() {
    boolean[] known = new boolean[SIDE * SIDE];
    int[] argb = new int[SIDE * SIDE];
    for (int i = 0; i < argb.length; i++) {
      int column = i % SIDE;
      known[i] = column < 10 || column >= 22;
      argb[i] = column < 10 ? 0xFFFF0000 : column >= 22 ? 0xFF0000FF : 0;
    }
    int[] before = argb.clone();
    new GutterFill(SIDE, known, CONTEXT).fill(argb);
    for (int i = 0; i < argb.length; i++) {
      int column = i % SIDE;
      if (known[i]) {
        assertThat(argb[i]).isEqualTo(before[i]);
      } else if (column < 15) {
        assertThat(argb[i]).isEqualTo(0xFFFF0000);
      } else if (column > 16) {
        assertThat(argb[i]).isEqualTo(0xFF0000FF);
      }
      assertThat(argb[i] >>> 24).isEqualTo(0xFF);
    }
  }

  @Test
  void withoutKnownTexelsNothingHappens() {
    int[] argb = new int[SIDE * SIDE];
    Arrays.fill(argb, 3);
    new GutterFill(SIDE, new boolean[SIDE * SIDE], CONTEXT).fill(argb);
    assertThat(argb).containsOnly(3);
  }
}
