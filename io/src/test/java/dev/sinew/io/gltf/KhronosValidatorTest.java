package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.JoinedCharacter;
import dev.sinew.simplify.OperationStream;
import dev.sinew.simplify.Simplifier;
import dev.sinew.simplify.WeightedPoses;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.Workers;
import dev.sinew.testkit.SharedData;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds what we write against the Khronos validator: no file gets an error it did not have before.
 */
class KhronosValidatorTest {
  private static final Path TOOL = Path.of("..", "tools", "validator").toAbsolutePath().normalize();

  @TempDir Path folder;

  @BeforeEach
  void needsTheValidator() {
    assumeTrue(
        Files.isDirectory(TOOL.resolve("node_modules")),
        "the validator is not installed: run 'npm ci' in tools/validator");
  }

  @Test
  void rewrittenFilesGetNoNewErrors() throws Exception {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    List<Path> originals = SharedData.gltfFiles();
    Map<Path, List<Path>> copies = new LinkedHashMap<>();
    for (Path file : originals) {
      GltfDocument document = GltfDocument.read(file);
      Path own = folder.resolve(copies.size() + "-" + file.getFileName());
      boolean binary = own.toString().endsWith(".glb");
      Path other = folder.resolve(own.getFileName() + (binary ? ".gltf" : ".glb"));
      document.write(own);
      document.write(other);
      copies.put(file, List.of(own, other));
    }
    List<Path> all = new ArrayList<>(originals);
    copies.values().forEach(all::addAll);
    Map<Path, List<String>> errors = validate(all);
    for (Path file : originals) {
      for (Path copy : copies.getOrDefault(file, List.of())) {
        assertThat(errors.get(copy))
            .as(copy.toString())
            .isSubsetOf(errors.getOrDefault(file, List.of()));
      }
    }
  }

  @Test
  void frozenPosesAreValid() throws Exception {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    List<Path> written = new ArrayList<>();
    for (Path file : SharedData.gltfFiles()) {
      GltfAsset asset = GltfReader.read(file);
      CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
      posed.set(asset.character().restPose());
      Path target = folder.resolve(written.size() + "-posed.glb");
      PosedDocument.of(asset, posed).write(target);
      written.add(target);
    }
    assertNoErrors(written);
  }

  @Test
  void samplesAreValid() throws Exception {
    List<Path> written = new ArrayList<>();
    for (String name : Samples.names()) {
      GltfDocument document = CharacterWriter.toDocument(name, Samples.create(name).character());
      for (String kind : List.of(".glb", ".gltf")) {
        Path target = folder.resolve(name + kind);
        document.write(target);
        written.add(target);
      }
    }
    assertNoErrors(written);
  }

  @Test
  void simplifiedCharactersGetNoNewErrors() throws Exception {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    List<Path> originals = SharedData.gltfFiles();
    Map<Path, List<Path>> made = new LinkedHashMap<>();
    try (Workers workers = Workers.ofAllProcessors()) {
      for (Path file : originals) {
        made.put(file, simplified(GltfReader.read(file), made.size(), workers));
      }
    }
    List<Path> all = new ArrayList<>(originals);
    made.values().forEach(all::addAll);
    Map<Path, List<String>> errors = validate(all);
    for (Path file : originals) {
      for (Path level : made.getOrDefault(file, List.of())) {
        assertThat(errors.get(level))
            .as(file + ", " + level.getFileName())
            .isSubsetOf(errors.getOrDefault(file, List.of()));
      }
    }
  }

  /** A character at a third of its triangles, alone and as a level beside itself. */
  private List<Path> simplified(GltfAsset asset, int number, Workers workers) throws Exception {
    JoinedCharacter joined = new JoinedCharacter(asset.character());
    if (joined.mesh().triangleCount() == 0) {
      return List.of();
    }
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    WeightedPoses rest = WeightedPoses.alike(List.of(asset.character().restPose()));
    int goal = joined.mesh().triangleCount() / 3;
    OperationStream stream =
        simplification.quadrics(rest, goal, workers, Simplifier.Progress.SILENT);
    CharacterReplay replay = simplification.replay(stream);
    replay.advanceTo(stream.length());
    List<Geometry> level = replay.geometries(rest.poses());
    MeshEdit edit = new MeshEdit(asset);
    for (int m = 0; m < level.size(); m++) {
      if (level.get(m).mesh().triangleCount() > 0) {
        edit.replace(m, level.get(m));
      }
    }
    Path alone = folder.resolve(number + "-alone.glb");
    Path beside = folder.resolve(number + "-beside.glb");
    edit.build().write(alone);
    LevelsOfDetail.write(asset, List.of(level), List.of(0.3, 0.0)).write(beside);
    return List.of(alone, beside);
  }

  private static void assertNoErrors(List<Path> files) throws Exception {
    Map<Path, List<String>> errors = validate(files);
    assertThat(errors).hasSize(files.size());
    for (Path file : files) {
      assertThat(errors.get(file)).as(file.toString()).isEmpty();
    }
  }

  /** The errors of every file, each as its code and place. */
  private static Map<Path, List<String>> validate(List<Path> files) throws Exception {
    Process node =
        new ProcessBuilder("node", TOOL.resolve("validate.mjs").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread feeder = Thread.ofVirtual().start(() -> feed(node, files));
    Map<Path, List<String>> errors = new LinkedHashMap<>();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        JsonObject result = JsonParser.parseString(line).getAsJsonObject();
        List<String> found = new ArrayList<>();
        result
            .getAsJsonArray("errors")
            .forEach(
                e ->
                    found.add(
                        e.getAsJsonObject().get("code").getAsString()
                            + " "
                            + e.getAsJsonObject().get("pointer")));
        errors.put(Path.of(result.get("file").getAsString()), found);
      }
    }
    feeder.join();
    assertThat(node.waitFor()).isZero();
    return errors;
  }

  private static void feed(Process node, List<Path> files) {
    try (BufferedWriter in =
        new BufferedWriter(
            new OutputStreamWriter(node.getOutputStream(), StandardCharsets.UTF_8))) {
      for (Path file : files) {
        in.write(file + "\n");
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
