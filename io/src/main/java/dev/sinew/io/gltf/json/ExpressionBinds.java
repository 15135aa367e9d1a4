package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the expressions of avatars do with morph targets: VRM 1.0 ({@code VRMC_vrm}) by node, VRM
 * 0.x ({@code VRM}) by mesh.
 */
public final class ExpressionBinds {
  private ExpressionBinds() {}

  /**
   * A morph target of an expression.
   *
   * @param expression the name of the expression
   * @param mesh the index of the mesh
   * @param target the number of the target
   */
  public record Bind(String expression, int mesh, int target) {}

  /** Returns all morph targets of expressions, in the order of the file. */
  public static List<Bind> of(JsonObject root) {
    List<Bind> out = new ArrayList<>();
    for (Owner owner : owners(root)) {
      for (JsonElement bind : owner.binds) {
        out.add(owner.bind(bind));
      }
    }
    out.removeIf(bind -> bind.mesh < 0 || bind.target < 0);
    return out;
  }

  /** The binds of an expression. */
  private record Owner(String expression, JsonArray binds, List<JsonObject> nodes) {
    Bind bind(JsonElement element) {
      JsonObject bind = element instanceof JsonObject object ? object : new JsonObject();
      int mesh = index(bind, "mesh");
      int node = index(bind, "node");
      return new Bind(
          expression,
          node >= 0 && node < nodes.size() ? index(nodes.get(node), "mesh") : mesh,
          index(bind, "index"));
    }

    private static int index(JsonObject owner, String member) {
      return KeptItems.isIndex(owner.get(member)) ? owner.get(member).getAsInt() : -1;
    }
  }

  private static List<Owner> owners(JsonObject root) {
    List<Owner> out = new ArrayList<>();
    JsonObject extensions = JsonPlace.objectOf(root, "extensions");
    JsonObject newer =
        JsonPlace.objectOf(JsonPlace.objectOf(extensions, "VRMC_vrm"), "expressions");
    List<JsonObject> nodes = JsonPlace.objectsOf(root, "nodes");
    for (String kind : List.of("preset", "custom")) {
      for (Map.Entry<String, JsonElement> one : JsonPlace.objectOf(newer, kind).entrySet()) {
        if (one.getValue() instanceof JsonObject expression
            && expression.get("morphTargetBinds") instanceof JsonArray binds) {
          out.add(new Owner(one.getKey(), binds, nodes));
        }
      }
    }
    JsonObject older =
        JsonPlace.objectOf(JsonPlace.objectOf(extensions, "VRM"), "blendShapeMaster");
    for (JsonObject group : JsonPlace.objectsOf(older, "blendShapeGroups")) {
      if (group.get("binds") instanceof JsonArray binds) {
        out.add(new Owner(name(group), binds, List.of()));
      }
    }
    return out;
  }

  /** An expression of VRM 0.x has the name of its preset, or of its own if that is unknown. */
  private static String name(JsonObject group) {
    String preset = group.get("presetName") instanceof JsonPrimitive text ? text.getAsString() : "";
    String own = group.get("name") instanceof JsonPrimitive text ? text.getAsString() : "";
    return preset.isEmpty() || preset.equals("unknown") ? own : preset;
  }
}
