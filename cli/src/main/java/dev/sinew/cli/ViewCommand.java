package dev.sinew.cli;

import dev.sinew.cli.line.Browser;
import dev.sinew.studio.Studio;
import dev.sinew.studio.StudioOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "view",
    description = {
      "Opens the studio: a page in your browser that shows characters, runs the commands on them"
          + " and plays crowds.",
      "The page is on this machine only, at a secret address. Stop it with Ctrl-C."
    },
    footer = {
      "",
      "Example:",
      "  sinew view model.glb lighter.glb",
      "  sinew view --no-open --port 8080"
    })
final class ViewCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "FILE", description = "Characters: .glb or .gltf.")
  private List<Path> files = List.of();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen at (default: any free one).")
  private int port = StudioOptions.DEFAULTS.port();

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "The address to listen at; with another than the default, other machines can reach it"
              + " (default: ${DEFAULT-VALUE}).")
  private String host = StudioOptions.DEFAULTS.host();

  @Option(names = "--no-open", description = "Only print the address; do not open a browser.")
  private boolean quiet;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // Read before parsing, so that it works for any error.
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // Read by the parser.
  private boolean help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (Studio studio = new Studio(options(), new StudioCommands())) {
      // Closed when the process ends by Ctrl-C, too.
      Runtime.getRuntime().addShutdownHook(new Thread(studio::close));
      for (Path file : files) {
        studio.open(file);
      }
      if (!studio.isLocal()) {
        spec.commandLine()
            .getErr()
            .println(
                "sinew: warning: other machines can reach this page; who knows its address can use"
                    + " it, without encryption");
      }
      out.println(studio.url());
      out.println("Press Ctrl-C to stop.");
      out.flush();
      if (!quiet) {
        Browser.open(studio.url());
      }
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private StudioOptions options() {
    try {
      return StudioOptions.DEFAULTS.withAddress(host, port);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
