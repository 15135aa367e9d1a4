package dev.sinew.testkit;

/**
 * A triangle mesh as plain arrays.
 *
 * @param name what it is an example of
 * @param positions x, y, z per vertex
 * @param triangles three vertices per triangle
 */
@SuppressWarnings("ArrayRecordComponent") // Raw on purpose: tests read and change the arrays.
public record RawMesh(String name, double[] positions, int[] triangles) {
  /** Returns the number of vertices. */
  public int vertexCount() {
    return positions.length / 3;
  }

  /** Returns the number of triangles. */
  public int triangleCount() {
    return triangles.length / 3;
  }

  @Override
  public String toString() {
    return name;
  }
}
