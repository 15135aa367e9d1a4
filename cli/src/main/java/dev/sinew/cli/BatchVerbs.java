package dev.sinew.cli;

import com.google.gson.JsonObject;
import dev.sinew.batch.Verbs;
import dev.sinew.batch.child.Rows;
import dev.sinew.cli.line.Failure;
import dev.sinew.cli.line.OptionNameWriter;
import dev.sinew.cli.line.Usage;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The commands as steps of recipes: their options are those of the command line. */
final class BatchVerbs implements Verbs {
  private static final List<String> MODEL = List.of("$model");

  /** Options that name files which are written. */
  private static final Set<String> WRITTEN =
      Set.of("bake --tangent-map", "bake --pose-normals", "simplify --save-stream");

  /** An option of the files of a run that a batch decides itself. */
  private static final String FORCE = "--force";

  private static final Pattern OPTION = Pattern.compile("--([a-z-]+)");

  private final CommandLine program = Main.commandLine();
  private final Map<String, Verb> verbs = new LinkedHashMap<>();

  BatchVerbs() {
    for (String name :
        List.of(
            "simplify",
            "limit",
            "merge",
            "unwrap",
            "bake",
            "subdivide",
            "bounds",
            "transform",
            "retarget",
            "posespace bake")) {
      add(name, MODEL, Output.MODELS);
    }
    for (String name : List.of("render", "pose", "deform", "posespace apply")) {
      add(name, MODEL, Output.FILES);
    }
    add("inspect", MODEL, Output.FIGURES);
    add("compare", List.of("$input", "$model"), Output.FIGURES);
  }

  private void add(String name, List<String> arguments, Output output) {
    Set<String> options = new TreeSet<>();
    for (OptionSpec option : CommandRun.spec(program, name).options()) {
      if (!CommandRun.isCommon(option) && !option.longestName().equals(FORCE)) {
        options.add(option.longestName().substring(2));
      }
    }
    verbs.put(name, new Verb(arguments, output, options));
  }

  @Override
  public Set<String> names() {
    return verbs.keySet();
  }

  @Override
  public Verb verb(String name) {
    return Objects.requireNonNull(verbs.get(name), name);
  }

  @Override
  public Kind kind(String verb, String option) {
    CommandSpec spec = CommandRun.spec(program, verb);
    OptionSpec found = Objects.requireNonNull(spec.findOption("--" + option), option);
    Class<?> item = found.typeInfo().getAuxiliaryTypeInfos().getFirst().getType();
    if (found.type() == boolean.class || found.type() == Boolean.class) {
      return found.negatable() ? Kind.SWITCH : Kind.FLAG;
    }
    if (item == Path.class) {
      return WRITTEN.contains(verb + " --" + option) ? Kind.OUTPUT : Kind.INPUT;
    }
    return found.splitRegex().isEmpty() ? Kind.VALUE : Kind.VALUES;
  }

  @Override
  public Optional<Mistake> mistake(List<String> arguments) {
    try {
      CommandRun.parse(arguments).check();
      return Optional.empty();
    } catch (ParameterException e) {
      String sentence = OptionNameWriter.spelled(Usage.message(e, arguments));
      String option =
          e.getArgSpec() instanceof OptionSpec one ? one.longestName().substring(2) : "";
      Matcher named = OPTION.matcher(sentence);
      return Optional.of(
          new Mistake(option.isEmpty() && named.find() ? named.group(1) : option, sentence));
    } catch (RequestException | IOException e) {
      // About the files, which do not exist yet.
      return Optional.empty();
    }
  }

  @Override
  public Done run(List<String> arguments, RunContext context) throws IOException {
    CommandRun run = CommandRun.of(arguments, context);
    JsonObject report = run.report().getAsJsonObject("report");
    return new Done(report, run.outputs(), run.notes());
  }

  @Override
  public Rows.Problem problem(Throwable thrown, Path input) {
    Failure failure = Failure.of(thrown, input.toString());
    String message = OptionNameWriter.spelled(failure.message());
    return switch (failure.kind()) {
      case MEMORY ->
          new Rows.Problem(
              failure.kind().toString(),
              "needs more memory than " + (Runtime.getRuntime().maxMemory() >> 20) + " MB",
              "raise limits.memory in the recipe or --memory, or lower --jobs");
      case DEFECT ->
          new Rows.Problem(
              failure.kind().toString(),
              message,
              "this is a defect of Sinew: run this file alone with the single command, and report"
                  + " what it prints");
      default -> new Rows.Problem(failure.kind().toString(), message, "");
    };
  }
}
