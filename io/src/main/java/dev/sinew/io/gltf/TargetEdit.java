package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The morph targets of changed meshes: further targets of meshes that keep their vertices, after
 * those of the file, and for all meshes the default weights and the names of targets. Offsets that
 * are zero at most vertices are stored sparsely.
 */
record TargetEdit(
    List<Geometry> meshes,
    IntFunction<Geometry> before,
    IntFunction<GltfAsset.@Nullable MeshBinding> kept)
    implements DocumentPart {
  @Override
  public void drop(GltfBuilder builder) {
    // Targets are added to those of the file, or belong to rebuilt primitives.
  }

  @Override
  public void write(GltfBuilder builder) {
    for (int m = 0; m < meshes.size(); m++) {
      MorphTargets old = before.apply(m).morphs();
      MorphTargets now = meshes.get(m).morphs();
      JsonObject mesh = builder.json().getAsJsonArray("meshes").get(m).getAsJsonObject();
      if (now.count() != old.count()) {
        GltfAsset.MeshBinding binding = kept.apply(m);
        if (binding != null && !now.isEmpty()) {
          extend(builder, mesh, binding, old.count(), now);
        }
        if (!haveSameFirstWeights(old, now)) {
          mesh.add("weights", array(now.restWeights()));
        }
        setWeights(builder, m, mesh, old.count(), now);
        setNames(mesh, old.count(), now.count());
      } else if (!Arrays.equals(now.restWeights(), old.restWeights())) {
        mesh.add("weights", array(now.restWeights()));
      }
    }
  }

  /** Gives a new mesh the weights and names of its targets. */
  static void setAll(JsonObject mesh, MorphTargets morphs) {
    mesh.add("weights", array(morphs.restWeights()));
    if (!morphs.names().isEmpty()) {
      JsonArray names = new JsonArray();
      morphs.names().forEach(names::add);
      JsonObject extras = new JsonObject();
      extras.add("targetNames", names);
      mesh.add("extras", extras);
    }
  }

  private static boolean haveSameFirstWeights(MorphTargets a, MorphTargets b) {
    int shared = Math.min(a.count(), b.count());
    return Arrays.equals(a.restWeights(), 0, shared, b.restWeights(), 0, shared);
  }

  private static JsonArray array(double[] values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value);
    }
    return out;
  }

  private static JsonArray items(JsonObject owner, String member) {
    return owner.get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  // ---- primitives ------------------------------------------------------------------------------

  private static void extend(
      GltfBuilder builder,
      JsonObject mesh,
      GltfAsset.MeshBinding bindings,
      int own,
      MorphTargets morphs) {
    List<JsonObject> primitives = JsonPlace.objectsOf(mesh, "primitives");
    for (int p = 0; p < primitives.size(); p++) {
      GltfAsset.PrimitiveBinding binding = bindings.binding(p).orElse(null);
      if (binding == null) {
        fit(builder, primitives.get(p), morphs.count());
      } else {
        extend(builder, primitives.get(p), binding, own, morphs);
      }
    }
  }

  private static void extend(
      GltfBuilder builder,
      JsonObject primitive,
      GltfAsset.PrimitiveBinding binding,
      int own,
      MorphTargets morphs) {
    JsonArray targets = items(primitive, "targets");
    JsonObject attributes = primitive.getAsJsonObject("attributes");
    boolean normals =
        attributes.has("NORMAL")
            && (targets.isEmpty()
                || targets.asList().stream().anyMatch(t -> t.getAsJsonObject().has("NORMAL")));
    for (int t = own; t < morphs.count(); t++) {
      JsonObject target = new JsonObject();
      target.addProperty("POSITION", offsets(builder, binding, morphs.positionOffsets(t)));
      if (normals) {
        // Viewers expect normals in all targets or in none.
        float[] turned = morphs.normalOffsets(t);
        target.addProperty(
            "NORMAL",
            turned == null
                ? zeros(builder, attributes.get("NORMAL").getAsInt())
                : offsets(builder, binding, turned));
      }
      targets.add(target);
    }
    primitive.add("targets", targets);
  }

  /** Gives a primitive without triangles as many targets as the others of its mesh have. */
  static void fit(GltfBuilder builder, JsonObject primitive, int count) {
    JsonArray targets = items(primitive, "targets");
    while (targets.size() > count) {
      targets.remove(targets.size() - 1);
    }
    while (targets.size() < count) {
      JsonObject target = new JsonObject();
      int positions = primitive.getAsJsonObject("attributes").get("POSITION").getAsInt();
      target.addProperty("POSITION", zeros(builder, positions));
      targets.add(target);
    }
    primitive.add("targets", targets);
    if (targets.isEmpty()) {
      primitive.remove("targets");
    }
  }

  private static int zeros(GltfBuilder builder, int like) {
    JsonObject accessor = builder.json().getAsJsonArray("accessors").get(like).getAsJsonObject();
    return builder.sparseFloats(new float[3 * accessor.get("count").getAsInt()]);
  }

  private static int offsets(GltfBuilder builder, GltfAsset.PrimitiveBinding binding, float[] all) {
    int first = 3 * binding.firstWedge();
    return builder.smallerOffsets(Arrays.copyOfRange(all, first, first + 3 * binding.wedgeCount()));
  }

  // ---- weights and names -----------------------------------------------------------------------

  private void setWeights(GltfBuilder builder, int m, JsonObject mesh, int own, MorphTargets now) {
    mesh.add("weights", fitted(mesh, own, now.restWeights()));
    removeIfEmpty(mesh);
    for (JsonObject node : JsonPlace.objectsOf(builder.json(), "nodes")) {
      if (node.get("mesh") instanceof JsonPrimitive shown
          && shown.getAsInt() == m
          && node.has("weights")) {
        node.add("weights", fitted(node, own, new double[now.count()]));
        removeIfEmpty(node);
      }
    }
  }

  private static void removeIfEmpty(JsonObject owner) {
    if (items(owner, "weights").isEmpty()) {
      owner.remove("weights");
    }
  }

  /**
   * Returns the weights of a mesh or node as the file has them, with defaults for added targets.
   */
  private static JsonArray fitted(JsonObject owner, int own, double[] defaults) {
    JsonArray weights = items(owner, "weights").deepCopy();
    while (weights.size() > defaults.length) {
      weights.remove(weights.size() - 1);
    }
    for (int t = weights.size(); t < defaults.length; t++) {
      weights.add(t < own ? 0 : defaults[t]);
    }
    return weights;
  }

  /** Continues the names that many programs show; without old names only if all are new. */
  private static void setNames(JsonObject mesh, int own, int count) {
    JsonObject extras = mesh.get("extras") instanceof JsonObject known ? known : new JsonObject();
    JsonArray names = items(extras, "targetNames");
    if (names.size() != own || (mesh.has("extras") && !mesh.get("extras").isJsonObject())) {
      return;
    }
    while (names.size() > count) {
      names.remove(names.size() - 1);
    }
    for (int t = own; t < count; t++) {
      names.add("corrective " + (t - own));
    }
    extras.add("targetNames", names);
    mesh.add("extras", extras);
  }
}
