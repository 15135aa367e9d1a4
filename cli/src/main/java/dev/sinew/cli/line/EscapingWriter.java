package dev.sinew.cli.line;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.CharBuffer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces control characters by visible escapes: names and messages contain text of files, which
 * must not control the terminal. Line ends and tabs pass, and on a terminal the codes of a few
 * styles and colours, which hide nothing.
 */
public final class EscapingWriter extends FilterWriter {
  private static final char ESCAPE = '\u001b';
  private static final Pattern STYLE =
      Pattern.compile("\\u001b\\[(0|1|3|4|21|22|23|24|31|32|33|36|39)?m");

  private final boolean styled;

  /**
   * @param styled whether the codes of styles and colours pass
   */
  public EscapingWriter(Writer out, boolean styled) {
    super(out);
    this.styled = styled;
  }

  @Override
  public void write(int c) throws IOException {
    write(new char[] {(char) c}, 0, 1);
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    int written = offset;
    Matcher style = STYLE.matcher(CharBuffer.wrap(text, offset, length));
    for (int i = offset; i < offset + length; i++) {
      boolean isStyle = styled && text[i] == ESCAPE && style.region(i - offset, length).lookingAt();
      if (isControl(text[i]) && !isStyle) {
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
