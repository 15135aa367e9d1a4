package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What compare says of regions is what simplify says of its own level. */
class CompareRegionsTest {
  @TempDir static Path folder;
  private static Path model = Path.of("");
  private static Path level = Path.of("");
  private static JsonObject simplified = new JsonObject();

  @BeforeAll
  static void simplify() {
    model = Run.smallArm(Run.sampleArm(folder));
    level = folder.resolve("level.glb");
    simplified =
        Run.report(
                Run.of(
                    "simplify",
                    model + "",
                    "--ratio",
                    "0.3",
                    "--measure",
                    "full",
                    "--json",
                    "-o",
                    level + ""))
            .getAsJsonArray("levels")
            .get(0)
            .getAsJsonObject();
  }

  /** The level as another tool writes it: no names, and joints in no known order. */
  private static Path withoutNames() throws Exception {
    GltfDocument document = GltfDocument.read(level);
    for (String list : List.of("nodes", "meshes", "materials", "skins")) {
      for (JsonElement item : document.json().getAsJsonArray(list)) {
        item.getAsJsonObject().remove("name");
      }
    }
    Path out = folder.resolve("nameless.glb");
    document.write(out);
    return out;
  }

  private static List<String> names(JsonArray regions) {
    List<String> out = new ArrayList<>();
    for (JsonElement one : regions) {
      JsonObject region = one.getAsJsonObject();
      out.add(region.get("kind") + " " + region.get("name") + " " + region.get("trianglesBefore"));
    }
    return out;
  }

  @Test
  void ofALevelTheyAreThoseOfSimplify() {
    JsonObject found = Run.report(Run.of("compare", model + "", level + "", "--json"));
    JsonArray regions = found.getAsJsonArray("regions");
    JsonArray expected = simplified.getAsJsonArray("regions");
    assertThat(found.get("verdict")).isEqualTo(simplified.get("verdict"));
    assertThat(found.getAsJsonArray("worstSpots"))
        .hasSameSizeAs(simplified.getAsJsonArray("worstSpots"));
    assertThat(names(regions)).isEqualTo(names(expected)).isNotEmpty();
    for (int i = 0; i < regions.size(); i++) {
      JsonObject one = regions.get(i).getAsJsonObject();
      JsonObject same = expected.get(i).getAsJsonObject();
      assertThat(one.keySet()).isEqualTo(same.keySet());
      assertThat(one.get("triangles")).isEqualTo(same.get("triangles"));
      assertThat(one.get("mae").getAsDouble())
          .isCloseTo(same.get("mae").getAsDouble(), within(1e-3));
    }
  }

  @Test
  void ofOtherFilesTheyAreThoseOfTheReference() throws Exception {
    Path page = folder.resolve("page.html");
    Path other = withoutNames();
    Run run = Run.of("compare", model + "", other + "", "--json", "--report", page + "");
    JsonObject found = Run.report(run);
    assertThat(found.get("look").isJsonNull()).isTrue();
    assertThat(found.get("verdict")).isEqualTo(simplified.get("verdict"));
    JsonArray regions = found.getAsJsonArray("regions");
    JsonArray expected = simplified.getAsJsonArray("regions");
    assertThat(names(regions)).isEqualTo(names(expected));
    for (int i = 0; i < regions.size(); i++) {
      int triangles = regions.get(i).getAsJsonObject().get("triangles").getAsInt();
      int own = expected.get(i).getAsJsonObject().get("triangles").getAsInt();
      // By the closest triangles of the original, not by weights: the border may differ.
      assertThat(triangles).isBetween((int) (0.6 * own), (int) (1.4 * own) + 4);
    }
    String html = Files.readString(page);
    assertThat(html).contains("nameless: where it differs most", "<h2>regions</h2>");
    assertThat(html.split("src=\"data:image/png;base64,", -1)).hasSizeGreaterThan(3);
    assertThat(Run.of("compare", model + "", other + "", "--measure", "quick").out())
        .contains("verdict   it looks the same from", "body      hands");
  }

  @Test
  void withoutMeasuringThereAreNone() {
    JsonObject found =
        Run.report(Run.of("compare", model + "", level + "", "--measure", "none", "--json"));
    assertThat(found.get("verdict").isJsonNull()).isTrue();
    assertThat(found.getAsJsonArray("regions")).isEmpty();
  }
}
