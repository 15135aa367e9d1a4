package dev.sinew.io;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sinew.testkit.SharedData;
import java.nio.file.Path;

/** Real test files, which are optional. */
public final class RealData {
  private RealData() {}

  /** Returns a folder of files; skips the test if it is missing. */
  public static Path folder(String name) {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    return SharedData.folder().orElseThrow().resolve(name);
  }
}
