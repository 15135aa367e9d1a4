package dev.sinew.distance;

/**
 * How far two surfaces are from each other, both ways, pose by pose: from points spread over each
 * to the closest point of the other. The largest distance also looks from all vertices. One thread
 * at a time.
 */
public final class TwoSidedDistance {
  private final Side first;
  private final Side second;

  /**
   * Prepares for two meshes.
   *
   * @param first x, y, z a vertex of one at rest
   * @param firstTriangles three vertices a triangle, at least one triangle; kept, not modified
   * @param second likewise of the other
   * @param secondTriangles likewise
   * @param samples points spread over each
   */
  public TwoSidedDistance(
      float[] first, int[] firstTriangles, float[] second, int[] secondTriangles, int samples) {
    this.first = new Side(first, firstTriangles, samples);
    this.second = new Side(second, secondTriangles, samples);
  }

  /**
   * What one pose shows, in the meshes' units.
   *
   * @param squares mean of the squared distances, both ways alike
   * @param max the largest distance
   */
  public record Distances(double squares, double max) {}

  /**
   * Compares one pose.
   *
   * @param a x, y, z a vertex of the first; read during the call
   * @param b likewise of the second
   */
  public Distances compare(float[] a, float[] b) {
    first.set(a);
    second.set(b);
    double squares = 0.5 * (first.squaresTo(second) + second.squaresTo(first));
    double max = Math.max(first.mostTo(second), second.mostTo(first));
    return new Distances(squares, max);
  }

  private static final class Side {
    private final TriangleTree tree;
    private final SurfaceSamples samples;
    private final boolean[] used;
    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final int[] scratch = TriangleTree.newScratch();
    private float[] positions;
    private double most;

    Side(float[] rest, int[] triangles, int count) {
      positions = rest;
      tree = new TriangleTree(rest, triangles);
      samples = new SurfaceSamples(rest, triangles, count);
      used = new boolean[rest.length / 3];
      for (int v : triangles) {
        used[v] = true;
      }
    }

    void set(float[] shape) {
      positions = shape;
      tree.refit(shape);
      most = 0;
    }

    double squaresTo(Side other) {
      double sum = 0;
      for (int i = 0; i < samples.count(); i++) {
        double d =
            distance(
                other,
                samples.position(i, positions, 0),
                samples.position(i, positions, 1),
                samples.position(i, positions, 2));
        sum += d * d;
      }
      return samples.count() == 0 ? 0 : sum / samples.count();
    }

    double mostTo(Side other) {
      for (int v = 0; v < used.length; v++) {
        if (used[v]) {
          distance(other, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
        }
      }
      return most;
    }

    private double distance(Side other, double x, double y, double z) {
      other.tree.closest(x, y, z, hit, scratch);
      most = Math.max(most, hit.distance());
      return hit.distance();
    }
  }
}
