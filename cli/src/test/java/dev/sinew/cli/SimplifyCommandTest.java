package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimplifyCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path sample = Path.of("");
  private static Path model = Path.of("");
  private static Path small = Path.of("");

  @BeforeAll
  static void writeASample() {
    sample = Run.sampleArm(shared);
    model = sample.resolve("arm.glb");
    small = Run.smallArm(sample);
  }

  private static int triangles(SkinnedCharacter character) {
    return character.meshes().stream().mapToInt(g -> g.mesh().triangleCount()).sum();
  }

  @Test
  void oneLevelIsAPlainCharacterWithTheSameRig() throws Exception {
    Path out = folder.resolve("light.glb");
    JsonObject report =
        report(
            Run.of(
                "simplify", model.toString(), "--ratio", "0.25", "-o", out.toString(), "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    GltfAsset before = GltfReader.read(model).requireSound();
    GltfAsset after = GltfReader.read(out).requireSound();
    int whole = triangles(before.character());

    assertThat(level.keySet())
        .contains("triangles", "vertices", "influences", "rms", "max", "worstFrameRms");
    assertThat(level.get("reached").getAsBoolean()).isTrue();
    assertThat(level.get("triangles").getAsInt())
        .isBetween(whole / 4 - 2, whole / 4 + 1)
        .isEqualTo(triangles(after.character()));
    assertThat(level.get("rms").getAsDouble()).isBetween(1e-7, 0.005);
    assertThat(level.get("max").getAsDouble())
        .isGreaterThan(level.get("worstFrameRms").getAsDouble());
    assertThat(level.get("worstFrameRms").getAsDouble())
        .isGreaterThanOrEqualTo(level.get("rms").getAsDouble());
    assertThat(after.document().json().get("nodes"))
        .isEqualTo(before.document().json().get("nodes"));
    assertThat(after.document().json().get("materials"))
        .isEqualTo(before.document().json().get("materials"));
    assertThat(after.character().skins().getFirst().jointCount())
        .isEqualTo(before.character().skins().getFirst().jointCount());
  }

  @Test
  void posesMatter() {
    double clips = rms("clips");
    double rest = rms("rest");
    assertThat(clips).isLessThan(0.8 * rest);
  }

  private double rms(String metric) {
    JsonObject report =
        report(
            Run.of(
                "simplify",
                model.toString(),
                "--ratio",
                "0.1",
                "--metric",
                metric,
                "-o",
                folder.resolve("light.glb").toString(),
                "--json"));
    assertThat(report.get("metric").getAsString()).isEqualTo(metric);
    return report.getAsJsonArray("levels").get(0).getAsJsonObject().get("rms").getAsDouble();
  }

  @Test
  void theSameBytesOnAnyNumberOfThreads() throws Exception {
    Path one = folder.resolve("one.glb");
    Path two = folder.resolve("two.glb");
    Run.of("simplify", small.toString(), "--ratio", "0.3", "--threads", "1", "-o", one.toString());
    Run.of("simplify", small.toString(), "--ratio", "0.3", "--threads", "3", "-o", two.toString());
    assertThat(Files.readAllBytes(two)).isEqualTo(Files.readAllBytes(one));
  }

  @Test
  void severalLevelsGoIntoOneFile() throws Exception {
    Path out = folder.resolve("levels.glb");
    JsonObject report =
        report(
            Run.of(
                "simplify",
                model.toString(),
                "--no-polish",
                "--ratio",
                "0.5,0.2",
                "--msft-lod",
                "-o",
                out.toString(),
                "--json"));
    assertThat(report.getAsJsonArray("levels")).hasSize(2);
    JsonObject json = GltfDocument.read(out).json();
    JsonArray nodes = json.getAsJsonArray("nodes");
    int found = 0;
    for (int n = 0; n < nodes.size(); n++) {
      JsonObject node = nodes.get(n).getAsJsonObject();
      if (node.has("extensions") && node.getAsJsonObject("extensions").has("MSFT_lod")) {
        JsonArray ids =
            node.getAsJsonObject("extensions").getAsJsonObject("MSFT_lod").getAsJsonArray("ids");
        JsonArray coverage = node.getAsJsonObject("extras").getAsJsonArray("MSFT_screencoverage");
        assertThat(ids).hasSize(2);
        assertThat(coverage).hasSize(3);
        assertThat(coverage.get(0).getAsDouble()).isGreaterThan(coverage.get(1).getAsDouble());
        JsonObject standIn = nodes.get(ids.get(1).getAsInt()).getAsJsonObject();
        assertThat(standIn.get("skin")).isEqualTo(node.get("skin"));
        assertThat(standIn.get("mesh")).isNotEqualTo(node.get("mesh"));
        found++;
      }
    }
    assertThat(found).isPositive();
    assertThat(json.getAsJsonArray("extensionsUsed").toString()).contains("MSFT_lod");
    // A viewer that knows nothing of it sees the model as it was.
    assertThat(triangles(GltfReader.read(out).requireSound().character()))
        .isGreaterThan(triangles(GltfReader.read(model).character()));
  }

  @Test
  void severalLevelsGetFilesOfTheirOwn() throws Exception {
    Path out = folder.resolve("light.glb");
    Run run = Run.of("simplify", model.toString(), "--triangles", "600,300", "-o", out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(triangles(GltfReader.read(folder.resolve("light-1.glb")).character()))
        .isBetween(590, 600);
    assertThat(triangles(GltfReader.read(folder.resolve("light-2.glb")).character()))
        .isBetween(290, 300);
    assertThat(out).doesNotExist();
  }

  @Test
  void anErrorIsHonoured() {
    JsonObject report =
        report(
            Run.of(
                "simplify",
                small.toString(),
                "--error",
                "0.02",
                "--no-polish",
                "-o",
                folder.resolve("light.glb").toString(),
                "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("max").getAsDouble()).isBetween(0.005, 0.02);
    assertThat(level.get("triangles").getAsInt())
        .isLessThan(report.getAsJsonObject("before").get("triangles").getAsInt() / 2);
  }

  @Test
  void whatCannotBeReachedIsTold() {
    JsonObject report =
        report(
            Run.of(
                "simplify",
                model.toString(),
                "--triangles",
                "2",
                "-o",
                folder.resolve("light.glb").toString(),
                "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("reached").getAsBoolean()).isFalse();
    assertThat(report.getAsJsonArray("notes").toString())
        .contains("asked for 2 triangles")
        .contains("reached " + level.get("triangles").getAsInt());
  }

  @Test
  void lockedBonesKeepTheirVertices() throws Exception {
    SkinnedCharacter before = GltfReader.read(model).character();
    String name = before.skeleton().name(before.skins().getFirst().joint(1));
    Path out = folder.resolve("light.glb");
    Run run =
        Run.of(
            "simplify",
            model.toString(),
            "--no-polish",
            "--ratio",
            "0.01",
            "--lock-bones",
            name,
            "-o",
            out.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(heavyVertices(GltfReader.read(out).character())).isEqualTo(heavyVertices(before));
    assertThat(
            Run.of(
                    "simplify",
                    model.toString(),
                    "--no-polish",
                    "--ratio",
                    "0.5",
                    "--lock-bones",
                    "nobody",
                    "-o",
                    out.toString())
                .err())
        .contains("nobody");
  }

  /** Vertices moved mostly by joint 1. */
  private static long heavyVertices(SkinnedCharacter character) {
    long count = 0;
    for (SkinnedCharacter.Geometry geometry : character.meshes()) {
      Influences influences = geometry.skinning().influences().orElseThrow();
      for (int v = 0; v < influences.vertexCount(); v++) {
        count += influences.joint(v, 0) == 1 && influences.weight(v, 0) > 0.5 ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void withoutClipsTheSkeletonCounts() throws Exception {
    GltfAsset asset = GltfReader.read(model);
    asset.document().json().remove("animations");
    Path still = folder.resolve("still.glb");
    asset.document().write(still);
    JsonObject report =
        report(
            Run.of(
                "simplify",
                still.toString(),
                "--ratio",
                "0.5",
                "-o",
                folder.resolve("light.glb").toString(),
                "--json"));
    assertThat(report.get("metric").getAsString()).isEqualTo("skeleton");
    assertThat(report.getAsJsonArray("notes").toString()).contains("no clips");
  }

  @Test
  void meshesInCorrespondenceKeepTheSameTriangles() throws Exception {
    Path poses = folder.resolve("poses");
    Files.createDirectories(poses);
    for (String name : new String[] {"reference.obj", "pose-01.obj", "pose-07.obj"}) {
      Files.copy(sample.resolve(name), poses.resolve(name));
    }
    Path out = folder.resolve("light");
    JsonObject report =
        report(
            Run.of(
                "simplify",
                poses.toString(),
                "--reference",
                poses.resolve("reference.obj").toString(),
                "--follow",
                sample.resolve("poses.pc2").toString(),
                "--method",
                "adsd",
                "--ratio",
                "0.2",
                "-o",
                out.toString(),
                "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    var reference = ObjReader.read(out.resolve("reference.obj")).mesh();
    var bent = ObjReader.read(out.resolve("pose-07.obj")).mesh();
    assertThat(bent.correspondsTo(reference)).isTrue();
    assertThat(bent.positions()).isNotEqualTo(reference.positions());
    assertThat(level.get("triangles").getAsInt()).isEqualTo(reference.toTriMesh().triangleCount());
    assertThat(level.get("rms").getAsDouble()).isBetween(1e-7, 0.01);
    assertThat(level.getAsJsonArray("followed").get(0).getAsJsonObject().get("rms").getAsDouble())
        .isBetween(1e-7, 0.01);
    try (PointCache cache = PointCache.open(out.resolve("poses.pc2"))) {
      assertThat(cache.pointCount()).isEqualTo(reference.vertexCount());
    }
  }

  @Test
  void aSavedStreamLeadsToTheSameLevels() throws Exception {
    Path stream = folder.resolve("arm.stream");
    Path first = folder.resolve("first.glb");
    Path again = folder.resolve("again.glb");
    report(
        Run.of(
            "simplify",
            model.toString(),
            "--no-polish",
            "--ratio",
            "0.3",
            "--save-stream",
            stream.toString(),
            "-o",
            first.toString(),
            "--json"));
    report(
        Run.of(
            "simplify",
            model.toString(),
            "--no-polish",
            "--ratio",
            "0.3",
            "--use-stream",
            stream.toString(),
            "-o",
            again.toString(),
            "--json"));
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(first));
    Run other =
        Run.of(
            "simplify",
            model.toString(),
            "--no-polish",
            "--ratio",
            "0.3",
            "--use-stream",
            model.toString(),
            "-o",
            again.toString());
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).contains("not a stream");
  }

  @Test
  void animationSpaceStaysAnimationSpace() throws Exception {
    Path fine = folder.resolve("fine.glb");
    Path light = folder.resolve("light.glb");
    assertThat(
            Run.of("subdivide", model.toString(), "--scheme", "loop", "-o", fine.toString())
                .status())
        .isZero();
    JsonObject report =
        report(
            Run.of(
                "simplify", fine.toString(), "--ratio", "0.1", "-o", light.toString(), "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("rms").getAsDouble()).isLessThan(0.002);
    Geometry mesh = GltfReader.read(light).requireSound().character().meshes().getFirst();
    assertThat(mesh.skinning().coords()).isPresent();
  }

  @NeedsSharedData
  @Test
  void aProvenBoundIsHonoured() {
    Path man = SharedData.path("gltf/khronos/CesiumMan.glb");
    JsonObject report =
        report(
            Run.of(
                "simplify",
                man.toString(),
                "--no-polish",
                "--method",
                "aps",
                "--metric",
                "range",
                "--error",
                "0.02",
                "-o",
                folder.resolve("man.glb").toString(),
                "--json"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("bound").getAsDouble()).isBetween(0.01, 0.02);
    assertThat(level.get("max").getAsDouble()).isLessThan(level.get("bound").getAsDouble());
    assertThat(level.get("triangles").getAsInt()).isLessThan(2000);
  }

  @NeedsSharedData
  @Test
  void cesiumManBeatsWhatPeersLeave() {
    Path man = SharedData.path("gltf/khronos/CesiumMan.glb");
    JsonObject report =
        report(
            Run.of(
                "simplify",
                man.toString(),
                "--ratio",
                "0.5,0.25,0.1",
                "-o",
                folder.resolve("man.glb").toString(),
                "--json"));
    // Half of what gltfpack leaves at the same triangle counts.
    double[] most = {0.00016, 0.00062, 0.002};
    for (int i = 0; i < most.length; i++) {
      JsonObject level = report.getAsJsonArray("levels").get(i).getAsJsonObject();
      assertThat(level.get("rms").getAsDouble()).isLessThan(most[i]);
      assertThat(level.get("reached").getAsBoolean()).isTrue();
    }
  }
}
