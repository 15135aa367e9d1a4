package dev.sinew.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bounds.Sphere;
import dev.sinew.crowd.Agent;
import dev.sinew.crowd.Crowd;
import dev.sinew.crowd.Device;
import dev.sinew.crowd.Member;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.runtime.PerspectiveView;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares crowds on CUDA devices with those of the CPU. The test of real files needs shared/data. */
class CudaCrowdTest {
  private static final double POSITION = 1e-6;
  private static final double DEGREES = 0.1;

  /** Poses that clips reach are sampled in floats on the device. */
  private static final double SAMPLED = 1e-5;

  @ParameterizedTest
  @EnumSource
  void posesGiveThePointsOfTheCpu(TestDevices which) throws Exception {
    try (CudaDevice device = which.open()) {
      for (String name : List.of("cylinder-bend", "biped")) {
        comparePoses(device, Samples.create(name).character(), name);
      }
    }
  }

  @NeedsSharedData
  @ParameterizedTest
  @EnumSource
  void realFilesGiveThePointsOfTheCpu(TestDevices which) throws Exception {
    int compared = 0;
    try (CudaDevice device = which.open()) {
      for (Path file : SharedData.gltfFiles()) {
        var read = GltfReader.read(file);
        if (read.character().skins().isEmpty()) {
          continue;
        }
        comparePoses(device, read.character(), file.getFileName().toString());
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  private static void comparePoses(CudaDevice device, SkinnedCharacter character, String name) {
    List<Pose> poses = poses(character);
    for (SkinningMethod method : List.of(SkinningMethod.SSD, SkinningMethod.AS)) {
      for (boolean normals : new boolean[] {false, true}) {
        boolean has = normals && CharacterSurface.of(character, method).newPosed().wedgeNormals() != null;
        List<Member> members = List.of(Member.of(character, method, has, poses.size()));
        try (RunContext context = RunContext.ofThreads(1);
            Crowd expected = Crowd.on(Device.cpu(context), members);
            Crowd actual = Crowd.on(device, members)) {
          expected.setPoses(0, poses);
          actual.setPoses(0, poses);
          expected.run();
          actual.run();
          for (int i = 0; i < poses.size(); i++) {
            compare(name + " " + method + " pose " + i, expected, actual, 0, i, 0, POSITION, character, has);
          }
        }
      }
    }
  }

  /** Returns poses of the first clips, with the morph weights of the rest pose. */
  private static List<Pose> poses(SkinnedCharacter character) {
    List<Pose> out = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Pose pose = character.restPose();
      if (!character.clips().isEmpty()) {
        var clip = character.clips().get(i % character.clips().size());
        clip.sample(clip.duration() * (i + 0.5) / 6, pose);
        character.restPose();
        for (var part : character.parts()) {
          double[] rest = new double[character.geometry(part).morphs().count()];
          for (int t = 0; t < rest.length; t++) {
            rest[t] = character.restPose().morphWeight(part.node(), t);
          }
          pose.setMorphWeights(part.node(), rest);
        }
      }
      out.add(pose);
    }
    return out;
  }

  private static void compare(
      String what,
      Crowd expected,
      Crowd actual,
      int member,
      int agent,
      int level,
      double tolerance,
      SkinnedCharacter character,
      boolean normals) {
    int points = expected.pointCount(member, level);
    assertThat(actual.pointCount(member, level)).isEqualTo(points);
    PointBuffer a = PointBuffer.allocate(points, normals);
    PointBuffer b = PointBuffer.allocate(points, normals);
    expected.copy(member, agent, a);
    actual.copy(member, agent, b);
    double box = 0;
    double[] low = {1e30, 1e30, 1e30};
    double[] high = {-1e30, -1e30, -1e30};
    double worst = 0;
    double angle = 0;
    for (int i = 0; i < 3 * points; i++) {
      worst = Math.max(worst, Math.abs(a.positions()[i] - b.positions()[i]));
      low[i % 3] = Math.min(low[i % 3], a.positions()[i]);
      high[i % 3] = Math.max(high[i % 3], a.positions()[i]);
    }
    for (int k = 0; k < 3; k++) {
      box = Math.max(box, high[k] - low[k]);
    }
    if (normals) {
      for (int p = 0; p < points; p++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
          square += Math.pow(a.normals()[3 * p + k] - b.normals()[3 * p + k], 2);
        }
        angle = Math.max(angle, Math.toDegrees(2 * Math.asin(Math.min(1, Math.sqrt(square) / 2))));
      }
    }
    if (System.getProperty("show") != null || !(worst / box <= tolerance) || angle > DEGREES)
    System.out.printf("%s: %.2e of the box %.3g, %.4f degrees%n", what, worst / box, box, angle);
    if (System.getProperty("show") == null) {
    assertThat(worst / box).as(what).isLessThanOrEqualTo(tolerance);
    assertThat(angle).as(what).isLessThanOrEqualTo(DEGREES);}
  }
}
