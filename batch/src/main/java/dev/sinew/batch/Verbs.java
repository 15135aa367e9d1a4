package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Rows;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The commands of the program, as the command line has them: what a recipe may contain. */
public interface Verbs {
  /**
   * A command.
   *
   * @param arguments its usual arguments, {@code $model} or {@code $input}
   * @param output what it writes
   * @param options the names of the options that a recipe can give it
   */
  record Verb(List<String> arguments, Output output, Set<String> options) {
    /** Copies the collections. */
    public Verb {
      arguments = List.copyOf(arguments);
      options = Set.copyOf(options);
    }
  }

  /** What a command writes. */
  enum Output {
    /** Models, with which the next steps go on. */
    MODELS,
    /** Other files. */
    FILES,
    /** Figures only, unless it is given an output. */
    FIGURES
  }

  /** What the values of an option are. */
  enum Kind {
    FLAG,
    /** A flag that can be negated. */
    SWITCH,
    VALUE,
    /** Several values, separated by commas. */
    VALUES,
    /** A file that is read; may be given several times. */
    INPUT,
    /** A file that is written. */
    OUTPUT
  }

  /** A mistake in a command line: the option, empty if it is another word, and a sentence. */
  record Mistake(String option, String sentence) {}

  /**
   * What a command did.
   *
   * @param report its report
   * @param outputs the files and folders that it wrote
   * @param notes remarks
   */
  record Done(JsonObject report, List<Path> outputs, List<String> notes) {
    /** Copies the lists. */
    public Done {
      outputs = List.copyOf(outputs);
      notes = List.copyOf(notes);
    }
  }

  /** Returns the names of the commands that a recipe can have. */
  Set<String> names();

  /** Returns a command of {@link #names}. */
  Verb verb(String name);

  /** Returns what the values of an option are. */
  Kind kind(String verb, String option);

  /** Returns what is wrong with a command line for every input; its files need not exist. */
  Optional<Mistake> mistake(List<String> arguments);

  /** Runs a command line. */
  Done run(List<String> arguments, RunContext context) throws IOException;

  /**
   * Explains a failure as the command line does.
   *
   * @param input the model that the command was given
   */
  Rows.Problem problem(Throwable thrown, Path input);
}
