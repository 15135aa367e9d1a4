package dev.sinew.pose;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Poses of one skeleton with weights. They can be iterated repeatedly, so that a long animation
 * need not be held in memory.
 */
public interface PoseSamples {
  /** Maximum number of frames of {@link #ofClips}. */
  int MAX_FRAMES = 1_000_000;

  /** Returns the skeleton of the poses. */
  Skeleton skeleton();

  /** Returns the number of poses, at least 1. */
  int count();

  /**
   * Passes every pose to the consumer, always in the same order. A pose's global transforms are up
   * to date; the pose is valid only until the consumer returns.
   */
  void forEach(Consumer<Pose> consumer);

  /** Returns the weight of a pose by its place in the order; the mean of all weights is 1. */
  default double weight(int index) {
    return 1;
  }

  /** Passes every pose with its weight to the visitor, as {@link #forEach} does. */
  default void forEachWeighted(Visitor visitor) {
    int[] next = {0};
    forEach(pose -> visitor.visit(pose, weight(next[0]++)));
  }

  /** Receives poses with their weights. */
  interface Visitor {
    /** Receives a pose, valid only until this returns, and its weight. */
    void visit(Pose pose, double weight);
  }

  /**
   * Returns given poses with equal weights.
   *
   * @param poses poses of one skeleton, global transforms up to date; the list is copied, the poses
   *     are kept
   */
  static PoseSamples of(List<Pose> poses) {
    List<Pose> kept = List.copyOf(poses);
    if (kept.isEmpty()) {
      throw new IllegalArgumentException("poses: expected at least 1, got 0");
    }
    Skeleton skeleton = kept.getFirst().skeleton();
    for (Pose pose : kept) {
      if (pose.skeleton() != skeleton) {
        throw new IllegalArgumentException("poses: expected all of one skeleton, got several");
      }
    }
    return new PoseSamples() {
      @Override
      public Skeleton skeleton() {
        return skeleton;
      }

      @Override
      public int count() {
        return kept.size();
      }

      @Override
      public void forEach(Consumer<Pose> consumer) {
        kept.forEach(consumer);
      }
    };
  }

  /**
   * Returns the frames of clips.
   *
   * @param clips at least one; copied
   * @param rate frames per second; every clip has frames at 0, 1 / rate, 2 / rate and so on up to
   *     its end
   */
  static PoseSamples ofClips(Skeleton skeleton, List<Clip> clips, double rate) {
    return ofClips(skeleton, clips, rate, clip -> 1);
  }

  /**
   * Returns the frames of clips with weights.
   *
   * @param clips at least one; copied
   * @param rate frames per second, as above
   * @param weightOf the weight of every frame of a clip, 0 or more, not 0 for all
   */
  static PoseSamples ofClips(
      Skeleton skeleton, List<Clip> clips, double rate, ToDoubleFunction<Clip> weightOf) {
    List<Clip> kept = List.copyOf(clips);
    if (kept.isEmpty()) {
      throw new IllegalArgumentException("clips: expected at least 1, got 0");
    }
    if (!(rate > 0) || !Double.isFinite(rate)) {
      throw new IllegalArgumentException("rate: expected a finite number above 0, got " + rate);
    }
    double frames = kept.stream().mapToDouble(clip -> framesOf(clip, rate)).sum();
    if (!(frames <= MAX_FRAMES)) {
      throw new IllegalArgumentException(
          "frames: expected at most " + MAX_FRAMES + ", got " + frames + "; lower the rate");
    }
    double[] weights = new double[(int) frames];
    int filled = 0;
    double sum = 0;
    for (Clip clip : kept) {
      int own = (int) framesOf(clip, rate);
      Arrays.fill(weights, filled, filled + own, weightOf.applyAsDouble(clip));
      filled += own;
      sum += own * weightOf.applyAsDouble(clip);
    }
    if (!(sum > 0)) {
      throw new RequestException("clip weights: expected at least one above 0");
    }
    double toMeanOne = frames / sum;
    return new PoseSamples() {
      @Override
      public Skeleton skeleton() {
        return skeleton;
      }

      @Override
      public int count() {
        return (int) frames;
      }

      @Override
      public double weight(int index) {
        return toMeanOne * weights[index];
      }

      @Override
      public void forEach(Consumer<Pose> consumer) {
        Pose pose = new Pose(skeleton);
        for (Clip clip : kept) {
          int last = (int) framesOf(clip, rate);
          for (int k = 0; k < last; k++) {
            clip.sample(k / rate, pose);
            consumer.accept(pose);
          }
        }
      }
    };
  }

  private static double framesOf(Clip clip, double rate) {
    // The tolerance keeps the last frame despite rounding.
    return Math.floor(clip.duration() * rate + 1e-6) + 1;
  }
}
