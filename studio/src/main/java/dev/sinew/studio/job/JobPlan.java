package dev.sinew.studio.job;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.studio.job.CommandChain.Word;
import dev.sinew.studio.model.OpenModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes command lines of a verb, models and options.
 *
 * <p>A fit needs shapes. Those of a built-in character are its example poses; those of any other
 * are the frames of its clips; a model without clips is one shape.
 */
final class JobPlan {
  /** The most frames of a model that a fit sees, about. */
  private static final double MAX_FRAMES = 48;

  private static final double FRAMES_PER_SECOND = 30;

  /** Options of a fit that say where bones come from. */
  private static final List<String> BONE_OPTIONS = List.of("bones", "rig", "skeleton");

  private final Verb verb;
  private final List<OpenModel> models;
  private final Map<String, String> options;
  private final List<List<Word>> commands = new ArrayList<>();

  /**
   * Plans a job.
   *
   * @param options the values by name; those of kind model are names of open models
   */
  JobPlan(Verb verb, List<OpenModel> models, Map<String, String> options) {
    this.verb = verb;
    this.models = List.copyOf(models);
    this.options = Map.copyOf(options);
  }

  /** Returns the file of a model in the folder of a job. */
  static String file(String model) {
    return model + ".glb";
  }

  /** Returns the file of the result. */
  String output() {
    String name = models.getFirst().name() + "-" + verb.verb();
    while (options.containsValue(name)
        || models.stream().map(OpenModel::name).anyMatch(name::equals)) {
      name = name + "-again";
    }
    return file(name);
  }

  CommandChain chain() throws IOException {
    List<Word> main = new ArrayList<>(List.of(Word.of(verb.verb())));
    switch (verb.verb()) {
      case "fit" -> addExamples(main);
      case "skeleton" -> addShapes(main);
      case "bake" -> {
        main.add(modelFile(0));
        main.add(Word.of("--detail"));
        main.add(modelFile(1));
      }
      default -> {
        for (int i = 0; i < models.size(); i++) {
          main.add(modelFile(i));
        }
      }
    }
    addOptions(main);
    main.add(Word.of("-o"));
    main.add(Word.file(output()));
    commands.add(main);
    return new CommandChain(commands);
  }

  private Word modelFile(int index) {
    return Word.file(file(models.get(index).name()));
  }

  /** Adds the options that differ from what the command does anyway. */
  private void addOptions(List<Word> main) {
    for (Verb.Option option : verb.options()) {
      String value = options.get(option.name());
      if (value == null || value.isEmpty()) {
        continue;
      }
      String name = "--" + option.name();
      if (option.kind().equals("flag")) {
        if (Boolean.parseBoolean(value)) {
          main.add(Word.of(name));
        }
      } else if (option.kind().equals("model")) {
        main.add(Word.of(name));
        main.add(Word.file(file(value)));
      } else if (option.required() || !value.equals(option.initial())) {
        main.add(Word.of(name + "=" + value));
      }
    }
  }

  // Shapes.

  private void addShapes(List<Word> main) throws IOException {
    for (int i = 0; i < models.size(); i++) {
      main.add(models.get(i).character().skins().isEmpty() ? modelFile(i) : rest(models.get(i)));
    }
  }

  private void addExamples(List<Word> main) throws IOException {
    Word reference = null;
    List<Word> examples = new ArrayList<>();
    for (OpenModel model : models) {
      boolean isSample = model.source().sample().isPresent();
      Word rest = isSample ? sample(model, examples) : posed(model, examples);
      reference = reference == null ? rest : reference;
    }
    main.addAll(examples);
    if (reference != null) {
      main.add(Word.of("--reference"));
      main.add(reference);
    }
    boolean isSkinned = !models.getFirst().character().skins().isEmpty();
    if (isSkinned && BONE_OPTIONS.stream().noneMatch(this::isGiven)) {
      main.add(Word.of("--rig"));
      main.add(modelFile(0));
    }
  }

  private boolean isGiven(String option) {
    return !options.getOrDefault(option, "").isEmpty();
  }

  /** Adds the example poses of a built-in character; returns its mesh at rest. */
  private Word sample(OpenModel model, List<Word> examples) {
    String folder = model.name() + "-poses";
    commands.add(
        List.of(
            Word.of("sample"),
            Word.of(model.source().sample().orElseThrow()),
            Word.of("-o"),
            Word.file(folder)));
    examples.add(Word.file(folder + "/poses.pc2"));
    return Word.file(folder + "/reference.obj");
  }

  /** Adds the frames of all clips of a model, or its rest pose; returns its mesh at rest. */
  private Word posed(OpenModel model, List<Word> examples) throws IOException {
    SkinnedCharacter character = model.character();
    Word rest = rest(model);
    double seconds = character.clips().stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(FRAMES_PER_SECOND, MAX_FRAMES / Math.max(seconds, 1e-3));
    for (int c = 0; c < character.clips().size(); c++) {
      Word cache = Word.file(model.name() + "-clip" + c + ".pc2");
      commands.add(
          List.of(
              Word.of("deform"),
              Word.file(file(model.name())),
              Word.of("--clip=" + c),
              Word.of(String.format(Locale.ROOT, "--fps=%.3g", rate)),
              Word.of("-o"),
              cache));
      examples.add(cache);
    }
    if (character.clips().isEmpty()) {
      examples.add(rest);
    }
    return rest;
  }

  /** Adds the command that writes a model at rest; returns the mesh. */
  private Word rest(OpenModel model) {
    Word rest = Word.file(model.name() + "-rest.obj");
    commands.add(List.of(Word.of("pose"), Word.file(file(model.name())), Word.of("-o"), rest));
    return rest;
  }
}
