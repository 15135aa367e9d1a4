package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DisjointSetsTest {
  @Test
  void agreesWithRelabelling() {
    long seed = 7;
    Random random = new Random(seed);
    int count = 200;
    DisjointSets sets = new DisjointSets(count);
    int[] label = new int[count];
    Arrays.setAll(label, i -> i);
    for (int step = 0; step < 150; step++) {
      int a = random.nextInt(count), b = random.nextInt(count);
      sets.join(a, b);
      int from = label[a], to = label[b];
      Arrays.setAll(label, i -> label[i] == from ? to : label[i]);
      for (int i = 0; i < count; i++) {
        assertThat(sets.of(i) == sets.of(a))
            .as("seed %d, step %d, number %d", seed, step, i)
            .isEqualTo(label[i] == label[a]);
      }
    }
  }
}
