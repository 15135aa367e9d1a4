package dev.sinew.batch.child;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of rows, to which lines are only added. The last row of a file counts. A line that is no
 * row, such as one that a killed process has not finished, is passed over.
 */
public final class Manifest implements AutoCloseable {
  /** The name of the manifest in the folder of results. */
  public static final String NAME = "manifest.jsonl";

  /** The longest line: a row with all its figures is far shorter. */
  private static final int MAX_LINE = 1 << 22;

  private final FileChannel channel;

  /**
   * Opens a manifest to add rows; creates it if it is missing.
   *
   * @throws IOException if another process adds rows to it
   */
  public Manifest(Path file) throws IOException {
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!isFree(channel)) {
      channel.close();
      throw new IOException(file + ": another batch is writing here; wait for it");
    }
    // Behind a line that was not finished comes a new one.
    long end = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    boolean torn = end > 0 && channel.read(last, end - 1) == 1 && last.get(0) != '\n';
    channel.position(end);
    if (torn) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
  }

  /** Returns false if another process has locked a file. */
  private static boolean isFree(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true; // A file system without locks.
    }
  }

  /** Returns true if a process adds rows to a manifest. */
  public static boolean isInUse(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return !isFree(channel);
    }
  }

  /** Adds a row and forces it to disk. Any thread may call it. */
  public synchronized void add(JsonObject row) throws IOException {
    ByteBuffer line = ByteBuffer.wrap((row + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      channel.write(line);
    }
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * Reads the rows of a manifest into a map by file.
   *
   * @param rows receives the rows; later ones replace earlier ones
   * @return the number of lines that are no rows
   */
  public static int read(Path file, Map<String, JsonObject> rows) throws IOException {
    return read(Files.newInputStream(file), rows);
  }

  /** Reads the rows of a manifest from a stream, which is closed; otherwise as of a file. */
  public static int read(InputStream stream, Map<String, JsonObject> rows) throws IOException {
    int bad = 0;
    try (InputStream in = new BufferedInputStream(stream, 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      boolean tooLong = false;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          bad += take(line, tooLong, rows);
          line.reset();
          tooLong = false;
        } else if (line.size() >= MAX_LINE) {
          tooLong = true;
        } else {
          line.write(next);
        }
      }
      bad += take(line, tooLong, rows);
    }
    return bad;
  }

  private static int take(
      ByteArrayOutputStream line, boolean tooLong, Map<String, JsonObject> rows) {
    JsonObject row = tooLong ? null : row(line.toString(StandardCharsets.UTF_8));
    if (row != null) {
      rows.put(Rows.text(row, "file"), row);
    }
    return row == null && line.size() > 0 ? 1 : 0;
  }

  private static @Nullable JsonObject row(String line) {
    try {
      return JsonParser.parseString(line) instanceof JsonObject row
              && Rows.number(row, "schema") == Rows.SCHEMA
              && Names.isInside(Rows.text(row, "file"))
          ? row
          : null;
    } catch (JsonParseException | StackOverflowError e) {
      return null;
    }
  }
}
