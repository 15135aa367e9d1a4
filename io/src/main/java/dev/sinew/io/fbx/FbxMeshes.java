package dev.sinew.io.fbx;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the geometries that models show as meshes, with their skins and morph targets. */
final class FbxMeshes {
  private static final int MAX_UV_SETS = 8;

  private final FbxScene scene;
  private final FbxSpace space;
  private final FbxHierarchy nodes;
  private final FbxMaterials materials;
  private final GltfBuilder builder;
  private final List<Issue> issues;
  private final Map<FbxObject, Geometry> geometries = new HashMap<>();
  private final Map<MeshKey, Integer> meshes = new HashMap<>();
  private final Map<Integer, FbxShapes> shapesOfNode = new LinkedHashMap<>();

  /** A geometry as it was read. */
  private record Geometry(
      FbxPolygons polygons,
      Layers layers,
      FbxVertices vertices,
      Optional<FbxSkin> skin,
      FbxShapes shapes) {}

  /** The layers of a geometry that are read. */
  private record Layers(
      Optional<FbxLayer> normals,
      List<FbxLayer> uvs,
      Optional<FbxLayer> colors,
      Optional<FbxLayer> material) {

    /** Returns the layers with values of vertices. */
    List<FbxLayer> ofVertices() {
      List<FbxLayer> all = new ArrayList<>();
      normals.ifPresent(all::add);
      all.addAll(uvs);
      colors.ifPresent(all::add);
      return all;
    }
  }

  /** Models with equal keys show the same mesh. */
  private record MeshKey(FbxObject geometry, List<FbxObject> materials, List<Double> offset) {}

  FbxMeshes(
      FbxScene scene,
      FbxSpace space,
      FbxHierarchy nodes,
      FbxMaterials materials,
      GltfBuilder builder,
      List<Issue> issues) {
    this.scene = scene;
    this.space = space;
    this.nodes = nodes;
    this.materials = materials;
    this.builder = builder;
    this.issues = issues;
  }

  /** Gives nodes their meshes and skins; models with several meshes get nodes below. */
  void addTo(List<JsonObject> objects) throws MalformedAssetException {
    for (int n = 0; n < nodes.models().size(); n++) {
      FbxModel model = nodes.models().get(n);
      int node = n;
      for (FbxObject geometry : scene.below(model.object(), "Geometry", "Mesh")) {
        if (node == FbxHierarchy.NO_PARENT) {
          node = objects.size();
          JsonObject child = new JsonObject();
          child.addProperty("name", geometry.name());
          objects.add(child);
          FbxHierarchy.addChild(objects.get(n), node);
        }
        show(model, geometry, n, node, objects.get(node));
        node = FbxHierarchy.NO_PARENT;
      }
    }
  }

  /** Returns the blend shapes of the nodes whose meshes have some. */
  Map<Integer, FbxShapes> shapes() {
    return shapesOfNode;
  }

  private void show(FbxModel model, FbxObject geometry, int modelNode, int node, JsonObject object)
      throws MalformedAssetException {
    Geometry read = geometry(geometry);
    if (read.vertices.count() == 0) {
      issues.add(Issue.info(geometry.title(), "has no triangles; left out"));
      return;
    }
    double[] offset = model.geometric();
    List<FbxObject> own = scene.below(model.object(), "Material", "");
    List<Double> key = Arrays.stream(offset).boxed().toList();
    MeshKey meshKey = new MeshKey(geometry, own, key);
    Integer mesh = meshes.get(meshKey);
    if (mesh == null) {
      mesh = builder.add("meshes", mesh(geometry, read, own, offset));
      meshes.put(meshKey, mesh);
    }
    object.addProperty("mesh", mesh);
    if (read.skin.isPresent()) {
      object.addProperty("skin", builder.add("skins", skin(read.skin.get(), geometry, modelNode)));
    }
    if (!read.shapes.isEmpty()) {
      shapesOfNode.put(node, read.shapes);
    }
  }

