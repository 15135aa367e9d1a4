package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.sinew.io.bvh.BvhReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The solve command on a built-in character, right inputs and wrong ones. */
class SolveCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static String model = "";
  private static String cache = "";

  @BeforeAll
  static void writeAMotion() {
    model = Run.sampleArm(shared).resolve("arm.glb").toString();
    cache = shared.resolve("motion.pc2").toString();
    Run run = Run.of("deform", model, "--clip", "0", "--fps", "10", "-o", cache);
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void aPlayedClipComesBack() throws IOException {
    String output = folder.resolve("solved.glb").toString();
    Path bvh = folder.resolve("solved.bvh");
    JsonObject report =
        Run.report(
            Run.of(
                "solve",
                model,
                cache,
                "--fps",
                "10",
                "--euler",
                "--json",
                "--bvh",
                bvh.toString(),
                "-o",
                output));
    assertThat(report.get("max").getAsDouble()).isLessThan(2e-4);
    assertThat(report.get("eulerOrder").getAsString()).isEqualTo("XYZ");
    int frames = report.getAsJsonArray("frames").size();
    assertThat(BvhReader.read(bvh).frameCount()).isEqualTo(frames);
    String again = folder.resolve("again.pc2").toString();
    Run played = Run.of("deform", output, "--clip", "solved", "--fps", "10", "-o", again);
    assertThat(played.status()).as(played.err()).isZero();
    JsonObject second =
        Run.report(Run.of("solve", output, again, "--json", "--force", "-o", output));
    assertThat(second.get("clip").getAsString()).isEqualTo("solved-2");
    Run inspected = Run.of("inspect", output);
    assertThat(inspected.status()).as(inspected.out()).isZero();
    assertThat(inspected.out()).contains("solved-2");
  }

  @Test
  void markersAndLimitsComeFromFiles() throws IOException {
    Path markers = folder.resolve("markers.json");
    StringBuilder vertices = new StringBuilder();
    for (int v = 0; v < 1000; v += 20) {
      vertices.append(v == 0 ? "" : ", ").append(v);
    }
    Files.writeString(markers, "{\"vertices\": [" + vertices + "]}");
    Path ranges = folder.resolve("ranges.json");
    Files.writeString(ranges, "{}");
    String motion = folder.resolve("motion.bvh").toString();
    JsonObject report =
        Run.report(
            Run.of(
                "solve",
                model,
                cache,
                "--markers",
                markers.toString(),
                "--ranges",
                ranges.toString(),
                "--json",
                "-o",
                motion));
    assertThat(report.get("points").getAsInt()).isEqualTo(50);
    assertThat(Files.isRegularFile(Path.of(motion))).isTrue();
    Files.writeString(
        markers, "{\"vertices\": [3, 4], \"frames\": [[[0, 0, 0], null], [[1, 0, 0], [0, 1, 0]]]}");
    Run own = Run.of("solve", model, "--markers", markers.toString());
    assertThat(own.status()).as(own.err()).isZero();
    assertThat(own.out()).contains("2 frames of 2 points");
  }

  @Test
  void wrongInputsAreNamed() throws IOException {
    Path markers = folder.resolve("markers.json");
    for (String text :
        new String[] {
          "[]",
          "{}",
          "{\"vertices\": []}",
          "{\"vertices\": [-1]}",
          "{\"vertices\": [1.5]}",
          "{\"vertices\": [99999999], \"frames\": [[[0, 0, 0]]]}",
          "{\"vertices\": [1], \"frames\": []}",
          "{\"vertices\": [1], \"frames\": [[[0, 0]]]}",
          "{\"vertices\": [1], \"frames\": [[[0, 0, 0], null]]}",
          "{\"vertices\": [1], \"frames\": [[[0, 0, 1e99]]]}",
          "{\"vertices\": [1], \"extra\": 1}",
          "{\"vertices\": [1]}"
        }) {
      Files.writeString(markers, text);
      Run run = Run.of("solve", model, "--markers", markers.toString());
      assertThat(run.status()).as(text).isEqualTo(1);
      assertThat(run.err()).contains("markers.json");
    }
    Path other = folder.resolve("other.obj");
    Files.writeString(other, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    Run count = Run.of("solve", model, other.toString());
    assertThat(count.status()).isEqualTo(1);
    assertThat(count.err()).contains("other.obj", "vertices that 'deform' writes", "got 3");
    assertThat(Run.of("solve", model).status()).isEqualTo(2);
    assertThat(Run.of("solve", model, cache, "-o", "out.obj").status()).isEqualTo(2);
    assertThat(Run.of("solve", model, cache, "--fps", "0").status()).isEqualTo(2);
    assertThat(Run.of("solve", model, cache, "--bvh", "out.glb").status()).isEqualTo(2);
  }
}
