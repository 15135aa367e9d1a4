package dev.sinew.draw;

import dev.sinew.model.Box;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.Optional;

/**
 * The soft shadow of an item on the ground, as of a uniform sky: a map of the item's height over
 * each patch of ground is converted into darkness that falls with height, once with a narrow and
 * once with a wide falloff, and blurred.
 *
 * <p>The map's first axis is view-space x, its second axis points along the ground towards the
 * viewer.
 */
final class GroundShadow {
  private static final int SIDE = 160;

  /** Fraction of the map that is free on each side of the item, for the blur. */
  private static final double PAD = 0.2;

  private static final double CONTACT_HEIGHT = 0.04;
  private static final double CONTACT_DARKNESS = 0.34;
  private static final int CONTACT_BLUR = 2;
  private static final double WIDE_HEIGHT = 0.35;
  private static final double WIDE_DARKNESS = 0.30;
  private static final int WIDE_BLUR = 7;

  private final ViewMesh mesh;
  private final double ground;
  private final double originX;
  private final double originY;
  private final double patch;
  private final float[] darkness;

  private GroundShadow(ViewMesh mesh, double ground, Bounds bounds, RunContext context) {
    this.mesh = mesh;
    this.ground = ground;
    double size = Math.max(bounds.right - bounds.left, bounds.front - bounds.back);
    double tall = Math.max(size, bounds.top - bounds.bottom);
    size = Math.max(size, 1e-3 * tall);
    patch = size / (SIDE * (1 - 2 * PAD));
    originX = 0.5 * (bounds.left + bounds.right - SIDE * patch);
    originY = 0.5 * (bounds.back + bounds.front - SIDE * patch);
    float[] heights = heights();
    context.checkCancelled();
    float[] contact = fading(heights, CONTACT_HEIGHT * tall, CONTACT_DARKNESS);
    float[] wide = fading(heights, WIDE_HEIGHT * tall, WIDE_DARKNESS);
    blur(contact, CONTACT_BLUR, context);
    blur(wide, WIDE_BLUR, context);
    for (int i = 0; i < wide.length; i++) {
      wide[i] += contact[i];
    }
    darkness = wide;
  }

  /** Returns the shadow of a mesh; empty if the ground is seen edge-on or from below. */
  static Optional<GroundShadow> of(ViewMesh mesh, Optional<Box> frame, RunContext context) {
    if (mesh.camera.upZ < 0.02) {
      return Optional.empty();
    }
    Bounds bounds = new Bounds(mesh);
    if (!(bounds.left <= bounds.right)) {
      return Optional.empty();
    }
    double ground = frame.map(b -> lowest(b, mesh.camera)).orElse(bounds.bottom);
    if (!(bounds.right > bounds.left || bounds.front > bounds.back)) {
      return Optional.empty();
    }
    return Optional.of(new GroundShadow(mesh, ground, bounds, context));
  }

  /** Returns the darkness of the ground at a pixel coordinate, 0 to 1. */
  double at(double x, double y) {
    Camera c = mesh.camera;
    double right = (x - c.middleX) / c.focal;
    double up = (c.middleY - y) / c.focal;
    double px;
    double py;
    double pz;
    if (c.perspective) {
      double t = (ground - c.upY * c.panY - c.upZ * c.distance) / (c.upY * up - c.upZ);
      if (!(t > c.near)) {
        return 0;
      }
      px = c.panX + t * right;
      py = c.panY + t * up;
      pz = c.distance - t;
    } else {
      px = c.panX + right;
      py = c.panY + up;
      pz = (ground - c.upY * py) / c.upZ;
    }
    return sample((px - originX) / patch - 0.5, (along(py, pz) - originY) / patch - 0.5)
        * borderFade(x, y);
  }

  /** Returns a factor that falls to 0 at the cell's border, where the next cell's ground begins. */
  private double borderFade(double x, double y) {
    PictureLayout.Cell cell = mesh.cell;
    double inside =
        Math.min(
            Math.min(x - cell.x(), cell.x() + cell.width() - x),
            Math.min(y - cell.y(), cell.y() + cell.height() - y));
    double t = inside / (0.06 * Math.min(cell.width(), cell.height()));
    t = Math.max(0, Math.min(1, t));
    return t * t * (3 - 2 * t);
  }

  private double sample(double column, double row) {
    if (!(column >= 0 && column < SIDE - 1 && row >= 0 && row < SIDE - 1)) {
      return 0;
    }
    int i = (int) column;
    int j = (int) row;
    double s = column - i;
    double t = row - j;
    int o = j * SIDE + i;
    double near = darkness[o] + s * (darkness[o + 1] - darkness[o]);
    double far = darkness[o + SIDE] + s * (darkness[o + SIDE + 1] - darkness[o + SIDE]);
    return near + t * (far - near);
  }

  private double along(double y, double z) {
    return mesh.camera.upY * z - mesh.camera.upZ * y;
  }

