package dev.sinew.pipeline;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Finds characters and clips by what a user typed. */
final class ModelFile {
  private ModelFile() {}

  /** Reads a character, refusing files that break the rules beyond repair. */
  static GltfAsset read(Path file) throws IOException {
    String kind = extension(file);
    if (!kind.equals("glb") && !kind.equals("gltf")) {
      throw new MalformedAssetException(
          file.toString(), "", "expected a character in a .glb or .gltf file");
    }
    return GltfReader.read(file).requireSound();
  }

  /** Returns true if a name is that of a glTF file. */
  static boolean isGltf(Path file) {
    String kind = extension(file);
    return kind.equals("glb") || kind.equals("gltf");
  }

  /** Returns true if a name is that of a point cache. */
  static boolean isPointCache(Path file) {
    String kind = extension(file);
    return kind.equals("pc2") || kind.equals("mdd");
  }

  /** Refuses a name that no glTF file can have, before any work is done. */
  static void requireGltfOutput(Path output) {
    String kind = extension(output);
    if (!kind.equals("glb") && !kind.equals("gltf")) {
      throw new IllegalArgumentException(
          output + ": expected an output that ends in .glb or .gltf");
    }
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

  /** The ending of a file's name, in lower case, without the dot; empty when there is none. */
  static String extension(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
