package dev.sinew.extract;

import dev.sinew.model.Influences;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Positions of joints in a shape whose vertices correspond to those of the reference (section 4.2
 * of the thesis "Character animation from examples"). The distances of a joint from the skin around
 * it hardly change, so p minimises Σ (d₀² − |v − p|²)² over that skin (equation 4.3), by nonlinear
 * conjugate gradients with an exact search along lines. A joint with a bad residual is solved again
 * from the position of its parent, and from its place at rest moved with the parent.
 *
 * <p>The skin of a joint are the vertices that share their weights between it and its parent, both
 * at least 0.2 and neither above 0.8, and the vertices that it moves nearly alone, above 0.8: a
 * strongly bent joint pulls its own skin inwards, and the bone's skin corrects that.
 */
final class JointPositions {
  /** Thresholds of the segmentation into skin of joints and of bones. */
  private static final double LOWER = 0.2;

  static final double UPPER = 0.8;

  private static final int MIN_VERTICES = 8;
  private static final int MAX_STEPS = 200;
  private static final double STILL = 1e-12;

  /** A residual above this fraction of the skin's mean squared distance squared is bad. */
  private static final double BAD = 1e-3;

  private final JointTree tree;
  private final double[] rest;
  private final int[][] skin;

  /**
   * @param rest x, y, z of each vertex of the reference
   */
  JointPositions(JointTree tree, double[] rest, Influences weights) {
    this.tree = tree;
    this.rest = rest;
    skin = new int[tree.count()][];
    for (int j = 0; j < skin.length; j++) {
      skin[j] = jointSkin(weights, j);
    }
  }

  private int[] jointSkin(Influences weights, int joint) {
    int parent = tree.parents()[joint];
    int[] out = new int[weights.vertexCount()];
    int n = 0;
    for (int v = 0; v < out.length; v++) {
      double w = weight(weights, v, joint);
      double above = parent < 0 ? 0 : weight(weights, v, parent);
      boolean shared = w >= LOWER && w <= UPPER && above >= LOWER && above <= UPPER;
      if (shared || w > UPPER) {
        out[n++] = v;
      }
    }
    return Arrays.copyOf(out, n);
  }

  static double weight(Influences weights, int v, int joint) {
    for (int i = 0; i < weights.count(v); i++) {
      if (weights.joint(v, i) == joint) {
        return weights.weight(v, i);
      }
    }
    return 0;
  }

  /**
   * Returns x, y, z of each joint in a shape.
   *
   * @param posed x, y, z of each vertex in the shape
   * @param start an initial guess
   */
  double[] solve(double[] posed, double[] start, RunContext context) {
    double[] out = start.clone();
    for (int j = 0; j < tree.count(); j++) {
      context.checkCancelled();
      if (skin[j].length < MIN_VERTICES) {
        continue;
      }
      double[] p = Arrays.copyOfRange(start, 3 * j, 3 * j + 3);
      double residual = minimise(j, posed, p);
      int parent = tree.parents()[j];
      if (residual > BAD && parent >= 0) {
        double[] again = Arrays.copyOfRange(out, 3 * parent, 3 * parent + 3);
        double[] shifted = again.clone();
        for (int i = 0; i < 3; i++) {
          shifted[i] += tree.rest()[3 * j + i] - tree.rest()[3 * parent + i];
        }
        for (double[] other : new double[][] {again, shifted}) {
          double better = minimise(j, posed, other);
          if (better < residual) {
            residual = better;
            p = other;
          }
        }
      }
      System.arraycopy(p, 0, out, 3 * j, 3);
    }
    return out;
  }

  /** Minimises equation 4.3 from p, in place; returns the relative residual. */
  private double minimise(int joint, double[] posed, double[] p) {
    double[] gradient = new double[3];
    double[] direction = new double[3];
    double before = 0;
    double scale = restScale(joint);
    for (int step = 0; step < MAX_STEPS; step++) {
      gradient(joint, posed, p, gradient);
      double now = dot(gradient, gradient);
      if (!(Math.sqrt(now) > STILL * Math.pow(scale, 1.5) * skin[joint].length)) {
        break;
      }
      // Fletcher-Reeves, restarted every third step as there are three unknowns.
      double keep = step % 3 == 0 ? 0 : now / before;
      for (int i = 0; i < 3; i++) {
        direction[i] = -gradient[i] + keep * direction[i];
      }
      double along = lineMinimum(joint, posed, p, direction);
      for (int i = 0; i < 3; i++) {
        p[i] += along * direction[i];
      }
      before = now;
    }
    double sum = 0;
    for (int v : skin[joint]) {
      double r = residual(joint, posed, p, v);
      sum += r * r;
    }
    return sum / skin[joint].length / (scale * scale);
  }

  /** Returns the mean of d₀². */
  private double restScale(int joint) {
    double sum = 0;
    for (int v : skin[joint]) {
      sum += squared(rest, 3 * v, tree.rest(), 3 * joint);
    }
    return sum / skin[joint].length;
  }

  private double residual(int joint, double[] posed, double[] p, int v) {
    return squared(rest, 3 * v, tree.rest(), 3 * joint) - squared(posed, 3 * v, p, 0);
  }

  private void gradient(int joint, double[] posed, double[] p, double[] out) {
    Arrays.fill(out, 0);
    for (int v : skin[joint]) {
      double r = residual(joint, posed, p, v);
      for (int i = 0; i < 3; i++) {
        out[i] += 4 * r * (posed[3 * v + i] - p[i]);
      }
    }
  }

  /** Returns the step with the least value of the quartic along a direction, near 0. */
  private double lineMinimum(int joint, double[] posed, double[] p, double[] d) {
    // The residual along the line is r + 2 u t − w t².
    double w = dot(d, d);
    double ru = 0, uu = 0, r1 = 0, u1 = 0;
    for (int v : skin[joint]) {
      double r = residual(joint, posed, p, v);
      double u = 0;
      for (int i = 0; i < 3; i++) {
        u += (posed[3 * v + i] - p[i]) * d[i];
      }
      ru += r * u;
      uu += u * u;
      r1 += r;
      u1 += u;
    }
    int n = skin[joint].length;
    double c1 = 4 * ru;
    double c2 = 4 * uu - 2 * w * r1;
    double c3 = -4 * w * u1;
    double c4 = n * w * w;
    // Newton on the derivative, with steps that decrease the value.
    double t = 0;
    double value = 0;
    for (int i = 0; i < 50; i++) {
      double slope = c1 + t * (2 * c2 + t * (3 * c3 + t * 4 * c4));
      double curvature = 2 * c2 + t * (6 * c3 + t * 12 * c4);
      double step = curvature > 0 ? -slope / curvature : -slope / Math.max(4 * uu, 1e-300);
      double next = t + step;
      double nextValue = next * (c1 + next * (c2 + next * (c3 + next * c4)));
      while (nextValue > value && Math.abs(step) > 1e-16 * (1 + Math.abs(t))) {
        step /= 2;
        next = t + step;
        nextValue = next * (c1 + next * (c2 + next * (c3 + next * c4)));
      }
      if (nextValue >= value) {
        break;
      }
      t = next;
      value = nextValue;
    }
    return t;
  }

  private static double squared(double[] a, int ao, double[] b, int bo) {
    double x = a[ao] - b[bo];
    double y = a[ao + 1] - b[bo + 1];
    double z = a[ao + 2] - b[bo + 2];
    return x * x + y * y + z * z;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
