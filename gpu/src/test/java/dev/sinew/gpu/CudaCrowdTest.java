package dev.sinew.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares crowds on CUDA devices with those of the CPU. The test of real files needs shared/data.
 */
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

  /** Vertices of one to nine bones: more than four have a loop of their own. */
  @ParameterizedTest
  @EnumSource
  void manyBonesPerVertexGiveThePointsOfTheCpu(TestDevices which) throws Exception {
    try (CudaDevice device = which.open()) {
      comparePoses(device, ManyBones.of(Samples.create("biped").character()), "many bones");
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

  /** As in docs/crowds.md: with what the machine has, a GPU or none. */
  @Test
  void programsGoOnWithTheCpu() {
    SkinnedCharacter character = Samples.create("cylinder-bend").character();
    List<Member> members = List.of(Member.of(character, SkinningMethod.AS, true, 6));
    try (RunContext context = RunContext.ofThreads(1);
        Device device =
            CudaDevice.find().<Device>map(found -> found).orElseGet(() -> Device.cpu(context));
        Crowd crowd = Crowd.on(device, members)) {
      crowd.setPoses(0, Comparing.poses(character));
      crowd.run();
      CharacterSurface.Posed posed = CharacterSurface.of(character, SkinningMethod.AS).newPosed();
      posed.set(Comparing.pose(character, 5, 6));
      PointBuffer expected = new PointBuffer(posed.wedgePositions(), posed.wedgeNormals(), 0);
      compare(device.name(), POSITION, expected, Comparing.points(crowd, 5, true));
    }
  }

  /** More instances than a block computes, not a multiple of those that it copies at once. */
  @ParameterizedTest
  @EnumSource
  void manyInstancesGiveThePointsOfTheCpu(TestDevices which) throws Exception {
    SkinnedCharacter character = Samples.create("cylinder-bend").character();
    List<Pose> poses =
        IntStream.range(0, 70).mapToObj(i -> Comparing.pose(character, i, 70)).toList();
    try (CudaDevice device = which.open()) {
      comparePoses(device, character, "many instances", poses);
    }
  }

  private static void comparePoses(CudaDevice device, SkinnedCharacter character, String name) {
    comparePoses(device, character, name, Comparing.poses(character));
  }

  private static void comparePoses(
      CudaDevice device, SkinnedCharacter character, String name, List<Pose> poses) {
    for (SkinningMethod method : List.of(SkinningMethod.SSD, SkinningMethod.AS)) {
      for (boolean normals : new boolean[] {false, true}) {
        List<Member> members = List.of(Member.of(character, method, normals, poses.size()));
        try (RunContext context = RunContext.ofThreads(1);
            Crowd expected = Crowd.on(Device.cpu(context), members);
            Crowd actual = Crowd.on(device, members)) {
          expected.setPoses(0, poses);
          actual.setPoses(0, poses);
          expected.run();
          actual.run();
          for (int i = 0; i < poses.size(); i++) {
            String what = name + " " + method + " pose " + i;
            compare(
                what,
                POSITION,
                Comparing.points(expected, i, normals),
                Comparing.points(actual, i, normals));
          }
        }
      }
    }
  }

  private static void compare(String what, double tolerance, PointBuffer a, PointBuffer b) {
    assertThat(b.positions()).as(what).hasSameSizeAs(a.positions());
    assertThat(Comparing.positionDifference(a, b)).as(what).isLessThanOrEqualTo(tolerance);
    float[] expected = a.normals();
    float[] actual = b.normals();
    if (expected != null && actual != null) {
      assertThat(Comparing.chord(expected, actual))
          .as(what)
          .isLessThanOrEqualTo(Math.toRadians(DEGREES));
    }
  }

  @ParameterizedTest
  @EnumSource
  void clipsBlendsAndPlacesGiveThePointsOfTheCpu(TestDevices which) throws Exception {
    List<Member> members = new ArrayList<>();
    for (String name : List.of("biped", "quadruped")) {
      SkinnedCharacter character = Samples.create(name).character();
      SkinnedCharacter level = Samples.create(name).character();
      members.add(new Member(List.of(character, level), SkinningMethod.SSD, false, 9));
      members.add(new Member(List.of(character), SkinningMethod.AS, true, 9));
    }
    try (CudaDevice device = which.open();
        RunContext context = RunContext.ofThreads(1);
        Crowd expected = Crowd.on(Device.cpu(context), members);
        Crowd actual = Crowd.on(device, members)) {
      for (int frame = 0; frame < 2; frame++) {
        List<List<Agent>> agents = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
          agents.add(agents(members.get(m), 5 + 4 * frame, new Random(10 * frame + m)));
          expected.set(m, agents.get(m));
          actual.set(m, agents.get(m));
        }
        expected.run();
        actual.run();
        for (int m = 0; m < members.size(); m++) {
          boolean normals = members.get(m).normals();
          for (int i = 0; i < agents.get(m).size(); i++) {
            int level = agents.get(m).get(i).level();
            compare(
                "member " + m + ", agent " + i,
                SAMPLED,
                Comparing.points(expected, m, i, level, normals),
                Comparing.points(actual, m, i, level, normals));
          }
        }
      }
    }
  }

  /** Returns agents with random clips, times also outside the clips, blends, places and levels. */
  private static List<Agent> agents(Member member, int count, Random random) {
    List<Agent> out = new ArrayList<>();
    int clips = member.character().clips().size();
    for (int i = 0; i < count; i++) {
      double[] placement = new double[Affine.SIZE];
      double[] turn = {0, Math.sin(i), 0, Math.cos(i)};
      double scale = 0.5 + random.nextDouble();
      double[] move = {random.nextDouble(), 0, random.nextDouble()};
      Affine.fromTrs(move, 0, turn, 0, new double[] {scale, scale, scale}, 0, placement, 0);
      Agent agent =
          Agent.playing(random.nextInt(clips + 1) - 1, 3 * random.nextDouble() - 0.2)
              .withPlacement(placement)
              .withLevel(i % member.levels().size());
      out.add(
          i % 3 == 0
              ? agent
              : agent.withOther(
                  random.nextInt(clips + 1) - 1, random.nextDouble(), random.nextDouble()));
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource
  void levelsAndCullingAreThoseOfTheCpu(TestDevices which) throws Exception {
    SkinnedCharacter character = Samples.create("biped").character();
    int count = 3000;
    double[] errors = {0, 0.04, 0.07, 0.1};
    List<Member> members =
        List.of(new Member(Collections.nCopies(4, character), SkinningMethod.AS, false, count));
    Random random = new Random(4);
    List<Agent> agents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] place = new double[Affine.SIZE];
      Affine.identity(place, 0);
      place[3] = 200 * random.nextDouble() - 100;
      place[11] = -150 * random.nextDouble() + 20;
      agents.add(Agent.playing(0, i).withPlacement(place));
    }
    double[] camera = new double[Affine.SIZE];
    Affine.identity(camera, 0);
    camera[7] = 1.7;
    PerspectiveView view = new PerspectiveView(camera, 1, 1920, 1080, 0.1, 120);
    Sphere sphere = new Sphere(0, 0.9, 0, 1.4);
    PixelLevels choice = new PixelLevels(Arrays.stream(errors).skip(1).boxed().toList());
    int[] expected = new int[count];
    int[] totals = new int[errors.length];
    for (int i = 0; i < count; i++) {
      double[] place = agents.get(i).placement();
      Sphere own = new Sphere(place[3], sphere.y(), sphere.z() + place[11], sphere.radius());
      boolean shown = view.frustum().mayShow(own);
      expected[i] = shown ? choice.within(view.allowedError(own, 2)).fine() : -1;
      if (shown) {
        totals[expected[i]]++;
      }
    }
    try (CudaDevice device = which.open();
        CudaCrowd crowd = device.crowd(members)) {
      crowd.set(0, agents);
      int[] room = {count, count, count, count};
      crowd.choose(0, view, sphere, errors, 2, room);
      // Apart from what rounding puts on the other side of a limit.
      int[] levels = crowd.levels(0);
      long differing = IntStream.range(0, count).filter(i -> levels[i] != expected[i]).count();
      assertThat(differing).isLessThanOrEqualTo(3);
      assertThat(Arrays.stream(totals).min().orElseThrow()).isGreaterThan(20);
      int[] actual = crowd.chosen(0);
      for (int l = 0; l < totals.length; l++) {
        assertThat(actual[l]).isCloseTo(totals[l], within(3));
      }
      // With room for ten of the finest, the others get the next level.
      room[0] = 10;
      crowd.choose(0, view, sphere, errors, 2, room);
      assertThat(crowd.chosen(0)[0]).isEqualTo(10);
      assertThat(Arrays.stream(crowd.chosen(0)).sum()).isEqualTo(Arrays.stream(actual).sum());
    }
  }
}
