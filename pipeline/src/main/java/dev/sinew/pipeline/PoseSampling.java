package dev.sinew.pipeline;

import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses poses that stand for all the poses a character takes. */
final class PoseSampling {
  private static final double TURN = Math.PI / 4;

  private PoseSampling() {}

  /**
   * The rest pose and others: spread over the clips by their length, or, without clips, with every
   * joint turned at random by up to 45 degrees about any axis.
   *
   * @param count how many, at least 1
   */
  static List<Pose> of(SkinnedCharacter character, int count, long seed) {
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    double total = character.clips().stream().mapToDouble(Clip::duration).sum();
    Random random = new Random(seed);
    for (int i = 1; i < count; i++) {
      Pose pose = character.restPose();
      if (total > 0) {
        sampleClips(character, total * (i - 0.5) / (count - 1), pose);
      } else {
        turnJoints(random, pose);
      }
      poses.add(pose);
    }
    return poses;
  }

  /** As if all clips were one. */
  private static void sampleClips(SkinnedCharacter character, double time, Pose pose) {
    double left = time;
    for (Clip clip : character.clips()) {
      if (left <= clip.duration()) {
        clip.sample(left, pose);
        return;
      }
      left -= clip.duration();
    }
  }

  private static void turnJoints(Random random, Pose pose) {
    double[] trs = new double[10];
    double[] turn = new double[4];
    for (int j = 0; j < pose.skeleton().jointCount(); j++) {
      pose.skeleton().copyRestTranslation(j, trs, 0);
      pose.skeleton().copyRestRotation(j, trs, 3);
      pose.skeleton().copyRestScale(j, trs, 7);
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          TURN * random.nextDouble(),
          turn,
          0);
      Quaternion.multiply(trs, 3, turn, 0, trs, 3);
      pose.setLocal(j, trs, 0, trs, 3, trs, 7);
    }
    pose.update();
  }
}
