package dev.sinew.simplify.polish;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.math.Vec3;
import dev.sinew.model.DisjointSets;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.model.WedgeSplit;
import dev.sinew.simplify.collapse.CollapseView;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds where a level needs a crease that the original shows by narrow triangles, such as the bevel
 * of a rim: normals that change within a part of a triangle of the level cannot be interpolated.
 * The normals of the original are fitted by a linear function on each triangle alone; where those
 * of two triangles differ much on their common edge, the edge becomes a crease. Round shapes get
 * none: on them, linear functions agree at the edges.
 */
final class NormalCreases {
  /** Cosine of the angle between normals on an edge from which it is a crease. */
  private static final double MAX_COSINE = StrictMath.cos(StrictMath.toRadians(40));

  /** Triangles with fewer samples have no opinion. */
  private static final int LEAST_SAMPLES = 8;

  /** The pull of corners to the mean normal, in samples. */
  private static final double PULL = 0.5;

  private final TriMesh level;
  private final double[] cornerNormals;
  private final boolean[] known;

  private NormalCreases(MeshPairs pairs, MeshAttribute normals) {
    level = pairs.level;
    cornerNormals = new double[9 * level.triangleCount()];
    known = new boolean[level.triangleCount()];
    for (int t = 0; t < known.length; t++) {
      known[t] = fit(t, pairs, normals);
    }
  }

  /**
   * A mesh with more wedges than before.
   *
   * @param mesh the mesh
   * @param source the wedge before, per wedge
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Split(TriMesh mesh, int[] source) {}

  /**
   * Splits wedges along creases; their normals start with the mean of their triangles.
   *
   * @param pairs the level and the original
   * @param fixed vertices whose wedges are not split
   * @return empty if there are no creases to add
   */
  static Optional<Split> split(MeshPairs pairs, BitSet fixed) {
    Optional<MeshAttribute> own = pairs.level.attribute(MeshAttribute.NORMAL);
    Optional<MeshAttribute> source = pairs.original.attribute(MeshAttribute.NORMAL);
    if (own.isEmpty() || source.isEmpty()) {
      return Optional.empty();
    }
    return new NormalCreases(pairs, source.get()).split(own.get(), fixed);
  }

  /** Fits the normals of the original on one triangle; returns false if it has few samples. */
  private boolean fit(int t, MeshPairs pairs, MeshAttribute normals) {
    ClosestSamples samples = pairs.samples;
    double[] matrix = new double[9];
    double[] right = new double[9];
    double[] mean = new double[3];
    double[] n = new double[3];
    int count = 0;
    for (int s = 0; s < samples.perTriangle(); s++) {
      int target = samples.target(t, s);
      if (target == ClosestSamples.NONE || !pairs.normal(t, s, target, normals, n)) {
        continue;
      }
      count++;
      for (int c = 0; c < 3; c++) {
        double b = samples.sampleWeight(s, c);
        for (int d = 0; d < 3; d++) {
          matrix[3 * c + d] += b * samples.sampleWeight(s, d);
          right[3 * c + d] += b * n[d];
        }
        mean[c] += n[c];
      }
    }
    if (count < LEAST_SAMPLES) {
      return false;
    }
    for (int c = 0; c < 3; c++) {
      matrix[4 * c] += PULL;
      for (int k = 0; k < 3; k++) {
        right[3 * c + k] += PULL * mean[k] / count;
      }
    }
    solve(matrix, right);
    System.arraycopy(right, 0, cornerNormals, 9 * t, 9);
    return true;
  }

  /** Solves a positive definite system of three equations with three right sides, in place. */
  private static void solve(double[] m, double[] right) {
    for (int p = 0; p < 3; p++) {
      for (int r = 0; r < 3; r++) {
        if (r != p) {
          double f = m[3 * r + p] / m[4 * p];
          for (int c = 0; c < 3; c++) {
            m[3 * r + c] -= f * m[3 * p + c];
            right[3 * r + c] -= f * right[3 * p + c];
          }
        }
      }
    }
    for (int r = 0; r < 9; r++) {
      right[r] /= m[4 * (r / 3)];
    }
  }

