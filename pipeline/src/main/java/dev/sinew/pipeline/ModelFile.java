package dev.sinew.pipeline;

import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import java.io.IOException;
import java.nio.file.Path;

/** Finds characters and clips by what a user typed. */
final class ModelFile {
  private ModelFile() {}

  /** Reads a character, refusing files that break the rules beyond repair. */
  static GltfAsset read(Path file) throws IOException {
    Format.of(file, Format.Kind.CHARACTER);
    return GltfReader.read(file).requireSound();
  }

  /** Refuses a name that no glTF file can have, before any work is done. */
  static void requireGltfOutput(Path output) {
    Format.ofOutput(output, Format.Kind.CHARACTER);
  }

  /** Throws unless every number of a pose is one that a mesh can have. */
  static void requireFinite(Path file, float[] positions) throws MalformedAssetException {
    for (int i = 0; i < positions.length; i++) {
      if (!Float.isFinite(positions[i])) {
        throw new MalformedAssetException(
            file.toString(),
            "",
            "vertex "
                + i / 3
                + " is posed at "
                + positions[i]
                + ": its transforms or morph weights leave the range of numbers");
      }
    }
  }
}
