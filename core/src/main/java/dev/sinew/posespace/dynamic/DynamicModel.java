package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;

/** What was learned of the motion of vertices that follow their skin late. */
public sealed interface DynamicModel permits SpringModel, AccelerationModel {
  /** Returns the number of vertices of the mesh. */
  int vertexCount();

  /** Returns the vertices that it moves, rising, in a new array. */
  int[] vertices();

  /** Returns the values of all moved vertices, equally many for each, in a new array. */
  double[] values();

  /**
   * Returns a new evaluator, at rest.
   *
   * @param skin the linear skin of the mesh, a row per vertex
   */
  DynamicState newState(LinearSkin skin);
}
