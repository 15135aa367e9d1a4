package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;

/**
 * Σ_k M_jᵏᵀ M_lᵏ for all pairs of bones. The normal matrix of each vertex is assembled from these
 * 4×4 blocks.
 */
public final class BoneGram {
  private final int bones;
  private final double[] blocks;
  private final double restWeight;

  public BoneGram(BoneMotions motions, RunContext context) {
    this(motions, 1, context);
  }

  /**
   * @param restWeight the weight of frame 0, the reference, beside 1 of the others
   */
  public BoneGram(BoneMotions motions, double restWeight, RunContext context) {
    this.restWeight = restWeight;
    bones = motions.boneCount();
    blocks = new double[16 * bones * bones];
    context.run(bones, j -> fillRow(motions, j));
  }

  private void fillRow(BoneMotions motions, int j) {
    for (int l = 0; l < bones; l++) {
      int o = 16 * (j * bones + l);
      for (int k = 0; k < motions.frameCount(); k++) {
        int a = motions.at(j, k);
        int b = motions.at(l, k);
        for (int i = 0; i < Affine.SIZE; i += 4) {
          for (int r = 0; r < 4; r++) {
            double x = (k == 0 ? restWeight : 1) * motions.value(a + i + r);
            for (int c = 0; c < 4; c++) {
              blocks[o + 4 * r + c] += x * motions.value(b + i + c);
            }
          }
        }
      }
    }
  }

  /** Returns the weight of a frame. */
  public double weight(int frame) {
    return frame == 0 ? restWeight : 1;
  }

  /**
   * Writes the block of two bones for unknowns relative to a vertex: Tᵀ H T with T = [1 x; 0 1].
   * The first three unknowns are a correction, the fourth is a weight at x.
   */
  public void block(int j, int l, double[] rest, int vertex, double[] out, int o) {
    int h = 16 * (j * bones + l);
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    for (int r = 0; r < 4; r++) {
      double a = blocks[h + 4 * r];
      double b = blocks[h + 4 * r + 1];
      double c = blocks[h + 4 * r + 2];
      out[o + 4 * r] = a;
      out[o + 4 * r + 1] = b;
      out[o + 4 * r + 2] = c;
      out[o + 4 * r + 3] = a * x + b * y + c * z + blocks[h + 4 * r + 3];
    }
    for (int c = 0; c < 4; c++) {
      out[o + 12 + c] += x * out[o + c] + y * out[o + 4 + c] + z * out[o + 8 + c];
    }
  }
}
