package dev.sinew.cli;

import dev.sinew.cli.line.Browser;
import dev.sinew.cli.line.Failure;
import dev.sinew.pipeline.input.ModelSet;
import dev.sinew.studio.Studio;
import dev.sinew.studio.StudioOptions;
import dev.sinew.studio.model.WorkSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
      "  sinew view models/",
      "  sinew view --no-open --port 8080"
    })
final class ViewCommand extends LineCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Characters (.glb, .gltf, .fbx, .vrm): files, folders, or patterns.")
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
  private boolean noBrowser;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the address and errors only.")
  private boolean quiet;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads of jobs (default: one per core).")
  private int threads = WorkSettings.DEFAULTS.threads();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of all random numbers of jobs (default: ${DEFAULT-VALUE}).")
  private long seed = WorkSettings.DEFAULTS.seed();

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  private boolean debug;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<Path> models = files.isEmpty() ? List.of() : ModelSet.ofCharacters(files).models();
    try (Studio studio = new Studio(options(), new StudioCommands())) {
      // Closed when the process ends by Ctrl-C, too.
      Runtime.getRuntime().addShutdownHook(new Thread(studio::close));
      if (open(models, studio, err) == 0 && !models.isEmpty()) {
        return Failure.Kind.INPUT.status();
      }
      if (!studio.isLocal()) {
        err.println(
            "sinew: warning: other machines can reach this page; who knows its address can use it,"
                + " without encryption");
      }
      out.println(studio.url());
      if (!quiet) {
        out.println("Press Ctrl-C to stop.");
      }
      out.flush();
      if (!noBrowser) {
        Browser.open(studio.entrance());
      }
      new CountDownLatch(1).await();
    }
    return 0;
  }

  /** Opens models, also after one that cannot be opened; returns how many are open. */
  private int open(List<Path> models, Studio studio, PrintWriter err) {
    int bad = 0;
    for (Path file : models.subList(0, Math.min(models.size(), Studio.MAX_MODELS))) {
      try {
        studio.open(file);
      } catch (IOException | RuntimeException e) {
        bad++;
        Failure.of(e, file.toString()).print(err, debug, Main.isStyled("sinew.terminal"));
      }
    }
    int left = models.size() - bad - studio.openCount();
    if (left > 0) {
      err.printf(
          Locale.ROOT,
          "sinew: warning: %d of %d models are left out: at most %d of %d MB together are open%n",
          left,
          models.size(),
          Studio.MAX_MODELS,
          StudioOptions.DEFAULTS.memory().fileBytes() >> 20);
    }
    err.flush();
    return studio.openCount();
  }

  private StudioOptions options() {
    try {
      return StudioOptions.DEFAULTS
          .withAddress(host, port)
          .withWork(new WorkSettings(threads, seed));
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e);
    }
  }
}
