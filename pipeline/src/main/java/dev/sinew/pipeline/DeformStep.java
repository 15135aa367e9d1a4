package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.PlayedClip;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.ClipPlayer;
import dev.sinew.skin.surface.ClipPoser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Plays a clip of a character into a point cache or a folder of OBJ files. */
public final class DeformStep implements Step<DeformStep.Options, DeformStep.DeformReport> {

  /**
   * What to play.
   *
   * @param model a character
   * @param level its level of detail (MSFT_lod); empty for the scene as it is
   * @param clip the name or index of a clip; empty for the motion or the only clip
   * @param motion a BVH file whose motion becomes a clip of the character
   * @param framesPerSecond frames per second, more than 0
   * @param deformation the skinning model, with correctives or without
   * @param output a .pc2 or .mdd file; a name without an extension is a folder of OBJ files
   */
  public record Options(
      Path model,
      Optional<Integer> level,
      Optional<String> clip,
      Optional<Path> motion,
      double framesPerSecond,
      Deformation deformation,
      Path output) {
    /** Options for the scene as it is, without correctives. */
    public Options(
        Path model,
        Optional<String> clip,
        Optional<Path> motion,
        double framesPerSecond,
        Optional<SkinningMethod> method,
        Path output) {
      this(model, Optional.empty(), clip, motion, framesPerSecond, Deformation.of(method), output);
    }

    /** The default number of frames per second. */
    public static final double DEFAULT_FRAMES_PER_SECOND = ClipPoser.DEFAULT_FRAMES_PER_SECOND;

    /** Checks the output and the rate. */
    public Options {
      if (pointCache(output).isEmpty()) {
        Format.requireFolderName(output, Format.Kind.POINT_CACHE);
      }
      if (!(framesPerSecond > 0) || framesPerSecond > 1e6) {
        throw new IllegalArgumentException(
            "fps: expected more than 0 and at most a million, got " + framesPerSecond);
      }
    }
  }

  /**
   * The JSON report.
   *
   * @param clip the name of the clip
   * @param seconds its duration
   * @param frames the number of frames: one at 0, then one every 1/fps up to the end
   * @param framesPerSecond frames per second
   * @param method the skinning model
   * @param vertices vertices per frame
   * @param notes how a motion matched the character
   */
  public record DeformReport(
      String clip,
      double seconds,
      int frames,
      double framesPerSecond,
      SkinningMethod method,
      int vertices,
      List<String> notes) {}

  @Override
  public Outcome<DeformReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    SkinnedCharacter character =
        LevelChoice.asset(options.model, ModelFile.read(options.model, files), options.level)
            .character();
    CorrectivesFile deformation = CorrectivesFile.of(character, options.deformation, files);
    return play(character, deformation, options, files, context);
  }

  /**
   * Plays a character that has been read.
   *
   * @param deformation its skinning model, with correctives or without
   * @param options those of the clip and the output
   */
  public static Outcome<DeformReport> play(
      SkinnedCharacter character,
      CorrectivesFile deformation,
      Options options,
      FileSession files,
      RunContext context)
      throws IOException {
    Optional<Format> format = pointCache(options.output);
    List<String> notes = new ArrayList<>();
    Clip clip =
        PlayedClip.require(
            options.model, character, options.clip, options.motion, notes, files, context);
    options
        .deformation
        .method()
        .ifPresent(m -> Remarks.onMethod(options.model, character, m, files));
    ClipPlayer player =
        new ClipPlayer(
            character, clip, deformation.moving(options.framesPerSecond), options.framesPerSecond);
    ModelFile.requireShown(options.model, player.vertexCount());
    try {
      write(options.output, format, player, files, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    options.motion.ifPresent(inputs::add);
    options.deformation.correctives().ifPresent(inputs::add);
    return new Outcome<>(
        new DeformReport(
            clip.name(),
            clip.duration(),
            player.frameCount(),
            options.framesPerSecond,
            deformation.skinning(),
            player.vertexCount(),
            notes),
        inputs,
        List.of(options.output));
  }

  private static Optional<Format> pointCache(Path output) {
    return Format.named(output).filter(format -> format.kind() == Format.Kind.POINT_CACHE);
  }

  private static void write(
      Path output,
      Optional<Format> format,
      ClipPlayer player,
      FileSession files,
      RunContext context)
      throws IOException {
    PointCacheWriter.Body frames =
        writer -> player.play((frame, positions) -> writer.append(positions), context);
    if (format.isEmpty()) {
      writeFolder(output, player, files, context);
    } else if (format.get() == Format.PC2) {
      PointCacheWriter.pc2(output, player.vertexCount(), 0, 1, frames, files);
    } else {
      PointCacheWriter.mdd(output, player.vertexCount(), player.times(), frames, files);
    }
  }

  private static void writeFolder(
      Path folder, ClipPlayer player, FileSession files, RunContext context) throws IOException {
    int digits = Math.max(4, Integer.toString(player.frameCount() - 1).length());
    ObjWriter writer = ObjWriter.forPoses(player.restMesh());
    files.folder(
        folder,
        draft ->
            player.play(
                (frame, positions) -> {
                  String name = String.format(Locale.ROOT, "frame-%0" + digits + "d.obj", frame);
                  try (OutputStream out = Files.newOutputStream(draft.resolve(name))) {
                    writer.writeFrame(out, positions);
                  }
                },
                context));
  }
}
