package dev.sinew.posespace.bake;

import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * Tracks of morph weights that get values for added targets. A file has one track of weights per
 * node, with keys for all targets at once, so old and added keys are merged.
 */
final class WeightTracks {
  /** Keys per second of old splines where they share a track with added linear keys. */
  private static final double SPLINE_RATE = 240;

  private WeightTracks() {}

  /** Returns an old track with added targets of weight 0. */
  static Track padded(Track old, int targets) {
    int components = old.components();
    double[] values = old.values();
    int rows = values.length / components;
    double[] out = new double[targets * rows];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(values, components * r, out, targets * r, Math.min(components, targets));
    }
    return new Track(old.joint(), Property.WEIGHTS, old.interpolation(), old.times(), out);
  }

  /**
   * Returns the added weights after constant weights of the old targets.
   *
   * @param added a linear track of the added targets
   */
  static Track after(double[] old, Track added) {
    int n = old.length + added.components();
    double[] values = added.values();
    double[] out = new double[n * added.keyCount()];
    for (int k = 0; k < added.keyCount(); k++) {
      System.arraycopy(old, 0, out, n * k, old.length);
      System.arraycopy(values, added.components() * k, out, n * k + old.length, added.components());
    }
    return new Track(added.joint(), Property.WEIGHTS, Interpolation.LINEAR, added.times(), out);
  }

  /**
   * Returns a linear track of old and added weights. It is exact where the old one is linear or
   * constant between keys; splines become dense keys.
   *
   * @param count the number of old targets
   */
  static Track merged(Track old, int count, Track added) {
    TreeSet<Double> times = new TreeSet<>();
    Arrays.stream(added.times()).forEach(times::add);
    Arrays.stream(old.times()).forEach(times::add);
    if (old.interpolation() == Interpolation.STEP) {
      for (double time : old.times()) {
        // Files hold times in single precision.
        times.add((double) Math.nextDown((float) time));
      }
    } else if (old.interpolation() == Interpolation.CUBICSPLINE) {
      for (double time = old.time(0); time < old.lastTime(); time += 1 / SPLINE_RATE) {
        times.add(time);
      }
    }
    double[] at =
        times.stream()
            .mapToDouble(time -> time.floatValue())
            .filter(time -> time >= 0)
            .distinct()
            .toArray();
    int n = count + added.components();
    double[] out = new double[n * at.length];
    double[] oldValues = new double[Math.max(count, old.components())];
    for (int k = 0; k < at.length; k++) {
      // Rounding a time must not move it before its step.
      double slack = old.interpolation() == Interpolation.STEP ? Math.ulp((float) at[k]) / 2 : 0;
      old.sample(at[k] + slack, oldValues, 0);
      System.arraycopy(oldValues, 0, out, n * k, count);
      added.sample(at[k], out, n * k + count);
    }
    return new Track(old.joint(), Property.WEIGHTS, Interpolation.LINEAR, at, out);
  }
}
