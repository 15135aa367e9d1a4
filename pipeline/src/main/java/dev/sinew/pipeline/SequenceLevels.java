package dev.sinew.pipeline;

import dev.sinew.distance.TwoSidedDistance;
import dev.sinew.fit.Examples;
import dev.sinew.io.AtomicOutput;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.SimplifyStep.Followed;
import dev.sinew.pipeline.SimplifyStep.Goal;
import dev.sinew.pipeline.SimplifyStep.Level;
import dev.sinew.pipeline.SimplifyStep.Method;
import dev.sinew.pipeline.SimplifyStep.Options;
import dev.sinew.pipeline.SimplifyStep.Simplified;
import dev.sinew.pipeline.SimplifyStep.Size;
import dev.sinew.pipeline.SimplifyStep.Weights;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.price.QuadricWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Meshes in correspondence on their way to their levels of detail: all keep the same triangles. */
final class SequenceLevels {
  /** Points spread over each surface to measure from. */
  private static final int SAMPLES = 5000;

  /** Shapes that prices look at, at most. */
  private static final int MOST_PRICED = 32;

  private final Options options;
  private final RunContext context;
  private final MeshSequence shapes;
  private final List<MeshSequence> followers = new ArrayList<>();
  private final SequenceSimplification simplification;
  private final List<float[]> priced = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private SequenceLevels(Options options, RunContext context) throws IOException {
    this.options = options;
    this.context = context;
    if (options.goal() == Goal.ERROR) {
      throw new IllegalArgumentException(
          "error: meshes in correspondence are simplified by ratio or triangles");
    }
    shapes = read(options, context);
    for (Path file : options.follow()) {
      try (PointCache cache = PointCache.open(file)) {
        followers.add(cache.toSequence(shapes.reference()));
      }
    }
    if (shapes.reference().triangleCount() == 0) {
      throw new IllegalArgumentException("the meshes have no triangles to simplify");
    }
    simplification =
        new SequenceSimplification(
            shapes.reference(), options.permissive(), QuadricWeights.DEFAULTS);
    int count = Math.min(MOST_PRICED, shapes.frameCount());
    for (int i = 0; i < count; i++) {
      priced.add(shapes.positions((int) ((long) i * shapes.frameCount() / count)));
    }
  }

  private static MeshSequence read(Options options, RunContext context) throws IOException {
    String kind = ModelFile.extension(options.model());
    if (!Files.isDirectory(options.model()) && !List.of("obj", "pc2", "mdd").contains(kind)) {
      throw new MalformedAssetException(
          options.model().toString(),
          "",
          "expected a .glb, a .gltf, a .pc2, a .mdd, an .obj or a folder of .obj files");
    }
    return ExampleFiles.read(List.of(options.model().toString()), options.reference(), context)
        .sequence();
  }

