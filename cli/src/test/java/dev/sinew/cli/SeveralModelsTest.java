package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.GltfDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders and patterns of models, one of them bad, and models that are replaced. */
class SeveralModelsTest {
  @TempDir Path folder;
  private Path models = Path.of("");

  @BeforeEach
  void writeTwoGoodModelsAndABadOne() throws IOException {
    Path small = Run.smallArm(Run.sampleArm(folder));
    models = Files.createDirectory(folder.resolve("models"));
    Files.copy(small, models.resolve("a.glb"));
    Files.copy(small, models.resolve("c.glb"));
    Files.write(models.resolve("b.glb"), Arrays.copyOf(Files.readAllBytes(small), 500));
  }

  @Test
  void goodModelsAreDoneWhenOneIsBad() {
    Path out = folder.resolve("out");
    Run run = Run.of("limit", models.toString(), "--max-influences", "1", "-o", out.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(out.resolve("a.glb")).exists();
    assertThat(out.resolve("b.glb")).doesNotExist();
    assertThat(out.resolve("c.glb")).exists();
    assertThat(run.out())
        .contains("3 models, 1 failed")
        .containsPattern("done .*a\\.glb: at most 3 → 1 influences")
        .containsPattern("failed .*b\\.glb: byte 8");
    assertThat(run.err()).contains("b.glb");
  }

  @Test
  void everyModelIsALineOfOneSchema() {
    Run run = Run.of("inspect", models.resolve("*.glb").toString(), "--json");
    assertThat(run.status()).isEqualTo(1);
    List<JsonObject> lines =
        run.out().lines().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
    assertThat(lines).hasSize(3);
    Run one = Run.of("inspect", models.resolve("a.glb").toString(), "--json");
    JsonObject single = JsonParser.parseString(one.out()).getAsJsonObject();
    for (JsonObject line : lines) {
      assertThat(line.keySet()).isEqualTo(single.keySet());
      assertThat(line.get("schema").getAsInt()).isEqualTo(1);
    }
    assertThat(lines.get(0).getAsJsonObject("report").keySet())
        .isEqualTo(single.getAsJsonObject("report").keySet());
    JsonObject error = lines.get(1).getAsJsonObject("error");
    assertThat(error.get("file").getAsString()).endsWith("b.glb");
    assertThat(error.get("where").getAsString()).isEqualTo("byte 8");
    assertThat(lines.get(1).get("report").isJsonNull()).isTrue();
  }

  @Test
  void severalModelsNeedAFolder() {
    Run file = Run.of("transform", models.toString(), "--scale", "2", "-o", folder + "/one.glb");
    assertThat(file.status()).isEqualTo(2);
    assertThat(file.err()).contains("3 models: expected a folder");
    Run none = Run.of("bounds", models.resolve("*.gltf").toString());
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("no file matches this pattern");
  }

  @Test
  void aModelIsReplacedOnlyWhenAsked() throws IOException {
    Path model = models.resolve("a.glb");
    byte[] before = Files.readAllBytes(model);
    Run refused = Run.of("transform", "" + model, "--scale", "2", "-o", "" + model);
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).contains("--force");
    String typed = Path.of("").toAbsolutePath().relativize(model.toAbsolutePath()).toString();
    assertThat(Run.of("transform", typed, "--scale", "2", "-o", typed).err())
        .startsWith("sinew: " + typed + ": this file is the input");
    assertThat(Files.readAllBytes(model)).isEqualTo(before);
    Run forced = Run.of("transform", "" + model, "--scale", "2", "-o", "" + model, "--force");
    assertThat(forced.status()).as(forced.err()).isZero();
    assertThat(Files.readAllBytes(model)).isNotEqualTo(before);
    Run inPlace = Run.of("transform", "" + model, "--scale", "0.5", "--in-place", "--quiet");
    assertThat(inPlace.status()).as(inPlace.err()).isZero();
    assertThat(inPlace.out()).isEmpty();
    Run more = Run.of("unwrap", "" + model, "--in-place");
    assertThat(more.status()).isEqualTo(2);
    assertThat(more.err()).contains("a picture of the atlas would be written too");
    Run missing = Run.of("transform", "" + model, "--scale", "2");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("--output").contains("--in-place");
  }

