package dev.sinew.simplify;

/**
 * The limits of the skin of a level.
 *
 * @param influences the largest number of influences of a vertex
 * @param joints the largest number of joints that move vertices
 */
record SkinLimits(int influences, int joints) {
  @Override
  public String toString() {
    String perVertex = influences + " influences per vertex";
    return joints == Integer.MAX_VALUE
        ? perVertex
        : influences == Integer.MAX_VALUE
            ? joints + " joints"
            : joints + " joints and " + perVertex;
  }
}
