package dev.sinew.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * Replaces control characters by visible escapes: names and messages contain text of files, which
 * must not control the terminal. Line ends and tabs pass.
 */
final class EscapingWriter extends FilterWriter {
  EscapingWriter(Writer out) {
    super(out);
  }

  @Override
  public void write(int c) throws IOException {
    write(new char[] {(char) c}, 0, 1);
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    int written = offset;
    for (int i = offset; i < offset + length; i++) {
      if (isControl(text[i])) {
        out.write(text, written, i - written);
        out.write(String.format(Locale.ROOT, "\\u%04x", (int) text[i]));
        written = i + 1;
      }
    }
    out.write(text, written, offset + length - written);
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    write(text.toCharArray(), offset, length);
  }

  private static boolean isControl(char c) {
    boolean isDirection = (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    return isDirection || (Character.isISOControl(c) && c != '\n' && c != '\t');
  }
}
