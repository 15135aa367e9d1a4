package dev.sinew;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.SequenceResult;
import dev.sinew.simplify.SimplifySequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The library in a few calls. Verbs on a model are methods of {@link Model}, those that start from
 * shapes are here. Each takes the options of the verb of core, or its defaults, and returns its
 * result.
 *
 * <pre>{@code
 * try (Sinew sinew = Sinew.create()) {
 *   Model light = sinew.load(Path.of("hero.glb")).simplify(0.25).model();
 *   light.limit(4).model().write(Path.of("light.glb"));
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
   * @param file a .glb, .gltf or .fbx file
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
   * Reads meshes in correspondence.
   *
   * @param rest the mesh at rest, an .obj file
   * @param poses a folder of .obj files with the same vertices
   */
  public ObjSequence shapes(Path rest, Path poses) throws IOException {
    return ObjSequence.read(rest, ObjFiles.expand(poses.toString()), context);
  }

  /**
   * Fits a character to meshes in correspondence: finds bones, a skeleton and an animation-space
   * skin with its best linear blend beside it.
   *
   * @param bones the number of bones to find
   */
  public Made<FitResult> fit(MeshSequence shapes, int bones) {
    return fit(shapes, new BoneSource.Found(bones), FitOptions.DEFAULTS);
  }

  /**
   * Fits a character to meshes in correspondence.
   *
   * @param bones the number of bones to find, or given ones
   * @param options the first of their models becomes the character's
   */
  public Made<FitResult> fit(MeshSequence shapes, BoneSource bones, FitOptions options) {
    FitResult result = Fit.run(shapes, bones, options, context);
    return new Made<>(of(result.character("fitted", context)), result);
  }

  /** Finds the skeleton of a mesh, and skins it. */
  public Made<SkeletonResult> skeleton(TriMesh mesh) {
    return skeleton(List.of(new NamedShape("shape", mesh)), SkeletonOptions.DEFAULTS);
  }

  /** Finds the skeleton of one character in several poses, and skins the first. */
  public Made<SkeletonResult> skeleton(List<NamedShape> shapes, SkeletonOptions options) {
    SkeletonResult result = SkeletonExtraction.run(shapes, options, context);
    return new Made<>(of(result.character()), result);
  }

  /** Simplifies meshes in correspondence: the same collapses for all. */
  public SequenceResult simplify(MeshSequence shapes, SequenceOptions options) {
    return SimplifySequence.run(shapes, List.of(), Optional.empty(), options, context);
  }

  /** Ends the threads. */
  @Override
  public void close() {
    context.close();
  }
}
