package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the command line of a step. */
final class StepLine {
  private StepLine() {}

  /** Where the files of a step are. */
  interface Files {
    /** Returns the file that an argument or an option names. */
    String input(String name) throws IOException;

    /** Returns the file of an output. */
    String output(String name) throws IOException;
  }

  /**
   * Returns the words of a command.
   *
   * @param output the name of its output; empty for none
   * @throws IllegalArgumentException if a value cannot be one of its option
   */
  static List<String> of(Recipe.Step step, String output, Verbs verbs, Files files)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(step.verb().split(" ", -1)));
    for (String argument : step.arguments()) {
      words.add(files.input(argument));
    }
    for (Map.Entry<String, JsonElement> option : step.options().entrySet()) {
      Verbs.Kind kind = verbs.kind(step.verb(), option.getKey());
      addOption(words, "--" + option.getKey(), kind, option.getValue(), files);
    }
    if (!output.isEmpty()) {
      words.add("-o");
      words.add(files.output(output));
    }
    return words;
  }

  private static void addOption(
      List<String> words, String option, Verbs.Kind kind, JsonElement value, Files files)
      throws IOException {
    switch (kind) {
      case FLAG, SWITCH -> {
        if (!(value instanceof JsonPrimitive flag && flag.isBoolean())) {
          throw new IllegalArgumentException("expected true or false");
        }
        if (flag.getAsBoolean()) {
          words.add(option);
        } else if (kind == Verbs.Kind.SWITCH) {
          words.add("--no-" + option.substring(2));
        }
      }
      case VALUE -> words.add(option + "=" + text(value));
      case VALUES -> words.add(option + "=" + String.join(",", texts(value)));
      case INPUT -> {
        for (String name : texts(value)) {
          words.add(option + "=" + files.input(name));
        }
      }
      case OUTPUT -> words.add(option + "=" + files.output(text(value)));
    }
  }

  /** Returns the values of a list, or one value. */
  static List<String> texts(JsonElement value) {
    if (!(value instanceof JsonArray array)) {
      return List.of(text(value));
    }
    List<String> all = new ArrayList<>();
    array.forEach(item -> all.add(text(item)));
    return all;
  }

  private static String text(JsonElement value) {
    if (!(value instanceof JsonPrimitive one) || one.isBoolean()) {
      throw new IllegalArgumentException(
          value instanceof JsonArray || value instanceof JsonObject
              ? "expected one value"
              : "expected a text or a number");
    }
    return one.isNumber() ? one.getAsBigDecimal().toPlainString() : one.getAsString();
  }
}
