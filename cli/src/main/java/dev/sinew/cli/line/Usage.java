package dev.sinew.cli.line;

import dev.sinew.run.NearNames;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in one sentence that names the nearest right word. */
public final class Usage {
  private Usage() {}

  /** Returns the sentence. */
  public static String message(ParameterException wrong, List<String> args) {
    CommandLine command = wrong.getCommandLine();
    // A mistyped option also looks like a missing one; its own name is the better hint.
    Optional<String> unknown = unknownOption(command, args);
    if (unknown.isPresent()) {
      return "unknown option '%s'%s"
          .formatted(unknown.get(), NearNames.question(unknown.get(), longNames(command)));
    }
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      return command.getParent() == null
          ? noCommand(command, first)
          : "unexpected argument '%s'".formatted(first);
    }
    if (wrong instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      List<ArgSpec> lacking = missing.getMissing();
      boolean oneOf = lacking.stream().anyMatch(argument -> argument.group() != null);
      return (oneOf ? "missing one of " : "missing ")
          + String.join(", ", lacking.stream().map(Usage::name).toList());
    }
    return plainTypes(String.valueOf(wrong.getMessage()));
  }

  /** Replaces the Java types in a message of the parser. */
  private static String plainTypes(String message) {
    return message
        .replaceAll("('[^']*%') is not a double$", "$1 is not a number (0.25 for 25 %)")
        .replaceAll("is not a(n int| long)$", "is not a whole number")
        .replaceAll("is not a (double|float)$", "is not a number");
  }

  /** Returns an argument as the help shows it: a parameter, or an option with its value. */
  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? (option.longestName() + " " + option.paramLabel()).strip()
        : argument.paramLabel();
  }

  private static Optional<String> unknownOption(CommandLine command, List<String> args) {
    Set<String> known = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
    known.addAll(command.getCommandSpec().negatedOptionsMap().keySet());
    return args.stream()
        .takeWhile(arg -> !arg.equals("--"))
        .filter(arg -> arg.matches("--[A-Za-z][A-Za-z-]*(=.*)?"))
        .map(arg -> arg.replaceFirst("=.*", ""))
        .filter(arg -> !known.contains(arg))
        .findFirst();
  }

  private static Set<String> longNames(CommandLine command) {
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      names.add(option.longestName());
    }
    return names;
  }

  /** Returns the sentence for a command that does not exist. */
  public static String noCommand(CommandLine program, String name) {
    Set<String> names = new TreeSet<>(program.getSubcommands().keySet());
    String full = name;
    if (program.getParent() != null) {
      full = program.getCommandName() + " " + name;
    }
    return "there is no command '%s'%s".formatted(full, NearNames.question(name, names));
  }
}
