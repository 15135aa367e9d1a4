package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels whose vertices lose joints. */
class SimplifyInfluencesTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path model = Path.of("");

  @BeforeAll
  static void writeASample() {
    model = Run.smallArm(Run.sampleArm(shared));
  }

  private Run simplify(Path out, String... more) {
    List<String> all = new ArrayList<>(List.of("simplify", model.toString()));
    all.addAll(List.of(more));
    all.addAll(List.of("-o", out.toString()));
    return Run.of(all.toArray(String[]::new));
  }

  private static JsonObject level(JsonObject report) {
    return report.getAsJsonArray("levels").get(0).getAsJsonObject();
  }

  @Test
  void influencesGoInTheSameStream() throws Exception {
    Path plain = folder.resolve("plain.glb");
    Path light = folder.resolve("light.glb");
    Path again = folder.resolve("again.glb");
    Path stream = folder.resolve("arm.stream");
    JsonObject without = level(report(simplify(plain, "--ratio", "0.3", "--json")));
    JsonObject with =
        level(
            report(
                simplify(
                    light,
                    "--ratio",
                    "0.3",
                    "--influences",
                    "--rank",
                    "error-per-influence",
                    "--save-stream",
                    stream.toString(),
                    "--json")));
    assertThat(with.get("triangles").getAsInt()).isEqualTo(without.get("triangles").getAsInt());
    assertThat(with.get("influences").getAsInt()).isLessThan(without.get("influences").getAsInt());
    assertThat(with.get("rms").getAsDouble()).isLessThan(0.005);
    var written = GltfReader.read(light).requireSound().character().meshes().getFirst();
    assertThat(written.skinning().coords().orElseThrow().totalCount())
        .isEqualTo(with.get("influences").getAsInt());
    report(simplify(again, "--ratio", "0.3", "--use-stream", stream.toString(), "--json"));
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(light));
  }

  @Test
  void everyLevelHasItsOwnCap() throws Exception {
    for (boolean influences : new boolean[] {false, true}) {
      Path out = folder.resolve("capped.glb");
      JsonObject report =
          report(
              influences
                  ? simplify(
                      out,
                      "--ratio",
                      "0.5,0.3,0.1",
                      "--max-influences",
                      "3,2,1",
                      "--influences",
                      "--json")
                  : simplify(out, "--ratio", "0.5,0.3,0.1", "--max-influences", "3,2,1", "--json"));
      for (int i = 0; i < 3; i++) {
        int most = 3 - i;
        assertThat(
                report
                    .getAsJsonArray("levels")
                    .get(i)
                    .getAsJsonObject()
                    .get("mostInfluences")
                    .getAsInt())
            .isLessThanOrEqualTo(most);
        var file = folder.resolve("capped-" + (i + 1) + ".glb");
        var mesh = GltfReader.read(file).requireSound().character().meshes().getFirst();
        assertThat(mesh.skinning().influences().orElseThrow().maxCount()).isLessThanOrEqualTo(most);
        assertThat(mesh.skinning().coords().isPresent()).isEqualTo(influences);
      }
    }
  }

  @Test
  void aRankTurnsThemOn() {
    Path out = folder.resolve("light.glb");
    JsonObject plain = level(report(simplify(out, "--ratio", "0.3", "--json")));
    JsonObject ranked =
        level(report(simplify(out, "--ratio", "0.3", "--rank", "error-per-influence", "--json")));
    assertThat(ranked.get("influences").getAsInt()).isLessThan(plain.get("influences").getAsInt());
  }
}
