package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Positions, normals and tangents of a posed part. The triangles of a mirrored part would face
 * backwards, so it is stored mirrored again under a node that mirrors it back, for which glTF
 * viewers flip the triangles.
 */
public final class PosedAttributes {
  private final GltfBuilder builder;
  private final CharacterSurface.Posed shape;
  private final float @Nullable [] tangents;
  private final int firstWedge;
  private final boolean mirrored;
  private final boolean hasNormals;

  public PosedAttributes(GltfBuilder builder, CharacterSurface.Posed shape, int part) {
    this.builder = builder;
    this.shape = shape;
    tangents = shape.wedgeTangents();
    firstWedge = shape.firstWedge(part);
    mirrored = shape.isMirrored(part);
    hasNormals = shape.hasNormals(part);
  }

  /** Writes the attributes of a range of the part's wedges to new accessors. */
  public JsonObject of(int from, int count) {
    JsonObject attributes = new JsonObject();
    attributes.addProperty(
        "POSITION", builder.vertexFloats(rows(shape.wedgePositions(), 3, from, count), "VEC3", 3));
    float[] normals = shape.wedgeNormals();
    if (normals != null && hasNormals) {
      attributes.addProperty(
          "NORMAL", builder.vertexFloats(rows(normals, 3, from, count), "VEC3", 3));
    }
    if (tangents != null) {
      attributes.addProperty(
          "TANGENT", builder.vertexFloats(rows(tangents, 4, from, count), "VEC4", 4));
    }
    return attributes;
  }

  /** Mirrors the node of the part if the part is mirrored. */
  public void placeOn(JsonObject node) {
    if (mirrored) {
      JsonArray scale = new JsonArray();
      scale.add(-1);
      scale.add(1);
      scale.add(1);
      node.add("scale", scale);
    }
  }

  private float[] rows(float[] table, int width, int from, int count) {
    int start = width * (firstWedge + from);
    float[] out = Arrays.copyOfRange(table, start, start + width * count);
    for (int i = 0; i < out.length && mirrored; i += width) {
      out[i] = -out[i];
      if (width == 4) {
        out[i + 3] = -out[i + 3];
      }
    }
    return out;
  }
}
