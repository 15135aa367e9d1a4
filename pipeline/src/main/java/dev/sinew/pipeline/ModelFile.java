package dev.sinew.pipeline;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.run.RequestException;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.ClipPlayer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads characters and checks file names. */
final class ModelFile {
  private ModelFile() {}

  /** Reads a character; refuses files that cannot be repaired. */
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

  /** Refuses an output that is not a glTF file, before any work is done. */
  static void requireGltfOutput(Path output) {
    String kind = extension(output);
    if (!kind.equals("glb") && !kind.equals("gltf")) {
      throw new IllegalArgumentException(
          output + ": expected an output that ends in .glb or .gltf");
    }
  }

  /** Returns if all coordinates of a posed surface are finite; otherwise names the file. */
  static void requireFinite(Path file, CharacterSurface.Posed posed) {
    try {
      ClipPlayer.requireFinite(posed.wedgePositions());
    } catch (RequestException e) {
      throw e.naming("", file);
    }
  }

  /** Returns the extension of a file's name in lower case without the dot; empty if it has none. */
  static String extension(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }
}
