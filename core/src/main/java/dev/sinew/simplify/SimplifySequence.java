package dev.sinew.simplify;

import dev.sinew.distance.SurfaceError;
import dev.sinew.distance.TwoSidedDistance;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceResult.Follower;
import dev.sinew.simplify.SequenceResult.SequenceLevel;
import dev.sinew.simplify.SequenceResult.Weights;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.polish.AttributeFit;
import dev.sinew.simplify.polish.EdgeFlips;
import dev.sinew.simplify.polish.ShapePolish;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Makes levels of meshes in correspondence: all shapes keep the same triangles (the thesis
 * "Character animation from examples", chapter 7). The same collapses can be applied to other
 * sequences of the mesh, and the weights of a rig of one level can be transferred to all levels.
 */
public final class SimplifySequence {
  /** Samples per surface for measuring distances. */
  private static final int SAMPLES = 5000;

  /** The largest number of shapes in the price. */
  private static final int MAX_PRICED = 32;

  /** The maximum number of shapes over which levels are fitted to the whole mesh. */
  private static final int MAX_POLISHED = 16;

  private static final int ITERATIONS_BEFORE_FLIPS = 3;

  private static final int ITERATIONS_AFTER_FLIPS = 6;

  private final MeshSequence shapes;
  private final SequenceOptions options;
  private final RunContext context;
  private final SequenceSimplification simplification;
  private final List<float[]> priced = new ArrayList<>();
  private final OperationStream stream;
  private final Map<Integer, Polished> polishes = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  private SimplifySequence(MeshSequence shapes, SequenceOptions options, RunContext context) {
    if (shapes.reference().triangleCount() == 0) {
      throw new RequestException("the meshes have no triangles to simplify");
    }
    this.shapes = shapes;
    this.options = options;
    this.context = context;
    simplification = new SequenceSimplification(shapes.reference(), options.permissive());
    priced.addAll(spread(MAX_PRICED));
    stream = options.stream().orElseGet(this::collapse);
    context.report("collapsing edges", 1, 1);
  }

  /** Simplifies meshes in correspondence. */
  public static SequenceResult run(
      MeshSequence shapes, SequenceOptions options, RunContext context) {
    return run(shapes, List.of(), Optional.empty(), options, context);
  }

  /**
   * Simplifies meshes in correspondence.
   *
   * @param followers sequences of the same mesh to which the same collapses are applied
   * @param rig a character with the mesh or one of its levels; its weights are transferred to all
   *     levels
   * @throws RequestException if there are no triangles or the rig fits no level
   */
  public static SequenceResult run(
      MeshSequence shapes,
      List<MeshSequence> followers,
      Optional<SkinnedCharacter> rig,
      SequenceOptions options,
      RunContext context) {
    return new SimplifySequence(shapes, options, context).levels(followers, rig);
  }

