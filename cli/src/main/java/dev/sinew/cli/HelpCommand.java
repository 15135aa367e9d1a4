package dev.sinew.cli;

import dev.sinew.cli.line.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "help",
    description = "Prints the list of commands, or the help of one.",
    footer = {"", "Example:", "  sinew help simplify"})
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command.")
  private @Nullable String command;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // Read by the parser.
  private boolean help;

  @Override
  public void run() {
    CommandLine program = spec.commandLine().getParent();
    CommandLine shown = command == null ? program : program.getSubcommands().get(command);
    if (shown == null) {
      throw new ParameterException(program, Usage.noCommand(program, String.valueOf(command)));
    }
    shown.usage(spec.commandLine().getOut(), program.getColorScheme());
  }
}
