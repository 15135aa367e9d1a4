package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;

/** First and second moments of all local transforms of a skeleton, from one pass over samples. */
final class SampleMoments {
  private static final int N = Affine.SIZE;

  private final Skeleton skeleton;
  private final double[] means;
  private final double[] seconds;

  SampleMoments(PoseSamples samples) {
    skeleton = samples.skeleton();
    means = new double[N * skeleton.jointCount()];
    seconds = new double[Math.multiplyExact(N * N, skeleton.jointCount())];
    double[] local = new double[N];
    samples.forEachWeighted(
        (pose, weight) -> {
          for (int j = 0; j < skeleton.jointCount(); j++) {
            pose.copyLocal(j, local, 0);
            add(j, local, weight);
          }
        });
    divide(means, samples.count());
    divide(seconds, samples.count());
  }

  private void add(int joint, double[] local, double weight) {
    for (int i = 0; i < N; i++) {
      means[N * joint + i] += weight * local[i];
      for (int j = 0; j < N; j++) {
        seconds[N * N * joint + N * i + j] += weight * local[i] * local[j];
      }
    }
  }

  private static void divide(double[] sums, double by) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] /= by;
    }
  }

  JointStatistics of(int joint, JointModel model) {
    double[] mean = new double[N];
    double[] second = new double[N * N];
    System.arraycopy(means, N * joint, mean, 0, N);
    System.arraycopy(seconds, N * N * joint, second, 0, N * N);
    double[] t = {mean[3], mean[7], mean[11]};
    return switch (model) {
      case INDEPENDENT_JOINTS -> new JointMoments(mean, second);
      case INDEPENDENT_COMPONENTS ->
          JointMoments.independent(linear(mean, second), t, translationSquares(second));
      case FIXED_TRANSLATIONS -> JointMoments.independent(linear(mean, second), t, productsOf(t));
      case ROTATIONS -> new RotationMean(mean, stretch(second));
      case FIXED -> JointStatistics.fixed(skeleton, joint);
    };
  }

  private static LinearMoments linear(double[] mean, double[] second) {
    double[] linearMean = new double[9];
    double[] linearSecond = new double[81];
    for (int i = 0; i < 9; i++) {
      int from = 4 * (i / 3) + i % 3;
      linearMean[i] = mean[from];
      for (int j = 0; j < 9; j++) {
        linearSecond[9 * i + j] = second[N * from + 4 * (j / 3) + j % 3];
      }
    }
    return LinearMoments.of(linearMean, linearSecond);
  }

  private static double[] translationSquares(double[] second) {
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      out[i] = second[N * (4 * (i / 3) + 3) + 4 * (i % 3) + 3];
    }
    return out;
  }

  private static double[] productsOf(double[] t) {
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      out[i] = t[i / 3] * t[i % 3];
    }
    return out;
  }

  /** Returns E[AᵀA] of the linear part A. */
  private static double[] stretch(double[] second) {
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      for (int r = 0; r < 3; r++) {
        out[i] += second[N * (4 * r + i / 3) + 4 * r + i % 3];
      }
    }
    return out;
  }
}