  /** Returns the item's lowest height over every patch; infinite if there is none. */
  private float[] heights() {
    float[] out = new float[SIDE * SIDE];
    Arrays.fill(out, Float.POSITIVE_INFINITY);
    double[] corner = new double[9];
    for (int t = 0; t < mesh.item.triangleCount(); t++) {
      if (!mesh.item.hasArea(t)) {
        continue;
      }
      for (int c = 0; c < 3; c++) {
        int o = 3 * mesh.item.triangles[3 * t + c];
        corner[3 * c] = (mesh.view[o] - originX) / patch - 0.5;
        corner[3 * c + 1] = (along(mesh.view[o + 1], mesh.view[o + 2]) - originY) / patch - 0.5;
        corner[3 * c + 2] = height(mesh, o) - ground;
      }
      lower(corner, out);
    }
    return out;
  }

  /** Lowers every patch that a triangle covers, and always the patches of its corners. */
  private static void lower(double[] c, float[] heights) {
    for (int k = 0; k < 9; k += 3) {
      lower(heights, (int) Math.rint(c[k]), (int) Math.rint(c[k + 1]), c[k + 2]);
    }
    double area = (c[3] - c[0]) * (c[7] - c[1]) - (c[6] - c[0]) * (c[4] - c[1]);
    if (area == 0) {
      return;
    }
    int left = (int) Math.max(0, Math.ceil(Math.min(c[0], Math.min(c[3], c[6]))));
    int right = (int) Math.min(SIDE - 1, Math.floor(Math.max(c[0], Math.max(c[3], c[6]))));
    int back = (int) Math.max(0, Math.ceil(Math.min(c[1], Math.min(c[4], c[7]))));
    int front = (int) Math.min(SIDE - 1, Math.floor(Math.max(c[1], Math.max(c[4], c[7]))));
    for (int j = back; j <= front; j++) {
      for (int i = left; i <= right; i++) {
        double s = ((i - c[0]) * (c[7] - c[1]) - (c[6] - c[0]) * (j - c[1])) / area;
        double t = ((c[3] - c[0]) * (j - c[1]) - (i - c[0]) * (c[4] - c[1])) / area;
        if (s >= 0 && t >= 0 && s + t <= 1) {
          lower(heights, i, j, c[2] + s * (c[5] - c[2]) + t * (c[8] - c[2]));
        }
      }
    }
  }

  private static void lower(float[] heights, int i, int j, double height) {
    if (i >= 0 && i < SIDE && j >= 0 && j < SIDE) {
      int o = j * SIDE + i;
      heights[o] = (float) Math.min(heights[o], Math.max(0, height));
    }
  }

  private static float[] fading(float[] heights, double scale, double max) {
    float[] out = new float[heights.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (max * StrictMath.exp(-heights[i] / scale));
    }
    return out;
  }

  /** Blurs with three box filters in each direction, close to a Gaussian. */
  private static void blur(float[] map, int radius, RunContext context) {
    float[] line = new float[SIDE];
    for (int pass = 0; pass < 3; pass++) {
      for (int i = 0; i < SIDE; i++) {
        context.checkCancelled();
        blurLine(map, i * SIDE, 1, radius, line);
        blurLine(map, i, SIDE, radius, line);
      }
    }
  }

  private static void blurLine(float[] map, int start, int stride, int radius, float[] line) {
    for (int i = 0; i < SIDE; i++) {
      float sum = 0;
      for (int k = Math.max(0, i - radius); k <= Math.min(SIDE - 1, i + radius); k++) {
        sum += map[start + k * stride];
      }
      line[i] = sum / (2 * radius + 1);
    }
    for (int i = 0; i < SIDE; i++) {
      map[start + i * stride] = line[i];
    }
  }

  private static double height(ViewMesh mesh, int o) {
    return mesh.camera.upY * mesh.view[o + 1] + mesh.camera.upZ * mesh.view[o + 2];
  }

  private static double lowest(Box box, Camera camera) {
    double low = Double.POSITIVE_INFINITY;
    double[] v = new double[3];
    for (int i = 0; i < 8; i++) {
      float[] corner = {
        (float) ((i & 1) == 0 ? box.minX() : box.maxX()),
        (float) ((i & 2) == 0 ? box.minY() : box.maxY()),
        (float) ((i & 4) == 0 ? box.minZ() : box.maxZ())
      };
      camera.toView(corner, 0, v, 0);
      low = Math.min(low, camera.upY * v[1] + camera.upZ * v[2]);
    }
    return low;
  }

  /** The extent of the drawable triangles along the map's axes and upwards. */
  private static final class Bounds {
    private double left = Double.POSITIVE_INFINITY;
    private double right = Double.NEGATIVE_INFINITY;
    private double back = Double.POSITIVE_INFINITY;
    private double front = Double.NEGATIVE_INFINITY;
    private double bottom = Double.POSITIVE_INFINITY;
    private double top = Double.NEGATIVE_INFINITY;

    Bounds(ViewMesh mesh) {
      for (int t = 0; t < mesh.item.triangleCount(); t++) {
        if (mesh.item.hasArea(t)) {
          for (int c = 0; c < 3; c++) {
            add(mesh, 3 * mesh.item.triangles[3 * t + c]);
          }
        }
      }
    }

    private void add(ViewMesh mesh, int o) {
      double x = mesh.view[o];
      double y = mesh.camera.upY * mesh.view[o + 2] - mesh.camera.upZ * mesh.view[o + 1];
      double h = height(mesh, o);
      left = Math.min(left, x);
      right = Math.max(right, x);
      back = Math.min(back, y);
      front = Math.max(front, y);
      bottom = Math.min(bottom, h);
      top = Math.max(top, h);
    }
  }
}
