package dev.sinew.pipeline;

import dev.sinew.compose.FallbackSkin;
import dev.sinew.compose.LevelMaps;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.FallbackError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.LevelsOfDetail;
import dev.sinew.io.gltf.StoredBounds;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.Issue;
import dev.sinew.model.TargetRemoval;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.LevelGoal;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.ScreenCoverage;
import dev.sinew.simplify.SequenceResult;
import dev.sinew.simplify.SequenceResult.SequenceLevel;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.SwitchDistance;
import dev.sinew.simplify.collapse.OperationStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a character, makes levels of detail and writes them. */
public final class SimplifyStep implements Step<SimplifyStep.Request, SimplifyStep.Report> {
  /**
   * Levels of a character.
   *
   * @param model a .glb or .gltf file
   * @param simplify how to simplify
   * @param dropTargets patterns of morph targets that the levels do not have, as {@link
   *     TargetRemoval#named} takes them
   * @param streams files with the collapses
   * @param oneFile whether the levels are written to one file with the model (MSFT_lod), not to one
   *     each
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend
   *     approximation beside animation space
   * @param maps the largest side in texels of the textures that levels get for an atlas of their
   *     own, where they look better with them; empty to keep the textures of the model
   * @param output a .glb or .gltf file
   */
  public record Request(
      Path model,
      SimplifyOptions simplify,
      List<String> dropTargets,
      StreamFiles streams,
      boolean oneFile,
      int fallbackInfluences,
      OptionalInt maps,
      Path output) {
    /** Copies the list and checks the name of the output and the size of the textures. */
    public Request {
      ModelFile.requireGltfOutput(output);
      dropTargets = List.copyOf(dropTargets);
      Fallback.check(fallbackInfluences);
      maps.ifPresent(LevelMaps::check);
      if (streams.use().isPresent() && !simplify.goals().namedRatios().isEmpty()) {
        throw new IllegalArgumentException(
            "ratio of a mesh or material: not with the collapses of a stream");
      }
      if (maps.isPresent() && oneFile) {
        throw new IllegalArgumentException(
            "levels in one file share their textures: maps need a file per level");
      }
    }

    /** Creates a request for levels in files of their own. */
    public Request(Path model, SimplifyOptions simplify, Path output) {
      this(
          model,
          simplify,
          List.of(),
          StreamFiles.NONE,
          false,
          Fallback.DEFAULT_INFLUENCES,
          OptionalInt.empty(),
          output);
    }

    /** Returns the output, unless several levels get a name each. */
    private Optional<Path> onlyFile() {
      return oneFile || simplify.goals().levels().size() == 1
          ? Optional.of(output)
          : Optional.empty();
    }
  }

  /**
   * The JSON report. Errors are in units of the longest box side at rest.
   *
   * @param method the price; {@code stream} for a given stream
   * @param poses the poses of the price and of the errors
   * @param before the size of the input
   * @param hidden the hidden triangles that were dropped, by mesh
   * @param weights the weights of the whole mesh; null without a rig
   * @param levels the levels, in the order of the goals
   * @param notes remarks on the result
   */
  public record Report(
      String method,
      @Flat PoseCounts poses,
      Size before,
      List<SimplifyResult.Dropped> hidden,
      @Nullable Weights weights,
      List<Level> levels,
      List<String> notes) {}

  /**
   * The poses of the price and of the errors.
   *
   * @param metric the source of the poses
   * @param pricedPoses number of poses in the price; 0 if it has none, or for a given stream
   * @param measuredPoses number of poses of the measured errors
   */
  public record PoseCounts(String metric, int pricedPoses, int measuredPoses) {}

