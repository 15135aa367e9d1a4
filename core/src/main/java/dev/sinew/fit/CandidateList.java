package dev.sinew.fit;

import dev.sinew.fit.system.SkinRows;

/** Finds the bones that may move a vertex. Not thread-safe. */
interface CandidateList {
  /** The maximum number of candidates per vertex. */
  int MAX = FitOptions.MAX_INFLUENCES;

  /**
   * Finds the candidates of a vertex and returns their number.
   *
   * @param base the bone of the vertex's region: the first candidate
   * @param before the skin so far
   * @param least the least error that a bone has to remove
   */
  int find(int vertex, int base, SkinRows before, double least);

  /** Returns the list that the last call filled. */
  int[] bones();
}
