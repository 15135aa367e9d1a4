package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Makes the borders of a flat chart straight (Merry's thesis, 2007, section 5.3), so that vertices
 * on them can be removed without a change of what the chart covers. Corners are where other charts
 * meet. First they stay where they are; if that flips a triangle or stretches the chart too much,
 * they go to a circle; if that fails, too, another vertex becomes a corner. With all boundary
 * vertices as corners the chart is as it was, so this always ends.
 */
public final class StraightEdges {
  /**
   * The largest factor by which straight borders may raise the stretch of a chart. Mean stretch and
   * turns of the boundary on the arm: 4 and 1.3 give 1.094 and 33, 1.1 gives 1.060 and 35, 1.05
   * gives 1.053 and 41. On the bent cylinder 4 gives 1.609 and 9, 1.1 gives 1.053 and 12.
   */
  private static final double MAX_GROWTH = 1.1;

  private static final int SWEEPS = 30;

  private final FlatChart flat;
  private final ChartMesh mesh;
  private final int[] boundary;
  private final StretchEnergy energy;
  private final TreeSet<Integer> corners = new TreeSet<>();

  private StraightEdges(FlatChart flat, IntUnaryOperator across) {
    this.flat = flat;
    mesh = flat.mesh();
    boundary = mesh.boundary();
    energy = new StretchEnergy(mesh);
    int n = boundary.length;
    for (int i = 0; i < n; i++) {
      int before = across.applyAsInt(mesh.surfaceHalfEdge(boundary[(i + n - 1) % n]));
      if (before != across.applyAsInt(mesh.surfaceHalfEdge(boundary[i]))) {
        corners.add(i);
      }
    }
    if (corners.isEmpty()) {
      corners.add(0);
    }
    while (corners.size() < 3) {
      corners.add(middleOfLongest());
    }
  }

  /**
   * Returns a chart with straight borders.
   *
   * @param across gives the chart on the other side of a half-edge of the surface
   */
  public static FlatChart of(FlatChart flat, IntUnaryOperator across) {
    return new StraightEdges(flat, across).straighten();
  }

  private FlatChart straighten() {
    while (corners.size() < boundary.length) {
      Optional<FlatChart> made = inPlace();
      made = made.isPresent() ? made : onCircle();
      if (made.isPresent()) {
        return made.get();
      }
      corners.add(farthest());
    }
    return flat;
  }

  /** Returns the index of the corner after another in boundary order, plus n where it wraps. */
  private int next(int corner) {
    Integer higher = corners.higher(corner);
    return higher != null ? higher : corners.first() + boundary.length;
  }

  private int vertex(int i) {
    return mesh.start(boundary[i % boundary.length]);
  }

  private double length(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += mesh.length(boundary[i % boundary.length]);
    }
    return sum;
  }

  /** Returns the vertex nearest to the middle of the longest border that has inner vertices. */
  private int middleOfLongest() {
    int best = -1;
    double most = -1;
    for (int c : corners) {
      if (next(c) > c + 1 && length(c, next(c)) > most) {
        most = length(c, next(c));
        best = c;
      }
    }
    int i = best + 1;
    while (i < next(best) - 1 && length(best, i) < 0.5 * most) {
      i++;
    }
    return i % boundary.length;
  }

  /** Returns the vertex that is farthest from the line between its corners, in the flat chart. */
  private int farthest() {
    int best = -1;
    double most = -1;
    for (int c : corners) {
      for (int i = c + 1; i < next(c); i++) {
        double detour =
            distance(vertex(c), vertex(i))
                + distance(vertex(i), vertex(next(c)))
                - distance(vertex(c), vertex(next(c)));
        if (detour > most) {
          most = detour;
          best = i;
        }
      }
    }
    return best % boundary.length;
  }

  private double distance(int a, int b) {
    double[] uv = flat.uv();
    return Math.hypot(uv[2 * a] - uv[2 * b], uv[2 * a + 1] - uv[2 * b + 1]);
  }

  private Optional<FlatChart> inPlace() {
    double[] uv = flat.uv().clone();
    layChains(uv);
    boolean[] fixed = fixed();
    try {
      ConformalMap.solve(mesh, fixed, uv);
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
    return finished(uv, fixed);
  }

  private Optional<FlatChart> onCircle() {
    double[] uv = flat.uv().clone();
    double total = length(0, boundary.length);
    double radius = Math.sqrt(mesh.area() / Math.PI);
    for (int c : corners) {
      double angle = 2 * Math.PI * length(0, c) / total;
      uv[2 * vertex(c)] = radius * Math.cos(angle);
      uv[2 * vertex(c) + 1] = radius * Math.sin(angle);
    }
    layChains(uv);
    boolean[] fixed = fixed();
    ConvexMap.solve(mesh, fixed, uv);
    return finished(uv, fixed);
  }

  /** Puts the vertices between corners on straight lines, spaced by length. */
  private void layChains(double[] uv) {
    for (int c : corners) {
      int end = next(c);
      double total = length(c, end);
      int a = 2 * vertex(c);
      int b = 2 * vertex(end);
      for (int i = c + 1; i < end; i++) {
        double share = length(c, i) / total;
        int v = 2 * vertex(i);
        uv[v] = uv[a] + share * (uv[b] - uv[a]);
        uv[v + 1] = uv[a + 1] + share * (uv[b + 1] - uv[a + 1]);
      }
    }
  }

  private boolean[] fixed() {
    boolean[] out = new boolean[mesh.vertexCount()];
    for (int h : boundary) {
      out[mesh.start(h)] = true;
    }
    return out;
  }

  private Optional<FlatChart> finished(double[] uv, boolean[] fixed) {
    if (!Shape.hasNoFlips(mesh, uv) || Crossings.find(mesh, uv).isPresent()) {
      return Optional.empty();
    }
    double squared = new VertexRelaxation(mesh, energy).relax(uv, fixed, SWEEPS);
    return squared <= MAX_GROWTH * MAX_GROWTH * flat.squaredStretch()
        ? Optional.of(new FlatChart(mesh, uv, squared))
        : Optional.empty();
  }
}
