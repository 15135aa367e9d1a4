package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.inspect.CharacterFindings;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What steps say of the linear blend skins beside animation space, which other viewers show. */
final class Fallback {
  /** The default maximum number of influences per vertex: more than four are cut by viewers. */
  static final int DEFAULT_INFLUENCES = Influences.VIEWER_LIMIT;

  private Fallback() {}

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
