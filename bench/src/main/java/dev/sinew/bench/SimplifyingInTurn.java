package dev.sinew.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Compares the time of pricing over poses and of removing influences with the time of the rest pose
 * alone. The cases of {@link Simplifying} take turns in one process, so that a machine that is slow
 * for some time is slow for all of them. Prints the median of the ratios of all rounds.
 */
public final class SimplifyingInTurn {
  private static final int TRIANGLES = 50_000;
  private static final int WARM_UP = 6;

  private SimplifyingInTurn() {}

  /** Runs the number of rounds given as the argument, or 20. */
  public static void main(String[] args) {
    int rounds = args.length == 0 ? 20 : Math.max(1, Integer.parseInt(args[0]));
    List<Simplifying> cases = List.of(of(1, false), of(8, false), of(8, true));
    double[][] seconds = new double[cases.size()][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int c = 0; c < cases.size(); c++) {
        double time = time(cases.get(c));
        if (round >= 0) {
          seconds[c][round] = time;
        }
      }
    }
    List<String> shown = new ArrayList<>();
    for (double[] own : seconds) {
      double[] ratios = new double[rounds];
      Arrays.setAll(ratios, r -> own[r] / seconds[0][r]);
      shown.add(String.format(Locale.ROOT, "%.3f s (%.2f times)", median(own), median(ratios)));
    }
    System.out.printf(
        Locale.ROOT,
        "rest pose %s, 8 poses %s, with removal %s%n",
        shown.get(0),
        shown.get(1),
        shown.get(2));
    cases.forEach(Simplifying::end);
  }

  private static Simplifying of(int poses, boolean influences) {
    Simplifying made = new Simplifying();
    made.triangles = TRIANGLES;
    made.poses = poses;
    made.influences = influences;
    made.prepare();
    return made;
  }

  private static double time(Simplifying one) {
    System.gc(); // So that no case pays for the garbage of the one before.
    long start = System.nanoTime();
    if (one.stream().length() == 0) {
      throw new IllegalStateException("nothing was simplified");
    }
    return (System.nanoTime() - start) * 1e-9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
