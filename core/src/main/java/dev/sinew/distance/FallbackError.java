package dev.sinew.distance;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.util.List;
import java.util.Optional;

/**
 * The error of the linear blend skins that viewers without animation space show: their distance
 * from the animation-space skins of the same character, at rest and over sample poses of its clips
 * (of its skeleton if it has none), in units of the longest box side at rest.
 *
 * @param rms root mean square distance
 * @param max largest distance
 * @param worstPose the pose of the largest distance
 */
public record FallbackError(double rms, double max, String worstPose) {
  private static final int POSES = 60;

  /** Measures a character; empty if it has no animation coordinates. */
  public static Optional<FallbackError> of(SkinnedCharacter character, RunContext context) {
    if (character.meshes().stream().allMatch(mesh -> mesh.skinning().coords().isEmpty())) {
      return Optional.empty();
    }
    CompareOptions options =
        CompareOptions.DEFAULTS.withMethods(
            Optional.of(SkinningMethod.of(character)), Optional.of(SkinningMethod.SSD));
    CharacterComparison comparison =
        new CharacterComparison(character, character, options, context.quiet());
    comparison.compareRest();
    PoseKnowledge poses = PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed());
    comparison.comparePoses(poses.spreadPoses(POSES), poses.spreadNames(POSES));
    ErrorSummary error = comparison.result(List.of()).error();
    return Optional.of(new FallbackError(error.rms(), error.max(), error.worst().pose()));
  }
}
