package dev.sinew.pose;

import dev.sinew.model.Clip;
import java.util.function.DoubleConsumer;

/**
 * Proven bounds of a track between its keys: the range of its values, and bounds on their first and
 * second time derivatives. A piece is the interval between two neighbouring keys. A cubic piece is
 * a Bézier curve: its values lie in the hull of its control points, and its derivatives are Bézier
 * curves too.
 */
public final class KeyCurve {
  private final Clip.Track track;
  private final double[] values;
  private final int components;
  private final boolean cubic;

  /**
   * Bounds on the derivatives of a rotation matrix R.
   *
   * @param first bound on |R'|, the angular speed
   * @param second bound on |R''|
   */
  public record Turning(double first, double second) {
    static final Turning NONE = new Turning(0, 0);
    static final Turning UNBOUNDED =
        new Turning(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /** Keeps the track. */
  public KeyCurve(Clip.Track track) {
    this.track = track;
    values = track.values();
    components = track.components();
    cubic = track.interpolation() == Clip.Interpolation.CUBICSPLINE;
  }

  int pieces() {
    return track.keyCount() - 1;
  }

  /** Returns the index of the piece at a time; -1 outside the keys, where the value is constant. */
  public int pieceAt(double time) {
    int from = 0;
    int to = track.keyCount();
    while (from < to) {
      int mid = (from + to) >>> 1;
      if (track.time(mid) <= time) {
        from = mid + 1;
      } else {
        to = mid;
      }
    }
    return from == 0 || from == track.keyCount() ? -1 : from - 1;
  }

  private double span(int piece) {
    return track.time(piece + 1) - track.time(piece);
  }

  private double key(int k, int c) {
    return values[(cubic ? 3 * k + 1 : k) * components + c];
  }

  /** Returns component c of control point i, 0 to 3, of a cubic piece. */
  double control(int piece, int i, int c) {
    return switch (i) {
      case 0 -> key(piece, c);
      case 1 -> key(piece, c) + span(piece) / 3 * values[(3 * piece + 2) * components + c];
      case 2 -> key(piece + 1, c) - span(piece) / 3 * values[3 * (piece + 1) * components + c];
      default -> key(piece + 1, c);
    };
  }

  /** Widens a range {min, max} to contain all values of a component. */
  public void widen(int c, double[] range) {
    for (int k = 0; k < track.keyCount(); k++) {
      include(key(k, c), range);
    }
    for (int piece = 0; cubic && piece < pieces(); piece++) {
      include(control(piece, 1, c), range);
      include(control(piece, 2, c), range);
    }
  }

  /** Passes on points, component by component, whose hull contains all values. */
  void forEachControl(DoubleConsumer out) {
    for (int k = 0; k < track.keyCount(); k++) {
      for (int c = 0; c < components; c++) {
        out.accept(key(k, c));
      }
      for (int i = 1; cubic && k < pieces() && i < 3; i++) {
        for (int c = 0; c < components; c++) {
          out.accept(control(k, i, c));
        }
      }
    }
  }

  private static void include(double value, double[] range) {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }

  /**
   * Returns a bound on the length of the value over a piece; for piece -1, its length at a time.
   */
  public double length(int piece, double time) {
    if (piece < 0) {
      double[] held = new double[components];
      track.sample(time, held, 0);
      double sum = 0;
      for (double x : held) {
        sum += x * x;
      }
      return Math.sqrt(sum);
    }
    double max = Math.max(norm(piece, 0, 0, 1, 0), norm(piece, 3, 0, 1, 0));
    return cubic ? Math.max(max, Math.max(norm(piece, 1, 0, 1, 0), norm(piece, 2, 0, 1, 0))) : max;
  }

  /** Returns the length of a·P_i + b·P_k, with P the control points, or the keys if not cubic. */
  private double norm(int piece, int i, int k, double a, double b) {
    double sum = 0;
    for (int c = 0; c < components; c++) {
      double p = point(piece, i, c);
      double q = b == 0 ? 0 : point(piece, k, c);
      sum += (a * p + b * q) * (a * p + b * q);
    }
    return Math.sqrt(sum);
  }

  private double point(int piece, int i, int c) {
    return cubic ? control(piece, i, c) : key(i == 0 ? piece : piece + 1, c);
  }

  private boolean isConstant(int piece) {
    return piece < 0 || track.interpolation() == Clip.Interpolation.STEP;
  }

  /** Returns a bound on the length of the value's first derivative. */
  public double speed(int piece) {
    if (isConstant(piece)) {
      return 0;
    }
    if (!cubic) {
      return norm(piece, 3, 0, 1, -1) / span(piece);
    }
    double max = 0;
    for (int i = 0; i < 3; i++) {
      max = Math.max(max, norm(piece, i + 1, i, 1, -1));
    }
    return 3 * max / span(piece);
  }

  /** Returns a bound on the length of the value's second derivative. */
  public double acceleration(int piece) {
    if (isConstant(piece) || !cubic) {
      return 0;
    }
    double max = 0;
    for (int i = 0; i < 2; i++) {
      double sum = 0;
      for (int c = 0; c < components; c++) {
        double d = control(piece, i + 2, c) - 2 * control(piece, i + 1, c) + control(piece, i, c);
        sum += d * d;
      }
      max = Math.max(max, Math.sqrt(sum));
    }
    return 6 * max / (span(piece) * span(piece));
  }

  /** Returns the bounds on the {first, second} derivative of one component. */
  public double[] componentRates(int piece, int c) {
    if (isConstant(piece)) {
      return new double[2];
    }
    double h = span(piece);
    if (!cubic) {
      return new double[] {Math.abs(key(piece + 1, c) - key(piece, c)) / h, 0};
    }
    double first = 0;
    double second = 0;
    for (int i = 0; i < 3; i++) {
      first = Math.max(first, Math.abs(control(piece, i + 1, c) - control(piece, i, c)));
    }
    for (int i = 0; i < 2; i++) {
      double d = control(piece, i + 2, c) - 2 * control(piece, i + 1, c) + control(piece, i, c);
      second = Math.max(second, Math.abs(d));
    }
    return new double[] {3 * first / h, 6 * second / (h * h)};
  }

  /**
   * Returns bounds on the derivatives of the rotation matrix of a rotation track. A slerp has a
   * constant angular speed ω: |R'| = ω, |R''| = ω². A cubic q is normalised to û = q/n; then |û'| ≤
   * |q'|/n and |û''| ≤ |q''|/n + 2|q'|²/n², and since R v = û v û*, |R'| ≤ 2|û'| and |R''| ≤ 2|û''|
   * + 2|û'|².
   */
  public Turning turning(int piece) {
    if (isConstant(piece)) {
      return Turning.NONE;
    }
    if (!cubic) {
      double rate = arc(piece) / span(piece) * (1 + 1e-6);
      return new Turning(rate, rate * rate);
    }
    double n = minLength(piece);
    if (!(n > 0)) {
      return Turning.UNBOUNDED;
    }
    double first = speed(piece) / n;
    double second = acceleration(piece) / n + 2 * first * first;
    return new Turning(2 * first, 2 * second + 2 * first * first);
  }

  /** Returns the angle between the two rotations of a slerp. */
  private double arc(int piece) {
    double dot = 0;
    for (int c = 0; c < 4; c++) {
      dot += key(piece, c) * key(piece + 1, c);
    }
    return 2 * Math.acos(Math.min(1, Math.abs(dot)));
  }

  /** Returns a lower bound on the length of a cubic piece's value; may be negative. */
  private double minLength(int piece) {
    int steps = 32;
    double perStep = speed(piece) * span(piece) / steps;
    double min = Double.POSITIVE_INFINITY;
    for (int s = 0; s <= steps; s++) {
      double u = (double) s / steps;
      double sum = 0;
      for (int c = 0; c < components; c++) {
        double value = bezier(piece, u, c);
        sum += value * value;
      }
      min = Math.min(min, Math.sqrt(sum));
    }
    return min - perStep / 2;
  }

  private double bezier(int piece, double u, int c) {
    double v = 1 - u;
    return v * v * v * control(piece, 0, c)
        + 3 * u * v * v * control(piece, 1, c)
        + 3 * u * u * v * control(piece, 2, c)
        + u * u * u * control(piece, 3, c);
  }
}
