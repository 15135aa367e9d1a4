package dev.sinew.simplify;

import dev.sinew.distance.ClipPairs;
import dev.sinew.distance.CloseViews;
import dev.sinew.distance.DetailDistances;
import dev.sinew.distance.LookError;
import dev.sinew.distance.PictureError;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.review.Review;
import dev.sinew.review.Reviewer;
import dev.sinew.run.RunContext;
import java.util.List;
import java.util.Optional;

/** Measures the appearance of levels, in memory or from files. */
public final class LevelLook {
  /** The maximum number of poses in which attributes are fitted and measured. */
  static final int POSES = 4;

  private final SkinnedCharacter original;
  private final PoseKnowledge knowledge;
  private final int shown;
  private final WeightedPoses poses;
  private final PictureError pictures;
  private final CloseViews close;
  private final Reviewer reviewer;
  private final RunContext context;

  /**
   * How a level looks.
   *
   * @param error the figures
   * @param close the close views
   */
  public record Seen(LookError error, CloseViews.Result close) {}

  /**
   * Draws the original.
   *
   * @param how not {@link Measuring#NONE}; says how many poses, spread over the clips, are drawn
   */
  public LevelLook(SkinnedCharacter original, Measuring how, RunContext context) {
    this.original = original;
    this.context = context;
    knowledge = PoseKnowledge.orSkeleton(PoseSource.CLIPS, original, context.seed());
    shown = how.pictures();
    poses = knowledge.samplePoses(new JoinedCharacter(original), POSES);
    List<Pose> spread = knowledge.spreadPoses(shown);
    pictures = new PictureError(original, spread, context);
    close = new CloseViews(original, spread, how.closeViews(), context);
    reviewer = new Reviewer(original, knowledge.spreadNames(shown));
  }

  /** Measures a level with the skeleton, the meshes and the groups of the original. */
  public Seen of(SkinnedCharacter level) {
    CloseViews.Result views = close.measure(level);
    return new Seen(LookError.measure(original, level, poses, pictures, views, context), views);
  }

  /**
   * Returns what people see of a level.
   *
   * @param detail its distances from the original
   */
  public Review review(SkinnedCharacter level, Seen seen, DetailDistances detail) {
    return reviewer.of(level, seen.close, detail);
  }

  /**
   * Returns what people see of any other character that stands for the original.
   *
   * @param detail its distances from the original
   * @return empty if it has no poses that correspond to those of the original
   */
  public Optional<Review> reviewOther(SkinnedCharacter other, DetailDistances detail) {
    return poses(knowledge, other, shown, context)
        .map(own -> reviewer.ofOther(other, close.measureOther(other, own), detail, context));
  }

  /** Returns the poses of close views of a character; empty if it has no such poses. */
  private static Optional<List<Pose>> poses(
      PoseKnowledge knowledge, SkinnedCharacter character, int count, RunContext context) {
    SkinnedCharacter original = knowledge.character();
    if (character.skeleton() == original.skeleton()) {
      return Optional.of(knowledge.spreadPoses(count));
    }
    List<Clip> clips = ClipPairs.of(original, character, context.seed()).candidate();
    return clips.isEmpty()
        ? Optional.empty()
        : Optional.of(knowledge.spreadPoses(count, character, clips));
  }

  /**
   * Returns the pose of a close view by the name that a review gives it; empty if there is none.
   *
   * @param character the original, or what is compared with it
   */
  public static Optional<Pose> pose(
      SkinnedCharacter original, SkinnedCharacter character, String name, RunContext context) {
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(PoseSource.CLIPS, original, context.seed());
    for (Measuring how : List.of(Measuring.QUICK, Measuring.FULL)) {
      int index = knowledge.spreadNames(how.pictures()).indexOf(name);
      List<Pose> poses = poses(knowledge, character, how.pictures(), context).orElse(List.of());
      if (index >= 0 && index < poses.size()) {
        return Optional.of(poses.get(index));
      }
    }
    return Optional.empty();
  }
}
