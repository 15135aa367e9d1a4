package dev.sinew.rig;

import dev.sinew.linalg.SmallCholesky;
import java.util.Arrays;

/**
 * Pairs of bones that share skin, with the joint of each pair: the point on which their motions
 * agree best,
 *
 * <p>h = argmin Σ_k |M_aᵏ h − M_bᵏ h|² + λ F |h − c|²
 *
 * <p>over F frames, with c the middle of the shared skin. The term keeps joints of hinges from
 * sliding along their axis, and those of bones that move alike at the skin. A skeleton links bones
 * whose joint drifts little over the frames and that share much skin.
 */
public final class BoneLinks {
  /** λ. */
  private static final double REGULARISATION = 1e-3;

  /** A drift below this says nothing, in box sides. */
  private static final double MIN_DRIFT = 1e-3;

  private final int bones;
  private final double[] area;
  private final double[] centres;
  private final double[] squares;
  private final double[] joints;
  private final double[] drifts;

  /** Starts without any link. */
  public BoneLinks(int bones) {
    this.bones = bones;
    area = new double[bones * bones];
    centres = new double[3 * bones * bones];
    squares = new double[bones * bones];
    joints = new double[3 * bones * bones];
    drifts = new double[bones * bones];
  }

  /**
   * Adds a piece of skin that two bones share.
   *
   * @param amount its area; 0 or more
   * @param points x, y, z of its position from index {@code o} on
   */
  public void add(int a, int b, double amount, double[] points, int o) {
    addHalf(a, b, amount, points, o);
    addHalf(b, a, amount, points, o);
  }

  private void addHalf(int a, int b, double amount, double[] points, int o) {
    int pair = a * bones + b;
    area[pair] += amount;
    for (int axis = 0; axis < 3; axis++) {
      centres[3 * pair + axis] += amount * points[o + axis];
      squares[pair] += amount * points[o + axis] * points[o + axis];
    }
  }

  /** Returns true if two bones share skin. */
  public boolean isLinked(int a, int b) {
    return area[a * bones + b] > 0;
  }

  /** Returns the area that two bones share. */
  public double area(int a, int b) {
    return area[a * bones + b];
  }

  /** Writes the middle of the skin that two bones share. */
  public void middle(int a, int b, double[] out, int o) {
    int pair = a * bones + b;
    for (int axis = 0; axis < 3; axis++) {
      out[o + axis] = centres[3 * pair + axis] / area[pair];
    }
  }

  /** Returns the rms distance of the skin that two bones share from its middle. */
  public double spread(int a, int b) {
    int pair = a * bones + b;
    double sum = squares[pair] / area[pair];
    for (int axis = 0; axis < 3; axis++) {
      double c = centres[3 * pair + axis] / area[pair];
      sum -= c * c;
    }
    return Math.sqrt(Math.max(0, sum));
  }

  /** Writes the joint of two bones after {@link #findJoints}. */
  public void joint(int a, int b, double[] out, int o) {
    System.arraycopy(joints, 3 * (a * bones + b), out, o, 3);
  }

  /** Finds the joint of each pair and its drift. */
  public void findJoints(BoneMotions motions) {
    for (int a = 0; a < bones; a++) {
      for (int b = 0; b < a; b++) {
        if (isLinked(a, b)) {
          findJoint(motions, a, b);
        }
      }
    }
  }

  private void findJoint(BoneMotions motions, int a, int b) {
    int frames = motions.frameCount();
    double[] c = new double[3];
    middle(a, b, c, 0);
    double[] matrix = new double[9];
    double[] h = new double[3];
    double pull = REGULARISATION * frames;
    for (int i = 0; i < 3; i++) {
      matrix[4 * i] = pull;
      h[i] = pull * c[i];
    }
    double[] row = new double[4];
    for (int k = 0; k < frames; k++) {
      for (int r = 0; r < 3; r++) {
        difference(motions, a, b, k, r, row);
        for (int i = 0; i < 3; i++) {
          h[i] -= row[i] * row[3];
          for (int j = 0; j < 3; j++) {
            matrix[3 * i + j] += row[i] * row[j];
          }
        }
      }
    }
    SmallCholesky.factor(3, matrix, 0);
    SmallCholesky.solve(3, matrix, h);
    double sum = 0;
    for (int k = 0; k < frames; k++) {
      for (int r = 0; r < 3; r++) {
        difference(motions, a, b, k, r, row);
        double d = row[0] * h[0] + row[1] * h[1] + row[2] * h[2] + row[3];
        sum += d * d;
      }
    }
    for (int pair : new int[] {a * bones + b, b * bones + a}) {
      System.arraycopy(h, 0, joints, 3 * pair, 3);
      drifts[pair] = Math.sqrt(sum / frames);
    }
  }

  private static void difference(
      BoneMotions motions, int a, int b, int frame, int row, double[] out) {
    int m = motions.at(a, frame) + 4 * row;
    int n = motions.at(b, frame) + 4 * row;
    for (int c = 0; c < 4; c++) {
      out[c] = motions.m[m + c] - motions.m[n + c];
    }
  }

  /**
   * Returns the hierarchy of the bones: links of little drift for the skin that they share.
   *
   * @param masses the area that each bone moves
   */
  public BoneTree tree(double[] masses) {
    double[][] costs = new double[bones][bones];
    for (int a = 0; a < bones; a++) {
      Arrays.fill(costs[a], Double.POSITIVE_INFINITY);
      for (int b = 0; b < bones; b++) {
        if (a != b && isLinked(a, b)) {
          int pair = a * bones + b;
          costs[a][b] = (drifts[pair] + MIN_DRIFT) / Math.sqrt(area[pair]);
        }
      }
    }
    return BoneTree.spanning(costs, masses);
  }
}
