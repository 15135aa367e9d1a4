package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.testkit.GltfOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What every hand-made document must stand: the oracle, and the way out and back in both kinds. */
final class HandMade {
  private static final double TOLERANCE = 1e-6;

  private HandMade() {}

  /** Writes a document, holds it against the oracle, takes it through both kinds of file. */
  static GltfAsset check(TinyGltf made, Path folder) throws IOException {
    return check(made.embedded(folder.resolve("made.gltf")));
  }

  /** The same for a file that is there already. */
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

  /** Writes both kinds beside a file and makes sure that nothing but buffers changed. */
  static List<Path> copies(GltfDocument document, Path file) throws IOException {
    List<Path> copies = List.of(file.resolveSibling("copy.glb"), file.resolveSibling("copy.gltf"));
    for (Path copy : copies) {
      document.write(copy);
      assertThat(withoutBuffers(GltfDocument.read(copy).json()))
          .isEqualTo(withoutBuffers(document.json()));
    }
    return copies;
  }

  /** The tree but for where bytes lie, which is the writer's own business. */
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

  /** The surface of a character at rest. */
  static CharacterSurface.Posed atRest(GltfAsset asset) {
    CharacterSurface.Posed shape = CharacterSurface.of(asset.character()).newPosed();
    shape.set(asset.character().restPose());
    return shape;
  }
}
