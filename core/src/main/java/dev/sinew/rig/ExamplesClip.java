package dev.sinew.rig;

import dev.sinew.model.Clip;
import java.util.stream.IntStream;

/** The clip of a fitted character that has one key per example, the reference first. */
public final class ExamplesClip {
  /** The name of the clip. */
  public static final String NAME = "examples";

  /** Up to this number of examples are shown one by one; more are frames of a motion. */
  public static final int MAX_SHOWN = 100;

  private static final double SHOWN_PER_SECOND = 1;
  private static final double FRAMES_PER_SECOND = 30;

  private ExamplesClip() {}

  /**
   * Returns the time of each key, in seconds: one second per example, so that each can be seen, or
   * 30 frames per second if there are many.
   *
   * @param keys the number of examples and the reference
   */
  public static double[] times(int keys) {
    double rate = keys - 1 <= MAX_SHOWN ? SHOWN_PER_SECOND : FRAMES_PER_SECOND;
    return IntStream.range(0, keys).mapToDouble(k -> k / rate).toArray();
  }

  /** Returns true if a clip has this name and number of keys. */
  public static boolean is(Clip clip, int keys) {
    return clip.name().equals(NAME)
        && !clip.tracks().isEmpty()
        && clip.tracks().getFirst().keyCount() == keys;
  }

  /** Returns the time of a key of such a clip. */
  public static double time(Clip clip, int key) {
    return clip.tracks().getFirst().time(key);
  }
}
