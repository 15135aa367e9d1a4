package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Parses FBX as text: {@code Name: value, value {records}}, where a value is a number, a string in
 * quotes, a word, or {@code *count {a: numbers}}. A semicolon starts a comment.
 */
final class FbxText {
  private static final int LONGEST_NUMBER = 400;
  private static final int QUOTED_LENGTH = 40;

  private final FbxFile file;
  private final byte[] text;
  private int at;
  private int line = 1;

  private FbxText(FbxFile file, byte[] text) {
    this.file = file;
    this.text = text;
    at = startsWithByteOrderMark(text) ? 3 : 0;
  }

  private static boolean startsWithByteOrderMark(byte[] b) {
    return b.length >= 3 && b[0] == (byte) 0xEF && b[1] == (byte) 0xBB && b[2] == (byte) 0xBF;
  }

  /** Returns the root record, whose only value is the version. */
  static FbxNode parse(FbxFile file, byte[] bytes) throws MalformedAssetException {
    FbxText parser = new FbxText(file, bytes);
    FbxNode root = new FbxNode(file, 1, "");
    parser.records(root, 0);
    FbxNode version =
        root.find("FBXHeaderExtension")
            .flatMap(header -> header.find("FBXVersion"))
            .orElseThrow(() -> file.error(parser.line, "there is no FBXVersion"));
    long number = version.integer(0).orElseThrow(() -> version.error("expected an integer"));
    FbxReader.requireVersion(file, version.at(), number);
    root.values().add(number);
    return root;
  }

  /** Reads records up to the end of the file, or up to the brace that closes their parent. */
  private void records(FbxNode parent, int depth) throws MalformedAssetException {
    while (skipToWord()) {
      if (text[at] == '}') {
        if (depth == 0) {
          throw file.error(line, "a } without {");
        }
        at++;
        return;
      }
      record(parent, depth);
    }
    if (depth > 0) {
      throw file.error(line, "the file ends within a record that starts at line " + parent.at());
    }
  }

  private void record(FbxNode parent, int depth) throws MalformedAssetException {
    int from = at;
    while (at < text.length && isWord(text[at])) {
      at++;
    }
    if (at == from || at == text.length || text[at] != ':') {
      at = from;
      throw unexpected("a name and a colon");
    }
    if (depth > FbxNode.MAX_DEPTH) {
      throw file.error(line, "more than " + FbxNode.MAX_DEPTH + " levels of records");
    }
    file.spend(line, FbxNode.BYTES + at - from);
    FbxNode node = new FbxNode(file, line, string(from, at));
    at++;
    boolean isArray = node.name().equals("a") && parent.values().contains(ArrayCount.INSTANCE);
    if (isArray) {
      double[] numbers = numbers();
      parent.values().replaceAll(v -> v == ArrayCount.INSTANCE ? (FbxArray) () -> numbers : v);
      return;
    }
    parent.children().add(node);
    values(node);
    if (skipToWord() && text[at] == '{') {
      at++;
      records(node, depth + 1);
    }
    node.values().replaceAll(v -> v == ArrayCount.INSTANCE ? (FbxArray) () -> new double[0] : v);
  }

  /** Stands for an array until its numbers are read. */
  private enum ArrayCount {
    INSTANCE
  }

  private void values(FbxNode node) throws MalformedAssetException {
    boolean more = skipBlanks();
    if (more && text[at] == ',') {
      more = next(); // Embedded files leave the first value out.
    }
    while (more && text[at] != '{' && text[at] != '}') {
      file.spend(line, FbxNode.BYTES_PER_VALUE);
      node.values().add(value());
      more = next();
    }
  }

  /** Skips a comma; returns true if there was one and a word follows. */
  private boolean next() {
    return skipToWord() && text[at] == ',' && at++ >= 0 && skipToWord();
  }

