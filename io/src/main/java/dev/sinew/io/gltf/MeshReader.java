package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.weld.WeightRepairs;
import dev.sinew.io.gltf.weld.Welder;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one glTF mesh with all its primitives. Their vertices become wedges in the order of the
 * file; the group of a triangle is the index of its primitive; vertices with equal position,
 * joints, weights and morph offsets become one vertex, also across primitives.
 */
final class MeshReader {
  private static final int TRIANGLES = 4;
  private static final int TRIANGLE_STRIP = 5;
  private static final int TRIANGLE_FAN = 6;

  /** The maximum number of JOINTS_n attributes; rows are sorted and searched linearly. */
  private static final int MAX_SETS = 64;

  /** Vertices shared by primitives with the same accessors. */
  private record Block(
      int firstWedge,
      int count,
      float[] positions,
      Map<String, Column> attributes,
      Optional<Influences> influences,
      Optional<AnimationCoords> coords,
      Optional<MultiWeights> multiWeights,
      List<Target> targets) {}

  private record Column(int components, float[] values) {}

  private record Target(float[] positions, float @Nullable [] normals) {}

  private final JsonPlace mesh;
  private final Accessors accessors;
  private final List<Issue> issues;
  private final Map<String, Block> blocks = new LinkedHashMap<>();
  private final List<GltfAsset.PrimitiveBinding> bindings = new ArrayList<>();
  private final List<int[]> corners = new ArrayList<>();
  private final Geometry geometry;
  private int wedgeCount;

  MeshReader(JsonPlace mesh, int index, Accessors accessors, List<Issue> issues)
      throws MalformedAssetException {
    this.mesh = mesh;
    this.accessors = accessors;
    this.issues = issues;
    readPrimitives();
    geometry = assemble(mesh.textOr("name", "mesh " + index));
  }

  Geometry geometry() {
    return geometry;
  }

  /** Returns the wedges of the primitives. */
  GltfAsset.MeshBinding binding() {
    return new GltfAsset.MeshBinding(bindings);
  }

  private void readPrimitives() throws MalformedAssetException {
    List<JsonPlace> primitives = mesh.get("primitives").items();
    for (int p = 0; p < primitives.size(); p++) {
      JsonPlace primitive = primitives.get(p);
      int mode = primitive.integerOr("mode", 0, 6, TRIANGLES);
      JsonPlace attributes = primitive.get("attributes");
      if (mode < TRIANGLES) {
        issues.add(Issue.info(primitive.pointer(), "points or lines: preserved, not shown"));
        continue;
      }
      if (attributes.find("POSITION") == null) {
        issues.add(Issue.warning(primitive.pointer(), "no POSITION: preserved, not shown"));
        continue;
      }
      Block block = block(primitive, attributes);
      bindings.add(new GltfAsset.PrimitiveBinding(p, block.firstWedge, block.count));
      corners.add(triangles(primitive, mode, block));
    }
  }

  private Block block(JsonPlace primitive, JsonPlace attributes) throws MalformedAssetException {
    JsonPlace targets = primitive.find("targets");
    JsonPlace extensions = primitive.find("extensions");
    String key =
        GltfDocument.toText(attributes.element())
            + (targets == null ? "" : GltfDocument.toText(targets.element()))
            + (extensions == null ? "" : GltfDocument.toText(extensions.element()));
    Block known = blocks.get(key);
    if (known != null) {
      return known;
    }
    float[] positions = accessors.finiteFloats(attributes.get("POSITION"), 3);
    int count = positions.length / 3;
    Map<String, Column> columns = new LinkedHashMap<>();
    for (String name : attributes.members()) {
      if (name.equals("NORMAL")
          || name.equals("TANGENT")
          || name.startsWith("TEXCOORD_")
          || name.startsWith("COLOR_")) {
        columns.put(name, column(attributes.get(name), name, count));
      }
    }
    List<Target> offsets = new ArrayList<>();
    for (JsonPlace target : primitive.items("targets")) {
      offsets.add(target(target, count));
    }
    Block block =
        new Block(
            wedgeCount,
            count,
            positions,
            columns,
            influences(attributes, count),
            AnimationSpaceReader.read(primitive, accessors, count),
            AnimationSpaceReader.readMultiWeights(primitive, accessors, count),
            offsets);
    // Allocates nothing yet, but arrays of three numbers per wedge must be possible.
    wedgeCount = accessors.reserve(primitive, 3L * (wedgeCount + (long) count), 0) / 3;
    blocks.put(key, block);
    return block;
  }

  private Column column(JsonPlace reference, String name, int count)
      throws MalformedAssetException {
    int[] allowed =
        name.equals("NORMAL")
            ? new int[] {3}
            : name.equals("TANGENT")
                ? new int[] {4}
                : name.startsWith("COLOR_") ? new int[] {3, 4} : new int[] {2};
    float[] values = accessors.finiteFloats(reference, allowed);
    int components = accessors.layout(reference).components();
    requireCount(reference, values.length / components, count);
    return new Column(components, values);
  }

