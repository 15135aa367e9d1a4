package dev.sinew.batch.child;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The files that a glTF file refers to: those below its own folder, by their relative names. */
public final class References {
  private static final int GLB_MAGIC = 0x46546C67;
  private static final int HEADER = 20;

  /** The longest JSON that is looked into; a longer one belongs to no real character. */
  private static final int MAX_JSON = 1 << 28;

  private static final List<String> ARRAYS = List.of("buffers", "images");

  private References() {}

  /** Returns the names, in their order; none for a file that is no glTF. */
  public static Set<String> of(InputStream file) throws IOException {
    byte[] header = file.readNBytes(HEADER);
    ByteBuffer start = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    boolean binary = header.length == HEADER && start.getInt(0) == GLB_MAGIC;
    long length = binary ? Integer.toUnsignedLong(start.getInt(12)) : MAX_JSON;
    if (length > MAX_JSON || (!binary && !looksLikeJson(header))) {
      return Set.of();
    }
    byte[] rest = file.readNBytes((int) length);
    ByteBuffer json = ByteBuffer.allocate(rest.length + (binary ? 0 : header.length));
    json.put(binary ? new byte[0] : header).put(rest);
    return named(new String(json.array(), StandardCharsets.UTF_8));
  }

  private static boolean looksLikeJson(byte[] header) {
    return new String(header, StandardCharsets.UTF_8).replace("\uFEFF", "").strip().startsWith("{");
  }

  private static Set<String> named(String json) {
    Set<String> names = new TreeSet<>();
    try {
      if (JsonParser.parseString(json) instanceof JsonObject root) {
        for (String array : ARRAYS) {
          if (root.get(array) instanceof JsonArray items) {
            items.forEach(item -> add(item, names));
          }
        }
      }
    } catch (JsonParseException | StackOverflowError e) {
      // The reader will say what is wrong with the file.
    }
    return names;
  }

  private static void add(JsonElement item, Set<String> names) {
    if (item instanceof JsonObject object) {
      String uri = Rows.text(object, "uri");
      String name = decoded(uri);
      if (!uri.startsWith("data:") && Names.isInside(name)) {
        names.add(name);
      }
    }
  }

  /** Returns a reference without its percent signs. */
  private static String decoded(String uri) {
    byte[] from = uri.getBytes(StandardCharsets.UTF_8);
    byte[] to = new byte[from.length];
    int length = 0;
    for (int i = 0; i < from.length; i++) {
      int high = i + 2 < from.length ? Character.digit(from[i + 1], 16) : -1;
      int low = i + 2 < from.length ? Character.digit(from[i + 2], 16) : -1;
      boolean escaped = from[i] == '%' && high >= 0 && low >= 0;
      to[length++] = escaped ? (byte) (16 * high + low) : from[i];
      i += escaped ? 2 : 0;
    }
    return new String(to, 0, length, StandardCharsets.UTF_8);
  }
}
