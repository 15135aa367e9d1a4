package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** One run of the command within the test's own process. */
record Run(int status, String out, String err) {
  static Run of(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            args);
    return new Run(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Writes the built-in arm with its examples; returns the folder it is in. */
  static Path sampleArm(Path into) {
    Path arm = into.resolve("arm");
    assertThat(of("sample", "arm", "-o", arm.toString()).status()).isZero();
    return arm;
  }

  /**
   * Writes the built-in arm with few triangles, for tests that measure it often; returns the file.
   */
  static Path smallArm(Path arm) {
    Path small = arm.resolveSibling("small-arm.glb");
    String model = arm.resolve("arm.glb").toString();
    String out = small.toString();
    Run run =
        of("simplify", model, "--ratio", "0.2", "--no-polish", "--measure", "none", "-o", out);
    assertThat(run.status()).as(run.err).isZero();
    return small;
  }

  /** What a run that went well reports; it was asked to by {@code --json}. */
  static JsonObject report(Run run) {
    assertThat(run.status).as(run.err).isZero();
    return JsonParser.parseString(run.out).getAsJsonObject().getAsJsonObject("report");
  }
}
