package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.distance.LookError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.LevelsOfDetail;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.ScreenCoverage;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.SequenceResult;
import dev.sinew.simplify.SequenceResult.SequenceLevel;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.SimplifySequence;
import dev.sinew.simplify.collapse.OperationStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a character or meshes in correspondence, makes levels of detail and writes them. */
public final class SimplifyStep implements Step<SimplifyStep.Request, SimplifyStep.Report> {
  /** The file name of a rig in the folder of a level. */
  private static final String RIG_FILE = "rig.glb";

  /** What to simplify: a character or meshes in correspondence. */
  public sealed interface Request permits CharacterRequest, SequenceRequest {
    /** The character, the folder of meshes or the point cache. */
    Path model();

    /** Returns where to write the stream of collapses; empty to write none. */
    Optional<Path> saveStream();

    /** Returns a stream of the same mesh and seams to use instead of pricing. */
    Optional<Path> useStream();
  }

  /**
   * Levels of a character.
   *
   * @param model a .glb or .gltf file
   * @param simplify how to simplify
   * @param saveStream where to write the stream of collapses; empty to write none
   * @param useStream a stream to use instead of pricing
   * @param oneFile whether several levels are written to one file (MSFT_lod), not to one each
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend
   *     approximation beside animation space
   * @param output a .glb or .gltf file
   */
  public record CharacterRequest(
      Path model,
      SimplifyOptions simplify,
      Optional<Path> saveStream,
      Optional<Path> useStream,
      boolean oneFile,
      int fallbackInfluences,
      Path output)
      implements Request {
    /** Checks the name of the output. */
    public CharacterRequest {
      ModelFile.requireGltfOutput(output);
      Fallback.check(fallbackInfluences);
    }

    /** Creates a request for levels in files of their own. */
    public CharacterRequest(Path model, SimplifyOptions simplify, Path output) {
      this(
          model,
          simplify,
          Optional.empty(),
          Optional.empty(),
          false,
          Fallback.DEFAULT_INFLUENCES,
          output);
    }
  }

  /**
   * Levels of meshes in correspondence.
   *
   * @param model a folder of .obj files, or a point cache
   * @param reference the mesh at rest; empty for the first file of the folder
   * @param follow point caches of the same mesh to which the same collapses are applied
   * @param weights a character of the mesh or of one of its levels, whose weights all levels get
   * @param simplify how to simplify
   * @param saveStream where to write the stream of collapses; empty to write none
   * @param useStream a stream to use instead of pricing
   * @param output a folder
   */
  public record SequenceRequest(
      Path model,
      Optional<Path> reference,
      List<Path> follow,
      Optional<Path> weights,
      SequenceOptions simplify,
      Optional<Path> saveStream,
      Optional<Path> useStream,
      Path output)
      implements Request {
    /** Copies the list. */
    public SequenceRequest {
      follow = List.copyOf(follow);
    }
  }

  /** Returns true if a file contains a character, by its extension or content. */
  public static boolean isCharacter(Path model) {
    return Format.is(model, Format.Kind.CHARACTER);
  }

  /**
   * The JSON report. Errors are in units of the longest box side at rest.
   *
   * @param method the price; {@code stream} for a given stream
   * @param metric the source of the poses
   * @param pricedPoses number of poses in the price; 0 for a given stream
   * @param measuredPoses number of poses of the measured errors
   * @param before the size of the input
   * @param weights the weights of the whole mesh; null without a rig
   * @param levels the levels, in the order of the goals
   * @param notes remarks on the result
   */
  public record Report(
      String method,
      String metric,
      int pricedPoses,
      int measuredPoses,
      Size before,
      @Nullable Weights weights,
      List<Level> levels,
      List<String> notes) {}

