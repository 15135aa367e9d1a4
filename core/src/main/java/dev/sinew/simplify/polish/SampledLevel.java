package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.ShownAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A level with samples of the original on its triangles, in all poses, and what they say of its
 * error. The error of a sample is its squared distance from the level, plus the squares of the
 * differences of attributes as lengths. Samples are spread by importance. Their distances count
 * twice: by importance and by area alone, in all as much; otherwise large surfaces that matter less
 * would pay for small ones. The distances of the level from the original are added, in one pose:
 * samples of the original do not tell where the level sticks out.
 */
final class SampledLevel {
  final LevelPair pair;
  final double[] poseWeights;

  /** The meshes that are shown. */
  final List<OfMesh> meshes = new ArrayList<>();

  /** The weight of distances by area, relative to those by importance. */
  private final double plainWeight;

  /**
   * @param before an earlier form of the level: its numbers of samples and its weights are used, so
   *     that the errors of both can be compared; or null
   */
  SampledLevel(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      double look,
      @Nullable SampledLevel before,
      RunContext context) {
    pair = new LevelPair(origin.original(), level, poses);
    poseWeights = poses.weightArray();
    TriMesh rest = origin.original().restMesh();
    ShownAttributes shown = ShownAttributes.of(origin.original(), rest, look);
    float[][] originalShapes = pair.originalSkin.shapes(context);
    float[][] levelShapes = pair.levelSkin.shapes(context);
    for (int m = 0; m < pair.meshCount(); m++) {
      if (pair.isShown(m)) {
        OfMesh like = before == null ? null : before.meshes.get(meshes.size());
        meshes.add(new OfMesh(m, origin, rest, originalShapes, levelShapes, shown, like, context));
      }
    }
    plainWeight = before == null ? plainWeight() : before.plainWeight;
    for (OfMesh own : meshes) {
      context.runRanges(own.mesh.triangleCount(), (from, to) -> own.setErrors(from, to, context));
    }
  }

  /** Returns the weight that makes both sums of squared distances equal. */
  private double plainWeight() {
    double important = 0;
    double plain = 0;
    for (OfMesh own : meshes) {
      for (int s = 0; s < own.samples.squared.length; s++) {
        double squared = own.unit * own.samples.squared[s];
        important += squared;
        plain += squared > 0 ? squared / own.samples.importance[s] : 0;
      }
    }
    return plain > 0 ? important / plain : 0;
  }

  /** Returns the error of the level: the sum over all samples. */
  double error() {
    double sum = 0;
    for (OfMesh own : meshes) {
      for (int s = 0; s < own.error.length; s++) {
        sum += own.unit * poseWeights[own.samples.pose[s]] * own.error[s];
      }
      for (double one : own.outward) {
        sum += one;
      }
    }
    return sum;
  }

  /** One mesh. Triangles, points and wedges have their numbers in this mesh. */
  final class OfMesh {
    /** The index of the mesh among all. */
    final int index;

    final TriMesh mesh;

    /** The first point and triangle of the mesh in the joined level. */
    final int firstPoint;

    final int firstTriangle;
    final int[] corners;
    final int[] wedgePoint;
    final float[][] posed;
    final FlipSamples samples;
    final AttributeLengths lengths;

    /** The number of attribute values per wedge and per sample. */
    final int width;

    /** What each value counts. */
    final double[] factors;

    /** The surface that a sample stands for. */
    final double unit;

    /** The error of each sample on its triangle, without the unit. */
    final float[] error;

    private final float[] values;
    private final double rms;

    /** The first value of each texture, and the squared length of a mean edge in it. */
    private final int[] textures;

    private final double[] squaredEdges;

    /** The original in the first pose, and the parts of its triangles and of the level's. */
    private final TriangleTree original;

    private final int[] originalParts;
    private final double[] originalImportance;
    private final int[] levelParts;

    /** The error of each triangle, seen from the level. */
    final double[] outward;

    /** The barycentric coordinates of each sample on its triangle. */
    private final float[] bary;

