package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import java.util.function.Predicate;

/** Writes some triangles of a mesh as a primitive. */
public final class PrimitiveWriter {
  private final GltfBuilder builder;
  private final Geometry geometry;
  private final PrimitiveVertices vertices;

  /**
   * @param corners three wedges of the mesh per triangle
   */
  public PrimitiveWriter(GltfBuilder builder, Geometry geometry, int[] corners) {
    this.builder = builder;
    this.geometry = geometry;
    vertices = new PrimitiveVertices(geometry.mesh(), corners);
  }

  /** Writes positions, the wanted attributes, influences, indices and morph targets. */
  public void writeTo(JsonObject primitive, Predicate<String> wanted) {
    JsonObject attributes = new JsonObject();
    attributes.addProperty(
        "POSITION",
        builder.vertexFloats(vertices.gather(geometry.mesh().wedgePositions(), 3), "VEC3", 3));
    for (MeshAttribute attribute : geometry.mesh().attributes()) {
      if (wanted.test(attribute.name())) {
        int width = attribute.components();
        attributes.addProperty(
            attribute.name(),
            builder.vertexFloats(
                vertices.gather(attribute.toArray(), width),
                width == 1 ? "SCALAR" : "VEC" + width,
                width));
      }
    }
    primitive.add("attributes", attributes);
    writeMotion(primitive, builder, geometry, vertices.vertices(geometry.mesh()));
    primitive.addProperty("indices", builder.indices(vertices.indices()));
    MorphTargets morphs = geometry.morphs();
    if (!morphs.isEmpty()) {
      primitive.add("targets", targets(morphs));
    }
  }

  /**
   * Writes the influences as attributes, the animation coordinates and multi-weights as an
   * extension.
   *
   * @param rows the mesh vertex of every vertex of the primitive
   */
  public static void writeMotion(
      JsonObject primitive, GltfBuilder builder, Geometry geometry, int[] rows) {
    Skinning skinning = geometry.skinning();
    JsonObject attributes = primitive.getAsJsonObject("attributes");
    skinning.influences().ifPresent(all -> addInfluences(attributes, builder, all.rows(rows)));
    skinning
        .coords()
        .ifPresent(all -> AnimationSpaceExtension.write(primitive, builder, all, rows));
    skinning
        .multiWeights()
        .ifPresent(all -> AnimationSpaceExtension.writeMultiWeights(primitive, builder, all, rows));
  }

  private static void addInfluences(JsonObject attributes, GltfBuilder builder, Influences rows) {
    int sets = (rows.maxCount() + 3) / 4;
    for (int set = 0; set < sets; set++) {
      int[] joints = new int[4 * rows.vertexCount()];
      float[] weights = new float[joints.length];
      for (int v = 0; v < rows.vertexCount(); v++) {
        for (int k = 0; k < 4 && 4 * set + k < rows.count(v); k++) {
          joints[4 * v + k] = rows.joint(v, 4 * set + k);
          weights[4 * v + k] = (float) rows.weight(v, 4 * set + k);
        }
      }
      attributes.addProperty("JOINTS_" + set, builder.joints(joints));
      attributes.addProperty("WEIGHTS_" + set, builder.vertexFloats(weights, "VEC4", 4));
    }
  }

  private JsonArray targets(MorphTargets morphs) {
    JsonArray targets = new JsonArray();
    for (int t = 0; t < morphs.count(); t++) {
      JsonObject target = new JsonObject();
      target.addProperty(
          "POSITION", builder.offsets(vertices.gather(morphs.positionOffsets(t), 3)));
      float[] normals = morphs.normalOffsets(t);
      if (normals != null) {
        target.addProperty("NORMAL", builder.offsets(vertices.gather(normals, 3)));
      }
      targets.add(target);
    }
    return targets;
  }
}
