package dev.sinew.simplify;

import dev.sinew.distance.LookError;
import dev.sinew.distance.PictureError;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;

/** Measures how levels look, the same for a level in memory and for one of a file. */
public final class LevelLook {
  private final SkinnedCharacter original;
  private final PictureError pictures;
  private final RunContext context;

  /**
   * Draws the original.
   *
   * @param how not {@link Measuring#NONE}; says in how many poses, spread over the clips
   */
  public LevelLook(SkinnedCharacter original, Measuring how, RunContext context) {
    this.original = original;
    this.context = context;
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(PoseSource.CLIPS, original, context.seed());
    pictures = new PictureError(original, knowledge.spreadPoses(how.pictures()), context);
  }

  /** Measures a level with the skeleton, the meshes and the groups of the original. */
  public LookError of(SkinnedCharacter level) {
    return LookError.measure(original, level, pictures, context);
  }
}
