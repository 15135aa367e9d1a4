package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.model.Influences;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.GltfOracle;
import dev.sinew.testkit.KhronosValidator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights that go from one level of meshes in correspondence to the others. */
class LevelWeightsTest {
  private static final long SEED = 7;

  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path arm = Path.of("");
  private static Path rig = Path.of("");
  private static Path stream = Path.of("");
  private static JsonObject report = new JsonObject();

  /** Fits a rig to the arm's shapes and takes it to two levels. */
  @BeforeAll
  static void makeLevels() {
    arm = Run.sampleArm(shared);
    rig = shared.resolve("rig.glb");
    stream = shared.resolve("arm.stream");
    fit(arm, rig, "--model", "ssd");
    report =
        report(
            simplify(
                rig,
                shared.resolve("levels"),
                "--ratio",
                "0.3,0.05",
                "--save-stream",
                stream.toString()));
  }

  private static void fit(Path shapes, Path out, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "fit",
                shapes.toString(),
                "--reference",
                shapes.resolve("reference.obj").toString(),
                "--bones",
                "5",
                "-o",
                out.toString()));
    all.addAll(List.of(more));
    Run fit = Run.of(all.toArray(String[]::new));
    assertThat(fit.status()).as(fit.err()).isZero();
  }

  private static Run simplify(Path weights, Path out, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "simplify",
                arm.toString(),
                "--reference",
                arm.resolve("reference.obj").toString(),
                "--weights",
                weights.toString(),
                "--no-polish",
                "--json",
                "-o",
                out.toString()));
    all.addAll(List.of(more));
    return Run.of(all.toArray(String[]::new));
  }

  private static JsonObject level(JsonObject report, int i) {
    return report.getAsJsonArray("levels").get(i).getAsJsonObject();
  }

  private static double weights(JsonObject owner, String key) {
    return owner.getAsJsonObject("weights").get(key).getAsDouble();
  }

  private static SkinnedCharacter character(Path file) throws Exception {
    return GltfReader.read(file).requireSound().character();
  }

  private static Influences influences(SkinnedCharacter character) {
    return character.meshes().getFirst().skinning().influences().orElseThrow();
  }

  @Test
  void everyLevelGetsTheRig() throws Exception {
    SkinnedCharacter given = character(rig);
    for (int i = 0; i < 3; i++) {
      Path level = shared.resolve("levels-" + i);
      SkinnedCharacter made = character(level.resolve("rig.glb"));
      assertThat(made.skeleton().jointCount()).isEqualTo(given.skeleton().jointCount());
      assertThat(made.clips()).hasSameSizeAs(given.clips());
      assertThat(influences(made).maxCount()).isLessThanOrEqualTo(influences(given).maxCount());
      double[] bind = new double[12];
      double[] expected = new double[12];
      for (int j = 0; j < given.skins().getFirst().jointCount(); j++) {
        made.skins().getFirst().copyInverseBind(j, bind, 0);
        given.skins().getFirst().copyInverseBind(j, expected, 0);
        assertThat(bind).isEqualTo(expected);
      }
    }
    assertThat(character(shared.resolve("levels-1/rig.glb")).meshes().getFirst().mesh())
        .extracting(TriMesh::triangleCount)
        .isEqualTo(level(report, 0).get("triangles").getAsInt());
    double whole = weights(report, "rms");
    assertThat(weights(report, "meanDistance")).isZero();
    assertThat(whole).isBetween(1e-5, 0.01);
    // No more than the rig's own error and the level's, though the weights come from elsewhere.
    for (int i = 0; i < 2; i++) {
      JsonObject level = level(report, i);
      assertThat(weights(level, "rms"))
          .isLessThan(1.2 * (whole + level.get("rms").getAsDouble()))
          .isLessThan(weights(level, "max"));
      assertThat(weights(level, "from"))
          .isEqualTo(report.getAsJsonObject("before").get("vertices").getAsInt());
      assertThat(weights(level, "meanDistance")).isBetween(1e-6, 0.02);
      assertThat(level.get("influences").getAsInt())
          .isEqualTo(
              influences(character(shared.resolve("levels-" + (i + 1) + "/rig.glb"))).totalCount());
    }
  }

  @Test
  void posedLevelsAreCloseToTheirOwnShapes() throws Exception {
    for (int i = 1; i <= 2; i++) {
      Path level = shared.resolve("levels-" + i);
      GltfOracle oracle = GltfOracle.open(level.resolve("rig.glb"));
      double[] rest = oracle.evaluate(-1, 0).getFirst().positions();
      TriMesh reference = ObjReader.read(level.resolve("reference.obj")).mesh().toTriMesh();
      int[] vertex = nearest(rest, reference);
      double unit = reference.bounds().longestSide();
      double squares = 0;
      double moved = 0;
      int shapes = 12;
      for (int k = 1; k <= shapes; k++) {
        double[] posed = oracle.evaluate(0, k).getFirst().positions();
        TriMesh shape =
            ObjReader.read(level.resolve(String.format("pose-%02d.obj", k))).mesh().toTriMesh();
        for (int c = 0; c < posed.length; c++) {
          double wanted = shape.position(vertex[c / 3], c % 3);
          squares += (posed[c] - wanted) * (posed[c] - wanted);
          moved += (rest[c] - wanted) * (rest[c] - wanted);
        }
      }
      double rms = Math.sqrt(3 * squares / (shapes * rest.length)) / unit;
      assertThat(rms).as("level %d", i).isLessThan(i == 1 ? 0.012 : 0.03);
      assertThat(squares).isLessThan(0.03 * moved);
    }
  }

  private static int[] nearest(double[] points, TriMesh mesh) {
    int[] out = new int[points.length / 3];
    for (int p = 0; p < out.length; p++) {
      double least = Double.POSITIVE_INFINITY;
      for (int v = 0; v < mesh.vertexCount(); v++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
          double d = points[3 * p + k] - mesh.position(v, k);
          sum += d * d;
        }
        if (sum < least) {
          least = sum;
          out[p] = v;
        }
      }
      assertThat(least).isLessThan(1e-10);
    }
    return out;
  }

  @Test
  void aLevelsOwnRigIsKnownInAnyOrder() throws Exception {
    Path torn = folder.resolve("torn.glb");
    CharacterWriter.toDocument("torn", torn(character(shared.resolve("levels-1/rig.glb"))))
        .write(torn);
    assertThat(character(torn).meshes().getFirst().mesh().vertexCount())
        .isGreaterThan(2 * level(report, 0).get("vertices").getAsInt());
    JsonObject again =
        report(
            simplify(
                torn,
                folder.resolve("levels"),
                "--ratio",
                "0.3,0.05",
                "--use-stream",
                stream.toString()));
    assertThat(weights(again, "from")).isEqualTo(level(report, 0).get("vertices").getAsInt());
    Geometry known = character(folder.resolve("levels-1/rig.glb")).meshes().getFirst();
    Geometry original = character(shared.resolve("levels-1/rig.glb")).meshes().getFirst();
    assertThat(known.mesh().positions()).isEqualTo(original.mesh().positions());
    requireSameWeights(known, original);
    assertThat(weights(again, "rms")).isLessThan(1.3 * weights(report, "rms"));
    assertThat(weights(level(again, 1), "rms")).isLessThan(1.2 * weights(level(report, 1), "rms"));
  }

  /** Weights are stored as floats and their sums made 1 again on the way. */
  private static void requireSameWeights(Geometry found, Geometry wanted) {
    Influences a = found.skinning().influences().orElseThrow();
    Influences b = wanted.skinning().influences().orElseThrow();
    assertThat(a.totalCount()).isEqualTo(b.totalCount());
    for (int p = 0; p < b.vertexCount(); p++) {
      assertThat(a.count(p)).isEqualTo(b.count(p));
      for (int i = 0; i < b.count(p); i++) {
        assertThat(a.joint(p, i)).isEqualTo(b.joint(p, i));
        assertThat(a.weight(p, i)).isCloseTo(b.weight(p, i), within(1e-7));
      }
    }
  }

  /**
   * The same surface with vertices of its own, a little moved, for every triangle, in any order.
   */
  private static SkinnedCharacter torn(SkinnedCharacter whole) {
    Geometry old = whole.meshes().getFirst();
    Random random = new Random(SEED);
    List<Integer> order = new ArrayList<>();
    for (int t = 0; t < old.mesh().triangleCount(); t++) {
      order.add(t);
    }
    Collections.shuffle(order, random);
    int[] vertices =
        order.stream()
            .flatMapToInt(t -> IntStream.range(0, 3).map(k -> old.mesh().vertex(t, k)))
            .toArray();
    double unit = old.mesh().bounds().longestSide();
    double[] positions = new double[3 * vertices.length];
    Arrays.setAll(
        positions,
        i -> old.mesh().position(vertices[i / 3], i % 3) + 1e-6 * unit * random.nextGaussian());
    TriMesh mesh = TriMesh.of(positions, IntStream.range(0, vertices.length).toArray());
    return new SkinnedCharacter(
        whole.skeleton(),
        whole.skins(),
        List.of(
            new Geometry(old.name(), mesh, new Skinning.Linear(influences(whole).rows(vertices)))),
        whole.parts(),
        whole.clips());
  }

  @Test
  void aLevelOfAnEarlierRunIsKnownToo() {
    JsonObject later =
        report(
            simplify(
                shared.resolve("levels-1/rig.glb"),
                folder.resolve("level"),
                "--ratio",
                "0.1",
                "--use-stream",
                stream.toString()));
    assertThat(weights(level(later, 0), "from"))
        .isEqualTo(level(report, 0).get("vertices").getAsInt());
    assertThat(folder.resolve("level/rig.glb")).isRegularFile();
    assertThat(folder.resolve("level-0/rig.glb")).isRegularFile();
  }

  @Test
  void withoutPosesOfTheShapesNothingIsMeasured() {
    JsonObject made =
        report(
            simplify(
                arm.resolve("arm.glb"),
                folder.resolve("level"),
                "--ratio",
                "0.2",
                "--use-stream",
                stream.toString()));
    assertThat(level(made, 0).getAsJsonObject("weights").get("rms").isJsonNull()).isTrue();
    assertThat(weights(level(made, 0), "meanDistance")).isPositive();
  }

  @Test
  void otherMeshesAreRefusedAndNothingIsWritten() {
    Path other = folder.resolve("other.glb");
    assertThat(
            Run.of(
                    "simplify",
                    rig.toString(),
                    "--ratio",
                    "0.5",
                    "--metric",
                    "rest",
                    "-o",
                    other.toString())
                .status())
        .isZero();
    Path out = folder.resolve("out/levels");
    Run run = simplify(other, out, "--ratio", "0.3", "--use-stream", stream.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).containsPattern("its \\d+ points match no level");
    assertThat(run.err()).contains("box sides away");
    assertThat(out.getParent()).doesNotExist();
  }

  @Test
  void ofAnimationCoordinatesTheLinearBlendGoes() throws Exception {
    Path coords = folder.resolve("as.glb");
    fit(arm, coords);
    assertThat(character(coords).meshes().getFirst().skinning().coords()).isPresent();
    JsonObject made =
        report(
            simplify(
                coords,
                folder.resolve("level"),
                "--ratio",
                "0.3",
                "--use-stream",
                stream.toString()));
    assertThat(made.getAsJsonArray("notes"))
        .singleElement()
        .asString()
        .contains("animation coordinates")
        .contains("linear blend");
    assertThat(report.getAsJsonArray("notes")).isEmpty();
    SkinnedCharacter whole = character(folder.resolve("level-0/rig.glb"));
    assertThat(whole.meshes().getFirst().skinning().coords()).isEmpty();
    assertThat(character(folder.resolve("level/rig.glb")).meshes().getFirst().skinning().coords())
        .isEmpty();
    assertThat(influences(whole).totalCount())
        .isEqualTo(influences(character(coords)).totalCount());
    assertThat(weights(made, "rms")).isBetween(weights(report, "rms") / 2, 0.05);
  }

  @Test
  void animationCoordinatesOfALevelAreKnownToo() throws Exception {
    Path shapes = folder.resolve("shapes");
    Files.createDirectory(shapes);
    try (var files = Files.newDirectoryStream(shared.resolve("levels-1"), "*.obj")) {
      for (Path file : files) {
        Files.copy(file, shapes.resolve(file.getFileName()));
      }
    }
    Path coords = folder.resolve("as.glb");
    fit(shapes, coords);
    JsonObject made =
        report(
            simplify(
                coords,
                folder.resolve("level"),
                "--ratio",
                "0.1",
                "--use-stream",
                stream.toString()));
    assertThat(weights(made, "from")).isEqualTo(level(report, 0).get("vertices").getAsInt());
    assertThat(weights(made, "rms")).isLessThan(0.01);
  }

  @Test
  void rigsAreValid() throws Exception {
    KhronosValidator.assumeInstalled();
    List<Path> rigs =
        IntStream.range(0, 3).mapToObj(i -> shared.resolve("levels-" + i + "/rig.glb")).toList();
    KhronosValidator.errors(rigs)
        .forEach((file, errors) -> assertThat(errors).as(file.toString()).isEmpty());
  }

  @Test
  void whatWeightsDoNotSayIsRefused() throws Exception {
    SkinnedCharacter given = character(rig);
    Geometry old = given.meshes().getFirst();
    List<float @Nullable []> normals = new ArrayList<>();
    normals.add(null);
    MorphTargets morphs =
        new MorphTargets(
            List.of(new float[3 * old.mesh().wedgeCount()]), normals, new double[] {0});
    SkinnedCharacter morphing =
        new SkinnedCharacter(
            given.skeleton(),
            given.skins(),
            List.of(new Geometry(old.name(), old.mesh(), old.skinning().asLinear(), morphs)),
            given.parts(),
            given.clips());
    Path file = folder.resolve("morphing.glb");
    CharacterWriter.toDocument("morphing", morphing).write(file);
    Run run =
        simplify(
            file, folder.resolve("level"), "--ratio", "0.3", "--use-stream", stream.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("morph targets");
    Run character =
        Run.of(
            "simplify",
            rig.toString(),
            "--ratio",
            "0.5",
            "--weights",
            rig.toString(),
            "-o",
            folder.resolve("light.glb").toString());
    assertThat(character.status()).isEqualTo(2);
    assertThat(character.err()).contains("weights");
  }
}
