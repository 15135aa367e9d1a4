package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.sinew.cli.line.Failure;
import dev.sinew.run.RequestException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands unwrap and bake on a built-in character, right inputs and wrong ones. */
class BakeCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static String model = "";

  @BeforeAll
  static void writeASample() {
    model = Run.sampleArm(shared).resolve("arm.glb").toString();
  }

  @Test
  void unwrapsAndBakes() {
    Path atlas = folder.resolve("atlas.glb");
    JsonObject unwrapped =
        Run.report(Run.of("unwrap", model, "--packing", "rows", "--json", "-o", atlas.toString()));
    assertThat(unwrapped.get("flipped").getAsInt()).isZero();
    assertThat(unwrapped.get("overlapping").getAsInt()).isZero();
    assertThat(Files.isRegularFile(folder.resolve("atlas-atlas.png"))).isTrue();
    Path output = folder.resolve("out.glb");
    JsonObject report =
        Run.report(
            Run.of(
                "bake",
                atlas.toString(),
                "--detail",
                model,
                "--set",
                "1",
                "--maps",
                "normal,color",
                "--resolution",
                "64",
                "--json",
                "-o",
                output.toString()));
    assertThat(report.getAsJsonArray("maps")).hasSize(2);
    assertThat(report.get("covered").getAsDouble()).isBetween(0.1, 0.95);
    Run inspected = Run.of("inspect", output.toString());
    assertThat(inspected.status()).as(inspected.out()).isZero();
  }

  /** A level with maps has an atlas of its own, and its textures are on it. */
  @Test
  void simplifyGivesLevelsMaps() throws Exception {
    Path output = folder.resolve("level.glb");
    Run run =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.1",
            "--measure",
            "none",
            "--maps",
            "128",
            "-o",
            output.toString());
    assertThat(run.status()).as(run.err()).isZero();
    String file = Files.readString(output, StandardCharsets.ISO_8859_1);
    assertThat(file).contains("TEXCOORD_1", "TANGENT", "normalTexture");
    Run lod =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.5,0.1",
            "--maps",
            "128",
            "--msft-lod",
            "-o",
            output.toString());
    assertThat(lod.status()).isEqualTo(2);
    assertThat(lod.err()).contains("a file per level");
  }

  @Test
  void unknownMapsAreRefused() {
    Run run = Run.of("bake", model, "--detail", model, "--maps", "colour", "-o", "out.glb");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("metallic-roughness", "\"colour\"");
  }

  @Test
  void aMissingMapNamesTheFile() {
    Path output = folder.resolve("out.glb");
    Run run =
        Run.of("bake", model, "--detail", model, "--maps", "occlusion", "-o", output.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("arm.glb", "no texture for occlusion");
    assertThat(Files.exists(output)).isFalse();
  }

  @Test
  void aMissingClipIsRefusedBeforeBaking() {
    Path normals = folder.resolve("normals.png");
    Run run =
        Run.of("bake", model, "--detail", model, "--pose-normals", "" + normals, "--clip", "jump");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("arm.glb", "no clip 'jump'");
    Run alone = Run.of("bake", model, "--detail", model, "--clip", "flex");
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("--pose-normals");
  }

  /** A reason without a file gets the name of the first one. */
  @Test
  void everyRefusalNamesAFile() {
    StringWriter text = new StringWriter();
    Failure.of(new RequestException("no room"), "a.glb")
        .print(new PrintWriter(text, true), false, false);
    assertThat(text.toString()).startsWith("sinew: a.glb: no room");
    StringWriter other = new StringWriter();
    RequestException named = new RequestException("b.glb", "no room");
    Failure.of(named, "a.glb").print(new PrintWriter(other, true), false, false);
    assertThat(other.toString()).startsWith("sinew: b.glb: no room");
  }

  @Test
  void aMissingDetailIsWrongUsage() {
    assertThat(Run.of("bake", model, "-o", "out.glb").status()).isEqualTo(2);
  }
}
