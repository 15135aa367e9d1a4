package dev.sinew.simplify;

import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.polish.AttributeFit;
import dev.sinew.simplify.polish.EdgeFlips;
import dev.sinew.simplify.polish.FacingRepair;
import dev.sinew.simplify.polish.LevelTangents;
import dev.sinew.simplify.polish.Polish;
import dev.sinew.skin.LinearApproximation;
import java.util.BitSet;
import java.util.List;

/**
 * Fits finished levels to the original over sample poses: vertices are moved, edges flipped,
 * triangles turned that face the wrong way, and at last the attributes are fitted. The vertices of
 * locked bones stay as they are. Where collapses are priced by the texture, only attributes that
 * are no texture coordinates are fitted: each texel keeps its place on the surface.
 */
final class LevelPolish {
  /** The maximum number of poses over which levels are fitted to the original. */
  private static final int POLISHED_POSES = 14;

  private static final int ITERATIONS_BEFORE_FLIPS = 3;

  private static final int ITERATIONS_AFTER_FLIPS = 4;

  /** Levels of more triangles get one iteration less: they are close already. */
  private static final int LARGE_LEVEL = 8000;

  /**
   * Levels of fewer triangles get two iterations more after the flips, which take little time
   * there: CesiumMan at 10 % is 1 % closer then.
   */
  private static final int SMALL_LEVEL = 2000;

  private final JoinedCharacter joined;
  private final WeightedPoses polishPoses;
  private final WeightedPoses lookPoses;
  private final List<Pose> fitted;
  private final SimplifyOptions options;
  private final RunContext context;

  /**
   * Chooses the poses.
   *
   * @param joined the original
   * @param knowledge what is known of its poses
   * @param fitted the poses to which the linear blend of animation coordinates is fitted
   */
  LevelPolish(
      JoinedCharacter joined,
      PoseKnowledge knowledge,
      List<Pose> fitted,
      SimplifyOptions options,
      RunContext context) {
    this.joined = joined;
    this.fitted = fitted;
    this.options = options;
    this.context = context;
    polishPoses = knowledge.samplePoses(joined, POLISHED_POSES);
    lookPoses = knowledge.samplePoses(joined, LevelLook.POSES);
  }

  /** Fits a level: nearer to the original, with better edges, then nearer again. */
  SkinnedCharacter run(SkinnedCharacter level) {
    BitSet fixed =
        options
            .lockBones()
            .map(pattern -> new BonePattern(pattern).points(new JoinedCharacter(level)))
            .orElseGet(BitSet::new);
    return withFittedAttributes(
        options.method().needsTexture() ? level : moved(level, fixed), fixed);
  }

  /** Moves vertices and flips edges. */
  private SkinnedCharacter moved(SkinnedCharacter level, BitSet fixed) {
    long triangles = Size.of(level.meshes(), joined).triangles();
    int fewer = triangles > LARGE_LEVEL ? 1 : 0;
    int more = triangles < SMALL_LEVEL ? 2 : 0;
    SkinnedCharacter near =
        Polish.run(joined, level, polishPoses, fixed, ITERATIONS_BEFORE_FLIPS - fewer, context);
    SkinnedCharacter flipped =
        options.flips()
            ? EdgeFlips.run(
                joined,
                withFittedAttributes(near, fixed),
                polishPoses,
                fixed,
                options.look(),
                context)
            : near;
    SkinnedCharacter moved =
        Polish.run(
            joined, flipped, polishPoses, fixed, ITERATIONS_AFTER_FLIPS - fewer + more, context);
    SkinnedCharacter facing = FacingRepair.run(joined, moved, polishPoses, fixed, context);
    return joined.hasCoords()
        ? LinearApproximation.refit(facing, fitted, Influences.VIEWER_LIMIT, context)
        : facing;
  }

  /** Fits normals, colours and perhaps texture coordinates, and then makes tangents. */
  private SkinnedCharacter withFittedAttributes(SkinnedCharacter level, BitSet fixed) {
    boolean moveTexture = !options.method().needsTexture();
    SkinnedCharacter fitted =
        AttributeFit.run(joined, level, lookPoses, fixed, moveTexture, context);
    return LevelTangents.of(new JoinedCharacter(fitted), fixed);
  }
}
