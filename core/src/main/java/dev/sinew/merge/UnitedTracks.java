package dev.sinew.merge;

import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Joins tracks of morph weights into one. Tracks with the same keys are joined as they are; else
 * the keys of all are united, with values and slopes that give the same curves: a part of a cubic
 * is a cubic, and a line is one.
 */
final class UnitedTracks {
  /**
   * A weight over time.
   *
   * @param track the track that has it; empty if it stays
   * @param index its place in the track
   * @param rest its value without a track
   */
  record Weight(Optional<Track> track, int index, double rest) {}

  private final List<Weight> weights;
  private final List<Track> tracks;

  private UnitedTracks(List<Weight> weights) {
    this.weights = weights;
    tracks = weights.stream().flatMap(weight -> weight.track.stream()).distinct().toList();
  }

  /**
   * Returns a track of weights; empty if none has a track.
   *
   * @param joint the joint that the track drives
   */
  static Optional<Track> of(int joint, List<Weight> weights) {
    UnitedTracks work = new UnitedTracks(weights);
    return work.tracks.isEmpty() ? Optional.empty() : Optional.of(work.track(joint));
  }

  private Track track(int joint) {
    Interpolation how = interpolation();
    double[] times = times(how);
    int width = weights.size();
    boolean cubic = how == Interpolation.CUBICSPLINE;
    double[] values = new double[times.length * width * (cubic ? 3 : 1)];
    for (int w = 0; w < width; w++) {
      for (int k = 0; k < times.length; k++) {
        values[(cubic ? 3 * k + 1 : k) * width + w] = weights.get(w).rest;
      }
    }
    for (Track track : tracks) {
      double[] before = new double[track.components()];
      double[] at = new double[before.length];
      double[] after = new double[before.length];
      double[] keys = track.values();
      double[] keyTimes = track.times();
      for (int k = 0; k < times.length; k++) {
        track.sample(times[k], at, 0);
        copy(track, at, values, (cubic ? 3 * k + 1 : k) * width);
        if (cubic) {
          slopes(track, keys, next(keyTimes, times[k], true), times[k], before);
          slopes(track, keys, next(keyTimes, times[k], false), times[k], after);
          copy(track, before, values, 3 * k * width);
          copy(track, after, values, (3 * k + 2) * width);
        }
      }
    }
    return new Track(joint, Property.WEIGHTS, how, times, values);
  }

  /** Returns the simplest interpolation that all curves can be written in. */
  private Interpolation interpolation() {
    Interpolation out = Interpolation.STEP;
    for (Track track : tracks) {
      out = track.interpolation().compareTo(out) > 0 ? track.interpolation() : out;
    }
    return out;
  }

  /** Returns the times of all keys; a step in a curve is two keys that are as close as possible. */
  private double[] times(Interpolation how) {
    TreeSet<Double> out = new TreeSet<>();
    for (Track track : tracks) {
      for (int k = 0; k < track.keyCount(); k++) {
        out.add(track.time(k));
        if (k > 0 && track.interpolation() == Interpolation.STEP && how != Interpolation.STEP) {
          double before = Math.nextDown((float) track.time(k));
          if (before > track.time(k - 1)) {
            out.add(before);
          }
        }
      }
    }
    return out.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Copies what a track drives. */
  private void copy(Track track, double[] from, double[] values, int first) {
    for (int w = 0; w < weights.size(); w++) {
      if (weights.get(w).track.filter(own -> own == track).isPresent()) {
        values[first + w] = from[weights.get(w).index];
      }
    }
  }

  /** Returns the key at which the stretch of a curve ends that lies before or after a time. */
  private static int next(double[] times, double time, boolean before) {
    int found = Arrays.binarySearch(times, time);
    return found < 0 ? -found - 1 : before ? found : found + 1;
  }

  /** Writes the slopes of a track's values at a time in the stretch that ends with a key. */
  private static void slopes(Track track, double[] keys, int next, double time, double[] out) {
    Arrays.fill(out, 0);
    if (next == 0 || next == track.keyCount() || track.interpolation() == Interpolation.STEP) {
      return;
    }
    int width = out.length;
    double span = track.time(next) - track.time(next - 1);
    double u = (time - track.time(next - 1)) / span;
    for (int i = 0; i < width; i++) {
      if (track.interpolation() == Interpolation.LINEAR) {
        out[i] = (keys[next * width + i] - keys[(next - 1) * width + i]) / span;
        continue;
      }
      int first = (3 * (next - 1) + 1) * width + i;
      double rise = keys[first] - keys[first + 3 * width];
      out[i] =
          6 * u * (u - 1) * rise / span
              + (3 * u * u - 4 * u + 1) * keys[first + width]
              + (3 * u * u - 2 * u) * keys[first + 2 * width];
    }
  }
}
