package dev.sinew.runtime;

import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A set of levels, each with at most half as many influences as the one before (Merry's thesis,
 * section 7.3).
 */
public final class HalvingLevels {
  private HalvingLevels() {}

  /**
   * A level of a stream.
   *
   * @param length the number of operations
   * @param influences the number of influences of all points
   * @param triangles the number of triangles
   * @param cost the largest cost of the operations; a bound on the error if the price is one
   */
  public record Level(int length, long influences, int triangles, double cost) {}

  /**
   * Chooses the levels of a stream; the first is the original.
   *
   * @param maxCount the maximum number of levels, 1 or more
   * @return fewer levels if the stream ends, or if no triangle would be left
   */
  public static List<Level> choose(
      CharacterSimplification simplification,
      OperationStream stream,
      int maxCount,
      RunContext context) {
    NumberRange.requireAtLeast("levels", maxCount, 1);
    CharacterReplay replay = simplification.replay(stream, context);
    List<Level> out = new ArrayList<>();
    double cost = 0;
    out.add(level(replay, cost));
    while (out.size() < maxCount
        && replay.length() < stream.length()
        && stream.trianglesAt(replay.length() + 1) > 0) {
      cost = Math.max(cost, stream.operation(replay.length()).cost());
      replay.advanceTo(replay.length() + 1);
      if (2 * replay.influenceCount() <= out.getLast().influences()) {
        out.add(level(replay, cost));
      }
    }
    return out;
  }

  private static Level level(CharacterReplay replay, double cost) {
    return new Level(replay.length(), replay.influenceCount(), replay.triangleCount(), cost);
  }

  /**
   * Makes the characters of levels; without operations it is the original itself.
   *
   * @param levels in the order of {@link #choose}
   * @param poses at least one, for the linear blend beside animation coordinates
   */
  public static List<SkinnedCharacter> characters(
      CharacterSimplification simplification,
      OperationStream stream,
      List<Level> levels,
      List<Pose> poses,
      RunContext context) {
    CharacterReplay replay = simplification.replay(stream, context);
    List<SkinnedCharacter> out = new ArrayList<>();
    for (Level level : levels) {
      replay.advanceTo(level.length());
      out.add(
          level.length() == 0
              ? simplification.character()
              : simplification.withMeshes(replay.geometries(poses)));
    }
    return out;
  }
}
