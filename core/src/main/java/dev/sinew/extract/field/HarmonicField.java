package dev.sinew.extract.field;

import dev.sinew.linalg.SmallCholesky;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A harmonic function that is 0 at a source and has given values at the extremities (equations 3.1
 * to 3.5 of the thesis "Character animation from examples"). It has no other extremum, so its level
 * sets split only where limbs branch.
 *
 * <p>Values at single vertices would depend on the triangulation, since a point has no capacity in
 * two dimensions. So they are means over small spots, and the function solves L f = Σ λ_j (b_j −
 * b_0) with b the distributions of the spots and the fluxes λ such that the means are as given: one
 * linear solve per extremity with a factor that exists already, and a small dense system.
 *
 * @param values the value of every vertex
 * @param kept the extremities that are maxima, as indices of the given ones; others would need a
 *     negative flux and are left out
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record HarmonicField(double[] values, int[] kept) {

  /**
   * Solves for the field.
   *
   * @param source the vertex of value 0
   * @param tips the vertices of the extremities
   * @param tipValues their values, positive
   */
  public static HarmonicField solve(
      HeatDistances heat, int source, int[] tips, double[] tipValues) {
    double[] origin = heat.spot(source);
    int m = tips.length;
    double[][] spots = new double[m][];
    double[][] responses = new double[m][];
    for (int j = 0; j < m; j++) {
      double[] flux = heat.spot(tips[j]);
      for (int v = 0; v < flux.length; v++) {
        flux[v] -= origin[v];
      }
      spots[j] = flux;
      responses[j] = heat.potential(flux);
    }
    int[] kept = IntStream.range(0, m).toArray();
    double[] flux = fluxes(kept, spots, responses, tipValues);
    while (kept.length > 1 && Arrays.stream(flux).min().orElse(0) <= 0) {
      int worst = lowest(flux);
      int[] before = kept;
      kept =
          IntStream.range(0, before.length).filter(i -> i != worst).map(i -> before[i]).toArray();
      flux = fluxes(kept, spots, responses, tipValues);
    }
    double[] f = new double[origin.length];
    for (int i = 0; i < kept.length; i++) {
      for (int v = 0; v < f.length; v++) {
        f[v] += flux[i] * responses[kept[i]][v];
      }
    }
    double zero = dot(origin, f);
    for (int v = 0; v < f.length; v++) {
      f[v] -= zero;
    }
    return new HarmonicField(f, kept);
  }

  /** Solves (b_i − b_0)ᵀ Σ λ_j g_j = c_i. */
  private static double[] fluxes(
      int[] kept, double[][] spots, double[][] responses, double[] tipValues) {
    int n = kept.length;
    double[] a = new double[n * n];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      b[i] = tipValues[kept[i]];
      for (int j = 0; j < n; j++) {
        a[n * i + j] = dot(spots[kept[i]], responses[kept[j]]);
      }
    }
    SmallCholesky.factor(n, a, 0);
    SmallCholesky.solve(n, a, b);
    return b;
  }

  /** Returns the harmonic one-form: the difference of the field along each edge of the surface. */
  public double[] oneForm(Surface surface) {
    double[] out = new double[surface.topology().edgeCount()];
    for (int e = 0; e < out.length; e++) {
      out[e] =
          values[surface.topology().edgeVertex(e, 1)] - values[surface.topology().edgeVertex(e, 0)];
    }
    return out;
  }

  private static int lowest(double[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] < values[best] ? i : best;
    }
    return best;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
