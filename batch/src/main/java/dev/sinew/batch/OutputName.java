package dev.sinew.batch;

/** Names of outputs, made of the name of the model that a step works on. */
final class OutputName {
  private OutputName() {}

  /**
   * Returns a name.
   *
   * @param pattern with {@code {name}} for the name of the model and {@code {stem}} for it without
   *     its extension
   */
  static String of(String pattern, String model) {
    int dot = model.lastIndexOf('.');
    String stem = dot > 0 ? model.substring(0, dot) : model;
    // What comes from the name of a model is not looked into again.
    StringBuilder made = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      if (pattern.startsWith("{stem}", at) || pattern.startsWith("{name}", at)) {
        made.append(pattern.charAt(at + 1) == 's' ? stem : model);
        at += 6;
      } else {
        made.append(pattern.charAt(at++));
      }
    }
    return made.toString();
  }
}
