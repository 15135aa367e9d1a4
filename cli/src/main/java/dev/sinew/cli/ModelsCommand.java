package dev.sinew.cli;

import dev.sinew.pipeline.input.ModelSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command that does the same to one or several models: files, folders with models, and patterns.
 * With several, the output is a folder, models that fail do not stop the others, and a table shows
 * what became of each.
 *
 * @param <O> the options of the step
 * @param <R> the report of the step
 */
abstract class ModelsCommand<O, R> extends StepCommand<O, R> {
  /** Returns the models as typed. */
  abstract List<Path> models();

  /** Returns the output as typed. */
  abstract Optional<Path> output();

  /**
   * Returns the options for one model.
   *
   * @param target where its output goes; empty if the command was given none
   */
  abstract O options(Path model, Optional<Path> target);

  /** Returns where the output of each model goes. */
  List<Optional<Path>> outputs(ModelSet set) throws IOException {
    return set.outputs(output());
  }

  @Override
  final O options() throws IOException {
    return jobs().getFirst().options();
  }

  @Override
  final List<Job<O>> jobs() throws IOException {
    ModelSet set = ModelSet.of(models());
    List<Optional<Path>> outputs = outputs(set);
    List<Job<O>> jobs = new ArrayList<>();
    for (int i = 0; i < set.models().size(); i++) {
      Path model = set.models().get(i);
      jobs.add(new Job<>(set.several() ? model.toString() : "", options(model, outputs.get(i))));
    }
    return jobs;
  }
}