  private Object value() throws MalformedAssetException {
    byte first = text[at];
    if (first == '"') {
      return quoted();
    }
    int from = first == '*' ? ++at : at;
    while (at < text.length && isWord(text[at])) {
      at++;
    }
    if (at == from) {
      throw unexpected("a value");
    }
    String word = string(from, Math.min(at, from + LONGEST_NUMBER));
    if (first == '*') {
      return ArrayCount.INSTANCE; // The count is not trusted: the numbers that are there count.
    }
    try {
      return Long.valueOf(word);
    } catch (NumberFormatException e) {
      double number = number(word);
      return Double.isNaN(number) && !isNotANumber(word) ? word : (Object) number;
    }
  }

  private String quoted() throws MalformedAssetException {
    int start = line;
    int from = ++at;
    while (at < text.length && text[at] != '"') {
      line += text[at] == '\n' ? 1 : 0;
      at++;
    }
    if (at == text.length) {
      throw file.error(start, "the file ends within a string");
    }
    file.spend(start, 2L * (at - from));
    String content = string(from, at++);
    return content.indexOf('&') < 0
        ? content
        : content.replace("&quot;", "\"").replace("&cr;", "\r").replace("&lf;", "\n");
  }

  private double[] numbers() throws MalformedAssetException {
    double[] out = new double[16];
    int count = 0;
    boolean more = skipToWord() && text[at] != '}';
    while (more) {
      int from = at;
      while (at < text.length && isWord(text[at])) {
        at++;
      }
      String word = string(from, Math.min(at, from + LONGEST_NUMBER));
      double number = number(word);
      if (word.isEmpty() || (Double.isNaN(number) && !isNotANumber(word))) {
        at = from;
        throw unexpected("a number");
      }
      if (count == out.length) {
        file.spend(line, 16L * count);
        out = Arrays.copyOf(out, 2 * count);
      }
      out[count++] = number;
      more = next();
    }
    return Arrays.copyOf(out, count);
  }

  private static boolean isNotANumber(String word) {
    String plain = word.toLowerCase(java.util.Locale.ROOT);
    return List.of("nan", "-nan", "+nan").contains(plain)
        || plain.startsWith("nan(")
        || plain.startsWith("-nan(")
        || plain.contains(".#ind")
        || plain.contains(".#qnan");
  }

  /** Returns a number, infinite if it is out of range; NaN if the word is none. */
  private static double number(String word) {
    String plain = word.toLowerCase(java.util.Locale.ROOT);
    if (plain.endsWith("inf") || plain.endsWith(".#inf") || plain.endsWith("infinity")) {
      return plain.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    int last = plain.isEmpty() ? 0 : plain.charAt(plain.length() - 1);
    if (last == '.' || (last >= '0' && last <= '9')) {
      try {
        return Double.parseDouble(word);
      } catch (NumberFormatException e) {
        return Double.NaN;
      }
    }
    return Double.NaN;
  }

  private String string(int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /** A byte of a name, a number or a word without quotes. */
  private static boolean isWord(byte b) {
    return b < 0 || (b > ' ' && "\",:;{}*".indexOf(b) < 0);
  }

  /** Skips blanks and comments of this line; returns true if a word follows on it. */
  private boolean skipBlanks() {
    while (at < text.length && text[at] != '\n') {
      if (text[at] == ';') {
        while (at < text.length && text[at] != '\n') {
          at++;
        }
        return false;
      }
      if (text[at] < 0 || text[at] > ' ') {
        return true;
      }
      at++;
    }
    return false;
  }

  /** Skips blanks, comments and line ends; returns true if a word follows in the file. */
  private boolean skipToWord() {
    while (!skipBlanks()) {
      if (at >= text.length) {
        return false;
      }
      at++;
      line++;
    }
    return true;
  }

  private MalformedAssetException unexpected(String wanted) {
    StringBuilder got = new StringBuilder();
    for (int i = at; i < text.length && text[i] != '\n' && got.length() < QUOTED_LENGTH; i++) {
      got.append(text[i] >= ' ' && text[i] < 127 ? (char) text[i] : '?');
    }
    return file.error(
        line,
        "expected "
            + wanted
            + (at >= text.length ? ", got the end of the file" : ", got '" + got + "'"));
  }
}
