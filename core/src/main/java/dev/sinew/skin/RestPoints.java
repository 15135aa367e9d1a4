package dev.sinew.skin;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import org.jspecify.annotations.Nullable;

/**
 * The points of a part before skinning, one per wedge: the mesh at rest plus its morph targets. A
 * {@link Shape} holds them for one pose.
 */
final class RestPoints {
  private final float[] positions;
  private final float @Nullable [] normals;
  private final @Nullable MorphTargets morphs;
  private final int node;

  private RestPoints(
      float[] positions, float @Nullable [] normals, @Nullable MorphTargets morphs, int node) {
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

  /** The rest points of one pose: shared arrays, or copies if there are morph targets. */
  final class Shape {
    final float[] positions;
    final float @Nullable [] normals;

    private Shape() {
      float[] rest = RestPoints.this.normals;
      boolean morphed = morphs != null;
      positions = morphed ? RestPoints.this.positions.clone() : RestPoints.this.positions;
      normals = morphed && rest != null ? rest.clone() : rest;
    }

    /** Applies the morph targets with the weights of a pose. */
    void set(Pose pose) {
      if (morphs == null) {
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
