package dev.sinew.simplify.price;

/**
 * A norm of vectors between points of a moving surface, over all poses. The triangle inequality
 * holds. Implementations are thread-safe.
 */
public interface DeviationNorm {
  /** Returns the norm of u a + v b + w c + x d, where u + v + w + x = 0. */
  double length(int a, double u, int b, double v, int c, double w, int d, double x);

  /** Updates a point that has lost an influence; no other thread may measure meanwhile. */
  default void update(int point) {}
}
