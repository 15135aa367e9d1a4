package dev.sinew.pipeline.input;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Reads core vertices of bones: a JSON object with a list of vertices per bone name. */
public final class CoresFile {
  private static final long MAX_BYTES = 256L << 20;

  private CoresFile() {}

  public static GivenRig read(Path file, int vertices) throws IOException {
    JsonElement root = JsonFile.read(file, MAX_BYTES);
    if (!root.isJsonObject()) {
      throw new MalformedAssetException(
          file.toString(), "", "expected an object: bone names with lists of vertices");
    }
    JsonObject bones = root.getAsJsonObject();
    int[] cores = new int[vertices];
    Arrays.fill(cores, -1);
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, JsonElement> entry : bones.entrySet()) {
      String where = "/" + entry.getKey();
      if (!entry.getValue().isJsonArray() || entry.getValue().getAsJsonArray().isEmpty()) {
        throw new MalformedAssetException(file.toString(), where, "expected a list of vertices");
      }
      JsonArray list = entry.getValue().getAsJsonArray();
      for (int i = 0; i < list.size(); i++) {
        int v = vertex(file, where + "/" + i, list.get(i), cores.length);
        if (cores[v] >= 0 && cores[v] != names.size()) {
          throw new MalformedAssetException(
              file.toString(),
              where + "/" + i,
              "vertex " + v + " is already in the core of " + names.get(cores[v]));
        }
        cores[v] = names.size();
      }
      names.add(entry.getKey());
    }
    if (names.isEmpty()) {
      throw new MalformedAssetException(file.toString(), "", "expected at least 1 bone, got 0");
    }
    return GivenRig.ofCores(names, cores);
  }

  private static int vertex(Path file, String where, JsonElement element, int vertices)
      throws MalformedAssetException {
    if (element.isJsonPrimitive() && element.getAsJsonPrimitive().isNumber()) {
      BigDecimal number = element.getAsBigDecimal();
      if (number.signum() >= 0
          && number.compareTo(BigDecimal.valueOf(vertices)) < 0
          && number.stripTrailingZeros().scale() <= 0) {
        return number.intValueExact();
      }
    }
    throw new MalformedAssetException(
        file.toString(), where, "expected a vertex, 0 to " + (vertices - 1) + ", got " + element);
  }
}
