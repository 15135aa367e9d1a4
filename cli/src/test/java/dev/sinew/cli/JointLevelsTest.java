package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels with fewer joints, and the distances of levels, as the command writes them. */
class JointLevelsTest {
  @TempDir static Path folder;
  private static String model = "";

  @BeforeAll
  static void writeModel() throws Exception {
    Path file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
    model = file.toString();
  }

  private static String out(String name) {
    return folder.resolve(name).toString();
  }

  private static JsonObject level(JsonObject report, int index) {
    return report.getAsJsonArray("levels").get(index).getAsJsonObject();
  }

  @Test
  void onlyJointsDifferWithAllTriangles() throws Exception {
    String made = out("fewer.glb");
    Run run = Run.of("simplify", model, "--ratio", "1", "--max-joints", "10", "--json", "-o", made);
    JsonObject joints = level(Run.report(run), 0).getAsJsonObject("joints");
    assertThat(joints.get("left").getAsInt()).isEqualTo(10);
    assertThat(joints.get("removed").getAsJsonArray())
        .hasSize(joints.get("before").getAsInt() - 10);
    assertThat(joints.get("rms").getAsDouble()).isPositive();
    SkinnedCharacter before = GltfReader.read(Path.of(model)).character();
    SkinnedCharacter after = GltfReader.read(Path.of(made)).requireSound().character();
    TriMesh mesh = after.meshes().getFirst().mesh();
    assertThat(mesh.positions()).isEqualTo(before.meshes().getFirst().mesh().positions());
    assertThat(mesh.cornerWedges()).isEqualTo(before.meshes().getFirst().mesh().cornerWedges());
    assertThat(after.skins().getFirst().jointCount()).isEqualTo(10);
    assertThat(after.skeleton().jointCount()).isLessThan(before.skeleton().jointCount());
    // The file is as far from the model as the report says.
    JsonObject compared = Run.report(Run.of("compare", model, made, "--json"));
    assertThat(compared.get("rms").getAsDouble())
        .isBetween(0.9 * joints.get("rms").getAsDouble(), 1.1 * joints.get("rms").getAsDouble());
  }

  @Test
  void levelsHaveTheirOwnJointsAndDistances() throws Exception {
    String made = out("levels.glb");
    Run run =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.3,0.1",
            "--max-joints",
            "12,6",
            "--msft-lod",
            "--json",
            "-o",
            made);
    JsonObject report = Run.report(run);
    JsonArray skins = GltfReader.read(Path.of(made)).document().json().getAsJsonArray("skins");
    List<Integer> counts = new ArrayList<>();
    skins.forEach(skin -> counts.add(skin.getAsJsonObject().getAsJsonArray("joints").size()));
    assertThat(counts).hasSize(3).endsWith(12, 6);
    String text = Files.readString(Path.of(made), StandardCharsets.ISO_8859_1);
    double last = 0;
    for (int k = 0; k < 2; k++) {
      double distance = level(report, k).getAsJsonObject("shownFrom").get("distance").getAsDouble();
      assertThat(distance).isGreaterThan(last);
      assertThat(text).contains(Double.toString(distance));
      last = distance;
    }
    JsonObject inspected = Run.report(Run.of("inspect", made, "--json"));
    assertThat(inspected.getAsJsonArray("issues").toString()).doesNotContain("uses this skin");
  }

  @Test
  void aLevelInItsOwnFileSaysFromWhereItIsShown() throws Exception {
    String made = out("alone.glb");
    JsonObject report =
        Run.report(Run.of("simplify", model, "--ratio", "0.2", "--json", "-o", made));
    JsonObject said =
        GltfReader.read(Path.of(made))
            .document()
            .json()
            .getAsJsonObject("asset")
            .getAsJsonObject("extras")
            .getAsJsonObject("SINEW_level");
    assertThat(said).isEqualTo(level(report, 0).getAsJsonObject("shownFrom"));
  }

  @Test
  void keptJointsStay() {
    Run run =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "1",
            "--max-joints",
            "3",
            "--keep-joints",
            "hand.L,foot.*",
            "--measure",
            "none",
            "--json",
            "-o",
            out("kept.glb"));
    assertThat(level(Run.report(run), 0).getAsJsonObject("joints").get("removed").toString())
        .doesNotContain("hand.L")
        .doesNotContain("foot");
  }

  @Test
  void wrongRequestsAreRefused() {
    String target = out("never.glb");
    assertThat(
            Run.of("simplify", model, "--ratio", "1", "--max-joints", "0", "-o", target).status())
        .isEqualTo(2);
    assertThat(
            Run.of("simplify", model, "--ratio", "0.5,0.2,0.1", "--max-joints", "9,5", "-o", target)
                .status())
        .isEqualTo(2);
    assertThat(
            Run.of("simplify", model, "--ratio", "1", "--keep-joints", "head", "-o", target)
                .status())
        .isEqualTo(2);
    Run unknown =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "1",
            "--max-joints",
            "5",
            "--keep-joints",
            "tail9",
            "-o",
            target);
    assertThat(unknown.status()).isEqualTo(1);
    assertThat(unknown.err()).contains("none is named tail9");
    assertThat(Path.of(target)).doesNotExist();
  }
}