  static Step.Outcome<Simplified> run(Options options, RunContext context) throws IOException {
    SequenceLevels work = new SequenceLevels(options, context);
    TriMesh reference = work.shapes.reference();
    OperationStream stream = work.stream(context);
    int[] lengths =
        options.levels().stream()
            .mapToInt(goal -> stream.lengthFor(work.trianglesFor(goal)))
            .toArray();
    List<Path> written = new ArrayList<>();
    Weights weights = null;
    long influences = 0;
    Optional<LevelRig> rig = Optional.empty();
    if (options.weights().isPresent()) {
      SequenceSimplification.Level whole = work.bare(stream, 0);
      rig = Optional.of(work.readRig(options.weights().get(), stream, whole, lengths));
      if (rig.get().hasCoords()) {
        work.notes.add(
            "the rig has animation coordinates: levels get the weights of the linear blend that it"
                + " has beside them");
      }
      LevelRig.Rigged rigged = work.rigged(rig.get(), whole);
      Path folder = SimplifyStep.numbered(options.output(), 0);
      AtomicOutput.folder(folder, rigged::write);
      written.add(folder);
      weights = work.weights(rigged, whole);
      influences = rigged.influences().totalCount();
    }
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      Path folder =
          lengths.length == 1 ? options.output() : SimplifyStep.numbered(options.output(), i + 1);
      SequenceSimplification.Level own = work.lead(stream, lengths[i], work.shapes);
      levels.add(work.level(options.levels().get(i), stream, own, rig, folder));
      written.add(folder);
    }
    if (options.saveStream().isPresent()) {
      StreamFile.write(options.saveStream().get(), stream);
      written.add(options.saveStream().get());
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model()));
    options.reference().ifPresent(inputs::add);
    inputs.addAll(options.follow());
    options.weights().ifPresent(inputs::add);
    return new Step.Outcome<>(
        new Simplified(
            options.pricedBy(),
            "shapes",
            options.useStream().isPresent() ? 0 : work.priced.size(),
            work.shapes.frameCount(),
            new Size(reference.triangleCount(), reference.vertexCount(), influences),
            weights,
            levels,
            work.notes),
        inputs,
        written);
  }

  private OperationStream stream(RunContext context) throws IOException {
    if (options.useStream().isPresent()) {
      return StreamFile.read(options.useStream().get());
    }
    int fewest = options.levels().stream().mapToInt(this::trianglesFor).min().orElse(0);
    OperationStream stream =
        simplification.simplify(
            priced,
            options.method() == Method.ADSD,
            options.saveStream().isPresent() ? 0 : fewest,
            context);
    context.report("simplifying", 1, 1);
    return stream;
  }

  private LevelRig readRig(
      Path file, OperationStream stream, SequenceSimplification.Level whole, int[] lengths)
      throws IOException {
    List<SequenceSimplification.Level> known = new ArrayList<>(List.of(whole));
    for (int length : lengths) {
      known.add(bare(stream, length));
    }
    return LevelRig.read(file, stream, known, length -> bare(stream, length));
  }

  /** A level without its shapes. */
  private SequenceSimplification.Level bare(OperationStream stream, int length) {
    return simplification.level(stream, length, List.of(), context);
  }

  private LevelRig.Rigged rigged(LevelRig rig, SequenceSimplification.Level level) {
    // A fit shows the reference first, whichever frame it is.
    int reference = Examples.firstLikeReference(shapes);
    int[] keys = new int[shapes.frameCount()];
    Arrays.setAll(keys, f -> f == reference ? 0 : reference >= 0 && f > reference ? f : f + 1);
    return rig.on(level, keys);
  }

  /** Holds what a rig makes of a level against the shapes themselves. */
  private Weights weights(LevelRig.Rigged rigged, SequenceSimplification.Level level) {
    Optional<LevelError.Found> found =
        rigged
            .shapes()
            .map(
                posed ->
                    measure(
                        shapes,
                        new SequenceSimplification.Level(
                            level.length(), level.mesh(), posed, level.points())));
    return new Weights(
        rigged.from(),
        rigged.meanDistance(),
        found.map(LevelError.Found::rms).orElse(null),
        found.map(LevelError.Found::max).orElse(null));
  }

  private int trianglesFor(double level) {
    return options.trianglesFor(level, shapes.reference().triangleCount());
  }

  private Level level(
      double goal,
      OperationStream stream,
      SequenceSimplification.Level own,
      Optional<LevelRig> rig,
      Path folder)
      throws IOException {
    int wanted = trianglesFor(goal);
    List<SequenceSimplification.Level> followed = new ArrayList<>();
    for (MeshSequence sequence : followers) {
      followed.add(lead(stream, own.length(), sequence));
    }
    Optional<LevelRig.Rigged> rigged = rig.map(given -> rigged(given, own));
    write(folder, own, followed, rigged);
    boolean reached = own.mesh().triangleCount() <= wanted;
    if (!reached) {
      notes.add(Shortfall.of(wanted, own.mesh().triangleCount(), options.permissive()));
    }
    LevelError.Found found = measure(shapes, own);
    List<Followed> errors = new ArrayList<>();
    for (int i = 0; i < followed.size(); i++) {
      LevelError.Found one = measure(followers.get(i), followed.get(i));
      errors.add(
          new Followed(
              options.follow().get(i).toString(),
              one.rms(),
              one.max(),
              one.worstFrameRms(),
              one.worstPose()));
    }
    return new Level(
        goal,
        reached,
        own.mesh().triangleCount(),
        own.mesh().vertexCount(),
        rigged.map(made -> made.influences().totalCount()).orElse(0),
        rigged.map(made -> made.influences().maxCount()).orElse(0),
        found.rms(),
        found.max(),
        found.worstFrameRms(),
        found.worstPose(),
        null,
        errors,
        rigged.map(made -> weights(made, own)).orElse(null));
  }

  private SequenceSimplification.Level lead(
      OperationStream stream, int length, MeshSequence sequence) {
    List<float[]> frames = new ArrayList<>();
    for (int f = 0; f < sequence.frameCount(); f++) {
      frames.add(sequence.positions(f));
    }
    return simplification.level(stream, length, frames, context);
  }

  private LevelError.Found measure(MeshSequence whole, SequenceSimplification.Level level) {
    TwoSidedDistance.Distances[] found = new TwoSidedDistance.Distances[whole.frameCount()];
    int[] triangles = whole.reference().triangles();
    int[] coarse = level.mesh().triangles();
    int pieces = Math.min(context.threads(), found.length);
    context.run(
        pieces,
        piece -> {
          TwoSidedDistance distance =
              new TwoSidedDistance(
                  whole.positions(0), triangles, level.shapes().getFirst(), coarse, SAMPLES);
          for (int f = piece; f < found.length; f += pieces) {
            found[f] = distance.compare(whole.positions(f), level.shapes().get(f));
          }
        });
    return LevelError.Found.of(found, whole::name, whole.reference().bounds().longestSide());
  }

  /** The reference, shapes under their names, followers as point caches, and the rig. */
  private void write(
      Path folder,
      SequenceSimplification.Level own,
      List<SequenceSimplification.Level> followed,
      Optional<LevelRig.Rigged> rigged)
      throws IOException {
    AtomicOutput.folder(
        folder,
        draft -> {
          boolean files = ModelFile.extension(options.model()).matches("pc2|mdd");
          ObjWriter.write(draft.resolve("reference.obj"), own.mesh());
          ObjWriter writer = ObjWriter.forPoses(own.mesh());
          if (files) {
            writeCache(draft.resolve(fileName(options.model())), own);
          }
          for (int f = 0; f < own.shapes().size() && !files; f++) {
            writer.writeFrame(draft.resolve(shapes.name(f)), own.shapes().get(f));
          }
          for (int i = 0; i < followed.size(); i++) {
            writeCache(draft.resolve(fileName(options.follow().get(i))), followed.get(i));
          }
          if (rigged.isPresent()) {
            rigged.get().write(draft);
          }
        });
  }

  /** A point cache's name with the ending it is written under. */
  private static String fileName(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.lastIndexOf('.')) + ".pc2";
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
}
