package dev.sinew.pipeline.input;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.Turn;
import dev.sinew.run.NearNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads the rotation ranges of joints from their rest pose: a JSON object with a member for each
 * joint, by its name, whose value is either Euler ranges or one axis with its range, all in degrees
 * and about the joint's own axes:
 *
 * <pre>{@code
 * { "upperarm": { "x": [-40, 90], "z": [-20, 100] },
 *   "elbow": { "axis": [0, 0, 1], "range": [0, 140] } }
 * }</pre>
 *
 * Euler angles apply in the order in which they are written, the first next to the rest rotation,
 * as in {@link dev.sinew.pose.JointStatistics#turning}.
 */
public final class RangeFile {
  /** The maximum size of a file: more than any skeleton needs. */
  private static final long MAX_BYTES = 4 << 20;

  private final String source;
  private final Skeleton skeleton;

  private RangeFile(Path file, Skeleton skeleton) {
    source = file.toString();
    this.skeleton = skeleton;
  }

  /** Returns the ranges of the joints in the file, by joint. */
  public static Map<Integer, List<Turn>> read(Path file, Skeleton skeleton) throws IOException {
    return new RangeFile(file, skeleton).joints(JsonFile.read(file, MAX_BYTES));
  }

  private Map<Integer, List<Turn>> joints(JsonElement tree) throws MalformedAssetException {
    Map<Integer, List<Turn>> out = new TreeMap<>();
    JsonObject all = object(tree, "");
    for (String name : all.keySet()) {
      String at = "/" + name.replace("~", "~0").replace("/", "~1");
      out.put(joint(name, at), turns(object(all.get(name), at), at));
    }
    return out;
  }

  private int joint(String name, String at) throws MalformedAssetException {
    int found = -1;
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (skeleton.name(j).equals(name)) {
        if (found >= 0) {
          throw error(at, "several joints of the model are called '" + name + "'");
        }
        found = j;
      }
    }
    if (found < 0) {
      List<String> names =
          IntStream.range(0, skeleton.jointCount()).mapToObj(skeleton::name).toList();
      throw error(at, "the model has no joint '" + name + "'" + NearNames.question(name, names));
    }
    return found;
  }

  private List<Turn> turns(JsonObject joint, String at) throws MalformedAssetException {
    if (joint.has("axis")) {
      double[] axis = numbers(joint.get("axis"), 3, at + "/axis");
      requireMembers(joint, List.of("axis", "range"), at);
      return List.of(turn(axis, joint.get("range"), at + "/range"));
    }
    List<Turn> turns = new ArrayList<>();
    requireMembers(joint, List.of("x", "y", "z"), at);
    for (String member : joint.keySet()) {
      double[] axis = new double[3];
      axis[member.charAt(0) - 'x'] = 1;
      turns.add(turn(axis, joint.get(member), at + "/" + member));
    }
    return turns;
  }

  private void requireMembers(JsonObject joint, List<String> known, String at)
      throws MalformedAssetException {
    for (String member : joint.keySet()) {
      if (!known.contains(member)) {
        throw error(
            at + "/" + member, "expected 'x', 'y' and 'z', or 'axis' and 'range', nothing else");
      }
    }
  }

  private Turn turn(double[] axis, JsonElement range, String at) throws MalformedAssetException {
    double[] degrees = numbers(range, 2, at);
    try {
      return new Turn(
          axis[0], axis[1], axis[2], Math.toRadians(degrees[0]), Math.toRadians(degrees[1]));
    } catch (IllegalArgumentException e) {
      throw error(at, "expected a minimum and a maximum angle about a non-zero axis");
    }
  }

  private double[] numbers(JsonElement element, int count, String at)
      throws MalformedAssetException {
    if (!(element instanceof JsonArray array) || array.size() != count) {
      throw error(at, "expected " + count + " numbers, got " + element);
    }
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      if (!(array.get(i) instanceof JsonPrimitive number) || !number.isNumber()) {
        throw error(at + "/" + i, "expected a number, got " + array.get(i));
      }
      out[i] = number.getAsDouble();
    }
    return out;
  }

  private JsonObject object(JsonElement element, String at) throws MalformedAssetException {
    if (element instanceof JsonObject object) {
      return object;
    }
    throw error(at, "expected an object, got " + element);
  }

  private MalformedAssetException error(String at, String reason) {
    String brief = reason.length() > 200 ? reason.substring(0, 200) + " …" : reason;
    return new MalformedAssetException(source, at.isEmpty() ? "/" : at, brief);
  }
}
