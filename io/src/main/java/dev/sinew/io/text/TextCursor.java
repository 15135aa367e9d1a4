package dev.sinew.io.text;

import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A place in a text file, for hand-written parsers: knows its line, skips what separates words, and
 * reads numbers without making a string of each.
 *
 * <p>A line ends with LF, CR LF or CR. A backslash at the end of a line joins it to the next. Words
 * are separated by spaces, tabs, vertical tabs and form feeds.
 *
 * <p>Numbers are rounded correctly. Up to 18 significant digits with a small exponent, which is
 * nearly every number found in files, take one of two short ways: exact operands and one rounding
 * (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990), or a quotient carried to
 * twice the precision and a check that its error cannot change the rounding. The rest goes to
 * {@link Double#parseDouble}.
 */
public final class TextCursor {
  /** What {@link #peek} returns past the last byte. */
  public static final int END = -1;

  /** Powers of ten that a double holds exactly. */
  private static final double[] EXACT_POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Integers up to here are exact in a double. */
  private static final long EXACT_INTEGERS = 1L << 53;

  /** So many decimal digits always fit a long. */
  private static final int LONG_DIGITS = 18;

  /** Exponents are added up in an int; beyond this every number is 0 or infinite anyway. */
  private static final int EXPONENT_LIMIT = 100_000;

  /**
   * Relative error allowed for the second half of a double-length quotient: four times too much.
   */
  private static final double TAIL_ERROR = 0x1p-49;

  private static final int QUOTED_LENGTH = 40;

  private final String source;
  private final byte[] text;
  private int at;
  private int line = 1;

  /**
   * @param source the file, as the user named it
   * @param text its bytes; kept, not copied
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

  /** A cursor at the beginning of a file, which is read whole. */
  public static TextCursor open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": expected a file, this is a folder");
    }
    long size = Files.size(file);
    if (size > Integer.MAX_VALUE - 8) {
      throw new MalformedAssetException(
          file.toString(), "", size + " bytes: text files of up to 2 GiB are read");
    }
    return new TextCursor(file.toString(), Files.readAllBytes(file));
  }

  public String source() {
    return source;
  }

  /** The line the cursor is on, counted from 1. */
  public int line() {
    return line;
  }

  /** How many bytes are left. */
  public int remaining() {
    return text.length - at;
  }

  /** The byte here, 0 to 255, or {@link #END}. */
  public int peek() {
    return at < text.length ? text[at] & 0xFF : END;
  }

  /** The byte so far ahead of here, 0 to 255, or {@link #END}. */
  public int peek(int ahead) {
    return at + ahead < text.length ? text[at + ahead] & 0xFF : END;
  }

  /** Steps over bytes that {@link #peek} showed to be part of a line. */
  public void advance(int bytes) {
    at += bytes;
  }

  /** Skips what separates words; returns whether another word follows on this line. */
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

  /** Skips blanks and line ends; returns whether another word follows at all. */
  public boolean skipToWord() {
    while (!skipBlanks()) {
      if (at == text.length) {
        return false;
      }
      passLineEnd();
    }
    return true;
  }

  /** Moves to the beginning of the next line, or beyond it where a backslash joins lines. */
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

  /** Moves to the beginning of the next line, whatever this one ends with. */
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

  /** Whether a word cannot go on here: at a blank, a line's end or the end of the file. */
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

  /** Steps over a word if it is this one, in this spelling; otherwise stays. */
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

  /** Steps over a word if it is this one, its ASCII letters in either case; otherwise stays. */
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

  /** The rest of the line without the blanks around it; the cursor stops at the line's end. */
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

  /** Reads a whole number with an optional sign and stops after its last digit. */
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
        throw expected("a whole number of up to 31 bits");
      }
      i++;
    }
    if (i == firstDigit) {
      throw expected("a whole number");
    }
    at = i;
    return (int) (negative ? -value : value);
  }

  /** Reads a decimal number that makes up a whole word; the result is finite. */
  public double number() throws MalformedAssetException {
    byte[] b = text;
    int i = at;
    boolean negative = i < b.length && b[i] == '-';
    if (negative || (i < b.length && b[i] == '+')) {
      i++;
    }
    int firstDigit = i;
    long digits = 0; // wraps around when there are too many of them, which is noticed below
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

  /** Reads a number to be kept in 32 bits; the result is finite. */
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

  /** digits · 10^exponent, rounded once; the text is for the cases that take longer. */
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

  /** The error that something else stands here; quotes the word. The cursor stays. */
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

  /** The error that this line is wrong. */
  public MalformedAssetException malformed(String reason) {
    return malformed(line, reason);
  }

  /** The error that an earlier line is wrong. */
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
