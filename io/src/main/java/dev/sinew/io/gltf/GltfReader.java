package dev.sinew.io.gltf;

import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.LevelNodes;
import dev.sinew.io.gltf.json.NodeTree;
import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a character from a glTF document.
 *
 * <p>Content that can be repaired or ignored becomes an issue. Invalid content (an index out of
 * range, a position that is not a number) is an error with its position and the reason.
 */
public final class GltfReader {
  private final GltfDocument document;
  private final Accessors accessors;
  private final List<Issue> issues = new ArrayList<>();

  private GltfReader(GltfDocument document) throws MalformedAssetException {
    this.document = document;
    this.accessors = new Accessors(document);
  }

  /** Reads a file and builds its character; {@link GltfAsset#requireSound} rejects errors. */
  public static GltfAsset read(Path file) throws IOException {
    return read(GltfDocument.read(file));
  }

  /** Reads a file, and the files that it refers to, as inputs of a session. */
  public static GltfAsset read(Path file, FileSession files) throws IOException {
    return read(GltfDocument.read(file, files));
  }

  /** Builds the character of a document. */
  public static GltfAsset read(GltfDocument document) throws MalformedAssetException {
    return new GltfReader(document).build();
  }

  private GltfAsset build() throws MalformedAssetException {
    requireExtensions();
    NodeTree tree = NodeTree.read(document.root(), issues);
    LevelNodes levels = LevelNodes.read(document.root(), issues);
    List<Skin> skins = readSkins(tree);
    List<Geometry> geometries = new ArrayList<>();
    List<GltfAsset.MeshBinding> bindings = new ArrayList<>();
    for (JsonPlace mesh : document.root().items("meshes")) {
      MeshReader reader = new MeshReader(mesh, geometries.size(), accessors, issues);
      geometries.add(reader.geometry());
      bindings.add(reader.binding());
    }
    MaterialReader materialReader = new MaterialReader(document, accessors, issues);
    List<List<Material>> materials = new ArrayList<>();
    for (JsonPlace mesh : document.root().items("meshes")) {
      materials.add(materialReader.ofMesh(mesh));
    }
    boolean[] shown = nodesInScene(tree);
    noteHidden(shown, levels);
    Instances.note(document.root(), accessors, issues);
    List<Part> parts = readParts(shown, tree, skins, geometries);
    ClipReader clips = new ClipReader(document.root(), accessors, tree, issues);
    SkinnedCharacter character =
        new SkinnedCharacter(tree.skeleton(), skins, geometries, parts, clips.read(), materials);
    return new GltfAsset(document, character, tree.nodes(), bindings, issues);
  }

  /**
   * Builds what a level of detail shows.
   *
   * @param whole the asset of the document
   */
  static GltfAsset level(GltfAsset whole, int level) throws MalformedAssetException {
    return new GltfReader(whole.document()).buildLevels(whole, level, level);
  }

  /** Builds what all levels of detail show together. */
  static GltfAsset allLevels(GltfAsset whole) throws MalformedAssetException {
    return new GltfReader(whole.document()).buildLevels(whole, 0, whole.levelCount() - 1);
  }

  private GltfAsset buildLevels(GltfAsset asset, int first, int last)
      throws MalformedAssetException {
    SkinnedCharacter whole = asset.character();
    LevelNodes levels = LevelNodes.read(document.root(), issues);
    NodeTree tree = NodeTree.read(document.root(), issues, levels.owners());
    boolean[] inScene = nodesInScene(tree);
    boolean[] shown = new boolean[inScene.length];
    for (int level = first; level <= last; level++) {
      boolean[] own = levels.shown(level, tree, inScene);
      for (int n = 0; n < shown.length; n++) {
        shown[n] |= own[n];
      }
    }
    List<Skin> skins = readSkins(tree);
    List<Part> parts = readParts(shown, tree, skins, whole.meshes());
    ClipReader clips = new ClipReader(document.root(), accessors, tree, issues);
    SkinnedCharacter character =
        new SkinnedCharacter(
            tree.skeleton(), skins, whole.meshes(), parts, clips.read(), whole.materials());
    return new GltfAsset(document, character, tree.nodes(), asset.meshes(), issues);
  }

  private void requireExtensions() throws MalformedAssetException {
    issues.addAll(document.conversionIssues());
    for (String decoded : document.decodedExtensions()) {
      issues.add(
          Issue.info(
              "/extensionsUsed",
              decoded + ": decoded, outputs are quantised and compressed by other extensions"));
    }
    for (JsonPlace used : document.root().items("extensionsUsed")) {
      if (!ExtensionTable.isKnown(used.text())) {
        issues.add(
            Issue.info(used.pointer(), used.text() + " is preserved, but has no effect on poses"));
      }
    }
    for (JsonPlace required : document.root().items("extensionsRequired")) {
      String name = required.text();
      if (!ExtensionTable.isKnown(name)) {
        throw required.error(
            "the file requires the extension " + name + ", which Sinew does not support");
      }
    }
  }

