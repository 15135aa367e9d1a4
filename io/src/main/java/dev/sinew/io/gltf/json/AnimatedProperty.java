package dev.sinew.io.gltf.json;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Optional;

/**
 * What a channel of an animation drives: a property of an item of the document. It is the path of a
 * node, or what a pointer of KHR_animation_pointer names.
 *
 * @param array the array of the document that has the item, such as "nodes"
 * @param item the index of the item
 * @param path the members that lead to the property, such as "weights", "2"
 */
public record AnimatedProperty(String array, int item, List<String> path) {
  private static final String POINTER = "KHR_animation_pointer";
  private static final String NUMBER = "0|[1-9][0-9]{0,8}";

  /** The member of nodes and meshes with the weights of morph targets. */
  public static final String WEIGHTS = "weights";

  /** Copies the list. */
  public AnimatedProperty {
    path = List.copyOf(path);
  }

  /** Returns what a channel drives; empty if that is no property of an item. */
  public static Optional<AnimatedProperty> of(JsonObject channel) {
    JsonObject target = JsonPlace.objectOf(channel, "target");
    if (KeptItems.isIndex(target.get("node"))) {
      return target.get("path") instanceof JsonPrimitive path
          ? Optional.of(
              new AnimatedProperty(
                  "nodes", target.get("node").getAsInt(), List.of(path.getAsString())))
          : Optional.empty();
    }
    return pointer(target).get("pointer") instanceof JsonPrimitive text
        ? parse(text.getAsString())
        : Optional.empty();
  }

  private static JsonObject pointer(JsonObject target) {
    return JsonPlace.objectOf(JsonPlace.objectOf(target, "extensions"), POINTER);
  }

  private static Optional<AnimatedProperty> parse(String pointer) {
    List<String> steps = List.of(pointer.split("/", -1));
    return steps.size() > 3 && steps.getFirst().isEmpty() && steps.get(2).matches(NUMBER)
        ? Optional.of(
            new AnimatedProperty(
                steps.get(1), Integer.parseInt(steps.get(2)), steps.subList(3, steps.size())))
        : Optional.empty();
  }

  /** Returns true if the item is one of an array of the document. */
  public boolean isOf(String name) {
    return array.equals(name);
  }

  /** Returns the mesh whose morph targets it weighs, all or one; empty if it weighs none. */
  public Optional<Integer> weighedMesh(JsonObject root) {
    if (!path.getFirst().equals(WEIGHTS)) {
      return Optional.empty();
    }
    if (isOf("meshes")) {
      return Optional.of(item);
    }
    List<JsonObject> nodes = JsonPlace.objectsOf(root, "nodes");
    return isOf("nodes") && item < nodes.size() && KeptItems.isIndex(nodes.get(item).get("mesh"))
        ? Optional.of(nodes.get(item).get("mesh").getAsInt())
        : Optional.empty();
  }

  /** Returns the morph target that it weighs, if it is a single one. */
  public Optional<Integer> singleTarget() {
    return path.size() == 2 && path.getFirst().equals(WEIGHTS) && path.getLast().matches(NUMBER)
        ? Optional.of(Integer.parseInt(path.getLast()))
        : Optional.empty();
  }

  /** Returns the same property of another item. */
  public AnimatedProperty ofItem(int other) {
    return new AnimatedProperty(array, other, path);
  }

  /** Returns the weight of another morph target. */
  public AnimatedProperty ofTarget(int other) {
    return new AnimatedProperty(array, item, List.of(path.getFirst(), String.valueOf(other)));
  }

  /** Makes a channel drive this. */
  public void writeTo(JsonObject channel) {
    JsonObject target = JsonPlace.objectOf(channel, "target");
    if (target.has("node")) {
      target.addProperty("node", item);
    } else {
      pointer(target)
          .addProperty("pointer", "/" + array + "/" + item + "/" + String.join("/", path));
    }
  }
}
