package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels in one file and in separate files, as inspect, render and compare see them. */
class LevelCommandsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static String model = "";
  private static String levels = "";
  private static JsonObject written = new JsonObject();

  @BeforeAll
  static void writeLevels() {
    model = Run.smallArm(Run.sampleArm(shared)).toString();
    levels = shared.resolve("levels.glb").toString();
    Run run = Run.of("simplify", model, "--ratio", "0.5,0.2", "--msft-lod", "--json", "-o", levels);
    assertThat(run.status()).as(run.err()).isZero();
    written = JsonParser.parseString(run.out()).getAsJsonObject();
    run = Run.of("simplify", model, "--ratio", "0.5,0.2", "-o", levels.replace(".glb", "-of.glb"));
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static String separate(int level) {
    return levels.replace(".glb", "-of-" + level + ".glb");
  }

  @Test
  void inspectCountsEveryLevel() {
    JsonObject found = Run.report(Run.of("inspect", levels, "--json"));
    JsonArray entries = found.getAsJsonArray("levels");
    assertThat(entries).hasSize(3);
    long sum = 0;
    double coverage = 1;
    for (int level = 0; level < 3; level++) {
      JsonObject entry = entries.get(level).getAsJsonObject();
      JsonObject shown = entry.getAsJsonObject("shown");
      JsonObject alone =
          Run.report(Run.of("inspect", level == 0 ? model : separate(level), "--json"));
      assertThat(entry.get("level").getAsInt()).isEqualTo(level);
      assertThat(shown.get("triangles")).isEqualTo(alone.get("triangles"));
      assertThat(shown.get("vertices")).isEqualTo(alone.get("points"));
      assertThat(shown.get("wedges")).isEqualTo(alone.get("vertices"));
      assertThat(shown.get("influences")).isEqualTo(alone.get("influences"));
      assertThat(shown.get("materials").getAsInt()).isEqualTo(1);
      assertThat(alone.getAsJsonArray("levels")).isEmpty();
      assertThat(entry.get("screenCoverage").getAsDouble()).isLessThan(coverage);
      coverage = entry.get("screenCoverage").getAsDouble();
      sum += shown.get("triangles").getAsLong();
    }
    assertThat(found.get("triangles").getAsLong()).isEqualTo(sum);
    assertThat(found.getAsJsonArray("issues")).isEmpty();
    Run text = Run.of("inspect", levels);
    assertThat(text.out()).contains("level 2 ").contains("of the screen height").contains("KB");
  }

  @Test
  void compareGivesTheFiguresOfSimplify() {
    String level = folder.resolve("level.glb").toString();
    JsonObject made =
        Run.report(
                Run.of(
                    "simplify",
                    model,
                    "--ratio",
                    "0.2",
                    "--measure",
                    "full",
                    "--json",
                    "-o",
                    level))
            .getAsJsonArray("levels")
            .get(0)
            .getAsJsonObject();
    JsonObject compared = Run.report(Run.of("compare", model, level, "--json"));
    JsonObject surface = compared.getAsJsonObject("surface");
    for (String key : List.of("rms", "max", "worstFrameRms")) {
      double expected = made.get(key).getAsDouble();
      assertThat(surface.get(key).getAsDouble()).isCloseTo(expected, within(1e-3 * expected));
    }
    for (String key : List.of("texelDrift", "normalDegrees", "mae", "flippedArea")) {
      assertThat(compared.getAsJsonObject("look").get(key).getAsDouble())
          .as(key)
          .isCloseTo(made.getAsJsonObject("look").get(key).getAsDouble(), within(1e-3));
    }
    assertThat(Run.of("compare", model, level, "--measure", "quick").out())
        .contains("as simplify measures")
        .contains("normals of the triangles");
    // With the same triangles, vertices are compared with vertices.
    JsonObject same = Run.report(Run.of("compare", model, model, "--measure", "quick", "--json"));
    assertThat(same.get("surface").isJsonNull()).isTrue();
    assertThat(same.getAsJsonObject("look").get("mae").getAsDouble()).isZero();
    JsonObject plain = Run.report(Run.of("compare", model, level, "--measure", "none", "--json"));
    assertThat(plain.get("rms")).isEqualTo(compared.get("rms"));
    assertThat(plain.get("surface").isJsonNull()).isTrue();
    assertThat(plain.get("look").isJsonNull()).isTrue();
  }

  @Test
  void inspectListsSeparateFilesInATable() {
    Run run = Run.of("inspect", model, separate(1), separate(2));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("3 models, 0 failed");
    assertThat(run.out().lines().toList().getLast())
        .contains("done")
        .contains(separate(2) + ": ")
        .contains("triangles")
        .endsWith("KB");
  }

  @Test
  void compareMeasuresALevelLikeItsFile() {
    JsonObject file =
        Run.report(Run.of("compare", model, separate(2), "--measure", "none", "--json"));
    for (String[] args :
        new String[][] {
          {"compare", levels, "--level", "2", "--measure", "none", "--json"},
          {"compare", levels, levels, "--level", "2", "--measure", "none", "--json"},
          {"compare", model, levels, "--level", "2", "--measure", "none", "--json"}
        }) {
      JsonObject level = Run.report(Run.of(args));
      assertThat(level.get("rms").getAsDouble())
          .isPositive()
          .isCloseTo(file.get("rms").getAsDouble(), within(1e-7));
      assertThat(level.get("max").getAsDouble())
          .isCloseTo(file.get("max").getAsDouble(), within(1e-6));
    }
    JsonObject same =
        Run.report(Run.of("compare", levels, "--level", "0", "--measure", "none", "--json"));
    assertThat(same.get("max").getAsDouble()).isZero();
  }

  @Test
  void compareMeasuresSeveralLevels() {
    JsonObject all =
        Run.report(Run.of("compare", levels, "--level", "all", "--measure", "quick", "--json"));
    assertThat(all.getAsJsonArray("levels")).hasSize(3);
    for (int n = 0; n < 3; n++) {
      JsonObject row = all.getAsJsonArray("levels").get(n).getAsJsonObject();
      String number = String.valueOf(n);
      JsonObject alone =
          Run.report(Run.of("compare", levels, "--level", number, "--measure", "quick", "--json"));
      assertThat(row.get("level").getAsInt()).isEqualTo(n);
      assertThat(row.get("rms")).isEqualTo(alone.get("rms"));
      assertThat(row.get("look")).isEqualTo(alone.get("look"));
      double mae = row.getAsJsonObject("look").get("mae").getAsDouble();
      assertThat(mae > 0).isEqualTo(n > 0);
      assertThat(alone.getAsJsonArray("levels")).isEmpty();
    }
    assertThat(all.get("rms"))
        .isEqualTo(all.getAsJsonArray("levels").get(2).getAsJsonObject().get("rms"));
    assertThat(Run.of("compare", levels, "--level", "1,2", "--measure", "none").out())
        .doesNotContain("level 0 ")
        .contains("level 1 ")
        .contains("level 2 ");
  }

  /** Vertices and triangles are the same, so their distances cannot show it. */
  @Test
  void compareSeesStoredNormals() throws Exception {
    SkinnedCharacter arm = GltfReader.read(Path.of(model)).character();
    SkinnedCharacter.Geometry mesh = arm.meshes().getFirst();
    MeshAttribute normals = mesh.mesh().attribute(MeshAttribute.NORMAL).orElseThrow();
    float[] turned = normals.toArray();
    for (int i = 0; i < turned.length; i++) {
      turned[i] = -turned[i];
    }
    TriMesh changed = mesh.mesh().withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, turned));
    Path wrong = folder.resolve("wrong.glb");
    CharacterWriter.toDocument("wrong", arm.withMeshes(List.of(mesh.withMesh(changed))))
        .write(wrong);
    JsonObject report =
        Run.report(Run.of("compare", model, wrong.toString(), "--measure", "quick", "--json"));
    assertThat(report.get("meanNormalDegrees").getAsDouble()).isLessThan(0.1);
    assertThat(report.getAsJsonObject("look").get("normalDegrees").getAsDouble())
        .isCloseTo(180, within(0.1));
  }

  @Test
  void simplifyDropsTheLevelsOfItsInput() throws Exception {
    Path out = folder.resolve("again.glb");
    Path expected = folder.resolve("expected.glb");
    String[] how = {"--ratio", "0.5", "--no-polish", "--measure", "none", "--json", "-o"};
    JsonObject report = Run.report(simplify(levels, how, out));
    assertThat(report.getAsJsonArray("notes").toString()).contains("coarser levels");
    Run.report(simplify(model, how, expected));
    assertThat(GltfDocument.read(out).json()).isEqualTo(GltfDocument.read(expected).json());
    assertThat(Files.size(out)).isEqualTo(Files.size(expected));
  }

  private static Run simplify(String what, String[] how, Path out) {
    List<String> args = new ArrayList<>(List.of("simplify", what));
    args.addAll(List.of(how));
    args.add(out.toString());
    return Run.of(args.toArray(String[]::new));
  }

  @Test
  void oneLevelAndTheModelInOneFile() throws Exception {
    Path out = folder.resolve("two.glb");
    Run.report(
        simplify(levels, new String[] {"--ratio", "0.3", "--msft-lod", "--json", "-o"}, out));
    GltfAsset two = GltfReader.read(out);
    assertThat(two.levelCount()).isEqualTo(2);
    int triangles =
        GltfReader.read(Path.of(model)).character().meshes().getFirst().mesh().triangleCount();
    assertThat(two.character().meshes()).hasSize(2);
    assertThat(two.character().meshes().get(0).mesh().triangleCount()).isEqualTo(triangles);
    assertThat(two.character().meshes().get(1).mesh().triangleCount()).isLessThan(triangles / 3);
  }

  @Test
  void renderDrawsALevelLikeItsFile() throws Exception {
    int[] level = pixels("--level", "2", levels);
    assertThat(level).isEqualTo(pixels(separate(2)));
    assertThat(level).isNotEqualTo(pixels("--level", "0", levels));
    assertThat(pixels("--level", "0", levels)).isEqualTo(pixels(model));
    Path all = folder.resolve("all.png");
    Run run = Run.of("render", levels, "--level", "all", "--json", "-o", all.toString());
    assertThat(Run.report(run).get("items").getAsInt()).isEqualTo(3);
    run = Run.of("render", levels, "--level", "0,2", "--json", "-o", all.toString());
    assertThat(Run.report(run).get("items").getAsInt()).isEqualTo(2);
  }

  private int[] pixels(String... args) throws Exception {
    Path file = folder.resolve("one.png");
    List<String> command =
        new ArrayList<>(List.of("render", "--size", "200x150", "-o", file.toString()));
    command.addAll(List.of(args));
    Run run = Run.of(command.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    BufferedImage image = ImageIO.read(file.toFile());
    return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
  }

  @Test
  void unknownLevelsAreRefusedWithTheReason() {
    refused("levels 0 to 2", 1, "compare", levels, "--level", "3");
    refused("no levels of detail", 1, "compare", model, "--level", "1");
    refused("levels 0 to 2", 1, "render", levels, "--level", "0,9", "-o", out("a.png"));
    refused("no levels of detail", 1, "render", model, "--level", "1", "-o", out("a.png"));
    refused("expected a number", 2, "render", model, "--level", "one", "-o", out("a.png"));
    refused("expected a CANDIDATE", 2, "compare", model);
    refused("expected a number", 2, "compare", levels, "--level", "-1");
  }

  private String out(String name) {
    return folder.resolve(name).toString();
  }

  private static void refused(String reason, int status, String... args) {
    Run run = Run.of(args);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err()).startsWith("sinew: ").contains(reason);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void reportsSayWhereTheBytesOfAModelGo() throws Exception {
    JsonArray sizes = written.getAsJsonArray("sizes");
    assertThat(sizes).hasSize(1);
    JsonObject size = sizes.get(0).getAsJsonObject().getAsJsonObject("size");
    assertThat(size.get("bytes").getAsLong()).isEqualTo(Files.size(Path.of(levels)));
    long sum = 0;
    for (String part : new String[] {"geometry", "skin", "animation", "images", "json", "other"}) {
      sum += size.get(part).getAsLong();
    }
    assertThat(sum).isEqualTo(Files.size(Path.of(levels)));
    assertThat(size.get("images").getAsLong()).isGreaterThan(10_000);
    assertThat(size)
        .isEqualTo(Run.report(Run.of("inspect", levels, "--json")).getAsJsonObject("size"));
    Run sample = Run.of("sample", "cylinder-bend", "-o", out("tube"));
    assertThat(sample.out()).contains("wrote ").contains("cylinder-bend.glb, ").contains("images");
  }

  /** The colours of a comparison are not changed by the reference's texture. */
  @Test
  void coloursOfAComparisonHaveNoTexture() throws Exception {
    Run run = Run.of("compare", model, separate(2), "--measure", "none", "-o", out("error.gltf"));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("error.gltf"))).doesNotContain("baseColorTexture");
  }
}
