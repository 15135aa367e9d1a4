package dev.sinew.pipeline.input;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads small JSON files written by hand, strictly: one value in UTF-8, nothing after it, and no
 * member name twice.
 */
public final class JsonFile {
  /** The maximum nesting depth: more than any such file needs. */
  private static final int MAX_DEPTH = 64;

  private final String source;
  private final JsonReader reader;

  private JsonFile(Path file, String text) {
    source = file.toString();
    reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.STRICT);
  }

  /**
   * Reads the value of a file.
   *
   * @param maxBytes the maximum size
   */
  public static JsonElement read(Path file, long maxBytes) throws IOException {
    byte[] bytes = InputFile.readAll(file, maxBytes);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new JsonFile(file, text).whole();
    } catch (CharacterCodingException e) {
      throw new MalformedAssetException(file.toString(), "", "expected JSON text in UTF-8");
    }
  }

  private JsonElement whole() throws IOException {
    try {
      JsonElement value = value(0);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw error("expected nothing after the value");
      }
      return value;
    } catch (MalformedJsonException | EOFException e) {
      throw error("not valid JSON here");
    }
  }

  private JsonElement value(int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw error("nested too deeply");
    }
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(depth);
      case BEGIN_ARRAY -> array(depth);
      case STRING -> new JsonPrimitive(reader.nextString());
      case NUMBER -> number(reader.nextString());
      case BOOLEAN -> new JsonPrimitive(reader.nextBoolean());
      default -> {
        reader.nextNull();
        yield JsonNull.INSTANCE;
      }
    };
  }

  private JsonPrimitive number(String text) throws MalformedAssetException {
    try {
      return new JsonPrimitive(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw error("expected a number within the range of double");
    }
  }

  private JsonObject object(int depth) throws IOException {
    JsonObject made = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (made.has(name)) {
        throw error("'" + name + "' is there twice");
      }
      made.add(name, value(depth + 1));
    }
    reader.endObject();
    return made;
  }

  private JsonArray array(int depth) throws IOException {
    JsonArray made = new JsonArray();
    reader.beginArray();
    while (reader.hasNext()) {
      made.add(value(depth + 1));
    }
    reader.endArray();
    return made;
  }

  private MalformedAssetException error(String reason) {
    return new MalformedAssetException(source, reader.getPath(), reason);
  }
}
