package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How {@code view} says that it cannot start, and how it ends. */
class ViewCommandTest {
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

  /** Reached from other machines only if asked, and then it warns; Ctrl-C ends it at once. */
  @Test
  void ctrlCEndsItAndFreesThePort() throws Exception {
    Process process = CommandProcess.start(List.of(), "view", "--no-open", "--host", "0.0.0.0");
    try (BufferedReader out = process.inputReader()) {
      URI address = URI.create(out.readLine());
      assertThat(out.readLine()).isEqualTo("Press Ctrl-C to stop.");
      CommandProcess.interrupt(process);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.errorReader().lines())
          .singleElement()
          .asString()
          .startsWith("sinew: warning: other machines can reach this page");
      assertThat(process.exitValue()).as("the status of SIGINT").isEqualTo(130);
      new ServerSocket(address.getPort()).close();
    } finally {
      process.destroyForcibly();
    }
  }
}
