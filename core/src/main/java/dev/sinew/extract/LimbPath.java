package dev.sinew.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * A way along the centre lines of limbs that follow each other, in every pose. Places on it are
 * lengths from its start in the reference, so a place is the same part of the body in all poses.
 */
final class LimbPath {
  /** Turns are measured between the means over this part of the path before and after a place. */
  private static final double ARM_OF_TURN = 0.08;

  private final List<LimbLine> lines;
  private final int[] limb;
  private final double[] place;

  /**
   * Creates a path.
   *
   * @param lines the lines of all limbs
   * @param limbs the limbs of the path, each a way from its start to its end
   */
  LimbPath(List<LimbLine> lines, List<Integer> limbs) {
    if (limbs.isEmpty()) {
      throw new IllegalArgumentException("limbs: expected at least 1, got 0");
    }
    this.lines = lines;
    limb = new int[LimbLine.SAMPLES * limbs.size()];
    place = new double[limb.length];
    for (int i = 0; i < limb.length; i++) {
      limb[i] = limbs.get(i / LimbLine.SAMPLES);
      place[i] = i == 0 ? 0 : place[i - 1] + Points.distance(sample(0, i - 1), sample(0, i));
    }
  }

  private double[] sample(int pose, int i) {
    return lines.get(limb[i]).centre(pose, i % LimbLine.SAMPLES);
  }

  /** Returns the length in the reference. */
  double length() {
    return place[place.length - 1];
  }

  /** Returns the limb at a place. */
  int limb(double at) {
    return limb[before(at)];
  }

  /** Returns x, y, z of a place in a pose; beyond the ends, the straight continuation. */
  double[] at(int pose, double at) {
    int i = before(at);
    if (at < 0 || at > length()) {
      return beyond(pose, at);
    }
    return Points.between(sample(pose, i), sample(pose, i + 1), part(i, at));
  }

  /** Returns the radius at a place in the reference. */
  double radius(double at) {
    int i = before(at);
    double t = part(i, at);
    return (1 - t) * sampleRadius(i) + t * sampleRadius(i + 1);
  }

  private double sampleRadius(int i) {
    return lines.get(limb[i]).radius(0, i % LimbLine.SAMPLES);
  }

  /** Returns the sample before a place, with one after it. */
  private int before(double at) {
    int i = 0;
    while (i + 2 < place.length && place[i + 1] < at) {
      i++;
    }
    return i;
  }

  private double part(int i, double at) {
    double gap = place[i + 1] - place[i];
    return gap > 0 ? Math.clamp((at - place[i]) / gap, 0, 1) : 0;
  }

  private double[] beyond(int pose, double at) {
    double reach = ARM_OF_TURN * length();
    boolean first = at < 0;
    double[] end = at(pose, first ? 0 : length());
    double[] inner = at(pose, first ? reach : length() - reach);
    return reach > 0 ? Points.between(inner, end, 1 + (first ? -at : at - length()) / reach) : end;
  }

  /** Returns the place of the reference that is nearest to a point. */
  double nearest(double[] point) {
    double best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i + 1 < place.length; i++) {
      double t = Points.nearestPlace(point, sample(0, i), sample(0, i + 1));
      double d = Points.distance(point, Points.between(sample(0, i), sample(0, i + 1), t));
      if (d < least) {
        least = d;
        best = place[i] + t * (place[i + 1] - place[i]);
      }
    }
    return best;
  }

  /** Returns the place between two others with the least radius. */
  double thinnest(double from, double to) {
    return least(from, to, this::radius);
  }

  /** Returns the place between two others with the largest radius. */
  double thickest(double from, double to) {
    return least(from, to, at -> -radius(at));
  }

  /** Returns the place between two others where the path turns most. */
  double sharpest(double from, double to) {
    return least(from, to, at -> -turn(at));
  }

  private double least(double from, double to, DoubleUnaryOperator value) {
    double best = from;
    double least = Double.POSITIVE_INFINITY;
    for (double at : places(from, to)) {
      double now = value.applyAsDouble(at);
      if (now < least) {
        least = now;
        best = at;
      }
    }
    return best;
  }

  private List<Double> places(double from, double to) {
    List<Double> out = new ArrayList<>(List.of(from));
    for (double at : place) {
      if (at > from && at < to) {
        out.add(at);
      }
    }
    out.add(to);
    return out;
  }

  /** Returns the angle by which the reference's path turns at a place, in radians. */
  double turn(double at) {
    double reach = ARM_OF_TURN * length();
    double[] here = at(0, at);
    double[] in = Points.difference(here, at(0, Math.max(0, at - reach)));
    double[] out = Points.difference(at(0, Math.min(length(), at + reach)), here);
    return Points.angle(in, out);
  }
}
