package dev.sinew.extract;

import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

  /** Returns the largest distance between joints of the same name; infinite for other names. */
  static double byName(Map<String, double[]> a, Map<String, double[]> b) {
    return a.keySet().equals(b.keySet())
        ? a.entrySet().stream()
            .mapToDouble(
                joint ->
                    Points.distance(
                        joint.getValue(), Objects.requireNonNull(b.get(joint.getKey()))))
            .max()
            .orElse(0)
        : Double.POSITIVE_INFINITY;
  }

  /** Returns the rms distance of a clip's first key from a shape of the same vertices. */
  static double clipError(SkinnedCharacter character, int clip, TriMesh shape) {
    float[] at = posed(character, clip);
    double sum = 0;
    for (int i = 0; i < at.length; i++) {
      double d = at[i] - shape.position(i / 3, i % 3);
      sum += d * d;
    }
    return Math.sqrt(sum / shape.vertexCount()) / shape.bounds().longestSide();
  }

  /** Returns the rms distance of a clip's first key from the surface of a shape. */
  static double clipDistance(SkinnedCharacter character, int clip, TriMesh shape) {
    float[] at = posed(character, clip);
    double sum = 0;
    try (RunContext context = RunContext.ofThreads(1)) {
      TriangleTree tree = new TriangleTree(shape.floatPositions(), shape.triangles(), context);
      TriangleTree.Hit hit = new TriangleTree.Hit();
      int[] scratch = TriangleTree.newScratch();
      for (int i = 0; i < at.length; i += 3) {
        tree.closest(at[i], at[i + 1], at[i + 2], hit, scratch);
        sum += hit.squaredDistance();
      }
    }
    return Math.sqrt(3 * sum / at.length) / shape.bounds().longestSide();
  }

  private static float[] posed(SkinnedCharacter character, int clip) {
    Pose pose = character.restPose();
    character.clips().get(clip).sample(0, pose);
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    float[] at = new float[3 * surface.vertexCount()];
    posed.copyVertexPositions(at);
    return at;
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
