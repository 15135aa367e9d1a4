package dev.sinew.draw;

import dev.sinew.draw.PictureLayout.Cell;
import dev.sinew.run.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * An item as seen by its camera: points in view space and on the screen, normals, and for each
 * triangle the range of samples it can cover. Read-only, so bands share it.
 */
final class ViewMesh {
  private static final int TRIANGLES_PER_CHECK = 4096;

  final Item item;
  final Camera camera;
  final Cell cell;
  final int samples;
  final boolean unlit;

  /** x, y, z of every point in view space. */
  final double[] view;

  /** X, Y, W of every point on the screen, in pixels. */
  final double[] screen;

  /** Unit normals in view space; null for flat shading. */
  final float @Nullable [] normals;

  /** Tangents in view space with the sign of the bitangent; null without normal maps. */
  final float @Nullable [] tangents;

  /**
   * First and last sample column, first and last sample row per triangle; empty if first > last.
   */
  final int[] reach;

  ViewMesh(Item item, Camera camera, Cell cell, DrawOptions options, RunContext context) {
    this.item = item;
    this.camera = camera;
    this.cell = cell;
    this.samples = options.raster().samples();
    this.unlit = options.shading().unlit();
    int points = item.pointCount();
    view = new double[3 * points];
    screen = new double[3 * points];
    for (int o = 0; o < view.length; o += 3) {
      camera.toView(item.positions, o, view, o);
      camera.project(view[o], view[o + 1], view[o + 2], screen, o);
    }
    normals = item.flat ? null : pointNormals();
    tangents = item.tangents == null ? null : viewTangents(item.tangents);
    reach = new int[4 * item.triangleCount()];
    EdgePlanes planes = new EdgePlanes();
    for (int t = 0; t < item.triangleCount(); t++) {
      if (t % TRIANGLES_PER_CHECK == 0) {
        context.checkCancelled();
      }
      boolean shown =
          item.hasArea(t)
              && planes.set(this, t)
              && (planes.front || (options.shading().twoSided() && hasBack(t)));
      if (!shown || !findReach(t)) {
        reach[4 * t] = reach[4 * t + 2] = 0;
        reach[4 * t + 1] = reach[4 * t + 3] = -1;
      }
    }
  }

  private boolean hasBack(int triangle) {
    return item.materials == null || item.materials.isDoubleSided(triangle);
  }

  /**
   * Returns the level of a triangle's texture that has about one pixel per sample.
   *
   * @param corners receives the points of the triangle
   */
  int textureLevel(int triangle, EdgePlanes planes, int[] corners) {
    System.arraycopy(item.triangles, 3 * triangle, corners, 0, 3);
    return item.materials == null
        ? 0
        : item.materials.textureLevel(triangle, corners, samplesOf(planes, corners));
  }

  /** Returns the level of a triangle's normal map, likewise. */
  int normalLevel(int triangle, EdgePlanes planes, int[] corners) {
    return item.materials == null || tangents == null
        ? 0
        : item.materials.normalLevel(triangle, corners, samplesOf(planes, corners));
  }

  private double samplesOf(EdgePlanes planes, int[] corners) {
    double depths = 1;
    for (int corner : corners) {
      depths *= screen[3 * corner + 2];
    }
    double pixels = depths > 0 ? planes.det / (2 * depths) : 0;
    return pixels * samples * samples;
  }

  private float[] viewTangents(float[] given) {
    float[] out = given.clone();
    double[] t = new double[3];
    for (int o = 0; o < out.length; o += 4) {
      camera.turn(given[o], given[o + 1], given[o + 2], t);
      for (int k = 0; k < 3; k++) {
        out[o + k] = (float) t[k];
      }
    }
    return out;
  }

  private float[] pointNormals() {
    float[] given = item.normals;
    if (given == null) {
      return PointNormals.smooth(view, item.triangles, new CoincidentPoints(item.positions));
    }
    float[] out = new float[given.length];
    double[] n = new double[3];
    for (int o = 0; o < out.length; o += 3) {
      camera.turn(given[o], given[o + 1], given[o + 2], n);
      double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (length > 0 && length < Double.POSITIVE_INFINITY) {
        for (int k = 0; k < 3; k++) {
          out[o + k] = (float) (n[k] / length);
        }
      }
    }
    return out;
  }

  /** Finds the sample range of a triangle's part beyond the near plane; returns false if empty. */
  private boolean findReach(int t) {
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < 3; c++) {
      int p = 3 * item.triangles[3 * t + c];
      int q = 3 * item.triangles[3 * t + (c + 1) % 3];
      double wp = screen[p + 2];
      double wq = screen[q + 2];
      if (wp >= camera.near || !camera.perspective) {
        left = Math.min(left, screen[p] / wp);
        right = Math.max(right, screen[p] / wp);
        top = Math.min(top, screen[p + 1] / wp);
        bottom = Math.max(bottom, screen[p + 1] / wp);
      }
      if (camera.perspective && (wp >= camera.near) != (wq >= camera.near)) {
        double s = (camera.near - wp) / (wq - wp);
        double x = (screen[p] + s * (screen[q] - screen[p])) / camera.near;
        double y = (screen[p + 1] + s * (screen[q + 1] - screen[p + 1])) / camera.near;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    reach[4 * t] = first(left, cell.x());
    reach[4 * t + 1] = last(right, cell.x() + cell.width());
    reach[4 * t + 2] = first(top, cell.y());
    reach[4 * t + 3] = last(bottom, cell.y() + cell.height());
    return reach[4 * t] <= reach[4 * t + 1] && reach[4 * t + 2] <= reach[4 * t + 3];
  }

  /** Returns the first sample at or after a pixel coordinate, not before the cell's first. */
  private int first(double pixel, int cellStart) {
    return (int) Math.max(Math.ceil(pixel * samples - 0.5), (double) cellStart * samples);
  }

  /** Returns the last sample at or before a pixel coordinate, not after the cell's last. */
  private int last(double pixel, int cellEnd) {
    return (int) Math.min(Math.floor(pixel * samples - 0.5), (double) cellEnd * samples - 1);
  }
}
