package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Influences;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MasksTest {
  private static final long SEED = 20260301;

  private static Masks random(Random random, int rows, int columns) {
    RowCollector out = new RowCollector(0, columns, 1);
    for (int r = 0; r < rows; r++) {
      for (int i = random.nextInt(60); i > 0; i--) {
        out.add(random.nextInt(columns), random.nextInt(-2, 3));
      }
      out.endRow();
    }
    return out.toMasks();
  }

  @Test
  void rowsRiseAndHoldNoZeros() {
    Masks masks = random(new Random(SEED), 200, 30);
    int entries = 0;
    for (int r = 0; r < masks.rowCount(); r++) {
      for (int i = 0; i < masks.length(r); i++, entries++) {
        assertThat(masks.coefficient(r, i)).isNotZero();
        assertThat(masks.coefficientOf(r, masks.column(r, i))).isEqualTo(masks.coefficient(r, i));
        if (i > 0) {
          assertThat(masks.column(r, i)).isGreaterThan(masks.column(r, i - 1));
        }
      }
    }
    assertThat(masks.entryCount()).isEqualTo(entries).isPositive();
    assertThat(masks.entryCount()).as("some sums must have cancelled").isLessThan(200 * 30);
  }

  @Test
  void appliesAsAMatrix() {
    Random random = new Random(SEED);
    Masks masks = random(random, 40, 25);
    double[][] matrix = Shapes.dense(masks);
    double[] values = random.doubles(3 * 25, -1, 1).toArray();
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    double[] out = masks.apply(values, 3);
    float[] floatOut = masks.apply(floats, 3);
    for (int r = 0; r < 40; r++) {
      for (int k = 0; k < 3; k++) {
        double expected = 0;
        for (int c = 0; c < 25; c++) {
          expected += matrix[r][c] * values[3 * c + k];
        }
        assertThat(out[3 * r + k]).isCloseTo(expected, within(1e-12));
        assertThat((double) floatOut[3 * r + k]).isCloseTo(expected, within(1e-5));
      }
    }
  }

  @Test
  void composedEqualsOneAfterTheOther() {
    Random random = new Random(SEED);
    Masks first = random(random, 35, 20);
    Masks second = random(random, 50, 35);
    double[] values = random.doubles(2 * 20, -1, 1).toArray();
    double[] steps = second.apply(first.apply(values, 2), 2);
    assertThat(Shapes.largestDifference(first.compose(second).apply(values, 2), steps))
        .isLessThan(1e-10);
    MaskChain chain = new MaskChain(List.of(first, second));
    assertThat(chain.apply(values, 2)).isEqualTo(steps);
    assertThat(chain.columnCount()).isEqualTo(20);
    assertThat(chain.rowCount()).isEqualTo(50);
  }

  @Test
  void sparseRowsAreMergedByColumn() {
    Random random = new Random(SEED);
    int joints = 7;
    int[] start = new int[26];
    int[] columns = new int[25 * 3];
    double[] values = random.doubles(2L * columns.length, -1, 1).toArray();
    double[] full = new double[25 * joints * 2];
    for (int r = 0; r < 25; r++) {
      start[r + 1] = 3 * (r + 1);
      for (int i = 3 * r; i < 3 * r + 3; i++) {
        columns[i] = random.nextInt(joints);
        for (int k = 0; k < 2; k++) {
          full[(r * joints + columns[i]) * 2 + k] += values[2 * i + k];
        }
      }
    }
    Masks masks = random(random, 40, 25);
    double[] expected = masks.apply(full, joints * 2);
    SparseRows out = masks.applySparse(SparseRows.of(joints, 2, start, columns, values));
    double[] unpacked = new double[expected.length];
    for (int r = 0; r < 40; r++) {
      for (int i = 0; i < out.length(r); i++) {
        assertThat(i == 0 || out.column(r, i) > out.column(r, i - 1)).isTrue();
        for (int k = 0; k < 2; k++) {
          unpacked[(r * joints + out.column(r, i)) * 2 + k] = out.value(r, i, k);
        }
      }
    }
    assertThat(Shapes.largestDifference(unpacked, expected)).isLessThan(1e-12);
  }

  @Test
  void sparseEntriesThatCancelAreDropped() {
    SparseRows rows =
        SparseRows.of(
            3, 2, new int[] {0, 3}, new int[] {2, 0, 2}, new double[] {1, 2, 3, 4, -1, -2});
    assertThat(rows.columns()).containsExactly(0);
    assertThat(rows.values()).containsExactly(3, 4);
    assertThat(rows.rowStarts()).containsExactly(0, 1);
  }

  @Test
  void weightsStayWeights() {
    Influences.Builder builder = Influences.builder();
    builder.add(3, 0.75).add(0, 0.25).endRow();
    builder.add(1, 1).endRow();
    RowCollector rows = new RowCollector(1, 2, 1);
    rows.add(0, 0.5);
    rows.add(1, 0.5);
    rows.endRow();
    Influences out = new MaskChain(List.of(rows.toMasks())).apply(builder.build());
    assertThat(out.count(0)).isEqualTo(3);
    assertThat(out.joint(0, 0)).isEqualTo(1);
    assertThat(out.weight(0, 0)).isEqualTo(0.5);
    assertThat(out.joint(0, 1)).isEqualTo(3);
    assertThat(out.weight(0, 1)).isEqualTo(0.375);
    assertThat(out.weight(0, 2)).isEqualTo(0.125);
  }

  @Test
  void wrongSizesAreNamed() {
    Masks masks = Masks.select(4, new int[] {1, 1, 3});
    assertThatThrownBy(() -> masks.apply(new double[11], 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values: expected 12, got 11");
    assertThatThrownBy(() -> masks.compose(masks))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 3, got 4");
    assertThatThrownBy(() -> new MaskChain(List.of(masks, masks)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 3, got 4");
    assertThatThrownBy(() -> Masks.select(2, new int[] {2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 0 to 1, got 2");
    assertThatThrownBy(() -> SparseRows.of(2, 1, new int[] {0, 1}, new int[] {5}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 0 to 1, got 5");
    assertThatThrownBy(() -> SparseRows.of(2, 4, new int[] {0, 1}, new int[] {1}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values: expected 4, got 1");
  }
}
