package dev.sinew.skin;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The points of a part before skinning, one per wedge: the mesh at rest plus its morph targets. A
 * {@link Shape} holds them for one pose.
 */
final class RestPoints {
  private final float[] positions;
  private final float @Nullable [] normals;
  private final MorphTargets morphs;
  private final int node;

  private RestPoints(float[] positions, float @Nullable [] normals, MorphTargets morphs, int node) {
    this.positions = positions;
    this.normals = normals;
    this.morphs = morphs;
    this.node = node;
  }

  static RestPoints of(SkinnedCharacter character, Part part) {
    TriMesh mesh = character.geometry(part).mesh();
    float[] normals = mesh.attribute(MeshAttribute.NORMAL).map(MeshAttribute::toArray).orElse(null);
    return new RestPoints(
        mesh.wedgePositions(), normals, character.geometry(part).morphs(), part.node());
  }

  int count() {
    return positions.length / 3;
  }

  boolean hasNormals() {
    return normals != null;
  }

  Shape newShape() {
    return new Shape();
  }

  /**
   * The rest points of one pose: shared arrays, or copies if there are morph targets or {@link
   * #displace offsets}.
   */
  final class Shape {
    private final float[] positions;
    private final float @Nullable [] normals;
    private float @Nullable [] offsets;
    private float @Nullable [] normalOffsets;

    /** The displaced points of the ranges asked for last. */
    private float @Nullable [] moved;

    private float @Nullable [] movedNormals;

    private Shape() {
      float[] rest = RestPoints.this.normals;
      boolean morphed = !morphs.isEmpty();
      positions = morphed ? RestPoints.this.positions.clone() : RestPoints.this.positions;
      normals = morphed && rest != null ? rest.clone() : rest;
    }

    /** Moves the points; see {@link RestDeformer.Posed#displace}. */
    void displace(float @Nullable [] by, float @Nullable [] normalsBy) {
      checkSize(by);
      checkSize(normalsBy);
      offsets = by;
      normalOffsets = normals == null ? null : normalsBy;
      moved = by == null ? null : moved == null ? new float[positions.length] : moved;
      movedNormals =
          normalOffsets == null
              ? null
              : movedNormals == null ? new float[positions.length] : movedNormals;
    }

    private void checkSize(float @Nullable [] values) {
      if (values != null && values.length < positions.length) {
        throw new IllegalArgumentException(
            "offsets: expected " + positions.length + " values or more, got " + values.length);
      }
    }

    /** Returns an array with the positions of a range of points; other values are arbitrary. */
    float[] positions(int from, int to) {
      if (offsets == null || moved == null) {
        return positions;
      }
      for (int i = 3 * from; i < 3 * to; i++) {
        moved[i] = positions[i] + offsets[i];
      }
      return moved;
    }

    boolean hasNormals() {
      return normals != null;
    }

    /** Returns an array with the normals of a range of points; there must be normals. */
    float[] normals(int from, int to) {
      float[] own = Objects.requireNonNull(normals);
      if (normalOffsets == null || movedNormals == null) {
        return own;
      }
      for (int i = 3 * from; i < 3 * to; i += 3) {
        float x = own[i] + normalOffsets[i];
        float y = own[i + 1] + normalOffsets[i + 1];
        float z = own[i + 2] + normalOffsets[i + 2];
        float length = (float) Math.sqrt(x * x + y * y + z * z);
        float scale = length > 0 ? 1 / length : 0;
        movedNormals[i] = scale * x;
        movedNormals[i + 1] = scale * y;
        movedNormals[i + 2] = scale * z;
      }
      return movedNormals;
    }

    /** Applies the morph targets with the weights of a pose. */
    void set(Pose pose) {
      if (morphs.isEmpty()) {
        return;
      }
      System.arraycopy(RestPoints.this.positions, 0, positions, 0, positions.length);
      float[] rest = RestPoints.this.normals;
      if (normals != null && rest != null) {
        System.arraycopy(rest, 0, normals, 0, normals.length);
      }
      for (int t = 0; t < morphs.count(); t++) {
        double weight = pose.morphWeight(node, t);
        if (weight != 0) {
          morphs.addPositions(t, weight, positions);
          if (normals != null) {
            morphs.addNormals(t, weight, normals);
          }
        }
      }
    }
  }
}
