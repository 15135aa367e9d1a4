package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The first inputs of {@link Attack}; {@code bench/attack} runs more. */
@Isolated
class AttackTest {
  private static final long SEED = 20261116;
  private static final int INPUTS = 20_000;

  @TempDir Path folder;

  @Test
  void changedFilesAreReadOrRefused() throws IOException {
    Attack attack = new Attack(folder, SEED);
    for (int i = 0; i < INPUTS; i++) {
      attack.once();
    }
    assertThat(attack.failures()).as("seed %d", SEED).isEmpty();
    long refused =
        attack.counts().entrySet().stream()
            .filter(e -> e.getKey().endsWith(" refused"))
            .mapToLong(java.util.Map.Entry::getValue)
            .sum();
    assertThat(refused).isBetween(INPUTS / 10L, 9L * INPUTS / 10);
  }
}
