package dev.sinew.simplify.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PricedEdgesTest {
  @Test
  void containsAnEdgeInItsLastVersion() {
    PricedEdges priced = new PricedEdges(100);
    assertThat(priced.contains(0, 1, 0)).isFalse();
    priced.add(0, 1, 0);
    assertThat(priced.contains(0, 1, 0)).isTrue();
    assertThat(priced.contains(1, 0, 0)).isFalse();
    assertThat(priced.contains(0, 1, 1)).isFalse();
    priced.add(0, 1, 7);
    assertThat(priced.contains(0, 1, 0)).isFalse();
    assertThat(priced.contains(0, 1, 7)).isTrue();
  }

  @Test
  void containsOnlyAddedEdgesAndEvictsFew() {
    long seed = 20261115;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int count = 3000;
    PricedEdges priced = new PricedEdges(count);
    Map<Long, Integer> added = new HashMap<>();
    for (int i = 0; i < 20 * count; i++) {
      int a = random.nextInt(1000);
      int b = a + 1 + random.nextInt(3);
      int version = random.nextInt(4);
      if (random.nextBoolean()) {
        priced.add(a, b, version);
        added.put(2000L * a + b, version);
      } else if (priced.contains(a, b, version)) {
        assertThat(added).containsEntry(2000L * a + b, version);
      }
    }
    long kept =
        added.entrySet().stream()
            .filter(
                e ->
                    priced.contains(
                        (int) (e.getKey() / 2000), (int) (e.getKey() % 2000), e.getValue()))
            .count();
    assertThat(kept).isGreaterThan(added.size() * 6L / 10);
  }
}