  private Geometry geometry(FbxObject object) throws MalformedAssetException {
    Geometry known = geometries.get(object);
    if (known != null) {
      return known;
    }
    FbxPolygons polygons = new FbxPolygons(object.node());
    Layers layers = layers(object);
    Geometry read =
        new Geometry(
            polygons,
            layers,
            new FbxVertices(object.node(), polygons, layers.ofVertices()),
            FbxSkin.of(scene, nodes, object, polygons.pointCount(), issues),
            FbxShapes.of(scene, object, issues));
    geometries.put(object, read);
    return read;
  }

  private Layers layers(FbxObject geometry) throws MalformedAssetException {
    List<FbxLayer> uvs = layers(geometry, "LayerElementUV", "UV", 2);
    if (uvs.size() > MAX_UV_SETS) {
      issues.add(
          Issue.info(
              geometry.title(), uvs.size() + " UV sets; the first " + MAX_UV_SETS + " are read"));
      uvs = uvs.subList(0, MAX_UV_SETS);
    }
    List<FbxLayer> normals = layers(geometry, "LayerElementNormal", "Normals", 3);
    if (normals.isEmpty()) {
      issues.add(Issue.info(geometry.title(), "has no normals; it is drawn with flat triangles"));
    }
    return new Layers(
        normals.stream().findFirst(),
        uvs,
        layers(geometry, "LayerElementColor", "Colors", 4).stream().findFirst(),
        layers(geometry, "LayerElementMaterial", "Materials", 1).stream().findFirst());
  }

  private List<FbxLayer> layers(FbxObject geometry, String element, String values, int width)
      throws MalformedAssetException {
    List<FbxLayer> found = new ArrayList<>();
    for (FbxNode node : geometry.node().all(element)) {
      FbxLayer.read(node, values, width, geometry.title(), issues).ifPresent(found::add);
    }
    return found;
  }

  private JsonObject mesh(FbxObject geometry, Geometry read, List<FbxObject> own, double[] offset)
      throws MalformedAssetException {
    FbxVertices vertices = read.vertices;
    int sets = read.skin.map(skin -> (skin.maxCount() + 3) / 4).orElse(0);
    long targets = read.shapes.targets().size();
    geometry
        .node()
        .file()
        .spend(geometry.node().at(), (100 + 32L * sets + 12 * targets) * vertices.count());
    FbxSurface surface = new FbxSurface(geometry, read.polygons, vertices, offset, space);
    JsonObject attributes = new JsonObject();
    attributes.addProperty("POSITION", builder.vertexFloats(surface.positions(), "VEC3", 3));
    int at = 0;
    if (read.layers.normals.isPresent()) {
      float[] normals = surface.normals(vertices.values(at, 3));
      attributes.addProperty("NORMAL", builder.vertexFloats(normals, "VEC3", 3));
      at += 3;
    }
    for (int set = 0; set < read.layers.uvs.size(); set++, at += 2) {
      attributes.addProperty(
          "TEXCOORD_" + set,
          builder.vertexFloats(FbxSurface.uvs(vertices.values(at, 2)), "VEC2", 2));
    }
    if (read.layers.colors.isPresent()) {
      float[] colors = FbxSurface.colors(vertices.values(at, 4));
      attributes.addProperty("COLOR_0", builder.vertexFloats(colors, "VEC4", 4));
    }
    if (surface.repairs() > 0) {
      issues.add(
          Issue.warning(
              geometry.title(), surface.repairs() + " normals of length 0 are computed anew"));
    }
    read.skin.ifPresent(skin -> addInfluences(attributes, skin, vertices.points(), sets));
    JsonArray morphs = targets(read.shapes, surface);
    JsonArray primitives = new JsonArray();
    List<String> uvNames = read.layers.uvs.stream().map(FbxLayer::name).toList();
    for (Map.Entry<Integer, int[]> group : byMaterial(read).entrySet()) {
      JsonObject primitive = new JsonObject();
      primitive.add("attributes", attributes);
      primitive.addProperty("indices", builder.indices(surface.wound(group.getValue())));
      int material = group.getKey();
      Optional<FbxObject> named =
          material >= 0 && material < own.size()
              ? Optional.of(own.get(material))
              : Optional.empty();
      primitive.addProperty("material", materials.write(named, uvNames));
      if (!morphs.isEmpty()) {
        primitive.add("targets", morphs);
      }
      primitives.add(primitive);
    }
    JsonObject mesh = new JsonObject();
    mesh.addProperty("name", geometry.name());
    mesh.add("primitives", primitives);
    if (!morphs.isEmpty()) {
      addNames(mesh, geometry, read.shapes);
    }
    return mesh;
  }

