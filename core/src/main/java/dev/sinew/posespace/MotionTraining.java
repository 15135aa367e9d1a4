package dev.sinew.posespace;

import dev.sinew.model.LinearSkin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.DynamicOptions;
import dev.sinew.posespace.dynamic.DynamicResult;
import dev.sinew.posespace.dynamic.DynamicTraining;
import dev.sinew.posespace.dynamic.Take;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Adds dynamics to a database: what shapes in motion have beyond the skin and the correctives of
 * the pose is fitted as a function of the motion (section 4.3 of the thesis on crowds).
 */
public final class MotionTraining {
  private final SkinnedCharacter character;
  private final PoseDatabase database;
  private final RunContext context;

  private MotionTraining(SkinnedCharacter character, PoseDatabase database, RunContext context) {
    this.character = character;
    this.database = database;
    this.context = context;
  }

  /**
   * A database with dynamics.
   *
   * @param database the database
   * @param moving the number of vertices that move
   * @param training the share of the energy of the displacements that the dynamics explain
   * @param holdout the same for frames that were held out of a fit; empty if none were
   * @param unseen the same for each motion, by dynamics of the other motions; empty with one only
   */
  public record Result(
      PoseDatabase database,
      int moving,
      double training,
      OptionalDouble holdout,
      List<DynamicResult.Unseen> unseen) {
    /** Copies the list. */
    public Result {
      unseen = List.copyOf(unseen);
    }
  }

  /**
   * Fits the dynamics.
   *
   * @param database correctives in inverse form, which explain what depends on the pose alone
   * @param motions shapes in motion
   * @throws RequestException if the database is in forward form, or a motion has another number of
   *     vertices or too few frames
   */
  public static Result run(
      SkinnedCharacter character,
      PoseDatabase database,
      List<MotionExamples> motions,
      DynamicOptions options,
      RunContext context) {
    if (database.blocks().stream().allMatch(Block::posed) && !database.blocks().isEmpty()) {
      throw new RequestException("dynamics need correctives in inverse form");
    }
    return new MotionTraining(character, database, context).fit(motions, options);
  }

  private Result fit(List<MotionExamples> motions, DynamicOptions options) {
    RestSurface surface = database.surface();
    List<float[][]> remainders = motions.stream().map(this::remainders).toList();
    List<DynamicModel> models = new ArrayList<>();
    Shares training = new Shares();
    Shares holdout = new Shares();
    List<Shares> unseen = motions.stream().map(motion -> new Shares()).toList();
    for (int p = 0; p < character.parts().size(); p++) {
      LinearSkin skin = LinearSkin.of(character, character.parts().get(p));
      int from = 3 * surface.firstVertex(p);
      int to = 3 * surface.firstVertex(p + 1);
      List<Take> takes = new ArrayList<>();
      for (int m = 0; m < motions.size(); m++) {
        takes.add(take(motions.get(m), remainders.get(m), from, to));
      }
      DynamicResult result = DynamicTraining.run(skin, takes, options, context);
      models.add(result.model());
      double energy = energy(takes);
      training.add(result.training(), energy);
      result.holdout().ifPresent(share -> holdout.add(share, energy));
      for (int m = 0; m < result.unseen().size(); m++) {
        unseen.get(m).add(result.unseen().get(m).explained(), energy(takes.subList(m, m + 1)));
      }
    }
    boolean measured = options.holdout() > 0;
    return new Result(
        database.withDynamics(models),
        models.stream().mapToInt(model -> model.vertices().length).sum(),
        training.mean(),
        measured ? OptionalDouble.of(holdout.mean()) : OptionalDouble.empty(),
        IntStream.range(0, measured && motions.size() > 1 ? motions.size() : 0)
            .mapToObj(m -> new DynamicResult.Unseen(motions.get(m).name(), unseen.get(m).mean()))
            .toList());
  }

  /** Returns per frame the offsets of the rest points beyond the correctives of the pose. */
  private float[][] remainders(MotionExamples motion) {
    PoseExamples frames = motion.frames();
    frames.requireVertices(database.surface().vertexCount());
    double[][] offsets =
        ExampleOffsets.of(character, database.skinning(), database.space(), frames, false, context)
            .rest();
    List<BlockSum.Played> blocks =
        BlockSum.prepare(database, false, 0, database.surface().vertexCount(), 1);
    PoseSelection selection = new PoseSelection(database, blocks, character.skeleton());
    BlockSum sum = new BlockSum(blocks);
    float[] still = new float[3 * database.surface().vertexCount()];
    float[][] out = new float[frames.count()][still.length];
    for (int f = 0; f < out.length; f++) {
      selection.set(frames.poses().get(f));
      sum.fill(selection, still);
      for (int i = 0; i < still.length; i++) {
        // Row 0 of the offsets is the rest pose.
        out[f][i] = (float) (offsets[f + 1][i] - still[i]);
      }
    }
    return out;
  }

  private static Take take(MotionExamples motion, float[][] remainders, int from, int to) {
    if (motion.frames().count() < Take.MIN_FRAMES) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "motion %s has %d frames: at least %d show an acceleration and its effect",
              motion.name(),
              motion.frames().count(),
              Take.MIN_FRAMES));
    }
    List<float[]> own = new ArrayList<>();
    for (float[] frame : remainders) {
      own.add(Arrays.copyOfRange(frame, from, to));
    }
    return new Take(motion.name(), motion.framesPerSecond(), motion.frames().poses(), own);
  }

  private static double energy(List<Take> takes) {
    double sum = 0;
    for (Take take : takes) {
      for (float[] frame : take.displacements()) {
        for (float x : frame) {
          sum += (double) x * x;
        }
      }
    }
    return sum;
  }

  /** Means of shares of energy, by the energy of each part. */
  private static final class Shares {
    private double sum;
    private double weight;

    void add(double share, double energy) {
      sum += energy > 0 ? share * energy : 0;
      weight += energy;
    }

    double mean() {
      return weight > 0 ? sum / weight : 1;
    }
  }
}
