package dev.sinew.rig;

import dev.sinew.math.Affine;

/** How every bone moves: a 3×4 matrix from the reference's space to a frame's. */
public final class BoneMotions {
  private final int bones;
  private final int frames;

  /** M of bone j in frame k, row by row, from 12 (j · frames + k) on. */
  public final double[] m;

  /** Bones that stay where they are. */
  public BoneMotions(int bones, int frames) {
    this(bones, frames, new double[Math.multiplyExact(Affine.SIZE * bones, frames)]);
    for (int i = 0; i < bones * frames; i++) {
      Affine.identity(m, Affine.SIZE * i);
    }
  }

  private BoneMotions(int bones, int frames, double[] m) {
    this.bones = bones;
    this.frames = frames;
    this.m = m;
  }

  public int boneCount() {
    return bones;
  }

  public int frameCount() {
    return frames;
  }

  public void copy(int bone, int frame, double[] out, int offset) {
    System.arraycopy(m, at(bone, frame), out, offset, Affine.SIZE);
  }

  /** Sets the motion of a bone in a frame from twelve numbers; copied. */
  public void set(int bone, int frame, double[] motion, int offset) {
    System.arraycopy(motion, offset, m, at(bone, frame), Affine.SIZE);
  }

  public int at(int bone, int frame) {
    return Affine.SIZE * (bone * frames + frame);
  }

  public BoneMotions copy() {
    return new BoneMotions(bones, frames, m.clone());
  }

  /** Sum over the frames of the squared distances between a moved rest point and a vertex. */
  public double error(int bone, double[] rest, int vertex, ShapeSet shapes) {
    return error(bone, rest, vertex, shapes, Double.POSITIVE_INFINITY);
  }

  /** The same, or some number above the limit as soon as the sum is. */
  public double error(int bone, double[] rest, int vertex, ShapeSet shapes, double limit) {
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    int p = 3 * frames * vertex;
    double sum = 0;
    for (int k = 0, g = at(bone, 0); k < frames && sum <= limit; k++, g += Affine.SIZE, p += 3) {
      double a = m[g] * x + m[g + 1] * y + m[g + 2] * z + m[g + 3] - shapes.at[p];
      double b = m[g + 4] * x + m[g + 5] * y + m[g + 6] * z + m[g + 7] - shapes.at[p + 1];
      double c = m[g + 8] * x + m[g + 9] * y + m[g + 10] * z + m[g + 11] - shapes.at[p + 2];
      sum += a * a + b * b + c * c;
    }
    return sum;
  }
}