  private void addNames(JsonObject mesh, FbxObject geometry, FbxShapes shapes)
      throws MalformedAssetException {
    double[] percents = shapes.weights(c -> shapes.channels().get(c).percent());
    scene.file().requireFloats(geometry.node().at(), "a weight of a shape", percents);
    JsonArray weights = new JsonArray();
    for (double weight : percents) {
      weights.add(weight);
    }
    mesh.add("weights", weights);
    JsonArray names = new JsonArray();
    shapes.names().forEach(names::add);
    JsonObject extras = new JsonObject();
    extras.add("targetNames", names);
    mesh.add("extras", extras);
  }

  private void addInfluences(JsonObject attributes, FbxSkin skin, int[] points, int sets) {
    for (int set = 0; set < sets; set++) {
      int[] joints = new int[4 * points.length];
      float[] weights = new float[joints.length];
      for (int v = 0; v < points.length; v++) {
        int from = skin.starts()[points[v]] + 4 * set;
        int to = Math.min(from + 4, skin.ends()[points[v]]);
        for (int i = from; i < to; i++) {
          joints[4 * v + i - from] = skin.joints()[i];
          weights[4 * v + i - from] = (float) skin.weights()[i];
        }
      }
      attributes.addProperty("JOINTS_" + set, builder.joints(joints));
      attributes.addProperty("WEIGHTS_" + set, builder.vertexFloats(weights, "VEC4", 4));
    }
  }

  private JsonArray targets(FbxShapes shapes, FbxSurface surface) throws MalformedAssetException {
    JsonArray targets = new JsonArray();
    for (FbxShapes.Target shape : shapes.targets()) {
      JsonObject target = new JsonObject();
      target.addProperty("POSITION", builder.smallerOffsets(surface.offsets(shape.geometry())));
      targets.add(target);
    }
    return targets;
  }

  /** Returns the vertices of the triangles of each material, by its index. */
  private static Map<Integer, int[]> byMaterial(Geometry read) {
    int[] corners = read.vertices.corners();
    int[] triangles = read.polygons.triangles();
    Map<Integer, int[]> groups = new TreeMap<>();
    Optional<FbxLayer> layer = read.layers.material;
    if (layer.isEmpty()) {
      groups.put(0, corners);
      return groups;
    }
    int[] material = new int[triangles.length / 3];
    Map<Integer, Integer> counts = new HashMap<>();
    for (int t = 0; t < material.length; t++) {
      int corner = triangles[3 * t];
      int found =
          layer.get().find(corner, read.polygons.point(corner), read.polygons.polygon(corner));
      material[t] = found < 0 ? 0 : (int) layer.get().values()[found];
      counts.merge(material[t], 1, Integer::sum);
    }
    counts.forEach((index, count) -> groups.put(index, new int[3 * count]));
    Map<Integer, Integer> filled = new HashMap<>();
    for (int t = 0; t < material.length; t++) {
      int at = filled.merge(material[t], 1, Integer::sum) - 1;
      System.arraycopy(corners, 3 * t, groups.getOrDefault(material[t], corners), 3 * at, 3);
    }
    return groups;
  }

  private JsonObject skin(FbxSkin skin, FbxObject geometry, int mesh)
      throws MalformedAssetException {
    JsonObject object = new JsonObject();
    object.addProperty("name", geometry.name());
    int[] joints = skin.nodes(mesh);
    JsonArray list = new JsonArray();
    for (int joint : joints) {
      list.add(joint);
    }
    object.add("joints", list);
    geometry.node().file().spend(geometry.node().at(), 8L * Affine.SIZE * joints.length);
    Skin made = new Skin(geometry.name(), joints, skin.inverseBinds(space, nodes, mesh));
    object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, made));
    return object;
  }
}
