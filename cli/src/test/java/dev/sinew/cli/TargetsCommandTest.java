package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Morph targets of characters of {@code ../shared/data}: listed, kept sparse, and dropped. */
@NeedsSharedData
class TargetsCommandTest {
  @TempDir Path folder;

  private static JsonArray targets(Path file) {
    Run run = Run.of("inspect", file.toString(), "--json");
    return JsonParser.parseString(run.out())
        .getAsJsonObject()
        .getAsJsonObject("report")
        .getAsJsonObject("details")
        .getAsJsonArray("targets");
  }

  private static List<String> names(JsonArray targets) {
    List<String> out = new ArrayList<>();
    targets.forEach(target -> out.add(target.getAsJsonObject().get("name").getAsString()));
    return out;
  }

  private Path simplified(Path model, String... more) {
    Path out = folder.resolve("out.glb");
    List<String> words = new ArrayList<>(List.of("simplify", model.toString(), "-o", out + ""));
    words.addAll(List.of("--ratio", "0.25", "--measure", "none", "--no-polish", "--force"));
    words.addAll(List.of(more));
    Run run = Run.of(words.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }

  @Test
  void targetsAreListedAndDropped() {
    Path model = SharedData.path("gltf/khronos/MorphStressTest.glb");
    JsonObject first = targets(model).get(0).getAsJsonObject();
    assertThat(first.get("vertices").getAsInt()).isPositive();
    assertThat(first.get("distance").getAsDouble()).isBetween(0.01, 1.0);
    assertThat(first.getAsJsonArray("clips")).hasSize(3);
    Path out = simplified(model, "--drop-targets", "0,Key 2", "--drop-targets=*8");
    assertThat(names(targets(out))).containsExactly("Key 3", "Key 4", "Key 5", "Key 6", "Key 7");
    Run wrong =
        Run.of(
            "simplify",
            model + "",
            "--ratio",
            "0.5",
            "--drop-targets",
            "Kye 1",
            "-o",
            out + "",
            "--force");
    assertThat(wrong.status()).isOne();
    assertThat(wrong.err()).contains("no morph target 'Kye 1'").contains("Key 1").hasLineCount(1);
  }

  /** Collapses spread offsets over neighbours: they must not fill the file. */
  @Test
  void aLevelOfAFaceStaysSparse() throws Exception {
    Path model = SharedData.path("gltf/new/bitmoji-walk.glb");
    Path out = simplified(model);
    assertThat(names(targets(out))).hasSize(72).doesNotContain("face_shapes.ai_neutral");
    assertThat(names(targets(model)).containsAll(names(targets(out)))).isTrue();
    assertThat(Files.size(out)).isLessThan(Files.size(model) * 2 / 3);
    JsonObject json = GltfDocument.read(out).json();
    for (JsonElement target :
        json.getAsJsonArray("meshes")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("primitives")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("targets")) {
      int accessor = target.getAsJsonObject().get("POSITION").getAsInt();
      assertThat(json.getAsJsonArray("accessors").get(accessor).getAsJsonObject().has("sparse"))
          .isTrue();
    }
  }
}