  /**
   * One level.
   *
   * @param goal the goal
   * @param reached whether the goal was reached
   * @param triangles triangles
   * @param vertices vertices
   * @param influences influences of all vertices together
   * @param mostInfluences the maximum number of influences of a vertex
   * @param rms symmetric root mean square distance between the surfaces over all poses; null if not
   *     measured
   * @param max the largest distance; null likewise
   * @param worstFrameRms the rms of the worst pose alone; null likewise
   * @param worstPose the name of that pose; null likewise
   * @param look the distance in appearance from the original at rest; null if not measured
   * @param bound an upper bound of the distance in all poses within the joint ranges; null if there
   *     is none
   * @param followed errors of the point caches
   * @param weights its weights; null without a rig
   * @param fallback the error of the linear blend skins beside animation space; null without it
   */
  public record Level(
      double goal,
      boolean reached,
      long triangles,
      long vertices,
      long influences,
      int mostInfluences,
      @Nullable Double rms,
      @Nullable Double max,
      @Nullable Double worstFrameRms,
      @Nullable String worstPose,
      @Nullable LookError look,
      @Nullable Double bound,
      List<Followed> followed,
      @Nullable Weights weights,
      @Nullable FallbackError fallback) {
    private static Level of(SimplifyResult.Level level, @Nullable FallbackError fallback) {
      Optional<SurfaceError> error = level.error();
      return new Level(
          level.goal().value(),
          level.reached(),
          level.size().triangles(),
          level.size().vertices(),
          level.size().influences(),
          level.maxInfluences(),
          error.map(SurfaceError::rms).orElse(null),
          error.map(SurfaceError::max).orElse(null),
          error.map(SurfaceError::worstFrameRms).orElse(null),
          error.map(SurfaceError::worstPose).orElse(null),
          level.look().orElse(null),
          level.bound(),
          List.of(),
          null,
          fallback);
    }

    private static Level of(SequenceLevel level, List<Path> follow) {
      SurfaceError error = level.error();
      List<Followed> followed = new ArrayList<>();
      for (int i = 0; i < follow.size(); i++) {
        SurfaceError one = level.followers().get(i).error();
        followed.add(
            new Followed(
                follow.get(i).toString(),
                one.rms(),
                one.max(),
                one.worstFrameRms(),
                one.worstPose()));
      }
      return new Level(
          level.goal().value(),
          level.reached(),
          level.level().mesh().triangleCount(),
          level.level().mesh().vertexCount(),
          level.weights().map(SequenceResult.Weights::influences).orElse(0L),
          level.weights().map(SequenceResult.Weights::maxInfluences).orElse(0),
          error.rms(),
          error.max(),
          error.worstFrameRms(),
          error.worstPose(),
          null,
          null,
          followed,
          level.weights().map(Weights::of).orElse(null),
          null);
    }
  }

  /**
   * Weights transferred from a rig.
   *
   * @param from vertices of the level that the rig was made for
   * @param meanDistance the mean distance of vertices from the source of their weights
   * @param rms symmetric root mean square distance between the posed level and the shapes; null if
   *     the rig has no clip of these shapes
   * @param max the largest distance; null likewise
   */
  public record Weights(
      long from, double meanDistance, @Nullable Double rms, @Nullable Double max) {
    private static Weights of(SequenceResult.Weights weights) {
      return new Weights(
          weights.from(),
          weights.meanDistance(),
          weights.error().map(SurfaceError::rms).orElse(null),
          weights.error().map(SurfaceError::max).orElse(null));
    }
  }

  /**
   * Errors of a point cache.
   *
   * @param name the file
   * @param rms as for a level
   * @param max as for a level
   * @param worstFrameRms as for a level
   * @param worstPose as for a level
   */
  public record Followed(
      String name, double rms, double max, double worstFrameRms, String worstPose) {}

  @Override
  public Outcome<Report> run(Request request, FileSession files, RunContext context)
      throws IOException {
    return switch (request) {
      case CharacterRequest character -> run(character, files, context);
      case SequenceRequest sequence -> run(sequence, files, context);
    };
  }

  // Characters.

