package dev.sinew.rig;

import dev.sinew.math.Affine;

/**
 * One frame of an articulated skin: rotations R_b of all bones and positions y_b of their joints,
 * of which only those of roots are free: y_b = y_parent + R_parent (h_b − h_parent). A change of a
 * bone is a vector ω with R ← exp(ω) R and a displacement τ of its joint.
 */
final class ArticulatedPose {
  /** Unknowns of a bone: ω, τ. */
  static final int UNKNOWNS = 6;

  final ArticulatedSums sums;
  private final int frame;

  /** (R_b | y_b), 12 values per bone. */
  double[] placed;

  private double[] old;
  private final double[] targets;

  /** Σ (prediction − v) (u_b, w_b)ᵀ, 12 values per bone. */
  private final double[] errors;

  /** Starts at given motions; joints below roots are placed by {@link #follow}. */
  ArticulatedPose(ArticulatedSums sums, BoneMotions motions, int frame) {
    this.sums = sums;
    this.frame = frame;
    placed = new double[Affine.SIZE * sums.bones];
    old = new double[placed.length];
    targets = new double[placed.length];
    errors = new double[placed.length];
    for (int b = 0; b < sums.bones; b++) {
      int m = motions.at(b, frame);
      System.arraycopy(motions.m, m, placed, Affine.SIZE * b, Affine.SIZE);
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int i = 0; i < 3; i++) {
          placed[Affine.SIZE * b + r + 3] += motions.m[m + r + i] * sums.joints[3 * b + i];
        }
      }
    }
  }

  /** Places the joints of all bones but roots, and reads the sums again: joints may have moved. */
  void follow() {
    double[] offset = new double[3];
    for (int b : sums.order) {
      int up = sums.parents[b];
      if (up >= 0) {
        offset(b, offset);
        for (int r = 0; r < 3; r++) {
          placed[Affine.SIZE * b + 4 * r + 3] = placed[Affine.SIZE * up + 4 * r + 3] + offset[r];
        }
      }
    }
    sums.targets(frame, targets);
  }

  /** Computes R_parent (h_b − h_parent). */
  void offset(int b, double[] out) {
    int up = sums.parents[b];
    double[] h = sums.joints;
    double x = h[3 * b] - h[3 * up];
    double y = h[3 * b + 1] - h[3 * up + 1];
    double z = h[3 * b + 2] - h[3 * up + 2];
    for (int r = 0; r < 3; r++) {
      int o = Affine.SIZE * up + 4 * r;
      out[r] = placed[o] * x + placed[o + 1] * y + placed[o + 2] * z;
    }
  }

  /** Returns the squared error Σ_v |Σ_b R_b u_b + w_b y_b − v|². */
  double error() {
    double sum = sums.squares(frame);
    for (int b = 0; b < sums.bones; b++) {
      predict(b);
      for (int i = Affine.SIZE * b; i < Affine.SIZE * (b + 1); i++) {
        sum += (errors[i] - targets[i]) * placed[i];
      }
    }
    return sum;
  }

  private void predict(int b) {
    int o = Affine.SIZE * b;
    for (int i = 0; i < Affine.SIZE; i++) {
      errors[o + i] = -targets[o + i];
    }
    for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
      int l = Affine.SIZE * sums.partner[e];
      // The pair (b, l) is Σ b lᵀ; its columns belong to l.
      int c = ArticulatedSums.PAIR * e;
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int i = 0; i < 4; i++) {
          errors[o + r + i] +=
              placed[l + r] * sums.moments[c + 4 * i]
                  + placed[l + r + 1] * sums.moments[c + 4 * i + 1]
                  + placed[l + r + 2] * sums.moments[c + 4 * i + 2]
                  + placed[l + r + 3] * sums.moments[c + 4 * i + 3];
        }
      }
    }
  }

  /** Writes the negative gradient of half the error after {@link #error}, ω and τ of each bone. */
  void slope(double[] out) {
    double[] a = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      // A = Σ e (R_b u)ᵀ; the gradient is Σ R_b u × e.
      int o = Affine.SIZE * b;
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          a[3 * i + j] =
              errors[o + 4 * i] * placed[o + 4 * j]
                  + errors[o + 4 * i + 1] * placed[o + 4 * j + 1]
                  + errors[o + 4 * i + 2] * placed[o + 4 * j + 2];
        }
        out[UNKNOWNS * b + 3 + i] = -errors[o + 4 * i + 3];
      }
      out[UNKNOWNS * b] = a[5] - a[7];
      out[UNKNOWNS * b + 1] = a[6] - a[2];
      out[UNKNOWNS * b + 2] = a[1] - a[3];
    }
  }

  /** Turns bones and moves roots by a step; {@link #undo} takes it back. */
  void move(double[] step) {
    System.arraycopy(placed, 0, old, 0, placed.length);
    double[] turn = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      int o = Affine.SIZE * b;
      exponential(step, UNKNOWNS * b, turn);
      for (int r = 0; r < 3; r++) {
        for (int i = 0; i < 3; i++) {
          placed[o + 4 * r + i] =
              turn[3 * r] * old[o + i]
                  + turn[3 * r + 1] * old[o + 4 + i]
                  + turn[3 * r + 2] * old[o + 8 + i];
        }
        if (sums.parents[b] < 0) {
          placed[o + 4 * r + 3] += step[UNKNOWNS * b + 3 + r];
        }
      }
    }
  }

  void undo() {
    double[] swap = placed;
    placed = old;
    old = swap;
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
    out[0] = 1 - c * (y * y + z * z);
    out[1] = c * x * y - s * z;
    out[2] = c * x * z + s * y;
    out[3] = c * x * y + s * z;
    out[4] = 1 - c * (x * x + z * z);
    out[5] = c * y * z - s * x;
    out[6] = c * x * z - s * y;
    out[7] = c * y * z + s * x;
    out[8] = 1 - c * (x * x + y * y);
  }

  /** Writes the motions of the bones. */
  void write(BoneMotions motions) {
    for (int b = 0; b < sums.bones; b++) {
      int o = Affine.SIZE * b;
      int m = motions.at(b, frame);
      System.arraycopy(placed, o, motions.m, m, Affine.SIZE);
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int i = 0; i < 3; i++) {
          motions.m[m + r + 3] -= placed[o + r + i] * sums.joints[3 * b + i];
        }
      }
    }
  }
}