  private Target target(JsonPlace target, int count) throws MalformedAssetException {
    float[] positions = offsets(target.find("POSITION"), count);
    float[] normals = offsets(target.find("NORMAL"), count);
    if (positions == null) {
      positions = new float[accessors.reserve(target, 3L * count, Float.BYTES)];
    }
    return new Target(positions, normals);
  }

  private float @Nullable [] offsets(@Nullable JsonPlace reference, int count)
      throws MalformedAssetException {
    if (reference == null) {
      return null;
    }
    float[] values = accessors.finiteFloats(reference, 3);
    requireCount(reference, values.length / 3, count);
    return values;
  }

  /** Reads all JOINTS_n and WEIGHTS_n, normalised; repairs become one issue of each type. */
  private Optional<Influences> influences(JsonPlace attributes, int count)
      throws MalformedAssetException {
    List<int[]> joints = new ArrayList<>();
    List<float[]> weights = new ArrayList<>();
    for (int n = 0; ; n++) {
      JsonPlace jointsN = attributes.find("JOINTS_" + n);
      JsonPlace weightsN = attributes.find("WEIGHTS_" + n);
      if (jointsN == null && weightsN == null) {
        break;
      }
      if (jointsN == null || weightsN == null) {
        throw attributes.error(
            (jointsN == null ? "WEIGHTS_" : "JOINTS_") + n + " has no counterpart");
      }
      if (n == MAX_SETS) {
        throw jointsN.error("expected at most " + 4 * MAX_SETS + " joints per vertex");
      }
      int[] j = accessors.integers(jointsN, 4, Short.BYTES);
      requireCount(jointsN, j.length / 4, count);
      float[] w = accessors.floats(weightsN, 4);
      requireCount(weightsN, w.length / 4, count);
      joints.add(j);
      weights.add(w);
    }
    return joints.isEmpty()
        ? Optional.empty()
        : Optional.of(normalise(attributes, joints, weights, count));
  }

  private Influences normalise(
      JsonPlace attributes, List<int[]> joints, List<float[]> weights, int count)
      throws MalformedAssetException {
    Influences.Builder builder = Influences.builder();
    WeightRepairs repairs = new WeightRepairs(attributes.pointer());
    for (int v = 0; v < count; v++) {
      for (int n = 0; n < joints.size(); n++) {
        for (int i = 4 * v; i < 4 * v + 4; i++) {
          float weight = weights.get(n)[i];
          if (!Float.isFinite(weight)) {
            throw attributes
                .get("WEIGHTS_" + n)
                .error("vertex " + v + ": expected finite weights, got " + weight);
          }
          if (weight < 0) {
            repairs.negative();
          } else {
            builder.add(joints.get(n)[i], weight);
          }
        }
      }
      repairs.sum(builder.endRow());
    }
    repairs.report(issues);
    return builder.build();
  }

  private void requireCount(JsonPlace reference, int actual, int expected)
      throws MalformedAssetException {
    if (actual != expected) {
      throw reference.error("expected " + expected + " elements as in POSITION, got " + actual);
    }
  }

  /** Returns three wedges per triangle, for every mode of the primitive. */
  private int[] triangles(JsonPlace primitive, int mode, Block block)
      throws MalformedAssetException {
    JsonPlace reference = primitive.find("indices");
    int[] indices;
    if (reference == null) {
      indices = new int[accessors.reserve(primitive, block.count, Integer.BYTES)];
      Arrays.setAll(indices, i -> i);
    } else {
      indices = accessors.integers(reference, 1, Integer.BYTES);
      for (int i = 0; i < indices.length; i++) {
        if (indices[i] < 0 || indices[i] >= block.count) {
          throw reference.error(
              "index "
                  + i
                  + " is "
                  + Integer.toUnsignedString(indices[i])
                  + ", the primitive has "
                  + block.count
                  + " vertices");
        }
      }
    }
    int count = mode == TRIANGLES ? indices.length / 3 : Math.max(0, indices.length - 2);
    if (mode == TRIANGLES && indices.length % 3 != 0) {
      issues.add(
          Issue.warning(
              primitive.pointer(),
              indices.length + " indices: the last, incomplete triangle is ignored"));
    }
    int[] out = new int[accessors.reserve(primitive, 3L * count, Integer.BYTES)];
    for (int t = 0; t < count; t++) {
      for (int k = 0; k < 3; k++) {
        out[3 * t + k] = block.firstWedge + indices[corner(mode, t, k)];
      }
    }
    return out;
  }

