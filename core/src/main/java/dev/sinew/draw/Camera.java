package dev.sinew.draw;

import dev.sinew.draw.PictureLayout.Cell;
import dev.sinew.model.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * The projection of one item's coordinates to pixels.
 *
 * <p><em>View space</em> is centred on the item, x to the right, y up in the picture, z towards the
 * viewer. The camera is at (panX, panY, distance) and looks along -z. A point is projected to
 * homogeneous screen coordinates (X, Y, W): its pixel is (X/W, Y/W) and W its depth. An
 * orthographic camera has W = 1.
 *
 * <p>The fit is exact. A point is inside the right border if {@code x - panX <= t (distance - z)},
 * with t the half-width of the picture at depth 1; so {@code panX + t distance} must reach the
 * largest x + t z, and on the left {@code t distance - panX} the largest t z - x. This gives the
 * smallest distance and its pan; vertically likewise.
 */
final class Camera {
  private static final double NEAR = 1e-3;

  final boolean perspective;
  final double panX;
  final double panY;

  /** The camera's z in view space; unused if orthographic. */
  final double distance;

  /** Pixels per unit at depth 1, or everywhere if orthographic. */
  final double focal;

  /** The pixel of the pan point of view space. */
  final double middleX;

  final double middleY;

  /** Points nearer than this are clipped. */
  final double near;

  /** The up direction in view space is (0, upY, upZ). */
  final double upY;

  final double upZ;

  private final Axes axes;
  private final double[] center;

  private Camera(Axes axes, Lens lens, Framing framing, double reach, Cell cell) {
    this.axes = axes;
    this.center = framing.center;
    this.perspective = lens.perspective();
    this.panX = framing.panX;
    this.panY = framing.panY;
    this.distance = perspective ? reach : 0;
    this.focal = perspective ? lens.focal() : 1 / reach;
    this.middleX = cell.x() + 0.5 * cell.width();
    this.middleY = cell.y() + 0.5 * cell.height();
    this.near = NEAR * reach;
    this.upY = axes.upY;
    this.upZ = axes.upZ;
  }

