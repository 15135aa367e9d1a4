package dev.sinew.testkit;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Khronos glTF validator in {@code tools/validator}, run for the tests of any module. */
public final class KhronosValidator {
  private static final Path TOOL = Path.of("..", "tools", "validator").toAbsolutePath().normalize();

  private KhronosValidator() {}

  /** Skips the test where the validator is not installed; in CI, fails it. */
  public static void assumeInstalled() {
    OutsideTool.assume(
        Files.isDirectory(TOOL.resolve("node_modules")),
        "the validator is not installed: run 'npm ci' in tools/validator");
  }

  /** Returns the errors of every file, each as its code and location. */
  public static Map<Path, List<String>> errors(List<Path> files)
      throws IOException, InterruptedException {
    Process node =
        new ProcessBuilder("node", TOOL.resolve("validate.mjs").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread feeder = Thread.ofVirtual().start(() -> feed(node, files));
    Map<Path, List<String>> errors = new LinkedHashMap<>();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        JsonObject result = JsonParser.parseString(line).getAsJsonObject();
        List<String> found = new ArrayList<>();
        for (JsonElement element : result.getAsJsonArray("errors")) {
          JsonObject error = element.getAsJsonObject();
          found.add(error.get("code").getAsString() + " " + error.get("pointer"));
        }
        errors.put(Path.of(result.get("file").getAsString()), found);
      }
    }
    feeder.join();
    int status = node.waitFor();
    if (status != 0 || errors.size() != files.size()) {
      throw new IOException(
          "the validator ended with status "
              + status
              + " after "
              + errors.size()
              + " of "
              + files.size()
              + " files");
    }
    return errors;
  }

  private static void feed(Process node, List<Path> files) {
    try (BufferedWriter in =
        new BufferedWriter(
            new OutputStreamWriter(node.getOutputStream(), StandardCharsets.UTF_8))) {
      for (Path file : files) {
        in.write(file + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