  private static Outcome<Report> run(
      CharacterRequest request, FileSession files, RunContext context) throws IOException {
    GltfAsset asset = ModelFile.readToReplace(request.model, files);
    SimplifyOptions options = request.simplify.withFullStream(request.saveStream.isPresent());
    if (request.oneFile && options.measuring() == Measuring.NONE) {
      throw new RequestException(
          request.model.toString(),
          "levels in one file need measured errors, from which their screen coverage follows");
    }
    if (request.useStream.isPresent()) {
      options = options.withStream(readStream(request.useStream.get(), files));
    }
    SimplifyResult result;
    try {
      result = Simplify.run(asset.character(), options, context);
    } catch (RequestException e) {
      throw e.naming("", request.model);
    }
    List<SimplifyResult.Level> levels =
        result.levels().stream()
            .map(
                level ->
                    level.withCharacter(
                        Fallback.limited(level.character(), request.fallbackInfluences, context)))
            .toList();
    List<String> notes = new ArrayList<>(result.notes());
    if (!levels.isEmpty()) {
      Fallback.warnings(levels.getFirst().character())
          .forEach(issue -> notes.add(issue.where() + ": " + issue.what()));
    }
    List<Path> written = new ArrayList<>(write(request, asset, levels, files));
    if (request.saveStream.isPresent()) {
      StreamFile.write(request.saveStream.get(), result.stream(), files);
      written.add(request.saveStream.get());
    }
    return new Outcome<>(
        new Report(
            request.useStream.isPresent() ? "stream" : options.method().toString(),
            result.metric().toString(),
            result.pricedPoses(),
            result.measuredPoses(),
            result.before(),
            null,
            levels.stream()
                .map(level -> Level.of(level, Fallback.error(level.character(), context)))
                .toList(),
            notes),
        List.of(request.model),
        written);
  }