  private static int corner(int mode, int t, int k) {
    return switch (mode) {
      case TRIANGLE_STRIP -> k == 0 ? t : t + (t % 2 == 0 ? k : 3 - k);
      case TRIANGLE_FAN -> k == 0 ? 0 : t + k;
      default -> 3 * t + k;
    };
  }

  private Geometry assemble(String name) throws MalformedAssetException {
    float[] positions = new float[accessors.reserve(mesh, 3L * wedgeCount, Float.BYTES)];
    for (Block block : blocks.values()) {
      System.arraycopy(block.positions, 0, positions, 3 * block.firstWedge, block.positions.length);
    }
    Welder welder = new Welder(wedgeCount);
    welder.refine(positions, 3);
    Skinning ofWedges = joinSkinning();
    ofWedges.influences().ifPresent(welder::refine);
    ofWedges.coords().ifPresent(welder::refine);
    ofWedges.multiWeights().ifPresent(welder::refine);
    List<float[]> morphPositions = new ArrayList<>();
    List<float @Nullable []> morphNormals = new ArrayList<>();
    joinTargets(morphPositions, morphNormals);
    for (float[] offsets : morphPositions) {
      welder.refine(offsets, 3);
    }

    int[] wedgeVertex = welder.classes();
    int[] firstWedge = new int[welder.classCount()];
    for (int w = wedgeCount - 1; w >= 0; w--) {
      firstWedge[wedgeVertex[w]] = w;
    }
    double[] vertexPositions = new double[3 * firstWedge.length];
    for (int i = 0; i < vertexPositions.length; i++) {
      vertexPositions[i] = positions[3 * firstWedge[i / 3] + i % 3];
    }
    TriMesh surface =
        new TriMesh(vertexPositions, wedgeVertex, joinCorners(), joinGroups(), joinAttributes());
    return new Geometry(
        name,
        surface,
        firstWedge.length == wedgeCount ? ofWedges : ofWedges.rows(firstWedge),
        morphPositions.isEmpty()
            ? MorphTargets.NONE
            : new MorphTargets(morphPositions, morphNormals, restWeights(morphPositions.size()))
                .withNames(targetNames(morphPositions.size())));
  }

  /** Returns the skin of all wedges. Without joints and weights, what corrects them is ignored. */
  private Skinning joinSkinning() {
    Optional<Influences> influences = joinInfluences();
    Optional<AnimationCoords> coords = influences.flatMap(weights -> joinCoords());
    if (influences.isEmpty() || coords.isEmpty()) {
      return influences.<Skinning>map(Skinning.Linear::new).orElse(Skinning.rigid());
    }
    Skinning.AnimationSpace space = new Skinning.AnimationSpace(coords.get(), influences.get());
    return joinMultiWeights()
        .<Skinning>map(weights -> new Skinning.MultiWeight(space, weights))
        .orElse(space);
  }

