package dev.sinew.cli.line;

import dev.sinew.run.NearNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of enums by the names that help shows, or by names that other tools use. */
public final class EnumNames {
  /** Names of the same things in other tools. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("lbs", "ssd"),
          Map.entry("linear", "ssd"),
          Map.entry("linear-blend", "ssd"),
          Map.entry("animation-space", "as"),
          Map.entry("dq", "dqs"),
          Map.entry("dlb", "dqs"),
          Map.entry("dual-quaternion", "dqs"),
          Map.entry("qem", "quadric"),
          Map.entry("animation", "clips"));

  private EnumNames() {}

  /** Lets a program read all enums of its commands' options and parameters. */
  public static void register(CommandLine line) {
    register(line, line);
  }

  private static void register(CommandLine line, CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      register(line, command);
      for (ArgSpec argument : command.getCommandSpec().args()) {
        Class<?> type = argument.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
        if (type.isEnum()) {
          register(line, type);
        }
      }
    }
  }

  private static <T> void register(CommandLine line, Class<T> type) {
    List<T> values = List.of(type.getEnumConstants());
    List<String> names = values.stream().map(Object::toString).toList();
    line.registerConverter(
        type,
        text -> {
          String typed = text.toLowerCase(Locale.ROOT).replace('_', '-');
          for (T value : values) {
            String name = value.toString();
            if (name.equalsIgnoreCase(text)
                || name.equalsIgnoreCase(ALIASES.getOrDefault(typed, typed))) {
              return value;
            }
          }
          throw new TypeConversionException(
              "expected one of "
                  + names
                  + ", got '"
                  + text
                  + "'"
                  + NearNames.question(text, names));
        });
  }
}
