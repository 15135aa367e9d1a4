package dev.sinew.simplify.price;

import dev.sinew.math.Vec3;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the quadrics of all points from the posed triangles. Each parallel task handles some of
 * the poses and visits each triangle once, since the quadrics of a point are adjacent in memory.
 */
final class MeshQuadrics {
  private static final int Q = Quadric.SIZE;

  private final CollapseView mesh;
  private final PosedPoints posed;
  private final double[] poseWeights;
  private final double @Nullable [] importance;
  private final QuadricWeights weights;
  private final RunContext context;
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
      RunContext context,
      double[] out) {
    this.mesh = mesh;
    this.posed = posed;
    this.poseWeights = poseWeights;
    this.importance = importance;
    this.weights = weights;
    this.context = context;
    this.out = out;
    stride = Q * posed.poseCount();
  }

  /**
   * Returns the quadrics: 10 values per pose, point after point.
   *
   * @param poseWeights one weight per pose
   * @param importance one weight per point, or null for 1
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
    List<Tip> tips = tips(mesh, features);
    int poses = posed.poseCount();
    int pieces = Math.min(poses, context.threads());
    context.run(
        pieces,
        piece -> {
          int from = poses * piece / pieces;
          int to = poses * (piece + 1) / pieces;
          MeshQuadrics some =
              new MeshQuadrics(mesh, posed, poseWeights, importance, weights, context, out);
          some.addTriangles(from, to);
          for (int pose = from; pose < to; pose++) {
            for (Feature feature : features) {
              context.checkCancelled();
              some.addFeature(feature, pose);
            }
            for (Tip tip : tips) {
              some.addTip(tip, pose);
            }
          }
        });
    return out;
  }

  /** A triangle side on a boundary, seam or group border. */
  private record Feature(int triangle, int p, int q, boolean boundary) {
    int otherThan(int point) {
      return point == p ? q : p;
    }
  }

  /**
   * A point where the border of a part turns: the corner of a mouth, the end of a strand of hair.
   */
  private record Tip(int point, int before, int after, boolean boundary) {}

  /** Returns the points at which exactly two features of one group meet. */
  private static List<Tip> tips(CollapseView mesh, List<Feature> features) {
    Map<Long, List<Feature>> meeting = new LinkedHashMap<>();
    for (Feature feature : features) {
      long group = (long) mesh.group(feature.triangle) << 32;
      for (int point : new int[] {feature.p, feature.q}) {
        meeting.computeIfAbsent(group | point, at -> new ArrayList<>(2)).add(feature);
      }
    }
    List<Tip> out = new ArrayList<>();
    meeting.forEach(
        (at, sides) -> {
          if (sides.size() == 2) {
            int point = (int) (long) at;
            int before = sides.get(0).otherThan(point);
            int after = sides.get(1).otherThan(point);
            if (before != after) {
              out.add(
                  new Tip(point, before, after, sides.get(0).boundary && sides.get(1).boundary));
            }
          }
        });
    return out;
  }

  private void addTriangles(int from, int to) {
    for (int t = 0; t < mesh.firstTriangleCount(); t++) {
      context.checkCancelled();
      if (mesh.isDead(t)) {
        continue;
      }
      double weight = importance(mesh.point(3 * t), mesh.point(3 * t + 1), mesh.point(3 * t + 2));
      for (int pose = from; pose < to; pose++) {
        addTriangle(t, pose, weight * poseWeights[pose]);
      }
    }
  }

  private void addTriangle(int t, int pose, double factor) {
    double area = load(t, pose);
    if (!(area > 0)) {
      return;
    }
    double weight = factor * area;
    double d = -Vec3.dot(normal, a);
    for (int i = 0; i < 3; i++) {
      int q = stride * mesh.point(3 * t + i) + Q * pose;
      double[] at = i == 0 ? a : i == 1 ? b : c;
      Quadric.addPlane(out, q, normal[0], normal[1], normal[2], d, weight);
      Quadric.addPoint(out, q, at[0], at[1], at[2], weight * weights.spread());
    }
  }

  /** Adds a plane through a feature, perpendicular to its triangle. */
  private void addFeature(Feature feature, int pose) {
    double base = feature.boundary ? weights.boundary() : weights.seam();
    double factor = base * importance(feature.p, feature.q, feature.p);
    if (!(factor > 0) || !(load(feature.triangle, pose) > 0)) {
      return;
    }
    double[] side = new double[3];
    double[] perpendicular = new double[3];
    double squared = 0;
    for (int i = 0; i < 3; i++) {
      side[i] = posed.get(feature.q, pose, i) - posed.get(feature.p, pose, i);
      squared += side[i] * side[i];
    }
    Vec3.cross(side, normal, perpendicular);
    if (!(normalise(perpendicular) > 0)) {
      return;
    }
    double d = 0;
    for (int i = 0; i < 3; i++) {
      d -= perpendicular[i] * posed.get(feature.p, pose, i);
    }
    double weight = factor * poseWeights[pose] * squared;
    for (int p : new int[] {feature.p, feature.q}) {
      Quadric.addPlane(
          out,
          stride * p + Q * pose,
          perpendicular[0],
          perpendicular[1],
          perpendicular[2],
          d,
          weight);
    }
  }

  /**
   * Adds a plane through a tip, perpendicular to the way it points. The planes of the two sides of
   * a thin part are nearly parallel: along both, the tip could move into the part at no cost.
   */
  private void addTip(Tip tip, int pose) {
    double base = tip.boundary ? weights.boundary() : weights.seam();
    double factor = base * importance(tip.point, tip.point, tip.point);
    double[] u = new double[3];
    double[] v = new double[3];
    for (int i = 0; i < 3; i++) {
      double x = posed.get(tip.point, pose, i);
      u[i] = posed.get(tip.before, pose, i) - x;
      v[i] = posed.get(tip.after, pose, i) - x;
    }
    double first = normalise(u);
    double second = normalise(v);
    double sharpness = Vec3.dot(u, v);
    if (!(factor > 0) || !(first > 0) || !(second > 0) || !(sharpness > 0)) {
      return;
    }
    double d = 0;
    for (int i = 0; i < 3; i++) {
      u[i] += v[i];
    }
    normalise(u);
    for (int i = 0; i < 3; i++) {
      d -= u[i] * posed.get(tip.point, pose, i);
    }
    double weight = factor * poseWeights[pose] * sharpness * (first * first + second * second) / 2;
    Quadric.addPlane(out, stride * tip.point + Q * pose, u[0], u[1], u[2], d, weight);
  }

  private double importance(int p, int q, int r) {
    return importance == null ? 1 : (importance[p] + importance[q] + importance[r]) / 3;
  }

  /** Loads the corners and the unit normal of a triangle in a pose; returns its area. */
  private double load(int t, int pose) {
    for (int i = 0; i < 3; i++) {
      a[i] = posed.get(mesh.point(3 * t), pose, i);
      b[i] = posed.get(mesh.point(3 * t + 1), pose, i);
      c[i] = posed.get(mesh.point(3 * t + 2), pose, i);
    }
    Vec3.areaNormal(a, b, c, normal);
    return normalise(normal) / 2;
  }

  /** Scales a vector to length 1; returns its former length. */
  private static double normalise(double[] v) {
    double length = Vec3.length(v);
    for (int i = 0; i < 3 && length > 0; i++) {
      v[i] /= length;
    }
    return length;
  }
}
