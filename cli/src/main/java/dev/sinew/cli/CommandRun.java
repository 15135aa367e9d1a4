package dev.sinew.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.cli.line.OptionNameWriter;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Commands that a part of the program runs: parsed as a command line is, without a terminal.
 *
 * @param report the JSON report
 * @param outputs the files and folders written
 * @param notes remarks
 */
record CommandRun(JsonObject report, List<Path> outputs, List<String> notes) {
  /** Classes of options that whoever runs a command sets itself: help, output, threads, seed. */
  private static final Set<Class<?>> COMMON =
      Set.of(LineCommand.class, StepCommand.class, RewritingCommand.class, WritingCommand.class);

  /** Returns a command by its name, which is two words for one below another. */
  static CommandSpec spec(CommandLine program, String name) {
    CommandLine found = program;
    for (String word : name.split(" ", -1)) {
      found = Objects.requireNonNull(found.getSubcommands().get(word), name);
    }
    return found.getCommandSpec();
  }

  /** Returns true for options that all commands have. */
  static boolean isCommon(OptionSpec option) {
    return option.longestName().equals("--output")
        || (option.userObject() instanceof Field field
            && COMMON.contains(field.getDeclaringClass()));
  }

  /**
   * Parses a command line.
   *
   * @throws IllegalArgumentException if it is no step with files
   */
  static StepCommand<?, ?> parse(List<String> arguments) {
    ParseResult parsed = Main.commandLine().parseArgs(arguments.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    if (parsed.commandSpec().userObject() instanceof StepCommand<?, ?> step) {
      return step;
    }
    throw new IllegalArgumentException(arguments.getFirst() + ": not a job");
  }

  /** Runs a command line. */
  static CommandRun of(List<String> arguments, RunContext context) throws IOException {
    StepCommand.Finished<?> finished = parse(arguments).run(context);
    String report = OptionNameWriter.spelled(finished.report().toJson());
    return new CommandRun(
        JsonParser.parseString(report).getAsJsonObject(),
        finished.outcome().outputs(),
        finished.outcome().notes());
  }
}
