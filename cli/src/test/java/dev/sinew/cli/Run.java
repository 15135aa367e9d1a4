package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

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
    try {
      Files.createDirectories(arm);
      for (Map.Entry<String, byte[]> file : Arm.FILES.entrySet()) {
        Files.write(arm.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return arm;
  }

  /**
   * Writes the built-in arm with few triangles, for tests that measure it often; returns the file.
   */
  static Path smallArm(Path arm) {
    try {
      return Files.write(arm.resolveSibling("small-arm.glb"), Arm.SMALL);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What commands write of the arm, made by the first test that needs it. */
  private static final class Arm {
    static final Map<String, byte[]> FILES = new TreeMap<>();
    static final byte[] SMALL;

    static {
      try {
        Path arm = Files.createTempDirectory("arm");
        Path small = arm.resolve("small.glb");
        run("sample", "arm", "-o", arm.toString(), "--force");
        try (Stream<Path> files = Files.list(arm)) {
          for (Path file : files.toList()) {
            FILES.put(file.getFileName().toString(), Files.readAllBytes(file));
          }
        }
        run(
            ("simplify " + arm + "/arm.glb --ratio 0.2 --no-polish --measure none -o " + small)
                .split(" ", -1));
        SMALL = Files.readAllBytes(small);
        for (String name : FILES.keySet()) {
          Files.delete(arm.resolve(name));
        }
        Files.delete(small);
        Files.delete(arm);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void run(String... command) {
      Run run = of(command);
      assertThat(run.status).as(run.err).isZero();
    }
  }

  /** What a run that went well reports; it was asked to by {@code --json}. */
  static JsonObject report(Run run) {
    assertThat(run.status).as(run.err).isZero();
    return JsonParser.parseString(run.out).getAsJsonObject().getAsJsonObject("report");
  }
}
