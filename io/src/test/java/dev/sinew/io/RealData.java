package dev.sinew.io;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sinew.testkit.SharedData;
import java.nio.file.Path;

/** Real files from outside the project, which not every machine has. */
public final class RealData {
  private RealData() {}

  /** A folder of them; where it is absent the test is skipped and says so. */
  public static Path folder(String name) {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    return SharedData.folder().orElseThrow().resolve(name);
  }
}
