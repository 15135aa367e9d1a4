package dev.sinew.simplify;

import dev.sinew.distance.DetailDistances;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.LookError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseSource;
import dev.sinew.review.Review;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Levels of detail of a character. Errors are in units of the longest box side at rest.
 *
 * @param levels in the requested order
 * @param stream the operations that lead to these levels and others; to the last level alone if
 *     meshes or materials have ratios of their own
 * @param metric the source of the poses
 * @param pricedPoses the number of sample poses of the price; 0 if it has none, or a stream was
 *     given
 * @param measuredPoses the number of poses in which errors were measured; 0 if they were not
 * @param before the size of the character
 * @param dropped the hidden triangles that were dropped, by mesh
 * @param notes remarks about the result
 */
public record SimplifyResult(
    List<Level> levels,
    OperationStream stream,
    PoseSource metric,
    int pricedPoses,
    int measuredPoses,
    Size before,
    List<Dropped> dropped,
    List<String> notes) {
  /** Copies the lists. */
  public SimplifyResult {
    levels = List.copyOf(levels);
    dropped = List.copyOf(dropped);
    notes = List.copyOf(notes);
  }

  /**
   * Hidden triangles of a mesh.
   *
   * @param mesh the name of the mesh
   * @param triangles the number of its triangles that were dropped
   * @param of the number of its triangles
   */
  public record Dropped(String mesh, int triangles, int of) {}

  /**
   * Returns levels with the distances from which on they are shown, if they are measured.
   *
   * @param side the longest box side of the original at rest
   */
  static List<Level> shownFrom(List<Level> levels, double side) {
    List<Level> falling =
        levels.stream().filter(one -> one.measured.error.isPresent()).sorted(FALLING).toList();
    List<SwitchDistance> distances =
        SwitchDistance.of(
            falling.stream().map(one -> one.measured.error.orElseThrow().max()).toList(), side);
    List<Level> out = new ArrayList<>();
    for (Level level : levels) {
      int at = falling.indexOf(level);
      out.add(at < 0 ? level : level.shownFrom(distances.get(at)));
    }
    return out;
  }

  /** The order of levels from fine to coarse. */
  public static final Comparator<Level> FALLING =
      Comparator.comparingLong((Level level) -> level.size.triangles()).reversed();

  /**
   * One level.
   *
   * @param character with the meshes of the level
   * @param goal the requested goal
   * @param reached true if the level meets its goal
   * @param size triangles, vertices and influences
   * @param maxInfluences the largest number of influences of a vertex
   * @param measured how it differs from the original
   * @param bound the largest distance in any pose within the joint ranges, proven rather than
   *     measured; null if there is no proof
   * @param joints its joints; empty if none were to go
   */
  public record Level(
      SkinnedCharacter character,
      LevelGoal goal,
      boolean reached,
      Size size,
      int maxInfluences,
      Measured measured,
      @Nullable Double bound,
      Optional<JointCount> joints) {
    /** A level whose joints stay. */
    public Level(
        SkinnedCharacter character,
        LevelGoal goal,
        boolean reached,
        Size size,
        int maxInfluences,
        Measured measured,
        @Nullable Double bound) {
      this(character, goal, reached, size, maxInfluences, measured, bound, Optional.empty());
    }

    /** Returns the same level with another character, whose meshes have the same size. */
    public Level withCharacter(SkinnedCharacter other) {
      return new Level(other, goal, reached, size, maxInfluences, measured, bound, joints);
    }

    /** Returns the same level with the distance from which on it is shown. */
    private Level shownFrom(SwitchDistance from) {
      Measured known =
          new Measured(
              measured.error, measured.look, measured.detail, measured.review, Optional.of(from));
      return new Level(character, goal, reached, size, maxInfluences, known, bound, joints);
    }

    /** Returns the same level with what its joints are. */
    Level withJoints(JointCount count) {
      return new Level(
          character, goal, reached, size, maxInfluences, measured, bound, Optional.of(count));
    }

    /** Returns the same level with another distance in appearance, and another review. */
    public Level withLook(LookError look, Optional<Review> review) {
      Measured seen =
          new Measured(
              measured.error, Optional.of(look), measured.detail, review, measured.shownFrom);
      return new Level(character, goal, reached, size, maxInfluences, seen, bound, joints);
    }
  }

  /**
   * The joints of a level.
   *
   * @param before how many move vertices of the original
   * @param left how many move vertices of the level
   * @param removed the names of the others
   * @param error the distance over the clips between vertices of the original and of the same mesh
   *     without these joints, in box sides; empty if errors are not measured
   */
  public record JointCount(
      int before, int left, List<String> removed, Optional<ErrorSummary> error) {
    /** Copies the list. */
    public JointCount {
      removed = List.copyOf(removed);
    }
  }

  /**
   * How a level differs from the original; all empty if that was not measured.
   *
   * @param error distances over poses
   * @param look the distance in appearance at rest
   * @param detail distances of the original's triangles
   * @param review what people see of the level
   * @param shownFrom from where on it differs by less than a pixel
   */
  public record Measured(
      Optional<SurfaceError> error,
      Optional<LookError> look,
      Optional<DetailDistances> detail,
      Optional<Review> review,
      Optional<SwitchDistance> shownFrom) {
    static final Measured NOT =
        new Measured(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  /**
   * The size of the meshes that the scene of a character shows.
   *
   * @param triangles the number of triangles
   * @param vertices the number of vertices
   * @param influences the number of influences of all vertices
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
          Skinning skinning = meshes.get(m).skinning();
          influences +=
              skinning.isRigid() ? meshes.get(m).mesh().vertexCount() : skinning.influenceCount();
        }
      }
      return new Size(triangles, vertices, influences);
    }
  }
}
