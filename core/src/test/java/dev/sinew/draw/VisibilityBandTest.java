package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.draw.PictureLayout.Cell;
import dev.sinew.model.Box;
import dev.sinew.run.RunContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisibilityBandTest {
  private static final Box FRAME = new Box(-1, -1, -1, 1, 1, 1);

  /** Samples closer than this to an edge, or with two depths closer than this, are not compared. */
  private static final double TOO_CLOSE = 1e-9;

  @ParameterizedTest
  @CsvSource({
    "1, 24, 1",
    "2, 24, 1",
    "3, 100, 1",
    "4, 0, 1",
    "5, 0, 0.4",
    "6, 50, 0.1",
    "7, 90, 0.05"
  })
  void findsTheTriangleThatARayHitsFirst(int seed, double fieldOfView, double distance) {
    DrawOptions options = soupView(seed, fieldOfView, distance);
    Item soup = Shapes.soup(new Random(seed), 60);
    ViewMesh mesh = mesh(soup, options);
    VisibilityBand band = new VisibilityBand(mesh, 0, 90);
    int judged = 0;
    int hits = 0;
    for (int row = 0; row < 90; row++) {
      for (int column = 0; column < 120; column++) {
        RayHit hit = cast(mesh, (column + 0.5) / 2, (row + 0.5) / 2);
        if (hit.sure) {
          judged++;
          hits += hit.triangle == VisibilityBand.NOTHING ? 0 : 1;
          assertThat(band.triangleAt(column, row))
              .as("seed %d, sample %d, %d", seed, column, row)
              .isEqualTo(hit.triangle);
        }
      }
    }
    assertThat(judged).isGreaterThan(90 * 120 * 99 / 100);
    assertThat(hits).isGreaterThan(90 * 120 / 10);
  }

  @Test
  void trianglesThatReachBehindTheCameraAreDrawnCorrectly() {
    DrawOptions options = soupView(6, 50, 0.1);
    ViewMesh mesh = mesh(Shapes.soup(new Random(6), 60), options);
    int crossing = 0;
    for (int t = 0; t < 60; t++) {
      boolean before = false;
      boolean behind = false;
      for (int c = 0; c < 3; c++) {
        double w = mesh.screen[3 * mesh.item.triangles[3 * t + c] + 2];
        before |= w > mesh.camera.near;
        behind |= w < mesh.camera.near;
      }
      crossing += before && behind ? 1 : 0;
    }
    // Without such triangles the test above would not test the near plane.
    assertThat(crossing).isGreaterThan(5);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "2, 0"})
  void whatIsNearerThanTheNearPlaneIsClipped(double nearPlanes, int seen) {
    DrawOptions options = soupView(0, 50, 0.5).withView(0, 0);
    Camera camera = mesh(Shapes.square(0), options).camera;
    // Tilted through the near plane along a diagonal of the picture, so that the box of the visible
    // part contains the middle, where the depth is the tested one.
    double middle = camera.distance - nearPlanes * camera.near;
    float behind = (float) (middle + 20 * camera.near);
    float before = (float) (middle - 20 * camera.near);
    float[] points = {-1, -1, behind, 3, -1, before, -1, 3, before, -1, -1, 0, 1, -1, 0, 0, 1, 0};
    ViewMesh mesh = mesh(Item.of(points, new int[] {0, 1, 2, 3, 4, 5}), options);
    assertThat(new VisibilityBand(mesh, 0, 90).triangleAt(60, 45)).isEqualTo(seen);
  }

  /**
   * Seen head on, at 64 samples the diagonals and at 60 samples also every other grid line run
   * exactly through samples.
   */
  @ParameterizedTest
  @CsvSource({"64, 0, 0, 0", "60, 0, 0, 0", "64, 30, 14, 24", "64, 45, 30, 0", "64, -70, 60, 60"})
  void everySampleOfATriangulatedSquareBelongsToExactlyOneTriangle(
      int size, double azimuth, double elevation, double fieldOfView) {
    DrawOptions options =
        DrawOptions.DEFAULTS
            .withSize(size, size)
            .withSamples(1)
            .withMargin(0)
            .withView(azimuth, elevation)
            .withFieldOfView(fieldOfView);
    int n = 8;
    float[] points = new float[3 * (n + 1) * (n + 1)];
    for (int j = 0; j <= n; j++) {
      for (int i = 0; i <= n; i++) {
        int o = 3 * (j * (n + 1) + i);
        points[o] = 2f * i / n - 1;
        points[o + 1] = 2f * j / n - 1;
      }
    }
    int[] hits = new int[size * size];
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        int a = j * (n + 1) + i;
        int b = a + 1;
        int c = a + n + 2;
        int d = a + n + 1;
        boolean rising = (i + j) % 2 == 0;
        count(hits, points, new int[] {a, b, rising ? c : d}, options);
        count(hits, points, new int[] {rising ? a : b, c, d}, options);
      }
    }
    int[] whole = new int[size * size];
    int last = (n + 1) * (n + 1) - 1;
    count(whole, points, new int[] {0, n, last}, options);
    count(whole, points, new int[] {0, last, last - n}, options);
    assertThat(hits).isEqualTo(whole);
    assertThat(hits).contains(1).doesNotContain(2);
  }

  private static DrawOptions soupView(int seed, double fieldOfView, double distance) {
    return DrawOptions.DEFAULTS
        .withSize(60, 45)
        .withSamples(2)
        .withFieldOfView(fieldOfView)
        .withDistance(distance)
        .withView(17 * seed, 11 * seed - 30);
  }

  private static void count(int[] hits, float[] points, int[] triangle, DrawOptions options) {
    VisibilityBand band =
        new VisibilityBand(mesh(Item.of(points, triangle), options), 0, options.raster().height());
    for (int i = 0; i < hits.length; i++) {
      hits[i] +=
          band.triangleAt(i % options.raster().width(), i / options.raster().width())
                  == VisibilityBand.NOTHING
              ? 0
              : 1;
    }
  }

  private static ViewMesh mesh(Item item, DrawOptions options) {
    Scene scene = Scene.of(item).withFrame(FRAME);
    PictureLayout layout = PictureLayout.of(scene, options);
    Cell cell = layout.cells().getFirst();
    Camera camera = Camera.fit(scene, options, layout.cells()).getFirst();
    return new ViewMesh(item, camera, cell, options, RunContext.ofThreads(1));
  }

  private record RayHit(int triangle, boolean sure) {}

  /** Returns the first triangle along the ray through a pixel coordinate, in view space. */
  private static RayHit cast(ViewMesh mesh, double x, double y) {
    Camera c = mesh.camera;
    double right = (x - c.middleX) / c.focal;
    double up = (c.middleY - y) / c.focal;
    double[] origin = {c.panX, c.panY, c.distance};
    double[] direction = {right, up, -1};
    double start = c.near;
    if (!c.perspective) {
      origin = new double[] {c.panX + right, c.panY + up, 100};
      direction = new double[] {0, 0, -1};
      start = 0;
    }
    double best = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    int triangle = VisibilityBand.NOTHING;
    boolean sure = true;
    for (int t = 0; t < mesh.item.triangleCount(); t++) {
      double[] p = point(mesh, t, 0);
      double[] edge = minus(point(mesh, t, 1), p);
      double[] other = minus(point(mesh, t, 2), p);
      double[] h = cross(direction, other);
      double det = dot(edge, h);
      double[] s = minus(origin, p);
      double u = dot(s, h) / det;
      double[] q = cross(s, edge);
      double v = dot(direction, q) / det;
      double depth = dot(other, q) / det;
      double inside = Math.min(u, Math.min(v, 1 - u - v));
      if (Math.abs(inside) < TOO_CLOSE || Math.abs(depth - start) < TOO_CLOSE) {
        sure = false;
      }
      if (inside >= 0 && depth >= start) {
        if (depth < best) {
          second = best;
          best = depth;
          triangle = t;
        } else {
          second = Math.min(second, depth);
        }
      }
    }
    return new RayHit(triangle, sure && !(second - best < TOO_CLOSE));
  }

  private static double[] point(ViewMesh mesh, int triangle, int corner) {
    int o = 3 * mesh.item.triangles[3 * triangle + corner];
    return new double[] {mesh.view[o], mesh.view[o + 1], mesh.view[o + 2]};
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
