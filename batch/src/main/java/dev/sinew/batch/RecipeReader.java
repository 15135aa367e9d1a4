package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.sinew.batch.Recipe.FileOverride;
import dev.sinew.batch.Recipe.Step;
import dev.sinew.batch.Recipe.Thumbnails;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.PathPattern;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.pipeline.input.JsonFile;
import dev.sinew.run.NearNames;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads recipes and checks them before any work: every step is parsed by its command, for every
 * override. A mistake is told with its place.
 */
public final class RecipeReader {
  /** The version of the schema of recipes. */
  static final int SCHEMA = 1;

  private static final long MAX_BYTES = 1 << 20;
  private static final double MAX_SECONDS = 1e7;
  private static final double MAX_COUNT = 1e15;
  private static final String THUMBNAIL_SIZE = "192x192";

  /** A folder that is nowhere: the check of a command must not find its files. */
  private static final Path NOWHERE =
      Path.of("/", "sinew-recipe-check", "nowhere").toAbsolutePath();

  private static final Set<String> MEMBERS =
      Set.of("recipe", "about", "seed", "limits", "steps", "overrides", "thumbnails");
  private static final Set<String> STEP_MEMBERS =
      Set.of("name", "verb", "arguments", "options", "output", "when");

  private final Verbs verbs;
  private final Path source;
  private final Path folder;

  /** The hashes of the files that the recipe names. */
  private final Map<String, String> files = new TreeMap<>();

  private final List<Step> steps = new ArrayList<>();

  private RecipeReader(Path source, Verbs verbs) {
    this.source = source;
    this.verbs = verbs;
    folder = Objects.requireNonNull(source.toAbsolutePath().normalize().getParent());
  }

  /**
   * Reads a recipe.
   *
   * @throws MalformedAssetException with the place of a mistake
   */
  public static Recipe read(Path source, Verbs verbs) throws IOException {
    return new RecipeReader(source, verbs).read();
  }

  private Recipe read() throws IOException {
    Place root = new Place(source, "", JsonFile.read(source, MAX_BYTES)).require(MEMBERS);
    Place schema =
        root.member("recipe").orElseThrow(() -> root.error("missing \"recipe\": " + SCHEMA));
    schema.number(SCHEMA, SCHEMA);
    readSteps(root.member("steps").orElseThrow(() -> root.error("missing \"steps\"")));
    Thumbnails thumbnails = thumbnails(root.member("thumbnails"));
    List<FileOverride> overrides = overrides(root.member("overrides"));
    Optional<Place> seed = root.member("seed");
    Limits limits = limits(root.member("limits"), Limits.DEFAULTS);
    return new Recipe(
        hash(root),
        folder,
        seed.isEmpty() ? RunContext.DEFAULT_SEED : (long) seed.get().number(-MAX_COUNT, MAX_COUNT),
        limits,
        steps,
        overrides,
        thumbnails);
  }

  /** Returns the hash of all that results depend on: limits are not among it. */
  private String hash(Place root) {
    JsonObject copy = root.value().deepCopy().getAsJsonObject();
    copy.remove("limits");
    copy.remove("about");
    if (copy.get("overrides") instanceof JsonArray all) {
      all.forEach(one -> one.getAsJsonObject().remove("limits"));
    }
    return Hashes.of(copy + files.toString());
  }

  private Limits limits(Optional<Place> place, Limits otherwise) throws IOException {
    if (place.isEmpty()) {
      return otherwise;
    }
    Place limits = place.get().require(Set.of("seconds", "memory"));
    Optional<Place> seconds = limits.member("seconds");
    Optional<Place> memory = limits.member("memory");
    return new Limits(
        seconds.isEmpty() ? otherwise.seconds() : seconds.get().number(0.001, MAX_SECONDS),
        memory.isEmpty() ? otherwise.memory() : size(memory.get()));
  }

  private static long size(Place place) throws IOException {
    try {
      return ByteSize.parse(place.text());
    } catch (IllegalArgumentException e) {
      throw place.error(String.valueOf(e.getMessage()));
    }
  }

  private static List<PathPattern> patterns(Place place) throws IOException {
    List<PathPattern> all = new ArrayList<>();
    for (Place item : place.items()) {
      try {
        all.add(new PathPattern(item.text()));
      } catch (IllegalArgumentException e) {
        throw item.error(String.valueOf(e.getMessage()));
      }
    }
    return all;
  }

  // Steps.

  private void readSteps(Place list) throws IOException {
    if (list.items().isEmpty()) {
      throw list.error("expected at least one step");
    }
    for (Place place : list.items()) {
      place.require(STEP_MEMBERS);
      Step step = step(place);
      check(step, place, place.member("options"));
      steps.add(step);
    }
  }

