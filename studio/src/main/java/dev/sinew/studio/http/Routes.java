package dev.sinew.studio.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The routes by method and path. A pattern is a path with {@code *} for any one segment, for
 * example {@code api/models/*}{@code /bounds}; the first that fits answers.
 */
public final class Routes {
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(String method, List<String> pattern, Route route) {
    boolean fits(List<String> path) {
      if (pattern.size() != path.size()) {
        return false;
      }
      for (int i = 0; i < path.size(); i++) {
        if (!pattern.get(i).equals("*") && !pattern.get(i).equals(path.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Adds a route; returns this. */
  public Routes add(String method, String pattern, Route route) {
    entries.add(new Entry(method, List.of(pattern.split("/", -1)), route));
    return this;
  }

  /**
   * Returns the route of a request; empty if no pattern fits its path.
   *
   * @throws Refusal with status 405 if a pattern fits the path, but with other methods
   */
  Optional<Route> find(String method, List<String> path) {
    List<Entry> fitting = entries.stream().filter(entry -> entry.fits(path)).toList();
    Optional<Route> found =
        fitting.stream().filter(entry -> entry.method.equals(method)).map(Entry::route).findFirst();
    if (found.isEmpty() && !fitting.isEmpty()) {
      TreeSet<String> methods = new TreeSet<>(fitting.stream().map(Entry::method).toList());
      throw new Refusal(405, "expected " + String.join(" or ", methods));
    }
    return found;
  }
}
