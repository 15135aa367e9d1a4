package dev.sinew.simplify.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RemovalQueueTest {
  @Test
  void emptyQueueHasInfiniteCost() {
    assertThat(new RemovalQueue(0).cost()).isInfinite();
    RemovalQueue queue = new RemovalQueue(3);
    assertThat(queue.cost()).isInfinite();
    queue.set(1, Double.POSITIVE_INFINITY);
    queue.set(2, Double.NaN);
    assertThat(queue.cost()).isInfinite();
    queue.set(2, 1);
    queue.set(2, Double.NaN);
    assertThat(queue.cost()).isInfinite();
  }

  @Test
  void firstIsAlwaysTheCheapest() {
    long seed = 20261116;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int points = 200;
    RemovalQueue queue = new RemovalQueue(points);
    Map<Integer, Double> costs = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      int point = random.nextInt(points);
      if (random.nextInt(3) == 0) {
        queue.set(point, Double.POSITIVE_INFINITY);
        costs.remove(point);
      } else {
        double cost = random.nextInt(50); // Many equal costs.
        queue.set(point, cost);
        costs.put(point, cost);
      }
      assertFirst(queue, costs);
    }
    while (!costs.isEmpty()) {
      int first = queue.first();
      queue.set(first, Double.POSITIVE_INFINITY);
      costs.remove(first);
      assertFirst(queue, costs);
    }
  }

  private static void assertFirst(RemovalQueue queue, Map<Integer, Double> costs) {
    var cheapest =
        costs.entrySet().stream()
            .min(
                Comparator.comparingDouble((Map.Entry<Integer, Double> e) -> e.getValue())
                    .thenComparing(Map.Entry::getKey));
    if (cheapest.isEmpty()) {
      assertThat(queue.cost()).isInfinite();
    } else {
      assertThat(queue.first()).isEqualTo(cheapest.get().getKey());
      assertThat(queue.cost()).isEqualTo(cheapest.get().getValue());
    }
  }
}
