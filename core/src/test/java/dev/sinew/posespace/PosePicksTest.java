package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Pose;
import dev.sinew.posespace.TrainOptions.Picks;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PosePicksTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Sample BIPED = Samples.create("biped");

  private static List<Pose> frames(String clip, int count) {
    List<Pose> out = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      Pose pose = BIPED.character().restPose();
      BIPED
          .character()
          .clip(clip)
          .sample(BIPED.character().clip(clip).duration() * f / count, pose);
      out.add(pose);
    }
    return out;
  }

  private static PosePicks picks(List<Pose> poses) {
    return new PosePicks(PoseSpace.of(BIPED.character(), JointSpace.TRANSFORM), poses);
  }

  @Test
  void farthestPicksAreTheGreedyOnes() {
    List<Pose> poses = frames("walk", 40);
    PosePicks picks = picks(poses);
    List<Integer> found = picks.choose(Picks.FARTHEST, 0, 5, CONTEXT);
    List<Integer> slow = new ArrayList<>(List.of(0));
    while (slow.size() < 5) {
      int best = -1;
      double farthest = -1;
      for (int k = 0; k < poses.size(); k++) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int pick : slow) {
          nearest = Math.min(nearest, picks.distance(k, pick));
        }
        if (nearest > farthest) {
          farthest = nearest;
          best = k;
        }
      }
      slow.add(best);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(slow);
  }

  /** A few unusual poses must not take the picks of a long walk. */
  @Test
  void refinedPicksCoverASequenceWithOutliersBetter() {
    List<Pose> poses = frames("walk", 120);
    poses.addAll(frames("wave", 6));
    PosePicks picks = picks(poses);
    double farthest = picks.coverage(picks.choose(Picks.FARTHEST, 0, 8, CONTEXT)).rms();
    double refined = picks.coverage(picks.choose(Picks.REFINED, 0, 8, CONTEXT)).rms();
    assertThat(refined).isLessThan(0.9 * farthest);
  }

  @Test
  void twistAloneSeparatesPoses() {
    List<Pose> poses = new ArrayList<>();
    Sample twist = Samples.create("cylinder-twist");
    poses.add(twist.poses().getFirst());
    poses.add(twist.poses().getLast());
    PosePicks picks = new PosePicks(PoseSpace.of(twist.character(), JointSpace.TRANSFORM), poses);
    assertThat(picks.distance(0, 1)).isGreaterThan(0.1);
  }
}
