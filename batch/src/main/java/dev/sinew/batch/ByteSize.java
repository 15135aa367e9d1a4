package dev.sinew.batch;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in bytes as people write them: 4g, 512m, 1.5g. */
public final class ByteSize {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)([kmgt])b?");
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static long parse(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw new IllegalArgumentException("expected a size such as 512m or 4g, got '" + text + "'");
    }
    int power = UNITS.indexOf(size.group(2)) + 1;
    return (long) (Double.parseDouble(size.group(1)) * Math.pow(1024, power));
  }

  /** Returns a size in megabytes, as the Java machine takes it. */
  public static String megabytes(long bytes) {
    return Math.max(1, bytes >> 20) + "m";
  }
}
