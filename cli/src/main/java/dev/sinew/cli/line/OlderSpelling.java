package dev.sinew.cli.line;

import dev.sinew.pipeline.input.ModelSet;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Command lines of earlier versions, in which {@code simplify} also took meshes. */
public final class OlderSpelling {
  private OlderSpelling() {}

  /** Returns a command line with the command that does today what it asks for. */
  public static String[] renewed(CommandLine program, String... args) {
    String[] out = args.clone();
    if (args.length > 0 && args[0].equals("simplify") && takesShapes(program, args)) {
      out[0] = "simplify-sequence";
    }
    return out;
  }

  /** Returns true if the first argument that is no option, nor the value of one, are shapes. */
  private static boolean takesShapes(CommandLine program, String[] args) {
    for (int i = 1; i < args.length; i++) {
      if (!args[i].startsWith("-")) {
        return isShapes(args[i]);
      }
      if (!args[i].contains("=") && takesValue(program, args[i])) {
        i++;
      }
    }
    return false;
  }

  private static boolean takesValue(CommandLine program, String option) {
    return Stream.of("simplify", "simplify-sequence")
        .map(name -> Objects.requireNonNull(program.getSubcommands().get(name)))
        .flatMap(command -> Stream.ofNullable(command.getCommandSpec().findOption(option)))
        .anyMatch(found -> found.arity().max() > 0);
  }

  private static boolean isShapes(String argument) {
    try {
      return ModelSet.areShapes(Path.of(argument));
    } catch (IOException | InvalidPathException e) {
      // What is wrong with it is said when the command reads it.
      return false;
    }
  }
}
