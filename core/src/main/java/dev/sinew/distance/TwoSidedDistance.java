package dev.sinew.distance;

import dev.sinew.run.RunContext;

/**
 * Two-sided distance of two surfaces, pose by pose: from samples on each to the closest point of
 * the other. The largest distance also includes all vertices. Not thread-safe.
 */
public final class TwoSidedDistance {
  private final Side first;
  private final Side second;

  /**
   * Prepares for two meshes.
   *
   * @param first rest positions of the first mesh, x, y, z per vertex
   * @param firstTriangles 3 vertices per triangle, at least one triangle; kept, not modified
   * @param second rest positions of the second mesh
   * @param secondTriangles triangles of the second mesh
   * @param samples number of samples per surface
   * @param context whose cancellation ends a comparison
   */
  public TwoSidedDistance(
      float[] first,
      int[] firstTriangles,
      float[] second,
      int[] secondTriangles,
      int samples,
      RunContext context) {
    this.first = new Side(first, firstTriangles, samples, context);
    this.second = new Side(second, secondTriangles, samples, context);
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
    first.set(a);
    second.set(b);
    double squares = 0.5 * (first.meanSquareTo(second) + second.meanSquareTo(first));
    double max = Math.max(first.maxTo(second), second.maxTo(first));
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

    Side(float[] rest, int[] triangles, int count, RunContext context) {
      this.context = context;
      positions = rest;
      this.triangles = triangles;
      tree = new TriangleTree(rest, triangles, context);
      samples = new SurfaceSamples(rest, triangles, count);
      used = new boolean[rest.length / 3];
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
        if (used[v]) {
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

    double maxTo(Side other) {
      for (int v = 0; v < used.length; v++) {
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
