package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The first inputs of {@link Attack}; {@code -Dsinew.attack=N} tries more, bench/attack most. */
@Isolated
class AttackTest {
  private static final long SEED = 20261116;
  private static final int INPUTS = Integer.getInteger("sinew.attack", 2000);
  private static final int ATTACKS = 2;

  @TempDir Path folder;

  /** Two attacks side by side, on both cores of a small machine. */
  @Test
  void changedFilesAreReadOrRefused() {
    List<CompletableFuture<Attack>> attacks =
        IntStream.range(0, ATTACKS)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> attack(SEED + i)))
            .toList();
    long refused = 0;
    for (CompletableFuture<Attack> running : attacks) {
      Attack attack = running.join();
      assertThat(attack.failures()).as("seeds from %d on", SEED).isEmpty();
      refused +=
          attack.counts().entrySet().stream()
              .filter(e -> e.getKey().endsWith(" refused"))
              .mapToLong(Map.Entry::getValue)
              .sum();
    }
    assertThat(refused).isBetween(INPUTS / 10L, 9L * INPUTS / 10);
  }

  private Attack attack(long seed) {
    try {
      Attack attack = new Attack(Files.createDirectory(folder.resolve("seed" + seed)), seed);
      for (int i = 0; i < INPUTS / ATTACKS; i++) {
        attack.once();
      }
      return attack;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
