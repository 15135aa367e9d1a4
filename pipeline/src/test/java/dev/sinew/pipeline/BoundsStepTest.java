package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.sinew.bounds.ReachBounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pipeline.BoundsStep.Bound;
import dev.sinew.pipeline.BoundsStep.BoundsReport;
import dev.sinew.pose.JointRange;
import dev.sinew.pose.JointRanges;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing ever leaves its bounds: real files, all frames of their clips, and many random poses. */
@NeedsSharedData
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundsStepTest {
  private static final long SEED = 20260715;
  private static final int RANDOM_POSES = 10_000;

  @TempDir private Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  /** Found once per file: the large ones take seconds. */
  private static final Map<Path, BoundsReport> REPORTS = new HashMap<>();

  private static BoundsReport report(Path file) throws IOException {
    BoundsReport found = REPORTS.get(file);
    if (found == null) {
      BoundsStep.Options options = new BoundsStep.Options(file, Optional.empty(), Optional.empty());
      found = new BoundsStep().run(options, RunContext.create()).report();
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
    List<Probe> probes = new ArrayList<>();
    Random random = new Random(SEED);
    probes.addAll(probes(character, ranges(character, false), report.range(), 20, random));
    probes.addAll(probes(character, ranges(character, true), report.any(), 20, random));
    Pose pose = character.restPose();
    if (character.clips().isEmpty()) {
      checkFrame(character, surface, posed, pose, whole, report);
      probes.forEach(probe -> probe.check(file, pose));
    }
    for (Clip clip : character.clips()) {
      for (int frame = 0; frame <= clip.duration() * 30; frame++) {
        clip.sample(Math.min(clip.duration(), (frame + frame % 2 * 0.37) / 30), pose);
        checkFrame(character, surface, posed, pose, whole, report);
        probes.forEach(probe -> probe.check(file, pose));
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

  static void requireInside(Bound bound, double x, double y, double z) {
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

  /** Joints at random places within their ranges, often at a limit; a few vertices per pose. */
  @Test
  void noVertexOrPairExceedsItsBoundInRandomPoses() throws Exception {
    List<Path> files = new ArrayList<>();
    for (Path file : SharedData.gltfFiles()) {
      if (!blended(GltfReader.read(file).character()).isEmpty()) {
        files.add(file);
      }
    }
    assertThat(files).hasSizeGreaterThan(5);
    int each = Math.ceilDiv(RANDOM_POSES, 2 * files.size());
    int thrown = 0;
    for (Path file : files) {
      SkinnedCharacter character = GltfReader.read(file).character();
      BoundsReport report = report(file);
      thrown += throwJoints(file, character, ranges(character, false), report.range(), each);
      thrown += throwJoints(file, character, ranges(character, true), report.any(), each);
    }
    assertThat(thrown).isGreaterThanOrEqualTo(RANDOM_POSES);
  }

  private static List<JointRange> ranges(SkinnedCharacter character, boolean any) {
    if (!any) {
      return JointRanges.ofClips(character.skeleton(), character.clips());
    }
    BitSet free = new BitSet();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        free.set(skin.joint(i));
      }
    }
    return JointRanges.anyRotation(character.skeleton(), character.clips(), free);
  }

  /** Returns in how many poses something was checked. */
  private static int throwJoints(
      Path file, SkinnedCharacter character, List<JointRange> ranges, Bound whole, int poses) {
    Random random = new Random(SEED);
    Pose pose = character.restPose();
    List<Probe> probes = probes(character, ranges, whole, 5, random);
    int checked = 0;
    for (int i = 0; i < poses; i++) {
      JointRangeSampler.throwJoints(ranges, random, pose);
      for (Probe probe : probes) {
        probe.check(file, pose);
      }
      checked += probes.isEmpty() ? 0 : 1;
    }
    return checked;
  }

  /** The parts that are skinned and do not morph. */
  private static List<Part> blended(SkinnedCharacter character) {
    return character.parts().stream()
        .filter(part -> part.skin() != SkinnedCharacter.NO_SKIN)
        .filter(part -> character.geometry(part).morphs().isEmpty())
        .toList();
  }

  private static List<Probe> probes(
      SkinnedCharacter character, List<JointRange> ranges, Bound whole, int count, Random random) {
    ReachBounds bounds = ReachBounds.of(character.skeleton(), ranges);
    List<Part> parts = blended(character);
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < count && !parts.isEmpty(); i++) {
      Part part = parts.get(random.nextInt(parts.size()));
      Skin skin = character.skins().get(part.skin());
      SkinnedCharacter.Geometry geometry = character.geometry(part);
      AnimationCoords coords = geometry.coords(skin);
      int a = random.nextInt(coords.rowCount());
      int b = random.nextInt(coords.rowCount());
      probes.add(
          new Probe(
              skin,
              coords,
              a,
              b,
              bounds.sphere(skin, coords, a),
              bounds.distance(skin, coords, a, coords, b),
              whole));
    }
    return probes;
  }

  /**
   * Two vertices with the sphere of the first, the bound on their distance, and what holds both.
   */
  private record Probe(
      Skin skin,
      AnimationCoords coords,
      int a,
      int b,
      Sphere sphere,
      double distance,
      Bound whole) {
    Probe in(Bound other) {
      return new Probe(skin, coords, a, b, sphere, distance, other);
    }

    void check(Path file, Pose pose) {
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
            "%s seed %d: pair %s > %s or vertex %s > %s"
                .formatted(file, SEED, apart, distance, away, sphere.radius()));
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
    "other/Knight.glb, 1.01, 1.5, 1.5",
    "other/mannequiny.glb, 1.01, 1.4, 1.4",
  })
  void boundsAreTight(String file, double clips, double range, double any) throws Exception {
    BoundsReport report = report(SharedData.file("gltf/" + file).orElseThrow());
    assertThat(report.clips().tightness()).isBetween(1.0, clips);
    assertThat(report.range().tightness()).isBetween(1.0, range);
    assertThat(report.any().tightness()).isBetween(1.0, any);
  }

  /** A mesh's or a joint's vertices against its own entry, found here without the pieces. */
  @ParameterizedTest
  @ValueSource(strings = {"khronos/CesiumMan.glb", "khronos/Fox.glb", "other/RobotExpressive.glb"})
  void everyJointsVerticesStayInItsEntry(String name) throws Exception {
    Path file = SharedData.file("gltf/" + name).orElseThrow();
    SkinnedCharacter character = GltfReader.read(file).character();
    BoundsReport report = report(file);
    Map<Integer, List<Probe>> main = new TreeMap<>();
    Sphere everywhere = new Sphere(0, 0, 0, Double.POSITIVE_INFINITY);
    for (Part part : blended(character)) {
      Skin skin = character.skins().get(part.skin());
      SkinnedCharacter.Geometry geometry = character.geometry(part);
      Influences influences = geometry.skinning().influences().orElseThrow();
      AnimationCoords coords =
          AnimationCoords.ofLinearBlend(skin, influences, geometry.mesh().positions());
      for (int v = 0; v < coords.rowCount(); v++) {
        int best = 0;
        for (int i = 1; i < influences.count(v); i++) {
          best = influences.weight(v, i) > influences.weight(v, best) ? i : best;
        }
        int joint = skin.joint(influences.joint(v, best));
        main.computeIfAbsent(joint, j -> new ArrayList<>())
            .add(new Probe(skin, coords, v, v, everywhere, 0, report.clips()));
      }
    }
    assertThat(main).isNotEmpty();
    Map<String, BoundsStep.Entry> entries = new HashMap<>();
    report.joints().forEach(entry -> entries.put(entry.name(), entry));
    Pose pose = character.restPose();
    for (Clip clip : character.clips()) {
      for (double time : new double[] {0, 0.31 * clip.duration(), clip.duration()}) {
        clip.sample(time, pose);
        main.forEach(
            (joint, probes) -> {
              BoundsStep.Entry entry =
                  Objects.requireNonNull(entries.get(character.skeleton().name(joint)));
              for (Bound bound : List.of(entry.clips(), entry.range(), entry.any())) {
                probes.forEach(probe -> probe.in(bound).check(file, pose));
              }
            });
      }
    }
    for (BoundsStep.Entry joint : report.joints()) {
      // A part of the vertices needs no more room than all of them do, in a clip.
      assertThat(joint.clips().tightness()).isBetween(1.0, 1.1);
      assertThat(joint.clips().sphere().radius())
          .isLessThanOrEqualTo(1.01 * report.clips().sphere().radius());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "khronos/Fox.glb",
        "khronos/SimpleSkin.gltf",
        "khronos/SimpleMorph.gltf",
        "other/RobotExpressive.glb"
      })
  void theWrittenFileDiffersByTheExtrasOnly(String name) throws Exception {
    Path model = SharedData.file("gltf/" + name).orElseThrow();
    Path output = folder.resolve("bounded" + name.substring(name.lastIndexOf('.')));
    BoundsReport report =
        new BoundsStep()
            .run(
                new BoundsStep.Options(model, Optional.of(output), Optional.empty()),
                RunContext.create())
            .report();
    GltfDocument written = GltfDocument.read(output);
    GltfDocument original = GltfDocument.read(model);
    JsonObject scene = written.json().getAsJsonArray("scenes").get(0).getAsJsonObject();
    assertThat(radius(scene)).isEqualTo(report.clips().sphere().radius());
    GltfAsset asset = GltfReader.read(original);
    Set<Integer> carriers = new TreeSet<>();
    for (Part part : asset.character().parts()) {
      carriers.add(asset.nodes().get(part.node()));
    }
    assertThat(carriers).isNotEmpty();
    removeBounds(scene);
    for (int node : carriers) {
      JsonObject carrier = written.json().getAsJsonArray("nodes").get(node).getAsJsonObject();
      assertThat(radius(carrier)).isPositive();
      removeBounds(carrier);
    }
    // Accessors with their min and max included.
    JsonObject before = original.json();
    for (JsonObject json : List.of(written.json(), before)) {
      json.getAsJsonArray("buffers").forEach(b -> b.getAsJsonObject().remove("uri"));
    }
    assertThat(written.json()).isEqualTo(before);
    assertThat(written.buffer(0)).isEqualTo(original.buffer(0));
  }

  private static double radius(JsonObject carrier) {
    JsonObject bounds = carrier.getAsJsonObject("extras").getAsJsonObject(BoundsStep.EXTRAS);
    return bounds.getAsJsonObject("clips").getAsJsonObject("sphere").get("radius").getAsDouble();
  }

  private static void removeBounds(JsonObject carrier) {
    JsonObject extras = carrier.getAsJsonObject("extras");
    extras.remove(BoundsStep.EXTRAS);
    if (extras.isEmpty()) {
      carrier.remove("extras");
    }
  }
}
