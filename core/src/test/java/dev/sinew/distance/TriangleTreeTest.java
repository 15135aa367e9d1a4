package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TriangleTreeTest {
  private static final long SEED = 42;

  @Test
  void agreesWithBruteForce() {
    Random random = new Random(SEED);
    for (RawMesh mesh : MeshSuite.all()) {
      if (mesh.triangles().length == 0) {
        continue;
      }
      float[] positions = floats(mesh.positions());
      TriangleTree tree = new TriangleTree(positions, mesh.triangles());
      for (int round = 0; round < 2; round++) {
        for (int q = 0; q < 20; q++) {
          double[] p = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
          TriangleTree.Hit hit = new TriangleTree.Hit();
          tree.closest(p[0], p[1], p[2], hit, TriangleTree.newScratch());
          double brute = bruteForce(positions, mesh.triangles(), p);
          assertThat(hit.distance())
              .as("%s, seed %d", mesh.name(), SEED)
              .isLessThanOrEqualTo(brute + 1e-6)
              .isCloseTo(brute, within(0.02 + 0.02 * brute));
          assertThat(distanceToHit(positions, mesh.triangles(), p, hit))
              .isCloseTo(hit.distance(), within(1e-5));
          int hint = q % (mesh.triangles().length / 3);
          TriangleTree.Hit hinted = new TriangleTree.Hit();
          tree.copy().closest(p[0], p[1], p[2], hint, hinted, TriangleTree.newScratch());
          assertThat(hinted.distance()).isCloseTo(hit.distance(), within(1e-6));
        }
        // The same tree with another shape.
        for (int i = 0; i < positions.length; i++) {
          positions[i] += (float) (0.3 * random.nextGaussian());
        }
        tree.refit(positions);
      }
    }
  }

  @Test
  void raysMeetWhatBruteForceMeets() {
    Random random = new Random(SEED);
    int met = 0;
    for (RawMesh mesh : MeshSuite.all()) {
      if (mesh.triangles().length == 0) {
        continue;
      }
      float[] positions = floats(mesh.positions());
      TriangleTree tree = new TriangleTree(positions, mesh.triangles());
      for (int q = 0; q < 50; q++) {
        double[] o = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double[] d = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; k++) {
          d[k] /= length;
        }
        TriangleTree.Hit hit = new TriangleTree.Hit();
        Ray ray = new Ray(o[0], o[1], o[2], d[0], d[1], d[2]);
        tree.firstAlong(ray, 0.1, 3, hit, TriangleTree.newScratch());
        double expected = firstAlong(positions, mesh.triangles(), o, d, 0.1, 3);
        String query = String.format("%s, ray %d, seed %d", mesh.name(), q, SEED);
        assertThat(hit.isFound()).as(query).isEqualTo(expected < Double.POSITIVE_INFINITY);
        if (hit.isFound()) {
          assertThat(hit.distance()).as(query).isCloseTo(expected, within(1e-6));
        }
        met += hit.isFound() ? 1 : 0;
        tree.nearestOnLine(ray, 3, -1, null, hit, TriangleTree.newScratch());
        double[] back = {-d[0], -d[1], -d[2]};
        double nearest =
            Math.min(
                firstAlong(positions, mesh.triangles(), o, d, 0, 3),
                firstAlong(positions, mesh.triangles(), o, back, 0, 3));
        assertThat(hit.isFound()).as(query).isEqualTo(nearest < Double.POSITIVE_INFINITY);
        if (hit.isFound()) {
          assertThat(hit.distance()).as(query).isCloseTo(nearest, within(1e-6));
        }
      }
    }
    assertThat(met).isGreaterThan(100);
  }

  @Test
  void whatWasFoundBeforeSavesTheSearchButChangesNothing() {
    Random random = new Random(SEED);
    int same = 0;
    int other = 0;
    for (RawMesh mesh : MeshSuite.all()) {
      if (mesh.triangles().length == 0) {
        continue;
      }
      float[] positions = floats(mesh.positions());
      int[] triangles = mesh.triangles();
      TriangleTree tree = new TriangleTree(positions, triangles);
      Ray[] rays = new Ray[50];
      int[] found = new int[rays.length];
      TriangleTree.Hit hit = new TriangleTree.Hit();
      for (int q = 0; q < rays.length; q++) {
        double z = 2 * random.nextDouble() - 1;
        double angle = 2 * Math.PI * random.nextDouble();
        double r = Math.sqrt(1 - z * z);
        rays[q] = new Ray(0, 0, z, r * Math.cos(angle), r * Math.sin(angle), z);
        tree.nearestOnLine(rays[q], 3, -1, null, hit, TriangleTree.newScratch());
        found[q] = hit.isFound() ? hit.triangle() : -1;
      }
      int point = triangles[0];
      BitSet moved = new BitSet();
      for (int c = 0; c < triangles.length; c++) {
        if (triangles[c] == point) {
          moved.set(c / 3);
        }
      }
      for (int k = 0; k < 3; k++) {
        positions[3 * point + k] *= -0.5f;
      }
      tree.refit(positions);
      BitSet nodes = tree.nodesAbove(moved);
      TriangleTree.Hit again = new TriangleTree.Hit();
      for (int q = 0; q < rays.length; q++) {
        tree.nearestOnLine(rays[q], 3, -1, null, hit, TriangleTree.newScratch());
        if (found[q] >= 0 && moved.get(found[q])) {
          continue; // To be searched anew.
        }
        tree.nearestOnLine(rays[q], 3, found[q], nodes, again, TriangleTree.newScratch());
        String query = String.format("%s, ray %d, seed %d", mesh.name(), q, SEED);
        assertThat(again.isFound()).as(query).isEqualTo(hit.isFound());
        if (hit.isFound()) {
          assertThat(again.triangle()).as(query).isEqualTo(hit.triangle());
          assertThat(again.distance()).as(query).isEqualTo(hit.distance());
          same += hit.triangle() == found[q] ? 1 : 0;
          other += hit.triangle() == found[q] ? 0 : 1;
        }
      }
    }
    assertThat(same).isGreaterThan(100);
    assertThat(other).isGreaterThan(10);
  }

  @Test
  void raysAlongAxesMeetFlatBoxes() {
    // Boxes without height, and directions with zeros.
    float[] square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    TriangleTree tree = new TriangleTree(square, new int[] {0, 1, 2, 0, 2, 3, 0, 1, 3});
    TriangleTree.Hit hit = new TriangleTree.Hit();
    tree.firstAlong(new Ray(0.25, 0.5, 2, 0, 0, -1), 0, 3, hit, TriangleTree.newScratch());
    assertThat(hit.distance()).isEqualTo(2);
    Ray away = new Ray(0.25, 0.5, 2, 0, 0, 1);
    tree.nearestOnLine(away, 3, -1, null, hit, TriangleTree.newScratch());
    assertThat(hit.distance()).isEqualTo(2);
    tree.firstAlong(away, 0, 3, hit, TriangleTree.newScratch());
    assertThat(hit.isFound()).isFalse();
  }

  /** Solves for the place on every triangle: o + t d = a + v u + w e. */
  private static double firstAlong(
      float[] positions, int[] triangles, double[] o, double[] d, double least, double farthest) {
    double first = Double.POSITIVE_INFINITY;
    for (int t = 0; t < triangles.length; t += 3) {
      double[][] m = new double[3][4];
      for (int k = 0; k < 3; k++) {
        double a = positions[3 * triangles[t] + k];
        m[k][0] = -d[k];
        m[k][1] = positions[3 * triangles[t + 1] + k] - a;
        m[k][2] = positions[3 * triangles[t + 2] + k] - a;
        m[k][3] = o[k] - a;
      }
      double det = determinant(m, 0, 1, 2);
      double at = determinant(m, 3, 1, 2) / det;
      double v = determinant(m, 0, 3, 2) / det;
      double w = determinant(m, 0, 1, 3) / det;
      if (det != 0 && v >= 0 && w >= 0 && v + w <= 1 && at >= least && at <= farthest) {
        first = Math.min(first, at);
      }
    }
    return first;
  }

  private static double determinant(double[][] m, int i, int j, int k) {
    return m[0][i] * (m[1][j] * m[2][k] - m[2][j] * m[1][k])
        - m[0][j] * (m[1][i] * m[2][k] - m[2][i] * m[1][k])
        + m[0][k] * (m[1][i] * m[2][j] - m[2][i] * m[1][j]);
  }

  @Test
  void comparesSurfacesOfDifferentTriangles() {
    // The same square cut along its two diagonals: no distance, no angle.
    float[] square = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    SurfaceComparison comparison =
        new SurfaceComparison(
            4,
            new int[] {0, 1, 2, 0, 2, 3},
            4,
            new int[] {0, 1, 3, 1, 2, 3},
            RunContext.ofThreads(1));
    assertThat(comparison.isCorresponding()).isFalse();
    ErrorCollector errors = new ErrorCollector(1);
    double[] distances = new double[4];
    double[] angles = new double[4];
    comparison.compare(square, square, distances, angles);
    errors.addAll("rest", distances, angles);
    assertThat(errors.summary().max()).isZero();
    assertThat(errors.summary().maxNormalDegrees()).isZero();
    float[] lifted = {0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
    comparison.compare(square, lifted, distances, angles);
    errors.addAll("lifted", distances, angles);
    assertThat(errors.summary().max()).isEqualTo(2);
    assertThat(errors.summary().mean()).isEqualTo(1);
    assertThat(errors.summary().rms()).isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(errors.summary().worst()).isEqualTo(new ErrorSummary.Worst("lifted", 0));
  }

  @Test
  void comparesVertexByVertexIfTheTrianglesAreEqual() {
    float[] flat = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    float[] turned = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    SurfaceComparison comparison =
        new SurfaceComparison(
            3, new int[] {0, 1, 2}, 3, new int[] {0, 1, 2}, RunContext.ofThreads(1));
    ErrorCollector errors = new ErrorCollector(2);
    double[] distances = new double[3];
    double[] angles = new double[3];
    comparison.compare(flat, turned, distances, angles);
    errors.addAll("turned", distances, angles);
    assertThat(distances).containsExactly(0, 0, Math.sqrt(2));
    assertThat(errors.summary().max()).isEqualTo(Math.sqrt(2) / 2);
    assertThat(errors.summary().meanNormalDegrees()).isCloseTo(90, within(1e-9));
    assertThat(errors.summary().worst().vertex()).isEqualTo(2);
  }

  /** Returns the distance of the closest point of a fine grid on every triangle. */
  private static double bruteForce(float[] positions, int[] triangles, double[] p) {
    int steps = 24;
    double best = Double.POSITIVE_INFINITY;
    for (int t = 0; t < triangles.length; t += 3) {
      for (int i = 0; i <= steps; i++) {
        for (int j = 0; i + j <= steps; j++) {
          double v = i / (double) steps;
          double w = j / (double) steps;
          best = Math.min(best, distance(positions, triangles, t, 1 - v - w, v, w, p));
        }
      }
    }
    return best;
  }

  private static double distanceToHit(
      float[] positions, int[] triangles, double[] p, TriangleTree.Hit hit) {
    return distance(
        positions, triangles, 3 * hit.triangle(), hit.weight(0), hit.weight(1), hit.weight(2), p);
  }

  private static double distance(
      float[] positions, int[] triangles, int t, double u, double v, double w, double[] p) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      double x =
          u * positions[3 * triangles[t] + k]
              + v * positions[3 * triangles[t + 1] + k]
              + w * positions[3 * triangles[t + 2] + k];
      sum += (x - p[k]) * (x - p[k]);
    }
    return Math.sqrt(sum);
  }

  private static float[] floats(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
