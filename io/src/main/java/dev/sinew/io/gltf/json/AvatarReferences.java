package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Where the extensions of avatars (VRM 0.x and VRM 1.0) refer to items of a document by index: a
 * table, by which references follow when items move, are copied or leave.
 */
public final class AvatarReferences {
  /** What is referred to. */
  public enum Item {
    /** A node that moves, or is moved. */
    NODE,
    /** A node that shows a mesh. */
    NODE_OF_MESH,
    /** A mesh. */
    MESH,
    /** A material. */
    MATERIAL,
    /** A texture. */
    TEXTURE,
    /** An image. */
    IMAGE
  }

  /**
   * A morph target.
   *
   * @param mesh its mesh
   * @param target its number there
   */
  public record Target(int mesh, int target) {}

  /**
   * A place of references.
   *
   * @param path the names of members from the root on, {@code *} for all items or members
   * @param leaves the step of the path whose element leaves, or is copied, with what is referred to
   */
  private record Row(List<String> path, int leaves) {
    /** Parses a path in which an exclamation mark stands after what leaves; else it is the last. */
    static Row of(String text) {
      List<String> steps = List.of(text.split("/", -1));
      int leaves = steps.size() - 1;
      for (int i = 0; i < steps.size(); i++) {
        leaves = steps.get(i).endsWith("!") ? i : leaves;
      }
      return new Row(List.of(text.replace("!", "").split("/", -1)), leaves);
    }
  }

  private static final String VRM0 = "extensions/VRM/";
  private static final String VRM1 = "extensions/VRMC_vrm/";
  private static final String SPRINGS = "extensions/VRMC_springBone/";
  private static final String MOTION = "extensions/VRMC_vrm_animation/";
  private static final String CONSTRAINT = "nodes/*/extensions/VRMC_node_constraint!/constraint/";

  private static final Map<Item, List<Row>> ROWS =
      Map.of(
          Item.NODE,
          rows(
              VRM0 + "humanoid/humanBones/*!/node",
              VRM0 + "firstPerson/firstPersonBone",
              VRM0 + "secondaryAnimation/boneGroups/*/center",
              VRM0 + "secondaryAnimation/boneGroups/*/bones/*",
              VRM0 + "secondaryAnimation/colliderGroups/*/node",
              VRM1 + "humanoid/humanBones/*!/node",
              SPRINGS + "colliders/*/node",
              SPRINGS + "springs/*/joints/*!/node",
              SPRINGS + "springs/*/center",
              MOTION + "humanoid/humanBones/*!/node",
              MOTION + "expressions/preset/*!/node",
              MOTION + "expressions/custom/*!/node",
              MOTION + "lookAt!/node",
              CONSTRAINT + "roll/source",
              CONSTRAINT + "aim/source",
              CONSTRAINT + "rotation/source"),
          Item.NODE_OF_MESH,
          rows(
              VRM1 + "firstPerson/meshAnnotations/*!/node",
              VRM1 + "expressions/preset/*/morphTargetBinds/*!/node",
              VRM1 + "expressions/custom/*/morphTargetBinds/*!/node"),
          Item.MESH,
          rows(
              VRM0 + "firstPerson/meshAnnotations/*!/mesh",
              VRM0 + "blendShapeMaster/blendShapeGroups/*/binds/*!/mesh"),
          Item.MATERIAL,
          rows(
              VRM1 + "expressions/preset/*/materialColorBinds/*!/material",
              VRM1 + "expressions/custom/*/materialColorBinds/*!/material",
              VRM1 + "expressions/preset/*/textureTransformBinds/*!/material",
              VRM1 + "expressions/custom/*/textureTransformBinds/*!/material"),
          Item.TEXTURE,
          rows(VRM0 + "meta/texture", VRM0 + "materialProperties/*/textureProperties/*"),
          Item.IMAGE,
          rows(VRM1 + "meta/thumbnailImage"));

  private static final Row OLDER_BINDS =
      Row.of(VRM0 + "blendShapeMaster/blendShapeGroups/*/binds/*");
  private static final List<Row> NEWER_BINDS =
      rows(
          VRM1 + "expressions/preset/*/morphTargetBinds/*",
          VRM1 + "expressions/custom/*/morphTargetBinds/*");

