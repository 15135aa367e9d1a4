package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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
    JsonObject surface =
        Run.report(Run.of("compare", model, level, "--json")).getAsJsonObject("surface");
    for (String key : List.of("rms", "max", "worstFrameRms")) {
      double expected = made.get(key).getAsDouble();
      assertThat(surface.get(key).getAsDouble()).isCloseTo(expected, within(1e-3 * expected));
    }
    assertThat(Run.of("compare", model, level).out()).contains("as simplify measures");
    // With the same triangles, vertices are compared with vertices, and that is all.
    assertThat(Run.report(Run.of("compare", model, model, "--json")).get("surface").isJsonNull())
        .isTrue();
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
    JsonObject file = Run.report(Run.of("compare", model, separate(2), "--json"));
    for (String[] args :
        new String[][] {
          {"compare", levels, "--level", "2", "--json"},
          {"compare", levels, levels, "--level", "2", "--json"},
          {"compare", model, levels, "--level", "2", "--json"}
        }) {
      JsonObject level = Run.report(Run.of(args));
      assertThat(level.get("rms").getAsDouble())
          .isPositive()
          .isCloseTo(file.get("rms").getAsDouble(), within(1e-7));
      assertThat(level.get("max").getAsDouble())
          .isCloseTo(file.get("max").getAsDouble(), within(1e-6));
    }
    JsonObject same = Run.report(Run.of("compare", levels, "--level", "0", "--json"));
    assertThat(same.get("max").getAsDouble()).isZero();
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
    refused("no level -1", 1, "compare", levels, "--level", "-1");
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
    Run run = Run.of("compare", model, separate(2), "-o", out("error.gltf"));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("error.gltf"))).doesNotContain("baseColorTexture");
  }
}
