package dev.sinew.cli;

import dev.sinew.pipeline.Version;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
      LimitCommand.class,
      TransformCommand.class,
      SubdivideCommand.class,
      UnwrapCommand.class,
      BakeCommand.class,
      FitCommand.class,
      SolveCommand.class,
      SkeletonCommand.class,
      RenderCommand.class,
      BoundsCommand.class,
      DemoCommand.class
    },
    footer = {"", "Run 'sinew COMMAND --help' for the options of a command, with an example."})
public final class Main implements Runnable {
  /** Status for a bad input or request. */
  static final int COULD_NOT = 1;

  /** Status for a defect of Sinew: EX_SOFTWARE of sysexits.h. */
  static final int DEFECT = 70;

  @Spec private CommandSpec spec;

  /** Prints the version without starting anything else. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"sinew " + Version.TEXT};
    }
  }

  /** Runs the command and ends the process with its status. */
  public static void main(String[] args) {
    System.setProperty("java.awt.headless", "true");
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** Reads the values of an enum by the names that help shows. */
  private static <T> void readByName(CommandLine line, Class<T> type) {
    List<T> values = List.of(type.getEnumConstants());
    line.registerConverter(
        type,
        text ->
            values.stream()
                .filter(value -> value.toString().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(
                    () ->
                        new TypeConversionException(
                            "expected one of " + values + ", got '" + text + "'")));
  }

  /** Runs the command; returns its exit status. */
  public static int run(PrintStream out, PrintStream err, String... args) {
    CommandLine line = new CommandLine(new Main());
    for (CommandLine command : line.getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        Class<?> type = option.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
        if (type.isEnum()) {
          readByName(line, type);
        }
      }
    }
    line.setOut(printable(out));
    line.setErr(printable(err));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) ->
            Failure.report(exception, firstFile(args), isDebug(args), command.getErr()));
    line.setParameterExceptionHandler(
        (exception, parsed) -> {
          CommandLine command = exception.getCommandLine();
          command.getErr().println("sinew: " + exception.getMessage());
          command
              .getErr()
              .println("Try 'sinew " + commandPath(command) + "--help' for its options.");
          return command.getCommandSpec().exitCodeOnInvalidInput();
        });
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      line.getErr()
          .println(
              "sinew: "
                  + prefix(firstFile(args))
                  + "needs more memory than the limit of "
                  + (Runtime.getRuntime().maxMemory() >> 20)
                  + " MB; set SINEW_HEAP (for example SINEW_HEAP=8g) to raise it");
      return COULD_NOT;
    } catch (StackOverflowError e) {
      line.getErr().println("sinew: " + prefix(firstFile(args)) + "nested too deeply");
      return COULD_NOT;
    }
  }

  private static PrintWriter printable(PrintStream stream) {
    return new PrintWriter(
        new EscapingWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "expected a command");
  }

  /** Returns the first argument of a command that is no option, for messages. */
  private static String firstFile(String[] args) {
    return Stream.of(args).skip(1).filter(arg -> !arg.startsWith("-")).findFirst().orElse("");
  }

  private static String prefix(String file) {
    return file.isEmpty() ? "" : file + ": ";
  }

  private static String commandPath(CommandLine command) {
    String name = command.getCommandName();
    return name.equals("sinew") ? "" : name + " ";
  }

  /** {@code --debug}, wherever it stands, or the older environment variable. */
  private static boolean isDebug(String[] args) {
    return List.of(args).contains("--debug") || System.getenv("SINEW_DEBUG") != null;
  }
}
