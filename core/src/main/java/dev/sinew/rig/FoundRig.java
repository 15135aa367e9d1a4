package dev.sinew.rig;

import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of every search for a skeleton in shapes, by motion or by shape: a rigged character
 * and its pose in every shape.
 *
 * @param character the character; its clip {@link ExamplesClip#NAME}, if any, shows the poses
 * @param poses the pose of every shape, the reference first
 * @param issues what to know about the shapes
 */
public record FoundRig(SkinnedCharacter character, List<FoundPose> poses, List<Issue> issues) {
  /** Copies the lists. */
  public FoundRig {
    poses = List.copyOf(poses);
    issues = List.copyOf(issues);
  }

  /**
   * Returns a rig whose poses are the keys of its clip of examples.
   *
   * @param shapes the name of each key's shape
   */
  public static FoundRig ofExamples(
      SkinnedCharacter character, List<String> shapes, List<Issue> issues) {
    List<FoundPose> poses = new ArrayList<>();
    for (Clip clip : character.clips()) {
      if (poses.isEmpty() && ExamplesClip.is(clip, shapes.size())) {
        for (int k = 0; k < shapes.size(); k++) {
          Pose pose = character.restPose();
          clip.sample(ExamplesClip.time(clip, k), pose);
          poses.add(new FoundPose(shapes.get(k), joints(character, pose)));
        }
      }
    }
    return new FoundRig(character, poses, issues);
  }

  /** Returns the joints of the first skin in a pose, relative to rest. */
  private static List<FoundPose.JointPose> joints(SkinnedCharacter character, Pose pose) {
    Skin skin = character.skins().getFirst();
    List<FoundPose.JointPose> out = new ArrayList<>();
    double[] rest = new double[Affine.SIZE];
    double[] local = new double[Affine.SIZE];
    double[] global = new double[Affine.SIZE];
    double[] t = new double[3];
    double[] q = new double[Quaternion.SIZE];
    double[] s = new double[3];
    for (int i = 0; i < skin.jointCount(); i++) {
      int joint = skin.joint(i);
      character.skeleton().copyRestLocal(joint, rest, 0);
      pose.copyLocal(joint, local, 0);
      Affine.invert(rest, 0, rest, 0);
      Affine.multiply(rest, 0, local, 0, local, 0);
      Affine.toTrs(local, 0, t, 0, q, 0, s, 0);
      pose.copyGlobal(joint, global, 0);
      out.add(
          new FoundPose.JointPose(
              character.skeleton().name(joint),
              EulerAngles.of(q, 0),
              (s[0] + s[1] + s[2]) / 3,
              List.of(global[3], global[7], global[11])));
    }
    return out;
  }
}
