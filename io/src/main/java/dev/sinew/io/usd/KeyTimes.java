package dev.sinew.io.usd;

import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The times at which tracks are sampled, so that samples with straight lines between them, and arcs
 * between rotations, are the tracks: all keys, for steps also the moments before them, and for
 * cubic splines as many times between them as they need.
 */
final class KeyTimes {
  /** Times that differ less, relative to themselves, are the same in the files of most programs. */
  private static final double SAME = 1e-7;

  /** How long before a key a step is. */
  private static final double STEP = 1e-5;

  /** The largest distance of a spline from its samples, relative to its largest value. */
  private static final double CURVE_ERROR = 1e-5;

  private static final int MAX_HALVINGS = 10;

  private final DoubleStream.Builder times = DoubleStream.builder();

  private KeyTimes() {}

  /** Returns the times of tracks, rising. */
  static double[] of(List<Clip.Track> tracks) {
    KeyTimes all = new KeyTimes();
    tracks.forEach(all::add);
    double[] sorted = all.times.build().sorted().toArray();
    int kept = 0;
    for (double time : sorted) {
      if (kept == 0 || time - sorted[kept - 1] > SAME * Math.max(1, Math.abs(time))) {
        sorted[kept++] = time;
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  private void add(Clip.Track track) {
    for (int k = 0; k < track.keyCount(); k++) {
      double time = track.time(k);
      times.add(time);
      if (k == 0) {
        continue;
      }
      double before = track.time(k - 1);
      if (track.interpolation() == Interpolation.STEP) {
        double end = time - Math.max(STEP, 4 * Math.ulp((float) time));
        if (end > before) {
          times.add(end);
        }
      } else if (track.interpolation() == Interpolation.CUBICSPLINE) {
        new Curve(track).halve(before, time, 0);
      }
    }
  }

  /** A cubic spline that is halved until its pieces are straight. */
  private final class Curve {
    private final Clip.Track track;
    private final double tolerance;
    private final double[] from;
    private final double[] to;
    private final double[] at;

    Curve(Clip.Track track) {
      this.track = track;
      from = new double[track.components()];
      to = new double[from.length];
      at = new double[from.length];
      double largest = Double.MIN_NORMAL;
      for (int k = 0; k < track.keyCount(); k++) {
        track.sample(track.time(k), at, 0);
        largest = Math.max(largest, Arrays.stream(at).map(Math::abs).max().orElse(0));
      }
      tolerance = CURVE_ERROR * largest;
    }

    void halve(double start, double end, int halvings) {
      double middle = (start + end) / 2;
      if (halvings == MAX_HALVINGS || isStraight(start, end)) {
        return;
      }
      halve(start, middle, halvings + 1);
      times.add(middle);
      halve(middle, end, halvings + 1);
    }

    /** Looks at three places: a cubic crosses the line between its ends once at most. */
    private boolean isStraight(double start, double end) {
      track.sample(start, from, 0);
      track.sample(end, to, 0);
      double sign = 1;
      if (track.property() == Property.ROTATION) {
        double dot = 0;
        for (int i = 0; i < from.length; i++) {
          dot += from[i] * to[i];
        }
        sign = Math.signum(dot);
      }
      for (int quarter = 1; quarter < 4; quarter++) {
        double u = quarter / 4.0;
        track.sample((1 - u) * start + u * end, at, 0);
        for (int i = 0; i < at.length; i++) {
          if (Math.abs(at[i] - (1 - u) * from[i] - u * sign * to[i]) > tolerance) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
