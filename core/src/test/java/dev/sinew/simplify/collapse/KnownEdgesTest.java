package dev.sinew.simplify.collapse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownEdgesTest {
  @Test
  void knowsAnEdgeInTheVersionNotedLast() {
    KnownEdges known = new KnownEdges(100);
    assertThat(known.contains(0, 1, 0)).isFalse();
    known.note(0, 1, 0);
    assertThat(known.contains(0, 1, 0)).isTrue();
    assertThat(known.contains(1, 0, 0)).isFalse();
    assertThat(known.contains(0, 1, 1)).isFalse();
    known.note(0, 1, 7);
    assertThat(known.contains(0, 1, 0)).isFalse();
    assertThat(known.contains(0, 1, 7)).isTrue();
  }

  @Test
  void neverClaimsWhatWasNotNotedAndForgetsLittle() {
    long seed = 20261115;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int count = 3000;
    KnownEdges known = new KnownEdges(count);
    Map<Long, Integer> noted = new HashMap<>();
    for (int i = 0; i < 20 * count; i++) {
      int a = random.nextInt(1000);
      int b = a + 1 + random.nextInt(3);
      int version = random.nextInt(4);
      if (random.nextBoolean()) {
        known.note(a, b, version);
        noted.put(2000L * a + b, version);
      } else if (known.contains(a, b, version)) {
        assertThat(noted).containsEntry(2000L * a + b, version);
      }
    }
    long remembered =
        noted.entrySet().stream()
            .filter(
                e ->
                    known.contains(
                        (int) (e.getKey() / 2000), (int) (e.getKey() % 2000), e.getValue()))
            .count();
    assertThat(remembered).isGreaterThan(noted.size() * 6L / 10);
  }
}
