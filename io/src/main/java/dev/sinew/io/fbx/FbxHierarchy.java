package dev.sinew.io.fbx;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The models of a scene as nodes, in the order of the file. */
final class FbxHierarchy {
  static final int NO_PARENT = -1;

  private static final double[] NO_SCALE = {1, 1, 1};
  private static final int SPHERIC_ORDER = 6;

  private final FbxScene scene;
  private final FbxSpace space;
  private final List<FbxModel> models = new ArrayList<>();
  private final Map<FbxObject, Integer> nodeOf = new HashMap<>();
  private final int[] parents;
  private final double[][] globals;

  FbxHierarchy(FbxScene scene, FbxSpace space, List<Issue> issues) throws MalformedAssetException {
    this.scene = scene;
    this.space = space;
    for (FbxObject object : scene.all("Model", "")) {
      nodeOf.put(object, models.size());
      models.add(new FbxModel(object));
      if (object.integer("RotationOrder", 0) == SPHERIC_ORDER) {
        issues.add(Issue.warning(object.title(), "spheric rotations are read as XYZ"));
      }
    }
    parents = new int[models.size()];
    for (int n = 0; n < parents.length; n++) {
      parents[n] = findParent(models.get(n).object(), issues);
    }
    requireNoCycle();
    globals = new double[parents.length][];
    scene.file().spend(0, 256L * parents.length);
    for (int n = 0; n < parents.length; n++) {
      noteScale(n, issues);
    }
  }

  private int findParent(FbxObject object, List<Issue> issues) {
    List<FbxObject> above =
        scene.above(object).stream()
            .filter(link -> link.property().isEmpty() && nodeOf.containsKey(link.object()))
            .map(FbxScene.Link::object)
            .distinct()
            .toList();
    if (above.size() > 1) {
      issues.add(
          Issue.warning(
              object.title(),
              "has " + above.size() + " parents; read below " + above.getFirst().title()));
    }
    return above.isEmpty() ? NO_PARENT : node(above.getFirst());
  }

  private int node(FbxObject object) {
    return nodeOf.getOrDefault(object, NO_PARENT);
  }

  private void requireNoCycle() throws MalformedAssetException {
    int[] visit = new int[parents.length];
    for (int n = 0; n < parents.length; n++) {
      int at = n;
      while (at >= 0 && visit[at] == 0) {
        visit[at] = n + 1;
        at = parents[at];
      }
      if (at >= 0 && visit[at] == n + 1) {
        FbxObject object = models.get(at).object();
        throw object.node().error(object.title() + " is its own ancestor");
      }
    }
  }

  private void noteScale(int n, List<Issue> issues) throws MalformedAssetException {
    if (models.get(n).dropsParentScale()
        && parents[n] != NO_PARENT
        && !FbxModel.isUniform(models.get(parents[n]).rest(FbxModel.SCALING))) {
      issues.add(
          Issue.warning(
              models.get(n).object().title(),
              "does not inherit the scale of its parent, which is not uniform; its shear is lost"));
    }
  }

  /** Returns the models; their indices are those of the nodes. */
  List<FbxModel> models() {
    return models;
  }

  /** Returns the node of a model; null for other objects. */
  @Nullable Integer nodeOf(FbxObject object) {
    return nodeOf.get(object);
  }

  /** Returns the parent of a node, or {@link #NO_PARENT}. */
  int parent(int node) {
    return parents[node];
  }

  /** Returns translation, rotation and scale of a node without clips, in metres. */
  private double[] rest(int node) throws MalformedAssetException {
    FbxModel model = models.get(node);
    double[] above =
        parents[node] == NO_PARENT ? NO_SCALE : models.get(parents[node]).rest(FbxModel.SCALING);
    double[] out = new double[10];
    model.compute(
        model.rest(FbxModel.TRANSLATION),
        model.rest(FbxModel.ROTATION),
        model.rest(FbxModel.SCALING),
        above,
        out);
    space.move(out, 0);
    space.turnRotation(out, 3);
    space.turnScale(out, 7);
    scene.file().requireFloats(model.object().node().at(), "a transform", out);
    return out;
  }

  /** Returns the global transform of a node without clips, in metres. */
  double[] global(int node) throws MalformedAssetException {
    List<Integer> path = new ArrayList<>();
    for (int at = node; at != NO_PARENT && globals[at] == null; at = parents[at]) {
      path.add(at);
    }
    for (int at : path.reversed()) {
      double[] trs = rest(at);
      double[] out = new double[Affine.SIZE];
      Affine.fromTrs(trs, 0, trs, 3, trs, 7, out, 0);
      if (parents[at] != NO_PARENT) {
        Affine.multiply(globals[parents[at]], 0, out, 0, out, 0);
      }
      globals[at] = out;
    }
    return globals[node];
  }

  /** Returns the nodes, without meshes. */
  List<JsonObject> nodes() throws MalformedAssetException {
    List<JsonObject> nodes = new ArrayList<>();
    for (int n = 0; n < parents.length; n++) {
      JsonObject node = new JsonObject();
      if (!models.get(n).object().name().isEmpty()) {
        node.addProperty("name", models.get(n).object().name());
      }
      double[] trs = rest(n);
      addUnless(node, "translation", trs, 0, 0, 0, 0);
      addUnless(node, "rotation", trs, 3, 0, 0, 0, 1);
      addUnless(node, "scale", trs, 7, 1, 1, 1);
      nodes.add(node);
    }
    for (int n = 0; n < parents.length; n++) {
      if (parents[n] != NO_PARENT) {
        addChild(nodes.get(parents[n]), n);
      }
    }
    return nodes;
  }

  /** Returns the nodes without a parent. */
  JsonArray roots() {
    JsonArray roots = new JsonArray();
    for (int n = 0; n < parents.length; n++) {
      if (parents[n] == NO_PARENT) {
        roots.add(n);
      }
    }
    return roots;
  }

  static void addChild(JsonObject parent, int child) {
    if (!parent.has("children")) {
      parent.add("children", new JsonArray());
    }
    parent.getAsJsonArray("children").add(child);
  }

  private static void addUnless(
      JsonObject node, String member, double[] trs, int from, double... defaults) {
    JsonArray values = new JsonArray();
    boolean isDefault = true;
    for (int i = 0; i < defaults.length; i++) {
      values.add(trs[from + i]);
      isDefault &= trs[from + i] == defaults[i];
    }
    if (!isDefault) {
      node.add(member, values);
    }
  }
}
