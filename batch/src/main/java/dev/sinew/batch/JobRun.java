package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.batch.Verbs.Done;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.Rows;
import dev.sinew.io.Format;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The work on one file: the steps of the recipe in a folder of their own, then all outputs appear
 * at once.
 */
final class JobRun {
  private final Recipe recipe;
  private final Verbs verbs;
  private final Job job;
  private final Path work;
  private final RunContext context;
  private final Results results;

  /** The models that the next step works on. */
  private List<Path> models;

  /** What steps made, by their names. */
  private final Map<String, List<Path>> made = new HashMap<>();

  private final Map<Path, JsonObject> inspections = new HashMap<>();
  private final JsonArray steps = new JsonArray();
  private final Set<String> notes = new LinkedHashSet<>();

  /** The folders of steps whose files are results. */
  private final Set<Path> published = new LinkedHashSet<>();

  private String current = "";

  /**
   * Prepares the work on a file.
   *
   * @param work an empty folder
   */
  JobRun(Recipe recipe, Verbs verbs, Job job, Path work, RunContext context) {
    this.recipe = recipe;
    this.verbs = verbs;
    this.job = job;
    this.work = work;
    this.context = context;
    results = new Results(job);
    models = List.of(job.source());
    made.put("input", models);
  }

  /**
   * Does the work and publishes its outputs.
   *
   * @param hello this worker
   * @param input the hash of the file
   * @return the row, without its time
   */
  JsonObject run(Child.Hello hello, InputHash input) throws IOException {
    JsonObject row = Rows.of(job, hello, Rows.DONE);
    row.add("input", input.toJson());
    row.add("before", inspected(job.source()).toJson());
    List<Recipe.Step> all = recipe.stepsFor(job.file());
    for (int i = 0; i < all.size(); i++) {
      current = all.get(i).name();
      run(all.get(i), work.resolve(Integer.toString(i)));
    }
    current = "";
    boolean makesModels =
        all.stream().anyMatch(step -> verbs.verb(step.verb()).output() == Verbs.Output.MODELS);
    if (makesModels && !recipe.namesOutputs()) {
      publishLast();
    }
    for (Path folder : published) {
      results.addAll(folder);
    }
    if (makesModels) {
      row.add("after", inspected(models.getFirst()).toJson());
    }
    row.add("pictures", pictures(makesModels));
    row.add("outputs", results.list());
    row.add("steps", steps);
    row.add("notes", texts(notes));
    results.publish();
    return row;
  }

  /** Returns the name of the step that the work is at; empty outside the steps. */
  String step() {
    return current;
  }

  private static JsonArray texts(Set<String> all) {
    JsonArray list = new JsonArray();
    all.forEach(list::add);
    return list;
  }

  // Steps.

  private void run(Recipe.Step step, Path folder) throws IOException {
    Verbs.Output kind = verbs.verb(step.verb()).output();
    List<Path> next = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    for (Path model : isAboutModel(step) ? models : List.of(models.getFirst())) {
      if (!isDue(step, model)) {
        next.add(model);
        outputs.add(model);
        steps.add(entry(step, "skipped"));
        continue;
      }
      List<Path> written = run(step, model, folder);
      outputs.addAll(written);
      next.addAll(kind == Verbs.Output.MODELS ? modelsOf(written) : List.of(model));
    }
    if (kind == Verbs.Output.MODELS) {
      models = next;
    }
    made.put(step.name(), kind == Verbs.Output.MODELS ? next : outputs);
    if (!step.output().isEmpty() && Files.isDirectory(folder)) {
      published.add(folder);
    }
  }

  private static boolean isAboutModel(Recipe.Step step) {
    return step.arguments().contains("$model")
        || step.options().values().stream().anyMatch(value -> value.toString().contains("$model"));
  }

  private boolean isDue(Recipe.Step step, Path model) throws IOException {
    return step.when().holdsFor(job.file())
        && (!step.when().needsFacts() || step.when().holdsFor(inspected(model)));
  }

  /** Runs a step on one model; returns the files that it wrote. */
  private List<Path> run(Recipe.Step step, Path model, Path folder) throws IOException {
    boolean makesModels = verbs.verb(step.verb()).output() == Verbs.Output.MODELS;
    String pattern = !step.output().isEmpty() ? step.output() : makesModels ? modelName(model) : "";
    List<String> line = StepLine.of(step, pattern, verbs, new StepFiles(model, folder));
    long start = System.nanoTime();
    Done done = verbs.run(line, context);
    JsonObject entry = entry(step, "done");
    entry.addProperty("seconds", Math.round((System.nanoTime() - start) / 1e6) / 1e3);
    entry.add("figures", Figures.of(done.report()));
    steps.add(entry);
    done.notes().forEach(note -> notes.add(clean(note)));
    return done.outputs();
  }

