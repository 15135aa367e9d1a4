package dev.sinew.simplify.polish;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;

/**
 * The points of a level of meshes in correspondence. In shape k a point is at b_k + R_k d: its
 * position b_k before, and a displacement d that turns with the surface around it. The rotation R_k
 * is fitted to the edges of the point from the reference to shape k. The displacements are the
 * unknowns: all shapes share them, so points do not slide from shape to shape.
 */
final class LevelShapes implements LevelPoints {
  private static final int ROTATION = 9;

  private final float[][] shapes;
  private final float[][] rotations;
  private final double[] displacement;
  private double[] saved = new double[0];

  /**
   * @param reference x, y, z per point
   * @param triangles 3 points per triangle
   * @param shapes x, y, z per point of every shape; kept
   * @param displacement d of every point; kept and modified
   */
  LevelShapes(
      float[] reference,
      int[] triangles,
      List<float[]> shapes,
      double[] displacement,
      RunContext context) {
    this.shapes = shapes.toArray(float[][]::new);
    this.displacement = displacement;
    rotations = new float[this.shapes.length][];
    context.run(
        rotations.length, k -> rotations[k] = rotations(reference, triangles, this.shapes[k]));
  }

  /** Returns the rotation of the edges around every point, three rows each. */
  private static float[] rotations(float[] from, int[] triangles, float[] to) {
    double[] sums = new double[ROTATION * (from.length / 3)];
    for (int c = 0; c < triangles.length; c++) {
      int p = triangles[c];
      int q = triangles[c % 3 == 2 ? c - 2 : c + 1];
      for (int r = 0; r < 3; r++) {
        for (int s = 0; s < 3; s++) {
          double product =
              (double) (to[3 * q + r] - to[3 * p + r]) * (from[3 * q + s] - from[3 * p + s]);
          sums[ROTATION * p + 3 * r + s] += product;
          sums[ROTATION * q + 3 * r + s] += product;
        }
      }
    }
    Procrustes procrustes = new Procrustes(false);
    double[] target = new double[Affine.SIZE];
    double[] moments = new double[16];
    moments[15] = 1;
    double[] motion = new double[Affine.SIZE];
    float[] out = new float[sums.length];
    for (int p = 0; p < from.length / 3; p++) {
      Affine.identity(motion, 0);
      for (int i = 0; i < ROTATION; i++) {
        target[4 * (i / 3) + i % 3] = sums[ROTATION * p + i];
      }
      procrustes.solve(target, moments, 0, motion, 0);
      for (int i = 0; i < ROTATION; i++) {
        out[ROTATION * p + i] = (float) motion[4 * (i / 3) + i % 3];
      }
    }
    return out;
  }

  @Override
  public int pointCount() {
    return displacement.length / 3;
  }

  @Override
  public void pose(int k, float[] out) {
    float[] turn = rotations[k];
    for (int p = 0; p < pointCount(); p++) {
      for (int r = 0; r < 3; r++) {
        int at = ROTATION * p + 3 * r;
        out[3 * p + r] =
            (float)
                (shapes[k][3 * p + r]
                    + turn[at] * displacement[3 * p]
                    + turn[at + 1] * displacement[3 * p + 1]
                    + turn[at + 2] * displacement[3 * p + 2]);
      }
    }
  }

  @Override
  public void derivatives(int k, int p, double[] out) {
    Arrays.fill(out, 0);
    for (int i = 0; i < ROTATION; i++) {
      out[3 * (i % 3) + i / 3] = rotations[k][ROTATION * p + i];
    }
  }

  @Override
  public void add(int p, double[] step, double share) {
    for (int axis = 0; axis < 3; axis++) {
      displacement[3 * p + axis] += share * step[UNKNOWNS * p + axis];
    }
  }

  @Override
  public void save() {
    saved = displacement.clone();
  }

  @Override
  public void restore(int p) {
    System.arraycopy(saved, 3 * p, displacement, 3 * p, 3);
  }
}
