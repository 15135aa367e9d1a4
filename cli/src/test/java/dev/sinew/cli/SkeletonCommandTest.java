package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The skeleton command on a built-in character, right inputs and wrong ones. */
class SkeletonCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path sample = Path.of("");

  @BeforeAll
  static void writeASample() {
    sample = Run.sampleArm(shared);
  }

  private static String reference() {
    return sample.resolve("reference.obj").toString();
  }

  @Test
  void rigsAStatueAndDrawsIt() {
    Path output = folder.resolve("rigged.glb");
    Path field = folder.resolve("field.glb");
    Path graph = folder.resolve("graph.glb");
    JsonObject report =
        Run.report(
            Run.of(
                "skeleton",
                reference(),
                "--json",
                "--field",
                field.toString(),
                "--graph",
                graph.toString(),
                "-o",
                output.toString()));
    assertThat(report.get("shapes").getAsInt()).isEqualTo(1);
    assertThat(report.get("joints").getAsInt()).isPositive();
    assertThat(report.get("eulerOrder").getAsString()).isEqualTo("XYZ");
    for (Path file : new Path[] {output, field, graph}) {
      assertThat(Files.isRegularFile(file)).isTrue();
      Run inspected = Run.of("inspect", file.toString());
      assertThat(inspected.status()).as(inspected.out()).isZero();
    }
  }

  @Test
  void printsWhatWasFound() {
    Run run = Run.of("skeleton", reference());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("1 shapes", "joints");
  }

  @Test
  void wrongOptionsAreWrongUsage() {
    assertThat(Run.of("skeleton", reference(), "--source", "1,2").status()).isEqualTo(2);
    assertThat(Run.of("skeleton", reference(), "--min-limb", "2").status()).isEqualTo(2);
    assertThat(Run.of("skeleton", reference(), "-o", "rig.obj").status()).isEqualTo(2);
    assertThat(Run.of("skeleton").status()).isEqualTo(2);
  }

  @Test
  void skinnedModelsAndCachesAreRefused() {
    Run skinned = Run.of("skeleton", sample.resolve("arm.glb").toString());
    assertThat(skinned.status()).isEqualTo(1);
    assertThat(skinned.err()).contains("has a skeleton already");
    Run cache = Run.of("skeleton", sample.resolve("poses.pc2").toString());
    assertThat(cache.status()).isEqualTo(1);
    assertThat(cache.err()).contains("with a shape");
  }
}
