package dev.sinew.testkit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes copies of glTF files that show the same scene from other numbers: meshes in other units
 * and axes, skeletons below an armature node that scales and turns. A centimetre mesh below a node
 * of scale 0.01 is the commonest of them in practice.
 *
 * <p>Files with one scene, without sparse or quantized positions and without animation coordinates
 * are supported.
 */
public final class GltfCopy {
  private static final int FLOAT = 5126;

  private final Space space;
  private final GltfFile file;
  private final JsonObject root;
  private final ByteArrayOutputStream binary = new ByteArrayOutputStream();

  /** The changed accessors by what was done to which. */
  private final Map<String, Integer> changed = new HashMap<>();

  /**
   * The space of a copy.
   *
   * @param name for messages
   * @param meshScale the mesh units per scene unit, of every mesh in turn; repeated
   * @param meshTurn the rotation of mesh space, a unit quaternion x, y, z, w
   * @param nodeScale the scale of the armature node: joints are in units of this many scene units
   * @param nodeTurn the rotation of the armature node, undone by a node below it
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Space(
      String name, double[] meshScale, double[] meshTurn, double nodeScale, double[] nodeTurn) {
    private static final double[] NO_TURN = {0, 0, 0, 1};

    /** Meshes in other units. */
    public static Space ofMeshes(String name, double... scale) {
      return new Space(name, scale, NO_TURN, 1, NO_TURN);
    }

    /** Returns the same with a turned mesh space. */
    public Space withMeshTurn(double x, double y, double z, double degrees) {
      return new Space(name, meshScale, quaternion(x, y, z, degrees), nodeScale, nodeTurn);
    }

    /** Returns the same below an armature node that scales and turns. */
    public Space below(double scale, double x, double y, double z, double degrees) {
      return new Space(name, meshScale, meshTurn, scale, quaternion(x, y, z, degrees));
    }

    private static double[] quaternion(double x, double y, double z, double degrees) {
      double length = Math.sqrt(x * x + y * y + z * z);
      double sin = Math.sin(Math.toRadians(degrees) / 2) / length;
      return new double[] {sin * x, sin * y, sin * z, Math.cos(Math.toRadians(degrees) / 2)};
    }

    private double meshScale(int mesh) {
      return meshScale[mesh % meshScale.length];
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private GltfCopy(Path from, Space space) throws IOException {
    this.space = space;
    file = new GltfFile(from);
    root = file.root().deepCopy();
  }

  /** Writes a .glb that shows the scene of another file. */
  public static void write(Path from, Space space, Path to) throws IOException {
    new GltfCopy(from, space).write(to);
  }

  private void write(Path to) throws IOException {
    joinBuffers();
    List<JsonObject> nodes = new ArrayList<>(objects("nodes"));
    for (int m = 0; m < objects("meshes").size(); m++) {
      moveMesh(objects("meshes").get(m), space.meshScale(m));
    }
    moveSkins(nodes);
    nodes.forEach(this::scaleTranslation);
    hangMeshes(nodes);
    scaleAnimations();
    addArmature();
    writeGlb(to);
  }

  private List<JsonObject> objects(String name) {
    return GltfFile.list(root, name).asList().stream().map(JsonElement::getAsJsonObject).toList();
  }

  private static int add(JsonObject root, String list, JsonObject value) {
    if (!root.has(list)) {
      root.add(list, new JsonArray());
    }
    root.getAsJsonArray(list).add(value);
    return root.getAsJsonArray(list).size() - 1;
  }

  // ---- buffers ---------------------------------------------------------------------------------

  private void joinBuffers() {
    List<Integer> starts = new ArrayList<>();
    for (ByteBuffer buffer : file.buffers()) {
      starts.add(append(buffer.duplicate()));
    }
    for (JsonObject view : objects("bufferViews")) {
      int start = starts.get(view.get("buffer").getAsInt());
      view.addProperty("byteOffset", start + GltfFile.integer(view, "byteOffset", 0));
      view.addProperty("buffer", 0);
    }
  }

  private int append(ByteBuffer bytes) {
    while (binary.size() % 4 != 0) {
      binary.write(0);
    }
    int at = binary.size();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    binary.writeBytes(copy);
    return at;
  }

  /** Returns the index of a new accessor of floats. */
  private int addAccessor(String type, int components, double[] values, boolean hasLimits) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    double[] min = new double[components];
    double[] max = new double[components];
    Arrays.fill(min, Double.POSITIVE_INFINITY);
    Arrays.fill(max, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < values.length; i++) {
      bytes.putFloat((float) values[i]);
      min[i % components] = Math.min(min[i % components], (float) values[i]);
      max[i % components] = Math.max(max[i % components], (float) values[i]);
    }
    bytes.flip();
    JsonObject view = new JsonObject();
    view.addProperty("buffer", 0);
    view.addProperty("byteLength", bytes.limit());
    view.addProperty("byteOffset", append(bytes));
    JsonObject accessor = new JsonObject();
    accessor.addProperty("bufferView", add(root, "bufferViews", view));
    accessor.addProperty("componentType", FLOAT);
    accessor.addProperty("count", values.length / components);
    accessor.addProperty("type", type);
    if (hasLimits) {
      accessor.add("min", array(min));
      accessor.add("max", array(max));
    }
    return add(root, "accessors", accessor);
  }

