package dev.sinew.batch.child;

/**
 * A pattern of file names: {@code *} stands for any characters but a slash, {@code ?} for one of
 * them, and {@code **} for any characters; {@code **}{@code /} also for no folder. A pattern
 * without a slash is about the name of a file in any folder.
 */
public final class PathPattern {
  /** The longest pattern. */
  public static final int MAX_LENGTH = 1000;

  private final String text;
  private final boolean wholePath;

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is empty or too long
   */
  public PathPattern(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "expected a pattern of 1 to " + MAX_LENGTH + " characters, got " + text.length());
    }
    this.text = text;
    wholePath = text.indexOf('/') >= 0;
  }

  /**
   * Returns true if a file matches.
   *
   * @param file its path with slashes, relative to the library
   */
  public boolean matches(String file) {
    String name = wholePath ? file : file.substring(file.lastIndexOf('/') + 1);
    // The places of the name that the pattern so far can end at: time grows with the product only.
    boolean[] ends = new boolean[name.length() + 1];
    ends[0] = true;
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("**/", at)) {
        ends = anyFolders(ends, name);
        at += 3;
      } else if (text.startsWith("**", at)) {
        ends = anyLength(ends, name, true);
        at += 2;
      } else if (text.charAt(at) == '*') {
        ends = anyLength(ends, name, false);
        at++;
      } else {
        ends = one(ends, name, text.charAt(at));
        at++;
      }
    }
    return ends[name.length()];
  }

  /** Continues behind any number of whole folders, also none. */
  private static boolean[] anyFolders(boolean[] ends, String name) {
    boolean[] next = ends.clone();
    boolean open = false;
    for (int i = 0; i < name.length(); i++) {
      open |= ends[i];
      next[i + 1] |= open && name.charAt(i) == '/';
    }
    return next;
  }

  private static boolean[] anyLength(boolean[] ends, String name, boolean slashes) {
    boolean[] next = ends.clone();
    for (int i = 0; i < name.length(); i++) {
      next[i + 1] |= next[i] && (slashes || name.charAt(i) != '/');
    }
    return next;
  }

  private static boolean[] one(boolean[] ends, String name, char expected) {
    boolean[] next = new boolean[ends.length];
    for (int i = 0; i < name.length(); i++) {
      char found = name.charAt(i);
      next[i + 1] = ends[i] && (expected == '?' ? found != '/' : found == expected);
    }
    return next;
  }

  @Override
  public String toString() {
    return text;
  }
}
