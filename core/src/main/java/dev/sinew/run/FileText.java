package dev.sinew.run;

/** Text that may come from a file, cut to a length that people read. */
public final class FileText {
  private static final int MAX_LENGTH = 400;

  private FileText() {}

  /** Returns a text of at most 400 characters, and its full length if it was cut. */
  public static String shortened(String text) {
    return shortened(text, MAX_LENGTH);
  }

  /** Returns a text of at most a number of characters, and its full length if it was cut. */
  public static String shortened(String text, int length) {
    return text.length() <= length
        ? text
        : text.substring(0, length) + "... (" + text.length() + " characters)";
  }
}
