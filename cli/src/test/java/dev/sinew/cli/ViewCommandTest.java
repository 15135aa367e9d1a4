package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** How {@code view} says that it cannot start. */
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
}