  /** Returns a camera for every item, each fitted to its cell. */
  static List<Camera> fit(Scene scene, DrawOptions options, List<Cell> cells) {
    List<Axes> directions =
        scene.items().stream().map(item -> new Axes(options, item.front)).toList();
    List<Framing> framings = new ArrayList<>();
    List<Lens> lenses = new ArrayList<>();
    double widest = 0;
    for (int i = 0; i < cells.size(); i++) {
      Lens lens = Lens.of(options, cells.get(i));
      Item item = scene.items().get(i);
      Axes axes = directions.get(i);
      Framing framing =
          options.view().viewpoint().isPresent()
              ? new Framing(options.view().viewpoint().get())
              : item.focus != null
                  ? new Framing(item.focus, lens)
                  : scene.frame().isPresent()
                      ? new Framing(
                          axes, lens, corners(scene.frame().get()), allOf(8), new float[0])
                      : new Framing(axes, lens, item.positions, drawn(item), item.joints);
      lenses.add(lens);
      framings.add(framing);
      widest = Math.max(widest, framing.reach);
    }
    List<Camera> cameras = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Framing framing = framings.get(i);
      double reach =
          options.view().viewpoint().isPresent()
              ? framing.reach
              : (options.view().sharedScale() ? widest : framing.reach) * options.view().distance();
      cameras.add(new Camera(directions.get(i), lenses.get(i), framing, reach, cells.get(i)));
    }
    return cameras;
  }

  /** Transforms a point to view space. */
  void toView(float[] points, int offset, double[] out, int o) {
    axes.turn(
        points[offset] - center[0],
        points[offset + 1] - center[1],
        points[offset + 2] - center[2],
        out,
        o);
  }

  /** Transforms a direction to view space. */
  void turn(double x, double y, double z, double[] out) {
    axes.turn(x, y, z, out, 0);
  }

  /** Writes X, Y, W of a point of view space. */
  void project(double x, double y, double z, double[] out, int o) {
    double w = perspective ? distance - z : 1;
    out[o] = focal * (x - panX) + middleX * w;
    out[o + 1] = -focal * (y - panY) + middleY * w;
    out[o + 2] = w;
  }

  /** Returns true for every point of a triangle that can be drawn. */
  private static boolean[] drawn(Item item) {
    boolean[] used = new boolean[item.pointCount()];
    for (int t = 0; t < item.triangleCount(); t++) {
      if (item.hasArea(t)) {
        for (int c = 0; c < 3; c++) {
          used[item.triangles[3 * t + c]] = true;
        }
      }
    }
    return used;
  }

  static boolean finite(float[] points, int o) {
    return Float.isFinite(points[o])
        && Float.isFinite(points[o + 1])
        && Float.isFinite(points[o + 2]);
  }

  private static float[] corners(Box box) {
    if (box.isEmpty()) {
      throw new IllegalArgumentException("frame: expected a box that is not empty, got " + box);
    }
    float[] out = new float[24];
    for (int i = 0; i < 8; i++) {
      out[3 * i] = (float) ((i & 1) == 0 ? box.minX() : box.maxX());
      out[3 * i + 1] = (float) ((i & 2) == 0 ? box.minY() : box.maxY());
      out[3 * i + 2] = (float) ((i & 4) == 0 ? box.minZ() : box.maxZ());
    }
    return out;
  }

  private static boolean[] allOf(int count) {
    boolean[] all = new boolean[count];
    java.util.Arrays.fill(all, true);
    return all;
  }

  /** The view axes in the items' coordinates, one row each: right, up, towards the eye. */
  private static final class Axes {
    private final double[] rows;
    private final double upY;
    private final double upZ;

    Axes(DrawOptions options, double front) {
      double a =
          StrictMath.toRadians(
              options
                  .view()
                  .viewpoint()
                  .map(v -> v.azimuth(options.view().up()))
                  .orElse(front + options.view().azimuth()));
      double e =
          StrictMath.toRadians(
              options
                  .view()
                  .viewpoint()
                  .map(v -> v.elevation(options.view().up()))
                  .orElse(options.view().elevation()));
      double sa = StrictMath.sin(a);
      double ca = StrictMath.cos(a);
      double se = StrictMath.sin(e);
      double ce = StrictMath.cos(e);
      rows = new double[] {ca, 0, -sa, -sa * se, ce, -ca * se, sa * ce, se, ca * ce};
      if (options.view().up() == DrawOptions.UpAxis.Z) {
        for (int r = 0; r < 9; r += 3) {
          double y = rows[r + 1];
          rows[r + 1] = -rows[r + 2];
          rows[r + 2] = y;
        }
      }
      upY = ce;
      upZ = se;
    }

    void turn(double x, double y, double z, double[] out, int o) {
      out[o] = rows[0] * x + rows[1] * y + rows[2] * z;
      out[o + 1] = rows[3] * x + rows[4] * y + rows[5] * z;
      out[o + 2] = rows[6] * x + rows[7] * y + rows[8] * z;
    }
  }

  /** The part of a cell that may be filled, as half-widths at depth 1 (orthographic: in pixels). */
  private record Lens(boolean perspective, double focal, double halfWidth, double halfHeight) {
    static Lens of(DrawOptions options, Cell cell) {
      double shorter = Math.max(1, Math.min(cell.width(), cell.height()));
      double border = options.view().margin() * shorter;
      boolean perspective = options.view().fieldOfView() > 0;
      double focal =
          perspective
              ? 0.5
                  * shorter
                  / StrictMath.tan(StrictMath.toRadians(options.view().fieldOfView()) / 2)
              : 1;
      double halfWidth = Math.max(0.05, 0.5 * cell.width() - border) / focal;
      double halfHeight = Math.max(0.05, 0.5 * cell.height() - border) / focal;
      return new Lens(perspective, focal, halfWidth, halfHeight);
    }
  }

  /** The smallest camera distance that shows a set of points, and the pan. */
  private static final class Framing {
    /** The minimum distance to the nearest point, as a fraction of the points' extent. */
    private static final double CLEARANCE = 0.25;

    private final double[] center;
    private final double panX;
    private final double panY;

    /** The distance, or units per pixel if orthographic. */
    private final double reach;

    /** Looks from a given place. */
    Framing(Viewpoint from) {
      center = new double[] {from.target().x(), from.target().y(), from.target().z()};
      panX = 0;
      panY = 0;
      reach = from.distance();
    }

    /** Shows a sphere. */
    Framing(Focus on, Lens lens) {
      center = new double[] {on.target().x(), on.target().y(), on.target().z()};
      panX = 0;
      panY = 0;
      reach = 0.5 * on.size() / Math.min(lens.halfWidth, lens.halfHeight);
    }

    Framing(Axes axes, Lens lens, float[] points, boolean[] used, float[] joints) {
      center = new double[3];
      double extent = findCenter(points, used, joints);
      double[] max = new double[5];
      java.util.Arrays.fill(max, Double.NEGATIVE_INFINITY);
      for (int i = 0; i < used.length; i++) {
        if (used[i]) {
          push(axes, lens, points, 3 * i, max);
        }
      }
      for (int j = 0; j < joints.length; j += 3) {
        if (finite(joints, j)) {
          push(axes, lens, joints, j, max);
        }
      }
      if (!(extent > 0)) {
        panX = 0;
        panY = 0;
        reach = 1;
        return;
      }
      panX = (max[0] - max[1]) / 2;
      panY = (max[2] - max[3]) / 2;
      double fit =
          Math.max(
              (max[0] + max[1]) / (2 * lens.halfWidth), (max[2] + max[3]) / (2 * lens.halfHeight));
      double least = lens.perspective ? max[4] + CLEARANCE * extent : 1e-9 * extent;
      reach = Math.max(fit, least);
    }

    /** Sets the centre to the middle of the box around all points; returns its longest side. */
    private double findCenter(float[] points, boolean[] used, float[] joints) {
      double longest = 0;
      for (int k = 0; k < 3; k++) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < used.length; i++) {
          if (used[i]) {
            low = Math.min(low, points[3 * i + k]);
            high = Math.max(high, points[3 * i + k]);
          }
        }
        for (int j = 0; j < joints.length; j += 3) {
          if (finite(joints, j)) {
            low = Math.min(low, joints[j + k]);
            high = Math.max(high, joints[j + k]);
          }
        }
        if (low <= high) {
          center[k] = 0.5 * (low + high);
          longest = Math.max(longest, high - low);
        }
      }
      return longest;
    }

    private void push(Axes axes, Lens lens, float[] points, int o, double[] max) {
      double[] v = new double[3];
      axes.turn(points[o] - center[0], points[o + 1] - center[1], points[o + 2] - center[2], v, 0);
      double byWidth = lens.perspective ? lens.halfWidth * v[2] : 0;
      double byHeight = lens.perspective ? lens.halfHeight * v[2] : 0;
      max[0] = Math.max(max[0], byWidth + v[0]);
      max[1] = Math.max(max[1], byWidth - v[0]);
      max[2] = Math.max(max[2], byHeight + v[1]);
      max[3] = Math.max(max[3], byHeight - v[1]);
      max[4] = Math.max(max[4], v[2]);
    }
  }
}
