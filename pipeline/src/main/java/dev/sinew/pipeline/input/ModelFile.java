package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads characters and checks file names. */
public final class ModelFile {
  private ModelFile() {}

  /**
   * Reads a character; refuses files that cannot be repaired. It has the motions of the policy's
   * files, too, in which it is posed and measured, and which are not written.
   */
  public static GltfAsset read(Path file, FileSession files) throws IOException {
    GltfAsset asset = readAlone(file, files);
    if (files.policy().motions().isEmpty()) {
      return asset;
    }
    List<String> notes = new ArrayList<>();
    try (RunContext context = RunContext.ofThreads(1)) {
      List<Clip> clips =
          MotionFile.clips(files.policy().motions(), asset.character(), notes, files, context);
      notes.forEach(note -> files.add(Issue.info("", note)));
      return asset.lending(clips);
    }
  }

  /** Reads a character with the clips of its file. */
  static GltfAsset readAlone(Path file, FileSession files) throws IOException {
    Format.of(file, Format.Kind.CHARACTER);
    return GltfReader.read(file, files).requireSound();
  }

  /**
   * Reads a character that the output may replace: the same character, changed.
   *
   * @param output what will be written, refused now if it must not replace the character
   */
  public static GltfAsset readToReplace(Path file, Optional<Path> output, FileSession files)
      throws IOException {
    files.readingToReplace(file);
    output.ifPresent(files::requireOutput);
    return read(file, files);
  }

  /** Refuses an output that is not a glTF file: wrong usage for any input. */
  public static void requireGltfOutput(Path output) {
    Format.ofOutput(output, Format.Kind.CHARACTER);
  }

  /** Returns the format of an output; refuses other kinds before any work is done. */
  public static Format outputFormat(Path output, Format.Kind... kinds) {
    try {
      return Format.ofOutput(output, kinds);
    } catch (IllegalArgumentException e) {
      throw new RequestException(String.valueOf(e.getMessage()));
    }
  }

  /** Refuses a model whose scene shows no vertex: there is nothing to write. */
  public static void requireShown(Path file, int vertices) {
    if (vertices == 0) {
      throw new RequestException(file.toString(), "the scene shows no mesh");
    }
  }

  /** Returns if all coordinates of a posed surface are finite; otherwise names the file. */
  public static void requireFinite(Path file, CharacterSurface.Posed posed) {
    try {
      posed.requireFinite();
    } catch (RequestException e) {
      throw e.naming("", file);
    }
  }
}
