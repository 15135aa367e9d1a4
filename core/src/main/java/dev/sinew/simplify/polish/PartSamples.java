package dev.sinew.simplify.polish;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The number of samples on each part of two surfaces, and their elements. Samples of a part share
 * its weight evenly. A part of few elements has more samples than elements: with one sample per
 * triangle, those of a part of one or two triangles would not decide where its corners are, and
 * such parts would grow.
 */
final class PartSamples {
  /** The least number of samples of a part on each surface: several per unknown of a triangle. */
  private static final int MIN_SAMPLES = 32;

  /** The elements of the original, part by part, and what they weigh up to each of them. */
  private final int[] byPart;

  private final double[] upTo;

  /** Where each part of the original starts in them, one more at the end. */
  private final int[] start;

  /** The number of samples of each part of the original. */
  private final int[] samples;

  /** The number of elements of each part of the level. */
  private final int[] levelElements;

  /** The element of every sample of the level. */
  final int[] ofLevel;

  final int originalCount;

  PartSamples(SurfaceElements originals, SurfaceElements levels) {
    int parts = 1 + Arrays.stream(originals.parts()).max().orElse(-1);
    levelElements = new int[parts];
    for (int part : levels.parts()) {
      levelElements[part]++;
    }
    ofLevel =
        IntStream.range(0, levels.count())
            .flatMap(e -> IntStream.generate(() -> e).limit(perElement(levels.part(e))))
            .toArray();
    byPart =
        IntStream.range(0, originals.count())
            .boxed()
            .sorted(Comparator.comparingInt(originals::part))
            .mapToInt(Integer::intValue)
            .toArray();
    upTo = new double[byPart.length + 1];
    start = new int[parts + 1];
    for (int i = 0; i < byPart.length; i++) {
      upTo[i + 1] = upTo[i] + originals.share(byPart[i]);
      start[originals.part(byPart[i]) + 1] = i + 1;
    }
    samples = new int[parts];
    for (int part = 0; part < parts; part++) {
      start[part + 1] = Math.max(start[part], start[part + 1]);
      double share = (upTo[start[part + 1]] - upTo[start[part]]) / originals.whole();
      boolean isLeft = levelElements[part] > 0 && share > 0;
      samples[part] = isLeft ? Math.max(MIN_SAMPLES, (int) Math.round(levels.count() * share)) : 0;
    }
    originalCount = Arrays.stream(samples).sum();
  }

  /** Returns the number of samples per element of a part of the level. */
  int perElement(int part) {
    return Math.ceilDiv(MIN_SAMPLES, levelElements[part]);
  }

  /**
   * Chooses the elements of the samples of the original.
   *
   * @param jitter moves the samples, 0 to 1
   * @param element receives the element of every sample
   * @param share receives its share of the weight of the surface
   */
  void choose(double jitter, int[] element, float[] share) {
    int next = 0;
    for (int part = 0; part < samples.length; part++) {
      double first = upTo[start[part]];
      double whole = upTo[start[part + 1]] - first;
      int i = start[part];
      for (int s = 0; s < samples[part]; s++) {
        double at = first + whole * (s + jitter) / samples[part];
        while (i + 1 < start[part + 1] && upTo[i + 1] < at) {
          i++;
        }
        element[next] = byPart[i];
        share[next++] = (float) (whole / samples[part]);
      }
    }
  }
}
