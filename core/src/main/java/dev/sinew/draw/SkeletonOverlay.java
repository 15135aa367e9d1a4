package dev.sinew.draw;

/**
 * Draws bones over a mesh: each is a slim kite, wide near the parent and pointed at the child, with
 * a light and a dark half; joints are discs. All are slightly transparent.
 */
final class SkeletonOverlay {
  private static final int OUTLINE = 0xB0101C30;
  private static final int LIGHT_SIDE = 0xD84FA3FF;
  private static final int DARK_SIDE = 0xD82B6FC9;
  private static final int JOINT = 0xF0FFC857;

  /** The position of a bone's widest point, 0 to 1. */
  private static final double WAIST = 0.14;

  private final Item item;
  private final Ink ink;
  private final double unit;
  private final double[] pixels;

  /**
   * @param item the item with the joints
   * @param camera the item's camera
   * @param ink draws the shapes
   * @param unit the width of a thin line in pixels
   */
  SkeletonOverlay(Item item, Camera camera, Ink ink, double unit) {
    this.item = item;
    this.ink = ink;
    this.unit = unit;
    this.pixels = new double[2 * item.parents.length];
    double[] v = new double[6];
    for (int j = 0; j < item.parents.length; j++) {
      camera.toView(item.joints, 3 * j, v, 0);
      camera.project(v[0], v[1], v[2], v, 3);
      boolean seen = Camera.finite(item.joints, 3 * j) && v[5] >= camera.near;
      pixels[2 * j] = seen || !camera.perspective ? v[3] / v[5] : Double.NaN;
      pixels[2 * j + 1] = seen || !camera.perspective ? v[4] / v[5] : Double.NaN;
    }
  }

  void draw() {
    for (int j = 0; j < item.parents.length; j++) {
      if (item.parents[j] >= 0 && seen(j) && seen(item.parents[j])) {
        bone(item.parents[j], j);
      }
    }
    for (int j = 0; j < item.parents.length; j++) {
      if (seen(j)) {
        double radius = 2.3 * unit;
        ink.disc(pixels[2 * j], pixels[2 * j + 1], radius + unit, OUTLINE);
        ink.disc(pixels[2 * j], pixels[2 * j + 1], radius, JOINT);
      }
    }
  }

  private boolean seen(int joint) {
    return Double.isFinite(pixels[2 * joint]) && Double.isFinite(pixels[2 * joint + 1]);
  }

  private void bone(int from, int to) {
    double x0 = pixels[2 * from];
    double y0 = pixels[2 * from + 1];
    double x1 = pixels[2 * to];
    double y1 = pixels[2 * to + 1];
    double dx = x1 - x0;
    double dy = y1 - y0;
    double length = Math.sqrt(dx * dx + dy * dy);
    if (!(length > unit)) {
      return;
    }
    double half = Math.max(1.8 * unit, Math.min(0.09 * length, 8 * unit));
    kite(x0, y0, x1, y1, half + 0.9 * unit, true);
    kite(x0, y0, x1, y1, half, false);
  }

  private void kite(double x0, double y0, double x1, double y1, double half, boolean outline) {
    double dx = x1 - x0;
    double dy = y1 - y0;
    double length = Math.sqrt(dx * dx + dy * dy);
    double nx = -dy / length * half;
    double ny = dx / length * half;
    double waistX = x0 + WAIST * dx;
    double waistY = y0 + WAIST * dy;
    if (outline) {
      ink.convex(
          new double[] {x0, y0, waistX + nx, waistY + ny, x1, y1, waistX - nx, waistY - ny},
          OUTLINE);
      return;
    }
    // The half on the upper left is the lighter one, as the key light comes from there.
    boolean firstIsLight = nx + ny < 0;
    ink.convex(
        new double[] {x0, y0, waistX + nx, waistY + ny, x1, y1},
        firstIsLight ? LIGHT_SIDE : DARK_SIDE);
    ink.convex(
        new double[] {x0, y0, waistX - nx, waistY - ny, x1, y1},
        firstIsLight ? DARK_SIDE : LIGHT_SIDE);
  }
}
