package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Clip;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Samples what curves drive at their keys and, where it does not go in lines between them, at the
 * frames from the first key on.
 */
final class FbxSampler {
  /** A frame this near to a key, in frames, is the key. */
  private static final double SAME_FRAME = 0.01;

  private static final int BYTES_PER_SAMPLE = 200;

  private final FbxNode stack;
  private final long start;
  private final double ticksPerSecond;
  private final double ticksPerFrame;

  /** Returns the values at a time, in ticks, or just before. */
  @FunctionalInterface
  interface Values {
    double[] at(long time, boolean before);
  }

  /**
   * What a track drives.
   *
   * @param sources the properties that it depends on
   * @param bends whether it does not go in lines between their keys
   */
  record Drive(int node, Clip.Property property, List<FbxAnimated> sources, boolean bends) {}

  /**
   * @param stack the clip, for messages
   * @param start the time that becomes 0
   */
  FbxSampler(FbxNode stack, long start, double ticksPerSecond, double ticksPerFrame) {
    this.stack = stack;
    this.start = start;
    this.ticksPerSecond = ticksPerSecond;
    this.ticksPerFrame = ticksPerFrame;
  }

  /** Adds a track, unless its sources have no keys. */
  void add(Drive drive, Values values, List<Clip.Track> tracks) throws MalformedAssetException {
    List<FbxCurve> curves = drive.sources.stream().flatMap(FbxAnimated::curves).distinct().toList();
    if (curves.isEmpty()) {
      return;
    }
    long[] keys =
        curves.stream().flatMapToLong(c -> LongStream.of(c.times())).sorted().distinct().toArray();
    boolean steps = curves.stream().allMatch(FbxCurve::isStepped);
    long[] ticks = drive.bends && !steps ? withFrames(keys) : keys;
    int width = values.at(ticks[0], false).length;
    stack.file().spend(stack.at(), (BYTES_PER_SAMPLE + 16L * width) * ticks.length);
    double[] times = new double[2 * ticks.length];
    double[] samples = new double[width * times.length];
    int count = 0;
    for (long tick : ticks) {
      float time = (float) (((double) tick - start) / ticksPerSecond);
      double[] now = values.at(tick, false);
      if (!steps && count > 0) {
        double[] before = values.at(tick, true);
        float justBefore = Math.nextDown(time);
        if (justBefore > times[count - 1] && !Arrays.equals(before, now)) {
          times[count] = justBefore;
          System.arraycopy(before, 0, samples, width * count++, width);
        }
      }
      if (count == 0 || time > times[count - 1]) {
        times[count] = time;
        System.arraycopy(now, 0, samples, width * count++, width);
      }
    }
    stack.file().requireFloats(stack.at(), "a value of a clip", samples);
    tracks.add(
        track(drive, steps, Arrays.copyOf(times, count), Arrays.copyOf(samples, width * count)));
  }

  /** Returns a track; one that stands still has its first and last key only. */
  private static Clip.Track track(Drive drive, boolean steps, double[] times, double[] samples) {
    int width = samples.length / times.length;
    boolean still = true;
    for (int i = width; i < samples.length && still; i++) {
      still = samples[i] == samples[i - width];
    }
    double[] keptTimes = times;
    double[] kept = samples;
    if (still && times.length > 2) {
      keptTimes = new double[] {times[0], times[times.length - 1]};
      kept = Arrays.copyOf(samples, 2 * width);
    }
    return new Clip.Track(
        drive.node,
        drive.property,
        steps ? Clip.Interpolation.STEP : Clip.Interpolation.LINEAR,
        keptTimes,
        kept);
  }

  private long[] withFrames(long[] keys) throws MalformedAssetException {
    long first = keys[0];
    double frames = (keys[keys.length - 1] - (double) first) / ticksPerFrame;
    stack.file().spend(stack.at(), (long) (BYTES_PER_SAMPLE * frames));
    long[] all = new long[(int) frames + 1 + keys.length];
    System.arraycopy(keys, 0, all, 0, keys.length);
    int count = keys.length;
    int next = 0;
    for (int f = 1; f < frames; f++) {
      long tick = first + Math.round(f * ticksPerFrame);
      while (keys[next] < tick) {
        next++;
      }
      double near = Math.min(keys[next] - tick, next == 0 ? Long.MAX_VALUE : tick - keys[next - 1]);
      if (near > SAME_FRAME * ticksPerFrame) {
        all[count++] = tick;
      }
    }
    long[] out = Arrays.copyOf(all, count);
    Arrays.sort(out);
    return out;
  }
}
