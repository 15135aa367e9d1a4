package dev.sinew.simplify.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RemovalQueueTest {
  @Test
  void nobodyAsksAtFirst() {
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
  void theFirstIsTheLeastOfAllWhateverChanges() {
    long seed = 20261116;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int points = 200;
    RemovalQueue queue = new RemovalQueue(points);
    Map<Integer, Double> asked = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      int point = random.nextInt(points);
      if (random.nextInt(3) == 0) {
        queue.set(point, Double.POSITIVE_INFINITY);
        asked.remove(point);
      } else {
        double cost = random.nextInt(50); // Few different ones: many are equal.
        queue.set(point, cost);
        asked.put(point, cost);
      }
      assertFirst(queue, asked);
    }
    while (!asked.isEmpty()) {
      int first = queue.first();
      queue.set(first, Double.POSITIVE_INFINITY);
      asked.remove(first);
      assertFirst(queue, asked);
    }
  }

  private static void assertFirst(RemovalQueue queue, Map<Integer, Double> asked) {
    var least =
        asked.entrySet().stream()
            .min(
                Comparator.comparingDouble((Map.Entry<Integer, Double> e) -> e.getValue())
                    .thenComparing(Map.Entry::getKey));
    if (least.isEmpty()) {
      assertThat(queue.cost()).isInfinite();
    } else {
      assertThat(queue.first()).isEqualTo(least.get().getKey());
      assertThat(queue.cost()).isEqualTo(least.get().getValue());
    }
  }
}
