package dev.sinew.rig;

import dev.sinew.linalg.SkylineCholesky;
import java.util.Arrays;

/**
 * One frame of an articulated skin: its rotations and root translations, the squared error, and a
 * Gauss–Newton step. A change of a rotation is a vector ω with R ← exp(ω) R.
 *
 * <p>Unknowns are in post-order, so that the normal matrix has a narrow skyline: bones meet only
 * where they have skin in common or one is an ancestor of the other.
 */
final class ArticulatedFrame {
  private static final double MIN_PIVOT = 1e-12;

  private final ArticulatedSums sums;
  private final Layout layout;
  private final int frame;

  /** Rotations, 9 values per bone. */
  private double[] rotations;

  /** Translations, 3 values per bone; only those of roots are used. */
  private double[] translations;

  private double[] oldRotations;
  private double[] oldTranslations;

  /** Σ v q_bᵀ of each bone for the current joints. */
  private final double[] targets;

  /** Σ_l R_l Σ q_l q_bᵀ of each bone. */
  private final double[] predicted;

  private final double[] hessian;
  private final double[] factor;

  /** The negative gradient of half the error. */
  final double[] slope;

  /** The order of unknowns and the skyline, shared by all frames. */
  static final class Layout {
    final int[] rotation;
    final int[] translation;
    final SkylineCholesky cholesky;

    Layout(ArticulatedSums sums, BoneTree tree) {
      rotation = new int[sums.bones];
      translation = new int[sums.bones];
      Arrays.fill(translation, -1);
      int next = 0;
      for (int b : tree.postOrder()) {
        rotation[b] = next;
        next += 3;
        if (sums.parents[b] < 0) {
          translation[b] = next;
          next += 3;
        }
      }
      int[] first = new int[next];
      for (int b = 0; b < sums.bones; b++) {
        int least = rotation[b];
        for (int l : sums.meets[b]) {
          least = Math.min(least, rotation[l]);
          if (translation[l] >= 0) {
            least = Math.min(least, translation[l]);
          }
        }
        int end = translation[b] >= 0 ? translation[b] + 3 : rotation[b] + 3;
        Arrays.fill(first, rotation[b], end, least);
      }
      cholesky = new SkylineCholesky(first);
    }

    int size() {
      return cholesky.size();
    }
  }

  /** Starts at the rotations of free motions; translations follow in the first step. */
  ArticulatedFrame(ArticulatedSums sums, Layout layout, BoneMotions motions, int frame) {
    this.sums = sums;
    this.layout = layout;
    this.frame = frame;
    rotations = new double[9 * sums.bones];
    translations = new double[3 * sums.bones];
    oldRotations = new double[9 * sums.bones];
    oldTranslations = new double[3 * sums.bones];
    targets = new double[9 * sums.bones];
    predicted = new double[9 * sums.bones];
    hessian = new double[layout.cholesky.entryCount()];
    factor = new double[hessian.length];
    slope = new double[layout.size()];
    for (int b = 0; b < sums.bones; b++) {
      int m = motions.at(b, frame);
      for (int r = 0; r < 3; r++) {
        System.arraycopy(motions.m, m + 4 * r, rotations, 9 * b + 3 * r, 3);
        translations[3 * b + r] = motions.m[m + 4 * r + 3];
      }
    }
  }

  /** Reads the sums of q again after the joints changed. */
  void readTargets() {
    for (int b = 0; b < sums.bones; b++) {
      sums.targetOfQ(b, frame, targets, 9 * b);
    }
  }

  /** Returns the squared error Σ_v |Σ_r s_r t_r + Σ_b R_b q_b − v|². */
  double error() {
    double sum = sums.squares(frame);
    for (int b = 0; b < sums.bones; b++) {
      predict(b);
      for (int i = 0; i < 9; i++) {
        sum += (predicted[9 * b + i] - 2 * targets[9 * b + i]) * rotations[9 * b + i];
      }
      if (sums.parents[b] < 0) {
        for (int axis = 0; axis < 3; axis++) {
          double moved = restOfS(b, axis) - 2 * sums.targetOfS(b, frame, axis);
          for (int l : sums.meets[b]) {
            moved += turned(l, b, axis);
          }
          sum += translations[3 * b + axis] * moved;
        }
      }
    }
    return sum;
  }

