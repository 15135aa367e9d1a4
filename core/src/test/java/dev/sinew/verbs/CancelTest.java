package dev.sinew.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bounds.Bounds;
import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Scene;
import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitOptions;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseSource;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.TangentMapBake;
import dev.sinew.simplify.LevelGoal;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifySequence;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPlayer;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cancels every verb at random moments: it ends with a {@link CancellationException}, in the median
 * within 100 ms of its own CPU time, which does not depend on other processes. Single times may be
 * longer, while code is not yet compiled.
 */
class CancelTest {
  private static final long SEED = 20261116;
  private static final int MOMENTS = 5;
  private static final int FIRST_MILLIS = 40;
  private static final double MAX_MEDIAN_MILLIS = 100;
  private static final double MAX_MILLIS = 1500;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();
  private static final SkinnedCharacter TUBE = Samples.create("cylinder-bend").character();
  private static final Sample ARM = Samples.create("arm");
  private static final MeshSequence SHAPES = ARM.examples();

  static Stream<Named<Consumer<RunContext>>> verbs() {
    return Stream.of(
        verb("simplify", c -> Simplify.run(BIPED, SimplifyOptions.DEFAULTS, c)),
        verb(
            "simplify within an error",
            c ->
                Simplify.run(
                    TUBE,
                    SimplifyOptions.DEFAULTS.withLevels(
                        LevelGoal.all(LevelGoal.Kind.ERROR, List.of(0.02))),
                    c)),
        verb(
            "simplify with influences",
            c ->
                Simplify.run(
                    BIPED, SimplifyOptions.DEFAULTS.withInfluences(InfluenceRanking.ERROR), c)),
        verb("simplify a sequence", c -> SimplifySequence.run(SHAPES, SequenceOptions.DEFAULTS, c)),
        verb("limit", c -> Limit.run(BIPED, LimitOptions.DEFAULTS.withMaxInfluences(2), c)),
        verb(
            "limit with helpers",
            c -> Limit.run(BIPED, LimitOptions.DEFAULTS.withMaxInfluences(2).withHelpers(3), c)),
        verb("bounds", c -> Bounds.run(BIPED, c)),
        verb("fit", c -> Fit.run(SHAPES, new BoneSource.Found(6), FitOptions.DEFAULTS, c)),
        verb("compare", c -> CharacterComparison.run(BIPED, BIPED, CompareOptions.DEFAULTS, c)),
        verb(
            "subdivide",
            c -> Subdivide.run(BIPED, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, c)),
        verb("unwrap", c -> Unwrap.run(TUBE, UnwrapOptions.DEFAULTS, c)),
        verb(
            "bake",
            c -> Bake.run(TUBE, TUBE, Map.of(0, 0), BakeOptions.DEFAULTS.withResolution(2048), c)),
        verb(
            "tangent map",
            c -> TangentMapBake.run(TUBE, TUBE, Map.of(0, 0), 1024, PoseSource.CLIPS, c)),
        verb("solve", c -> Solve.run(ARM.character(), SHAPES, SolveOptions.DEFAULTS, c)),
        verb(
            "skeleton",
            c ->
                SkeletonExtraction.run(
                    List.of(new NamedShape("biped", BIPED.meshes().getFirst().mesh())),
                    SkeletonOptions.DEFAULTS,
                    c)),
        verb("posespace train", CancelTest::train),
        verb("transform", CancelTest::transform),
        verb("deform", CancelTest::deform),
        verb("render", CancelTest::render));
  }

  private static Named<Consumer<RunContext>> verb(String name, Consumer<RunContext> body) {
    return Named.of(name, body);
  }

  private static void train(RunContext context) {
    PoseExamples examples = PoseExamples.of(SHAPES, ARM.poses());
    PoseSpaceTraining.run(ARM.character(), examples, TrainOptions.DEFAULTS, context);
  }

  /** Several times: once is too quick to cancel. */
  private static void transform(RunContext context) {
    for (int i = 0; i < 2000; i++) {
      Transform.run(BIPED, TransformOptions.DEFAULTS.withScale(2), context);
    }
  }

  private static void deform(RunContext context) {
    ClipPlayer player = new ClipPlayer(BIPED, BIPED.clips().getFirst(), SkinningMethod.DQS, 1000);
    player.play((frame, positions) -> {}, context);
  }

  private static void render(RunContext context) {
    CharacterSurface.Posed posed = CharacterSurface.of(BIPED).newPosed();
    posed.set(BIPED.restPose());
    Painter.paint(
        Scene.of(CharacterItem.of(posed)), DrawOptions.DEFAULTS.withSize(2600, 2600), context);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void endsSoonAfterACancel(Consumer<RunContext> verb) throws Exception {
    Random random = new Random(SEED);
    double[] millis = new double[MOMENTS];
    int cancelled = 0;
    for (int i = 0; i < MOMENTS; i++) {
      Run run = timed(verb, 5 + random.nextInt(FIRST_MILLIS << i));
      cancelled += run.cancelled ? 1 : 0;
      millis[i] = run.lateness / 1e6;
    }
    assertThat(cancelled).as("runs that were cancelled").isPositive();
    Arrays.sort(millis);
    String times =
        "milliseconds of CPU from cancel to end, seed " + SEED + ": " + Arrays.toString(millis);
    assertThat(millis[MOMENTS / 2]).as(times).isLessThan(MAX_MEDIAN_MILLIS);
    assertThat(millis[MOMENTS - 1]).as(times).isLessThan(MAX_MILLIS);
  }

  private record Run(long lateness, boolean cancelled) {}

  /** Runs a verb and cancels it after some milliseconds. */
  private static Run timed(Consumer<RunContext> verb, int cancelAfter) throws Exception {
    Cancellation cancellation = new Cancellation();
    boolean[] thrown = {false};
    long[] end = {0};
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (RunContext context =
                      new RunContext(1, RunContext.DEFAULT_SEED, Progress.SILENT, cancellation)) {
                    verb.accept(context);
                  } catch (CancellationException e) {
                    thrown[0] = true;
                  }
                  end[0] = THREADS.getCurrentThreadCpuTime();
                });
    Thread.sleep(cancelAfter);
    long at = THREADS.getThreadCpuTime(thread.threadId());
    cancellation.cancel();
    thread.join();
    // -1 if the thread has ended.
    return new Run(at < 0 ? 0 : Math.max(0, end[0] - at), thrown[0]);
  }
}
