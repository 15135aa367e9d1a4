package dev.sinew.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pose.Turn;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.CharacterSurface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolveTest {
  private static final long SEED = 20261116;

  private final RunContext context = RunContext.ofThreads(1);
  private final Random random = new Random(SEED);

  /** Returns the positions of a character's surface in poses. */
  private static List<float[]> shapes(SkinnedCharacter character, List<Pose> poses) {
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    List<float[]> out = new ArrayList<>();
    for (Pose pose : poses) {
      posed.set(pose);
      float[] shape = new float[3 * surface.vertexCount()];
      posed.copyVertexPositions(shape);
      out.add(shape);
    }
    return out;
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(k -> "frame-" + k).toList();
  }

  private static PointTargets targets(SkinnedCharacter character, List<Pose> poses) {
    return PointTargets.ofShapes(character, names(poses.size()), shapes(character, poses));
  }

  /** Returns a pose with every joint of the skin turned by up to an angle, and a moved root. */
  private Pose randomPose(SkinnedCharacter character, double angle, double rootAngle) {
    Skeleton skeleton = character.skeleton();
    Pose pose = new Pose(skeleton);
    RigParameters rig = new RigParameters(new SurfacePoints(character), SolveOptions.DEFAULTS);
    double[] t = new double[3];
    double[] q = new double[4];
    double[] s = new double[3];
    for (int j = 0; j < rig.jointCount(); j++) {
      skeleton.copyRestTranslation(rig.joints[j], t, 0);
      skeleton.copyRestRotation(rig.joints[j], q, 0);
      skeleton.copyRestScale(rig.joints[j], s, 0);
      boolean root = rig.parents[j] < 0;
      double[] turn = new double[4];
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          (root ? rootAngle : angle) * random.nextDouble(),
          turn,
          0);
      Quaternion.multiply(q, 0, turn, 0, q, 0);
      for (int axis = 0; axis < 3 && root; axis++) {
        t[axis] += random.nextGaussian();
      }
      pose.setLocal(rig.joints[j], t, 0, q, 0, s, 0);
    }
    pose.update();
    return pose;
  }

  private List<Pose> randomPoses(SkinnedCharacter character, int count, double angle) {
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      poses.add(randomPose(character, angle, Math.PI));
    }
    return poses;
  }

  @ParameterizedTest
  @ValueSource(strings = {"biped", "quadruped", "arm", "bend"})
  void recoversUnrelatedPosesOfTheSamples(String name) {
    SkinnedCharacter character = Samples.create(name).character();
    List<Pose> poses = randomPoses(character, 10, 1.2);
    SolveResult result =
        Solve.run(character, targets(character, poses), SolveOptions.DEFAULTS.withTolerance(0), context);
    System.out.println(name + " " + result.rms() + " " + result.max() + " " + result.parameters() + result.frames());
    assertThat(result.max()).as("seed %d", SEED).isLessThan(1e-4);
  }
}
