package dev.sinew.bench;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.SequenceResult;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.SimplifySequence;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.solve.PointTargets;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits through decimated examples, and poses solved from the vertices that decimation leaves
 * (sections 7.3 and 7.3.3 of the thesis "Character animation from examples"), as Markdown. The
 * argument is the folder of the data.
 */
public final class ThroughLevels {
  private static final int BONES = 24;
  private static final double[] RATIOS = {0.5, 0.25, 0.1};
  private static final SequenceOptions DECIMATION =
      SequenceOptions.DEFAULTS
          .withMethod(SimplifyMethod.ADSD)
          .withPermissive(true)
          .withPolish(false);

  private final MeshSequence training;
  private final MeshSequence unseen;
  private final RunContext context;

  private ThroughLevels(FitSequences horse, RunContext context) {
    training = horse.training();
    unseen = horse.holdout().orElseThrow();
    this.context = context;
  }

  /** Prints both tables. */
  public static void main(String[] args) throws IOException {
    try (RunContext context = RunContext.create()) {
      ThroughLevels levels = new ThroughLevels(FitSequences.horse(Path.of(args[0])), context);
      levels.printFits();
      System.out.println();
      levels.printPoses();
    }
  }

  private FitResult fit(MeshSequence shapes, FitModel model) {
    FitOptions options = FitOptions.DEFAULTS.withModels(model);
    return Fit.run(shapes, new BoneSource.Found(BONES), options, context);
  }

  private void printFits() {
    System.out.println("| fitted mesh | vertices | seconds | rms | largest | hold-out rms |");
    System.out.println("|---|---|---|---|---|---|");
    for (double ratio : RATIOS) {
      long start = System.nanoTime();
      SequenceResult decimated = decimated(ratio);
      Level level = decimated.levels().getFirst().level();
      MeshSequence shapes = new MeshSequence(level.mesh(), names(training), level.shapes());
      SkinnedCharacter rig = fit(shapes, FitModel.LINEAR_BLEND).character("level", context);
      SkinnedCharacter whole =
          SimplifySequence.run(
                  training,
                  List.of(),
                  Optional.of(rig),
                  DECIMATION.withRatios(ratio).withStream(decimated.stream()),
                  context)
              .whole()
              .orElseThrow()
              .character();
      double seconds = (System.nanoTime() - start) / 1e9;
      double[] times = ExamplesClip.times(training.frameCount() + 1);
      double[] seen = error(whole, whole.clips().getFirst(), times, shapes(training, true));
      SolveResult poses = solve(whole, PointTargets.ofShapes(whole, unseen));
      row("level, R = " + ratio, level.points().length, seconds, seen, poses.rms());
    }
    long start = System.nanoTime();
    FitResult full = fit(training, FitModel.LINEAR_BLEND);
    double seconds = (System.nanoTime() - start) / 1e9;
    row(
        "full",
        training.reference().vertexCount(),
        seconds,
        new double[] {full.first().training().rms(), full.first().training().max()},
        full.first().solve(unseen, context).errors().rms());
  }

  private static void row(
      String name, int vertices, double seconds, double[] seen, double unseenRms) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.2f | %.6f | %.6f | %.6f |%n",
        name,
        vertices,
        seconds,
        seen[0],
        seen[1],
        unseenRms);
  }

  private void printPoses() {
    SkinnedCharacter character =
        fit(training, FitModel.ANIMATION_SPACE).character("horse", context);
    PointTargets all = PointTargets.ofShapes(character, unseen);
    System.out.println("| poses of the gallop from | vertices | hold-out rms |");
    System.out.println("|---|---|---|");
    poses("all", character, all);
    for (double ratio : RATIOS) {
      int[] left = decimated(ratio).levels().getFirst().level().points();
      poses("R = " + ratio, character, all.only(left));
    }
  }

  private void poses(String from, SkinnedCharacter character, PointTargets points) {
    double rate = SolveOptions.DEFAULTS.framesPerSecond();
    double[] times = IntStream.range(0, unseen.frameCount()).mapToDouble(k -> k / rate).toArray();
    Clip clip = solve(character, points).clip();
    double[] error = error(character, clip, times, shapes(unseen, false));
    System.out.printf(Locale.ROOT, "| %s | %d | %.6f |%n", from, points.pointCount(), error[0]);
  }

  private SequenceResult decimated(double ratio) {
    return SimplifySequence.run(training, DECIMATION.withRatios(ratio), context);
  }

  private SolveResult solve(SkinnedCharacter character, PointTargets points) {
    return Solve.run(character, points, SolveOptions.DEFAULTS.withTolerance(0), context);
  }

  /** Returns the rms and the largest distance between a clip and shapes, in box sides. */
  private static double[] error(
      SkinnedCharacter character, Clip clip, double[] times, List<float[]> shapes) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    float[] found = new float[shapes.getFirst().length];
    double sum = 0;
    double largest = 0;
    for (int k = 0; k < times.length; k++) {
      clip.sample(times[k], pose);
      posed.set(pose);
      posed.copyVertexPositions(found);
      for (int i = 0; i < found.length; i += 3) {
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
          double d = found[i + axis] - shapes.get(k)[i + axis];
          square += d * d;
        }
        sum += square;
        largest = Math.max(largest, Math.sqrt(square));
      }
    }
    double side = character.meshes().getFirst().mesh().bounds().longestSide();
    return new double[] {Math.sqrt(3 * sum / found.length / times.length) / side, largest / side};
  }

  private static List<String> names(MeshSequence shapes) {
    return IntStream.range(0, shapes.frameCount()).mapToObj(shapes::name).toList();
  }

  private static List<float[]> shapes(MeshSequence sequence, boolean withReference) {
    List<float[]> out = new ArrayList<>();
    if (withReference) {
      out.add(sequence.reference().floatPositions());
    }
    for (int k = 0; k < sequence.frameCount(); k++) {
      out.add(sequence.positions(k));
    }
    return out;
  }
}
