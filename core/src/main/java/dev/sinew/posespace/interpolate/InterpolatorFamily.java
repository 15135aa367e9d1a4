package dev.sinew.posespace.interpolate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Interpolators that differ in their parameters: σ of a kernel, σ and α with a linear term, p of
 * Shepard's method. {@link #choose} takes the one with the smallest leave-one-out error. Widths are
 * multiples of the median distance between the poses. All are {@link Fading}. Where poses are so
 * dense that no member solves exactly, narrower ones follow: as the width falls below the smallest
 * distance, the matrix of a Gaussian tends to the identity, so one is always exact.
 */
public enum InterpolatorFamily {
  /** Shepard's method. */
  SHEPARD,
  /** Gaussian radial basis functions. */
  GAUSSIAN,
  /** Thin plate splines. */
  THIN_PLATE,
  /** Hardy's multiquadrics. */
  MULTIQUADRIC,
  /** A linear map plus Gaussian radial basis functions. */
  LINEAR_GAUSSIAN;

  /** Errors that differ by a smaller fraction are equal. */
  private static final double EQUAL = 1e-9;

  /** Widths down to a millionth of the narrowest: poses that are closer are one. */
  private static final int HALVINGS = 20;

  private RadialFunction function() {
    return switch (this) {
      case SHEPARD, GAUSSIAN, LINEAR_GAUSSIAN -> RadialFunction.GAUSSIAN;
      case THIN_PLATE -> RadialFunction.THIN_PLATE;
      case MULTIQUADRIC -> RadialFunction.MULTIQUADRIC;
    };
  }

  private double[] linearTerms() {
    return this == LINEAR_GAUSSIAN ? new double[] {0.1, 0.5, 2, 10, 50} : new double[] {0};
  }

  private double[] parameters() {
    return switch (this) {
      case SHEPARD -> new double[] {1.5, 2, 3, 4, 6, 8, 12};
      case GAUSSIAN -> new double[] {0.1, 0.15, 0.2, 0.27, 0.36, 0.5, 0.65, 0.85, 1.1, 1.4};
      case THIN_PLATE -> new double[] {0.03, 0.1, 0.3, 1, 3};
      case MULTIQUADRIC -> new double[] {0.03, 0.1, 0.2, 0.4, 0.8, 1.6};
      case LINEAR_GAUSSIAN -> new double[] {0.1, 0.15, 0.2, 0.3, 0.45, 0.65, 1, 1.4};
    };
  }

  /**
   * The parameters of a member.
   *
   * @param linear α in units of 1 / median²
   * @param parameter σ in units of the median distance, or the power
   */
  public record Member(double linear, double parameter) {}

  /** Returns all members, narrow ones first. */
  public List<Member> members() {
    List<Member> out = new ArrayList<>();
    for (double parameter : parameters()) {
      for (double linear : linearTerms()) {
        out.add(new Member(linear, parameter));
      }
    }
    return out;
  }

  /**
   * Fits the member with the smallest leave-one-out error.
   *
   * @param values K rows of {@code width} numbers
   * @param tolerance the largest error of a value at its own pose; 0 for rounding errors only
   */
  public InterpolatorFit choose(
      PoseDistances distances, double[] values, int width, double tolerance) {
    return choose(distances, values, width, tolerance, members());
  }

  /** Fits the best of some members; if none of them is exact, the best of all. */
  public InterpolatorFit choose(
      PoseDistances distances,
      double[] values,
      int width,
      double tolerance,
      List<Member> preferred) {
    Data data = new Data(distances, values, width, tolerance);
    InterpolatorFit fit =
        best(preferred, data)
            .or(() -> best(members(), data))
            .or(() -> narrower(data))
            .orElseGet(
                () ->
                    InterpolatorFit.leastSquares(
                        kernel(members().getFirst(), distances), distances, values, width));
    return fit.fading(distances, values, width);
  }

  /** What is interpolated. */
  private record Data(PoseDistances distances, double[] values, int width, double tolerance) {}

  private Optional<InterpolatorFit> best(List<Member> among, Data data) {
    Optional<InterpolatorFit> best = Optional.empty();
    for (Member member : among) {
      Optional<InterpolatorFit> fit = fit(member, data);
      // Among equal ones the widest, which is the last, gives the smoothest motion.
      if (fit.isPresent()
          && (best.isEmpty()
              || fit.get().leftOutError() <= best.get().leftOutError() * (1 + EQUAL))) {
        best = fit;
      }
    }
    return best;
  }

  /** Halves the width until a member is exact, and on as long as the left-out error falls. */
  private Optional<InterpolatorFit> narrower(Data data) {
    Optional<InterpolatorFit> best = Optional.empty();
    double parameter = parameters()[0];
    for (int i = 0; i < HALVINGS; i++) {
      parameter /= 2;
      double width = parameter;
      Optional<InterpolatorFit> fit =
          best(
              Arrays.stream(linearTerms()).mapToObj(linear -> new Member(linear, width)).toList(),
              data);
      if (best.isPresent()
          && (fit.isEmpty() || fit.get().leftOutError() >= best.get().leftOutError())) {
        return best;
      }
      best = fit;
    }
    return best;
  }

  /** Returns the member with the smallest sum of errors over several data sets. */
  public Member best(
      List<PoseDistances> distances, List<double[]> values, int[] widths, double tolerance) {
    Member best = members().getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (Member member : members()) {
      double sum = 0;
      for (int i = 0; i < widths.length && sum <= least; i++) {
        Optional<InterpolatorFit> fit =
            fit(member, new Data(distances.get(i), values.get(i), widths[i], tolerance));
        double error = fit.map(InterpolatorFit::leftOutError).orElse(Double.POSITIVE_INFINITY);
        sum += error * error;
      }
      if (sum <= least * (1 + EQUAL)) {
        least = sum;
        best = member;
      }
    }
    return best;
  }

  private Optional<InterpolatorFit> fit(Member member, Data data) {
    return this == SHEPARD
        ? Optional.of(
            InterpolatorFit.shepard(member.parameter, data.distances, data.values, data.width))
        : Optional.ofNullable(
            InterpolatorFit.exact(
                kernel(member, data.distances),
                data.distances,
                data.values,
                data.width,
                data.tolerance));
  }

  private KernelSum kernel(Member member, PoseDistances distances) {
    double median = distances.median();
    double[] originSquares = new double[member.linear > 0 ? distances.count() : 0];
    for (int k = 0; k < originSquares.length; k++) {
      originSquares[k] = distances.square(k, 0);
    }
    return new KernelSum(
        function(), member.parameter * median, member.linear / (median * median), originSquares);
  }
}
