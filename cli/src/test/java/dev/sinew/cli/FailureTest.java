package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.RequestException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTest {
  /** A candidate without a file of its own, such as a refined mesh, comes from the main input. */
  @ParameterizedTest
  @ValueSource(strings = {"", "candidate"})
  void refusalsNameTheMainInput(String subject) {
    StringWriter err = new StringWriter();
    int status =
        Failure.report(
            new RequestException(subject, "it does not fit"),
            "model.glb",
            false,
            new PrintWriter(err, true));
    assertThat(status).isEqualTo(Main.COULD_NOT);
    assertThat(err.toString()).isEqualToIgnoringNewLines("sinew: model.glb: it does not fit");
  }

  @Test
  void refusalsOfAnotherInputKeepItsName() {
    StringWriter err = new StringWriter();
    Failure.report(
        new RequestException("rig.glb", "no joints"),
        "model.glb",
        false,
        new PrintWriter(err, true));
    assertThat(err.toString()).isEqualToIgnoringNewLines("sinew: rig.glb: no joints");
  }
}
