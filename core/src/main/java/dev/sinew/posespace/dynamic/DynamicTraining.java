package dev.sinew.posespace.dynamic;

import dev.sinew.model.LinearSkin;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Fits the motion of vertices that follow their skin late, from recorded takes (section 4.3 of the
 * thesis on crowds).
 */
public final class DynamicTraining {
  /** Vertices per parallel task; bounds the memory of a task's record. */
  private static final int CHUNK = 32;

  private DynamicTraining() {}

  /**
   * Fits a model.
   *
   * @param skin the linear skin of the mesh, a row per vertex
   * @param takes recorded motions with displacements of its vertices
   * @throws RequestException if nothing moves, or a take is too short to hold frames out
   */
  public static DynamicResult run(
      LinearSkin skin, List<Take> takes, DynamicOptions options, RunContext context) {
    requireTakes(skin, takes);
    OptionalDouble holdout = OptionalDouble.empty();
    List<DynamicResult.Unseen> unseen = new ArrayList<>();
    if (options.holdout() > 0) {
      int[] ends = takes.stream().mapToInt(take -> trainingEnd(take, options.holdout())).toArray();
      Take[] starts = new Take[ends.length];
      Arrays.setAll(starts, t -> takes.get(t).part(0, ends[t]));
      DynamicModel half = fit(skin, List.of(starts), options, context);
      holdout = OptionalDouble.of(explained(skin, half, takes, ends));
      for (int t = 0; takes.size() > 1 && t < takes.size(); t++) {
        unseen.add(unseen(skin, takes, t, options, context));
      }
    }
    DynamicModel model = fit(skin, takes, options, context);
    return new DynamicResult(
        model, explained(skin, model, takes, new int[takes.size()]), holdout, unseen);
  }

  /** Measures a take with a model of the others: the second half of a motion is like its first. */
  private static DynamicResult.Unseen unseen(
      LinearSkin skin, List<Take> takes, int t, DynamicOptions options, RunContext context) {
    List<Take> others = new ArrayList<>(takes);
    Take left = others.remove(t);
    DynamicModel model = fit(skin, others, options, context);
    return new DynamicResult.Unseen(left.name(), explained(skin, model, List.of(left), new int[1]));
  }

  /**
   * Returns the share of the displacement's energy that a model explains: 1 − Σ|d − m|² / Σ|d|².
   * The model runs through every take from its start.
   *
   * @param from the first frame of every take that counts
   */
  public static double explained(
      LinearSkin skin, DynamicModel model, List<Take> takes, int[] from) {
    ArrayChecks.size("first frames", from.length, takes.size());
    DynamicState state = model.newState(skin);
    double energy = 0;
    double error = 0;
    float[] moved = new float[3 * model.vertexCount()];
    for (int t = 0; t < takes.size(); t++) {
      Take take = takes.get(t);
      state.reset();
      for (int f = 0; f < take.frameCount(); f++) {
        state.step(take.poses().get(f), take.secondsPerFrame());
        if (f < from[t]) {
          continue;
        }
        Arrays.fill(moved, 0);
        state.addTo(moved);
        float[] given = take.displacements().get(f);
        for (int i = 0; i < moved.length; i++) {
          energy += (double) given[i] * given[i];
          error += ((double) given[i] - moved[i]) * ((double) given[i] - moved[i]);
        }
      }
    }
    return energy > 0 ? 1 - error / energy : error > 0 ? Double.NEGATIVE_INFINITY : 1;
  }

  private static void requireTakes(LinearSkin skin, List<Take> takes) {
    if (takes.isEmpty()) {
      throw new IllegalArgumentException("takes: expected 1 or more, got 0");
    }
    for (Take take : takes) {
      ArrayChecks.size(
          "vertices of take " + take.name(), take.vertexCount(), skin.coords().rowCount());
    }
  }

  private static int trainingEnd(Take take, double holdout) {
    int end = (int) Math.ceil(take.frameCount() * (1 - holdout));
    if (end < Take.MIN_FRAMES || end >= take.frameCount()) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "take %s has %d frames: too few to hold out a share of %s",
              take.name(),
              take.frameCount(),
              holdout));
    }
    return end;
  }

  private static DynamicModel fit(
      LinearSkin skin, List<Take> takes, DynamicOptions options, RunContext context) {
    int[] moving = movingVertices(takes, options.quiet());
    return switch (options.method()) {
      case SPRING -> springs(skin, moving, takes, options.ridge(), context);
      case ACCELERATION -> new AccelerationFit(skin, moving, takes).fit(context);
    };
  }

  /** Returns the vertices that move noticeably in the takes. */
  private static int[] movingVertices(List<Take> takes, double quiet) {
    int n = takes.getFirst().vertexCount();
    double[] largest = new double[n];
    for (Take take : takes) {
      for (float[] frame : take.displacements()) {
        for (int v = 0; v < n; v++) {
          double x = frame[3 * v], y = frame[3 * v + 1], z = frame[3 * v + 2];
          double square = x * x + y * y + z * z;
          if (!Double.isFinite(square)) {
            throw new RequestException(
                "take " + take.name() + ": the displacement of vertex " + v + " is not finite");
          }
          largest[v] = Math.max(largest[v], square);
        }
      }
    }
    double most = Arrays.stream(largest).max().orElse(0);
    double limit = quiet * quiet * most;
    return IntStream.range(0, n).filter(v -> largest[v] > 0 && largest[v] >= limit).toArray();
  }

  private static SpringModel springs(
      LinearSkin skin, int[] vertices, List<Take> takes, double ridge, RunContext context) {
    double[] values = new double[SpringModel.SIZE * vertices.length];
    int chunks = (vertices.length + CHUNK - 1) / CHUNK;
    context.run(
        "springs",
        chunks,
        chunk -> {
          int from = CHUNK * chunk;
          int to = Math.min(vertices.length, from + CHUNK);
          SpringRecord record =
              new SpringRecord(skin, Arrays.copyOfRange(vertices, from, to), takes);
          SpringFit fit = new SpringFit(record, ridge);
          for (int i = from; i < to; i++) {
            context.checkCancelled();
            fit.fit(i - from, values, SpringModel.SIZE * i);
          }
        });
    return new SpringModel(skin.coords().rowCount(), vertices, values);
  }
}