  private static List<Path> write(
      CharacterRequest request,
      GltfAsset asset,
      List<SimplifyResult.Level> levels,
      FileSession files)
      throws IOException {
    if (levels.size() > 1 && request.oneFile) {
      writeLevels(asset, levels, request.output, files);
      return List.of(request.output);
    }
    List<Path> written = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      Path file = levels.size() == 1 ? request.output : numbered(request.output, i + 1);
      MeshEdit edit = new MeshEdit(asset);
      List<Geometry> meshes = levels.get(i).character().meshes();
      for (int m = 0; m < meshes.size(); m++) {
        if (asset.character().meshes().get(m).mesh().triangleCount() > 0) {
          edit.replace(m, meshes.get(m));
        }
      }
      edit.build().write(file, files);
      written.add(file);
    }
    return written;
  }

  /** Sorts the levels from fine to coarse, as the file needs them. */
  private static void writeLevels(
      GltfAsset asset, List<SimplifyResult.Level> levels, Path output, FileSession files)
      throws IOException {
    List<SimplifyResult.Level> falling =
        levels.stream()
            .sorted(
                Comparator.comparingLong((SimplifyResult.Level one) -> one.size().triangles())
                    .reversed())
            .toList();
    LevelsOfDetail.write(
            asset,
            falling.stream().map(one -> one.character().meshes()).toList(),
            ScreenCoverage.of(
                falling.stream().map(one -> one.error().orElseThrow().max()).toList()))
        .write(output, files);
  }

  // Meshes in correspondence.

  private static Outcome<Report> run(SequenceRequest request, FileSession files, RunContext context)
      throws IOException {
    MeshSequence shapes =
        ExampleFiles.read(List.of(request.model.toString()), request.reference, files, context)
            .sequence();
    List<MeshSequence> followers = new ArrayList<>();
    for (Path file : request.follow) {
      files.reading(file);
      try (PointCache cache = PointCache.open(file)) {
        followers.add(cache.toSequence(shapes.reference()));
      }
    }
    Optional<SkinnedCharacter> rig =
        request.weights.isPresent()
            ? Optional.of(ModelFile.read(request.weights.get(), files).character())
            : Optional.empty();
    SequenceOptions options = request.simplify.withFullStream(request.saveStream.isPresent());
    if (request.useStream.isPresent()) {
      options = options.withStream(readStream(request.useStream.get(), files));
    }
    SequenceResult result;
    try {
      result = SimplifySequence.run(shapes, followers, rig, options, context);
    } catch (RequestException e) {
      throw e.naming("rig", request.weights.map(Path::toString).orElse("rig"))
          .naming("", request.model);
    }
    List<Path> inputs = new ArrayList<>(List.of(request.model));
    request.reference.ifPresent(inputs::add);
    inputs.addAll(request.follow);
    request.weights.ifPresent(inputs::add);
    return new Outcome<>(
        new Report(
            request.useStream.isPresent() ? "stream" : options.method().toString(),
            "shapes",
            result.pricedShapes(),
            shapes.frameCount(),
            new Size(
                shapes.reference().triangleCount(),
                shapes.reference().vertexCount(),
                result.whole().map(SequenceResult.Weights::influences).orElse(0L)),
            result.whole().map(Weights::of).orElse(null),
            result.levels().stream().map(level -> Level.of(level, request.follow)).toList(),
            result.notes()),
        inputs,
        write(request, shapes, result, files));
  }

  private static List<Path> write(
      SequenceRequest request, MeshSequence shapes, SequenceResult result, FileSession files)
      throws IOException {
    List<Path> written = new ArrayList<>();
    if (result.whole().isPresent()) {
      Path folder = numbered(request.output, 0);
      files.folder(folder, draft -> writeRig(draft, result.whole().get()));
      written.add(folder);
    }
    for (int i = 0; i < result.levels().size(); i++) {
      Path folder = result.levels().size() == 1 ? request.output : numbered(request.output, i + 1);
      writeLevel(folder, request, shapes, result.levels().get(i), files);
      written.add(folder);
    }
    if (request.saveStream.isPresent()) {
      StreamFile.write(request.saveStream.get(), result.stream(), files);
      written.add(request.saveStream.get());
    }
    return written;
  }

  /** Writes the reference, the shapes under their names, the point caches and the rig. */
  private static void writeLevel(
      Path folder,
      SequenceRequest request,
      MeshSequence shapes,
      SequenceLevel made,
      FileSession files)
      throws IOException {
    SequenceSimplification.Level level = made.level();
    files.folder(
        folder,
        draft -> {
          ObjWriter.write(draft.resolve("reference.obj"), level.mesh());
          if (Format.is(request.model, Format.Kind.POINT_CACHE)) {
            writeCache(draft.resolve(cacheName(request.model)), level);
          } else {
            ObjWriter writer = ObjWriter.forPoses(level.mesh());
            for (int f = 0; f < level.shapes().size(); f++) {
              writer.writeFrame(draft.resolve(shapes.name(f)), level.shapes().get(f));
            }
          }
          for (int i = 0; i < made.followers().size(); i++) {
            writeCache(
                draft.resolve(cacheName(request.follow.get(i))), made.followers().get(i).level());
          }
          if (made.weights().isPresent()) {
            writeRig(draft, made.weights().get());
          }
        });
  }

  private static void writeRig(Path folder, SequenceResult.Weights weights) throws IOException {
    CharacterWriter.toDocument(RIG_FILE, weights.character()).write(folder.resolve(RIG_FILE));
  }

  private static OperationStream readStream(Path file, FileSession files) throws IOException {
    files.reading(file);
    return StreamFile.read(file);
  }

  /** The name of a point cache with the extension it is written under. */
  private static String cacheName(Path file) {
    return Format.stemOf(file) + ".pc2";
  }

  private static void writeCache(Path file, SequenceSimplification.Level level) throws IOException {
    PointCacheWriter.pc2(
        file,
        level.mesh().vertexCount(),
        0,
        1,
        writer -> {
          for (float[] shape : level.shapes()) {
            writer.append(shape);
          }
        });
  }

  /** The name of a file or folder with a number before its extension. */
  static Path numbered(Path file, int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
  }
}
