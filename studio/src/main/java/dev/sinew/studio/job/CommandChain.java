package dev.sinew.studio.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Command lines that run one after the other in a folder; the last one makes the result.
 *
 * @param commands each a list of words
 */
record CommandChain(List<List<Word>> commands) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./=,:+@%^-]+");

  /**
   * A word of a command line.
   *
   * @param text the word; for a file, its name within the folder
   * @param isFile whether it names a file
   */
  record Word(String text, boolean isFile) {
    static Word of(String text) {
      return new Word(text, false);
    }

    static Word file(String name) {
      return new Word(name, true);
    }
  }

  /** Copies the lists. */
  CommandChain {
    commands = commands.stream().map(List::copyOf).toList();
  }

  /** Returns the arguments of every command with its files in a folder. */
  List<List<String>> in(Path folder) {
    List<List<String>> all = new ArrayList<>();
    for (List<Word> words : commands) {
      all.add(
          words.stream()
              .map(word -> word.isFile ? folder.resolve(word.text).toString() : word.text)
              .toList());
    }
    return all;
  }

  /** Returns the commands as one would type them. */
  String text() {
    return commands.stream()
        .map(
            words ->
                words.stream()
                    .map(word -> quoted(word.text))
                    .collect(Collectors.joining(" ", "sinew ", "")))
        .collect(Collectors.joining(" && "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
