package dev.sinew.unwrap;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PlausiblePoses;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.UnwrapResult.StretchSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures the stretch of texture coordinates in the frames of a character's clips. */
public final class StretchOverPoses {
  /** The maximum number of frames. */
  private static final int MAX_FRAMES = 128;

  private StretchOverPoses() {}

  /**
   * Measures the stretch at rest and in the frames of all clips that move the character; without
   * any in {@link PlausiblePoses}, and without a skin, too, at rest only.
   *
   * @param uv u, v per corner of the character's {@link JoinedCharacter} mesh
   */
  public static StretchSummary measure(PoseKnowledge knowledge, double[] uv, RunContext context) {
    SkinnedCharacter character = knowledge.character();
    JoinedCharacter joined = new JoinedCharacter(character);
    Stretch stretch = new Stretch(joined.mesh().triangles(), uv);
    AnimationCoords coords = joined.coords();
    List<Pose> poses = frames(knowledge);
    poses.add(character.restPose());
    double[] values = new double[poses.size()];
    context.run(
        "measuring",
        poses.size(),
        i -> {
          double[] matrices = joined.matrices(poses.get(i));
          double[] positions = new double[3 * coords.rowCount()];
          for (int v = 0; v < coords.rowCount(); v++) {
            coords.project(v, matrices, positions, 3 * v);
          }
          values[i] = stretch.at(positions);
        });
    double[] frames = Arrays.copyOf(values, values.length - 1);
    double rest = values[values.length - 1];
    return new StretchSummary(
        rest,
        Arrays.stream(frames).average().orElse(rest),
        Arrays.stream(frames).max().orElse(rest),
        frames.length,
        Arrays.stream(frames).boxed().toList());
  }

  private static List<Pose> frames(PoseKnowledge knowledge) {
    SkinnedCharacter character = knowledge.character();
    if (!Unwrap.moves(character)) {
      return new ArrayList<>();
    }
    if (knowledge.clips().isEmpty()) {
      return new ArrayList<>(knowledge.spreadPoses(PlausiblePoses.MEASURED));
    }
    List<Pose> poses = new ArrayList<>();
    PoseSamples frames = PoseKnowledge.of(PoseSource.CLIPS, character, 1).frames();
    int step = (frames.count() + MAX_FRAMES - 1) / MAX_FRAMES;
    int[] index = {0};
    frames.forEach(
        pose -> {
          if (index[0]++ % step == 0) {
            poses.add(pose.copy());
          }
        });
    return poses;
  }
}
