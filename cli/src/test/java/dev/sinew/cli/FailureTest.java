package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.line.Failure;
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
    Failure failure = Failure.of(new RequestException(subject, "it does not fit"), "model.glb");
    assertThat(failure.message()).isEqualTo("model.glb: it does not fit");
  }

  @Test
  void refusalsOfAnotherInputKeepItsName() {
    Failure failure = Failure.of(new RequestException("rig.glb", "no joints"), "model.glb");
    assertThat(failure.message()).isEqualTo("rig.glb: no joints");
  }

  @Test
  void textOfFilesStaysOnOneLine() {
    StringWriter err = new StringWriter();
    Failure.of(new RequestException("a.glb", "no clip 'x\n\ty'"), "")
        .print(new PrintWriter(err), false, false);
    assertThat(err.toString())
        .isEqualTo("sinew: a.glb: no clip 'x\\n\\ty'" + System.lineSeparator());
  }
}
