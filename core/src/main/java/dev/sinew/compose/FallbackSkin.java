package dev.sinew.compose;

import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.skin.approximation.LinearApproximation;

/** The linear blend skins of characters in animation space, which other viewers show. */
public final class FallbackSkin {
  private static final int POSES = 24;

  private FallbackSkin() {}

  /**
   * Returns a character whose linear blend skins have a limited number of influences per vertex.
   */
  public static SkinnedCharacter limited(
      SkinnedCharacter character, int maxInfluences, RunContext context) {
    if (maxInfluences == Influences.VIEWER_LIMIT) {
      return character; // As all verbs leave it.
    }
    PoseKnowledge poses = PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed());
    return LinearApproximation.refit(character, poses.spreadPoses(POSES), maxInfluences, context);
  }
}
