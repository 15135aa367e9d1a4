package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.testkit.OutsideTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the scripts in {@code tools} that drive a browser. */
final class BrowserTool {
  private static final Path TOOLS = Path.of("..", "tools").toAbsolutePath().normalize();

  private BrowserTool() {}

  /** Skips the test where there is no browser, or no driver of one; in CI, fails it. */
  static void assumeInstalled() {
    OutsideTool.assume(
        Files.isDirectory(TOOLS.resolve("browser/node_modules")),
        "the driver is not installed: run 'npm ci' in tools/browser");
    Path chromium =
        Path.of(Optional.ofNullable(System.getenv("SINEW_CHROMIUM")).orElse("/usr/bin/chromium"));
    OutsideTool.assume(
        Files.isExecutable(chromium),
        "there is no browser: install Chromium or set SINEW_CHROMIUM");
  }

  /** Returns the command of a script, to which arguments can be added. */
  static List<String> command(String script) {
    return new ArrayList<>(List.of("node", TOOLS.resolve(script).toString()));
  }

  /** Runs a command; returns its exit status. */
  static int run(List<String> command, Path out, Path err) throws Exception {
    Process node =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(node.waitFor(5, TimeUnit.MINUTES)).as("done in time").isTrue();
    } finally {
      node.destroy();
    }
    return node.exitValue();
  }
}
