package dev.sinew.io;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Real files from outside the project, which not every machine has. */
public final class SharedData {
  private static final Path ROOT = Path.of("../../shared/data");

  private SharedData() {}

  /** A folder of them; where it is absent the test is skipped and says so. */
  public static Path folder(String name) {
    Path folder = ROOT.resolve(name);
    assumeTrue(Files.isDirectory(folder), "no test data at " + folder.toAbsolutePath().normalize());
    return folder;
  }
}
