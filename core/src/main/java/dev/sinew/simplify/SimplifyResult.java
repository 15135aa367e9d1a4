package dev.sinew.simplify;

import dev.sinew.distance.SurfaceError;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseSource;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Levels of detail of a character. Errors are in units of the longest box side at rest.
 *
 * @param levels in the order asked for
 * @param stream leads to these levels, and to others
 * @param metric where the poses came from
 * @param pricedPoses the number of sample poses of the price; 0 where a stream was given
 * @param measuredPoses the number of poses that errors were measured in
 * @param before the size of the character
 * @param notes what to know about the result
 */
public record SimplifyResult(
    List<Level> levels,
    OperationStream stream,
    PoseSource metric,
    int pricedPoses,
    int measuredPoses,
    Size before,
    List<String> notes) {
  /** Copies the lists. */
  public SimplifyResult {
    levels = List.copyOf(levels);
    notes = List.copyOf(notes);
  }

  /**
   * One level.
   *
   * @param character with the meshes of the level
   * @param goal what was asked for
   * @param reached whether the level is as asked
   * @param size triangles, vertices and influences
   * @param maxInfluences the most influences of a vertex
   * @param error distances from the original over poses
   * @param bound the largest distance in any pose within the joint ranges, proven rather than
   *     measured; null where nothing is proven
   */
  public record Level(
      SkinnedCharacter character,
      LevelGoal goal,
      boolean reached,
      Size size,
      int maxInfluences,
      SurfaceError error,
      @Nullable Double bound) {}

  /**
   * The size of a character, as far as its scene shows it.
   *
   * @param triangles of all meshes shown
   * @param vertices of the same
   * @param influences of all vertices together
   */
  public record Size(long triangles, long vertices, long influences) {
    static Size of(List<Geometry> meshes, JoinedCharacter joined) {
      long triangles = 0;
      long vertices = 0;
      long influences = 0;
      for (int m = 0; m < meshes.size(); m++) {
        if (joined.isShown(m)) {
          triangles += meshes.get(m).mesh().triangleCount();
          vertices += meshes.get(m).mesh().vertexCount();
          Influences own = meshes.get(m).influences();
          AnimationCoords coords = meshes.get(m).coords();
          influences +=
              coords != null
                  ? coords.totalCount()
                  : own == null ? meshes.get(m).mesh().vertexCount() : own.totalCount();
        }
      }
      return new Size(triangles, vertices, influences);
    }
  }
}
