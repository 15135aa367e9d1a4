package dev.sinew.simplify;

import dev.sinew.distance.SurfaceError;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.Optional;

/**
 * Levels of meshes in correspondence. Errors are in units of the longest box side at rest.
 *
 * @param levels in the requested order
 * @param stream the operations that lead to these levels and others
 * @param pricedShapes the number of shapes in the price; 0 if a stream was given
 * @param whole the whole mesh with the weights of the rig, if one was given
 * @param notes remarks about the result
 */
public record SequenceResult(
    List<SequenceLevel> levels,
    OperationStream stream,
    int pricedShapes,
    Optional<Weights> whole,
    List<String> notes) {
  /** Copies the lists. */
  public SequenceResult {
    levels = List.copyOf(levels);
    notes = List.copyOf(notes);
  }

  /**
   * One level.
   *
   * @param goal the requested goal
   * @param reached true if the level meets its goal
   * @param level the mesh and its shapes
   * @param error distances from the shapes
   * @param followers the shapes of every follower
   * @param weights the level with the weights of the rig, if one was given
   */
  public record SequenceLevel(
      LevelGoal goal,
      boolean reached,
      Level level,
      SurfaceError error,
      List<Follower> followers,
      Optional<Weights> weights) {}

  /**
   * A sequence simplified by the same collapses without being priced.
   *
   * @param level its shapes
   * @param error distances from its original shapes
   */
  public record Follower(Level level, SurfaceError error) {}

  /**
   * A level with weights from a rig.
   *
   * @param character the rig with the mesh of the level
   * @param from the number of vertices of the level that the rig was made for
   * @param meanDistance the mean distance of vertices from the source of their weights
   * @param error distances between the posed level and the shapes; empty if the rig has no clip of
   *     a fit to these shapes
   */
  public record Weights(
      SkinnedCharacter character, int from, double meanDistance, Optional<SurfaceError> error) {
    /** Returns the number of influences of all vertices. */
    public long influences() {
      return character.meshes().stream()
          .mapToLong(m -> m.skinning().asLinear().influenceCount())
          .sum();
    }

    /** Returns the largest number of influences of a vertex. */
    public int maxInfluences() {
      return character.meshes().stream().mapToInt(Geometry::maxInfluences).max().orElse(0);
    }
  }
}
