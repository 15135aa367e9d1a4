package dev.sinew.pipeline.input;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads markers: vertices of a model, numbered from 0 as {@code deform} writes them, and where they
 * are in every frame. A marker that is not seen in a frame is null:
 *
 * <pre>{@code
 * { "vertices": [12, 845],
 *   "frames": [ [[0, 1.7, 0], [0.4, 1.2, 0]],
 *               [[0, 1.7, 0.1], null] ] }
 * }</pre>
 *
 * Without frames the positions come from shapes.
 *
 * @param vertices the vertices of the markers
 * @param frames x, y, z of every marker, per frame; NaN if it is not seen
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record MarkersFile(int[] vertices, List<float[]> frames) {
  private static final long MAX_BYTES = 1L << 30;

  public static MarkersFile read(Path file) throws IOException {
    return new Reader(file.toString()).markers(JsonFile.read(file, MAX_BYTES));
  }

  /** Returns a name per frame. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < frames.size(); k++) {
      names.add("frame " + k);
    }
    return names;
  }

  private record Reader(String source) {
    MarkersFile markers(JsonElement root) throws MalformedAssetException {
      if (!(root instanceof JsonObject object)) {
        throw error("/", "expected an object with 'vertices' and 'frames'");
      }
      for (String member : object.keySet()) {
        if (!member.equals("vertices") && !member.equals("frames")) {
          throw error("/" + member, "expected 'vertices' and 'frames', nothing else");
        }
      }
      JsonArray list = array(object.get("vertices"), "/vertices", "a list of vertices");
      int[] vertices = new int[list.size()];
      for (int i = 0; i < vertices.length; i++) {
        vertices[i] = vertex(list.get(i), "/vertices/" + i);
      }
      if (vertices.length == 0) {
        throw error("/vertices", "expected at least 1 vertex, got 0");
      }
      List<float[]> frames = new ArrayList<>();
      if (object.has("frames")) {
        JsonArray all = array(object.get("frames"), "/frames", "a list of frames");
        for (int k = 0; k < all.size(); k++) {
          frames.add(frame(all.get(k), vertices.length, "/frames/" + k));
        }
        if (frames.isEmpty()) {
          throw error("/frames", "expected at least 1 frame, got 0");
        }
      }
      return new MarkersFile(vertices, frames);
    }

    private float[] frame(JsonElement element, int count, String at)
        throws MalformedAssetException {
      JsonArray markers = array(element, at, "a position per vertex, or null");
      if (markers.size() != count) {
        throw error(at, "expected " + count + " positions, one per vertex, got " + markers.size());
      }
      float[] out = new float[3 * count];
      Arrays.fill(out, Float.NaN);
      for (int i = 0; i < count; i++) {
        if (!(markers.get(i) instanceof JsonNull)) {
          String place = at + "/" + i;
          JsonArray position = array(markers.get(i), place, "x, y, z or null");
          for (int axis = 0; axis < 3; axis++) {
            if (position.size() != 3
                || !(position.get(axis) instanceof JsonPrimitive number)
                || !number.isNumber()
                || !Float.isFinite(number.getAsFloat())) {
              throw error(place, "expected x, y, z as finite numbers, got " + position);
            }
            out[3 * i + axis] = number.getAsFloat();
          }
        }
      }
      return out;
    }

    private int vertex(JsonElement element, String at) throws MalformedAssetException {
      if (element instanceof JsonPrimitive number
          && number.isNumber()
          && number.getAsString().matches("[0-9]{1,9}")) {
        return number.getAsInt();
      }
      throw error(at, "expected a vertex, an integer of at least 0, got " + element);
    }

    private JsonArray array(JsonElement element, String at, String what)
        throws MalformedAssetException {
      if (element instanceof JsonArray array) {
        return array;
      }
      throw error(at, "expected " + what);
    }

    private MalformedAssetException error(String at, String reason) {
      String brief = reason.length() > 200 ? reason.substring(0, 200) + " …" : reason;
      return new MalformedAssetException(source, at, brief);
    }
  }
}
