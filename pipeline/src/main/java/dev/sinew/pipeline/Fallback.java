package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.inspect.CharacterFindings;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import dev.sinew.skin.LinearApproximation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The linear blend skins of characters in animation space, which other viewers show. */
final class Fallback {
  /** The default maximum number of influences per vertex: more than four are cut by viewers. */
  static final int DEFAULT_INFLUENCES = Influences.VIEWER_LIMIT;

  private static final int POSES = 24;

  private Fallback() {}

  /**
   * Returns a character whose linear blend skins have a limited number of influences per vertex.
   */
  static SkinnedCharacter limited(
      SkinnedCharacter character, int maxInfluences, RunContext context) {
    if (maxInfluences == DEFAULT_INFLUENCES) {
      return character; // As all verbs leave it.
    }
    PoseKnowledge poses = PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed());
    return LinearApproximation.refit(character, poses.spreadPoses(POSES), maxInfluences, context);
  }

  /** Returns the error of the linear blend skins; null if there is no animation space. */
  static @Nullable FallbackError error(SkinnedCharacter character, RunContext context) {
    return FallbackError.of(character, context).orElse(null);
  }

  /** Returns warnings about vertices with more influences than viewers show. */
  static List<Issue> warnings(SkinnedCharacter character) {
    return CharacterFindings.influenceIssues(character);
  }

  /** Checks a maximum number of influences. */
  static void check(int maxInfluences) {
    NumberRange.requireAtLeast("fallback influences", maxInfluences, 1);
  }
}
