package dev.sinew.io.gltf.stored;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Vec3;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One grid of 65536 steps per axis over the vertices of all meshes. A stored position q, 0 to 1,
 * means D q with D = T(origin) S(size). What places the meshes takes D in: the inverse bind
 * matrices of skins, and nodes with a mesh and no skin. D has one scale for all axes, so that
 * normals keep their directions.
 */
public final class PositionGrid {
  private static final double STEPS = 0xFFFF;

  /** Extensions that place meshes or move nodes in ways the grid would disturb. */
  private static final Set<String> OBSTACLES =
      Set.of("EXT_mesh_gpu_instancing", "KHR_animation_pointer");

  /** Members of a node that concern nothing but its mesh. */
  private static final Set<String> PLACING =
      Set.of("name", "mesh", "weights", "matrix", "translation", "rotation", "scale");

  private final double[] origin = {0, 0, 0};
  private double size;
  private boolean used;

  private PositionGrid() {}

  /** Reads arrays of values. */
  @FunctionalInterface
  public interface Values {
    List<float[]> read() throws MalformedAssetException;
  }

  /** Reads the values of an accessor. */
  @FunctionalInterface
  public interface Floats {
    float[] read(int accessor) throws MalformedAssetException;
  }

  /** Adds matrices to the document; returns the accessor. */
  @FunctionalInterface
  public interface Matrices {
    int add(float[] matrices);
  }

  /** Makes a grid; it is not used if a document has nothing for it or cannot take it. */
  public static PositionGrid of(JsonObject json, Values positions, Values deltas)
      throws MalformedAssetException {
    PositionGrid grid = new PositionGrid();
    if (json.get("extensionsUsed") instanceof JsonArray names) {
      for (JsonElement name : names) {
        if (name instanceof JsonPrimitive text && OBSTACLES.contains(text.getAsString())) {
          return grid;
        }
      }
    }
    grid.fit(positions.read(), deltas.read());
    return grid;
  }

