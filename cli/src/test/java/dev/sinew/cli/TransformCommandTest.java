package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Box;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that moves, turns and scales. */
class TransformCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path model = Path.of("");

  @BeforeAll
  static void writeASampleWithBounds() {
    Path arm = Run.smallArm(Run.sampleArm(shared));
    model = shared.resolve("bounded.glb");
    assertThat(Run.of("bounds", arm.toString(), "-o", model.toString()).status()).isZero();
  }

  private Run transform(Path out, String... more) {
    List<String> all = new ArrayList<>(List.of("transform", model.toString()));
    all.addAll(List.of(more));
    all.addAll(List.of("-o", out.toString()));
    return Run.of(all.toArray(String[]::new));
  }

  private static Box rest(Path file) throws Exception {
    SkinnedCharacter character = GltfReader.read(file).requireSound().character();
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    return Box.of(posed.wedgePositions());
  }

  private static JsonObject bounds(Path file) throws Exception {
    return GltfDocument.read(file)
        .json()
        .getAsJsonArray("scenes")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("extras")
        .getAsJsonObject("sinewBounds")
        .getAsJsonObject("clips");
  }

  @Test
  void scalesAndTurns() throws Exception {
    Path out = folder.resolve("out.glb");
    JsonObject report = report(transform(out, "--scale", "0.01", "--up", "z", "--json"));
    Box before = rest(model);
    Box after = rest(out);
    double allowed = 1e-8;
    assertThat(after.minX()).isCloseTo(0.01 * before.minX(), within(allowed));
    assertThat(after.maxY()).isCloseTo(-0.01 * before.minZ(), within(allowed));
    assertThat(after.minZ()).isCloseTo(0.01 * before.minY(), within(allowed));
    assertThat(after.maxZ()).isCloseTo(0.01 * before.maxY(), within(allowed));
    assertThat(report.get("turnedMeshes").getAsInt()).isEqualTo(1);
    assertThat(report.get("movedBounds").getAsInt()).isEqualTo(2);
    JsonArray max = report.getAsJsonObject("after").getAsJsonArray("max");
    assertThat(max.get(2).getAsDouble()).isCloseTo(after.maxZ(), within(allowed));
    GltfDocument written = GltfDocument.read(out);
    assertThat(written.json().getAsJsonArray("nodes").toString()).doesNotContain("scale");
    // The stored bounds are those that the command computes for the written file.
    Path again = folder.resolve("again.glb");
    assertThat(Run.of("bounds", out.toString(), "-o", again.toString()).status()).isZero();
    double radius = bounds(out).getAsJsonObject("sphere").get("radius").getAsDouble();
    assertThat(bounds(again).getAsJsonObject("sphere").get("radius").getAsDouble())
        .isCloseTo(radius, within(0.01 * radius));
  }

  @Test
  void appliesItsOptionsInOrder() throws Exception {
    Path out = folder.resolve("out.gltf");
    Run run =
        transform(
            out,
            "--translate",
            "1,-2,0.5",
            "--rotate",
            "y,90",
            "--rotate",
            "0,0,1,-90",
            "--scale",
            "2",
            "--json");
    double[] matrix =
        report(run).getAsJsonArray("matrix").asList().stream()
            .mapToDouble(number -> number.getAsDouble())
            .toArray();
    double[] expected = {0, 2, 0, 1, 0, 0, -2, -2, -2, 0, 0, 0.5};
    assertThat(matrix).containsExactly(expected, within(1e-12));
    Box before = rest(model);
    Box after = rest(out);
    assertThat(after.maxX()).isCloseTo(2 * before.maxY() + 1, within(1e-6));
    assertThat(after.maxY()).isCloseTo(-2 * before.minZ() - 2, within(1e-6));
  }

  @Test
  void goesBack() throws Exception {
    Path there = folder.resolve("there.glb");
    Path back = folder.resolve("back.glb");
    report(transform(there, "--up", "z", "--scale", "100", "--json"));
    report(
        Run.of(
            "transform",
            there.toString(),
            "--from-up",
            "z",
            "--scale",
            "0.01",
            "-o",
            back.toString(),
            "--json"));
    JsonObject compared = report(Run.of("compare", model.toString(), back.toString(), "--json"));
    assertThat(compared.get("max").getAsDouble()).isLessThan(1e-6);
  }

  @Test
  void changesTheRestPose() throws Exception {
    Path out = folder.resolve("rested.glb");
    Run run = transform(out, "--rest", "flex@0.5");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("before: x ").contains("after: x ").contains("wrote ");
    SkinnedCharacter character = GltfReader.read(model).character();
    Pose pose = character.restPose();
    character.clip("flex").sample(0.5, pose);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(pose);
    SkinnedCharacter made = GltfReader.read(out).requireSound().character();
    CharacterSurface.Posed rested = CharacterSurface.of(made).newPosed();
    rested.set(made.restPose());
    assertThat(rested.wedgePositions()).containsExactly(posed.wedgePositions(), within(1e-5f));
  }

  @Test
  void mayReplaceItsInput() throws Exception {
    Path copy = folder.resolve("copy.glb");
    report(transform(copy, "--json"));
    Run run =
        Run.of("transform", copy.toString(), "--scale", "3", "-o", copy.toString(), "--force");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(rest(copy).longestSide()).isCloseTo(3 * rest(model).longestSide(), within(1e-5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--scale 0;2;positive",
        "--scale -1;2;positive",
        "--scale NaN;2;positive",
        "--scale big;2;--scale",
        "--up w;2;[x, y, z, -x, -y, -z]",
        "--rotate w,90;2;4 numbers",
        "--rotate y;2;as in y,90",
        "--rotate y,;2;as in y,90",
        "--rotate x,east;2;a number",
        "--rotate 0,0,0,90;2;rotation axis",
        "--translate 1,2;2;3 numbers",
        "--translate 1,2,Infinity;2;finite",
        "--rest flex@soon;2;a number",
        "--rest flex@NaN;2;rest time",
        "--rest fly@1;1;no clip 'fly'",
        "--scale 1e39;1;out of range"
      })
  void refusesWhatItCannotDo(String options, int status, String message) {
    Path out = folder.resolve("none.glb");
    Run run = transform(out, options.split(" "));
    assertThat(run.status()).as(run.out()).isEqualTo(status);
    assertThat(run.err()).contains(message);
    assertThat(out).doesNotExist();
  }

  @Test
  void bringsAFileOfZUpToYUpAsAProcess() throws Exception {
    Path out = folder.resolve("process.glb");
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(
        Arrays.asList("transform", model.toString(), "--from-up", "z", "-o", out.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(rest(out).maxY()).isCloseTo(rest(model).maxZ(), within(1e-6));
  }
}
