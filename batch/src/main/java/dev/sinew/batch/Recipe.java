package dev.sinew.batch;

import com.google.gson.JsonElement;
import dev.sinew.batch.child.PathPattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is done to every file of a library: steps that each are a command, one after the other.
 *
 * @param hash of the recipe and of the files that it names
 * @param folder where the files that it names are
 * @param seed the seed of all random numbers
 * @param limits what one file may take
 * @param steps the steps
 * @param overrides what differs for some files, in the order in which they apply
 * @param thumbnails the options of pictures before and after; null for none
 */
public record Recipe(
    String hash,
    Path folder,
    long seed,
    Limits limits,
    List<Step> steps,
    List<FileOverride> overrides,
    Thumbnails thumbnails) {

  /** Copies the lists. */
  public Recipe {
    steps = List.copyOf(steps);
    overrides = List.copyOf(overrides);
  }

  /**
   * A command.
   *
   * @param name by which overrides and other steps refer to it
   * @param verb the command
   * @param arguments its arguments: files of the recipe's folder, {@code $model}, {@code $input} or
   *     the result of a step, {@code $name}
   * @param options its options as in JSON, by name
   * @param output the name of what it writes, which is a result of the batch; empty if the next
   *     steps alone use it
   * @param when when it is done
   */
  public record Step(
      String name,
      String verb,
      List<String> arguments,
      Map<String, JsonElement> options,
      String output,
      Condition when) {
    /** Copies the collections. */
    public Step {
      arguments = List.copyOf(arguments);
      options = new LinkedHashMap<>(options);
    }

    Step with(Map<String, JsonElement> changed) {
      Map<String, JsonElement> all = new LinkedHashMap<>(options);
      changed.forEach(
          (option, value) -> {
            if (value.isJsonNull()) {
              all.remove(option);
            } else {
              all.put(option, value);
            }
          });
      return new Step(name, verb, arguments, all, output, when);
    }
  }

  /**
   * What differs for some files.
   *
   * @param files patterns of which a file matches one
   * @param options options by the name of a step; JSON null takes an option away
   * @param seconds the time limit; 0 for that of the recipe
   * @param memory the memory limit; 0 for that of the recipe
   */
  public record FileOverride(
      List<PathPattern> files,
      Map<String, Map<String, JsonElement>> options,
      double seconds,
      long memory) {
    /** Copies the list and the map. */
    public FileOverride {
      files = List.copyOf(files);
      options = Map.copyOf(options);
    }

    boolean isFor(String file) {
      return files.stream().anyMatch(pattern -> pattern.matches(file));
    }
  }

  /**
   * Pictures before and after.
   *
   * @param options the options of {@code render}
   * @param made whether they are made
   */
  public record Thumbnails(Map<String, JsonElement> options, boolean made) {
    /** Copies the map. */
    public Thumbnails {
      options = Map.copyOf(options);
    }
  }

  /** Returns the steps for a file, with its overrides. */
  List<Step> stepsFor(String file) {
    List<Step> changed = new ArrayList<>(steps);
    for (FileOverride override : overrides) {
      if (override.isFor(file)) {
        changed.replaceAll(step -> step.with(override.options.getOrDefault(step.name, Map.of())));
      }
    }
    return changed;
  }

  /** Returns what a file may take. */
  public Limits limitsFor(String file) {
    Limits found = limits;
    for (FileOverride override : overrides) {
      if (override.isFor(file)) {
        found =
            new Limits(
                override.seconds > 0 ? override.seconds : found.seconds(),
                override.memory > 0 ? override.memory : found.memory());
      }
    }
    return found;
  }

  /** Returns true if steps name their results; otherwise the last models are the results. */
  boolean namesOutputs() {
    return steps.stream().anyMatch(step -> !step.output.isEmpty());
  }
}
