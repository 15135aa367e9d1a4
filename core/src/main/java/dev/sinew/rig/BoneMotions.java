package dev.sinew.rig;

import dev.sinew.math.Affine;

/**
 * Motions of bones: per bone and frame a 3×4 matrix from the space of the reference to that of the
 * frame.
 */
public final class BoneMotions {
  private final int bones;
  private final int frames;

  /** The matrix of bone j in frame k, row by row, from index 12 (j · frames + k). */
  final double[] m;

  /** Creates motions that are all the identity. */
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

  /** Returns the number of bones. */
  public int boneCount() {
    return bones;
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return frames;
  }

  /** Copies the 12 values of a bone in a frame. */
  public void copy(int bone, int frame, double[] out, int offset) {
    System.arraycopy(m, at(bone, frame), out, offset, Affine.SIZE);
  }

  /** Sets the motion of a bone in a frame from 12 values. */
  public void set(int bone, int frame, double[] motion, int offset) {
    System.arraycopy(motion, offset, m, at(bone, frame), Affine.SIZE);
  }

  /** Returns one of all values, by its index. */
  public double value(int index) {
    return m[index];
  }

  /**
   * Returns a coordinate of a point moved by a motion.
   *
   * @param index that of the first value of the row of the coordinate
   */
  public double moved(int index, double x, double y, double z) {
    return m[index] * x + m[index + 1] * y + m[index + 2] * z + m[index + 3];
  }

  /** Returns a copy of all values. */
  public double[] values() {
    return m.clone();
  }

  /**
   * Returns the index among all values of the motion of a bone in a frame; those of the following
   * frames follow it.
   */
  public int at(int bone, int frame) {
    return Affine.SIZE * (bone * frames + frame);
  }

  /** Returns the frames of a list, in its order. */
  public BoneMotions frames(int[] list) {
    BoneMotions some = new BoneMotions(bones, list.length);
    for (int b = 0; b < bones; b++) {
      for (int k = 0; k < list.length; k++) {
        some.set(b, k, m, at(b, list[k]));
      }
    }
    return some;
  }

  /** Returns a deep copy. */
  public BoneMotions copy() {
    return new BoneMotions(bones, frames, m.clone());
  }

  /**
   * Returns Σ_k |M_jᵏ x − vᵏ|²: the squared distances over all frames between a vertex and its rest
   * position moved by a bone.
   */
  public double error(int bone, double[] rest, int vertex, ShapeSet shapes) {
    return error(bone, rest, vertex, shapes, Double.POSITIVE_INFINITY);
  }

  /** Returns the same sum, or any value above the limit once the sum exceeds it. */
  public double error(int bone, double[] rest, int vertex, ShapeSet shapes, double limit) {
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    int p = 3 * frames * vertex;
    double sum = 0;
    for (int k = 0, g = at(bone, 0); k < frames && sum <= limit; k++, g += Affine.SIZE, p += 3) {
      double a = m[g] * x + m[g + 1] * y + m[g + 2] * z + m[g + 3] - shapes.value(p);
      double b = m[g + 4] * x + m[g + 5] * y + m[g + 6] * z + m[g + 7] - shapes.value(p + 1);
      double c = m[g + 8] * x + m[g + 9] * y + m[g + 10] * z + m[g + 11] - shapes.value(p + 2);
      sum += a * a + b * b + c * c;
    }
    return sum;
  }
}
