package dev.sinew.io.usd;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Names of prims, joints, clips and blend shapes: letters, digits and underscores, none twice in a
 * file. USD asks for less, but loaders find joints and nodes by their last name alone.
 */
final class UsdNames {
  private static final int MAX_LENGTH = 100;

  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> repeats = new HashMap<>();

  /** Returns a name that is still free, like a wanted one if possible. */
  String unique(String wanted) {
    String base = identifier(wanted);
    String name = base;
    while (!taken.add(name)) {
      name = base + "_" + repeats.merge(base, 2, (old, start) -> old + 1);
    }
    return name;
  }

  /** Returns a name with every character that USD does not accept replaced. */
  static String identifier(String wanted) {
    String start = wanted.length() > MAX_LENGTH ? wanted.substring(0, MAX_LENGTH) : wanted;
    String name = start.replaceAll("[^A-Za-z0-9_]+", "_");
    return name.isEmpty() ? "unnamed" : Character.isDigit(name.charAt(0)) ? "_" + name : name;
  }
}
