package dev.sinew.skin.kernel;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import org.jspecify.annotations.Nullable;

/**
 * The linear part of a linear skin, A = Σ_j W_j N_j per point, with N_j the skinning matrix of a
 * joint and W_j a diagonal of weights. A rest point moved by d is posed A d further. The skin
 * itself has no rest points, only its coordinates; its weights are those of the constant
 * coordinate.
 */
public final class BlendedMotion {
  private final Skin skin;
  private final int[] rowStart;
  private final int[] joints;
  private final float[] weights;

  /**
   * @param rowStart the first entry of each point, and the number of entries
   * @param joints the joint of each entry
   * @param weights three weights per entry, one per axis of the scene
   */
  public BlendedMotion(Skin skin, int[] rowStart, int[] joints, float[] weights) {
    this.skin = skin;
    this.rowStart = rowStart;
    this.joints = joints;
    this.weights = weights;
  }

  public Offsets newOffsets() {
    return new Offsets();
  }

  /** The offsets of one pose; none until {@link #displace}. */
  public final class Offsets {
    private float @Nullable [] positions;
    private float @Nullable [] normals;
    private @Nullable JointMatrices matrices;

    public void displace(float @Nullable [] by, float @Nullable [] normalsBy) {
      positions = by;
      normals = normalsBy;
      matrices = by == null && normalsBy == null ? null : new JointMatrices(skin);
    }

    public void set(Pose pose) {
      if (matrices != null) {
        matrices.setSkinning(pose);
      }
    }

    /** Adds the posed offsets to a range of points. */
    public void add(int from, int to, PointBuffer out) {
      if (matrices == null) {
        return;
      }
      float[] outNormals = out.normals();
      for (int p = from; p < to; p++) {
        if (positions != null) {
          addRow(matrices.columns, p, positions, out.positions(), 3 * (out.first() + p));
        }
        if (normals != null && outNormals != null) {
          int at = 3 * (out.first() + p);
          addRow(matrices.columns, p, normals, outNormals, at);
          normalise(outNormals, at);
        }
      }
    }

    private void addRow(float[] n, int p, float[] offsets, float[] out, int at) {
      float x = offsets[3 * p], y = offsets[3 * p + 1], z = offsets[3 * p + 2];
      if (x == 0 && y == 0 && z == 0) {
        return;
      }
      for (int e = rowStart[p]; e < rowStart[p + 1]; e++) {
        int m = JointMatrices.SIZE * joints[e];
        out[at] += weights[3 * e] * (n[m] * x + n[m + 4] * y + n[m + 8] * z);
        out[at + 1] += weights[3 * e + 1] * (n[m + 1] * x + n[m + 5] * y + n[m + 9] * z);
        out[at + 2] += weights[3 * e + 2] * (n[m + 2] * x + n[m + 6] * y + n[m + 10] * z);
      }
    }

    private static void normalise(float[] v, int at) {
      float length =
          (float) Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
      float scale = length > 0 ? 1 / length : 0;
      v[at] *= scale;
      v[at + 1] *= scale;
      v[at + 2] *= scale;
    }
  }
}
