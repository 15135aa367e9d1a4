package dev.sinew.pipeline;

import dev.sinew.io.AtomicOutput;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Plays a clip into a sequence of meshes: a point cache or a folder of OBJ files. */
public final class DeformStep implements Step<DeformStep.Options, DeformStep.DeformReport> {

  /** The most frames one run writes. */
  private static final int MOST_FRAMES = 1_000_000;

  /**
   * What to play.
   *
   * @param model a character
   * @param clip a clip's name or number
   * @param framesPerSecond how densely to sample it, more than 0
   * @param method the skinning model; empty for the one the character is made for
   * @param output a .pc2 or .mdd file; any other name is a folder of OBJ files
   */
  public record Options(
      Path model,
      String clip,
      double framesPerSecond,
      Optional<SkinningMethod> method,
      Path output) {
    /** Frames a second unless told otherwise. */
    public static final double DEFAULT_FRAMES_PER_SECOND = 30;

    public Options {
      if (!(framesPerSecond > 0) || framesPerSecond > 1e6) {
        throw new IllegalArgumentException(
            "fps: expected more than 0 and at most a million, got " + framesPerSecond);
      }
    }
  }

  /**
   * What was written.
   *
   * @param clip the clip's name
   * @param seconds how long it lasts
   * @param frames how many frames: one at 0, then one every 1/fps up to the end
   * @param framesPerSecond how densely it was sampled
   * @param method the skinning model
   * @param vertices vertices a frame
   */
  public record DeformReport(
      String clip,
      double seconds,
      int frames,
      double framesPerSecond,
      SkinningMethod method,
      int vertices) {}

  @Override
  public Outcome<DeformReport> run(Options options, RunContext context) throws IOException {
    Optional<Format> format = Format.named(options.output).filter(Format::writes);
    if (format.isPresent() && format.get().kind() != Format.Kind.POINT_CACHE) {
      throw new IllegalArgumentException(
          options.output
              + ": expected "
              + Format.expectedOutput(Format.Kind.POINT_CACHE)
              + ", or the name of a folder");
    }
    GltfAsset asset = ModelFile.read(options.model);
    Clip clip = asset.character().clip(options.clip);
    double count = Math.floor(clip.duration() * options.framesPerSecond + 1e-6) + 1;
    if (count > MOST_FRAMES) {
      throw new IllegalArgumentException(
          "fps: " + options.framesPerSecond + " makes more than " + MOST_FRAMES + " frames");
    }
    SkinningMethod method = options.method.orElseGet(() -> SkinningMethod.of(asset.character()));
    Player player =
        new Player(
            options.model, asset, clip, method, (int) count, options.framesPerSecond, context);
    PointCacheWriter.Body frames =
        writer -> player.play((frame, positions) -> writer.append(positions));
    int points = player.surface.vertexCount();
    if (format.isEmpty()) {
      writeFolder(options.output, player);
    } else if (format.get() == Format.PC2) {
      PointCacheWriter.pc2(options.output, points, 0, 1, frames);
    } else {
      PointCacheWriter.mdd(options.output, points, player.times(), frames);
    }
    return new Outcome<>(
        new DeformReport(
            clip.name(),
            clip.duration(),
            player.frames,
            options.framesPerSecond,
            method,
            player.surface.vertexCount()),
        List.of(options.model),
        List.of(options.output));
  }

  private static void writeFolder(Path folder, Player player) throws IOException {
    int digits = Math.max(4, Integer.toString(player.frames - 1).length());
    ObjWriter writer = ObjWriter.forPoses(player.restMesh());
    AtomicOutput.folder(
        folder,
        draft ->
            player.play(
                (frame, positions) -> {
                  String name = String.format(Locale.ROOT, "frame-%0" + digits + "d.obj", frame);
                  try (OutputStream out = Files.newOutputStream(draft.resolve(name))) {
                    writer.writeFrame(out, positions);
                  }
                }));
  }

  /** Takes a frame. */
  private interface FrameSink {
    void accept(int frame, float[] positions) throws IOException;
  }

  /** Samples a clip frame by frame. */
  private static final class Player {
    private final Path model;
    private final GltfAsset asset;
    private final Clip clip;
    private final int frames;
    private final double framesPerSecond;
    private final RunContext context;
    private final CharacterSurface surface;

    Player(
        Path model,
        GltfAsset asset,
        Clip clip,
        SkinningMethod method,
        int frames,
        double framesPerSecond,
        RunContext context) {
      this.model = model;
      this.asset = asset;
      this.clip = clip;
      this.frames = frames;
      this.framesPerSecond = framesPerSecond;
      this.context = context;
      surface = CharacterSurface.of(asset.character(), method);
    }

    float[] times() {
      float[] out = new float[frames];
      for (int f = 0; f < frames; f++) {
        out[f] = (float) (f / framesPerSecond);
      }
      return out;
    }

    TriMesh restMesh() throws MalformedAssetException {
      CharacterSurface.Posed rest = surface.newPosed();
      rest.set(asset.character().restPose());
      ModelFile.requireFinite(model, rest.wedgePositions());
      return rest.mesh();
    }

    void play(FrameSink sink) throws IOException {
      Pose pose = asset.character().restPose();
      CharacterSurface.Posed shape = surface.newPosed();
      float[] positions = new float[3 * surface.vertexCount()];
      for (int f = 0; f < frames; f++) {
        clip.sample(f / framesPerSecond, pose);
        shape.set(pose);
        ModelFile.requireFinite(model, shape.wedgePositions());
        shape.copyVertexPositions(positions);
        sink.accept(f, positions);
        context.report("deforming", f + 1, frames);
      }
    }
  }
}
