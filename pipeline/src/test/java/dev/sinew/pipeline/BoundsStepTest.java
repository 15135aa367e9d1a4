package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.metric.JointFreedom;
import dev.sinew.metric.JointRanges;
import dev.sinew.metric.ReachBounds;
import dev.sinew.metric.Sphere;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pipeline.BoundsStep.Bound;
import dev.sinew.pipeline.BoundsStep.BoundsReport;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing ever leaves its bounds: real files, all frames of their clips, and many random poses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundsStepTest {
  private static final long SEED = 20260715;
  private static final int RANDOM_POSES = 100_000;

  @TempDir private Path folder;

  @BeforeAll
  void needData() {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
  }

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  /** Found once per file: the large ones take seconds. */
  private static final Map<Path, BoundsReport> REPORTS = new HashMap<>();

  private static BoundsReport report(Path file) throws IOException {
    BoundsReport found = REPORTS.get(file);
    if (found == null) {
      BoundsStep.Options options = new BoundsStep.Options(file, Optional.empty());
      found = new BoundsStep().run(options, Session.DEFAULTS).report();
      REPORTS.put(file, found);
    }
    return found;
  }

  /** As the deformers show it, in single precision, at 30 frames a second and off the beat. */
  @ParameterizedTest
  @MethodSource("files")
  void noVertexLeavesItsBoundsInAnyFrameOfAnyClip(Path file) throws Exception {
    SkinnedCharacter character = GltfReader.read(file).character();
    BoundsReport report = report(file);
    List<Bound> whole = List.of(report.clips(), report.range(), report.any());
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    Pose pose = character.restPose();
    if (character.clips().isEmpty()) {
      checkFrame(character, surface, posed, pose, whole, report);
    }
    for (Clip clip : character.clips()) {
      for (int frame = 0; frame <= clip.duration() * 30; frame++) {
        clip.sample(Math.min(clip.duration(), (frame + frame % 2 * 0.37) / 30), pose);
        checkFrame(character, surface, posed, pose, whole, report);
      }
    }
  }

  private static void checkFrame(
      SkinnedCharacter character,
      CharacterSurface surface,
      CharacterSurface.Posed posed,
      Pose pose,
      List<Bound> whole,
      BoundsReport report) {
    posed.set(pose);
    float[] points = posed.wedgePositions();
    int mesh = 0;
    for (int p = 0; p < character.parts().size(); p++) {
      int from = surface.firstWedge(p);
      int to = surface.firstWedge(p + 1);
      if (from == to) {
        continue;
      }
      BoundsStep.Entry entry = report.meshes().get(mesh++);
      List<Bound> own = List.of(entry.clips(), entry.range(), entry.any());
      for (int w = from; w < to; w++) {
        for (int k = 0; k < 3; k++) {
          requireInside(whole.get(k), points[3 * w], points[3 * w + 1], points[3 * w + 2]);
          requireInside(own.get(k), points[3 * w], points[3 * w + 1], points[3 * w + 2]);
        }
      }
    }
  }

  private static void requireInside(Bound bound, double x, double y, double z) {
    List<Double> c = bound.sphere().center();
    double distance = new Sphere(c.get(0), c.get(1), c.get(2), 0).distance(x, y, z);
    List<Double> min = bound.box().min();
    List<Double> max = bound.box().max();
    boolean inside =
        distance <= bound.sphere().radius()
            && x >= min.get(0)
            && y >= min.get(1)
            && z >= min.get(2)
            && x <= max.get(0)
            && y <= max.get(1)
            && z <= max.get(2);
    if (!inside) {
      throw new AssertionError("(%s, %s, %s) at %s leaves %s".formatted(x, y, z, distance, bound));
    }
  }

  /** Joints thrown anywhere in their freedom, often to its edge; a few vertices in every pose. */
  @Test
  void noVertexOrPairExceedsItsBoundInRandomPoses() throws Exception {
    List<Path> files = SharedData.gltfFiles();
    int each = RANDOM_POSES / files.size() / 2 + 1;
    for (Path file : files) {
      SkinnedCharacter character = GltfReader.read(file).character();
      BoundsReport report = report(file);
      BitSet free = new BitSet();
      for (Skin skin : character.skins()) {
        for (int i = 0; i < skin.jointCount(); i++) {
          free.set(skin.joint(i));
        }
      }
      Skeleton skeleton = character.skeleton();
      List<JointFreedom> range = JointRanges.ofClips(skeleton, character.clips());
      List<JointFreedom> any = JointRanges.anyRotation(skeleton, character.clips(), free);
      throwJoints(file, character, range, report.range(), each);
      throwJoints(file, character, any, report.any(), each);
    }
  }

  private static void throwJoints(
      Path file, SkinnedCharacter character, List<JointFreedom> freedoms, Bound whole, int poses) {
    ReachBounds bounds = ReachBounds.of(character.skeleton(), freedoms);
    Random random = new Random(SEED);
    Pose pose = character.restPose();
    List<Probe> probes = probes(character, bounds, random);
    for (int i = 0; i < poses; i++) {
      FreedomSampler.throwJoints(freedoms, random, pose);
      for (Probe probe : probes) {
        probe.check(file, pose, whole);
      }
    }
  }

  private static List<Probe> probes(SkinnedCharacter character, ReachBounds bounds, Random random) {
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Part part = character.parts().get(random.nextInt(character.parts().size()));
      if (part.skin() == SkinnedCharacter.NO_SKIN || character.geometry(part).morphs() != null) {
        continue;
      }
      Skin skin = character.skins().get(part.skin());
      SkinnedCharacter.Geometry geometry = character.geometry(part);
      AnimationCoords own = geometry.coords();
      AnimationCoords coords =
          own != null
              ? own
              : AnimationCoords.ofLinearBlend(
                  skin,
                  java.util.Objects.requireNonNull(geometry.influences()),
                  geometry.mesh().positions());
      int a = random.nextInt(coords.rowCount());
      int b = random.nextInt(coords.rowCount());
      probes.add(
          new Probe(
              skin,
              coords,
              a,
              b,
              bounds.sphere(skin, coords, a),
              bounds.distance(skin, coords, a, coords, b)));
    }
    return probes;
  }

  /** Two vertices with the sphere of the first and the bound on their distance. */
  private record Probe(
      Skin skin, AnimationCoords coords, int a, int b, Sphere sphere, double distance) {
    void check(Path file, Pose pose, Bound whole) {
      double[] globals = new double[Affine.SIZE * skin.jointCount()];
      for (int j = 0; j < skin.jointCount(); j++) {
        pose.copyGlobal(skin.joint(j), globals, Affine.SIZE * j);
      }
      double[] p = new double[6];
      coords.project(a, globals, p, 0);
      coords.project(b, globals, p, 3);
      double apart = new Sphere(p[0], p[1], p[2], 0).distance(p[3], p[4], p[5]);
      double away = sphere.distance(p[0], p[1], p[2]);
      if (apart > distance || away > sphere.radius()) {
        throw new AssertionError(
            file
                + " seed "
                + SEED
                + ": pair "
                + apart
                + " > "
                + distance
                + " or vertex "
                + away
                + " > "
                + sphere.radius());
      }
      requireInside(whole, p[0], p[1], p[2]);
      requireInside(whole, p[3], p[4], p[5]);
    }
  }

  /** The figures docs/bounds.md gives. */
  @ParameterizedTest
  @CsvSource({
    "khronos/CesiumMan.glb, 1.01, 1.05, 1.35",
    "khronos/Fox.glb, 1.01, 1.1, 1.4",
    "other/Knight.glb, 1.01, 1.6, 1.6",
    "other/mannequiny.glb, 1.01, 1.45, 1.45",
  })
  void boundsAreTight(String file, double clips, double range, double any) throws Exception {
    BoundsReport report = report(SharedData.file("gltf/" + file).orElseThrow());
    assertThat(report.clips().tightness()).isBetween(1.0, clips);
    assertThat(report.range().tightness()).isBetween(1.0, range);
    assertThat(report.any().tightness()).isBetween(1.0, any);
  }

  @Test
  void theWrittenFileDiffersByTheExtrasOnly() throws Exception {
    Path model = SharedData.file("gltf/khronos/Fox.glb").orElseThrow();
    Path output = folder.resolve("bounded.glb");
    BoundsReport report =
        new BoundsStep()
            .run(new BoundsStep.Options(model, Optional.of(output)), Session.DEFAULTS)
            .report();
    GltfDocument written = GltfDocument.read(output);
    GltfDocument original = GltfDocument.read(model);
    JsonObject scene = written.json().getAsJsonArray("scenes").get(0).getAsJsonObject();
    JsonObject bounds = scene.getAsJsonObject("extras").getAsJsonObject(BoundsStep.EXTRAS);
    double radius =
        bounds.getAsJsonObject("clips").getAsJsonObject("sphere").get("radius").getAsDouble();
    assertThat(radius).isEqualTo(report.clips().sphere().radius());
    scene.remove("extras");
    int carriers = 0;
    GltfAsset asset = GltfReader.read(original);
    for (Part part : asset.character().parts()) {
      int node = asset.nodes().get(part.node());
      JsonObject carrier = written.json().getAsJsonArray("nodes").get(node).getAsJsonObject();
      assertThat(carrier.getAsJsonObject("extras").has(BoundsStep.EXTRAS)).isTrue();
      carrier.remove("extras");
      carriers++;
    }
    assertThat(carriers).isEqualTo(1);
    assertThat(written.json()).isEqualTo(original.json());
    assertThat(written.buffer(0)).isEqualTo(original.buffer(0));
  }
}
