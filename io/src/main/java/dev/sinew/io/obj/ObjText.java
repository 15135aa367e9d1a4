package dev.sinew.io.obj;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers and words as text to a buffered stream. */
final class ObjText implements Closeable {
  /** An upper bound of the length of a number or keyword. */
  private static final int MAX_LENGTH = 64;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int used;

  ObjText(OutputStream out) {
    this.out = out;
  }

  /** Writes a short ASCII text. */
  ObjText ascii(String text) throws IOException {
    makeRoom();
    for (int i = 0; i < text.length(); i++) {
      buffer[used++] = (byte) text.charAt(i);
    }
    return this;
  }

  ObjText space() throws IOException {
    makeRoom();
    buffer[used++] = ' ';
    return this;
  }

  /** Writes the end of a line. */
  ObjText newLine() throws IOException {
    makeRoom();
    buffer[used++] = '\n';
    return this;
  }

  /** Writes the shortest text of a finite number, as a float if it is one. */
  ObjText number(double value) throws IOException {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("coordinates: expected finite numbers, got " + value);
    }
    float narrow = (float) value;
    String text = narrow == value ? Float.toString(narrow) : Double.toString(value);
    makeRoom();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pointZero =
          c == '.'
              && text.charAt(i + 1) == '0'
              && (i + 2 == text.length() || text.charAt(i + 2) == 'E');
      if (pointZero) {
        i++;
      } else {
        buffer[used++] = (byte) (c == 'E' ? 'e' : c);
      }
    }
    return this;
  }

  /** Writes a non-negative integer. */
  ObjText integer(int value) throws IOException {
    makeRoom();
    int digits = 1;
    for (int rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int rest = value;
    for (int i = used + digits - 1; i >= used; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    used += digits;
    return this;
  }

  /** Writes a name, with characters replaced that would end or continue the line. */
  ObjText name(String name) throws IOException {
    String safe = name.replaceAll("\\p{Cntrl}", "_");
    flush();
    out.write((safe.endsWith("\\") ? safe + "_" : safe).getBytes(StandardCharsets.UTF_8));
    return this;
  }

  private void makeRoom() throws IOException {
    if (used + MAX_LENGTH > buffer.length) {
      flush();
    }
  }

  /** Writes the buffer to the stream. */
  void flush() throws IOException {
    out.write(buffer, 0, used);
    used = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
