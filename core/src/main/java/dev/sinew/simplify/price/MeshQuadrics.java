package dev.sinew.simplify.price;

import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the quadrics of every point from the triangles as they are posed. A thread sees to some of
 * the poses, triangle by triangle, since the quadrics of a point lie side by side.
 */
final class MeshQuadrics {
  private static final int Q = Quadric.SIZE;

  private final CollapseView mesh;
  private final PosedPoints posed;
  private final double[] poseWeights;
  private final double @Nullable [] importance;
  private final QuadricWeights weights;
  private final double[] out;
  private final int stride;
  private final double[] a = new double[3];
  private final double[] b = new double[3];
  private final double[] c = new double[3];
  private final double[] normal = new double[3];

  private MeshQuadrics(
      CollapseView mesh,
      PosedPoints posed,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      double[] out) {
    this.mesh = mesh;
    this.posed = posed;
    this.poseWeights = poseWeights;
    this.importance = importance;
    this.weights = weights;
    this.out = out;
    stride = Q * posed.poseCount();
  }

  /**
   * Ten numbers a pose for every point, in a row.
   *
   * @param context share the poses
   */
  static double[] of(
      CollapseView mesh,
      PosedPoints posed,
      double[] poseWeights,
      double @Nullable [] importance,
      QuadricWeights weights,
      RunContext context) {
    double[] out = new double[Math.multiplyExact(Q * posed.poseCount(), mesh.pointCount())];
    List<Feature> features = new ArrayList<>();
    mesh.forEachFeature((t, p, q, boundary) -> features.add(new Feature(t, p, q, boundary)));
    int poses = posed.poseCount();
    int pieces = Math.min(poses, context.threads());
    context.run(
        pieces,
        piece -> {
          int from = poses * piece / pieces;
          int to = poses * (piece + 1) / pieces;
          MeshQuadrics some = new MeshQuadrics(mesh, posed, poseWeights, importance, weights, out);
          some.addTriangles(from, to);
          for (int pose = from; pose < to; pose++) {
            for (Feature feature : features) {
              some.addFeature(feature, pose);
            }
          }
        });
    return out;
  }

  /** A side of a triangle where the surface ends, or changes its texture or group. */
  private record Feature(int triangle, int p, int q, boolean boundary) {}

  private void addTriangles(int from, int to) {
    for (int t = 0; t < mesh.firstTriangleCount(); t++) {
      if (mesh.isDead(t)) {
        continue;
      }
      double counts = importance(mesh.point(3 * t), mesh.point(3 * t + 1), mesh.point(3 * t + 2));
      for (int pose = from; pose < to; pose++) {
        addTriangle(t, pose, counts * poseWeights[pose]);
      }
    }
  }

  private void addTriangle(int t, int pose, double counts) {
    double area = load(t, pose);
    if (!(area > 0)) {
      return;
    }
    double weight = counts * area;
    double d = -dot(normal, a);
    for (int i = 0; i < 3; i++) {
      int q = stride * mesh.point(3 * t + i) + Q * pose;
      double[] at = i == 0 ? a : i == 1 ? b : c;
      Quadric.addPlane(out, q, normal[0], normal[1], normal[2], d, weight);
      Quadric.addPoint(out, q, at[0], at[1], at[2], weight * weights.spread());
    }
  }

  /** A plane through a feature, upright on its triangle. */
  private void addFeature(Feature feature, int pose) {
    double factor = feature.boundary ? weights.boundary() : weights.seam();
    double counts = factor * importance(feature.p, feature.q, feature.p);
    if (!(counts > 0) || !(load(feature.triangle, pose) > 0)) {
      return;
    }
    double[] side = new double[3];
    double[] upright = new double[3];
    double squared = 0;
    for (int i = 0; i < 3; i++) {
      side[i] = posed.get(feature.q, pose, i) - posed.get(feature.p, pose, i);
      squared += side[i] * side[i];
    }
    cross(side, normal, upright);
    if (!(normalise(upright) > 0)) {
      return;
    }
    double d = 0;
    for (int i = 0; i < 3; i++) {
      d -= upright[i] * posed.get(feature.p, pose, i);
    }
    double weight = counts * poseWeights[pose] * squared;
    for (int p : new int[] {feature.p, feature.q}) {
      Quadric.addPlane(out, stride * p + Q * pose, upright[0], upright[1], upright[2], d, weight);
    }
  }

  private double importance(int p, int q, int r) {
    return importance == null ? 1 : (importance[p] + importance[q] + importance[r]) / 3;
  }

  /** Loads a triangle's corners in a pose and its unit normal; returns its area. */
  private double load(int t, int pose) {
    for (int i = 0; i < 3; i++) {
      a[i] = posed.get(mesh.point(3 * t), pose, i);
      b[i] = posed.get(mesh.point(3 * t + 1), pose, i);
      c[i] = posed.get(mesh.point(3 * t + 2), pose, i);
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
