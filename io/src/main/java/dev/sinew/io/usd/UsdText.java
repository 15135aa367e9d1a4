package dev.sinew.io.usd;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;

/**
 * Writes the text form of USD: prims in braces, one property per line. Arrays are one line each,
 * since loaders read them faster and none needs more.
 */
final class UsdText {
  private static final String INDENT = "  ";

  private final Writer out;
  private int depth;

  /** Writes one item of an array. */
  @FunctionalInterface
  interface Item {
    void write(int index) throws IOException;
  }

  UsdText(Writer out) {
    this.out = out;
  }

  /** Writes a line. */
  void line(String text) throws IOException {
    indent();
    out.write(text);
    out.write('\n');
  }

  /** Begins a prim, a variant or anything else in braces. */
  void open(String head) throws IOException {
    line(head + " {");
    depth++;
  }

  /** Begins a prim with metadata, which {@code metadata} writes. */
  void open(String head, Body metadata) throws IOException {
    line(head + " (");
    depth++;
    metadata.write();
    depth--;
    line(")");
    line("{");
    depth++;
  }

  /** Writes lines. */
  @FunctionalInterface
  interface Body {
    void write() throws IOException;
  }

  /** Ends what was begun last. */
  void close() throws IOException {
    depth--;
    line("}");
  }

  /** Writes an array property with its metadata, such as its interpolation. */
  void array(String declaration, int count, Item item, String... metadata) throws IOException {
    indent();
    out.write(declaration);
    out.write(" = ");
    items(count, item);
    if (metadata.length == 0) {
      out.write('\n');
      return;
    }
    out.write(" (\n");
    depth++;
    for (String line : metadata) {
      line(line);
    }
    depth--;
    line(")");
  }

  /** Writes an array as one time sample. */
  void sample(double timeCode, int count, Item item) throws IOException {
    indent();
    out.write(plain(timeCode));
    out.write(": ");
    items(count, item);
    out.write(",\n");
  }

  private void items(int count, Item item) throws IOException {
    out.write('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.write(',');
      }
      item.write(i);
    }
    out.write(']');
  }

  /** Writes a number. */
  void number(int value) throws IOException {
    out.write(Integer.toString(value));
  }

  /** Writes a number in single precision. */
  void number(float value) throws IOException {
    out.write(text(value));
  }

  /** Writes numbers as a tuple. */
  void tuple(float[] values, int from, int count) throws IOException {
    out.write('(');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.write(',');
      }
      out.write(text(values[from + i]));
    }
    out.write(')');
  }

  /** Writes a text that is ready. */
  void raw(String text) throws IOException {
    out.write(text);
  }

  private void indent() throws IOException {
    for (int i = 0; i < depth; i++) {
      out.write(INDENT);
    }
  }

  /**
   * Returns a number in single precision, so that it reads back as it is; 0 if it is not finite.
   */
  static String text(float value) {
    return Float.isFinite(value) ? shortened(Float.toString(value)) : "0";
  }

  /** Returns a number, so that it reads back as it is; 0 if it is not finite. */
  static String text(double value) {
    return Double.isFinite(value) ? shortened(Double.toString(value)) : "0";
  }

  private static String shortened(String number) {
    return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
  }

  /** Returns a number without an exponent: not every reader knows them in keys of samples. */
  static String plain(double value) {
    String text = text(value);
    return text.indexOf('E') < 0 ? text : new BigDecimal(text).toPlainString();
  }

  /** Returns numbers as a tuple. */
  static String tuple(double... values) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < values.length; i++) {
      text.append(i > 0 ? ", " : "").append(text((float) values[i]));
    }
    return text.append(')').toString();
  }

  /**
   * Returns an affine transform as USD has it: four rows, of which the last is the translation,
   * since its vectors are rows.
   */
  static String matrix(double[] affine) {
    StringBuilder text = new StringBuilder("(");
    for (int c = 0; c < 4; c++) {
      text.append(c > 0 ? ", (" : "(");
      for (int r = 0; r < 3; r++) {
        text.append(text(affine[4 * r + c])).append(", ");
      }
      text.append(c < 3 ? "0)" : "1)");
    }
    return text.append(')').toString();
  }

  /** Returns a string in quotes. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      switch (at) {
        case '"', '\\' -> out.append('\\').append(at);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(Character.isISOControl(at) || Character.isSurrogate(at) ? '?' : at);
      }
    }
    return out.append('"').toString();
  }
}
