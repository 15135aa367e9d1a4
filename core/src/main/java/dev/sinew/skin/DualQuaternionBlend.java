package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.DualQuaternion;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.kernel.Vectors;

/**
 * Dual quaternion skinning: a point moves by the normalised mean of its joints' rigid motions, so
 * that twists and bends do not collapse the skin (Kavan, Collins, Žára and O'Sullivan, "Geometric
 * skinning with approximate dual quaternion blending", 2008; Englesson, "Improving the visual
 * quality of computer generated crowds for feature film production", 2012, equations 3.12 to 3.16).
 * The signs of the quaternions are aligned along the skeleton first ({@link JointMotions}), then
 * with the joint of largest weight of each point.
 *
 * <p>Dual quaternions cannot represent stretch, so it is split off every skinning matrix, M_j =
 * [R_j S_j | t_j]. With k the rest position where the point's joints meet ({@link MeetingPoints}),
 *
 * <pre>v = R (Σ w_j S_j) (v̂ − k) + t,</pre>
 *
 * where (R, t) is the mean of the motions that rotate by R_j and map k to M_j k. So points of one
 * joint follow its matrix exactly; scaling or mirroring the whole character scales or mirrors the
 * skin; a scaled bone stays attached to its neighbours; without stretch, k cancels out and this is
 * the classic method. Normals are transformed by the inverse transpose of the mean stretch, then by
 * R.
 */
public final class DualQuaternionBlend extends RotationBlend {
  private final float[] centres;

  private DualQuaternionBlend(SkinnedCharacter character, Part part) {
    super(character, part);
    centres = new MeetingPoints(tree).of(rows);
  }

