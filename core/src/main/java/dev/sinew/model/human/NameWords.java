package dev.sinew.model.human;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The words of the name of a joint, in lower case. Names are split at separators, digits and
 * capitals; what is written together is cut into known words if it consists of nothing else:
 * "lefthand" is left, hand, while "handle" and "spearhead" stay whole and mean nothing.
 */
public final class NameWords {
  /** The most letters of what is cut; to try all cuts of hostile names would take for ever. */
  private static final int MAX_LETTERS = 40;

  /** How an exporter of FBX writes a character that names may not have: FBXASC046 is a dot. */
  private static final Pattern ESCAPED = Pattern.compile("FBXASC\\d{3}");

  private NameWords() {}

  /**
   * Returns the words of a name.
   *
   * @param isKnown says which words may be cut out of what is written together
   */
  public static List<String> of(String name, Predicate<String> isKnown) {
    List<String> out = new ArrayList<>();
    String spaced =
        ESCAPED
            .matcher(name)
            .replaceAll(" ")
            .replaceAll("(\\p{Ll})(\\p{Lu})", "$1 $2")
            .replaceAll("(\\p{Lu})(\\p{Lu}\\p{Ll})", "$1 $2");
    for (String word : spaced.split("\\P{L}+", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      if (!word.isEmpty() && (word.length() > MAX_LETTERS || !cut(lower, isKnown, out))) {
        out.add(lower);
      }
    }
    return out;
  }

  /** Adds the known words that a word consists of; adds none and returns false if there is more. */
  private static boolean cut(String word, Predicate<String> isKnown, List<String> out) {
    for (int length = word.length(); length > 0; length--) {
      String first = word.substring(0, length);
      if (isKnown.test(first)) {
        out.add(first);
        if (length == word.length() || cut(word.substring(length), isKnown, out)) {
          return true;
        }
        out.removeLast();
      }
    }
    return false;
  }
}
