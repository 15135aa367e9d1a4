package dev.sinew.studio.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of servers: private, deleted with them, and after them if they were killed. */
class ServerFolderTest {
  @TempDir Path parent;

  @Test
  void aFolderIsDeletedWithItsServer() throws IOException {
    ServerFolder folder = new ServerFolder(parent);
    Files.writeString(new JobFolder(folder.path()).file("model.glb"), "model");
    folder.close();
    assertThat(parent).isEmptyDirectory();
  }

  /** The process of the server that is killed holds a lock, as a server does. */
  @Test
  void theNextServerDeletesWhatAKilledOneLeft() throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                parent.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      Path left = Path.of(server.inputReader().readLine());
      new ServerFolder(parent).close();
      assertThat(left.resolve("job/model.glb")).as("it still runs").exists();
      server.destroyForcibly();
      assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(left.resolve("job/model.glb")).as("it could not clean up").exists();
      try (ServerFolder next = new ServerFolder(parent)) {
        assertThat(left).doesNotExist();
        assertThat(next.path()).exists();
      }
    } finally {
      server.destroyForcibly();
    }
  }

  /** A server that waits to be killed. */
  static final class Server {
    private Server() {}

    public static void main(String[] args) throws Exception {
      ServerFolder folder = new ServerFolder(Path.of(args[0]));
      Files.createDirectory(folder.path().resolve("job"));
      Files.writeString(folder.path().resolve("job/model.glb"), "model");
      System.out.println(folder.path());
      System.in.read();
    }
  }

  @Test
  void othersAreLeftAlone() throws IOException {
    Path mine = Files.createDirectory(parent.resolve("mine"));
    Files.writeString(mine.resolve("lock"), "");
    Path file = Files.writeString(mine.resolve("file"), "mine");
    Path link = Files.createSymbolicLink(parent.resolve("sinew-studio-link"), mine);
    Path plain = Files.writeString(parent.resolve("sinew-studio-file"), "no folder");
    Path starting = Files.createDirectory(parent.resolve("sinew-studio-starting"));
    Path old = Files.createDirectory(parent.resolve("sinew-studio-old"));
    Files.createSymbolicLink(old.resolve("link"), mine);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    try (ServerFolder running = new ServerFolder(parent);
        ServerFolder next = new ServerFolder(parent)) {
      assertThat(running.path()).exists();
      assertThat(next.path()).exists();
    }
    assertThat(old).as("without a lock, of long ago").doesNotExist();
    assertThat(file).exists();
    assertThat(link).isSymbolicLink();
    assertThat(plain).exists();
    assertThat(starting).exists();
  }
}
