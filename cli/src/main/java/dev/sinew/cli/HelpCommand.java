package dev.sinew.cli;

import dev.sinew.cli.line.Usage;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
    name = "help",
    description = "Prints the list of commands, or the help of one.",
    footer = {"", "Example:", "  sinew help simplify", "  sinew help posespace train"})
final class HelpCommand extends LineCommand implements Runnable {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, and the command below it if it has any.")
  private List<String> commands = List.of();

  @Override
  public void run() {
    CommandLine program = spec.commandLine().getParent();
    CommandLine shown = program;
    for (String command : commands) {
      CommandLine below = shown.getSubcommands().get(command);
      if (below == null) {
        throw new ParameterException(shown, Usage.noCommand(shown, command));
      }
      shown = below;
    }
    shown.usage(spec.commandLine().getOut(), program.getColorScheme());
  }
}
