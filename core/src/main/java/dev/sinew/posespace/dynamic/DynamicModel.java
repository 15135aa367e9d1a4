package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import dev.sinew.run.ArrayChecks;
import java.util.Arrays;
import java.util.List;

/**
 * What was learned of the motion of vertices that follow their skin late: some numbers for each of
 * them.
 */
public abstract sealed class DynamicModel permits SpringModel, AccelerationModel {
  final int vertexCount;
  final int[] vertices;
  final double[] values;
  private final int size;

  /**
   * @param size the number of values per moved vertex
   * @param vertexCount the number of vertices of the mesh
   * @param vertices those that move, rising; copied
   * @param values {@code size} values each; copied
   */
  DynamicModel(int size, int vertexCount, int[] vertices, double[] values) {
    Rows.check(vertexCount, vertices);
    ArrayChecks.size("values", values.length, (long) size * vertices.length);
    ArrayChecks.finite("values", values);
    this.size = size;
    this.vertexCount = vertexCount;
    this.vertices = vertices.clone();
    this.values = values.clone();
  }

  /** Returns the number of vertices of the mesh. */
  public final int vertexCount() {
    return vertexCount;
  }

  /** Returns the vertices that it moves, rising, in a new array. */
  public final int[] vertices() {
    return vertices.clone();
  }

  /** Returns the values of all moved vertices, equally many for each, in a new array. */
  public final double[] values() {
    return values.clone();
  }

  /**
   * Returns a new evaluator, at rest.
   *
   * @param skin the linear skin of the mesh, a row per vertex
   */
  public final DynamicState newState(LinearSkin skin) {
    ArrayChecks.size("rows of the skin", skin.coords().rowCount(), vertexCount);
    return state(skin);
  }

  abstract DynamicState state(LinearSkin skin);

  /** Returns a model of the same kind. */
  abstract DynamicModel of(int count, int[] moved, double[] numbers);

  /**
   * Returns the values of a vertex between others: its displacement is about the weighted mean of
   * theirs.
   *
   * @param rows the values of those that move
   * @param weights a weight each; what is missing to 1 belongs to vertices that do not move
   */
  abstract double[] blended(List<double[]> rows, double[] weights);

  /** Returns the values of a vertex; empty if it does not move. */
  final double[] row(int vertex) {
    int i = Arrays.binarySearch(vertices, vertex);
    return i < 0 ? new double[0] : Arrays.copyOfRange(values, size * i, size * (i + 1));
  }
}
