package dev.sinew.distance;

import dev.sinew.run.RunContext;

/**
 * Two-sided distance of two surfaces, pose by pose: from samples on each to the closest point of
 * the other. The largest distance also includes all vertices, or others in every pose. Not
 * thread-safe.
 */
public final class TwoSidedDistance {
  /** Poses after which the same vertices are compared again. */
  private static final int ROUNDS = 16;

  private final Side first;
  private final Side second;

  /** Prepares for two meshes, of which all vertices are compared. */
  public TwoSidedDistance(
      float[] first,
      int[] firstTriangles,
      float[] second,
      int[] secondTriangles,
      int samples,
      RunContext context) {
    this(first, firstTriangles, second, secondTriangles, samples, true, context);
  }

  /**
   * Prepares for two meshes.
   *
   * @param first rest positions of the first mesh, x, y, z per vertex
   * @param firstTriangles 3 vertices per triangle, at least one triangle; kept, not modified
   * @param second rest positions of the second mesh
   * @param secondTriangles triangles of the second mesh
   * @param samples number of samples per surface
   * @param everyVertex false to compare at most about four times as many vertices in a pose as
   *     there are samples
   * @param context whose cancellation ends a comparison
   */
  public TwoSidedDistance(
      float[] first,
      int[] firstTriangles,
      float[] second,
      int[] secondTriangles,
      int samples,
      boolean everyVertex,
      RunContext context) {
    this.first = new Side(first, firstTriangles, samples, everyVertex, context);
    this.second = new Side(second, secondTriangles, samples, everyVertex, context);
    this.first.findHints(this.second);
    this.second.findHints(this.first);
  }

  /**
   * The distances of one pose, in the meshes' units.
   *
   * @param squares mean squared distance, both directions with equal weight
   * @param max the largest distance
   */
  public record Distances(double squares, double max) {}

  /**
   * Compares one pose.
   *
   * @param a positions of the first mesh, x, y, z per vertex; read during the call
   * @param b positions of the second mesh
   */
  public Distances compare(float[] a, float[] b) {
    return compare(a, b, 0);
  }

  /**
   * Compares one pose.
   *
   * @param round the number of the pose, which decides about the vertices
   */
  Distances compare(float[] a, float[] b, int round) {
    first.set(a);
    second.set(b);
    double squares = 0.5 * (first.meanSquareTo(second) + second.meanSquareTo(first));
    double max = Math.max(first.maxTo(second, round), second.maxTo(first, round));
    return new Distances(squares, max);
  }

  /**
   * Returns the distances of points of the first mesh from the second, in the pose compared last.
   *
   * @param samples on the first mesh
   */
  float[] toSecond(SurfaceSamples samples) {
    float[] out = new float[samples.count()];
    for (int i = 0; i < out.length; i++) {
      int hint = first.nearest(samples.triangle(i));
      out[i] =
          (float)
              first.distance(
                  second,
                  hint,
                  samples.position(i, first.positions, 0),
                  samples.position(i, first.positions, 1),
                  samples.position(i, first.positions, 2));
    }
    return out;
  }

  private static final class Side {
    private final RunContext context;
    private final int[] triangles;
    private final TriangleTree tree;
    private final SurfaceSamples samples;
    private final boolean[] used;

    /** One vertex of this number is compared in a pose. */
    private final int step;

    /**
     * The triangles of the other side that are closest at rest: first of the samples, then of the
     * vertices. In a pose the closest one is mostly near. Hints of the last pose would be better,
     * but results would then depend on the order of the poses, in their last digits.
     */
    private final int[] hints;

    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final int[] scratch = TriangleTree.newScratch();
    private float[] positions;
    private double largest;

    Side(float[] rest, int[] triangles, int count, boolean everyVertex, RunContext context) {
      this.context = context;
      positions = rest;
      this.triangles = triangles;
      tree = new TriangleTree(rest, triangles, context);
      samples = new SurfaceSamples(rest, triangles, count);
      used = new boolean[rest.length / 3];
      step = everyVertex ? 1 : Math.max(1, used.length / Math.max(1, 4 * count));
      hints = new int[samples.count() + used.length];
      for (int v : triangles) {
        used[v] = true;
      }
    }

    void findHints(Side other) {
      for (int i = 0; i < samples.count(); i++) {
        hints[i] =
            other.closest(
                samples.position(i, positions, 0),
                samples.position(i, positions, 1),
                samples.position(i, positions, 2));
      }
      for (int v = 0; v < used.length; v++) {
        if (used[v] && v % step < ROUNDS) {
          hints[samples.count() + v] =
              other.closest(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
        }
      }
    }

    /** Returns the hint of the first corner of a triangle. */
    private int nearest(int triangle) {
      return hints[samples.count() + triangles[3 * triangle]];
    }

    private int closest(double x, double y, double z) {
      context.checkCancelled();
      tree.closest(x, y, z, hit, scratch);
      return hit.triangle();
    }

    void set(float[] shape) {
      positions = shape;
      tree.refit(shape);
      largest = 0;
    }

    double meanSquareTo(Side other) {
      double sum = 0;
      for (int i = 0; i < samples.count(); i++) {
        double d =
            distance(
                other,
                hints[i],
                samples.position(i, positions, 0),
                samples.position(i, positions, 1),
                samples.position(i, positions, 2));
        sum += d * d;
      }
      return samples.count() == 0 ? 0 : sum / samples.count();
    }

    double maxTo(Side other, int round) {
      for (int v = round % Math.min(step, ROUNDS); v < used.length; v += step) {
        if (used[v]) {
          distance(
              other,
              hints[samples.count() + v],
              positions[3 * v],
              positions[3 * v + 1],
              positions[3 * v + 2]);
        }
      }
      return largest;
    }

    private double distance(Side other, int hint, double x, double y, double z) {
      context.checkCancelled();
      other.tree.closest(x, y, z, hint, hit, scratch);
      largest = Math.max(largest, hit.distance());
      return hit.distance();
    }
  }
}
