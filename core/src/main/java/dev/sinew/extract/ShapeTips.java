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
 * One shape with its tips. Poses are brought to the area of the reference, so that a change of size
 * does not look like a motion.
 *
 * @param name the name of the shape
 * @param heat its surface with the factored matrices
 * @param tips its tips
 * @param scale the size of the given mesh relative to the surface
 */
record ShapeTips(String name, HeatDistances heat, Extremities tips, double scale) {

  /** Instead of an area: that of the shape itself. */
  static final double OWN_SIZE = 0;

  /** A given source means a tip within this fraction of the longest distance. */
  private static final double SAME_TIP = 0.15;

  /** Distances from a tip at which the thickness is measured, shorter than limbs are. */
  private static final double[] REACHES = {0.1, 0.2};

  /**
   * Prepares a shape without tips.
   *
   * @param area the area that the surface is scaled to, or {@link #OWN_SIZE}
   */
  static ShapeTips find(String name, TriMesh mesh, double area, RunContext context) {
    Surface surface = surface(name, mesh);
    double scale = area > 0 ? Math.sqrt(surface.area() / area) : 1;
    if (scale != 1) {
      surface = surface.scaled(1 / scale);
    }
    return new ShapeTips(
        name, new HeatDistances(new CotangentLaplacian(surface), context), Extremities.NONE, scale);
  }

  /**
   * Returns the largest component of a shape.
   *
   * @throws RequestException with the name of the shape if that has no area
   */
  static Surface surface(String name, TriMesh mesh) {
    try {
      return Surface.ofLargestComponent(mesh);
    } catch (RequestException e) {
      throw new RequestException(name, String.valueOf(e.getMessage()));
    }
  }

  /** Returns this shape with the tips of all limbs of some length. */
  ShapeTips withTips(double minLimb) {
    return new ShapeTips(name, heat, Extremities.find(heat, minLimb), scale);
  }

  /**
   * Returns this shape with its tips at the vertices where those of a reference are.
   *
   * @param mesh the mesh of the reference, whose vertices correspond to those of this shape
   * @return empty if the surfaces of the two consist of different vertices
   */
  Optional<ShapeTips> atVerticesOf(ShapeTips reference, TriMesh mesh) {
    int[] own = new int[reference.surface().vertexCount()];
    Arrays.fill(own, -1);
    for (int v = mesh.vertexCount() - 1; v >= 0; v--) {
      if (reference.surface().ofMesh(v) >= 0) {
        own[reference.surface().ofMesh(v)] = surface().ofMesh(v);
      }
    }
    int[] vertices = Arrays.stream(reference.tips().vertices()).map(v -> own[v]).toArray();
    boolean distinct =
        Arrays.stream(vertices).allMatch(v -> v >= 0)
            && Arrays.stream(vertices).distinct().count() == vertices.length;
    return distinct
        ? Optional.of(
            new ShapeTips(
                name, heat, reference.tips().at(vertices, heat.fromEach(vertices)), scale))
        : Optional.empty();
  }

  /** Returns the surface. */
  Surface surface() {
    return heat.surface();
  }

  /** Returns the number of tips of at least some length. */
  int countFrom(double minLimb) {
    return tips.countFrom(minLimb);
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

  /**
   * Returns how thick the surface is around each tip: the square root of the area within some
   * distances of it, areas farther away counting less, in units of the square root of the area. A
   * paw, a head and a tail differ in it, and bending does not change it.
   */
  double[][] thickness() {
    double unit = Math.sqrt(surface().area());
    double[][] out = new double[tips.count()][REACHES.length];
    for (int i = 0; i < out.length; i++) {
      for (int r = 0; r < REACHES.length; r++) {
        double sum = 0;
        for (int v = 0; v < surface().vertexCount(); v++) {
          double near = 1 - tips.distances()[i][v] / (REACHES[r] * unit);
          sum += near > 0 ? near * heat.laplacian().mass(v) : 0;
        }
        out[i][r] = Math.sqrt(sum) / unit;
      }
    }
    return out;
  }

  /** Returns this shape with some of its tips, in the order of a list. */
  ShapeTips with(int[] list) {
    return new ShapeTips(name, heat, tips.subset(list), scale);
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

  /** Returns the tip that a point is near to; −1 if there is none. */
  int tipNear(SkeletonOptions.Point point) {
    double[] distance = heat.from(nearestVertex(point));
    double nearest = SAME_TIP * Arrays.stream(distance).max().orElse(0);
    int found = -1;
    for (int i = 0; i < tips.count(); i++) {
      if (distance[tips.vertices()[i]] <= nearest) {
        nearest = distance[tips.vertices()[i]];
        found = i;
      }
    }
    return found;
  }

  private int nearestVertex(SkeletonOptions.Point point) {
    return surface().nearestVertex(point.x(), point.y(), point.z());
  }

  /** Returns this shape with one more tip, the first, at a point. */
  ShapeTips startingAt(SkeletonOptions.Point point) {
    return startingAt(nearestVertex(point));
  }

  private ShapeTips startingAt(int vertex) {
    return new ShapeTips(name, heat, tips.with(vertex, heat.from(vertex)), scale);
  }

  /**
   * Returns this shape with one more tip, the first, where its distances from the others are those
   * of the first tip of a reference.
   */
  ShapeTips startingLike(ShapeTips reference) {
    double[] wanted = reference.distances()[0];
    double unit = Math.sqrt(surface().area());
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int v = 0; v < surface().vertexCount(); v++) {
      double sum = 0;
      for (int i = 0; i < tips.count(); i++) {
        double d = tips.distances()[i][v] / unit - wanted[i + 1];
        sum += d * d;
      }
      if (sum < least) {
        least = sum;
        best = v;
      }
    }
    return startingAt(best);
  }

  /** Returns these tips so that they correspond to those of a reference; empty if they do not. */
  Optional<ShapeTips> matching(ShapeTips reference, double limit) {
    int[] map =
        TipMatching.of(
            new TipMatching.Features(reference.distances(), reference.thickness()),
            new TipMatching.Features(distances(), thickness()),
            limit);
    return map == null ? Optional.empty() : Optional.of(with(map));
  }
}
