package dev.sinew.studio.job;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command that can be a job.
 *
 * @param verb its name
 * @param title its name for people
 * @param help what it does, in a few sentences
 * @param needs the models that it works on
 * @param options its options
 */
public record Verb(String verb, String title, String help, String needs, List<Option> options) {
  /** One model. */
  public static final String ONE = "one";

  /** Two models: the first is changed or the reference, the second is the other one. */
  public static final String TWO = "two";

  /** One or more models, of which the shapes are used. */
  public static final String SHAPES = "shapes";

  /**
   * An option.
   *
   * @param name its name without hyphens
   * @param kind number, integer, choice, flag, text or model
   * @param initial the value that a panel starts with; null for none
   * @param choices the values of a choice, or null
   * @param required whether the command needs it even with its first value
   * @param help what it does
   */
  public record Option(
      String name,
      String kind,
      @SerializedName("default") @Nullable String initial,
      @Nullable List<String> choices,
      boolean required,
      String help) {}

  /** Copies the list. */
  public Verb {
    options = List.copyOf(options);
  }

  Optional<Option> option(String name) {
    return options.stream().filter(option -> option.name().equals(name)).findFirst();
  }
}
