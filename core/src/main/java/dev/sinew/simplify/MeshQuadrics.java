package dev.sinew.simplify;

import org.jspecify.annotations.Nullable;

/** Makes the quadrics of every point in every pose from the triangles as they are posed. */
final class MeshQuadrics {
  private static final int Q = Quadric.SIZE;

  private final CollapseMesh mesh;
  private final PosedPoints posed;
  private final double[] poseWeights;
  private final double @Nullable [] importance;
  private final QuadricWeights weights;
  private final double[][] out;
  private final double[] a = new double[3];
  private final double[] b = new double[3];
  private final double[] c = new double[3];
  private final double[] normal = new double[3];

  private MeshQuadrics(
      CollapseMesh mesh,
      PosedPoints posed,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights) {
    this.mesh = mesh;
    this.posed = posed;
    this.poseWeights = poseWeights;
    this.importance = importance;
    this.weights = weights;
    out = new double[mesh.pointCount()][];
    for (int p = 0; p < out.length; p++) {
      boolean used = mesh.firstCorner(p) != CollapseMesh.NONE;
      out[p] = new double[used ? Q * posed.poseCount() : 0];
    }
  }

  /** Ten numbers a pose for every point; none for points without triangles. */
  static double[][] of(
      CollapseMesh mesh,
      PosedPoints posed,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights) {
    MeshQuadrics made = new MeshQuadrics(mesh, posed, poseWeights, importance, weights);
    made.addTriangles();
    made.addFeatures();
    return made.out;
  }

  private void addTriangles() {
    for (int t = 0; t < mesh.firstTriangleCount(); t++) {
      if (mesh.isDead(t)) {
        continue;
      }
      double counts = importance(mesh.point(3 * t), mesh.point(3 * t + 1), mesh.point(3 * t + 2));
      for (int k = 0; k < posed.poseCount(); k++) {
        double area = load(t, k);
        double weight = counts * poseWeights[k] * area;
        if (area > 0) {
          double d = -dot(normal, a);
          for (int i = 0; i < 3; i++) {
            int p = mesh.point(3 * t + i);
            double[] at = i == 0 ? a : i == 1 ? b : c;
            Quadric.addPlane(out[p], Q * k, normal[0], normal[1], normal[2], d, weight);
            Quadric.addPoint(out[p], Q * k, at[0], at[1], at[2], weight * weights.spread());
          }
        }
      }
    }
  }

  /** Planes through features, upright on their triangles. */
  private void addFeatures() {
    double[] side = new double[3];
    double[] upright = new double[3];
    mesh.forEachFeature(
        (t, p, q, boundary) -> {
          double factor = boundary ? weights.boundary() : weights.seam();
          double counts = factor * importance(p, q, p);
          for (int k = 0; k < posed.poseCount() && counts > 0; k++) {
            if (!(load(t, k) > 0)) {
              continue;
            }
            double squared = 0;
            for (int i = 0; i < 3; i++) {
              side[i] = posed.get(q, k, i) - posed.get(p, k, i);
              squared += side[i] * side[i];
            }
            cross(side, normal, upright);
            if (!(normalise(upright) > 0)) {
              continue;
            }
            double d = 0;
            for (int i = 0; i < 3; i++) {
              d -= upright[i] * posed.get(p, k, i);
            }
            double weight = counts * poseWeights[k] * squared;
            Quadric.addPlane(out[p], Q * k, upright[0], upright[1], upright[2], d, weight);
            Quadric.addPlane(out[q], Q * k, upright[0], upright[1], upright[2], d, weight);
          }
        });
  }

  private double importance(int p, int q, int r) {
    return importance == null ? 1 : (importance[p] + importance[q] + importance[r]) / 3;
  }

  /** Loads a triangle's corners and unit normal in a pose; returns its area. */
  private double load(int t, int k) {
    for (int i = 0; i < 3; i++) {
      a[i] = posed.get(mesh.point(3 * t), k, i);
      b[i] = posed.get(mesh.point(3 * t + 1), k, i);
      c[i] = posed.get(mesh.point(3 * t + 2), k, i);
    }
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    normal[0] = uy * vz - uz * vy;
    normal[1] = uz * vx - ux * vz;
    normal[2] = ux * vy - uy * vx;
    return normalise(normal) / 2;
  }

  private static void cross(double[] u, double[] v, double[] out) {
    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
  }

  private static double dot(double[] u, double[] v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }

  /** Scales to length 1; returns the length before. */
  private static double normalise(double[] v) {
    double length = Math.sqrt(dot(v, v));
    for (int i = 0; i < 3 && length > 0; i++) {
      v[i] /= length;
    }
    return length;
  }
}