  private static JsonArray array(double... values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value);
    }
    return out;
  }

  private interface Change {
    void apply(double[] values, int at);
  }

  /** Replaces the accessor that an object names by a changed copy. */
  private void replace(JsonObject object, String name, String type, String what, Change change) {
    if (!object.has(name)) {
      return;
    }
    int index = object.get(name).getAsInt();
    Integer known = changed.get(what + index);
    if (known == null) {
      double[] values = file.accessor(index);
      int components = type.equals("VEC3") ? 3 : type.equals("VEC4") ? 4 : 16;
      for (int i = 0; i < values.length; i += components) {
        change.apply(values, i);
      }
      known = addAccessor(type, components, values, name.equals("POSITION"));
      changed.put(what + index, known);
    }
    object.addProperty(name, known);
  }

  // ---- meshes and skins ------------------------------------------------------------------------

  private void moveMesh(JsonObject mesh, double scale) {
    String what = "×" + scale + " ";
    Change turn = (v, at) -> turn(space.meshTurn, v, at);
    Change move =
        (v, at) -> {
          turn(space.meshTurn, v, at);
          for (int k = at; k < at + 3; k++) {
            v[k] *= scale;
          }
        };
    for (JsonElement element : mesh.getAsJsonArray("primitives")) {
      JsonObject primitive = element.getAsJsonObject();
      JsonObject attributes = primitive.getAsJsonObject("attributes");
      replace(attributes, "POSITION", "VEC3", what, move);
      replace(attributes, "NORMAL", "VEC3", "turned ", turn);
      replace(attributes, "TANGENT", "VEC4", "turned ", turn);
      for (JsonElement target : GltfFile.list(primitive, "targets")) {
        replace(target.getAsJsonObject(), "POSITION", "VEC3", what, move);
        replace(target.getAsJsonObject(), "NORMAL", "VEC3", "turned ", turn);
        replace(target.getAsJsonObject(), "TANGENT", "VEC3", "turned ", turn);
      }
    }
  }

  private static void turn(double[] q, double[] v, int at) {
    double x = v[at], y = v[at + 1], z = v[at + 2];
    double a = q[1] * z - q[2] * y + q[3] * x;
    double b = q[2] * x - q[0] * z + q[3] * y;
    double c = q[0] * y - q[1] * x + q[3] * z;
    v[at] = x + 2 * (q[1] * c - q[2] * b);
    v[at + 1] = y + 2 * (q[2] * a - q[0] * c);
    v[at + 2] = z + 2 * (q[0] * b - q[1] * a);
  }

  private static double[] back(double[] q) {
    return new double[] {-q[0], -q[1], -q[2], q[3]};
  }

  /** Gives every pair of a skin and a mesh scale its own skin. */
  private void moveSkins(List<JsonObject> nodes) {
    List<JsonObject> skins = objects("skins");
    Map<String, Integer> made = new HashMap<>();
    JsonArray out = new JsonArray();
    for (JsonObject node : nodes) {
      if (node.has("skin") && node.has("mesh")) {
        double scale = space.meshScale(node.get("mesh").getAsInt());
        int skin = node.get("skin").getAsInt();
        String key = skin + " " + scale;
        if (!made.containsKey(key)) {
          made.put(key, out.size());
          out.add(movedSkin(skins.get(skin).deepCopy(), scale));
        }
        node.addProperty("skin", made.get(key));
      }
    }
    if (!out.isEmpty()) {
      root.add("skins", out);
    }
  }

  /** Inverse bind matrices B become N⁻¹ B M⁻¹, N the unit of joints and M the motion of meshes. */
  private JsonObject movedSkin(JsonObject skin, double meshScale) {
    int joints = skin.getAsJsonArray("joints").size();
    double[] binds = new double[16 * joints];
    if (skin.has("inverseBindMatrices")) {
      binds = file.accessor(skin.get("inverseBindMatrices").getAsInt());
    } else {
      for (int i = 0; i < binds.length; i++) {
        binds[i] = i % 16 % 5 == 0 ? 1 : 0;
      }
    }
    double[] row = new double[3];
    for (int j = 0; j < binds.length; j += 16) {
      for (int r = 0; r < 3; r++) {
        // A row of the 3×3 part times M⁻¹ is M⁻ᵀ times the row: turned and divided.
        for (int c = 0; c < 3; c++) {
          row[c] = binds[j + 4 * c + r];
        }
        turn(space.meshTurn, row, 0);
        for (int c = 0; c < 3; c++) {
          binds[j + 4 * c + r] = row[c] / (meshScale * space.nodeScale);
        }
        binds[j + 12 + r] /= space.nodeScale;
      }
    }
    skin.addProperty("inverseBindMatrices", addAccessor("MAT4", 16, binds, false));
    return skin;
  }

  // ---- nodes and animations --------------------------------------------------------------------

  private void scaleTranslation(JsonObject node) {
    if (node.has("translation")) {
      double[] t = GltfFile.numbers(node, "translation");
      node.add(
          "translation",
          array(t[0] / space.nodeScale, t[1] / space.nodeScale, t[2] / space.nodeScale));
    }
    if (node.has("matrix")) {
      double[] m = GltfFile.numbers(node, "matrix");
      for (int k = 12; k < 15; k++) {
        m[k] /= space.nodeScale;
      }
      node.add("matrix", array(m));
    }
  }

  /** Hangs meshes without a skin on nodes of their own, which undo the motion of the mesh. */
  private void hangMeshes(List<JsonObject> nodes) {
    for (int n = 0; n < nodes.size(); n++) {
      JsonObject node = nodes.get(n);
      if (!node.has("mesh") || node.has("skin")) {
        continue;
      }
      double s = 1 / (space.meshScale(node.get("mesh").getAsInt()) * space.nodeScale);
      JsonObject child = new JsonObject();
      child.addProperty("name", "units of " + n);
      child.add("rotation", array(back(space.meshTurn)));
      child.add("scale", array(s, s, s));
      for (String moved : List.of("mesh", "weights")) {
        Optional.ofNullable(node.remove(moved)).ifPresent(value -> child.add(moved, value));
      }
      int index = add(root, "nodes", child);
      if (!node.has("children")) {
        node.add("children", new JsonArray());
      }
      node.getAsJsonArray("children").add(index);
      for (JsonObject target : targets("weights")) {
        if (target.get("node").getAsInt() == n) {
          target.addProperty("node", index);
        }
      }
    }
  }

  private List<JsonObject> targets(String path) {
    return objects("animations").stream()
        .flatMap(animation -> animation.getAsJsonArray("channels").asList().stream())
        .map(channel -> channel.getAsJsonObject().getAsJsonObject("target"))
        .filter(target -> target.get("path").getAsString().equals(path) && target.has("node"))
        .toList();
  }

  private void scaleAnimations() {
    for (JsonObject animation : objects("animations")) {
      JsonArray samplers = animation.getAsJsonArray("samplers");
      for (JsonElement element : animation.getAsJsonArray("channels")) {
        JsonObject channel = element.getAsJsonObject();
        String path = channel.getAsJsonObject("target").get("path").getAsString();
        if (path.equals("translation")) {
          JsonObject sampler =
              samplers.get(channel.get("sampler").getAsInt()).getAsJsonObject().deepCopy();
          replace(
              sampler,
              "output",
              "VEC3",
              "translation ",
              (v, at) -> {
                for (int k = at; k < at + 3; k++) {
                  v[k] /= space.nodeScale;
                }
              });
          samplers.add(sampler);
          channel.addProperty("sampler", samplers.size() - 1);
        }
      }
    }
  }

  /** Hangs the scene below a node that scales and turns, and one that turns back. */
  private void addArmature() {
    if (objects("scenes").size() != 1) {
      throw new UnsupportedOperationException("expected one scene");
    }
    JsonObject scene = objects("scenes").getFirst();
    JsonObject inner = new JsonObject();
    inner.addProperty("name", "turned back");
    inner.add("rotation", array(back(space.nodeTurn)));
    inner.add("children", scene.getAsJsonArray("nodes"));
    JsonObject armature = new JsonObject();
    armature.addProperty("name", "armature");
    armature.add("rotation", array(space.nodeTurn));
    armature.add("scale", array(space.nodeScale, space.nodeScale, space.nodeScale));
    JsonArray below = new JsonArray();
    below.add(add(root, "nodes", inner));
    armature.add("children", below);
    JsonArray top = new JsonArray();
    top.add(add(root, "nodes", armature));
    scene.add("nodes", top);
  }

  // ---- the file --------------------------------------------------------------------------------

  private void writeGlb(Path to) throws IOException {
    while (binary.size() % 4 != 0) {
      binary.write(0);
    }
    JsonObject buffer = new JsonObject();
    buffer.addProperty("byteLength", binary.size());
    JsonArray buffers = new JsonArray();
    buffers.add(buffer);
    root.add("buffers", buffers);
    String json = root.toString();
    json += " ".repeat(Math.floorMod(-json.getBytes(StandardCharsets.UTF_8).length, 4));
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    int length = 12 + 8 + text.length + 8 + binary.size();
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(GltfFile.GLB_MAGIC).putInt(2).putInt(length);
    out.putInt(text.length).putInt(GltfFile.JSON_CHUNK).put(text);
    out.putInt(binary.size()).putInt(GltfFile.BINARY_CHUNK).put(binary.toByteArray());
    Files.write(to, out.array());
  }
}
