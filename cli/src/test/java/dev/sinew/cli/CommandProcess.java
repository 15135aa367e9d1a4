package dev.sinew.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the command line as a process of its own. */
final class CommandProcess {
  private static final Path ENV = Path.of("/usr/bin/env");

  private CommandProcess() {}

  /**
   * Starts a command.
   *
   * @param javaOptions options of the Java machine beside those of all tests
   */
  static Process start(List<String> javaOptions, String... args) throws IOException {
    return builder(javaOptions, args).start();
  }

  /** Returns what starts a command, for tests that change its environment. */
  static ProcessBuilder builder(List<String> javaOptions, String... args) throws IOException {
    List<String> command = new ArrayList<>(reactingToInterrupts());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }

  /** Sends SIGINT, as Ctrl-C does. */
  static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  /**
   * Returns the beginning of a command that resets SIGINT. A process that a shell starts in the
   * background ignores it, and so do all processes below it, the tests included.
   */
  private static List<String> reactingToInterrupts() throws IOException {
    if (!Files.isExecutable(ENV)) {
      return List.of();
    }
    List<String> prefix = List.of(ENV.toString(), "--default-signal=INT");
    List<String> probe = new ArrayList<>(prefix);
    probe.add("true");
    try {
      boolean works =
          new ProcessBuilder(probe)
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
      return works ? prefix : List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