  /** Returns shapes at equal distances in the sequence. */
  private List<float[]> spread(int most) {
    int count = Math.min(most, shapes.frameCount());
    List<float[]> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      out.add(shapes.positions((int) ((long) i * shapes.frameCount() / count)));
    }
    return out;
  }

  private OperationStream collapse() {
    int fewest = options.levels().stream().mapToInt(this::trianglesFor).min().orElse(0);
    return simplification.simplify(
        priced,
        options.method() == SimplifyMethod.ADSD,
        options.fullStream() ? 0 : fewest,
        context);
  }

  private int trianglesFor(LevelGoal goal) {
    return goal.triangles(shapes.reference().triangleCount());
  }

  private SequenceResult levels(List<MeshSequence> followers, Optional<SkinnedCharacter> rig) {
    int[] lengths =
        options.levels().stream().mapToInt(goal -> stream.lengthFor(trianglesFor(goal))).toArray();
    Optional<LevelRig> matched = rig.map(given -> matchRig(given, lengths));
    Optional<Weights> whole = matched.map(found -> weights(found, bare(0)));
    List<SequenceLevel> made = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      made.add(level(options.levels().get(i), lengths[i], followers, matched));
      context.report("making levels", i + 1, lengths.length);
    }
    return new SequenceResult(
        made, stream, options.stream().isPresent() ? 0 : priced.size(), whole, notes);
  }

  private LevelRig matchRig(SkinnedCharacter rig, int[] lengths) {
    List<Level> known = new ArrayList<>(List.of(bare(0)));
    for (int length : lengths) {
      known.add(bare(length));
    }
    LevelRig found = LevelRig.match(rig, stream, known, this::bare);
    if (found.hasCoords()) {
      notes.add("the rig has animation coordinates: levels get only its linear blend weights");
    }
    return found;
  }

  private SequenceLevel level(
      LevelGoal goal, int length, List<MeshSequence> followers, Optional<LevelRig> rig) {
    Level own = replay(length, shapes);
    List<Follower> followed = new ArrayList<>();
    for (MeshSequence sequence : followers) {
      Level one = replay(length, sequence);
      followed.add(new Follower(one, measure(sequence, one)));
    }
    int wanted = trianglesFor(goal);
    boolean reached = own.mesh().triangleCount() <= wanted;
    if (!reached) {
      notes.add(Shortfall.of(wanted, own.mesh().triangleCount(), options.permissive()));
    }
    return new SequenceLevel(
        goal, reached, own, measure(shapes, own), followed, rig.map(found -> weights(found, own)));
  }

  /** Returns a level without shapes. */
  private Level bare(int length) {
    return levelAt(length, List.of());
  }

  /** Returns a level in given shapes, fitted to the whole mesh unless it is the whole mesh. */
  private Level levelAt(int length, List<float[]> frames) {
    Level level = simplification.level(stream, length, frames, context);
    if (!options.polish() || length == 0 || level.mesh().triangleCount() == 0) {
      return level;
    }
    Polished polished = polishes.computeIfAbsent(length, this::polish);
    List<float[]> near = polished.beforeFlips.move(level.shapes(), context);
    return new Level(
        length, polished.mesh, polished.afterFlips.move(near, context), level.points());
  }

  /** How the points of a level move before and after edges are flipped, and the mesh after that. */
  private record Polished(ShapePolish beforeFlips, ShapePolish afterFlips, TriMesh mesh) {}

  private Polished polish(int length) {
    TriMesh whole = shapes.reference();
    List<float[]> fitted = spread(MAX_POLISHED);
    Level level = simplification.level(stream, length, fitted, context);
    ShapePolish before =
        ShapePolish.of(
            whole, fitted, level.mesh(), level.shapes(), ITERATIONS_BEFORE_FLIPS, context);
    List<float[]> near = before.move(level.shapes(), context);
    TriMesh flipped = EdgeFlips.run(whole, fitted, before.move(level.mesh()), near, context);
    ShapePolish after =
        ShapePolish.of(whole, fitted, flipped, near, ITERATIONS_AFTER_FLIPS, context);
    return new Polished(before, after, AttributeFit.run(whole, after.move(flipped), context));
  }

  private Level replay(int length, MeshSequence sequence) {
    List<float[]> frames = new ArrayList<>();
    for (int f = 0; f < sequence.frameCount(); f++) {
      frames.add(sequence.positions(f));
    }
    return levelAt(length, frames);
  }

  /** Transfers the weights of a rig to a level and measures the distances from the shapes. */
  private Weights weights(LevelRig rig, Level level) {
    // The clip of a fit starts with the reference, whichever frame it is.
    int reference = shapes.firstLikeReference();
    int[] keys = new int[shapes.frameCount()];
    Arrays.setAll(keys, f -> f == reference ? 0 : reference >= 0 && f > reference ? f : f + 1);
    LevelRig.Rigged rigged = rig.on(level, keys);
    Optional<SurfaceError> error =
        rigged
            .shapes()
            .map(
                posed ->
                    measure(
                        shapes, new Level(level.length(), level.mesh(), posed, level.points())));
    return new Weights(rigged.character(), rigged.from(), rigged.meanDistance(), error);
  }

  private SurfaceError measure(MeshSequence whole, Level level) {
    TwoSidedDistance.Distances[] found = new TwoSidedDistance.Distances[whole.frameCount()];
    int[] triangles = whole.reference().triangles();
    int[] coarse = level.mesh().triangles();
    Queue<TwoSidedDistance> idle = new ConcurrentLinkedQueue<>();
    context.run(
        "measuring",
        found.length,
        f -> {
          TwoSidedDistance free = idle.poll();
          TwoSidedDistance distance =
              free == null
                  ? new TwoSidedDistance(
                      whole.positions(0),
                      triangles,
                      level.shapes().getFirst(),
                      coarse,
                      SAMPLES,
                      context)
                  : free;
          found[f] = distance.compare(whole.positions(f), level.shapes().get(f));
          idle.add(distance);
        });
    return SurfaceError.of(found, whole::name, whole.reference().bounds().longestSide());
  }
}
