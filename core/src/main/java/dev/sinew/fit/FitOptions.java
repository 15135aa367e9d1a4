package dev.sinew.fit;

/**
 * How a skin is fitted.
 *
 * @param maxInfluences the most bones that move a vertex, 1 to {@value #MOST_INFLUENCES}
 * @param meanInfluences how many bones may move a vertex on average, 1 or more; what animation
 *     space spends where it removes most error
 * @param smooth δ of equation 18: how strongly neighbours' corrections are held together, 0 or more
 * @param shrink λ of equation 17 on corrections: how strongly the skin is pulled to linear
 *     blending, 0 or more
 * @param moves how often at most a bone of little use is taken to where error is largest, 0 or more
 * @param rounds how often skin and bones are solved in turn once the bones are found, 1 or more
 * @param scaledBones whether bones may grow and shrink
 */
public record FitOptions(
    int maxInfluences,
    double meanInfluences,
    double smooth,
    double shrink,
    int moves,
    int rounds,
    boolean scaledBones) {
  /** The most influences a vertex can be given. */
  public static final int MOST_INFLUENCES = 10;

  /** λ on weights: enough to choose between bones that move alike. */
  private static final double WEIGHT_RIDGE = 1e-3;

  /** Even without a pull, numbers that the examples leave open must come out as something. */
  private static final double LEAST_RIDGE = 1e-8;

  /** What suits characters of some ten to a hundred bones. */
  public static final FitOptions DEFAULTS = new FitOptions(4, 2.3, 2e-5, 4e-2, 8, 12, false);

  /** Checks all limits. */
  public FitOptions {
    if (maxInfluences < 1 || maxInfluences > MOST_INFLUENCES) {
      throw new IllegalArgumentException(
          "influences: expected 1 to " + MOST_INFLUENCES + ", got " + maxInfluences);
    }
    requireAtLeast("mean influences", meanInfluences, 1);
    requireAtLeast("smooth", smooth, 0);
    requireAtLeast("shrink", shrink, 0);
    requireAtLeast("moves", moves, 0);
    requireAtLeast("rounds", rounds, 1);
  }

  private static void requireAtLeast(String what, double value, double least) {
    if (!(value >= least) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + ": expected " + least + " or more, got " + value);
    }
  }

  public FitOptions withMaxInfluences(int n) {
    return new FitOptions(n, meanInfluences, smooth, shrink, moves, rounds, scaledBones);
  }

  public FitOptions withMeanInfluences(double mean) {
    return new FitOptions(maxInfluences, mean, smooth, shrink, moves, rounds, scaledBones);
  }

  public FitOptions withSmooth(double delta) {
    return new FitOptions(maxInfluences, meanInfluences, delta, shrink, moves, rounds, scaledBones);
  }

  public FitOptions withShrink(double lambda) {
    return new FitOptions(
        maxInfluences, meanInfluences, smooth, lambda, moves, rounds, scaledBones);
  }

  public FitOptions withMoves(int n) {
    return new FitOptions(maxInfluences, meanInfluences, smooth, shrink, n, rounds, scaledBones);
  }

  public FitOptions withRounds(int n) {
    return new FitOptions(maxInfluences, meanInfluences, smooth, shrink, moves, n, scaledBones);
  }

  public FitOptions withScaledBones(boolean scaled) {
    return new FitOptions(maxInfluences, meanInfluences, smooth, shrink, moves, rounds, scaled);
  }

  VertexSystem.Ridge ridge() {
    double correction = Math.max(shrink, LEAST_RIDGE);
    return new VertexSystem.Ridge(correction, Math.min(WEIGHT_RIDGE, correction));
  }
}