  private Step step(Place place) throws IOException {
    Place verbPlace = place.member("verb").orElseThrow(() -> place.error("missing \"verb\""));
    String verb = verbPlace.text();
    if (!verbs.names().contains(verb)) {
      throw verbPlace.error(
          "there is no command '"
              + verb
              + "' for recipes"
              + NearNames.question(verb, verbs.names()));
    }
    Optional<Place> name = place.member("name");
    Optional<Place> output = place.member("output");
    Optional<Place> arguments = place.member("arguments");
    Optional<Place> options = place.member("options");
    Step step =
        new Step(
            name.isEmpty() ? freeName(verb) : name(name.get()),
            verb,
            arguments.isEmpty() ? verbs.verb(verb).arguments() : texts(arguments.get()),
            options.isEmpty() ? Map.of() : options(options.get(), verb, false),
            output.isEmpty() ? "" : outputName(output.get()),
            condition(place.member("when")));
    if (step.output().isEmpty() && verbs.verb(verb).output() == Verbs.Output.FILES) {
      throw place.error("missing \"output\": the name of what '" + verb + "' writes");
    }
    return step;
  }

  private static List<String> texts(Place list) throws IOException {
    List<String> all = new ArrayList<>();
    for (Place item : list.items()) {
      all.add(item.text());
    }
    return all;
  }

  private String freeName(String verb) {
    String name = verb;
    for (int n = 2; isStep(name); n++) {
      name = verb + "-" + n;
    }
    return name;
  }

  private boolean isStep(String name) {
    return steps.stream().anyMatch(step -> step.name().equals(name));
  }

  private String name(Place place) throws IOException {
    String name = place.text();
    if (!name.matches("[A-Za-z][A-Za-z0-9_-]{0,40}")
        || name.equals("model")
        || name.equals("input")) {
      throw place.error("expected a name of letters and digits, not model or input");
    }
    if (isStep(name)) {
      throw place.error("there is another step '" + name + "'");
    }
    return name;
  }

  private static String outputName(Place place) throws IOException {
    String name = place.text();
    if (!Names.isInside(OutputName.of(name, "model.glb"))) {
      throw place.error("expected a name inside the folder of the model, such as {stem}-light.glb");
    }
    return name;
  }

  /** Returns options, all of which the command has; values are checked with the whole step. */
  private Map<String, JsonElement> options(Place place, String verb, boolean removable)
      throws IOException {
    Map<String, JsonElement> options = new LinkedHashMap<>();
    Set<String> known = verbs.verb(verb).options();
    for (String name : place.names()) {
      Place value = place.member(name).orElseThrow();
      if (!known.contains(name)) {
        throw value.error(
            "'"
                + verb
                + "' has no option '"
                + name
                + "' for recipes"
                + NearNames.question(name, known));
      }
      if (value.value().isJsonNull() && !removable) {
        throw value.error("expected a value");
      }
      options.put(name, value.value());
    }
    return options;
  }

  private Condition condition(Optional<Place> place) throws IOException {
    if (place.isEmpty()) {
      return Condition.ALWAYS;
    }
    Map<String, Condition.Range> numbers = new LinkedHashMap<>();
    Map<String, Boolean> is = new LinkedHashMap<>();
    List<PathPattern> patterns = List.of();
    for (String name : place.get().names()) {
      Place value = place.get().member(name).orElseThrow();
      if (name.equals("files")) {
        patterns = patterns(value);
      } else if (Facts.isKind(name)) {
        is.put(name, value.flag());
      } else if (Facts.isNumber(name)) {
        numbers.put(name, range(value));
      } else {
        throw value.error("expected " + Facts.names());
      }
    }
    return new Condition(numbers, is, patterns);
  }

  private static Condition.Range range(Place place) throws IOException {
    place.require(Set.of("over", "under"));
    Optional<Place> over = place.member("over");
    Optional<Place> under = place.member("under");
    if (over.isEmpty() && under.isEmpty()) {
      throw place.error("expected \"over\" or \"under\"");
    }
    return new Condition.Range(
        over.isEmpty() ? Double.NEGATIVE_INFINITY : over.get().number(0, MAX_COUNT),
        under.isEmpty() ? Double.POSITIVE_INFINITY : under.get().number(0, MAX_COUNT));
  }

  // Checks.

  /** Has the command parse a step with files that do not exist. */
  private void check(Step step, Place place, Optional<Place> options) throws IOException {
    Optional<Verbs.Mistake> mistake = verbs.mistake(line(step, place, options));
    if (mistake.isPresent()) {
      String option = mistake.get().option();
      Optional<Place> at = options.flatMap(all -> all.member(option));
      for (String other : step.options().keySet()) {
        // Not all sentences name an option: it is one without which the sentence is another one.
        if (at.isEmpty() && isAbout(other, step, place, mistake.get())) {
          at = options.flatMap(all -> all.member(other));
        }
      }
      throw at.orElse(place).error(mistake.get().sentence());
    }
  }

