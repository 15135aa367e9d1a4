package dev.sinew.simplify;

import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.Optional;

/**
 * How meshes in correspondence are simplified.
 *
 * @param levels the goal of each level, at least one; ratios or triangles
 * @param method {@link SimplifyMethod#QUADRIC} or {@link SimplifyMethod#ADSD}
 * @param permissive true to let texture and colour seams collapse like any other edge
 * @param polish true to fit levels to the whole mesh
 * @param fullStream true to continue the stream to the coarsest level, so that it contains all
 * @param stream an existing stream of the same mesh and seams, used instead of pricing
 */
public record SequenceOptions(
    List<LevelGoal> levels,
    SimplifyMethod method,
    boolean permissive,
    boolean polish,
    boolean fullStream,
    Optional<OperationStream> stream) {
  /** One level with a quarter of the triangles; seams are kept. */
  public static final SequenceOptions DEFAULTS =
      new SequenceOptions(
          LevelGoal.ratios(0.25), SimplifyMethod.QUADRIC, false, true, false, Optional.empty());

  /** Copies the list and checks the values. */
  public SequenceOptions {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels: expected at least 1, got 0");
    }
    if (levels.stream().anyMatch(LevelGoal::limitsError)) {
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
    return new SequenceOptions(goals, method, permissive, polish, fullStream, stream);
  }

  /** Returns the same with one level per share of triangles to keep. */
  public SequenceOptions withRatios(double... ratios) {
    return withLevels(LevelGoal.ratios(ratios));
  }

  /** Returns the same with another price. */
  public SequenceOptions withMethod(SimplifyMethod price) {
    return new SequenceOptions(levels, price, permissive, polish, fullStream, stream);
  }

  /** Returns the same with seams that may collapse, or not. */
  public SequenceOptions withPermissive(boolean move) {
    return new SequenceOptions(levels, method, move, polish, fullStream, stream);
  }

  /** Returns the same with levels that are fitted to the whole mesh, or not. */
  public SequenceOptions withPolish(boolean fitted) {
    return new SequenceOptions(levels, method, permissive, fitted, fullStream, stream);
  }

  /** Returns the same with a stream to the coarsest level, or not. */
  public SequenceOptions withFullStream(boolean full) {
    return new SequenceOptions(levels, method, permissive, polish, full, stream);
  }

  /** Returns the same with an existing stream. */
  public SequenceOptions withStream(OperationStream made) {
    return new SequenceOptions(levels, method, permissive, polish, fullStream, Optional.of(made));
  }
}
