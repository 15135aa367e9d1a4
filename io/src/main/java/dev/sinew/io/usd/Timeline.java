package dev.sinew.io.usd;

import dev.sinew.model.Clip;
import dev.sinew.run.RequestException;
import java.util.List;
import java.util.TreeSet;

/** The time codes of a file, and how many numbers may be stored at them. */
final class Timeline {
  private static final int[] RATES = {24, 25, 30, 48, 50, 60, 90, 100, 120};

  /** How far from a frame a key of a file may be that was written with few digits. */
  private static final double NEAR = 1e-3;

  /** Where clips have keys at no rate of frames, or where there are none. */
  private static final int DEFAULT = 60;

  /**
   * The most samples per value of the clips, beyond a number that all files may have. Joints with
   * few keys each, at different times, become many samples: a real clip ten times as many, a
   * hostile file as many as there are joints.
   */
  private static final long MAX_PER_VALUE = 32;

  private static final long ALWAYS = 1L << 22;

  private final double perSecond;
  private final long most;
  private long spent;

  private Timeline(double perSecond, long most) {
    this.perSecond = perSecond;
    this.most = most;
  }

  /** Returns a timeline with the lowest usual rate of frames at which all keys of clips lie. */
  static Timeline of(List<Clip> clips) {
    TreeSet<Double> times = new TreeSet<>();
    long values = 0;
    for (Clip clip : clips) {
      for (Clip.Track track : clip.tracks()) {
        values += (long) track.keyCount() * track.components();
        for (int k = 0; k < track.keyCount(); k++) {
          times.add(track.time(k));
        }
      }
    }
    long most = ALWAYS + MAX_PER_VALUE * values;
    for (int rate : RATES) {
      if (times.stream().allMatch(time -> isNearFrame(time, rate, NEAR))) {
        return new Timeline(rate, most);
      }
    }
    return new Timeline(DEFAULT, most);
  }

  /** Returns the time codes per second. */
  double perSecond() {
    return perSecond;
  }

  /** Returns the time code of a time in seconds; a whole number for that of a frame. */
  double code(double time) {
    // Times of files have single precision.
    double error = 2 * perSecond * Math.ulp((float) time);
    double code = time * perSecond;
    return isNearFrame(time, perSecond, error) ? Math.rint(code) : code;
  }

  private static boolean isNearFrame(double time, double rate, double error) {
    double code = time * rate;
    return Math.abs(code - Math.rint(code)) <= error;
  }

  /** Counts the numbers of a property of a clip; refuses them if they are too many. */
  void spend(Clip clip, int times, int numbersPerTime) {
    spent += (long) times * numbersPerTime;
    if (spent > most) {
      throw new RequestException(
          "clip '"
              + clip.name()
              + "' has "
              + times
              + " different key times; USD stores the values of all joints at each, more than "
              + most
              + " numbers in all");
    }
  }
}