    OfMesh(
        int index,
        LevelOrigin origin,
        TriMesh rest,
        float[][] originalShapes,
        float[][] levelShapes,
        ShownAttributes shown,
        @Nullable OfMesh like,
        RunContext context) {
      this.index = index;
      JoinedCharacter whole = origin.original();
      mesh = pair.levelMesh(index);
      firstPoint = pair.level.firstPoint(index);
      firstTriangle = pair.level.firstTriangle(index);
      corners = mesh.cornerWedges();
      wedgePoint = mesh.wedgeVertices();
      posed = EdgeFlips.slices(levelShapes, firstPoint, mesh.vertexCount());
      lengths = new AttributeLengths(shown, pair.level.firstGroup(index));
      width = lengths.width();
      values = lengths.of(mesh);
      TriMesh from = pair.originalMesh(index);
      int perPose =
          like == null
              ? FlipSamples.PER_TRIANGLE * mesh.triangleCount()
              : like.samples.pose.length / posed.length;
      originalParts = origin.partsOf(index);
      originalImportance = origin.importanceOf(index);
      levelParts = origin.partsOf(pair.level, index);
      outward = new double[levelParts.length];
      float[][] shapes =
          EdgeFlips.slices(originalShapes, whole.firstPoint(index), from.vertexCount());
      original =
          like == null ? new TriangleTree(shapes[0], from.triangles(), context) : like.original;
      samples =
          new FlipSamples(
              new FlipSamples.PosedMesh(from, originalParts, shapes),
              originalImportance,
              new FlipSamples.PosedMesh(mesh, levelParts, posed),
              lengths,
              perPose,
              context);
      unit = surface(origin, rest) / perPose;
      double size = rest.bounds().longestSide();
      rms = like == null ? samples.rms : like.rms;
      factors = lengths.factors(size > 0 ? rms / size : 0);
      textures = lengths.textures();
      squaredEdges = like == null ? squaredEdges() : like.squaredEdges;
      bary = new float[3 * samples.pose.length];
      error = new float[samples.pose.length];
    }

    /** Returns the area of the original's mesh in the scene, weighted by importance. */
    private double surface(LevelOrigin origin, TriMesh rest) {
      double sum = 0;
      JoinedCharacter whole = origin.original();
      for (int t = whole.firstTriangle(index); t < whole.firstTriangle(index + 1); t++) {
        double[] n = rest.areaNormal(t);
        sum += origin.importance()[t] * Math.sqrt(Vec3.dot(n, n)) / 2;
      }
      return sum;
    }

    private double[] squaredEdges() {
      double[] out = new double[textures.length];
      for (int i = 0; i < out.length; i++) {
        for (int c = 0; c < corners.length; c++) {
          for (int v = textures[i]; v < textures[i] + 2; v++) {
            double d =
                values[width * corners[c] + v]
                    - (double) values[width * corners[CollapseView.after(c)] + v];
            out[i] += d * d / corners.length;
          }
        }
      }
      return out;
    }

    int point(int corner) {
      return wedgePoint[corners[corner]];
    }

    /** Returns a barycentric coordinate of a sample on its triangle. */
    double weight(int s, int corner) {
      return bary[3 * s + corner];
    }

    double poseWeight(int s) {
      return poseWeights[samples.pose[s]];
    }

    /** Returns what the squared distance of a sample counts. */
    double distanceWeight(int s) {
      return 1 + plainWeight / samples.importance[s];
    }

    private void setErrors(int from, int to, RunContext context) {
      TriangleTree.Hit hit = new TriangleTree.Hit();
      double[] differences = new double[width];
      int[] wedges = new int[3];
      int[] points = new int[3];
      Closeness closeness = newCloseness();
      for (int t = from; t < to; t++) {
        context.checkCancelled();
        outward[t] = closeness.error(t);
        for (int c = 0; c < 3; c++) {
          wedges[c] = corners[3 * t + c];
          points[c] = wedgePoint[wedges[c]];
        }
        for (int s : samples.of[t]) {
          hit.clear();
          consider(points, 0, s, hit);
          for (int c = 0; c < 3; c++) {
            bary[3 * s + c] = (float) hit.weight(c);
          }
          error[s] = (float) error(wedges, s, hit, differences);
        }
      }
    }

    /**
     * Replaces the hit by the point of a triangle that is closest to a sample, if it is closer.
     *
     * @param points three per triangle
     */
    void consider(int[] points, int triangle, int s, TriangleTree.Hit hit) {
      hit.consider(
          posed[samples.pose[s]],
          3 * points[3 * triangle],
          3 * points[3 * triangle + 1],
          3 * points[3 * triangle + 2],
          triangle,
          samples.position[3 * s],
          samples.position[3 * s + 1],
          samples.position[3 * s + 2]);
    }

