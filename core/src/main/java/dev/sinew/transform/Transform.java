package dev.sinew.transform;

import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;

/**
 * Transforms a character: in every pose of every clip the surface is the old one, moved. Also
 * changes the rest pose, which does not change the clips.
 */
public final class Transform {
  private Transform() {}

  /**
   * Transforms a character: first the rest pose changes, then the character moves.
   *
   * @throws RequestException if the clip does not exist, its pose cannot be a rest pose, or
   *     coordinates of the result are out of range
   */
  public static TransformResult run(
      SkinnedCharacter character, TransformOptions options, RunContext context) {
    SkinnedCharacter rested =
        options
            .rest()
            .map(rest -> RestChange.of(character, rest.clip(), rest.time()))
            .orElse(character);
    MovedCharacter moved = new MovedCharacter(rested, options.motion(), context);
    SkinnedCharacter result = moved.character();
    return new TransformResult(
        result, moved.turnedMeshes(), box(character, context), box(result, context));
  }

  /** Returns a moved character, as {@link #run} moves it. */
  public static SkinnedCharacter moved(
      SkinnedCharacter character, Similarity motion, RunContext context) {
    return new MovedCharacter(character, motion, context).character();
  }

  private static Box box(SkinnedCharacter character, RunContext context) {
    CharacterSurface.Posed rest = CharacterSurface.of(character).newPosed();
    rest.set(character.restPose(), context);
    rest.requireFinite();
    return Box.of(rest.wedgePositions());
  }
}
