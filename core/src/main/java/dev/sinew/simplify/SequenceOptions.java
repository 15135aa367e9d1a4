package dev.sinew.simplify;

import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.Optional;

/**
 * How meshes in correspondence are simplified.
 *
 * @param levels how far each level goes, at least one; ratios or triangles
 * @param method {@link SimplifyMethod#QUADRIC} or {@link SimplifyMethod#ADSD}
 * @param permissive whether texture and colour seams may move like any other edge
 * @param fullStream whether the stream goes on to the coarsest level, so that it leads to any
 * @param stream a stream made before for the same mesh and seams, to use instead of pricing
 */
public record SequenceOptions(
    List<LevelGoal> levels,
    SimplifyMethod method,
    boolean permissive,
    boolean fullStream,
    Optional<OperationStream> stream) {
  /** One level of a quarter of the triangles, seams kept. */
  public static final SequenceOptions DEFAULTS =
      new SequenceOptions(
          LevelGoal.ratios(0.25), SimplifyMethod.QUADRIC, false, false, Optional.empty());

  /** Copies the list and checks the values. */
  public SequenceOptions {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels: expected at least 1, got 0");
    }
    if (levels.stream().anyMatch(goal -> goal.kind() == LevelGoal.Kind.ERROR)) {
      throw new IllegalArgumentException(
          "error: meshes in correspondence are simplified by ratio or triangles");
    }
    if (method.needsTexture()) {
      throw new IllegalArgumentException(
          "method " + method + ": for characters, not for meshes in correspondence");
    }
  }

  /** Returns the same with other levels. */
  public SequenceOptions withLevels(List<LevelGoal> goals) {
    return new SequenceOptions(goals, method, permissive, fullStream, stream);
  }

  /** Returns the same with levels that keep shares of the triangles. */
  public SequenceOptions withRatios(double... ratios) {
    return withLevels(LevelGoal.ratios(ratios));
  }

  /** Returns the same with another price. */
  public SequenceOptions withMethod(SimplifyMethod price) {
    return new SequenceOptions(levels, price, permissive, fullStream, stream);
  }

  /** Returns the same with seams that may move, or not. */
  public SequenceOptions withPermissive(boolean move) {
    return new SequenceOptions(levels, method, move, fullStream, stream);
  }

  /** Returns the same with a stream that goes on to the coarsest level, or not. */
  public SequenceOptions withFullStream(boolean full) {
    return new SequenceOptions(levels, method, permissive, full, stream);
  }

  /** Returns the same with a stream made before. */
  public SequenceOptions withStream(OperationStream made) {
    return new SequenceOptions(levels, method, permissive, fullStream, Optional.of(made));
  }
}
