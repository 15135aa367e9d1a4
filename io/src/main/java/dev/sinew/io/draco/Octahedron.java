package dev.sinew.io.draco;

/**
 * Directions as points of a square onto which an octahedron is unfolded, in steps. See Cigolle et
 * al., "A Survey of Efficient Representations for Independent Unit Vectors" (2014).
 */
final class Octahedron {
  private final int range;
  private final int max;
  private final int center;

  /**
   * @param range the number of steps, 2ⁿ - 1
   */
  Octahedron(int range) {
    if (range < 3 || range > (1 << 30) - 1 || (range & (range + 1)) != 0) {
      throw new DracoException("normals with " + range + " steps");
    }
    this.range = range;
    max = range - 1;
    center = max / 2;
  }

  static Octahedron ofBits(int bits) {
    if (bits < 2 || bits > 30) {
      throw new DracoException("normals of " + bits + " bits: expected 2 to 30");
    }
    return new Octahedron((1 << bits) - 1);
  }

  /** Scales a vector until the sum of its absolute values is the centre of the square. */
  void scale(int[] vector) {
    long sum = 0;
    for (int v : vector) {
      sum += Math.abs((long) v);
    }
    if (sum == 0) {
      vector[0] = center;
      return;
    }
    vector[0] = (int) ((long) vector[0] * center / sum);
    vector[1] = (int) ((long) vector[1] * center / sum);
    int rest = center - Math.abs(vector[0]) - Math.abs(vector[1]);
    vector[2] = vector[2] >= 0 ? rest : -rest;
  }

  /** Projects a scaled vector onto the square. */
  void project(int[] vector, int[] out) {
    int s;
    int t;
    if (vector[0] >= 0) {
      s = vector[1] + center;
      t = vector[2] + center;
    } else {
      s = vector[1] < 0 ? Math.abs(vector[2]) : max - Math.abs(vector[2]);
      t = vector[2] < 0 ? Math.abs(vector[1]) : max - Math.abs(vector[1]);
    }
    boolean isCorner = (s == 0 && t == 0) || (s == 0 && t == max) || (s == max && t == 0);
    if (isCorner) {
      s = max;
      t = max;
    } else if ((s == 0 && t > center) || (s == max && t < center)) {
      t = max - t;
    } else if ((t == max && s < center) || (t == 0 && s > center)) {
      s = max - s;
    }
    out[0] = s;
    out[1] = t;
  }

  /** Replaces a predicted point and its correction by the point. */
  void correct(int[] predicted, int[] values, int at) {
    int s = predicted[0] - center;
    int t = predicted[1] - center;
    boolean isInside = Math.abs((long) s) + Math.abs((long) t) <= center;
    long inner = isInside ? pair(s, t) : inverted(s, t);
    int turns = turns(first(inner), second(inner));
    long turned = turned(inner, turns);
    int x = wrapped(first(turned) + values[at]);
    int y = wrapped(second(turned) + values[at + 1]);
    long back = turned(pair(x, y), (4 - turns) % 4);
    long result = isInside ? back : inverted(first(back), second(back));
    values[at] = first(result) + center;
    values[at + 1] = second(result) + center;
  }

  /** Returns how often a quarter turn takes a point to the lower left. */
  private static int turns(int s, int t) {
    if ((s == 0 && t == 0) || (s < 0 && t <= 0)) {
      return 0;
    }
    if (s == 0) {
      return t > 0 ? 3 : 1;
    }
    return s > 0 ? (t >= 0 ? 2 : 1) : 3;
  }

  private static long turned(long point, int turns) {
    int s = first(point);
    int t = second(point);
    return switch (turns) {
      case 1 -> pair(t, -s);
      case 2 -> pair(-s, -t);
      case 3 -> pair(-t, s);
      default -> point;
    };
  }

  /** Mirrors a point at the edge of the octahedron that is in its quarter. */
  private long inverted(int s, int t) {
    int signS = s > 0 || (s == 0 && t >= 0) ? 1 : -1;
    int signT = t > 0 || (t == 0 && s >= 0) ? 1 : -1;
    int cornerS = signS * center;
    int cornerT = signT * center;
    int u = s + s - cornerS;
    int v = t + t - cornerT;
    boolean sameSigns = signS == signT;
    int turnedU = sameSigns ? -v : v;
    int turnedV = sameSigns ? -u : u;
    return pair((turnedU + cornerS) / 2, (turnedV + cornerT) / 2);
  }

  private int wrapped(int value) {
    return value > center ? value - range : value < -center ? value + range : value;
  }

  private static long pair(int s, int t) {
    return ((long) s << 32) | (t & 0xFFFFFFFFL);
  }

  private static int first(long pair) {
    return (int) (pair >> 32);
  }

  private static int second(long pair) {
    return (int) pair;
  }

  /** Writes the unit vector of a point. */
  void unit(int s, int t, float[] out, int at) {
    float scale = 2f / max;
    float y = s * scale - 1;
    float z = t * scale - 1;
    float x = 1 - Math.abs(y) - Math.abs(z);
    float fold = Math.max(-x, 0);
    y += y < 0 ? fold : -fold;
    z += z < 0 ? fold : -fold;
    float square = x * x + y * y + z * z;
    float length = square < 1e-6f ? 0 : 1 / (float) Math.sqrt(square);
    out[at] = x * length;
    out[at + 1] = y * length;
    out[at + 2] = z * length;
  }
}
