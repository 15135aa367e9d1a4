package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.GltfOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Checks of test documents: comparison with the oracle, and a round trip in both formats. */
final class HandMade {
  private static final double TOLERANCE = 1e-6;

  private HandMade() {}

  /** Writes a document, compares it with the oracle, and checks the round trip. */
  static GltfAsset check(TinyGltf made, Path folder) throws IOException {
    return check(made.embedded(folder.resolve("made.gltf")));
  }

  /** Does the same for an existing file. */
  static GltfAsset check(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    GltfOracle oracle = GltfOracle.open(file);
    OracleComparison.holds(asset, oracle, TOLERANCE);
    for (Path copy : copies(asset.document(), file)) {
      GltfAsset again = GltfReader.read(copy).requireSound();
      OracleComparison.holds(again, oracle, TOLERANCE);
      OracleComparison.holds(again, GltfOracle.open(copy), TOLERANCE);
      assertThat(again.meshes()).isEqualTo(asset.meshes());
      assertThat(again.issues()).isEqualTo(asset.issues());
    }
    return asset;
  }

  /** Writes both formats next to a file and checks that only buffers changed. */
  static List<Path> copies(GltfDocument document, Path file) throws IOException {
    List<Path> copies = List.of(file.resolveSibling("copy.glb"), file.resolveSibling("copy.gltf"));
    for (Path copy : copies) {
      document.write(copy);
      assertThat(withoutBuffers(GltfDocument.read(copy).json()))
          .isEqualTo(withoutBuffers(document.json()));
    }
    return copies;
  }

  /** Returns the tree without the layout of its buffers. */
  static JsonObject withoutBuffers(JsonObject json) {
    JsonObject copy = json.deepCopy();
    copy.remove("buffers");
    if (copy.has("bufferViews")) {
      for (JsonElement view : copy.getAsJsonArray("bufferViews")) {
        view.getAsJsonObject().remove("buffer");
        view.getAsJsonObject().remove("byteOffset");
      }
    }
    return copy;
  }

  /** Returns the surface of a character in the rest pose. */
  static CharacterSurface.Posed atRest(GltfAsset asset) {
    CharacterSurface.Posed shape = CharacterSurface.of(asset.character()).newPosed();
    shape.set(asset.character().restPose());
    return shape;
  }
}
