package dev.sinew.posespace;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;

/** Finds the vertices of one mesh in another by their positions. */
final class VertexMatch {
  private VertexMatch() {}

  /**
   * Returns the closest vertex of the reference for every vertex of a surface.
   *
   * @param tolerance the largest distance, in units of the reference's longest box side
   * @throws RequestException if a vertex has none that close
   */
  static int[] of(TriMesh reference, TriMesh surface, double tolerance) {
    Integer[] byX = new Integer[reference.vertexCount()];
    Arrays.setAll(byX, v -> v);
    Arrays.sort(byX, Comparator.comparingDouble(v -> reference.position(v, 0)));
    double[] xs = Arrays.stream(byX).mapToDouble(v -> reference.position(v, 0)).toArray();
    double reach = tolerance * reference.bounds().longestSide();
    int[] out = new int[surface.vertexCount()];
    for (int v = 0; v < out.length; v++) {
      out[v] = closest(reference, byX, xs, surface, v, reach);
      if (out[v] < 0) {
        throw new RequestException(
            String.format(
                Locale.ROOT,
                "vertex %d of the model at rest has no vertex of the reference within %.3g of its"
                    + " size: the reference is another mesh, or in another place",
                v,
                tolerance));
      }
    }
    return out;
  }

  private static int closest(
      TriMesh reference, Integer[] byX, double[] xs, TriMesh surface, int v, double reach) {
    int at = Arrays.binarySearch(xs, surface.position(v, 0) - reach);
    int best = -1;
    double least = reach * reach;
    for (int i = at < 0 ? -at - 1 : at; i < xs.length; i++) {
      if (xs[i] > surface.position(v, 0) + reach) {
        break;
      }
      double sum = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = reference.position(byX[i], axis) - surface.position(v, axis);
        sum += d * d;
      }
      if (sum < least || (sum == least && best < 0)) {
        least = sum;
        best = byX[i];
      }
    }
    return best;
  }
}
