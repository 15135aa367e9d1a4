package dev.sinew.bounds;

import dev.sinew.pose.DilatedHull;
import java.util.Arrays;

/**
 * One direction d in the space of every joint: A_jᵀ d, a vector of a length between two bounds and
 * within an angle of a mean direction. Computed from the roots down.
 */
final class DirectionTable {
  private final ReachBounds bounds;
  private final double[] mean;
  private final double[] angle;
  private final double[] cosine;
  private final double[] sine;
  private final double[] low;
  private final double[] high;
  private final double[] above;
  private final double[] scene = new double[3];
  private final double[] origin = new double[7];

  DirectionTable(ReachBounds bounds) {
    this.bounds = bounds;
    int n = bounds.skeleton().jointCount();
    mean = new double[3 * n];
    angle = new double[n];
    cosine = new double[n];
    sine = new double[n];
    low = new double[n];
    high = new double[n];
    above = new double[n];
  }

  /** Sets a unit direction in scene space. */
  void set(double x, double y, double z) {
    scene[0] = x;
    scene[1] = y;
    scene[2] = z;
    for (int j = 0; j < angle.length; j++) {
      JointBounds joint = bounds.joint(j);
      int parent = bounds.skeleton().parent(j);
      above[j] = (parent < 0 ? 0 : above[parent]) + originTerm(parent, joint);
      double[] from = parent < 0 ? scene : mean;
      int f = parent < 0 ? 0 : 3 * parent;
      double parentLow = parent < 0 ? 1 : low[parent];
      double parentHigh = parent < 0 ? 1 : high[parent];
      double parentAngle = parent < 0 ? 0 : angle[parent];
      if (joint.fixed.length > 0 && parentAngle == 0) {
        setExact(j, joint, from, f, parentLow, parentHigh);
      } else {
        multiplyTransposed(joint.mean, from, f, mean, 3 * j);
        angle[j] = Math.min(Math.PI, parentAngle + joint.angle + joint.skew);
        low[j] = parentLow * joint.low;
        high[j] = parentHigh * joint.high;
      }
      cosine[j] = angle[j] >= Math.PI ? -1 : Math.cos(angle[j]);
      sine[j] = Math.sin(angle[j]);
    }
  }

  /**
   * Returns the largest term of a joint's origin in its parent's space: the largest over the points
   * of the hull, or that of the box if smaller.
   */
  private double originTerm(int parent, JointBounds joint) {
    DilatedHull hull = joint.translations;
    double max = Double.NEGATIVE_INFINITY;
    Arrays.fill(origin, 3, 6, 0);
    origin[6] = hull.slack();
    for (int i = 0; i < hull.count(); i++) {
      for (int c = 0; c < 3; c++) {
        origin[c] = hull.value(i, c);
      }
      max = Math.max(max, term(parent, origin, 0));
    }
    if (hull.slack() == 0) {
      return max;
    }
    System.arraycopy(joint.shift, 0, origin, 0, 3);
    System.arraycopy(joint.shiftHalf, 0, origin, 3, 3);
    origin[6] = 0;
    return Math.min(max, term(parent, origin, 0));
  }

  /** For an exact direction and a fixed joint: the direction stays exact. */
  private void setExact(
      int j, JointBounds joint, double[] from, int f, double parentLow, double parentHigh) {
    multiplyTransposed(joint.fixed, from, f, mean, 3 * j);
    double length =
        Math.sqrt(
            mean[3 * j] * mean[3 * j]
                + mean[3 * j + 1] * mean[3 * j + 1]
                + mean[3 * j + 2] * mean[3 * j + 2]);
    for (int c = 0; c < 3; c++) {
      mean[3 * j + c] = length > 0 ? mean[3 * j + c] / length : c == 0 ? 1 : 0;
    }
    angle[j] = 0;
    low[j] = parentLow * length;
    high[j] = parentHigh * length;
  }

  private static void multiplyTransposed(double[] m, double[] v, int f, double[] out, int o) {
    double x = v[f], y = v[f + 1], z = v[f + 2];
    for (int c = 0; c < 3; c++) {
      out[o + c] = m[c] * x + m[3 + c] * y + m[6 + c] * z;
    }
  }

  /** Returns the reach of a joint's origin: the sum of the terms of all translations above it. */
  double above(int joint) {
    return above[joint];
  }

  /**
   * Returns a bound on (A_jᵀ d) · e over the possible A_jᵀ d of joint j and over the box and slack
   * of e.
   *
   * @param joint the joint, or -1 for the scene
   * @param e 7 values from offset v: the centre and half widths of the box, the slack
   */
  double term(int joint, double[] e, int v) {
    double[] from = joint < 0 ? scene : mean;
    int f = joint < 0 ? 0 : 3 * joint;
    double max = joint < 0 ? 1 : high[joint];
    double x = e[v], y = e[v + 1], z = e[v + 2];
    double dot = from[f] * x + from[f + 1] * y + from[f + 2] * z;
    if (joint < 0 || angle[joint] == 0) {
      double box =
          Math.abs(from[f]) * e[v + 3]
              + Math.abs(from[f + 1]) * e[v + 4]
              + Math.abs(from[f + 2]) * e[v + 5];
      double min = joint < 0 ? 1 : low[joint];
      return (dot >= 0 ? max : min) * dot + max * (box + e[v + 6]);
    }
    double squared = x * x + y * y + z * z;
    double length = Math.sqrt(squared);
    double along =
        dot >= length * cosine[joint]
            ? length
            : dot * cosine[joint] + Math.sqrt(Math.max(0, squared - dot * dot)) * sine[joint];
    double off =
        Math.sqrt(e[v + 3] * e[v + 3] + e[v + 4] * e[v + 4] + e[v + 5] * e[v + 5]) + e[v + 6];
    return (along >= 0 ? max : low[joint]) * along + max * off;
  }
}
