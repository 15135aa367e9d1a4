package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Correctives of an arm on its level of detail, in every command, and on its quantised file. */
class PoseSpaceLevelsTest {
  @TempDir static Path folder;

  private static Path arm;
  private static Path levels;
  private static Path full;
  private static Path coarse;

  @BeforeAll
  static void train() {
    arm = Run.smallArm(Run.sampleArm(folder));
    levels = folder.resolve("levels.glb");
    report("simplify", arm, "--ratio", "0.5,0.25", "--msft-lod", "--no-polish", "-o", levels);
    Path examples = folder.resolve("examples.pc2");
    report("deform", arm, "--clip", "examples", "--method", "dqs", "-o", examples);
    full = folder.resolve("full.psdb");
    report("posespace", "train", arm, "--examples", examples, "--skinning", "ssd", "-o", full);
    coarse = folder.resolve("coarse.psdb");
    report("posespace", "transfer", levels, full, "--level", "1", "-o", coarse);
  }

  private static Run run(Object... args) {
    return Run.of(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
  }

  private static JsonObject report(Object... args) {
    List<Object> all = new ArrayList<>(List.of(args));
    all.add("--json");
    return Run.report(run(all.toArray()));
  }

  private static double rms(Object... compared) {
    List<Object> all = new ArrayList<>(List.of(compared));
    all.addFirst("compare");
    return report(all.toArray()).get("rms").getAsDouble();
  }

  /** The reference of a corrected level is the corrected original. */
  @Test
  void aCorrectedLevelIsCloseToTheCorrectedOriginal() {
    double plain = rms(levels, "--level", 1);
    double corrected =
        rms(levels, "--level", 1, "--correctives", coarse, "--reference-correctives", full);
    double uncorrected = rms(levels, "--level", 1, "--reference-correctives", full);
    assertThat(corrected).isLessThan(1.2 * plain).isLessThan(0.7 * uncorrected);
  }

  @Test
  void everyCommandTakesALevel() throws Exception {
    Path played = folder.resolve("level.pc2");
    JsonObject applied =
        report("posespace", "apply", levels, coarse, "--level", 1, "--clip", "flex", "-o", played);
    int vertices = applied.getAsJsonObject("played").get("vertices").getAsInt();
    Path deformed = folder.resolve("again.pc2");
    report(
        "deform", levels, "--level", 1, "--clip", "flex", "--correctives", coarse, "-o", deformed);
    assertThat(Files.readAllBytes(deformed)).isEqualTo(Files.readAllBytes(played));
    JsonObject posed =
        report(
            "pose",
            levels,
            "--level",
            1,
            "--clip",
            "flex",
            "--time",
            0.5,
            "--correctives",
            coarse,
            "-o",
            folder.resolve("posed.glb"));
    assertThat(posed.get("vertices").getAsInt()).isEqualTo(vertices);
    assertThat(vertices)
        .isLessThan(
            report("deform", levels, "--clip", "flex", "-o", folder.resolve("0.pc2"))
                .get("vertices")
                .getAsInt());
    Run none = run("pose", levels, "--level", 7, "-o", folder.resolve("none.obj"));
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("there is no level 7");
  }

  /** The targets are in the meshes of the level; the other level stays as it was. */
  @Test
  void aLevelIsBaked() throws Exception {
    Path baked = folder.resolve("baked.glb");
    JsonObject report =
        report("posespace", "bake", levels, coarse, "--level", 1, "--clip", "flex", "-o", baked);
    assertThat(report.get("reached").getAsBoolean()).isTrue();
    SkinnedCharacter level = GltfReader.read(baked).level(1).requireSound().character();
    assertThat(level.parts()).allMatch(part -> !level.geometry(part).morphs().isEmpty());
    SkinnedCharacter original = GltfReader.read(baked).level(0).requireSound().character();
    assertThat(original.parts()).allMatch(part -> original.geometry(part).morphs().isEmpty());
    double uncorrected = rms(levels, "--level", 1, "--reference-correctives", full);
    assertThat(rms(levels, baked, "--level", 1, "--reference-correctives", full))
        .isLessThan(uncorrected);
  }

  @Test
  void correctivesOfOneLevelAreNotDrawnOnSeveral() {
    Run several = render("0,1");
    assertThat(several.status()).isEqualTo(1);
    assertThat(several.err()).contains("one level of detail").contains("transfer --level");
    assertThat(render("1").status()).isZero();
  }

  private static Run render(String shown) {
    Path picture = folder.resolve("levels.png");
    return run(
        "render",
        levels,
        "--level",
        shown,
        "--correctives",
        coarse,
        "--size",
        "32x32",
        "-o",
        picture);
  }

  /** The positions of quantised files are on a grid of their own. */
  @Test
  void aQuantisedFileIsCorrectedTheSame() {
    Path packed = folder.resolve("packed.glb");
    report("transform", arm, "--quantize", "-o", packed);
    double error =
        report("compare", arm, packed, "--correctives", full, "--reference-correctives", full)
            .get("max")
            .getAsDouble();
    assertThat(error).isLessThan(1e-3);
    JsonObject transferred =
        report("posespace", "transfer", packed, full, "-o", folder.resolve("packed.psdb"));
    assertThat(transferred.get("meanDistance").getAsDouble()).isLessThan(1e-3);
    double again =
        report(
                "compare",
                arm,
                packed,
                "--correctives",
                folder.resolve("packed.psdb"),
                "--reference-correctives",
                full)
            .get("max")
            .getAsDouble();
    assertThat(again).isLessThan(2e-3);
  }

  @Test
  void anotherSkinningModelUnderCorrectivesIsNoted() {
    Run other = applied("dqs");
    assertThat(other.status()).isZero();
    assertThat(other.out() + other.err()).contains("trained over ssd");
    Run same = applied("ssd");
    assertThat(same.out() + same.err()).doesNotContain("trained over");
  }

  private static Run applied(String skinning) {
    Path output = folder.resolve(skinning + ".pc2");
    return run(
        "posespace", "apply", arm, full, "--clip", "flex", "--skinning", skinning, "-o", output);
  }
}