  /** Computes Σ_l R_l Σ q_l q_bᵀ + Σ_r t_r (Σ q_b s_r)ᵀ. */
  private void predict(int b) {
    int o = 9 * b;
    Arrays.fill(predicted, o, o + 9, 0);
    for (int l : sums.meets[b]) {
      int q = 9 * (l * sums.bones + b);
      for (int i = 0; i < 3; i++) {
        int r = 9 * l + 3 * i;
        for (int j = 0; j < 3; j++) {
          predicted[o + 3 * i + j] +=
              rotations[r] * sums.qq[q + j]
                  + rotations[r + 1] * sums.qq[q + 3 + j]
                  + rotations[r + 2] * sums.qq[q + 6 + j];
        }
      }
      if (sums.parents[l] < 0) {
        int s = 3 * (b * sums.bones + l);
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            predicted[o + 3 * i + j] += translations[3 * l + i] * sums.qs[s + j];
          }
        }
      }
    }
  }

  /** Returns a coordinate of Σ_r t_r Σ s_r s_b over the roots. */
  private double restOfS(int b, int axis) {
    double sum = 0;
    for (int r : sums.meets[b]) {
      if (sums.parents[r] < 0) {
        sum += translations[3 * r + axis] * sums.ss(r, b);
      }
    }
    return sum;
  }

  /** Returns a coordinate of R_b Σ q_b s_c. */
  private double turned(int b, int c, int axis) {
    int s = 3 * (b * sums.bones + c);
    int r = 9 * b + 3 * axis;
    return rotations[r] * sums.qs[s]
        + rotations[r + 1] * sums.qs[s + 1]
        + rotations[r + 2] * sums.qs[s + 2];
  }

  /** Returns a coordinate of Σ s_c (prediction − v). */
  private double errorOfS(int c, int axis) {
    double sum = restOfS(c, axis) - sums.targetOfS(c, frame, axis);
    for (int b : sums.meets[c]) {
      sum += turned(b, c, axis);
    }
    return sum;
  }

  /** Computes the gradient and the Gauss–Newton matrix at the current pose. */
  void linearise() {
    for (int b = 0; b < sums.bones; b++) {
      predict(b);
    }
    Arrays.fill(hessian, 0);
    double[] a = new double[9];
    double[] block = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      fillSlope(b, a);
      for (int l : sums.meets[b]) {
        if (layout.rotation[l] <= layout.rotation[b]) {
          turnedMoments(b, l, a);
          double trace = a[0] + a[4] + a[8];
          for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
              block[3 * i + j] = (i == j ? trace : 0) - a[3 * j + i];
            }
          }
          store(layout.rotation[b], layout.rotation[l], block);
        }
        if (sums.parents[l] < 0) {
          fillTranslation(b, l, block);
        }
      }
    }
  }

  private void fillSlope(int b, double[] a) {
    // A = Σ e uᵀ with u = R_b q_b; the gradient is Σ u × e.
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = 0;
        for (int m = 0; m < 3; m++) {
          sum +=
              (predicted[9 * b + 3 * i + m] - targets[9 * b + 3 * i + m])
                  * rotations[9 * b + 3 * j + m];
        }
        a[3 * i + j] = sum;
      }
    }
    int o = layout.rotation[b];
    slope[o] = a[5] - a[7];
    slope[o + 1] = a[6] - a[2];
    slope[o + 2] = a[1] - a[3];
    if (sums.parents[b] < 0) {
      for (int axis = 0; axis < 3; axis++) {
        slope[layout.translation[b] + axis] = -errorOfS(b, axis);
      }
    }
  }

  /** Computes R_b Σ q_b q_lᵀ R_lᵀ. */
  private void turnedMoments(int b, int l, double[] out) {
    int q = 9 * (b * sums.bones + l);
    for (int i = 0; i < 3; i++) {
      int r = 9 * b + 3 * i;
      double x = 0;
      double y = 0;
      double z = 0;
      for (int m = 0; m < 3; m++) {
        x += rotations[r + m] * sums.qq[q + 3 * m];
        y += rotations[r + m] * sums.qq[q + 3 * m + 1];
        z += rotations[r + m] * sums.qq[q + 3 * m + 2];
      }
      for (int j = 0; j < 3; j++) {
        int s = 9 * l + 3 * j;
        out[3 * i + j] = x * rotations[s] + y * rotations[s + 1] + z * rotations[s + 2];
      }
    }
  }

  /**
   * Fills the blocks of root r's translation with the rotation of b and, for roots, with theirs.
   */
  private void fillTranslation(int b, int r, double[] block) {
    double x = turned(b, r, 0);
    double y = turned(b, r, 1);
    double z = turned(b, r, 2);
    if (layout.translation[r] > layout.rotation[b]) {
      // The transpose of [x]×, in the rows of the translation.
      set(block, 0, z, -y, -z, 0, x, y, -x, 0);
      store(layout.translation[r], layout.rotation[b], block);
    } else {
      set(block, 0, -z, y, z, 0, -x, -y, x, 0);
      store(layout.rotation[b], layout.translation[r], block);
    }
    if (sums.parents[b] < 0 && layout.translation[r] <= layout.translation[b]) {
      double s = sums.ss(b, r);
      set(block, s, 0, 0, 0, s, 0, 0, 0, s);
      store(layout.translation[b], layout.translation[r], block);
    }
  }

  private static void set(double[] block, double... values) {
    System.arraycopy(values, 0, block, 0, 9);
  }

  private void store(int row, int column, double[] block) {
    for (int i = 0; i < 3; i++) {
      int at = layout.cholesky.at(row + i) + column;
      for (int j = 0; j < 3 && column + j <= row + i; j++) {
        hessian[at + j] = block[3 * i + j];
      }
    }
  }

  /** Factors the matrix with its diagonal enlarged by a factor 1 + damping. */
  void factor(double damping) {
    System.arraycopy(hessian, 0, factor, 0, hessian.length);
    double largest = 0;
    for (int i = 0; i < slope.length; i++) {
      largest = Math.max(largest, factor[layout.cholesky.at(i) + i]);
    }
    double floor = MIN_PIVOT * largest + Double.MIN_NORMAL;
    for (int i = 0; i < slope.length; i++) {
      factor[layout.cholesky.at(i) + i] += damping * hessian[layout.cholesky.at(i) + i] + floor;
    }
    layout.cholesky.factor(factor, floor);
  }

  /** Solves with the factor in place. */
  void solve(double[] x) {
    layout.cholesky.solve(factor, x);
  }

  /** Moves the pose by a step; {@link #undo} takes it back. */
  void move(double[] step) {
    System.arraycopy(rotations, 0, oldRotations, 0, rotations.length);
    System.arraycopy(translations, 0, oldTranslations, 0, translations.length);
    double[] turn = new double[9];
    double[] row = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      exponential(step, layout.rotation[b], turn);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          row[3 * i + j] =
              turn[3 * i] * rotations[9 * b + j]
                  + turn[3 * i + 1] * rotations[9 * b + 3 + j]
                  + turn[3 * i + 2] * rotations[9 * b + 6 + j];
        }
      }
      System.arraycopy(row, 0, rotations, 9 * b, 9);
      if (sums.parents[b] < 0) {
        for (int axis = 0; axis < 3; axis++) {
          translations[3 * b + axis] += step[layout.translation[b] + axis];
        }
      }
    }
  }

  void undo() {
    double[] swap = rotations;
    rotations = oldRotations;
    oldRotations = swap;
    swap = translations;
    translations = oldTranslations;
    oldTranslations = swap;
  }

  /** Computes the rotation by a vector: Rodrigues' formula. */
  private static void exponential(double[] w, int o, double[] out) {
    double x = w[o];
    double y = w[o + 1];
    double z = w[o + 2];
    double square = x * x + y * y + z * z;
    double angle = Math.sqrt(square);
    double s = angle < 1e-8 ? 1 - square / 6 : Math.sin(angle) / angle;
    double c = angle < 1e-4 ? 0.5 - square / 24 : (1 - Math.cos(angle)) / square;
    set(
        out,
        1 - c * (y * y + z * z),
        c * x * y - s * z,
        c * x * z + s * y,
        c * x * y + s * z,
        1 - c * (x * x + z * z),
        c * y * z - s * x,
        c * x * z - s * y,
        c * y * z + s * x,
        1 - c * (x * x + y * y));
  }

  /** Computes (R_parent − R_c) x, the change of all vertices beyond joint c if it moves by x. */
  private void lever(int c, double[] x, double[] out) {
    int up = 9 * sums.parents[c];
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (int j = 0; j < 3; j++) {
        sum += (rotations[up + 3 * i + j] - rotations[9 * c + 3 * i + j]) * x[3 * c + j];
      }
      out[3 * c + i] = sum;
    }
  }

  /** Adds to {@code out} the transpose of {@link #lever} applied to three values. */
  private void addLeverTransposed(int c, double x, double y, double z, double[] out) {
    int up = 9 * sums.parents[c];
    for (int j = 0; j < 3; j++) {
      out[3 * c + j] +=
          (rotations[up + j] - rotations[9 * c + j]) * x
              + (rotations[up + 3 + j] - rotations[9 * c + 3 + j]) * y
              + (rotations[up + 6 + j] - rotations[9 * c + 6 + j]) * z;
    }
  }

  /** Adds the negative gradient with respect to the joints. */
  void addJointSlope(double[] out) {
    for (int c = 0; c < sums.bones; c++) {
      if (sums.parents[c] >= 0) {
        addLeverTransposed(c, -errorOfS(c, 0), -errorOfS(c, 1), -errorOfS(c, 2), out);
      }
    }
  }

  /** Adds the 3 × 3 diagonal blocks of the joints' Gauss–Newton matrix. */
  void addJointDiagonal(double[] out) {
    for (int c = 0; c < sums.bones; c++) {
      if (sums.parents[c] >= 0) {
        int up = 9 * sums.parents[c];
        double weight = sums.ss(c, c);
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int m = 0; m < 9; m += 3) {
              sum +=
                  (rotations[up + m + i] - rotations[9 * c + m + i])
                      * (rotations[up + m + j] - rotations[9 * c + m + j]);
            }
            out[9 * c + 3 * i + j] += weight * sum;
          }
        }
      }
    }
  }

  /** Computes the effect of a change of the joints on the unknowns of the pose: K x. */
  void jointsToPose(double[] x, double[] levers, double[] out) {
    for (int c = 0; c < sums.bones; c++) {
      if (sums.parents[c] >= 0) {
        lever(c, x, levers);
      }
    }
    Arrays.fill(out, 0);
    for (int b = 0; b < sums.bones; b++) {
      int o = layout.rotation[b];
      for (int c : sums.meets[b]) {
        if (sums.parents[c] >= 0) {
          double ux = turned(b, c, 0);
          double uy = turned(b, c, 1);
          double uz = turned(b, c, 2);
          double lx = levers[3 * c];
          double ly = levers[3 * c + 1];
          double lz = levers[3 * c + 2];
          out[o] += uy * lz - uz * ly;
          out[o + 1] += uz * lx - ux * lz;
          out[o + 2] += ux * ly - uy * lx;
          if (sums.parents[b] < 0) {
            double s = sums.ss(b, c);
            int t = layout.translation[b];
            out[t] += s * lx;
            out[t + 1] += s * ly;
            out[t + 2] += s * lz;
          }
        }
      }
    }
  }

  /**
   * Adds the joints' own matrix applied to x, and subtracts the transpose of {@link #jointsToPose}
   * applied to a step of the pose.
   *
   * @param levers as {@link #jointsToPose} left them for x
   */
  void addReduced(double[] levers, double[] pose, double[] out) {
    for (int c = 0; c < sums.bones; c++) {
      if (sums.parents[c] >= 0) {
        double x = 0;
        double y = 0;
        double z = 0;
        for (int b : sums.meets[c]) {
          int o = layout.rotation[b];
          double ux = turned(b, c, 0);
          double uy = turned(b, c, 1);
          double uz = turned(b, c, 2);
          // ω · (u × l) = l · (ω × u)
          x -= pose[o + 1] * uz - pose[o + 2] * uy;
          y -= pose[o + 2] * ux - pose[o] * uz;
          z -= pose[o] * uy - pose[o + 1] * ux;
          double s = sums.ss(b, c);
          if (sums.parents[b] < 0) {
            int t = layout.translation[b];
            x -= s * pose[t];
            y -= s * pose[t + 1];
            z -= s * pose[t + 2];
          } else {
            x += s * levers[3 * b];
            y += s * levers[3 * b + 1];
            z += s * levers[3 * b + 2];
          }
        }
        addLeverTransposed(c, x, y, z, out);
      }
    }
  }

  /** Writes the motions of the bones, each joint where the parent takes it. */
  void write(BoneTree tree, double[] joints, BoneMotions motions) {
    for (int b : tree.order()) {
      int m = motions.at(b, frame);
      int up = sums.parents[b];
      for (int r = 0; r < 3; r++) {
        System.arraycopy(rotations, 9 * b + 3 * r, motions.m, m + 4 * r, 3);
        double at = translations[3 * b + r];
        if (up >= 0) {
          int p = motions.at(up, frame) + 4 * r;
          at = motions.m[p + 3];
          for (int c = 0; c < 3; c++) {
            at += (motions.m[p + c] - rotations[9 * b + 3 * r + c]) * joints[3 * b + c];
          }
        }
        motions.m[m + 4 * r + 3] = at;
      }
    }
  }
}
