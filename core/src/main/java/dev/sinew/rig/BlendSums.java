package dev.sinew.rig;

/**
 * Sums over the vertices of a skin v = Σ_j M_j p_j, with p_j of four values, from which the squared
 * error of any motions follows without visiting the vertices: Σ_jl tr(M_j C_jl M_lᵀ) − 2 Σ_j tr(M_j
 * D_jᵀ) + Σ|v|².
 *
 * @param bones the number of bones
 * @param moments C_jl = Σ p_j p_lᵀ, 16 values from index 16 (j · bones + l)
 * @param targets D_j = Σ v p_jᵀ in each frame, 12 values each, in the order of {@link BoneMotions}
 * @param squares Σ |v|² of each frame
 */
public record BlendSums(int bones, double[] moments, double[] targets, double[] squares) {

  /** Checks the sizes. */
  public BlendSums {
    if (moments.length != 16 * bones * bones || targets.length != 12 * bones * squares.length) {
      throw new IllegalArgumentException(
          "sums: expected those of "
              + bones
              + " bones and "
              + squares.length
              + " frames, got "
              + moments.length
              + " and "
              + targets.length
              + " values");
    }
  }

  /** Returns the number of frames. */
  public int frames() {
    return squares.length;
  }

  /**
   * Returns the change of the skin if a bone moved like another: Σ |M_a p_a − M_b p_a|² over the
   * vertices and frames.
   */
  public double difference(int a, int b, BoneMotions motions) {
    int c = 16 * (a * bones + a);
    double[] d = new double[4];
    double sum = 0;
    for (int k = 0; k < frames(); k++) {
      for (int r = 0; r < 12; r += 4) {
        for (int i = 0; i < 4; i++) {
          d[i] = motions.m[motions.at(a, k) + r + i] - motions.m[motions.at(b, k) + r + i];
        }
        for (int i = 0; i < 4; i++) {
          for (int j = 0; j < 4; j++) {
            sum += d[i] * moments[c + 4 * i + j] * d[j];
          }
        }
      }
    }
    return sum;
  }
}
