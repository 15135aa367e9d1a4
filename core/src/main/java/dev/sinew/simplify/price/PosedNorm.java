package dev.sinew.simplify.price;

import dev.sinew.simplify.collapse.PosedPoints;

/** The weighted root mean square length over sample poses. */
public record PosedNorm(PosedPoints posed, double[] poseWeights) implements DeviationNorm {
  @Override
  public double length(int a, double u, int b, double v, int c, double w, int d, double x) {
    double[] s = posed.array();
    int at = posed.at(a), bt = posed.at(b), ct = posed.at(c), dt = posed.at(d);
    double sum = 0;
    for (int k = 0; k < poseWeights.length; k++) {
      double squares = 0;
      for (int i = 3 * k; i < 3 * k + 3; i++) {
        double e = u * s[at + i] + v * s[bt + i] + w * s[ct + i] + x * s[dt + i];
        squares += e * e;
      }
      sum += poseWeights[k] * squares;
    }
    return Math.sqrt(sum);
  }
}
