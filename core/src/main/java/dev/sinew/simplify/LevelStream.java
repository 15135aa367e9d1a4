package dev.sinew.simplify;

import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.ArrayList;
import java.util.List;

/**
 * All levels of a character: the collapses that {@link Simplify} would make for the same options,
 * priced once, down to the coarsest level. A level is then a replay, without a fit to the original.
 */
public final class LevelStream {
  private final SkinnedCharacter character;
  private final CharacterSimplification simplification;
  private final OperationStream stream;
  private final List<Pose> fitted;

  /**
   * Prices the collapses of a character.
   *
   * @throws RequestException if the options do not fit the character
   */
  public LevelStream(SkinnedCharacter character, SimplifyOptions options, RunContext context) {
    this.character = character;
    CollapseSetup setup = new CollapseSetup(character, options, context, new ArrayList<>());
    simplification = new CharacterSimplification(setup.joined(), setup.constraints());
    stream =
        simplification.simplify(
            setup.price(),
            setup.samplePoses(options.posing().poses()),
            setup.removals(),
            0,
            context);
    // Levels that are looked at once are not worth the time of more.
    fitted = setup.knowledge().spreadPoses(1);
  }

  /** Returns the number of triangles of the character. */
  public int triangles() {
    return simplification.mesh().triangleCount();
  }

  /** Returns the number of triangles of the coarsest level. */
  public int fewestTriangles() {
    return stream.fewestTriangles();
  }

  /** Returns the level with at most a number of triangles, or the coarsest one. */
  public SkinnedCharacter level(int triangles, RunContext context) {
    if (triangles < 1) {
      throw new RequestException("triangles: expected 1 or more, got " + triangles);
    }
    CharacterReplay replay = simplification.replay(stream, context);
    replay.advanceTo(stream.lengthFor(triangles));
    return replay.length() == 0 ? character : simplification.withMeshes(replay.geometries(fitted));
  }
}
