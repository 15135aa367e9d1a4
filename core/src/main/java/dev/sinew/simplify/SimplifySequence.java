package dev.sinew.simplify;

import dev.sinew.distance.SurfaceError;
import dev.sinew.distance.TwoSidedDistance;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceResult.Follower;
import dev.sinew.simplify.SequenceResult.SequenceLevel;
import dev.sinew.simplify.SequenceResult.Weights;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  private final MeshSequence shapes;
  private final SequenceOptions options;
  private final RunContext context;
  private final SequenceSimplification simplification;
  private final List<float[]> priced = new ArrayList<>();
  private final OperationStream stream;
  private final List<String> notes = new ArrayList<>();

  private SimplifySequence(MeshSequence shapes, SequenceOptions options, RunContext context) {
    if (shapes.reference().triangleCount() == 0) {
      throw new RequestException("the meshes have no triangles to simplify");
    }
    this.shapes = shapes;
    this.options = options;
    this.context = context;
    simplification = new SequenceSimplification(shapes.reference(), options.permissive());
    int count = Math.min(MAX_PRICED, shapes.frameCount());
    for (int i = 0; i < count; i++) {
      priced.add(shapes.positions((int) ((long) i * shapes.frameCount() / count)));
    }
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
    return simplification.level(stream, length, List.of(), context);
  }

  private Level replay(int length, MeshSequence sequence) {
    List<float[]> frames = new ArrayList<>();
    for (int f = 0; f < sequence.frameCount(); f++) {
      frames.add(sequence.positions(f));
    }
    return simplification.level(stream, length, frames, context);
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