  private static JsonObject entry(Recipe.Step step, String status) {
    JsonObject entry = new JsonObject();
    entry.addProperty("name", step.name());
    entry.addProperty("verb", step.verb());
    entry.addProperty("status", status);
    return entry;
  }

  /** Returns the name of a model that is written like another one. */
  private static String modelName(Path model) {
    return Format.named(model).filter(Format::writes).isPresent() ? "{name}" : "{stem}.glb";
  }

  private static List<Path> modelsOf(List<Path> written) {
    return written.stream()
        .filter(
            file -> Format.named(file).filter(f -> f.kind() == Format.Kind.CHARACTER).isPresent())
        .toList();
  }

  /** The files of a step on one model. */
  private final class StepFiles implements StepLine.Files {
    private final Path model;
    private final Path folder;

    StepFiles(Path model, Path folder) {
      this.model = model;
      this.folder = folder;
    }

    @Override
    public String input(String name) throws IOException {
      if (!name.startsWith("$")) {
        return Names.inside(recipe.folder(), name).toString();
      }
      if (name.equals("$model")) {
        return model.toString();
      }
      List<Path> found = made.getOrDefault(name.substring(1), List.of());
      if (found.size() != 1) {
        throw new RequestException(name + " is " + found.size() + " files: expected one");
      }
      return found.getFirst().toString();
    }

    @Override
    public String output(String name) throws IOException {
      String fileName = Objects.requireNonNull(model.getFileName()).toString();
      Path file = Names.inside(folder, OutputName.of(name, fileName));
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      return file.toString();
    }
  }

  private Facts inspected(Path model) throws IOException {
    JsonObject report = inspections.get(model);
    if (report == null) {
      report = verbs.run(List.of("inspect", model.toString()), context).report();
      inspections.put(model, report);
    }
    return Facts.of(report);
  }

  // Results.

  /** Makes results of the last models; one that no step changed is copied. */
  private void publishLast() throws IOException {
    for (Path model : models) {
      if (model.startsWith(work)) {
        published.add(work.resolve(work.relativize(model).getName(0)));
      } else {
        Path copies = Files.createDirectories(work.resolve("copies"));
        copy(model, copies.resolve(Objects.requireNonNull(model.getFileName())));
        for (String name : InputHash.references(model)) {
          Path other = model.resolveSibling(name);
          if (Files.isRegularFile(other)) {
            copy(other, Names.inside(copies, name));
          }
        }
        published.add(copies);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private JsonObject pictures(boolean makesModels) throws IOException {
    JsonObject pictures = new JsonObject();
    if (recipe.thumbnails().made()) {
      picture("before", job.source(), pictures);
      Path last = models.getFirst();
      if (makesModels && !last.equals(job.source()) && Format.isRead(last, Format.Kind.CHARACTER)) {
        picture("after", last, pictures);
      }
    }
    return pictures;
  }

  private void picture(String which, Path model, JsonObject pictures) throws IOException {
    Path file = work.resolve(which + ".png");
    Recipe.Step step =
        new Recipe.Step(
            which,
            "render",
            List.of("$model"),
            recipe.thumbnails().options(),
            file.toString(),
            Condition.ALWAYS);
    try {
      verbs.run(StepLine.of(step, "{picture}", verbs, new PictureFiles(model, file)), context);
      pictures.addProperty(which, results.addThumbnail(file, which));
    } catch (RequestException e) {
      notes.add("no picture " + which + ": " + clean(String.valueOf(e.getMessage())));
    }
  }

  private record PictureFiles(Path model, Path picture) implements StepLine.Files {
    @Override
    public String input(String name) {
      return model.toString();
    }

    @Override
    public String output(String name) {
      return picture.toString();
    }
  }

  /** Returns a message in which files are named as the user knows them. */
  String clean(String message) {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(job.source().toString(), job.file());
    names.put(job.source().getParent() + File.separator, "");
    String text = message;
    for (Map.Entry<String, String> name : names.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    return text.replaceAll(Pattern.quote(work + File.separator) + "([0-9]+/)?", "");
  }
}
