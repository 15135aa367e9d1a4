package dev.sinew.rig;

import dev.sinew.math.Quaternion;
import java.util.BitSet;

/**
 * Removes keys of a translation and a rotation that interpolation between their neighbours
 * reproduces, by the algorithm of Ramer (1972) and of Douglas and Peucker (1973): the key that is
 * furthest from the interpolation of a segment is kept and divides it, until all are within the
 * tolerance. Cost O(n log n) for most motions, O(n²) at worst.
 */
public final class KeyReduction {
  private final double[] times;
  private final double[] translations;
  private final double[] rotations;
  private final double scale;
  private final double radius;
  private final BitSet kept = new BitSet();

  /**
   * Prepares a reduction.
   *
   * @param times increasing
   * @param translations x, y, z per key
   * @param rotations a quaternion per key, neighbours with a positive dot product
   * @param scale the length of a unit of translation
   * @param radius the distance at which a rotation is measured
   */
  public KeyReduction(
      double[] times, double[] translations, double[] rotations, double scale, double radius) {
    this.times = times;
    this.translations = translations;
    this.rotations = rotations;
    this.scale = scale;
    this.radius = radius;
  }

  /** Returns the keys to keep, the first and the last included. */
  public int[] keep(double tolerance) {
    int last = times.length - 1;
    kept.set(0);
    kept.set(last);
    // Segments to divide; a stack instead of recursion, since a clip may have many keys.
    int[] stack = new int[2 * times.length + 2];
    int size = 0;
    stack[size++] = 0;
    stack[size++] = last;
    while (size > 0) {
      int to = stack[--size];
      int from = stack[--size];
      int worst = furthest(from, to, tolerance);
      if (worst >= 0) {
        kept.set(worst);
        stack[size++] = from;
        stack[size++] = worst;
        stack[size++] = worst;
        stack[size++] = to;
      }
    }
    return kept.stream().toArray();
  }

  /** Returns the key of a segment that is furthest from its interpolation; -1 if all are near. */
  private int furthest(int from, int to, double tolerance) {
    double largest = tolerance;
    int found = -1;
    for (int key = from + 1; key < to; key++) {
      double error = error(from, key, to);
      if (error > largest) {
        largest = error;
        found = key;
      }
    }
    return found;
  }

  private double error(int from, int key, int to) {
    double t = (times[key] - times[from]) / (times[to] - times[from]);
    double squares = 0;
    for (int c = 0; c < 3; c++) {
      double between = (1 - t) * translations[3 * from + c] + t * translations[3 * to + c];
      double d = translations[3 * key + c] - between;
      squares += d * d;
    }
    double[] q = new double[Quaternion.SIZE];
    Quaternion.slerp(rotations, 4 * from, rotations, 4 * to, t, q, 0);
    int own = 4 * key;
    // |q − r| is half the angle between them, for small angles; of r and −r the nearer one counts.
    double difference = 0;
    double opposite = 0;
    for (int i = 0; i < Quaternion.SIZE; i++) {
      double r = rotations[own + i];
      difference += (q[i] - r) * (q[i] - r);
      opposite += (q[i] + r) * (q[i] + r);
    }
    return scale * Math.sqrt(squares) + 2 * radius * Math.sqrt(Math.min(difference, opposite));
  }
}