  /**
   * One level.
   *
   * @param goal what was asked for
   * @param size its size
   * @param error symmetric distance between the surfaces over all poses; null if not measured
   * @param seen what people see of it beside the original at rest
   * @param maps what maps of its own cost and gain; null if none were asked for
   * @param bound an upper bound of the distance in all poses within the joint ranges; null if there
   *     is none
   * @param transferred what follows its collapses
   * @param fallback the error of the linear blend skins beside animation space; null without it
   */
  public record Level(
      @Flat Goal goal,
      @Flat LevelSize size,
      @Flat @Nullable Distance error,
      @Flat Seen seen,
      @Nullable Maps maps,
      @Nullable Double bound,
      @Flat Transferred transferred,
      @Nullable FallbackError fallback) {
    private static Level of(
        SimplifyResult.Level level, Optional<Maps> maps, @Nullable FallbackError fallback) {
      Size size = level.size();
      return new Level(
          Goal.of(level.goal(), level.reached()),
          new LevelSize(
              size.triangles(),
              size.vertices(),
              size.influences(),
              level.maxInfluences(),
              level.joints().map(JointsLeft::of).orElse(null)),
          level
              .measured()
              .error()
              .map(
                  error ->
                      Distance.of(
                          error, error.detailRms(), level.measured().shownFrom().orElse(null)))
              .orElse(null),
          Seen.of(level.measured().look().orElse(null), level.measured().review().orElse(null)),
          maps.orElse(null),
          level.bound(),
          Transferred.NOTHING,
          fallback);
    }

    static Level of(SequenceLevel level, List<Path> follow) {
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
          Goal.of(level.goal(), level.reached()),
          new LevelSize(
              level.level().mesh().triangleCount(),
              level.level().mesh().vertexCount(),
              level.weights().map(SequenceResult.Weights::influences).orElse(0L),
              level.weights().map(SequenceResult.Weights::maxInfluences).orElse(0),
              null),
          Distance.of(level.error(), null, null),
          Seen.NOTHING,
          null,
          null,
          new Transferred(followed, level.weights().map(Weights::of).orElse(null)),
          null);
    }
  }

  /**
   * What was asked of a level.
   *
   * @param goal the goal's number
   * @param goalKind what it is: ratio, triangles, error, rms or pixels
   * @param goalText the whole goal in words
   * @param reached whether the goal was reached
   */
  public record Goal(double goal, String goalKind, String goalText, boolean reached) {
    private static Goal of(LevelGoal goal, boolean reached) {
      return new Goal(goal.value(), goal.kind().toString(), goal.toString(), reached);
    }
  }

  /**
   * The size of a level.
   *
   * @param triangles triangles
   * @param vertices vertices
   * @param influences influences of all vertices together
   * @param mostInfluences the maximum number of influences of a vertex
   * @param joints its joints; null if none were to go
   */
  public record LevelSize(
      long triangles,
      long vertices,
      long influences,
      int mostInfluences,
      @Nullable JointsLeft joints) {}

  /**
   * The joints of a level.
   *
   * @param before how many move vertices of the original
   * @param left how many move vertices of the level
   * @param removed the names of the others
   * @param rms root mean square distance over the clips between the vertices of the original and of
   *     the same mesh without these joints; null if not measured
   * @param max the largest distance likewise
   * @param worstPose the pose of the largest distance
   */
  public record JointsLeft(
      int before,
      int left,
      List<String> removed,
      @Nullable Double rms,
      @Nullable Double max,
      @Nullable String worstPose) {
    private static JointsLeft of(SimplifyResult.JointCount count) {
      return new JointsLeft(
          count.before(),
          count.left(),
          count.removed(),
          count.error().map(ErrorSummary::rms).orElse(null),
          count.error().map(ErrorSummary::max).orElse(null),
          count.error().map(error -> error.worst().pose()).orElse(null));
    }
  }

  /**
   * The distance of a level from the original.
   *
   * @param rms root mean square over all poses
   * @param max the largest distance
   * @param worstFrameRms the rms of the worst pose alone
   * @param worstPose the name of that pose
   * @param detailRms root mean square distance of the original at samples that its triangles have
   *     with equal chance, each in units of the mean edge of its triangle; null if not measured
   * @param shownFrom from where on the level differs by less than a pixel; null for sequences
   */
  public record Distance(
      double rms,
      double max,
      double worstFrameRms,
      String worstPose,
      @Nullable Double detailRms,
      @Nullable ShownFrom shownFrom) {
    private static Distance of(
        SurfaceError error, @Nullable Double detailRms, @Nullable SwitchDistance from) {
      return new Distance(
          error.rms(),
          error.max(),
          error.worstFrameRms(),
          error.worstPose(),
          detailRms,
          from == null ? null : ShownFrom.of(from));
    }
  }

  /**
   * From where on a level differs from the original by less than a pixel.
   *
   * @param distance from the camera, in scene units: metres in glTF
   * @param pixels the lines of the screen that the longest box side covers there
   * @param fieldOfView the vertical angle of view in degrees
   * @param screenHeight the lines of the screen
   */
  public record ShownFrom(double distance, double pixels, double fieldOfView, int screenHeight) {
    private static ShownFrom of(SwitchDistance from) {
      return new ShownFrom(
          from.distance(),
          from.pixels(),
          SwitchDistance.FIELD_OF_VIEW,
          ScreenCoverage.SCREEN_HEIGHT);
    }
  }

  /**
   * What follows the collapses of meshes in correspondence.
   *
   * @param followed errors of the point caches
   * @param weights the weights of the level; null without a rig
   */
  public record Transferred(List<Followed> followed, @Nullable Weights weights) {
    private static final Transferred NOTHING = new Transferred(List.of(), null);
  }

  /**
   * Maps of a level's own. They are used if its pictures are closer to those of the model with
   * them.
   *
   * @param used whether the level has them
   * @param resolution their side in texels
   * @param bytes the bytes that they add to the file, as .glb; negative if it is smaller with them
   * @param maeWithout the mean absolute difference of the level's pictures without them; null if
   *     not measured
   * @param maeWith the difference with them; null likewise
   */
  public record Maps(
      boolean used,
      int resolution,
      long bytes,
      @Nullable Double maeWithout,
      @Nullable Double maeWith) {}

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
    static Weights of(SequenceResult.Weights weights) {
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
    GltfAsset file = ModelFile.readToReplace(request.model, request.onlyFile(), files);
    Remarks.onMultiWeights(request.model, file.character(), "the result has", files);
    List<String> notes = new ArrayList<>();
    GltfAsset asset = withoutTargets(file.withoutLevels().requireSound(), request, notes);
    SimplifyOptions options = options(request, asset, files);
    SimplifyResult result = simplified(asset, options, request, context);
    notes.addAll(result.notes());
    if (file.levelCount() > 1) {
      notes.add(
          "the coarser levels of detail that the file has are dropped: they are not levels of the"
              + " result");
    }
    List<SimplifyResult.Level> levels =
        result.levels().stream()
            .map(
                level ->
                    level.withCharacter(
                        FallbackSkin.limited(
                            level.character(), request.fallbackInfluences, context)))
            .toList();
    if (!levels.isEmpty()) {
      Fallback.warnings(levels.getFirst().character())
          .forEach(issue -> notes.add(issue.where() + ": " + issue.what()));
    }
    Consumer<Issue> remarks = ModelOutput.remarks(files, new ArrayList<>());
    List<Optional<Maps>> maps = new ArrayList<>();
    List<Path> written = new ArrayList<>();
    if (request.oneFile) {
      GltfDocument all = levelsInOneFile(asset, levels);
      StoredBounds.renewed(all, remarks, context).write(request.output, files);
      written.add(request.output);
      levels.forEach(level -> maps.add(Optional.empty()));
    } else {
      LevelFiles made =
          new LevelFiles(request, asset, options.effectiveMeasuring(), notes, remarks, context);
      List<SimplifyResult.Level> shown = new ArrayList<>();
      for (int i = 0; i < levels.size(); i++) {
        SimplifyResult.Level level = levels.get(i);
        double share = level.size().triangles() / (double) result.before().triangles();
        LevelFiles.Written one = made.write(level, share);
        Path target = levels.size() == 1 ? request.output : numbered(request.output, i + 1);
        one.document().write(target, files);
        written.add(target);
        shown.add(one.level());
        maps.add(one.maps());
      }
      levels = shown;
    }
    if (request.streams.save().isPresent()) {
      StreamFile.write(request.streams.save().get(), result.stream(), files);
      written.add(request.streams.save().get());
    }
    return new Outcome<>(
        new Report(
            request.streams.use().isPresent() ? "stream" : options.method().toString(),
            new PoseCounts(
                result.metric().toString(), result.pricedPoses(), result.measuredPoses()),
            result.before(),
            result.dropped(),
            null,
            levels(levels, maps, context),
            notes),
        List.of(request.model),
        written);
  }

  private static SimplifyOptions options(Request request, GltfAsset asset, FileSession files)
      throws IOException {
    SimplifyOptions options = request.simplify.withFullStream(request.streams.save().isPresent());
    if (!options.skin().joints().max().isEmpty()) {
      options = options.withJoints(options.skin().joints().withUsed(asset.referencedJoints()));
    }
    if (request.oneFile && options.measuring() == Measuring.NONE) {
      throw new RequestException(
          request.model.toString(),
          "levels in one file need measured errors, from which their screen coverage follows");
    }
    return request.streams.use().isPresent()
        ? options.withStream(readStream(request.streams.use().get(), files))
        : options;
  }

  private static SimplifyResult simplified(
      GltfAsset asset, SimplifyOptions options, Request request, RunContext context) {
    try {
      return Simplify.run(asset.character(), options, context);
    } catch (RequestException e) {
      throw e.naming(OperationStream.SUBJECT, request.streams.use().orElse(request.model))
          .naming("", request.model);
    }
  }

  private static GltfAsset withoutTargets(GltfAsset asset, Request request, List<String> notes)
      throws IOException {
    if (request.dropTargets.isEmpty()) {
      return asset;
    }
    try {
      List<BitSet> gone = TargetRemoval.named(asset.character(), request.dropTargets);
      int count = gone.stream().mapToInt(BitSet::cardinality).sum();
      notes.add(count + " morph targets are dropped, as asked for");
      return asset.withoutTargets(gone);
    } catch (RequestException e) {
      throw e.naming("", request.model);
    }
  }

  private static List<Level> levels(
      List<SimplifyResult.Level> levels, List<Optional<Maps>> maps, RunContext context) {
    List<Level> out = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      SimplifyResult.Level level = levels.get(i);
      out.add(Level.of(level, maps.get(i), Fallback.error(level.character(), context)));
    }
    return out;
  }

  /** Sorts the levels from fine to coarse, as the file needs them. */
  private static GltfDocument levelsInOneFile(GltfAsset asset, List<SimplifyResult.Level> levels)
      throws IOException {
    List<SimplifyResult.Level> falling = levels.stream().sorted(SimplifyResult.FALLING).toList();
    return LevelsOfDetail.write(
        asset,
        falling.stream().map(SimplifyResult.Level::character).toList(),
        ScreenCoverage.of(
            falling.stream().map(one -> one.measured().error().orElseThrow().max()).toList()),
        falling.stream().map(one -> one.measured().shownFrom().orElseThrow().distance()).toList());
  }

  /** Reads a stream of collapses. */
  static OperationStream readStream(Path file, FileSession files) throws IOException {
    files.reading(file);
    return StreamFile.read(file);
  }

  /** The name of a file or folder with a number before its extension. */
  static Path numbered(Path file, int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
  }
}
