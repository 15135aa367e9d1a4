package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import java.util.Arrays;
import java.util.List;

/** Writes the rest transforms of joints to nodes. */
public final class NodeTransform {
  private NodeTransform() {}

  /** Returns translation, rotation and scale of a joint at rest, ten values. */
  private static double[] parts(Skeleton skeleton, int joint) {
    double[] out = new double[10];
    skeleton.copyRestTranslation(joint, out, 0);
    skeleton.copyRestRotation(joint, out, 3);
    skeleton.copyRestScale(joint, out, 7);
    return out;
  }

  /** Gives a node a translation, a rotation and a scale instead of any transform. */
  public static void setParts(JsonObject node, Skeleton skeleton, int joint) {
    double[] trs = parts(skeleton, joint);
    node.remove("matrix");
    node.add("translation", array(trs, 0, 3));
    node.add("rotation", array(trs, 3, 7));
    node.add("scale", array(trs, 7, 10));
  }

  /**
   * Replaces the transform of a node: by a matrix if translation, rotation and scale cannot express
   * it.
   *
   * @param animated whether some clip moves the joint: then it must not have a matrix, and clips
   *     sample the parts
   */
  public static void set(JsonObject node, Skeleton skeleton, int joint, boolean animated) {
    setParts(node, skeleton, joint);
    if (!animated && !isComposed(skeleton, joint)) {
      List.of("translation", "rotation", "scale").forEach(node::remove);
      node.add("matrix", matrix(skeleton, joint));
    }
  }

  /**
   * Gives a node without a transform one, as {@link #set} does; parts with default values are left
   * out.
   */
  public static void add(JsonObject node, Skeleton skeleton, int joint, boolean animated) {
    if (!animated && !isComposed(skeleton, joint)) {
      node.add("matrix", matrix(skeleton, joint));
      return;
    }
    double[] trs = parts(skeleton, joint);
    addUnless(node, "translation", trs, 0, 0, 0, 0);
    addUnless(node, "rotation", trs, 3, 0, 0, 0, 1);
    addUnless(node, "scale", trs, 7, 1, 1, 1);
  }

  private static void addUnless(
      JsonObject node, String member, double[] trs, int from, double... defaultValue) {
    int to = from + defaultValue.length;
    if (!Arrays.equals(trs, from, to, defaultValue, 0, defaultValue.length)) {
      node.add(member, array(trs, from, to));
    }
  }

  /** Returns the local matrix of a joint, by columns. */
  private static JsonArray matrix(Skeleton skeleton, int joint) {
    double[] local = new double[Affine.SIZE];
    skeleton.copyRestLocal(joint, local, 0);
    JsonArray matrix = new JsonArray();
    for (int c = 0; c < 4; c++) {
      for (int r = 0; r < 4; r++) {
        matrix.add(r < 3 ? local[4 * r + c] : c == 3 ? 1 : 0);
      }
    }
    return matrix;
  }

  /** Returns true if translation, rotation and scale represent the transform of a joint. */
  private static boolean isComposed(Skeleton skeleton, int joint) {
    double[] trs = parts(skeleton, joint);
    double[] composed = new double[Affine.SIZE];
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, composed, 0);
    double[] given = new double[Affine.SIZE];
    skeleton.copyRestLocal(joint, given, 0);
    double size = 0;
    double difference = 0;
    for (int i = 0; i < Affine.SIZE; i++) {
      size = Math.max(size, Math.abs(composed[i]));
      difference = Math.max(difference, Math.abs(composed[i] - given[i]));
    }
    return difference <= 1e-9 * Math.max(size, 1e-3);
  }

  private static JsonArray array(double[] values, int from, int to) {
    JsonArray out = new JsonArray();
    for (int i = from; i < to; i++) {
      out.add(values[i]);
    }
    return out;
  }
}
