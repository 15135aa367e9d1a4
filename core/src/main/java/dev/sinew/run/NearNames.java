package dev.sinew.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Names near a mistyped one, for messages. The distance is the number of letters to insert, delete,
 * replace or swap with a neighbour (optimal string alignment); case and separators are ignored.
 */
public final class NearNames {
  private NearNames() {}

  /**
   * Returns names near a wrong one, nearest first; names at the same distance keep their order.
   *
   * @param wrong what was typed
   * @param names the names there are
   * @param most the maximum number of names returned
   * @return at most that many; empty if none is near
   */
  public static List<String> of(String wrong, Collection<String> names, int most) {
    String typed = letters(wrong);
    record Near(String name, double distance) {}
    return names.stream()
        .distinct()
        .map(name -> new Near(name, distance(typed, letters(name))))
        .filter(near -> near.distance <= Math.max(1, typed.length() / 3))
        .sorted(Comparator.comparingDouble(Near::distance))
        .limit(most)
        .map(Near::name)
        .toList();
  }

  /** Returns ": did you mean A or B?", or nothing if no name is near. */
  public static String question(String wrong, Collection<String> names) {
    List<String> near = of(wrong, names, 3);
    return near.isEmpty() ? "" : ": did you mean " + String.join(" or ", near) + "?";
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }

  /** A name that contains the other is nearer than one with a wrong letter. */
  private static double distance(String typed, String name) {
    boolean contained = typed.length() >= 3 && (name.contains(typed) || typed.contains(name));
    return contained && !name.isEmpty() ? 0.5 : alignment(typed, name);
  }

  private static int alignment(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
