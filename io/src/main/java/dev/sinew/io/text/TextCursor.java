package dev.sinew.io.text;

import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A position in a text file, for hand-written parsers: counts lines, skips blanks, and reads
 * numbers without creating strings.
 *
 * <p>A line ends with LF, CR LF or CR. A backslash at the end of a line joins it to the next. Words
 * are separated by spaces, tabs, vertical tabs and form feeds.
 *
 * <p>Numbers are rounded correctly. Numbers with up to 18 significant digits and a small exponent,
 * which are nearly all numbers in files, use one of two fast paths: exact operands and one rounding
 * (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990), or a quotient in
 * double-double precision and a check that its error cannot change the rounding. All other numbers
 * are parsed by {@link Double#parseDouble}.
 */
public final class TextCursor {
  /** The result of {@link #peek} after the last byte. */
  public static final int END = -1;

  /** Powers of ten that are exact in a double. */
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** The largest integer up to which all are exact in a double. */
  private static final long EXACT_INTEGERS = 1L << 53;

  /** The number of decimal digits that always fit a long. */
  private static final int LONG_DIGITS = 18;

  /** Limit that keeps exponents within an int; beyond it every number is 0 or infinite. */
  private static final int EXPONENT_LIMIT = 100_000;

  /** Bound of the relative error of the low half of a quotient, with a safety factor of four. */
  private static final double TAIL_ERROR = 0x1p-49;

  private static final int QUOTED_LENGTH = 40;

  private final String source;
  private final byte[] text;
  private int at;
  private int line = 1;

  /**
   * @param source the file name as given by the user
   * @param text the bytes of the file; kept, not copied
   */
  public TextCursor(String source, byte[] text) {
    this.source = source;
    this.text = text;
    if (text.length >= 3
        && text[0] == (byte) 0xEF
        && text[1] == (byte) 0xBB
        && text[2] == (byte) 0xBF) {
      at = 3; // a byte order mark
    }
  }

  /** Reads a whole file and returns a cursor at its beginning. */
  public static TextCursor open(Path file) throws IOException {
    return new TextCursor(file.toString(), InputFile.readAll(file));
  }

  /** Returns the file name as given by the user. */
  public String source() {
    return source;
  }

  /** Returns the current line, counted from 1. */
  public int line() {
    return line;
  }

  /** Returns the number of remaining bytes. */
  public int remaining() {
    return text.length - at;
  }

  /** Returns the current byte, 0 to 255, or {@link #END}. */
  public int peek() {
    return at < text.length ? text[at] & 0xFF : END;
  }

  /** Skips bytes of the current line. */
  public void advance(int bytes) {
    at += bytes;
  }

  /** Skips blanks; returns true if another word follows on this line. */
  public boolean skipBlanks() {
    while (at < text.length) {
      byte b = text[at];
      if (isBlank(b)) {
        at++;
      } else if (b == '\\' && at + 1 < text.length && isLineEnd(text[at + 1])) {
        at++;
        passLineEnd();
      } else {
        return !isLineEnd(b);
      }
    }
    return false;
  }

  /** Skips blanks and line ends; returns true if another word follows in the file. */
  public boolean skipToWord() {
    while (!skipBlanks()) {
      if (at == text.length) {
        return false;
      }
      passLineEnd();
    }
    return true;
  }

  /** Moves to the next line; lines joined by a backslash count as one. */
  public void skipLine() {
    boolean joined = true;
    while (joined && at < text.length) {
      while (at < text.length && !isLineEnd(text[at])) {
        at++;
      }
      joined = at > 0 && text[at - 1] == '\\';
      passLineEnd();
    }
  }

  /** Moves to the next line; a backslash does not join lines. */
  public void skipComment() {
    while (at < text.length && !isLineEnd(text[at])) {
      at++;
    }
    passLineEnd();
  }

  private void passLineEnd() {
    if (at == text.length) {
      return;
    }
    at += text[at] == '\r' && at + 1 < text.length && text[at + 1] == '\n' ? 2 : 1;
    line++;
  }

  /** Returns true at a blank, at the end of a line and at the end of the file. */
  public boolean atWordEnd() {
    return isWordEnd(at);
  }

  private boolean isWordEnd(int i) {
    if (i >= text.length) {
      return true;
    }
    byte b = text[i];
    return isBlank(b)
        || isLineEnd(b)
        || (b == '\\' && i + 1 < text.length && isLineEnd(text[i + 1]));
  }

  /** Skips the given word and returns true; returns false if another word follows. */
  public boolean accept(String word) {
    int n = word.length();
    if (n > remaining() || !isWordEnd(at + n)) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (text[at + i] != word.charAt(i)) {
        return false;
      }
    }
    at += n;
    return true;
  }

  /** Skips the given word and returns true, ignoring the case of ASCII letters. */
  public boolean acceptAnyCase(String word) {
    int n = word.length();
    if (n > remaining() || !isWordEnd(at + n)) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (lower(text[at + i]) != lower((byte) word.charAt(i))) {
        return false;
      }
    }
    at += n;
    return true;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
  }

  /** Reads the rest of the line, without blanks at either end; stops at the line's end. */
  public String restOfLine() {
    skipBlanks();
    int from = at;
    while (at < text.length && !isLineEnd(text[at])) {
      at++;
    }
    int to = at;
    while (to > from && isBlank(text[to - 1])) {
      to--;
    }
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /** Reads an integer with an optional sign and stops after its last digit. */
  public int integer() throws MalformedAssetException {
    int i = at;
    boolean negative = i < text.length && text[i] == '-';
    if (negative || (i < text.length && text[i] == '+')) {
      i++;
    }
    int firstDigit = i;
    long value = 0;
    while (i < text.length && isDigit(text[i])) {
      value = 10 * value + (text[i] - '0');
      if (value > Integer.MAX_VALUE) {
        throw expected("an integer of up to 31 bits");
      }
      i++;
    }
    if (i == firstDigit) {
      throw expected("an integer");
    }
    at = i;
    return (int) (negative ? -value : value);
  }

  /** Reads a decimal number that is a whole word; the result is finite. */
  public double number() throws MalformedAssetException {
    byte[] b = text;
    int i = at;
    boolean negative = i < b.length && b[i] == '-';
    if (negative || (i < b.length && b[i] == '+')) {
      i++;
    }
    int firstDigit = i;
    long digits = 0; // overflows with too many digits; detected below
    while (i < b.length && isDigit(b[i])) {
      digits = 10 * digits + (b[i] - '0');
      i++;
    }
    int digitCount = i - firstDigit;
    int exponent = 0;
    if (i < b.length && b[i] == '.') {
      int firstDecimal = ++i;
      while (i < b.length && isDigit(b[i])) {
        digits = 10 * digits + (b[i] - '0');
        i++;
      }
      exponent = firstDecimal - i;
      digitCount -= exponent;
    }
    int mantissaEnd = i;
    if (digitCount == 0) {
      throw expected("a number");
    }
    if (i < b.length && (b[i] == 'e' || b[i] == 'E')) {
      i++;
      boolean down = i < b.length && b[i] == '-';
      if (down || (i < b.length && b[i] == '+')) {
        i++;
      }
      if (i == b.length || !isDigit(b[i])) {
        throw expected("a number");
      }
      int power = 0;
      while (i < b.length && isDigit(b[i])) {
        power = Math.min(10 * power + (b[i] - '0'), EXPONENT_LIMIT);
        i++;
      }
      exponent += down ? -power : power;
    }
    if (!isWordEnd(i)) {
      throw expected("a number");
    }
    double magnitude;
    if (digitCount <= LONG_DIGITS || significantDigits(firstDigit, mantissaEnd) <= LONG_DIGITS) {
      magnitude = scale(digits, exponent, firstDigit, i);
    } else {
      magnitude = parse(firstDigit, i);
    }
    if (magnitude == Double.POSITIVE_INFINITY) {
      throw expected("a number that fits 64 bits");
    }
    at = i;
    return negative ? -magnitude : magnitude;
  }

  /** Reads a 32-bit number; the result is finite. */
  public float number32() throws MalformedAssetException {
    int from = at;
    float value = (float) number();
    if (Float.isInfinite(value)) {
      at = from;
      throw expected("a number that fits 32 bits");
    }
    return value;
  }

  private int significantDigits(int from, int to) {
    int i = from;
    while (i < to && (text[i] == '0' || text[i] == '.')) {
      i++;
    }
    int count = 0;
    for (; i < to; i++) {
      count += text[i] == '.' ? 0 : 1;
    }
    return count;
  }

  /** Computes digits · 10^exponent with one rounding; parses the text if there is no fast path. */
  private double scale(long digits, int exponent, int from, int to) {
    if (digits == 0) {
      return 0;
    }
    if (exponent < 1 - EXACT_POWERS.length || exponent > EXACT_POWERS.length - 1) {
      return parse(from, to);
    }
    if (digits <= EXACT_INTEGERS) {
      return exponent < 0 ? digits / EXACT_POWERS[-exponent] : digits * EXACT_POWERS[exponent];
    }
    if (exponent > 0) {
      return parse(from, to);
    }
    // digits = high + low exactly; high / power = head + remainder / power exactly.
    double power = EXACT_POWERS[-exponent];
    double high = digits;
    double low = digits - (long) high;
    double head = high / power;
    double tail = (Math.fma(-head, power, high) + low) / power;
    double error = Math.abs(tail) * TAIL_ERROR;
    double rounded = head + (tail - error);
    return rounded == head + (tail + error) ? rounded : parse(from, to);
  }

  private double parse(int from, int to) {
    return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }

  /** Returns an error with the expected item and the word at the cursor, which does not move. */
  public MalformedAssetException expected(String what) {
    int to = at;
    while (!isWordEnd(to) && to - at < QUOTED_LENGTH) {
      to++;
    }
    if (to == at) {
      return malformed(
          "expected " + what + ", got the end of the " + (at == text.length ? "file" : "line"));
    }
    StringBuilder word = new StringBuilder();
    for (int i = at; i < to; i++) {
      word.append(text[i] > ' ' && text[i] < 127 ? (char) text[i] : '?');
    }
    return malformed("expected " + what + ", got '" + word + (isWordEnd(to) ? "'" : "…'"));
  }

  /** Returns an error on the current line. */
  public MalformedAssetException malformed(String reason) {
    return malformed(line, reason);
  }

  /** Returns an error on a given line. */
  public MalformedAssetException malformed(int badLine, String reason) {
    return new MalformedAssetException(source, "line " + badLine, reason);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == 0x0B || b == 0x0C;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }
}
