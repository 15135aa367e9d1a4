package dev.sinew.extract;

import dev.sinew.extract.field.CotangentLaplacian;
import dev.sinew.extract.field.Extremities;
import dev.sinew.extract.field.HeatDistances;
import dev.sinew.extract.field.Surface;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One shape with its tips.
 *
 * @param name the name of the shape
 * @param heat its surface with the factored matrices
 * @param tips its tips
 */
record ShapeTips(String name, HeatDistances heat, Extremities tips) {

  /** A given source replaces a tip within this fraction of the longest distance. */
  private static final double SAME_TIP = 0.15;

  /** Finds the tips of a shape. */
  static ShapeTips of(String name, TriMesh mesh, double minLimb, RunContext context) {
    Surface surface;
    try {
      surface = Surface.ofLargestComponent(mesh);
    } catch (RequestException e) {
      throw new RequestException(name, String.valueOf(e.getMessage()));
    }
    HeatDistances heat = new HeatDistances(new CotangentLaplacian(surface), context);
    return new ShapeTips(name, heat, Extremities.find(heat, minLimb));
  }

  /** Returns the surface. */
  Surface surface() {
    return heat.surface();
  }

  /** Returns the distances between all tips in units of the square root of the area. */
  double[][] distances() {
    double unit = Math.sqrt(surface().area());
    double[][] out = new double[tips.count()][tips.count()];
    for (int i = 0; i < out.length; i++) {
      for (int j = 0; j < out.length; j++) {
        out[i][j] = i == j ? 0 : tips.distance(i, j) / unit;
      }
    }
    return out;
  }

  /** Returns this shape with some of its tips, in the order of a list. */
  ShapeTips with(int[] list) {
    return new ShapeTips(name, heat, tips.subset(list));
  }

  /** Returns x, y, z of a tip. */
  double[] tipPosition(int tip) {
    int v = tips.vertices()[tip];
    return new double[] {
      surface().position(v, 0), surface().position(v, 1), surface().position(v, 2)
    };
  }

  /** Returns the positions of all tips in units of the square root of the area. */
  double[][] tipPositions() {
    double unit = Math.sqrt(surface().area());
    return IntStream.range(0, tips.count())
        .mapToObj(i -> Arrays.stream(tipPosition(i)).map(x -> x / unit).toArray())
        .toArray(double[][]::new);
  }

  /**
   * Returns this shape with a tip at a given point first: it takes the place of a tip near it, or
   * is added.
   */
  ShapeTips startingAt(SkeletonOptions.Point point) {
    int vertex = surface().nearestVertex(point.x(), point.y(), point.z());
    double[] distance = heat.from(vertex);
    double longest = Arrays.stream(distance).max().orElse(0);
    int[] others =
        IntStream.range(0, tips.count())
            .filter(i -> distance[tips.vertices()[i]] > SAME_TIP * longest)
            .toArray();
    return new ShapeTips(name, heat, tips.subset(others).with(vertex, distance));
  }

  /** Returns these tips so that they correspond to those of a reference; empty if they do not. */
  Optional<ShapeTips> matching(ShapeTips reference, double limit) {
    int[] map = TipMatching.of(reference.distances(), distances(), limit);
    return map == null ? Optional.empty() : Optional.of(with(map));
  }
}
