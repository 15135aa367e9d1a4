package dev.sinew.simplify.price;

/**
 * How long vectors between points of a moving surface are over all poses. A norm: lengths of sums
 * are at most the sums of lengths. Several threads may ask at once.
 */
public interface DeviationNorm {
  /** The length of u a + v b + w c + x d, where u + v + w + x = 0. */
  double length(int a, double u, int b, double v, int c, double w, int d, double x);
}