    /**
     * Returns the error of a sample at a hit, without the unit.
     *
     * @param wedges three per triangle
     * @param differences overwritten
     */
    double error(int[] wedges, int s, TriangleTree.Hit hit, double[] differences) {
      int first = 3 * hit.triangle();
      for (int v = 0; v < width; v++) {
        double d = samples.values[width * s + v];
        for (int c = 0; c < 3; c++) {
          d -= hit.weight(c) * values[width * wedges[first + c] + v];
        }
        differences[v] = d;
      }
      limitDrifts(differences, false);
      double sum = distanceWeight(s) * hit.squaredDistance();
      for (int v = 0; v < width; v++) {
        double d = factors[v] * differences[v];
        sum += d * d;
      }
      return sum;
    }

    /** Writes the differences of a sample on its triangle as far as a vertex can change them. */
    void copyDifferences(int t, int s, double[] out) {
      for (int v = 0; v < width; v++) {
        double d = samples.values[width * s + v];
        for (int c = 0; c < 3; c++) {
          d -= weight(s, c) * values[width * corners[3 * t + c] + v];
        }
        out[v] = d;
      }
      limitDrifts(out, true);
    }

    /**
     * A texture that drifts by more than an edge does not drift: the point is beyond a seam. Such
     * drifts count as one of an edge, or as none.
     */
    private void limitDrifts(double[] differences, boolean asNone) {
      for (int i = 0; i < textures.length; i++) {
        int v = textures[i];
        double u = differences[v];
        double w = differences[v + 1];
        double squared = u * u + w * w;
        if (squared > squaredEdges[i]) {
          double share = asNone ? 0 : Math.sqrt(squaredEdges[i] / squared);
          differences[v] *= share;
          differences[v + 1] *= share;
        }
      }
    }

    /** Returns a search for closest points. */
    Closeness newCloseness() {
      return new Closeness();
    }

    /** Says how far points of the level are from the original, in the first pose. */
    final class Closeness {
      private final TriangleTree.Hit hit = new TriangleTree.Hit();
      private final int[] scratch = TriangleTree.newScratch();

      /**
       * Returns the error of a triangle of the level in the first pose, seen from the level: the
       * squared distances of its points from the original, weighted as those of samples are.
       *
       * @param t a triangle of the same part
       * @param a a corner of the triangle; b and c likewise
       */
      double error(int t, double[] a, double[] b, double[] c) {
        double[] x = new double[3];
        double sum = 0;
        for (double[] most : new double[][] {a, b, c}) {
          for (int r = 0; r < 3; r++) {
            x[r] = (a[r] + b[r] + c[r] + 3 * most[r]) / 6;
          }
          double d = distance(t, x);
          sum += hit.isFound() ? (originalImportance[hit.triangle()] + plainWeight) * d * d : 0;
        }
        return Triangles.area(a, b, c) * sum / 3;
      }

      /** Returns the error of a triangle as it is. */
      double error(int t) {
        return error(t, corner(3 * t), corner(3 * t + 1), corner(3 * t + 2));
      }

      private double[] corner(int corner) {
        return at(point(corner));
      }

      /** Returns a point in the first pose. */
      double[] at(int point) {
        float[] x = posed[0];
        return new double[] {x[3 * point], x[3 * point + 1], x[3 * point + 2]};
      }

      /**
       * Returns true if a point of a triangle that moves in the first pose is then as near to the
       * original as before, or as near as the level is on average.
       */
      boolean isKept(int t, double[] before, double[] after) {
        double then = Math.max(rms, distance(t, before));
        return distance(t, after) <= then;
      }

      private double distance(int t, double[] x) {
        hit.onlyPart(originalParts, levelParts[t]);
        original.closest(x[0], x[1], x[2], hit, scratch);
        return hit.isFound() ? hit.distance() : 0;
      }
    }

    /** Writes the vector from the level to a sample, in its pose. */
    void copyGap(int t, int s, double[] out) {
      float[] x = posed[samples.pose[s]];
      for (int axis = 0; axis < 3; axis++) {
        out[axis] = samples.position[3 * s + axis];
        for (int c = 0; c < 3; c++) {
          out[axis] -= weight(s, c) * x[3 * point(3 * t + c) + axis];
        }
      }
    }
  }
}
