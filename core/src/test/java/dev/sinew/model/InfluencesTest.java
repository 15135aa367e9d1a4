package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class InfluencesTest {
  @RepeatedTest(20)
  void rowsAreMergedSortedAndScaled(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    Influences.Builder builder = Influences.builder();
    int rows = 100;
    TreeMap<Integer, TreeMap<Integer, Double>> expected = new TreeMap<>();
    for (int v = 0; v < rows; v++) {
      TreeMap<Integer, Double> row = new TreeMap<>();
      double sum = 0;
      for (int i = random.nextInt(12); i >= 0; i--) {
        int joint = random.nextInt(8);
        double weight = random.nextInt(3); // Includes zeros and equal weights.
        builder.add(joint, weight);
        sum += weight;
        if (weight > 0) {
          row.merge(joint, weight, Double::sum);
        }
      }
      if (row.isEmpty()) {
        row.put(0, 1.0);
      }
      expected.put(v, row);
      assertThat(builder.endRow()).isEqualTo(sum);
    }
    Influences influences = builder.build();
    assertThat(influences.vertexCount()).isEqualTo(rows);
    int most = 0;
    int total = 0;
    for (int v = 0; v < rows; v++) {
      TreeMap<Integer, Double> row = expected.getOrDefault(v, new TreeMap<>());
      double sum = row.values().stream().mapToDouble(w -> w).sum();
      assertThat(influences.count(v)).isEqualTo(row.size());
      for (int i = 0; i < influences.count(v); i++) {
        Double weight = row.get(influences.joint(v, i));
        assertThat(weight).isNotNull();
        assertThat(influences.weight(v, i) * sum).isCloseTo(weight, within(1e-12));
        if (i > 0) {
          boolean falls = influences.weight(v, i) < influences.weight(v, i - 1);
          boolean ties = influences.weight(v, i) == influences.weight(v, i - 1);
          assertThat(falls || (ties && influences.joint(v, i) > influences.joint(v, i - 1)))
              .isTrue();
        }
      }
      most = Math.max(most, row.size());
      total += row.size();
    }
    assertThat(influences.maxCount()).isEqualTo(most);
    assertThat(influences.totalCount()).isEqualTo(total);
    assertThat(influences.jointsNeeded()).isLessThanOrEqualTo(8);
  }

  @Test
  void aVertexWithoutWeightsGetsJointZero() {
    Influences.Builder builder = Influences.builder();
    builder.add(3, 0);
    assertThat(builder.endRow()).isZero();
    Influences influences = builder.build();
    assertThat(influences.joint(0, 0)).isZero();
    assertThat(influences.weight(0, 0)).isEqualTo(1);
  }

  @Test
  void hugeAndTinyWeightsAreScaled() {
    Influences.Builder builder = Influences.builder();
    builder.add(1, Double.MAX_VALUE).add(2, Double.MAX_VALUE).endRow();
    builder.add(1, Double.MIN_VALUE).add(2, Double.MIN_VALUE).endRow();
    builder.add(1, Double.MIN_VALUE).add(2, Double.MAX_VALUE).endRow();
    builder.add(1, Double.MAX_VALUE).add(1, Double.MAX_VALUE).endRow();
    Influences influences = builder.build();
    assertThat(influences.weight(0, 1)).isEqualTo(0.5);
    assertThat(influences.weight(1, 1)).isEqualTo(0.5);
    assertThat(influences.count(2)).isEqualTo(1);
    assertThat(influences.joint(2, 0)).isEqualTo(2);
    assertThat(influences.weight(3, 0)).isEqualTo(1);
  }

  @Test
  void rejectsInvalidWeights() {
    for (double bad : new double[] {-1e-9, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> Influences.builder().add(0, bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("weight: expected 0 or more, got " + bad);
    }
  }

  @Test
  void rejectsUnsortedRows() {
    int[] one = {0, 2};
    assertRejected(one, new int[] {0, 1}, new double[] {0.4, 0.6}, "falling");
    assertRejected(one, new int[] {0, 1}, new double[] {1, 0}, "positive");
    assertRejected(one, new int[] {0, 1}, new double[] {0.5, 0.4}, "expected the sum 1, got 0.9");
    assertRejected(one, new int[] {1, 1}, new double[] {0.5, 0.5}, "joint 1 twice at vertex 0");
    assertRejected(one, new int[] {0, -1}, new double[] {0.5, 0.5}, "got -1");
    assertRejected(one, new int[] {0}, new double[] {1}, "expected 1, got 2");
    assertRejected(one, new int[] {0, 1}, new double[] {1}, "weights: expected 2, got 1");
    assertRejected(new int[] {0, 0}, new int[0], new double[0], "expected 1 or more, got 0");
    assertRejected(new int[] {1, 1}, new int[1], new double[1], "expected to begin with 0");
    assertRejected(new int[] {0, 5, 1}, new int[1], new double[] {1}, "expected 1 or less, got 5");
  }

  private static void assertRejected(
      int[] rowStart, int[] joints, double[] weights, String message) {
    assertThatThrownBy(() -> new Influences(rowStart, joints, weights))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void rowsCanBeRepeated() {
    Influences.Builder builder = Influences.builder();
    builder.add(4, 1).endRow();
    builder.add(5, 3).add(6, 1).endRow();
    Influences picked = builder.build().rows(new int[] {1, 0, 1});
    assertThat(picked.vertexCount()).isEqualTo(3);
    assertThat(picked.joint(0, 1)).isEqualTo(6);
    assertThat(picked.joint(1, 0)).isEqualTo(4);
    assertThat(picked.weight(2, 0)).isEqualTo(0.75);
    assertThat(picked.jointsNeeded()).isEqualTo(7);
  }
}