  /** Returns the animation coordinates of all wedges; empty if a primitive has none. */
  private Optional<AnimationCoords> joinCoords() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (Block block : blocks.values()) {
      if (block.coords.isEmpty()) {
        if (blocks.values().stream().anyMatch(b -> b.coords.isPresent())) {
          issues.add(
              Issue.warning(
                  mesh.pointer(),
                  "only some primitives have animation coordinates; joints and weights are used"));
        }
        return Optional.empty();
      }
      for (int v = 0; v < block.count; v++) {
        rows.add(block.coords.get(), v, 1).endRow();
      }
    }
    return blocks.isEmpty() ? Optional.empty() : Optional.of(rows.buildPoints());
  }

  /** Returns the multi-weights of all wedges; empty if a primitive has none. */
  private Optional<MultiWeights> joinMultiWeights() {
    List<MultiWeights> all = new ArrayList<>();
    for (Block block : blocks.values()) {
      block.multiWeights.ifPresent(all::add);
    }
    if (!all.isEmpty() && all.size() < blocks.size()) {
      issues.add(
          Issue.warning(
              mesh.pointer(),
              "only some primitives have multi-weights; animation coordinates are used"));
    }
    return all.isEmpty() || all.size() < blocks.size()
        ? Optional.empty()
        : Optional.of(MultiWeights.join(all));
  }

  private int[] joinCorners() throws MalformedAssetException {
    long total = corners.stream().mapToLong(c -> c.length).sum();
    int[] out = new int[accessors.reserve(mesh, total, Integer.BYTES)];
    int at = 0;
    for (int[] part : corners) {
      System.arraycopy(part, 0, out, at, part.length);
      at += part.length;
    }
    return out;
  }

  private int[] joinGroups() {
    int[] out = new int[corners.stream().mapToInt(c -> c.length / 3).sum()];
    int at = 0;
    for (int i = 0; i < corners.size(); i++) {
      int end = at + corners.get(i).length / 3;
      Arrays.fill(out, at, end, bindings.get(i).primitive());
      at = end;
    }
    return out;
  }

  /**
   * Returns the attributes of all blocks. A block without an attribute gets its default in glTF:
   * white for colours, zeros for UVs. Normals and tangents have no default and are dropped unless
   * every block has them.
   */
  private List<MeshAttribute> joinAttributes() throws MalformedAssetException {
    Map<String, Integer> components = new LinkedHashMap<>();
    for (Block block : blocks.values()) {
      block.attributes.forEach((n, column) -> components.merge(n, column.components, Math::max));
    }
    List<MeshAttribute> out = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : components.entrySet()) {
      String name = entry.getKey();
      boolean direction = name.equals("NORMAL") || name.equals("TANGENT");
      if (direction && blocks.values().stream().anyMatch(b -> !b.attributes.containsKey(name))) {
        continue;
      }
      int width = entry.getValue();
      float[] values = new float[accessors.reserve(mesh, (long) width * wedgeCount, Float.BYTES)];
      if (name.startsWith("COLOR_")) {
        Arrays.fill(values, 1);
      }
      for (Block block : blocks.values()) {
        Column column = block.attributes.get(name);
        if (column != null) {
          copyWidened(column, values, width, block);
        }
      }
      out.add(new MeshAttribute(name, width, values));
    }
    return out;
  }

  private static void copyWidened(Column column, float[] out, int width, Block block) {
    for (int w = 0; w < block.count; w++) {
      int to = width * (block.firstWedge + w);
      for (int c = 0; c < width; c++) {
        // Only colours have two widths; the missing component is alpha.
        out[to + c] = c < column.components ? column.values[column.components * w + c] : 1;
      }
    }
  }

  private Optional<Influences> joinInfluences() {
    if (blocks.values().stream().allMatch(b -> b.influences.isEmpty())) {
      return Optional.empty();
    }
    if (blocks.values().stream().anyMatch(b -> b.influences.isEmpty())) {
      issues.add(
          Issue.warning(
              mesh.pointer(), "some primitives have no joints and weights; they follow joint 0"));
    }
    if (blocks.size() == 1) {
      return blocks.values().iterator().next().influences;
    }
    Influences.Builder builder = Influences.builder();
    for (Block block : blocks.values()) {
      Influences own = block.influences.orElse(null);
      for (int v = 0; v < block.count; v++) {
        for (int i = 0; own != null && i < own.count(v); i++) {
          builder.add(own.joint(v, i), own.weight(v, i));
        }
        builder.endRow();
      }
    }
    return Optional.of(builder.build());
  }

  private void joinTargets(List<float[]> positions, List<float @Nullable []> normals)
      throws MalformedAssetException {
    int count = blocks.values().stream().mapToInt(b -> b.targets.size()).max().orElse(0);
    for (int t = 0; t < count; t++) {
      float[] joined = new float[accessors.reserve(mesh, 3L * wedgeCount, Float.BYTES)];
      float[] joinedNormals = null;
      for (Block block : blocks.values()) {
        if (block.targets.size() != count) {
          throw mesh.error(
              "one primitive has " + count + " morph targets, another " + block.targets.size());
        }
        Target target = block.targets.get(t);
        System.arraycopy(target.positions, 0, joined, 3 * block.firstWedge, 3 * block.count);
        if (target.normals != null) {
          if (joinedNormals == null) {
            joinedNormals = new float[accessors.reserve(mesh, 3L * wedgeCount, Float.BYTES)];
          }
          System.arraycopy(target.normals, 0, joinedNormals, 3 * block.firstWedge, 3 * block.count);
        }
      }
      positions.add(joined);
      normals.add(joinedNormals);
    }
  }

  /** Returns the names in the extras of the mesh, or of its first primitive, as UniVRM has them. */
  private List<String> targetNames(int targets) throws MalformedAssetException {
    List<String> own = targetNames(mesh.object(), targets);
    List<JsonObject> primitives = JsonPlace.objectsOf(mesh.object(), "primitives");
    return own.isEmpty() && !primitives.isEmpty()
        ? targetNames(primitives.getFirst(), targets)
        : own;
  }

  /** Returns the names that many programs write; empty unless every target has one. */
  private static List<String> targetNames(JsonObject owner, int targets) {
    List<String> out = new ArrayList<>();
    JsonObject extras = JsonPlace.objectOf(owner, "extras");
    if (extras.get("targetNames") instanceof JsonArray names) {
      for (JsonElement name : names) {
        if (name instanceof JsonPrimitive text && text.isString()) {
          out.add(text.getAsString());
        }
      }
    }
    return out.size() == targets ? out : List.of();
  }

  private double[] restWeights(int targets) throws MalformedAssetException {
    JsonPlace weights = mesh.find("weights");
    return weights == null ? new double[targets] : weights.numbers(targets);
  }
}
