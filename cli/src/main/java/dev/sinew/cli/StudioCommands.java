package dev.sinew.cli;

import dev.sinew.cli.line.FileOptions;
import dev.sinew.cli.line.OptionNameWriter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.job.Verb;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The commands as jobs of the studio: panels from the options of the command line, and jobs that
 * are parsed as a command line is. No option of a job can name a file.
 */
final class StudioCommands implements Commands {
  private static final Map<String, String> NEEDS = needs();

  /** Types of single values other than choices; options of other types may be files. */
  private static final Map<Class<?>, String> KINDS =
      Map.of(
          boolean.class, "flag",
          int.class, "integer",
          Integer.class, "integer",
          double.class, "number",
          Double.class, "number",
          Pattern.class, "text");

  /** Types of the items of lists. */
  private static final Set<Class<?>> ITEMS = Set.of(Integer.class, Double.class, double.class);

  /** Options of text that are no files. */
  private static final Set<String> TEXTS =
      Set.of("bake --maps", "limit --clip-weight", "simplify --clip-weight", "simplify --ratio");

  /** Options that are characters. */
  private static final Set<String> MODELS = Set.of("fit --rig");

  /** What a panel starts with where a command has no default. */
  private static final Map<String, String> SUGGESTED = Map.of("simplify --ratio", "0.5");

  private static final Pattern DEFAULT = Pattern.compile("\\s*\\(default:[^)]*\\)");

  private static Map<String, String> needs() {
    Map<String, String> needs = new LinkedHashMap<>();
    needs.put("simplify", Verb.ONE);
    needs.put("limit", Verb.ONE);
    needs.put("unwrap", Verb.ONE);
    needs.put("bake", Verb.TWO);
    needs.put("subdivide", Verb.ONE);
    needs.put("fit", Verb.SHAPES);
    needs.put("skeleton", Verb.SHAPES);
    needs.put("bounds", Verb.ONE);
    needs.put("compare", Verb.TWO);
    return needs;
  }

  @Override
  public List<Verb> verbs() {
    CommandLine line = Main.commandLine();
    List<Verb> verbs = new ArrayList<>();
    NEEDS.forEach(
        (name, needs) -> {
          CommandSpec spec =
              Objects.requireNonNull(line.getSubcommands().get(name)).getCommandSpec();
          verbs.add(
              new Verb(
                  name,
                  name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                  String.join(" ", spec.usageMessage().description()),
                  needs,
                  options(spec)));
        });
    return verbs;
  }

  private static List<Verb.Option> options(CommandSpec spec) {
    List<Verb.Option> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      String key = spec.name() + " " + option.longestName();
      Optional<String> kind = isCommon(option) ? Optional.empty() : kind(key, option);
      kind.ifPresent(
          found ->
              options.add(
                  new Verb.Option(
                      option.longestName().substring(2),
                      found,
                      SUGGESTED.getOrDefault(key, initial(option)),
                      found.equals("choice") ? choices(option) : null,
                      (option.required() && option.group() == null) || SUGGESTED.containsKey(key),
                      help(option))));
    }
    return options;
  }

  /** Returns true for options that the studio sets itself, and for those about files. */
  private static boolean isCommon(OptionSpec option) {
    return CommandRun.isCommon(option)
        || (option.userObject() instanceof Field field
            && field.getDeclaringClass() == FileOptions.class);
  }

  private static Optional<String> kind(String key, OptionSpec option) {
    Class<?> type = option.type();
    Class<?> item = option.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
    if (MODELS.contains(key)) {
      return Optional.of("model");
    }
    if (type.isEnum()) {
      return Optional.of("choice");
    }
    boolean isText = TEXTS.contains(key) || (option.isMultiValue() && ITEMS.contains(item));
    return isText ? Optional.of("text") : Optional.ofNullable(KINDS.get(type));
  }

  /** Returns the values that an option takes, as its help names them. */
  private static List<String> choices(OptionSpec option) {
    Iterable<String> candidates = option.completionCandidates();
    return candidates == null
        ? List.of()
        : StreamSupport.stream(candidates.spliterator(), false).toList();
  }

  /** Returns the default of an option; null if it has none. */
  private static @Nullable String initial(OptionSpec option) {
    Object value = option.getValue();
    if (value == null || (value instanceof Collection<?> some && some.isEmpty())) {
      return null;
    }
    if (value instanceof Map<?, ?> || value.getClass().isArray()) {
      return null;
    }
    return value instanceof Collection<?> some
        ? String.join(",", some.stream().map(String::valueOf).toList())
        : typed(option, value);
  }

  /** Returns a value as it is typed: the choice that is read as this value. */
  private static String typed(OptionSpec option, Object value) {
    for (ITypeConverter<?> converter : option.converters()) {
      for (String choice : choices(option)) {
        try {
          if (value.equals(converter.convert(choice))) {
            return choice;
          }
        } catch (Exception e) {
          throw new IllegalStateException(option.longestName() + ": " + choice, e);
        }
      }
    }
    return value.toString();
  }

  /** Returns the help of an option without its default: panels show the default in the field. */
  private static String help(OptionSpec option) {
    String text = String.join(" ", option.description());
    String listed = text.replace("${COMPLETION-CANDIDATES}", String.join(", ", choices(option)));
    return DEFAULT.matcher(listed.replace("${DEFAULT-VALUE}", "")).replaceAll("");
  }

  @Override
  public Done run(List<String> arguments, RunContext context) throws IOException {
    try {
      CommandRun run = CommandRun.of(arguments, context);
      return new Done(run.report(), run.outputs());
    } catch (RequestException e) {
      throw new IllegalArgumentException(
          OptionNameWriter.spelled(String.valueOf(e.getMessage())), e);
    } catch (ParameterException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
  }
}
