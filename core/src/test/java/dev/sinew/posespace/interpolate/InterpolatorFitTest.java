package dev.sinew.posespace.interpolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InterpolatorFitTest {
  private static final int POSES = 14;
  private static final int WIDTH = 2;

  /** Points in the plane with two values each. */
  private static double[] points(long seed) {
    Random random = new Random(seed);
    return random.doubles(2 * POSES, -1, 1).toArray();
  }

  private static double[] values(double[] points) {
    double[] out = new double[WIDTH * POSES];
    for (int k = 0; k < POSES; k++) {
      out[WIDTH * k] = Math.sin(points[2 * k]) * Math.cos(points[2 * k + 1]);
      out[WIDTH * k + 1] = points[2 * k] * points[2 * k + 1];
    }
    return out;
  }

  private static double square(double[] points, int a, int b) {
    double x = points[2 * a] - points[2 * b];
    double y = points[2 * a + 1] - points[2 * b + 1];
    return x * x + y * y;
  }

  private static PoseDistances distances(double[] points, int count) {
    double[] squares = new double[count * count];
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        squares[count * a + b] = square(points, a, b);
      }
    }
    return new PoseDistances(count, squares, 1e-6);
  }

  private static double[] evaluate(InterpolatorFit fit, double[] squares, int count) {
    double[] phi = new double[count];
    fit.interpolator().activate(squares, phi, count);
    double[] out = new double[WIDTH];
    for (int k = 0; k < count; k++) {
      for (int c = 0; c < WIDTH; c++) {
        out[c] += phi[k] * fit.weights()[WIDTH * k + c];
      }
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource(InterpolatorFamily.class)
  void interpolatesItsData(InterpolatorFamily family) {
    double[] points = points(1);
    double[] values = values(points);
    PoseDistances distances = distances(points, POSES);
    InterpolatorFit fit = family.choose(distances, values, WIDTH, 0);
    double[] row = new double[POSES];
    for (int k = 0; k < POSES; k++) {
      distances.copyRow(k, row);
      double[] found = evaluate(fit, row, POSES);
      for (int c = 0; c < WIDTH; c++) {
        assertThat(found[c]).isCloseTo(values[WIDTH * k + c], within(1e-6));
      }
    }
  }

  /** Rippa's formula against a solve without the pose; pose 0 is the origin and stays. */
  @Test
  void leftOutValuesAreThoseOfASolveWithoutThePose() {
    double[] points = points(2);
    double[] values = values(points);
    KernelSum kernel = new KernelSum(RadialFunction.GAUSSIAN, 0.4, 0, new double[0]);
    InterpolatorFit fit =
        Objects.requireNonNull(
            InterpolatorFit.exact(kernel, distances(points, POSES), values, WIDTH, 0));
    int last = POSES - 1;
    double[] fewer = Arrays.copyOf(values, WIDTH * last);
    InterpolatorFit without =
        Objects.requireNonNull(
            InterpolatorFit.exact(kernel, distances(points, last), fewer, WIDTH, 0));
    double[] squares = new double[last];
    for (int k = 0; k < last; k++) {
      squares[k] = square(points, k, last);
    }
    double[] found = evaluate(Objects.requireNonNull(without), squares, last);
    for (int c = 0; c < WIDTH; c++) {
      assertThat(fit.leftOut()[WIDTH * last + c]).isCloseTo(found[c], within(1e-6));
    }
  }

  @Test
  void posesThatCoincideShareTheMeanOfTheirValues() {
    double[] points = points(3);
    points[2 * 5] = points[2 * 9];
    points[2 * 5 + 1] = points[2 * 9 + 1];
    double[] values = values(points);
    values[WIDTH * 5] = 1;
    values[WIDTH * 9] = 3;
    PoseDistances distances = distances(points, POSES);
    for (InterpolatorFamily family : InterpolatorFamily.values()) {
      InterpolatorFit fit = family.choose(distances, values, WIDTH, 0);
      double[] row = new double[POSES];
      distances.copyRow(5, row);
      assertThat(evaluate(fit, row, POSES)[0]).as(family.name()).isCloseTo(2, within(1e-5));
    }
  }

  /**
   * Rest and one example, a quarter of a turn away, as points of a circle: rotations are as far
   * apart as their chords. Half a turn back from rest nothing is left; before, Gaussians had 0.78
   * and thin plates 1.37. Between the two poses nothing changes.
   */
  @ParameterizedTest
  @EnumSource(InterpolatorFamily.class)
  void nothingIsLeftFarFromTwoPoses(InterpolatorFamily family) {
    double[] points = {1, 0, 0, 1};
    double[] values = {0, 0, 1, 2};
    InterpolatorFit fit = family.choose(distances(points, 2), values, WIDTH, 0);
    Interpolator inside = ((Fading) fit.interpolator()).inside();
    double before = 0;
    for (int degrees = -180; degrees <= 180; degrees++) {
      double x = Math.cos(Math.toRadians(degrees));
      double y = Math.sin(Math.toRadians(degrees));
      double[] squares = {(x - 1) * (x - 1) + y * y, x * x + (y - 1) * (y - 1)};
      double[] found = evaluate(fit, squares, 2);
      assertThat(found[1]).isCloseTo(2 * found[0], within(1e-9));
      if (degrees <= -90 || degrees == 180) {
        assertThat(found[0]).as("%d degrees", degrees).isCloseTo(0, within(1e-12));
      }
      if (degrees >= 0 && degrees <= 90) {
        InterpolatorFit whole =
            new InterpolatorFit(inside, fit.weights(), fit.leftOut(), fit.leftOutError());
        assertThat(found[0]).isEqualTo(evaluate(whole, squares, 2)[0]);
      }
      if (degrees <= 0 || degrees > 90) {
        assertThat(found[0]).as("%d degrees", degrees).isCloseTo(before, within(0.1));
      }
      before = found[0];
    }
    double half = Math.sqrt(0.5);
    double square = (half - 1) * (half - 1) + half * half;
    if (family == InterpolatorFamily.SHEPARD) {
      assertThat(evaluate(fit, new double[] {square, square}, 2)[0]).isCloseTo(0.5, within(1e-9));
    }
  }

  /** A grid of a smooth function: left-out poses are met, so the gaps between poses are reached. */
  @ParameterizedTest
  @EnumSource(InterpolatorFamily.class)
  void gapsThatAreInterpolatedWellAreReached(InterpolatorFamily family) {
    double[] points = new double[18];
    double[] values = new double[18];
    for (int k = 0; k < 9; k++) {
      points[2 * k] = k % 3 - 1;
      points[2 * k + 1] = k / 3 - 1;
      values[WIDTH * k] = 3 + 0.1 * points[2 * k];
      values[WIDTH * k + 1] = 2 - 0.1 * points[2 * k + 1];
    }
    PoseDistances distances = distances(points, 9);
    assertThat(distances.farthestMiddle()).isCloseTo(Math.sqrt(0.5), within(1e-9));
    assertThat(distances.largestGap()).isCloseTo(1, within(1e-9));
    InterpolatorFit fit = family.choose(distances, values, WIDTH, 0);
    assertThat(((Fading) fit.interpolator()).reach()).isCloseTo(1, within(1e-9));
  }

  @Test
  void gaussiansVanishFarAway() {
    double[] points = points(4);
    InterpolatorFit fit =
        InterpolatorFamily.GAUSSIAN.choose(distances(points, POSES), values(points), WIDTH, 0);
    double[] squares = new double[POSES];
    Arrays.fill(squares, 400);
    assertThat(evaluate(fit, squares, POSES)[0]).isCloseTo(0, within(1e-9));
  }

  /** Frames of a motion with noise: neighbours are far closer than the median. */
  @ParameterizedTest
  @EnumSource(InterpolatorFamily.class)
  void densePosesAreInterpolatedToo(InterpolatorFamily family) {
    int count = 100;
    Random random = new Random(6);
    double[] points = new double[2 * count];
    double[] values = new double[WIDTH * count];
    for (int k = 0; k < count; k++) {
      double t = (double) k / count;
      points[2 * k] = Math.sin(t);
      points[2 * k + 1] = t * t;
      values[WIDTH * k] = Math.sin(3 * t) + 0.01 * random.nextGaussian();
      values[WIDTH * k + 1] = 1e-3 * random.nextGaussian();
    }
    PoseDistances distances = distances(points, count);
    InterpolatorFit fit =
        family.choose(
            distances,
            values,
            WIDTH,
            1e-8,
            List.of(
                new InterpolatorFamily.Member(0, family == InterpolatorFamily.SHEPARD ? 2 : 1)));
    double[] row = new double[count];
    for (int k = 0; k < count; k++) {
      distances.copyRow(k, row);
      double[] found = evaluate(fit, row, count);
      for (int c = 0; c < WIDTH; c++) {
        assertThat(found[c]).as("pose %d", k).isCloseTo(values[WIDTH * k + c], within(1e-7));
      }
    }
  }
}
