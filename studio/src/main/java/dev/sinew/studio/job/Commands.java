package dev.sinew.studio.job;

import com.google.gson.JsonObject;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The commands of the program, as the command line has them. */
public interface Commands {
  /** Returns the commands that can be jobs. */
  List<Verb> verbs();

  /**
   * Runs a command line.
   *
   * @param arguments the name of the command and its arguments
   * @throws IOException if a file cannot be used
   * @throws IllegalArgumentException if the arguments are wrong or do not fit the model
   */
  Done run(List<String> arguments, RunContext context) throws IOException;

  /**
   * What a command did.
   *
   * @param report its JSON report
   * @param outputs the files and folders that it wrote
   */
  record Done(JsonObject report, List<Path> outputs) {
    /** Copies the list. */
    public Done {
      outputs = List.copyOf(outputs);
    }
  }

  /** No commands: a studio that only shows. */
  Commands NONE =
      new Commands() {
        @Override
        public List<Verb> verbs() {
          return List.of();
        }

        @Override
        public Done run(List<String> arguments, RunContext context) {
          throw new IllegalArgumentException("no command " + arguments.getFirst());
        }
      };
}
