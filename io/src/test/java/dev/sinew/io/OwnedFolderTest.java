package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Folders of processes that start at the same time; those of killed ones are tested with the
 * studio.
 */
class OwnedFolderTest {
  private static final int PROCESSES = 3;
  private static final int FOLDERS = 200;

  @TempDir Path parent;

  /** A process that makes folders and uses them. */
  static final class User {
    private User() {}

    public static void main(String[] args) throws Exception {
      for (int i = 0; i < FOLDERS; i++) {
        try (OwnedFolder folder = new OwnedFolder(Path.of(args[0]), "own-")) {
          Files.createDirectory(folder.path().resolve("job"));
        }
      }
    }
  }

  @Test
  void noProcessDeletesTheFolderOfAnotherOneThatLives() throws Exception {
    List<Process> users = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      users.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  User.class.getName(),
                  parent.toString())
              .inheritIO()
              .start());
    }
    for (Process user : users) {
      assertThat(user.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(user.exitValue()).isZero();
    }
    assertThat(parent).isEmptyDirectory();
  }
}
