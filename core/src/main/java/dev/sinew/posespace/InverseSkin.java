package dev.sinew.posespace;

import dev.sinew.math.Svd3;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.TriMesh;
import java.util.Arrays;

/**
 * The inverse of a skinning model on the vertices of one part: the offset d of each rest point with
 * S(v + d) = target (equation 4.10 of the thesis on crowds, 5.12 of the thesis on examples). Solved
 * by Gauss-Newton steps, which meet an affine model in one and any smooth model in a few; where the
 * thesis on examples uses Powell's method, which needs no derivative, a difference gives it.
 */
final class InverseSkin {
  private static final int MAX_STEPS = 8;

  /** Residuals below this fraction of the unit end the steps: the precision of floats. */
  private static final double CLOSE = 2e-8;

  private final Deformer deformer;
  private final int[] wedgeOfVertex;
  private final int[] wedgeVertices;
  private final double unit;

  /** Offsets of one pose: before skinning, and what they cannot reach, after skinning. */
  record Offsets(double[] rest, double[] posed) {}

  /**
   * @param unit the size of the character
   */
  InverseSkin(Deformer deformer, TriMesh mesh, double unit) {
    this.deformer = deformer;
    this.unit = unit;
    wedgeVertices = mesh.wedgeVertices();
    wedgeOfVertex = new int[mesh.vertexCount()];
    Arrays.fill(wedgeOfVertex, -1);
    for (int w = wedgeVertices.length - 1; w >= 0; w--) {
      wedgeOfVertex[wedgeVertices[w]] = w;
    }
  }

  /**
   * Returns the offsets of one pose.
   *
   * @param target x, y, z of the part's vertices in scene space
   * @param forward true for offsets after skinning only
   */
  Offsets solve(Pose pose, float[] target, boolean forward) {
    double[] rest = new double[target.length];
    double[] posed = new double[target.length];
    boolean[] exact = new boolean[wedgeOfVertex.length];
    Arrays.fill(exact, !forward);
    if (!forward && deformer instanceof RestDeformer movable) {
      stepTowards(movable, pose, target, rest, exact);
    }
    double[] left = residual(pose, target, rest);
    for (int v = 0; v < exact.length; v++) {
      if (!exact[v]) {
        System.arraycopy(left, 3 * v, posed, 3 * v, 3);
      }
    }
    return new Offsets(rest, posed);
  }

  private void stepTowards(
      RestDeformer movable, Pose pose, float[] target, double[] rest, boolean[] exact) {
    double[] jacobians = new double[9 * movable.pointCount()];
    SkinDerivative.of(movable, unit).fill(pose, jacobians);
    double[] work = new double[Svd3.WORK];
    double[] r = new double[3];
    double[] d = new double[3];
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] left = residual(pose, target, rest);
      double largest = 0;
      for (int v = 0; v < exact.length; v++) {
        // A damped step is taken once: more would undo the damping.
        if (wedgeOfVertex[v] >= 0 && (step == 0 || exact[v])) {
          System.arraycopy(left, 3 * v, r, 0, 3);
          exact[v] = SingularForm.DEFAULTS.solve(jacobians, 9 * wedgeOfVertex[v], r, work, d);
          for (int axis = 0; axis < 3; axis++) {
            rest[3 * v + axis] += d[axis];
            largest = Math.max(largest, exact[v] ? Math.abs(r[axis]) : 0);
          }
        }
      }
      if (largest <= CLOSE * unit) {
        return;
      }
    }
  }

  /** Returns target − S(v + rest) per vertex. */
  private double[] residual(Pose pose, float[] target, double[] rest) {
    Deformer.Posed posed = deformer.newPosed();
    if (posed instanceof RestDeformer.Posed movable) {
      float[] offsets = new float[3 * wedgeVertices.length];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = (float) rest[3 * wedgeVertices[i / 3] + i % 3];
      }
      movable.displace(offsets, null);
    }
    posed.set(pose);
    PointBuffer shape = PointBuffer.allocate(deformer.pointCount(), false);
    posed.fill(0, deformer.pointCount(), shape);
    double[] out = new double[target.length];
    for (int v = 0; v < wedgeOfVertex.length; v++) {
      for (int axis = 0; axis < 3 && wedgeOfVertex[v] >= 0; axis++) {
        out[3 * v + axis] =
            (double) target[3 * v + axis] - shape.positions()[3 * wedgeOfVertex[v] + axis];
      }
    }
    return out;
  }
}