  private AvatarReferences() {}

  private static List<Row> rows(String... paths) {
    return Arrays.stream(paths).map(Row::of).toList();
  }

  /** Marks the items that avatars refer to. */
  static void mark(JsonObject root, Item item, BitSet used) {
    for (Row row : ROWS.getOrDefault(item, List.of())) {
      moved(
          root,
          row,
          0,
          index -> {
            KeptItems.mark(used, index);
            return List.of(index);
          });
    }
  }

  /**
   * Changes all references to items of a kind.
   *
   * @param moved the new indices of an old one: none if it is gone; of several, each gets a copy of
   *     what refers to it, where that is an item of a list
   */
  public static void move(JsonObject root, Item item, IntFunction<List<Integer>> moved) {
    for (Row row : ROWS.getOrDefault(item, List.of())) {
      moved(root, row, 0, index -> indices(index, moved));
    }
  }

  /** Changes all references to items of which some are kept, in their order. */
  static void move(JsonObject root, Item item, BitSet kept, int[] moved) {
    move(
        root,
        item,
        old ->
            old >= moved.length ? List.of(old) : kept.get(old) ? List.of(moved[old]) : List.of());
  }

  private static List<JsonElement> indices(JsonElement index, IntFunction<List<Integer>> moved) {
    if (!KeptItems.isIndex(index)) {
      return List.of(index);
    }
    int old = (int) index.getAsDouble();
    return moved.apply(old).stream()
        .<JsonElement>map(now -> now == old ? index : new JsonPrimitive(now))
        .toList();
  }

  /**
   * Changes the bindings of expressions to morph targets.
   *
   * @param moved what becomes of a target: none if it is gone
   * @param nodes the nodes that show a mesh from now on
   */
  public static void moveTargets(
      JsonObject root, Function<Target, List<Target>> moved, IntFunction<List<Integer>> nodes) {
    moved(
        root,
        OLDER_BINDS,
        0,
        bind ->
            indexOf(bind, "mesh") < 0
                ? List.of(bind)
                : rebound(bind, indexOf(bind, "mesh"), moved, "mesh", List::of));
    List<JsonObject> all = JsonPlace.objectsOf(root, "nodes");
    for (Row row : NEWER_BINDS) {
      moved(
          root,
          row,
          0,
          bind -> {
            int node = indexOf(bind, "node");
            int mesh = node < 0 || node >= all.size() ? -1 : indexOf(all.get(node), "mesh");
            return mesh < 0
                ? List.of(bind)
                : rebound(
                    bind,
                    mesh,
                    moved,
                    "node",
                    now -> now == mesh ? List.of(node) : nodes.apply(now));
          });
    }
  }

  private static List<JsonElement> rebound(
      JsonElement bind,
      int mesh,
      Function<Target, List<Target>> moved,
      String owner,
      IntFunction<List<Integer>> owners) {
    int target = indexOf(bind, "index");
    if (target < 0) {
      return List.of(bind);
    }
    List<JsonElement> out = new ArrayList<>();
    for (Target now : moved.apply(new Target(mesh, target))) {
      for (int own : owners.apply(now.mesh())) {
        JsonObject copy = bind.getAsJsonObject().deepCopy();
        copy.addProperty(owner, own);
        copy.addProperty("index", now.target());
        out.add(copy);
      }
    }
    return out;
  }

  /** Leaves one binding of an expression to a target, with the largest weight. */
  public static void uniteBinds(JsonObject root) {
    List<Row> rows = new ArrayList<>(NEWER_BINDS);
    rows.add(OLDER_BINDS);
    for (Row row : rows) {
      // The step before the last leads to the list.
      Row list = new Row(row.path.subList(0, row.path.size() - 1), row.path.size() - 2);
      moved(
          root,
          list,
          0,
          binds -> {
            if (binds instanceof JsonArray all) {
              uniteBinds(all);
            }
            return List.of(binds);
          });
    }
  }