  private List<Skin> readSkins(NodeTree tree) throws MalformedAssetException {
    List<Skin> skins = new ArrayList<>();
    for (JsonPlace place : document.root().items("skins")) {
      List<JsonPlace> references = place.get("joints").items();
      if (references.isEmpty()) {
        throw place.get("joints").error("expected at least 1 joint");
      }
      int[] joints = new int[references.size()];
      for (int i = 0; i < joints.length; i++) {
        joints[i] = tree.joint(references.get(i));
      }
      JsonPlace root = place.find("skeleton");
      if (root != null) {
        tree.joint(root);
      }
      skins.add(
          new Skin(
              place.textOr("name", "skin " + skins.size()),
              joints,
              inverseBinds(place, joints.length)));
    }
    return skins;
  }

  private double[] inverseBinds(JsonPlace skin, int joints) throws MalformedAssetException {
    double[] out = new double[Affine.SIZE * joints];
    JsonPlace reference = skin.find("inverseBindMatrices");
    if (reference == null) {
      for (int j = 0; j < joints; j++) {
        Affine.identity(out, Affine.SIZE * j);
      }
      return out;
    }
    float[] columns = accessors.finiteFloats(reference, 16);
    if (columns.length < 16 * joints) {
      throw reference.error(
          "expected a matrix for each of " + joints + " joints, got " + columns.length / 16);
    }
    for (int j = 0; j < joints; j++) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          out[Affine.SIZE * j + 4 * r + c] = columns[16 * j + 4 * c + r];
        }
      }
    }
    return out;
  }

  /** Adds an issue for every mesh that is neither in the scene nor a level of detail. */
  private void noteHidden(boolean[] shown, LevelNodes levels) throws MalformedAssetException {
    List<JsonPlace> nodes = document.root().items("nodes");
    for (int n = 0; n < shown.length; n++) {
      if (!shown[n] && nodes.get(n).find("mesh") != null && !levels.isSubstitute(n)) {
        issues.add(
            Issue.info(nodes.get(n).pointer(), "has a mesh but is not in the default scene"));
      }
    }
  }

  /** Returns the meshes of the shown nodes. */
  private List<Part> readParts(
      boolean[] shown, NodeTree tree, List<Skin> skins, List<Geometry> geometries)
      throws MalformedAssetException {
    List<JsonPlace> nodes = document.root().items("nodes");
    List<Part> parts = new ArrayList<>();
    for (int n = 0; n < nodes.size(); n++) {
      JsonPlace node = nodes.get(n);
      JsonPlace mesh = node.find("mesh");
      if (mesh == null) {
        continue;
      }
      int meshIndex = mesh.index(geometries.size(), "meshes");
      JsonPlace skin = node.find("skin");
      int skinIndex = skin == null ? SkinnedCharacter.NO_SKIN : skin.index(skins.size(), "skins");
      if (!shown[n]) {
        continue;
      }
      Geometry geometry = geometries.get(meshIndex);
      if (skin != null) {
        skinIndex = usableSkin(skin, skinIndex, skins, geometry);
      }
      parts.add(
          new Part(
              node.textOr("name", "node " + n),
              tree.jointOfNode(n),
              meshIndex,
              skinIndex,
              morphWeights(node, geometry)));
    }
    return parts;
  }

  private int usableSkin(JsonPlace reference, int skin, List<Skin> skins, Geometry geometry)
      throws MalformedAssetException {
    if (geometry.skinning().isRigid()) {
      issues.add(
          Issue.warning(
              reference.pointer(), "the mesh has no joints and weights; its node moves it"));
      return SkinnedCharacter.NO_SKIN;
    }
    int needed = geometry.skinning().jointsNeeded();
    int joints = skins.get(skin).jointCount();
    if (needed > joints) {
      throw reference.error(
          "the mesh is moved by joint " + (needed - 1) + " of a skin with " + joints + " joints");
    }
    return skin;
  }

  private List<Double> morphWeights(JsonPlace node, Geometry geometry)
      throws MalformedAssetException {
    JsonPlace weights = node.find("weights");
    MorphTargets morphs = geometry.morphs();
    if (weights == null || morphs.isEmpty()) {
      return List.of();
    }
    List<Double> out = new ArrayList<>();
    for (double weight : weights.numbers(morphs.count())) {
      out.add(weight);
    }
    return out;
  }

  /** Returns the nodes of the default scene, or all nodes if the file has no scene. */
  private boolean[] nodesInScene(NodeTree tree) throws MalformedAssetException {
    List<JsonPlace> scenes = document.root().items("scenes");
    boolean[] shown = new boolean[tree.nodes().size()];
    if (scenes.isEmpty()) {
      java.util.Arrays.fill(shown, true);
      return shown;
    }
    JsonPlace chosen = document.root().find("scene");
    JsonPlace scene = scenes.get(chosen == null ? 0 : chosen.index(scenes.size(), "scenes"));
    for (JsonPlace root : scene.items("nodes")) {
      shown[root.index(shown.length, "nodes")] = true;
    }
    // Parents precede their children, so one pass is enough.
    for (int j = 0; j < shown.length; j++) {
      int parent = tree.skeleton().parent(j);
      if (parent >= 0 && shown[tree.nodes().get(parent)]) {
        shown[tree.nodes().get(j)] = true;
      }
    }
    return shown;
  }
}
