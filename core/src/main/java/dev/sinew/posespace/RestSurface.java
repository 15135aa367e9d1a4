package dev.sinew.posespace;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;

/**
 * The surface that a database belongs to: the vertices of all parts at rest, in their own spaces,
 * in the order of the parts. Databases are transferred to other surfaces by closest points of it.
 *
 * @param partVertices the number of vertices of each part
 * @param positions x, y, z per vertex
 * @param triangles three vertices per triangle
 */
public record RestSurface(int[] partVertices, float[] positions, int[] triangles) {
  /** Checks the sizes; the arrays are not copied. */
  public RestSurface {
    long sum = 0;
    for (int count : partVertices) {
      sum += count;
    }
    if (3 * sum != positions.length) {
      throw new IllegalArgumentException(
          "positions: expected " + 3 * sum + " values, got " + positions.length);
    }
  }

  /** Returns the surface of a character. */
  public static RestSurface of(SkinnedCharacter character) {
    int[] counts = new int[character.parts().size()];
    int vertices = 0;
    int corners = 0;
    for (int p = 0; p < counts.length; p++) {
      TriMesh mesh = character.geometry(character.parts().get(p)).mesh();
      counts[p] = mesh.vertexCount();
      vertices += counts[p];
      corners += 3 * mesh.triangleCount();
    }
    float[] positions = new float[3 * vertices];
    int[] triangles = new int[corners];
    int first = 0;
    int at = 0;
    for (Part part : character.parts()) {
      TriMesh mesh = character.geometry(part).mesh();
      System.arraycopy(mesh.floatPositions(), 0, positions, 3 * first, 3 * mesh.vertexCount());
      for (int corner : mesh.triangles()) {
        triangles[at++] = first + corner;
      }
      first += mesh.vertexCount();
    }
    return new RestSurface(counts, positions, triangles);
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return positions.length / 3;
  }

  /** Returns the index of a part's first vertex; that of the end for the number of parts. */
  public int firstVertex(int part) {
    int first = 0;
    for (int p = 0; p < part; p++) {
      first += partVertices[p];
    }
    return first;
  }

  /**
   * Returns the longest side of the box around the vertices, in their own spaces: a unit of offsets
   * before skinning, not of distances in the scene; 1 if all coincide.
   */
  public double unit() {
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      double[] range = range(axis);
      longest = Math.max(longest, range[1] - range[0]);
    }
    return longest > 0 ? longest : 1;
  }

  /** Returns the centre of the box around the vertices. */
  double[] centre() {
    double[] out = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      double[] range = range(axis);
      out[axis] = (range[0] + range[1]) / 2;
    }
    return out;
  }

  private double[] range(int axis) {
    double[] out = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = axis; i < positions.length; i += 3) {
      out[0] = Math.min(out[0], positions[i]);
      out[1] = Math.max(out[1], positions[i]);
    }
    return out;
  }
}