  private static void uniteBinds(JsonArray binds) {
    Map<List<Integer>, JsonObject> known = new LinkedHashMap<>();
    binds
        .asList()
        .removeIf(
            item -> {
              List<Integer> target =
                  List.of(indexOf(item, "mesh"), indexOf(item, "node"), indexOf(item, "index"));
              JsonObject first =
                  item instanceof JsonObject bind ? known.putIfAbsent(target, bind) : null;
              if (first != null && weight(item) > weight(first)) {
                first.add("weight", ((JsonObject) item).get("weight"));
              }
              return first != null;
            });
  }

  private static double weight(JsonElement bind) {
    return bind instanceof JsonObject object
            && object.get("weight") instanceof JsonPrimitive weight
            && weight.isNumber()
        ? weight.getAsDouble()
        : 0;
  }

  private static int indexOf(JsonElement owner, String member) {
    return owner instanceof JsonObject object && KeptItems.isIndex(object.get(member))
        ? (int) object.get(member).getAsDouble()
        : -1;
  }

  /**
   * Leaves one note per mesh or node on what a first person sees; notes that differ become {@code
   * auto}, which decides by the bones.
   */
  public static void uniteFirstPersonNotes(JsonObject root) {
    JsonObject extensions = JsonPlace.objectOf(root, "extensions");
    unite(JsonPlace.objectOf(extensions, "VRM"), "mesh", "firstPersonFlag", "Auto");
    unite(JsonPlace.objectOf(extensions, "VRMC_vrm"), "node", "type", "auto");
  }

  private static void unite(JsonObject extension, String owner, String flag, String unclear) {
    JsonObject firstPerson = JsonPlace.objectOf(extension, "firstPerson");
    if (!(firstPerson.get("meshAnnotations") instanceof JsonArray notes)) {
      return;
    }
    Map<Integer, JsonObject> known = new LinkedHashMap<>();
    notes
        .asList()
        .removeIf(
            item -> {
              int index = indexOf(item, owner);
              JsonObject first = index < 0 ? null : known.putIfAbsent(index, (JsonObject) item);
              if (first != null && !((JsonObject) item).has(flag)) {
                return true;
              }
              if (first != null && !((JsonObject) item).get(flag).equals(first.get(flag))) {
                first.addProperty(flag, unclear);
              }
              return first != null;
            });
  }

  /**
   * Returns what takes the place of an element when references below it change: nothing if it
   * leaves, itself, or copies.
   *
   * @param step how many steps of the row lead to the element
   */
  private static List<JsonElement> moved(
      JsonElement at, Row row, int step, Function<JsonElement, List<JsonElement>> move) {
    if (step == row.path.size()) {
      return move.apply(at);
    }
    String name = row.path.get(step);
    if (step > row.leaves) {
      if (!(at instanceof JsonObject object) || !object.has(name)) {
        return List.of(at);
      }
      List<JsonElement> inner = moved(object.get(name), row, step + 1, move);
      return inner.stream().<JsonElement>map(one -> with(object, name, one)).toList();
    }
    if (at instanceof JsonArray items && name.equals("*")) {
      List<JsonElement> all = new ArrayList<>();
      items.forEach(item -> all.addAll(moved(item, row, step + 1, move)));
      items.asList().clear();
      all.forEach(items::add);
    } else if (at instanceof JsonObject object) {
      List<String> members = name.equals("*") ? List.copyOf(object.keySet()) : List.of(name);
      for (String member : members) {
        if (object.has(member)) {
          List<JsonElement> inner = moved(object.get(member), row, step + 1, move);
          if (inner.isEmpty()) {
            object.remove(member);
          } else {
            object.add(member, inner.getFirst());
          }
        }
      }
    }
    return List.of(at);
  }

  @SuppressWarnings("ReferenceEquality") // An unchanged reference keeps its spelling.
  private static JsonObject with(JsonObject object, String name, JsonElement value) {
    if (object.get(name) == value) {
      return object;
    }
    JsonObject copy = object.deepCopy();
    copy.add(name, value);
    return copy;
  }
}