  private boolean isAbout(String option, Step step, Place place, Verbs.Mistake mistake)
      throws IOException {
    Step without = step.with(Map.of(option, JsonNull.INSTANCE));
    return !verbs
        .mistake(line(without, place, Optional.empty()))
        .map(Verbs.Mistake::sentence)
        .equals(Optional.of(mistake.sentence()));
  }

  private List<String> line(Step step, Place place, Optional<Place> options) throws IOException {
    String output =
        step.output().isEmpty() && verbs.verb(step.verb()).output() == Verbs.Output.MODELS
            ? "model.glb"
            : step.output();
    Checking checking = new Checking();
    // One by one, so that a value that no option can have is told with its place.
    for (String option : step.options().keySet()) {
      Place at = options.flatMap(all -> all.member(option)).orElse(place);
      Map<String, JsonElement> one =
          Map.of(option, Objects.requireNonNull(step.options().get(option)));
      try {
        StepLine.of(
            new Step(step.name(), step.verb(), List.of(), one, "", Condition.ALWAYS),
            "",
            verbs,
            checking);
      } catch (IllegalArgumentException | IOException e) {
        throw at.error(String.valueOf(e.getMessage()));
      }
    }
    try {
      return StepLine.of(step, output, verbs, checking);
    } catch (IOException e) {
      throw place.member("arguments").orElse(place).error(String.valueOf(e.getMessage()));
    }
  }

  /** Files of a check: those that the recipe names must exist, all others need not. */
  private final class Checking implements StepLine.Files {
    @Override
    public String input(String name) throws IOException {
      if (name.startsWith("$")) {
        String step = name.substring(1);
        if (!step.equals("model") && !step.equals("input") && !isStep(step)) {
          throw new IOException("there is no step '" + step + "' before this one");
        }
        return NOWHERE.resolve("model.glb").toString();
      }
      Path file = Names.inside(folder, name);
      files.put(name, Hashes.of(InputFile.readAll(file)));
      return file.toString();
    }

    @Override
    public String output(String name) throws IOException {
      String made = OutputName.of(name, "model.glb");
      if (!Names.isInside(made)) {
        throw new IOException("expected a name inside the folder of the model");
      }
      return NOWHERE.resolve(made).toString();
    }
  }

  // Overrides and thumbnails.

  private List<FileOverride> overrides(Optional<Place> list) throws IOException {
    List<FileOverride> all = new ArrayList<>();
    if (list.isPresent()) {
      for (Place place : list.get().items()) {
        place.require(Set.of("files", "options", "limits"));
        Place patterns = place.member("files").orElseThrow(() -> place.error("missing \"files\""));
        Limits limits = limits(place.member("limits"), new Limits(0, 0));
        Optional<Place> options = place.member("options");
        Map<String, Map<String, JsonElement>> changed =
            options.isEmpty() ? Map.of() : changes(options.get());
        all.add(new FileOverride(patterns(patterns), changed, limits.seconds(), limits.memory()));
      }
    }
    return all;
  }

  private Map<String, Map<String, JsonElement>> changes(Place place) throws IOException {
    Map<String, Map<String, JsonElement>> all = new LinkedHashMap<>();
    for (String name : place.names()) {
      Place changed = place.member(name).orElseThrow();
      Step step =
          steps.stream()
              .filter(one -> one.name().equals(name))
              .findFirst()
              .orElseThrow(() -> changed.error("there is no step '" + name + "'"));
      Map<String, JsonElement> options = options(changed, step.verb(), true);
      check(step.with(options), changed, Optional.of(changed));
      all.put(name, options);
    }
    return all;
  }

  private Thumbnails thumbnails(Optional<Place> place) throws IOException {
    JsonObject options = new JsonObject();
    options.addProperty("size", THUMBNAIL_SIZE);
    if (place.isPresent() && place.get().value().isJsonPrimitive()) {
      return new Thumbnails(options.asMap(), place.get().flag());
    }
    if (place.isEmpty()) {
      return new Thumbnails(options.asMap(), true);
    }
    Map<String, JsonElement> given = options(place.get(), "render", false);
    given.forEach(options::add);
    Thumbnails made = new Thumbnails(options.asMap(), true);
    check(
        new Step(
            "thumbnails", "render", List.of("$model"), made.options(), "a.png", Condition.ALWAYS),
        place.get(),
        place);
    return made;
  }
}
