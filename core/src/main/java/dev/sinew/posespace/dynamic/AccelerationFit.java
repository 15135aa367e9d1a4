package dev.sinew.posespace.dynamic;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.model.LinearSkin;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits an {@link AccelerationModel} by ridge regression of every vertex's displacement on its key.
 * The ridge, one for all vertices, is the one with the least error in cross-validation. Whole takes
 * are left out, of few takes stretches of time: neighbouring frames are nearly equal, so leaving
 * out single frames would choose too small a ridge.
 */
final class AccelerationFit {
  private static final int FOLDS = 4;

  /** The ridges tried, relative to columns of mean square 1. */
  private static final double[] RIDGES = {1e-4, 1e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10};

  private static final int KEY = VertexKeys.SIZE;

  private final LinearSkin skin;
  private final int[] vertices;
  private final List<Take> takes;

  /** Per take and frame, the keys of all joints. */
  private final List<List<double[]>> keys = new ArrayList<>();

  AccelerationFit(LinearSkin skin, int[] vertices, List<Take> takes) {
    this.skin = skin;
    this.vertices = vertices;
    this.takes = takes;
    AccelerationKeys moving = new AccelerationKeys(skin.skin());
    for (Take take : takes) {
      List<double[]> frames = new ArrayList<>();
      moving.reset();
      for (int f = 0; f < take.frameCount(); f++) {
        moving.step(take.poses().get(f), take.secondsPerFrame());
        frames.add(moving.values.clone());
      }
      keys.add(frames);
    }
  }

  AccelerationModel fit(RunContext context) {
    VertexKeys blend = new VertexKeys(skin, vertices);
    double[][] errors = new double[vertices.length][RIDGES.length];
    context.runRanges(
        "choosing the ridge",
        vertices.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            Sums[] folds = sums(blend, i);
            for (int r = 0; r < RIDGES.length; r++) {
              errors[i][r] = crossValidation(folds, RIDGES[r]);
            }
          }
        });
    double ridge = RIDGES[least(errors)];
    double[] values = new double[AccelerationModel.SIZE * vertices.length];
    context.runRanges(
        "acceleration keys",
        vertices.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            solve(Sums.total(sums(blend, i), -1), ridge, values, AccelerationModel.SIZE * i);
          }
        });
    return new AccelerationModel(skin.coords().rowCount(), vertices, values);
  }

  private static int least(double[][] errors) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < RIDGES.length; r++) {
      double sum = 0;
      for (double[] vertex : errors) {
        sum += vertex[r];
      }
      if (sum < least) {
        least = sum;
        best = r;
      }
    }
    return best;
  }

  /** The sums of a stretch of time: key · keyᵀ, key · displacementᵀ, displacement², frames. */
  private static final class Sums {
    final double[] normal = new double[KEY * KEY];
    final double[] right = new double[AccelerationModel.SIZE];
    double energy;
    int frames;

    void add(double[] key, double[] displacement) {
      for (int i = 0; i < KEY; i++) {
        for (int j = 0; j < KEY; j++) {
          normal[KEY * i + j] += key[i] * key[j];
        }
        for (int k = 0; k < 3; k++) {
          right[KEY * k + i] += key[i] * displacement[k];
        }
      }
      for (int k = 0; k < 3; k++) {
        energy += displacement[k] * displacement[k];
      }
      frames++;
    }

    /** Returns the sum of all stretches but one; −1 for all. */
    static Sums total(Sums[] all, int except) {
      Sums out = new Sums();
      for (int f = 0; f < all.length; f++) {
        if (f != except) {
          for (int i = 0; i < out.normal.length; i++) {
            out.normal[i] += all[f].normal[i];
          }
          for (int i = 0; i < out.right.length; i++) {
            out.right[i] += all[f].right[i];
          }
          out.frames += all[f].frames;
        }
      }
      return out;
    }

    /** Returns the squared error of a solution in this stretch. */
    double error(double[] x) {
      double error = energy;
      for (int k = 0; k < 3; k++) {
        for (int i = 0; i < KEY; i++) {
          double row = -2 * right[KEY * k + i];
          for (int j = 0; j < KEY; j++) {
            row += normal[KEY * i + j] * x[KEY * k + j];
          }
          error += x[KEY * k + i] * row;
        }
      }
      return error;
    }
  }

  private Sums[] sums(VertexKeys blend, int i) {
    Sums[] folds = new Sums[FOLDS];
    double[] key = new double[KEY];
    double[] displacement = new double[3];
    Arrays.setAll(folds, f -> new Sums());
    for (int t = 0; t < takes.size(); t++) {
      int count = takes.get(t).frameCount();
      for (int f = 0; f < count; f++) {
        blend.key(i, keys.get(t).get(f), key);
        for (int k = 0; k < 3; k++) {
          displacement[k] = takes.get(t).displacements().get(f)[3 * vertices[i] + k];
        }
        folds[takes.size() < FOLDS ? FOLDS * f / count : t % FOLDS].add(key, displacement);
      }
    }
    return folds;
  }

  private static double crossValidation(Sums[] folds, double ridge) {
    double[] x = new double[AccelerationModel.SIZE];
    double error = 0;
    for (int f = 0; f < folds.length; f++) {
      solve(Sums.total(folds, f), ridge, x, 0);
      error += folds[f].error(x);
    }
    return error;
  }

  /**
   * Solves the normal equations with columns scaled to mean square 1. The three coordinates of a
   * vector share one scale: a direction in which nothing moved must not count as much as the
   * others, or what it did by chance is multiplied by thousands in a motion that uses it.
   */
  private static void solve(Sums sums, double ridge, double[] out, int o) {
    double[] scale = new double[KEY];
    for (int i = 0; i < KEY; i += 3) {
      double square = 0;
      for (int k = i; k < i + 3; k++) {
        square += sums.normal[KEY * k + k] / (3 * sums.frames);
      }
      Arrays.fill(scale, i, i + 3, square > 0 ? 1 / Math.sqrt(square) : 0);
    }
    double[] factor = new double[KEY * KEY];
    for (int i = 0; i < KEY; i++) {
      for (int j = 0; j < KEY; j++) {
        factor[KEY * i + j] = sums.normal[KEY * i + j] * scale[i] * scale[j];
      }
      for (int k = 0; k < 3; k++) {
        out[o + KEY * k + i] = sums.right[KEY * k + i] * scale[i];
      }
    }
    SmallCholesky.factor(KEY, factor, ridge * sums.frames + Double.MIN_NORMAL);
    for (int k = 0; k < 3; k++) {
      SmallCholesky.solve(KEY, factor, out, o + KEY * k, 1);
      for (int i = 0; i < KEY; i++) {
        out[o + KEY * k + i] *= scale[i];
      }
    }
  }
}
