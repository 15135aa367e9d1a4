package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseRowBuilderTest {
  @Test
  void repeatedColumnsAreSummedAndZerosDropped() {
    SparseRowBuilder rows = new SparseRowBuilder(2, 0);
    double[] values = {1, 2, 3, 4, -1, -2};
    rows.add(2, 1, values, 0);
    rows.add(0, 1, values, 2);
    rows.add(2, 1, values, 4);
    rows.endRow();
    rows.endRow();
    assertThat(rows.rowStarts()).containsExactly(0, 1, 1);
    assertThat(rows.columns()).containsExactly(0);
    assertThat(rows.values()).containsExactly(3, 4);
  }

  @Test
  void longRowsFollowTheSameRules() {
    long seed = 15;
    Random random = new Random(seed);
    SparseRowBuilder rows = new SparseRowBuilder(1, 0);
    int columns = 500;
    for (int r = 0; r < 20; r++) {
      double[] full = new double[columns];
      for (int i = 0; i < 200 * r; i++) {
        int column = random.nextInt(columns);
        int value = random.nextInt(-1, 2);
        full[column] += value;
        rows.add(column, value);
      }
      rows.endRow();
      int[] start = rows.rowStarts();
      double[] found = new double[columns];
      for (int i = start[r]; i < start[r + 1]; i++) {
        assertThat(rows.values()[i]).isNotZero();
        assertThat(i == start[r] || rows.columns()[i] > rows.columns()[i - 1]).isTrue();
        found[rows.columns()[i]] = rows.values()[i];
      }
      assertThat(found).as("seed %d, row %d", seed, r).isEqualTo(full);
    }
  }
}
