package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.SparseRowBuilder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MasksTest {
  private static final long SEED = 20260301;

  private static Masks random(Random random, int rows, int columns) {
    SparseRowBuilder out = new SparseRowBuilder(1, 0);
    for (int r = 0; r < rows; r++) {
      for (int i = random.nextInt(60); i > 0; i--) {
        out.add(random.nextInt(columns), random.nextInt(-2, 3));
      }
      out.endRow();
    }
    return new Masks(columns, out);
  }

  @Test
  void rowsAreSortedWithoutZeros() {
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
  void appliesLikeADenseMatrix() {
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
  void composedEqualsSequentialApplication() {
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
  void coordinatesAreSummedByJoint() {
    Random random = new Random(SEED);
    int joints = 7;
    AnimationCoords.Builder coords = AnimationCoords.builder();
    double[] full = new double[25 * joints * 4];
    for (int r = 0; r < 25; r++) {
      for (int i = 0; i < 3; i++) {
        int joint = random.nextInt(joints);
        double[] p = random.doubles(4, -1, 1).toArray();
        coords.add(joint, p[0], p[1], p[2], p[3]);
        for (int k = 0; k < 4; k++) {
          full[(r * joints + joint) * 4 + k] += p[k];
        }
      }
      coords.endRow();
    }
    Masks masks = random(random, 40, 25);
    double[] expected = masks.apply(full, joints * 4);
    AnimationCoords out = masks.apply(coords.buildVectors());
    double[] unpacked = new double[expected.length];
    for (int r = 0; r < 40; r++) {
      for (int i = 0; i < out.count(r); i++) {
        for (int k = 0; k < 4; k++) {
          unpacked[(r * joints + out.joint(r, i)) * 4 + k] = out.value(r, i, k);
        }
      }
    }
    assertThat(Shapes.largestDifference(unpacked, expected)).isLessThan(1e-12);
  }

  @Test
  void coordinatesThatCancelAreDropped() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    rows.add(2, 1, 2, 3, 4).add(0, 5, 6, 7, 8).add(2, -1, -2, -3, -4).endRow();
    AnimationCoords coords = rows.buildVectors();
    assertThat(coords.joints()).containsExactly(0, 2);
    AnimationCoords out = Masks.select(1, new int[] {0}).apply(coords);
    assertThat(out.joints()).containsExactly(0);
    assertThat(out.values()).containsExactly(5, 6, 7, 8);
  }

  @Test
  void weightsStayNormalised() {
    Influences.Builder builder = Influences.builder();
    builder.add(3, 0.75).add(0, 0.25).endRow();
    builder.add(1, 1).endRow();
    SparseRowBuilder rows = new SparseRowBuilder(1, 1);
    rows.add(0, 0.5);
    rows.add(1, 0.5);
    rows.endRow();
    Influences out = new MaskChain(List.of(new Masks(2, rows))).apply(builder.build());
    assertThat(out.count(0)).isEqualTo(3);
    assertThat(out.joint(0, 0)).isEqualTo(1);
    assertThat(out.weight(0, 0)).isEqualTo(0.5);
    assertThat(out.joint(0, 1)).isEqualTo(3);
    assertThat(out.weight(0, 1)).isEqualTo(0.375);
    assertThat(out.weight(0, 2)).isEqualTo(0.125);
  }

  @Test
  void wrongSizesAreReported() {
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
    assertThatThrownBy(() -> masks.apply(AnimationCoords.builder().buildVectors()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rows: expected 4, got 0");
  }
}
