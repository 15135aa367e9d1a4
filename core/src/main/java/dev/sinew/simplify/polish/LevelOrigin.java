package dev.sinew.simplify.polish;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.simplify.layer.Layers;
import java.util.Arrays;

/**
 * Where the surface of a level comes from: the original, its parts and what matters on it. A part
 * of a level is compared with the same part of the original only: the closest surface may be
 * another one, such as the skin below an eye that is a disc, and a disc that is paired with skin
 * may grow over it.
 *
 * @param original the character the level was made from
 * @param parts the part of every triangle of the joined original
 * @param levelParts the part of the original that every triangle of the joined level comes from
 * @param importance the weight of the surface at every triangle of the joined original
 * @param layers the layers of the original, in the poses of the fit
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record LevelOrigin(
    JoinedCharacter original, int[] parts, int[] levelParts, double[] importance, Layers layers) {
  /** Checks the sizes. */
  public LevelOrigin {
    int count = original.mesh().triangleCount();
    if (parts.length != count || importance.length != count) {
      throw new IllegalArgumentException(
          "parts and importance: expected "
              + count
              + " values, got "
              + parts.length
              + " and "
              + importance.length);
    }
  }

  /**
   * Returns the origin of a level of one part, all of which is equally important.
   *
   * @param levelTriangles the number of triangles of the level
   */
  public static LevelOrigin ofOnePart(JoinedCharacter original, int levelTriangles) {
    double[] ones = new double[original.mesh().triangleCount()];
    Arrays.fill(ones, 1);
    return new LevelOrigin(
        original, new int[ones.length], new int[levelTriangles], ones, Layers.NONE);
  }

  /** Returns the origin of a level with other triangles. */
  public LevelOrigin withLevelParts(int[] changed) {
    return new LevelOrigin(original, parts, changed, importance, layers);
  }

  /** Returns the parts of a mesh of the original. */
  int[] partsOf(int m) {
    return Arrays.copyOfRange(parts, original.firstTriangle(m), original.firstTriangle(m + 1));
  }

  /** Returns the importance of the triangles of a mesh of the original. */
  double[] importanceOf(int m) {
    return Arrays.copyOfRange(importance, original.firstTriangle(m), original.firstTriangle(m + 1));
  }

  /** Returns the parts of a mesh of the level. */
  int[] partsOf(JoinedCharacter level, int m) {
    return Arrays.copyOfRange(levelParts, level.firstTriangle(m), level.firstTriangle(m + 1));
  }
}
