package dev.sinew.cli;

import dev.sinew.batch.child.ChildCommand;
import dev.sinew.cli.line.CommandGroups;
import dev.sinew.cli.line.EnumNames;
import dev.sinew.cli.line.EscapingWriter;
import dev.sinew.cli.line.Failure;
import dev.sinew.cli.line.OlderSpelling;
import dev.sinew.cli.line.OptionNameWriter;
import dev.sinew.cli.line.Usage;
import dev.sinew.pipeline.Report;
import dev.sinew.pipeline.Version;
import dev.sinew.skin.Kernel;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The {@code sinew} command. Exit status 0: done; 1: failed; 2: wrong usage; 70: a defect of Sinew.
 */
@Command(
    name = "sinew",
    description = "Makes, measures, simplifies and plays skinned characters.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Main.VersionText.class,
    subcommands = {
      InspectCommand.class,
      PoseCommand.class,
      DeformCommand.class,
      SampleCommand.class,
      CompareCommand.class,
      SimplifyCommand.class,
      SequenceCommand.class,
      LimitCommand.class,
      MergeCommand.class,
      TransformCommand.class,
      RetargetCommand.class,
      SubdivideCommand.class,
      UnwrapCommand.class,
      BakeCommand.class,
      FitCommand.class,
      SolveCommand.class,
      SkeletonCommand.class,
      RenderCommand.class,
      PoseSpaceCommand.class,
      BoundsCommand.class,
      BatchCommand.class,
      DemoCommand.class,
      HelpCommand.class,
      CompletionCommand.class,
      ViewCommand.class
    },
    footer = {"", "Run 'sinew help COMMAND' for the options of a command, with an example."})
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Prints the version, and what it runs on. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "sinew " + Version.TEXT,
        "JDK " + Runtime.version() + ", " + System.getProperty("java.vm.name"),
        Kernel.best().name().toLowerCase(Locale.ROOT)
            + " kernels, "
            + Runtime.getRuntime().availableProcessors()
            + " threads"
      };
    }
  }

  /** Runs the command and ends the process with its status. */
  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true");
    // Numbers look the same everywhere, also those that the parser prints.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Runs the command; returns its exit status. */
  public static int run(PrintStream out, PrintStream err, String... args) {
    CommandLine line = commandLine();
    if (args.length > 0 && args[0].equals(ChildCommand.WORKER)) {
      line.addSubcommand(new BatchWorkerCommand());
    }
    line.setOut(printable(out, isStyled("sinew.terminal.out")));
    line.setErr(printable(err, isStyled("sinew.terminal")));
    line.setColorScheme(
        Help.defaultColorScheme(isStyled("sinew.terminal.out") ? Help.Ansi.ON : Help.Ansi.OFF));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) ->
            report(Failure.of(exception, firstFile(args)), command, args));
    line.setParameterExceptionHandler(
        (exception, parsed) -> {
          String message = Usage.message(exception, List.of(args));
          CommandLine command = exception.getCommandLine();
          int status = report(new Failure(Failure.Kind.USAGE, message, exception), command, args);
          String what = command.getSubcommands().isEmpty() ? "its options" : "the commands";
          command.getErr().println("Try '" + helpOf(command) + "' for " + what + ".");
          return status;
        });
    try {
      return line.execute(OlderSpelling.renewed(line, args));
    } catch (OutOfMemoryError | StackOverflowError e) {
      return report(Failure.of(e, firstFile(args)), line, args);
    }
  }

  /** Returns what is wrong with a command line, without running it; empty if nothing is. */
  public static Optional<String> mistake(String... args) {
    try {
      commandLine().parseArgs(args);
      return Optional.empty();
    } catch (CommandLine.ParameterException e) {
      return Optional.of(Usage.message(e, List.of(args)));
    }
  }

  /** Returns the parser of all commands. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    EnumNames.register(line);
    CommandGroups.showIn(line);
    return line;
  }

  /** Prints a failure, also as JSON if that was asked for; returns the exit status. */
  private static int report(Failure failure, CommandLine command, String[] args) {
    failure.print(command.getErr(), isDebug(args), isStyled("sinew.terminal"));
    if (List.of(args).contains("--json")) {
      String name = command.getParent() == null ? "" : command.getCommandName();
      command.getOut().println(Report.of(name, List.of(), failure.toError(), 0).toJson());
    }
    return failure.status();
  }

  private static PrintWriter printable(PrintStream stream, boolean styled) {
    Writer bytes = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
    return new PrintWriter(new OptionNameWriter(new EscapingWriter(bytes, styled)), true);
  }

  /** The launcher knows which streams are terminals; NO_COLOR is a convention of many programs. */
  static boolean isStyled(String terminal) {
    return Boolean.getBoolean(terminal) && System.getenv("NO_COLOR") == null;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut(), spec.commandLine().getColorScheme());
  }

  /** Returns the first argument of a command that is no option, for messages. */
  private static String firstFile(String[] args) {
    return Stream.of(args).skip(1).filter(Main::isPath).findFirst().orElse("");
  }

  private static boolean isPath(String arg) {
    try {
      return !arg.startsWith("-") && Files.exists(Path.of(arg));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String helpOf(CommandLine command) {
    String path = command.getCommandSpec().qualifiedName();
    return "sinew help" + path.substring("sinew".length());
  }

  /** {@code --debug}, wherever it stands, or the older environment variable. */
  private static boolean isDebug(String[] args) {
    return List.of(args).contains("--debug") || System.getenv("SINEW_DEBUG") != null;
  }
}
