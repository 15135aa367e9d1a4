package dev.sinew.posespace.inverse;

import dev.sinew.math.Svd3;
import dev.sinew.model.Deformer;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.TriMesh;
import java.util.Arrays;

/**
 * The inverse of a skinning model on the vertices of one part: the offset d of each rest point with
 * S(v + d) = target (equation 4.10 of the thesis on crowds, 5.12 of the thesis on examples). Solved
 * by Newton steps, which meet an affine model in one and any smooth model in a few; where the
 * thesis on examples uses Powell's method, which needs no derivative, a difference gives it. The
 * derivative at rest serves until a step does not shrink the residual; then it is taken anew at the
 * point reached. What no offset reaches is left for after skinning.
 */
public final class InverseSkin {
  private static final int MAX_STEPS = 24;

  /** Residuals below this fraction of the unit end the steps: the precision of floats. */
  private static final double END_RESIDUAL = 2e-8;

  /** Larger ones, in units of the character, are left for after skinning. */
  private static final double REACHED = 5e-7;

  /** The same in units of the last binary place of the farthest coordinate. */
  private static final double REACHED_PLACES = 8;

  /** A step that leaves a larger share of the residual needs a new derivative. */
  private static final double SHRUNK = 0.5;

  private final Deformer deformer;
  private final int[] wedgeOfVertex;
  private final int[] wedgeVertices;
  private final double unit;
  private final double meshUnit;

  /**
   * Offsets of one pose, x, y, z per vertex.
   *
   * @param rest before skinning
   * @param posed what these cannot reach, after skinning
   */
  public record Offsets(double[] rest, double[] posed) {}

  /**
   * @param deformer computes the wedges of the part
   * @param mesh the part at rest
   * @param unit the size of the character in the scene
   * @param meshUnit how long a unit of the mesh is in the scene at rest: offsets before skinning
   *     are in units of the mesh
   */
  public InverseSkin(Deformer deformer, TriMesh mesh, double unit, double meshUnit) {
    this.deformer = deformer;
    this.unit = unit;
    this.meshUnit = meshUnit;
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
  public Offsets solve(Pose pose, float[] target, boolean forward) {
    double[] rest = new double[target.length];
    double[] left =
        !forward && deformer instanceof RestDeformer movable
            ? new Steps(movable, pose, target, rest).run()
            : residual(pose, target, rest);
    double[] posed = new double[target.length];
    double reached = forward ? 0 : reached(target);
    for (int v = 0; v < wedgeOfVertex.length; v++) {
      if (length(left, v) > reached) {
        System.arraycopy(left, 3 * v, posed, 3 * v, 3);
      }
    }
    return new Offsets(rest, posed);
  }

  /** Returns the largest residual that is left to rounding. */
  private double reached(float[] target) {
    float farthest = 0;
    for (float x : target) {
      farthest = Math.max(farthest, Math.abs(x));
    }
    return Math.max(REACHED * unit, REACHED_PLACES * Math.ulp(farthest));
  }

  private static double length(double[] values, int v) {
    double x = values[3 * v], y = values[3 * v + 1], z = values[3 * v + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Newton steps of all vertices at once, each with its own derivative and length. */
  private final class Steps {
    private final RestDeformer movable;
    private final Pose pose;
    private final float[] target;
    private final double[] rest;
    private final double[] jacobians;
    private final double[] stepLength;

    /** Vertices that are done: reached, or singular. */
    private final boolean[] done = new boolean[wedgeOfVertex.length];

    Steps(RestDeformer movable, Pose pose, float[] target, double[] rest) {
      this.movable = movable;
      this.pose = pose;
      this.target = target;
      this.rest = rest;
      jacobians = new double[9 * movable.pointCount()];
      stepLength = new double[wedgeOfVertex.length];
      Arrays.fill(stepLength, 1);
    }

    /** Moves the rest points; returns the residual. */
    double[] run() {
      SkinDerivative.of(movable, unit / meshUnit).fill(pose, offsets(rest), jacobians);
      double[] left = residual(pose, target, rest);
      double reached = reached(target);
      for (int step = 0; step < MAX_STEPS; step++) {
        double[] moved = rest.clone();
        if (!step(left, moved)) {
          break;
        }
        double[] next = residual(pose, target, moved);
        boolean shrunk = hasShrunk(left, next);
        boolean stuck = accept(moved, next, left, reached) && !(movable instanceof LinearSkin);
        if (stuck) {
          SkinDerivative.near(movable, unit / meshUnit).fill(pose, offsets(rest), jacobians);
        } else if (!shrunk) {
          break;
        }
      }
      return left;
    }

    /** Adds a step to each vertex that is not done; returns false if there are none. */
    private boolean step(double[] left, double[] moved) {
      SingularForm form = SingularForm.DEFAULTS.forUnit(meshUnit);
      double[] work = new double[Svd3.WORK];
      double[] r = new double[3];
      double[] d = new double[3];
      boolean some = false;
      for (int v = 0; v < done.length; v++) {
        if (wedgeOfVertex[v] < 0 || done[v] || length(left, v) <= END_RESIDUAL * unit) {
          continue;
        }
        some = true;
        System.arraycopy(left, 3 * v, r, 0, 3);
        // A damped step is taken once: more would undo the damping.
        done[v] = !form.solve(jacobians, 9 * wedgeOfVertex[v], r, work, d);
        for (int axis = 0; axis < 3; axis++) {
          moved[3 * v + axis] += stepLength[v] * d[axis];
        }
      }
      return some;
    }

    private boolean hasShrunk(double[] left, double[] next) {
      for (int v = 0; v < done.length; v++) {
        if (!done[v] && length(next, v) < SHRUNK * length(left, v)) {
          return true;
        }
      }
      return false;
    }

    /**
     * Keeps the steps that shrink their residual and halves the others.
     *
     * @param left the residual before; receives that of the steps kept
     * @return true if a vertex that is not reached is stuck
     */
    private boolean accept(double[] moved, double[] next, double[] left, double reached) {
      boolean stuck = false;
      for (int v = 0; v < done.length; v++) {
        double before = length(left, v);
        double after = length(next, v);
        if (after > SHRUNK * before && after > reached && !done[v]) {
          stuck = true;
          stepLength[v] = after > before ? stepLength[v] / 2 : stepLength[v];
        } else {
          stepLength[v] = 1;
        }
        if (after < before || done[v]) {
          System.arraycopy(moved, 3 * v, rest, 3 * v, 3);
          System.arraycopy(next, 3 * v, left, 3 * v, 3);
        }
      }
      return stuck;
    }
  }

  private float[] offsets(double[] rest) {
    float[] out = new float[3 * wedgeVertices.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) rest[3 * wedgeVertices[i / 3] + i % 3];
    }
    return out;
  }

  /** Returns target − S(v + rest) per vertex. */
  private double[] residual(Pose pose, float[] target, double[] rest) {
    Deformer.Posed posed = deformer.newPosed();
    if (posed instanceof RestDeformer.Posed movable) {
      movable.displace(offsets(rest), null);
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
