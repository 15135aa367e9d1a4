package dev.sinew.batch.spark;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.sinew.batch.child.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A recipe with the files beside it that it names, on their way to the machines.
 *
 * @param name the name of the recipe
 * @param files the bytes of all by name
 */
record RecipeFiles(String name, Map<String, byte[]> files) implements Serializable {
  static RecipeFiles read(String recipe) throws IOException {
    int slash = recipe.lastIndexOf('/');
    RemoteFolder folder = new RemoteFolder(slash < 0 ? "." : recipe.substring(0, slash + 1));
    String name = recipe.substring(slash + 1);
    Map<String, byte[]> files = new HashMap<>();
    add(folder, name, files);
    try {
      String text = new String(files.get(name), StandardCharsets.UTF_8);
      addNamed(JsonParser.parseString(text), folder, files);
    } catch (JsonParseException e) {
      // The first worker says what is wrong.
    }
    return new RecipeFiles(name, files);
  }

  private static void add(RemoteFolder folder, String name, Map<String, byte[]> files)
      throws IOException {
    try (InputStream in = folder.open(name)) {
      files.put(name, in.readAllBytes());
    }
  }

  private static void addNamed(JsonElement value, RemoteFolder folder, Map<String, byte[]> files)
      throws IOException {
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        addNamed(member.getValue(), folder, files);
      }
    } else if (value instanceof JsonArray list) {
      for (JsonElement item : list) {
        addNamed(item, folder, files);
      }
    } else if (value instanceof JsonPrimitive text && text.isString()) {
      String named = text.getAsString();
      if (Names.isInside(named) && !named.contains("*") && folder.size(named) >= 0) {
        add(folder, named, files);
      }
    }
  }

  /** Writes the files into a folder; returns the recipe. */
  Path writeTo(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = Names.inside(folder, file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return folder.resolve(name);
  }
}
