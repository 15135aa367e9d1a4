package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The retarget command on the built-in biped, right inputs and wrong ones. */
class RetargetCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static String biped = "";
  private static String capture = "";

  @BeforeAll
  static void writeAMotion() throws IOException {
    Run sample = Run.of("sample", "biped", "-o", shared.toString());
    assertThat(sample.status()).as(sample.err()).isZero();
    biped = shared.resolve("biped.glb").toString();
    Path file = shared.resolve("nod.bvh");
    Files.writeString(
        file,
        """
        HIERARCHY
        ROOT head
        {
          OFFSET 0 0 0
          CHANNELS 3 Zrotation Xrotation Yrotation
          End Site
          {
            OFFSET 0 1 0
          }
        }
        MOTION
        Frames: 2
        Frame Time: 0.5
        0 0 0
        0 30 0
        """);
    capture = file.toString();
  }

  @Test
  void motionsOfOtherFilesBecomeClips() {
    String output = folder.resolve("moved.glb").toString();
    JsonObject report =
        Run.report(Run.of("retarget", biped, capture, biped, "--only", "-o", output, "--json"));
    JsonObject nod = report.getAsJsonArray("clips").get(0).getAsJsonObject();
    assertThat(nod.get("name").getAsString()).isEqualTo("nod");
    assertThat(nod.get("sameRig").getAsBoolean()).isFalse();
    assertThat(nod.getAsJsonArray("matched")).hasSize(1);
    JsonObject own = report.getAsJsonArray("clips").get(1).getAsJsonObject();
    assertThat(own.get("sameRig").getAsBoolean()).isTrue();
    // The clips of its own file come back as they are.
    String clip = own.get("name").getAsString();
    String one = folder.resolve("one.obj").toString();
    String two = folder.resolve("two.obj").toString();
    assertThat(Run.of("pose", biped, "--clip", clip, "--time", "0.4", "-o", one).status()).isZero();
    assertThat(Run.of("pose", output, "--clip", clip, "--time", "0.4", "-o", two).status())
        .isZero();
    assertThat(folder.resolve("one.obj")).hasSameTextualContentAs(folder.resolve("two.obj"));
  }

  @Test
  void aMapNamesOtherJoints() throws IOException {
    Path map = folder.resolve("map.json");
    Files.writeString(map, "{\"head\": \"neck\"}");
    String output = folder.resolve("moved.glb").toString();
    JsonObject report =
        Run.report(
            Run.of("retarget", biped, capture, "--map", map.toString(), "-o", output, "--json"));
    JsonObject clip = report.getAsJsonArray("clips").get(0).getAsJsonObject();
    assertThat(clip.getAsJsonArray("matched").get(0).getAsString()).isEqualTo("neck");
  }

  /** Motions of other files count in poses and errors, and are in no output. */
  @Test
  void lentMotionsAreMeasuredAndNotWritten() throws IOException {
    String still = folder.resolve("nodding.glb").toString();
    Run nodding = Run.of("retarget", biped, capture, "--only", "-o", still);
    assertThat(nodding.status()).as(nodding.err()).isZero();
    String limited = folder.resolve("limited.glb").toString();
    String[] limit = {"limit", still, "--max-influences", "1", "--json", "-o", limited};
    double alone = rms(Run.of(limit));
    String[] lent = {
      "limit", still, "--max-influences", "1", "--json", "-o", limited, "--motions", biped
    };
    Run measured = Run.of(lent);
    assertThat(rms(measured)).isGreaterThan(1.5 * alone);
    assertThat(measured.out()).contains("motion walk").contains("of the same rig");
    JsonObject inspected = Run.report(Run.of("inspect", limited, "--json"));
    assertThat(inspected.getAsJsonArray("clips")).hasSize(1);
    String half = folder.resolve("half.glb").toString();
    Run simplified =
        Run.of("simplify", still, "--ratio", "0.5", "--motions", biped, "-o", half, "--quiet");
    assertThat(simplified.status()).as(simplified.err()).isZero();
    assertThat(Run.of("pose", half, "--clip", "walk", "-o", folder + "/x.obj").status())
        .isEqualTo(1);
    Run missing = Run.of("bounds", still, "--motions", folder + "/none.bvh");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).contains("none.bvh: no such file");
  }

  private static double rms(Run limit) {
    return Run.report(limit).getAsJsonObject("error").get("rms").getAsDouble();
  }

  @Test
  void wrongInputsAreNamed() throws IOException {
    Path output = folder.resolve("moved.glb");
    Path map = folder.resolve("map.json");
    Files.writeString(map, "{\"head\": \"nose\"}");
    Run unknown =
        Run.of("retarget", biped, capture, "--map", map.toString(), "-o", output.toString());
    assertThat(unknown.status()).isEqualTo(1);
    assertThat(unknown.err()).contains("there is no joint nose");
    Files.writeString(map, "{\"head\": 3}");
    Run malformed =
        Run.of("retarget", biped, capture, "--map", map.toString(), "-o", output.toString());
    assertThat(malformed.status()).isEqualTo(1);
    assertThat(malformed.err()).contains("/head: expected the name of a joint, got 3");
    Path other = folder.resolve("other.bvh");
    Files.writeString(other, Files.readString(Path.of(capture)).replace("ROOT head", "ROOT fin"));
    Run strange = Run.of("retarget", biped, other.toString(), "-o", output.toString());
    assertThat(strange.status()).isEqualTo(1);
    assertThat(strange.err()).contains("no joint of the motion has the name of a joint");
    assertThat(output).doesNotExist();
  }
}
