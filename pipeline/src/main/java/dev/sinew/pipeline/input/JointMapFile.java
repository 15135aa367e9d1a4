package dev.sinew.pipeline.input;

import com.google.gson.JsonElement;
import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads which joints follow which: a JSON object with a joint's name for joints of a motion. */
public final class JointMapFile {
  private static final long MAX_BYTES = 16L << 20;

  private JointMapFile() {}

  /** Returns for joints of a motion the joint that follows it. */
  public static Map<String, String> read(Path file) throws IOException {
    JsonElement root = JsonFile.read(file, MAX_BYTES);
    if (!root.isJsonObject()) {
      throw new MalformedAssetException(
          file.toString(), "", "expected an object: names of joints of the motion and the model");
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (Map.Entry<String, JsonElement> entry : root.getAsJsonObject().entrySet()) {
      JsonElement name = entry.getValue();
      if (!name.isJsonPrimitive() || !name.getAsJsonPrimitive().isString()) {
        throw new MalformedAssetException(
            file.toString(), "/" + entry.getKey(), "expected the name of a joint, got " + name);
      }
      names.put(entry.getKey(), name.getAsString());
    }
    return names;
  }
}
