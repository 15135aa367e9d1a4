package dev.sinew.simplify;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.LookError;
import dev.sinew.distance.PictureError;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.List;

/** Measures how levels look, the same for a level in memory and for one of a file. */
public final class LevelLook {
  /** The maximum number of poses in which attributes are fitted and measured. */
  static final int POSES = 4;

  private final SkinnedCharacter original;
  private final WeightedPoses poses;
  private final PictureError pictures;
  private final CloseViews close;
  private final RunContext context;

  /**
   * Draws the original.
   *
   * @param how not {@link Measuring#NONE}; says how many poses, spread over the clips, are drawn
   */
  public LevelLook(SkinnedCharacter original, Measuring how, RunContext context) {
    this.original = original;
    this.context = context;
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(PoseSource.CLIPS, original, context.seed());
    poses = knowledge.samplePoses(new JoinedCharacter(original), POSES);
    List<Pose> shown = knowledge.spreadPoses(how.pictures());
    pictures = new PictureError(original, shown, context);
    close = new CloseViews(original, shown, how.closeViews(), context);
  }

  /** Measures a level with the skeleton, the meshes and the groups of the original. */
  public LookError of(SkinnedCharacter level) {
    return LookError.measure(original, level, poses, pictures, close, context);
  }
}
