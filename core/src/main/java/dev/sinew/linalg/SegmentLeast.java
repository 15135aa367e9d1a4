package dev.sinew.linalg;

/**
 * The point of a segment from u to v that is nearest to the origin, given only a = ⟨u, u⟩, c = ⟨u,
 * v⟩ and b = ⟨v, v⟩: |(1 − t) u + t v|² = (1 − t)² a + 2 t (1 − t) c + t² b.
 */
public final class SegmentLeast {
  private SegmentLeast() {}

  /** Its share t of v, from 0 to 1; where all points are as near, that of v itself. */
  public static double share(double a, double c, double b) {
    double bend = a - 2 * c + b;
    return bend > 0 ? Math.clamp((a - c) / bend, 0, 1) : 1;
  }

  /** The squared distance at a share. */
  public static double square(double a, double c, double b, double t) {
    return (1 - t) * (1 - t) * a + 2 * t * (1 - t) * c + t * t * b;
  }
}