  // Creases.

  private Optional<Split> split(MeshAttribute normals, BitSet fixed) {
    DisjointSets fans = fans(normals);
    WedgeSplit split =
        new WedgeSplit(level, c -> fixed.get(level.vertex(c / 3, c % 3)) ? 0 : fans.of(c));
    if (split.isSame()) {
      return Optional.empty();
    }
    int[] source = split.source();
    boolean[] isSplit = new boolean[level.vertexCount()];
    for (int w = level.wedgeCount(); w < source.length; w++) {
      isSplit[level.vertexOfWedge(source[w])] = true;
    }
    MeshAttribute means = means(normals.wedges(source), split.corners(), fans, isSplit);
    return Optional.of(new Split(split.withNormals(means), source));
  }

  /** Joins corners of a vertex across edges that are no creases, and were none before. */
  private DisjointSets fans(MeshAttribute normals) {
    Map<Long, Integer> first = new HashMap<>();
    DisjointSets fans = new DisjointSets(3 * level.triangleCount());
    for (int c = 0; c < 3 * level.triangleCount(); c++) {
      int next = CollapseView.after(c);
      int a = level.vertex(c / 3, c % 3);
      int b = level.vertex(next / 3, next % 3);
      Integer other = first.putIfAbsent((long) Math.min(a, b) << 32 | Math.max(a, b), c);
      if (other != null && !isCrease(other, c)) {
        boolean sameStart = level.vertex(other / 3, other % 3) == a;
        join(fans, normals, c, sameStart ? other : CollapseView.after(other));
        join(fans, normals, next, sameStart ? CollapseView.after(other) : other);
      }
    }
    return fans;
  }

  private void join(DisjointSets fans, MeshAttribute normals, int a, int b) {
    boolean same = true;
    for (int k = 0; k < 3; k++) {
      same &=
          normals.value(level.wedge(a / 3, a % 3), k)
              == normals.value(level.wedge(b / 3, b % 3), k);
    }
    if (same) {
      fans.join(a, b);
    }
  }

  /** Compares the fitted normals in the middle of an edge. */
  private boolean isCrease(int corner, int opposite) {
    if (!known[corner / 3] || !known[opposite / 3]) {
      return false;
    }
    double[] a = middle(corner);
    double[] b = middle(opposite);
    return Vec3.dot(a, b) < MAX_COSINE * Math.sqrt(Vec3.dot(a, a) * Vec3.dot(b, b));
  }

  private double[] middle(int corner) {
    double[] out = new double[3];
    for (int k = 0; k < 3; k++) {
      out[k] = cornerNormals[3 * corner + k] + cornerNormals[3 * CollapseView.after(corner) + k];
    }
    return out;
  }

  /** Returns the mean of the fitted normals of each fan at vertices that were split. */
  private MeshAttribute means(
      MeshAttribute normals, int[] corners, DisjointSets fans, boolean[] isSplit) {
    double[] sums = new double[3 * corners.length];
    for (int c = 0; c < corners.length; c++) {
      for (int k = 0; k < 3; k++) {
        sums[3 * fans.of(c) + k] += cornerNormals[3 * c + k];
      }
    }
    float[] out = normals.toArray();
    for (int c = 0; c < corners.length; c++) {
      int at = 3 * fans.of(c);
      double length = Math.hypot(Math.hypot(sums[at], sums[at + 1]), sums[at + 2]);
      if (isSplit[level.vertex(c / 3, c % 3)] && length > 0) {
        for (int k = 0; k < 3; k++) {
          out[3 * corners[c] + k] = (float) (sums[at + k] / length);
        }
      }
    }
    return new MeshAttribute(normals.name(), 3, out);
  }
}