  /** Returns the deformer of a part's wedges; its output is in scene space. */
  public static DualQuaternionBlend of(SkinnedCharacter character, Part part) {
    return new DualQuaternionBlend(character, part);
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend extends Blending {
    private final JointMotions motions = new JointMotions(rows.skin, tree);
    private final double[] wide = new double[DualQuaternion.SIZE * rows.skin.jointCount()];
    private final float[] motion = new float[wide.length];

    @Override
    public void set(Pose pose) {
      shape.set(pose);
      motions.set(pose);
      for (int j = 0; j < rows.skin.jointCount(); j++) {
        int m = Affine.SIZE * j;
        DualQuaternion.fromRotationTranslation(
            motions.wideRotations,
            4 * j,
            motions.wideMatrices[m + 3],
            motions.wideMatrices[m + 7],
            motions.wideMatrices[m + 11],
            wide,
            DualQuaternion.SIZE * j);
      }
      for (int i = 0; i < wide.length; i++) {
        motion[i] = (float) wide[i];
      }
    }

    @Override
    void blend(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      if (motions.rigid) {
        blendRigid(from, to, points, n, buffer);
      } else {
        blendStretched(from, to, points, n, buffer);
      }
    }

    private void blendRigid(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      float[] out = buffer.positions();
      float[] outNormals = buffer.normals();
      for (int p = from; p < to; p++) {
        int pivot = DualQuaternion.SIZE * rows.joints[rows.rowStart[p]];
        float px = motion[pivot], py = motion[pivot + 1];
        float pz = motion[pivot + 2], pw = motion[pivot + 3];
        float x = 0, y = 0, z = 0, w = 0, dx = 0, dy = 0, dz = 0, dw = 0;
        for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
          int m = DualQuaternion.SIZE * rows.joints[i];
          float qx = motion[m], qy = motion[m + 1], qz = motion[m + 2], qw = motion[m + 3];
          float near = px * qx + py * qy + pz * qz + pw * qw;
          float weight = near < -JointMotions.TIE ? -rows.weights[i] : rows.weights[i];
          x += weight * qx;
          y += weight * qy;
          z += weight * qz;
          w += weight * qw;
          dx += weight * motion[m + 4];
          dy += weight * motion[m + 5];
          dz += weight * motion[m + 6];
          dw += weight * motion[m + 7];
        }
        // The term of the joint of largest weight keeps the sum away from zero.
        float scale = 1 / (float) Math.sqrt(x * x + y * y + z * z + w * w);
        x *= scale;
        y *= scale;
        z *= scale;
        w *= scale;
        int o = 3 * (buffer.first() + p);
        System.arraycopy(points, 3 * p, out, o, 3);
        Vectors.rotate(out, o, x, y, z, w);
        out[o] += 2 * scale * (w * dx - dw * x + y * dz - z * dy);
        out[o + 1] += 2 * scale * (w * dy - dw * y + z * dx - x * dz);
        out[o + 2] += 2 * scale * (w * dz - dw * z + x * dy - y * dx);
        if (outNormals != null) {
          System.arraycopy(n, 3 * p, outNormals, o, 3);
          Vectors.rotate(outNormals, o, x, y, z, w);
        }
      }
    }

    private void blendStretched(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      float[] out = buffer.positions();
      float[] outNormals = buffer.normals();
      float[] m = motions.matrices;
      float[] s = motions.stretches;
      for (int p = from; p < to; p++) {
        int pivot = DualQuaternion.SIZE * rows.joints[rows.rowStart[p]];
        float px = motion[pivot], py = motion[pivot + 1];
        float pz = motion[pivot + 2], pw = motion[pivot + 3];
        float kx = centres[3 * p], ky = centres[3 * p + 1], kz = centres[3 * p + 2];
        float x = 0, y = 0, z = 0, w = 0, dx = 0, dy = 0, dz = 0, dw = 0;
        float a = 0, b = 0, c = 0, e = 0, f = 0, g = 0;
        for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
          int j = rows.joints[i];
          int q = DualQuaternion.SIZE * j;
          float weight = rows.weights[i];
          int t = 9 * j;
          a += weight * s[t];
          b += weight * s[t + 1];
          c += weight * s[t + 2];
          e += weight * s[t + 4];
          f += weight * s[t + 5];
          g += weight * s[t + 8];
          float qx = motion[q], qy = motion[q + 1], qz = motion[q + 2], qw = motion[q + 3];
          if (px * qx + py * qy + pz * qz + pw * qw < -JointMotions.TIE) {
            weight = -weight;
          }
          x += weight * qx;
          y += weight * qy;
          z += weight * qz;
          w += weight * qw;
          // Twice the dual part of the motion that maps k to its posed position: that position
          // times q.
          t = Affine.SIZE * j;
          float tx = m[t] * kx + m[t + 1] * ky + m[t + 2] * kz + m[t + 3];
          float ty = m[t + 4] * kx + m[t + 5] * ky + m[t + 6] * kz + m[t + 7];
          float tz = m[t + 8] * kx + m[t + 9] * ky + m[t + 10] * kz + m[t + 11];
          dx += weight * (qw * tx + ty * qz - tz * qy);
          dy += weight * (qw * ty + tz * qx - tx * qz);
          dz += weight * (qw * tz + tx * qy - ty * qx);
          dw -= weight * (tx * qx + ty * qy + tz * qz);
        }
        float scale = 1 / (float) Math.sqrt(x * x + y * y + z * z + w * w);
        x *= scale;
        y *= scale;
        z *= scale;
        w *= scale;
        int o = 3 * (buffer.first() + p);
        float vx = points[3 * p] - kx;
        float vy = points[3 * p + 1] - ky;
        float vz = points[3 * p + 2] - kz;
        out[o] = a * vx + b * vy + c * vz;
        out[o + 1] = b * vx + e * vy + f * vz;
        out[o + 2] = c * vx + f * vy + g * vz;
        Vectors.rotate(out, o, x, y, z, w);
        out[o] += scale * (w * dx - dw * x + y * dz - z * dy);
        out[o + 1] += scale * (w * dy - dw * y + z * dx - x * dz);
        out[o + 2] += scale * (w * dz - dw * z + x * dy - y * dx);
        if (outNormals != null) {
          Vectors.transformNormal(a, b, c, b, e, f, c, f, g, n, 3 * p, outNormals, o);
          Vectors.rotate(outNormals, o, x, y, z, w);
        }
      }
    }
  }
}
