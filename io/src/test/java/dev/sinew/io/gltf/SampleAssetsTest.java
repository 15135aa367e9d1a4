package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.LinearBlend;
import dev.sinew.testkit.GltfOracle;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every real file at hand: it loads, it comes back unchanged, and it poses by glTF's rules. */
class SampleAssetsTest {
  private static final int TIMES_A_CLIP = 5;
  private static final double TOLERANCE = 1e-5;

  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @Test
  void findsTheFiles() {
    assumeTrue(SharedData.folder().isPresent(), SharedData.ABSENT);
    assertThat(SharedData.gltfFiles()).hasSizeGreaterThanOrEqualTo(28);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("files")
  void comesBackUnchangedInItsOwnKind(Path file) throws IOException {
    GltfDocument before = GltfDocument.read(file);
    Path copy = folder.resolve(file.getFileName());
    before.write(copy);
    GltfDocument after = GltfDocument.read(copy);

    assertThat(withoutBufferNames(after.json())).isEqualTo(withoutBufferNames(before.json()));
    assertThat(after.bufferCount()).isEqualTo(before.bufferCount());
    for (int i = 0; i < before.bufferCount(); i++) {
      assertThat(after.buffer(i)).isEqualTo(before.buffer(i));
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("files")
  void keepsEveryViewWhenItChangesKind(Path file) throws IOException {
    GltfDocument before = GltfDocument.read(file);
    String name = String.valueOf(file.getFileName());
    Path copy = folder.resolve(name + (name.endsWith(".glb") ? ".gltf" : ".glb"));
    before.write(copy);
    GltfDocument after = GltfDocument.read(copy);

    Accessors then = new Accessors(before);
    Accessors now = new Accessors(after);
    int views = before.json().getAsJsonArray("bufferViews").size();
    for (int v = 0; v < views; v++) {
      ByteBuffer expected = then.viewBytes(v);
      assertThat(now.viewBytes(v)).as("buffer view %d", v).isEqualTo(expected);
    }
    JsonObject expected = withoutBuffers(before.json());
    assertThat(withoutBuffers(after.json())).isEqualTo(expected);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("files")
  void posesAsTheRulesSay(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    SkinnedCharacter character = asset.character();
    GltfOracle oracle = GltfOracle.open(file);
    assertThat(character.clips()).hasSize(oracle.animationCount());

    Pose pose = character.restPose();
    double side = compare(asset, pose, oracle.evaluate(-1, 0), 0, "at rest");
    for (int c = 0; c < character.clips().size(); c++) {
      Clip clip = character.clips().get(c);
      assertThat(clip.duration()).isEqualTo(oracle.duration(c));
      for (int i = 0; i < TIMES_A_CLIP; i++) {
        // Off the keys, and once past the end.
        double time = clip.duration() * (i + 0.37) / (TIMES_A_CLIP - 1);
        clip.sample(time, pose);
        compare(asset, pose, oracle.evaluate(c, time), side, clip.name() + " at " + time);
      }
    }
  }

  /** Returns the longest side of the box around what the oracle says. */
  private static double compare(
      GltfAsset asset, Pose pose, List<GltfOracle.Placed> placed, double side, String what) {
    Map<String, double[]> expected = new HashMap<>();
    Box box = Box.EMPTY;
    for (GltfOracle.Placed one : placed) {
      expected.put(one.node() + "/" + one.primitive(), one.positions());
      box = box.union(Box.of(one.positions()));
    }
    double unit = side > 0 ? side : box.longestSide();
    SkinnedCharacter character = asset.character();
    int compared = 0;
    for (Part part : character.parts()) {
      LinearBlend deformer = LinearBlend.of(character, part);
      PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
      Deformer.Posed posed = deformer.newPosed();
      posed.set(pose);
      posed.fill(0, deformer.pointCount(), out);
      for (GltfAsset.PrimitiveBinding binding : asset.meshes().get(part.mesh()).primitives()) {
        String key = asset.nodes().get(part.node()) + "/" + binding.primitive();
        double[] truth = Objects.requireNonNull(expected.get(key), key);
        assertThat(truth).as(key).hasSize(3 * binding.wedgeCount());
        for (int i = 0; i < truth.length; i++) {
          double got = out.positions()[3 * binding.firstWedge() + i];
          if (!(Math.abs(got - truth[i]) <= TOLERANCE * unit)) {
            throw new AssertionError(
                "%s, node/primitive %s, number %d: expected %s, got %s (box side %s)"
                    .formatted(what, key, i, truth[i], got, unit));
          }
          compared++;
        }
      }
    }
    assertThat(compared).isPositive();
    return unit;
  }

  /** Side files are named after the file they belong to. */
  private static JsonObject withoutBufferNames(JsonObject json) {
    JsonObject copy = json.deepCopy();
    for (JsonElement buffer : copy.getAsJsonArray("buffers")) {
      buffer.getAsJsonObject().remove("uri");
    }
    return copy;
  }

  private static JsonObject withoutBuffers(JsonObject json) {
    JsonObject copy = json.deepCopy();
    copy.remove("buffers");
    for (JsonElement view : copy.getAsJsonArray("bufferViews")) {
      view.getAsJsonObject().remove("buffer");
      view.getAsJsonObject().remove("byteOffset");
    }
    return copy;
  }
}
