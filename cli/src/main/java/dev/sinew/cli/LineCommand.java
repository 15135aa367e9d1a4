package dev.sinew.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The common part of all commands: the specification and the help. */
abstract class LineCommand {
  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // Read by the parser.
  private boolean help;

  /** Returns the failure of a command whose options have a wrong value. */
  final ParameterException wrongUsage(IllegalArgumentException cause) {
    return new ParameterException(spec.commandLine(), String.valueOf(cause.getMessage()), cause);
  }
}
