package dev.sinew.extract;

import dev.sinew.extract.graph.IsoCurve;
import java.util.Arrays;
import java.util.List;

/**
 * The centre line of a limb in every pose, at corresponding samples. A sample is an iso-curve: the
 * fraction of the area below it is the same in all poses (the correspondence of section 3.3 of the
 * thesis "Character animation from examples"). The range of fractions is the one that the limb and
 * its mirror image have in all poses. In the reference the samples are evenly spaced.
 */
final class LimbLine {
  /** The number of samples. */
  static final int SAMPLES = 65;

  /** The most samples that tell the axis of a limb at its start. */
  private static final int AXIS_SAMPLES = 16;

  /** The values of a sample: centre, radius, mean |H|. */
  private static final int RADIUS = 3;

  private static final int BENDING = 4;
  private static final int STRIDE = 5;

  private final double[][] samples;

  /** The lengths by which the limb is longer in the reference than the common range, per end. */
  private final double before;

  private final double after;

  private LimbLine(double[][] samples, double before, double after) {
    this.samples = samples;
    this.before = before;
    this.after = after;
  }

  /**
   * Samples a limb.
   *
   * @param limb its curves in every pose, the reference first
   * @param image those of its mirror image, or its own
   * @param flipped true if the curves of the image come in the opposite order
   */
  static LimbLine of(List<List<IsoCurve>> limb, List<List<IsoCurve>> image, boolean flipped) {
    double first = 0;
    double last = 1;
    for (int k = 0; k < limb.size(); k++) {
      first = Math.max(first, limb.get(k).getFirst().fraction());
      last = Math.min(last, limb.get(k).getLast().fraction());
      double start = image.get(k).getFirst().fraction();
      double end = image.get(k).getLast().fraction();
      // What is beyond a curve on one side of the source is before it on the other.
      first = Math.max(first, flipped ? 1 - end : start);
      last = Math.min(last, flipped ? 1 - start : end);
    }
    double[] fractions = evenFractions(limb.getFirst(), first, Math.max(first, last));
    double[][] samples = new double[limb.size()][];
    for (int k = 0; k < samples.length; k++) {
      samples[k] = sampled(limb.get(k), fractions);
    }
    double[] gaps = gaps(limb.getFirst(), samples[0]);
    double[] others =
        gaps(
            image.getFirst(),
            sampled(image.getFirst(), flipped ? fromOtherSide(fractions) : fractions));
    return new LimbLine(
        samples, (gaps[0] + others[flipped ? 1 : 0]) / 2, (gaps[1] + others[flipped ? 0 : 1]) / 2);
  }

  private static double[] fromOtherSide(double[] fractions) {
    double[] out = new double[fractions.length];
    Arrays.setAll(out, s -> 1 - fractions[out.length - 1 - s]);
    return out;
  }

  /** Returns the distances of a line's ends from the first and the last curve. */
  private static double[] gaps(List<IsoCurve> curves, double[] line) {
    double[] end = Arrays.copyOfRange(line, line.length - STRIDE, line.length);
    return new double[] {
      Points.distance(curves.getFirst().centre(), line),
      Points.distance(curves.getLast().centre(), end)
    };
  }

  /** Returns the fraction of each sample so that the reference's are evenly spaced. */
  private static double[] evenFractions(List<IsoCurve> curves, double first, double last) {
    double[] dense = new double[8 * SAMPLES];
    Arrays.setAll(dense, i -> first + (last - first) * i / (dense.length - 1));
    double[] line = sampled(curves, dense);
    double[] length = new double[dense.length];
    for (int i = 1; i < length.length; i++) {
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = line[STRIDE * i + axis] - line[STRIDE * (i - 1) + axis];
        squared += d * d;
      }
      length[i] = length[i - 1] + Math.sqrt(squared);
    }
    double[] out = new double[SAMPLES];
    int at = 0;
    for (int s = 0; s < SAMPLES; s++) {
      double wanted = length[length.length - 1] * s / (SAMPLES - 1);
      while (at + 2 < length.length && length[at + 1] < wanted) {
        at++;
      }
      double gap = length[at + 1] - length[at];
      double t = gap > 0 ? Math.clamp((wanted - length[at]) / gap, 0, 1) : 0;
      out[s] = dense[at] + t * (dense[at + 1] - dense[at]);
    }
    return out;
  }

  /** Interpolates between the curves at rising fractions. */
  private static double[] sampled(List<IsoCurve> curves, double[] fractions) {
    double[] out = new double[STRIDE * fractions.length];
    int at = 0;
    for (int s = 0; s < fractions.length; s++) {
      while (at + 2 < curves.size() && curves.get(at + 1).fraction() < fractions[s]) {
        at++;
      }
      IsoCurve a = curves.get(at);
      IsoCurve b = curves.get(Math.min(at + 1, curves.size() - 1));
      double gap = b.fraction() - a.fraction();
      double t = gap > 0 ? Math.clamp((fractions[s] - a.fraction()) / gap, 0, 1) : 0;
      for (int axis = 0; axis < 3; axis++) {
        out[STRIDE * s + axis] = (1 - t) * a.centre()[axis] + t * b.centre()[axis];
      }
      out[STRIDE * s + RADIUS] = (1 - t) * a.radius() + t * b.radius();
      out[STRIDE * s + BENDING] = (1 - t) * a.bending() + t * b.bending();
    }
    return out;
  }

  /** Returns the number of poses, the reference included. */
  int poseCount() {
    return samples.length;
  }

  /** Returns the same line in the opposite direction. */
  LimbLine reversed() {
    double[][] out = new double[samples.length][STRIDE * SAMPLES];
    for (int k = 0; k < samples.length; k++) {
      for (int s = 0; s < SAMPLES; s++) {
        System.arraycopy(samples[k], STRIDE * (SAMPLES - 1 - s), out[k], STRIDE * s, STRIDE);
      }
    }
    return new LimbLine(out, after, before);
  }

  /** Returns a coordinate of a sample's centre in a pose. */
  double centre(int pose, int sample, int axis) {
    return samples[pose][STRIDE * sample + axis];
  }

  /** Returns the centre of a sample in a pose. */
  double[] centre(int pose, int sample) {
    return new double[] {centre(pose, sample, 0), centre(pose, sample, 1), centre(pose, sample, 2)};
  }

  /** Returns the mean radius of a sample's curve. */
  double radius(int pose, int sample) {
    return samples[pose][STRIDE * sample + RADIUS];
  }

  /** Returns the mean of |H| along a sample's curve. */
  double bending(int pose, int sample) {
    return samples[pose][STRIDE * sample + BENDING];
  }

  /**
   * Returns the end of the limb's axis in a pose if it is extended into the body.
   *
   * @param joints the samples of the inner joints: the axis is that of the piece before the first
   * @param extension the length by which the line is extended
   */
  double[] extendedStart(int pose, int[] joints, double extension) {
    int end = joints.length == 0 ? AXIS_SAMPLES : Math.min(AXIS_SAMPLES, joints[0]);
    double[] start = centre(pose, 0);
    double length = Points.distance(start, centre(pose, end));
    return length > 0 ? Points.between(start, centre(pose, end), -extension / length) : start;
  }

  /** Returns the length from the start to the middle of the body: about the limb's radius. */
  double usualExtension() {
    return before + radius(0, 0);
  }

  /** Returns the length of the line in a pose, without the tip. */
  double length(int pose) {
    double sum = 0;
    for (int s = 1; s < SAMPLES; s++) {
      sum += Points.distance(centre(pose, s), centre(pose, s - 1));
    }
    return sum;
  }
}