  private void fit(List<float[]> positions, List<float[]> deltas) {
    double[] min = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] max = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    for (float[] points : positions) {
      for (int i = 0; i < points.length; i++) {
        min[i % 3] = Math.min(min[i % 3], points[i]);
        max[i % 3] = Math.max(max[i % 3], points[i]);
      }
    }
    for (int k = 0; k < 3; k++) {
      size = Math.max(size, max[k] - min[k]);
      origin[k] = min[k];
    }
    double longest = 0;
    for (float[] offsets : deltas) {
      for (float offset : offsets) {
        longest = Math.max(longest, Math.abs(offset));
      }
    }
    used = !positions.isEmpty() && size > 0 && Double.isFinite(size) && longest <= size;
  }

  /** Returns true if positions are stored on the grid. */
  public boolean isUsed() {
    return used;
  }

  /** Returns the distance of neighbours on the grid. */
  public double step() {
    return size / STEPS;
  }

  public PackedValues points(float[] points) {
    double[] out = new double[points.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (points[i] - origin[i % 3]) / size;
    }
    return PackedValues.coordinates(out, false);
  }

  /** Returns offsets between points in units of the grid. */
  public PackedValues offsets(float[] offsets) {
    double[] out = new double[offsets.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = offsets[i] / size;
    }
    return PackedValues.coordinates(out, true);
  }

  // ---- skins: B' = B D -------------------------------------------------------------------------

  /** Multiplies the inverse bind matrices of all skins by the grid. */
  public void applyToSkins(JsonObject json, Floats accessors, Matrices added)
      throws MalformedAssetException {
    if (!(json.get("skins") instanceof JsonArray skins)) {
      return;
    }
    Map<Integer, Integer> known = new HashMap<>();
    for (JsonElement element : skins) {
      JsonObject skin = element.getAsJsonObject();
      if (!(skin.get("inverseBindMatrices") instanceof JsonPrimitive old)) {
        int joints = skin.getAsJsonArray("joints").size();
        skin.addProperty("inverseBindMatrices", added.add(scaled(identities(joints))));
        continue;
      }
      Integer made = known.get(old.getAsInt());
      if (made == null) {
        made = added.add(scaled(accessors.read(old.getAsInt())));
        known.put(old.getAsInt(), made);
      }
      skin.addProperty("inverseBindMatrices", made);
    }
  }

  private static float[] identities(int count) {
    float[] out = new float[16 * count];
    for (int i = 0; i < out.length; i++) {
      out[i] = i % 16 % 5 == 0 ? 1 : 0;
    }
    return out;
  }

  /** Returns matrices B D, stored by columns. */
  private float[] scaled(float[] matrices) {
    float[] out = new float[matrices.length];
    for (int m = 0; m < matrices.length; m += 16) {
      for (int row = 0; row < 4; row++) {
        double moved = matrices[m + 12 + row];
        for (int column = 0; column < 3; column++) {
          double entry = matrices[m + 4 * column + row];
          out[m + 4 * column + row] = (float) (entry * size);
          moved += entry * origin[column];
        }
        out[m + 12 + row] = (float) moved;
      }
    }
    return out;
  }

  // ---- nodes with a mesh and no skin -----------------------------------------------------------

  /** Places the meshes of nodes without a skin: the node itself takes D, or a new child does. */
  public void applyToNodes(JsonObject json) {
    if (!(json.get("nodes") instanceof JsonArray nodes)) {
      return;
    }
    BitSet fixed = fixedNodes(json);
    int count = nodes.size();
    for (int n = 0; n < count; n++) {
      JsonObject node = nodes.get(n).getAsJsonObject();
      if (!node.has("mesh") || node.has("skin")) {
        continue;
      }
      boolean plain = PLACING.containsAll(node.keySet());
      if (plain && !fixed.get(n)) {
        scale(node);
      } else {
        moveToChild(json, nodes, n);
      }
    }
  }

  /** Returns the nodes that clips move or skins use. */
  private static BitSet fixedNodes(JsonObject json) {
    BitSet fixed = new BitSet();
    if (json.get("skins") instanceof JsonArray skins) {
      for (JsonElement skin : skins) {
        skin.getAsJsonObject().getAsJsonArray("joints").forEach(j -> fixed.set(j.getAsInt()));
      }
    }
    for (JsonObject target : channelTargets(json)) {
      if (target.get("node") instanceof JsonPrimitive node && !isWeights(target)) {
        fixed.set(node.getAsInt());
      }
    }
    return fixed;
  }

  private static boolean isWeights(JsonObject target) {
    return target.get("path") instanceof JsonPrimitive path && path.getAsString().equals("weights");
  }

  private static List<JsonObject> channelTargets(JsonObject json) {
    return json.get("animations") instanceof JsonArray animations
        ? animations.asList().stream()
            .flatMap(a -> a.getAsJsonObject().getAsJsonArray("channels").asList().stream())
            .map(channel -> channel.getAsJsonObject().getAsJsonObject("target"))
            .toList()
        : List.of();
  }

  /** M' = M D. */
  private void scale(JsonObject node) {
    if (node.get("matrix") instanceof JsonArray matrix) {
      double[] m = numbers(matrix, new double[16]);
      for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 3; column++) {
          m[12 + row] += m[4 * column + row] * origin[column];
        }
      }
      for (int i = 0; i < 12; i++) {
        m[i] *= size;
      }
      node.add("matrix", array(m));
      return;
    }
    double[] translation = numbers(node.get("translation"), new double[3]);
    double[] rotation = numbers(node.get("rotation"), new double[] {0, 0, 0, 1});
    double[] scale = numbers(node.get("scale"), new double[] {1, 1, 1});
    double[] moved = new double[3];
    for (int k = 0; k < 3; k++) {
      moved[k] = scale[k] * origin[k];
      scale[k] *= size;
    }
    double[] turned = rotated(rotation, moved);
    for (int k = 0; k < 3; k++) {
      translation[k] += turned[k];
    }
    node.add("translation", array(translation));
    node.add("scale", array(scale));
  }

  /** Returns v + 2 w (u × v) + 2 u × (u × v) for the unit quaternion (u, w). */
  private static double[] rotated(double[] q, double[] v) {
    double[] once = Vec3.cross(q, v);
    double[] twice = Vec3.cross(q, once);
    double[] out = new double[3];
    for (int k = 0; k < 3; k++) {
      out[k] = v[k] + 2 * (q[3] * once[k] + twice[k]);
    }
    return out;
  }

  private void moveToChild(JsonObject json, JsonArray nodes, int parent) {
    JsonObject node = nodes.get(parent).getAsJsonObject();
    JsonObject child = new JsonObject();
    if (node.get("name") instanceof JsonPrimitive name) {
      child.addProperty("name", name.getAsString() + " mesh");
    }
    for (String member : List.of("mesh", "weights")) {
      if (node.has(member)) {
        child.add(member, node.remove(member));
      }
    }
    child.add("translation", array(origin));
    child.add("scale", array(new double[] {size, size, size}));
    int index = nodes.size();
    nodes.add(child);
    JsonArray children = node.get("children") instanceof JsonArray known ? known : new JsonArray();
    children.add(index);
    node.add("children", children);
    for (JsonObject target : channelTargets(json)) {
      boolean own = target.get("node") instanceof JsonPrimitive moved && moved.getAsInt() == parent;
      if (own && isWeights(target)) {
        target.addProperty("node", index);
      }
    }
  }

  private static double[] numbers(@Nullable JsonElement from, double[] otherwise) {
    if (from instanceof JsonArray array) {
      for (int i = 0; i < otherwise.length && i < array.size(); i++) {
        otherwise[i] = array.get(i).getAsDouble();
      }
    }
    return otherwise;
  }

  private static JsonArray array(double[] numbers) {
    JsonArray out = new JsonArray();
    for (double number : numbers) {
      out.add((float) number);
    }
    return out;
  }
}
