package dev.sinew.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Joints of a single shape, which shows no motion. A limb has a joint where it is much thinner than
 * on both sides, such as a neck, and a piece that is long for its thickness is divided. The last
 * piece of a limb with three or more, a hand or a foot, is half as long as the others.
 */
final class Proportions {
  /** A piece of a limb is about this many radii long, a piece of the trunk this many. */
  private static final double LIMB_PIECE = 4;

  private static final double TRUNK_PIECE = 1.6;

  private static final int MAX_PIECES = 4;

  /** At a constriction the radius is at most this fraction of the largest on either side. */
  private static final double THIN = 0.65;

  /** Joints are at least this many samples apart. */
  private static final int MIN_GAP = 8;

  private Proportions() {}

  /**
   * Returns the samples of the joints with those of divided pieces added.
   *
   * @param pair a limb, or a limb and its mirror image
   * @param joints samples where the line bends
   * @param limb true for a limb that ends at a tip, false for a part of the trunk
   */
  static int[] divided(List<LimbLine> pair, int[] joints, boolean limb) {
    int[] known = withConstriction(pair, joints);
    List<Integer> out = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= known.length; i++) {
      boolean last = i == known.length;
      int end = last ? LimbLine.SAMPLES - 1 : known[i];
      int pieces = pieces(pair, start, end, limb ? LIMB_PIECE : TRUNK_PIECE);
      double whole = limb && last && pieces > 2 ? pieces - 0.5 : pieces;
      for (int p = 1; p < pieces; p++) {
        out.add((int) Math.round(start + (end - start) * p / whole));
      }
      if (!last) {
        out.add(end);
      }
      start = end;
    }
    return out.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Adds the thinnest sample between two thicker ones, unless a joint is near. */
  private static int[] withConstriction(List<LimbLine> pair, int[] joints) {
    double[] radius = new double[LimbLine.SAMPLES];
    for (LimbLine line : pair) {
      for (int s = 0; s < radius.length; s++) {
        radius[s] += line.radius(0, s) / pair.size();
      }
    }
    int thinnest = -1;
    for (int s = MIN_GAP; s < radius.length - MIN_GAP; s++) {
      double before = Arrays.stream(radius, 0, s).max().orElse(0);
      double after = Arrays.stream(radius, s, radius.length).max().orElse(0);
      boolean thin = radius[s] <= THIN * Math.min(before, after);
      if (thin && (thinnest < 0 || radius[s] < radius[thinnest])) {
        thinnest = s;
      }
    }
    int found = thinnest;
    if (found < 0 || Arrays.stream(joints).anyMatch(s -> Math.abs(s - found) < MIN_GAP)) {
      return joints;
    }
    return IntStream.concat(Arrays.stream(joints), IntStream.of(found)).sorted().toArray();
  }

  private static int pieces(List<LimbLine> pair, int start, int end, double radii) {
    double ratio = 0;
    for (LimbLine line : pair) {
      double length = 0;
      double radius = 0;
      for (int s = start; s < end; s++) {
        double step = Points.distance(line.centre(0, s + 1), line.centre(0, s));
        length += step;
        radius += step * (line.radius(0, s) + line.radius(0, s + 1)) / 2;
      }
      ratio += length > 0 && radius > 0 ? length / (radius / length) / pair.size() : 0;
    }
    return Math.clamp(Math.round(ratio / radii), 1, MAX_PIECES);
  }
}