  @Test
  void outputsAreStoredAsAskedOrLikeTheirInputs() throws IOException {
    Path model = models.resolve("a.glb");
    Path packed = folder.resolve("packed.glb");
    Run run =
        Run.of(
            "transform", "" + model, "--scale", "2", "-o", "" + packed, "--quantize", "--compress");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("note: ").contains("quantised").contains("compressed");
    assertThat(Files.size(packed)).isLessThan(Files.size(model));
    Path limited = folder.resolve("limited.glb");
    Run.report(Run.of("limit", "" + packed, "--max-influences", "1", "-o", "" + limited, "--json"));
    assertThat(GltfDocument.read(limited).extensions("extensionsRequired"))
        .contains("KHR_mesh_quantization", "EXT_meshopt_compression");
    Path open = folder.resolve("open.glb");
    Run.report(Run.of("bounds", "" + packed, "-o", "" + open, "--no-compress", "--json"));
    assertThat(GltfDocument.read(open).extensions("extensionsRequired"))
        .doesNotContain("EXT_meshopt_compression");
  }

  @Test
  void surprisesAreTold() {
    String model = models.resolve("a.glb").toString();
    String out = folder.resolve("posed.obj").toString();
    Run late = Run.of("pose", model, "--clip", "flex", "--time", "7", "-o", out);
    assertThat(late.out()).contains("note: ").contains("outside the clip 'flex' of 2.000 s");
    Run joint =
        Run.of(
            "simplify", model, "--ratio", "0.5", "--lock-bones", "Hnad", "-o", folder + "/x.glb");
    assertThat(joint.status()).isEqualTo(1);
    assertThat(joint.err()).contains("near names are hand");
    String mesh = folder.resolve("arm/reference.obj").toString();
    String picture = folder.resolve("picture.png").toString();
    Run still = Run.of("render", mesh, "--clip", "flex", "-o", picture);
    assertThat(still.status()).isEqualTo(1);
    assertThat(still.err()).contains("reference.obj: a mesh has no clips");
    Run mixed = Run.of("render", mesh, model, "--clip", "flex", "--method", "dqs", "-o", picture);
    assertThat(mixed.status()).as(mixed.err()).isZero();
    assertThat(mixed.out())
        .contains("note: " + mesh + ": a mesh has no clips and no skin, so the clip flex changes")
        .contains("so the skinning model dqs changes nothing");
    Run clip = Run.of("pose", model, "--clip", "flxe", "-o", out);
    assertThat(clip.err()).contains("did you mean flex?");
  }

  @Test
  void inspectShowsJointsMaterialsAndImages() {
    Run run = Run.of("inspect", models.resolve("a.glb").toString(), "--joints", "--materials");
    assertThat(run.out())
        .containsPattern("(?m)^ +[0-9]+  upperArm$")
        .containsPattern("(?m)^ +[0-9]+    foreArm$")
        .contains("1024 × 1024")
        .contains("baseColor")
        .contains("per wedge");
  }

  @Test
  void compareDrawsWhereTheErrorIs() throws IOException {
    String model = models.resolve("a.glb").toString();
    Path picture = folder.resolve("error.png");
    JsonObject report =
        Run.report(
            Run.of("compare", model, model, "--method", "dqs", "-o", "" + picture, "--json"));
    assertThat(javax.imageio.ImageIO.read(picture.toFile()).getWidth()).isEqualTo(1440);
    double largest = report.get("largestColored").getAsDouble();
    assertThat(largest).isPositive().isLessThan(report.get("max").getAsDouble());
    Path colored = folder.resolve("error.glb");
    Run.report(Run.of("compare", model, model, "--method", "dqs", "-o", "" + colored, "--json"));
    assertThat(GltfDocument.read(colored).json().toString())
        .contains("\"sinewErrorScale\":" + largest);
  }
}
