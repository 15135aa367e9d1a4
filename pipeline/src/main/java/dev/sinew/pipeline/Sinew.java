package dev.sinew.pipeline;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The library in a few calls: load, pose, simplify, limit, fit, write. Everything else is one step
 * below: the verbs of core take the {@link Model#character} of a model and {@link #context()}.
 *
 * <pre>{@code
 * try (Sinew sinew = Sinew.create()) {
 *   Model light = sinew.load(Path.of("hero.glb")).simplify(0.25).limit(4);
 *   light.write(Path.of("light.glb"));
 * }
 * }</pre>
 */
public final class Sinew implements AutoCloseable {
  private final RunContext context;

  private Sinew(RunContext context) {
    this.context = context;
  }

  /** Starts with one thread per core and the default seed. */
  public static Sinew create() {
    return new Sinew(RunContext.create());
  }

  /** Starts with threads, seed, progress and cancellation of a run context, and closes it. */
  public static Sinew with(RunContext context) {
    return new Sinew(context);
  }

  /** Returns the run context, for calls of the verbs themselves. */
  public RunContext context() {
    return context;
  }

  /**
   * Reads a character.
   *
   * @param file a .glb or .gltf file
   * @throws IOException if it cannot be read or is malformed; the message says where
   */
  public Model load(Path file) throws IOException {
    GltfAsset asset = GltfReader.read(file).requireSound();
    return new Model(asset, asset.character(), context);
  }

  /** Takes a character that is in memory. */
  public Model of(SkinnedCharacter character) {
    return new Model(null, character, context);
  }

  /**
   * Fits a character to example meshes in correspondence: finds bones, a skeleton and an
   * animation-space skin with its best linear blend beside it.
   *
   * @param rest the mesh at rest, an .obj file
   * @param poses a folder of .obj files with the same vertices
   * @param bones the number of bones to find
   */
  public Model fit(Path rest, Path poses, int bones) throws IOException {
    ObjSequence files = ObjSequence.read(rest, ObjFiles.expand(poses.toString()), context);
    return of(
        Fit.run(files.meshes(), new BoneSource.Found(bones), FitOptions.DEFAULTS, context)
            .character("fitted", FitModel.ANIMATION_SPACE));
  }

  /** Ends the threads. */
  @Override
  public void close() {
    context.close();
  }
}
