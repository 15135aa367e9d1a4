package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.math.Similarity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves what avatars say in lengths and directions, of VRM 0.x and VRM 1.0: springs and their
 * colliders, where the eyes are, widths of outlines. Offsets are in the space of a node, which is
 * only scaled; gravity is in that of the scene. The forces of springs are ways per second.
 */
public record AvatarLengths(Similarity motion) {
  private static final List<String> RADII = List.of("radius", "hitRadius");
  private static final List<String> FORCES = List.of("stiffness", "stiffiness", "gravityPower");
  private static final List<String> OFFSETS = List.of("offset", "tail");

  /** Moves them in a document. */
  public static void move(JsonObject json, Similarity motion) {
    if (motion.isIdentity()) {
      return;
    }
    AvatarLengths work = new AvatarLengths(motion);
    JsonObject extensions = JsonPlace.objectOf(json, "extensions");
    JsonObject older = JsonPlace.objectOf(extensions, "VRM");
    work.springs(JsonPlace.objectOf(older, "secondaryAnimation"));
    work.scale(JsonPlace.objectOf(older, "firstPerson"), "firstPersonBoneOffset");
    for (JsonObject material : JsonPlace.objectsOf(older, "materialProperties")) {
      JsonObject numbers = JsonPlace.objectOf(material, "floatProperties");
      if (isNumber(numbers.get("_OutlineWidthMode"), 1)) {
        work.scale(numbers, "_OutlineWidth");
      }
    }
    work.springs(JsonPlace.objectOf(extensions, "VRMC_springBone"));
    JsonObject newer = JsonPlace.objectOf(extensions, "VRMC_vrm");
    work.scale(JsonPlace.objectOf(newer, "lookAt"), "offsetFromHeadBone");
    JsonObject animation = JsonPlace.objectOf(extensions, "VRMC_vrm_animation");
    work.scale(JsonPlace.objectOf(animation, "lookAt"), "offsetFromHeadBone");
    for (JsonObject material : JsonPlace.objectsOf(json, "materials")) {
      JsonObject toon =
          JsonPlace.objectOf(JsonPlace.objectOf(material, "extensions"), "VRMC_materials_mtoon");
      if (toon.get("outlineWidthMode") instanceof JsonPrimitive mode
          && mode.getAsString().equals("worldCoordinates")) {
        work.scale(toon, "outlineWidthFactor");
      }
    }
  }

  /** Moves springs and colliders, wherever they stand below an element. */
  private void springs(JsonElement element) {
    if (element instanceof JsonArray items) {
      items.forEach(this::springs);
    } else if (element instanceof JsonObject object) {
      for (String name : List.copyOf(object.keySet())) {
        if (RADII.contains(name) || FORCES.contains(name) || OFFSETS.contains(name)) {
          scale(object, name);
        } else if (name.equals("gravityDir")) {
          turn(object.get(name));
        } else if (!name.equals("extras")) {
          springs(object.get(name));
        }
      }
    }
  }

  /** Scales a number, or the numbers of a vector. */
  private void scale(JsonObject owner, String member) {
    if (motion.scale() == 1) {
      return;
    }
    if (owner.get(member) instanceof JsonPrimitive number && number.isNumber()) {
      owner.addProperty(member, number.getAsDouble() * motion.scale());
    } else if (owner.get(member) instanceof JsonArray vector) {
      vector
          .asList()
          .replaceAll(
              one ->
                  one instanceof JsonPrimitive number && number.isNumber()
                      ? new JsonPrimitive(number.getAsDouble() * motion.scale())
                      : one);
    } else if (owner.get(member) instanceof JsonObject vector) {
      List.copyOf(vector.keySet()).forEach(axis -> scale(vector, axis));
    }
  }

  /** Turns a direction: x, y and z of a list or as members. */
  private void turn(JsonElement direction) {
    if (motion.isScaling()) {
      return;
    }
    List<String> axes = List.of("x", "y", "z");
    double[] values = new double[3];
    for (int i = 0; i < values.length; i++) {
      JsonElement value =
          direction instanceof JsonObject object
              ? object.get(axes.get(i))
              : direction instanceof JsonArray list && list.size() == values.length
                  ? list.get(i)
                  : null;
      if (!(value instanceof JsonPrimitive number && number.isNumber())) {
        return;
      }
      values[i] = number.getAsDouble();
    }
    motion.turn(values, 0);
    for (int i = 0; i < values.length; i++) {
      if (direction instanceof JsonArray list) {
        list.set(i, new JsonPrimitive(values[i]));
      } else if (direction instanceof JsonObject object) {
        object.addProperty(axes.get(i), values[i]);
      }
    }
  }

  private static boolean isNumber(@Nullable JsonElement element, double wanted) {
    return element instanceof JsonPrimitive value
        && value.isNumber()
        && value.getAsDouble() == wanted;
  }
}
