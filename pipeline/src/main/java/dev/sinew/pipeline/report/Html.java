package dev.sinew.pipeline.report;

import java.util.Locale;

/** Text and numbers in a page. */
final class Html {
  private Html() {}

  /** Returns a text in which nothing is markup. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Returns a number with four digits that count; whole numbers in full. */
  static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    String text = String.format(Locale.ROOT, size < 1e-4 || size >= 1e7 ? "%.3e" : "%.4g", value);
    return text.contains("e") || !text.contains(".") ? text : text.replaceFirst("\\.?0+$", "");
  }

  /** Returns the name of a record's component in words. */
  static String words(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }
}
