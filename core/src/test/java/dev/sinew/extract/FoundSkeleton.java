package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Skeletons found in shapes, and distances between joints, for tests. */
final class FoundSkeleton {
  private FoundSkeleton() {}

  static SkeletonResult in(TriMesh... shapes) {
    return in(SkeletonOptions.DEFAULTS, shapes);
  }

  static SkeletonResult in(SkeletonOptions options, TriMesh... shapes) {
    List<NamedShape> named = new ArrayList<>();
    for (TriMesh shape : shapes) {
      named.add(new NamedShape("shape-" + named.size(), shape));
    }
    try (RunContext context = RunContext.create()) {
      return SkeletonExtraction.run(named, options, context);
    }
  }

  /** Returns x, y, z at rest of the joints of the first skin by name. */
  static Map<String, double[]> joints(SkinnedCharacter character) {
    Map<String, double[]> out = new LinkedHashMap<>();
    Pose rest = character.restPose();
    double[] g = new double[Affine.SIZE];
    for (int i = 0; i < character.skins().getFirst().jointCount(); i++) {
      int joint = character.skins().getFirst().joint(i);
      rest.copyGlobal(joint, g, 0);
      out.put(character.skeleton().name(joint), new double[] {g[3], g[7], g[11]});
    }
    return out;
  }

  /** Returns the distance of a point from the nearest joint. */
  static double nearest(double[] p, Map<String, double[]> joints) {
    return joints.values().stream().mapToDouble(q -> Points.distance(p, q)).min().orElse(0);
  }

  /** Returns the mean distance of joints from the nearest of others. */
  static double meanDistance(Map<String, double[]> from, Map<String, double[]> to) {
    return from.values().stream().mapToDouble(p -> nearest(p, to)).average().orElse(0);
  }

  /** Returns the largest distance of joints from the nearest of others. */
  static double largestDistance(Map<String, double[]> from, Map<String, double[]> to) {
    return from.values().stream().mapToDouble(p -> nearest(p, to)).max().orElse(0);
  }

  /** Returns the winding number of a closed mesh around a point: 1 inside, 0 outside. */
  static double winding(TriMesh mesh, double[] p) {
    double sum = 0;
    double[][] r = new double[3][3];
    double[] length = new double[3];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        double squared = 0;
        for (int axis = 0; axis < 3; axis++) {
          r[k][axis] = mesh.position(mesh.vertex(t, k), axis) - p[axis];
          squared += r[k][axis] * r[k][axis];
        }
        length[k] = Math.sqrt(squared);
      }
      double determinant =
          r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1])
              - r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0])
              + r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]);
      double denominator =
          length[0] * length[1] * length[2]
              + dot(r[0], r[1]) * length[2]
              + dot(r[1], r[2]) * length[0]
              + dot(r[2], r[0]) * length[1];
      sum += 2 * Math.atan2(determinant, denominator);
    }
    return sum / (4 * Math.PI);
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
