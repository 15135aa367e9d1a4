package dev.sinew.testkit;

/**
 * A triangle mesh as plain arrays.
 *
 * @param name what is special about it
 * @param positions x, y, z per vertex
 * @param triangles three vertices per triangle
 */
@SuppressWarnings("ArrayRecordComponent") // Raw on purpose: tests read and spoil the arrays.
public record RawMesh(String name, double[] positions, int[] triangles) {
  public int vertexCount() {
    return positions.length / 3;
  }

  public int triangleCount() {
    return triangles.length / 3;
  }

  @Override
  public String toString() {
    return name;
  }
}
