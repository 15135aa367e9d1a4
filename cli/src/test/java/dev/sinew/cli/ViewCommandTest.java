package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How {@code view} says that it cannot start, and how it ends. */
class ViewCommandTest {
  @TempDir Path folder;

  @Test
  void aWrongPortIsWrongUsage() {
    Run run = Run.of("view", "--no-open", "--port", "70000");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("port: expected 0 to 65535, got 70000");
  }

  @Test
  void aMissingFileIsNamed() {
    Run run = Run.of("view", "--no-open", "none.glb");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).isEqualTo("sinew: none.glb: no such file\n");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Run run = Run.of("view", "--no-open", "--port", Integer.toString(other.getLocalPort()));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err())
          .isEqualTo(
              "sinew: cannot listen at 127.0.0.1, port "
                  + other.getLocalPort()
                  + ": is it used by another program?\n");
    }
  }

  @Test
  void aFolderWithoutModelsIsNamed() {
    Run run = Run.of("view", "--no-open", folder.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains(folder + ": no .glb, .gltf, .fbx or .vrm file in this folder");
  }

  @Test
  void wrongThreadsAreWrongUsage() {
    Run run = Run.of("view", "--no-open", "--threads", "0");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("threads: expected 1 to");
  }

  /** All users of a machine can read arguments, with ps, but not a file of another's folder. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void theAddressIsNoArgumentOfTheBrowser() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path told = folder.resolve("arguments");
    Path opener =
        Files.writeString(
            bin.resolve("xdg-open"),
            "#!/bin/sh\necho \"$@\" > '"
                + told
                + ".draft'\nmv '"
                + told
                + ".draft' '"
                + told
                + "'\n");
    assertThat(opener.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder = CommandProcess.builder(List.of(), "view", "--threads", "1");
    builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    Process process = builder.start();
    try (BufferedReader out = process.inputReader()) {
      URI address = URI.create(out.readLine());
      for (int i = 0; i < 400 && !Files.exists(told); i++) {
        Thread.sleep(50);
      }
      String token = address.getPath().replace("/", "");
      String arguments = Files.readString(told).strip();
      assertThat(arguments).doesNotContain(token).startsWith("file:///");
      Path page = Path.of(URI.create(arguments));
      assertThat(Files.readString(page)).contains(address.toString());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(page.getParent())))
          .isEqualTo("rwx------");
      CommandProcess.interrupt(process);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(page.getParent()).doesNotExist();
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * Reached from other machines only if asked, and then it warns; Ctrl-C ends it at once. Models of
   * a folder are open, though one of them is bad.
   */
  @Test
  void ctrlCEndsItAndFreesThePort() throws Exception {
    Path arm = Run.sampleArm(folder);
    Files.write(arm.resolve("bad.glb"), new byte[20]);
    Process process =
        CommandProcess.start(
            List.of(), "view", "--no-open", "--host", "0.0.0.0", "--threads", "1", arm.toString());
    try (BufferedReader out = process.inputReader()) {
      URI address = URI.create(out.readLine());
      assertThat(out.readLine()).isEqualTo("Press Ctrl-C to stop.");
      URI local = URI.create("http://127.0.0.1:" + address.getPort() + address.getPath());
      try (InputStream rows = local.resolve("api/models").toURL().openStream()) {
        assertThat(new String(rows.readAllBytes(), StandardCharsets.UTF_8))
            .contains("\"name\":\"arm\"")
            .containsOnlyOnce("\"name\":\"arm\",\"bytes\"");
      }
      CommandProcess.interrupt(process);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      List<String> told = process.errorReader().lines().toList();
      assertThat(told).hasSize(2);
      assertThat(told.get(0)).contains("bad.glb");
      assertThat(told.get(1)).startsWith("sinew: warning: other machines can reach this page");
      assertThat(process.exitValue()).as("the status of SIGINT").isEqualTo(130);
      new ServerSocket(address.getPort()).close();
    } finally {
      process.destroyForcibly();
    }
  }
}
