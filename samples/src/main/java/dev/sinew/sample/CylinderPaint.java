package dev.sinew.sample;

/** A scale with rings, lines along the tube and numbers, which show how the surface moves. */
final class CylinderPaint {
  private static final int LOWER = 0xDCE7F2;
  private static final int UPPER = 0xF7E3C8;
  private static final int LOWER_DARK = 0xB4CBE2;
  private static final int UPPER_DARK = 0xEDC795;
  private static final int LINE = 0x5B7288;
  private static final int INK = 0x27384A;
  private static final int RED = 0xD64545;

  private static final int SECTORS = 12;

  private CylinderPaint() {}

  static void apply(Texel t) {
    boolean lower = t.y < Cylinder.LENGTH / 2;
    t.fill(lower ? LOWER : UPPER);
    double angle = Math.atan2(t.x, t.z);
    double radius = Math.hypot(t.x, t.z);
    double around = radius * angle;
    double sector = 2 * Math.PI / SECTORS;
    int checker = (int) Math.floor(angle / sector + 0.5) + (int) Math.floor(t.y / 0.25 - 0.001);
    t.tint(Math.floorMod(checker, 2), lower ? LOWER_DARK : UPPER_DARK);
    t.cover(radius * Math.abs(Math.IEEEremainder(angle - sector / 2, sector)) - 0.006, LINE);
    if (radius > 0.999 * Cylinder.RADIUS * Math.cos(Math.PI / 24)) {
      scale(t, around, angle);
    } else {
      t.cover(Math.abs(radius - 0.25) - 0.01, INK);
      t.cover(radius - 0.06, RED);
    }
  }

  private static void scale(Texel t, double around, double angle) {
    t.cover(Math.abs(Math.IEEEremainder(t.y, 0.25)) - 0.006, LINE);
    t.cover(Math.abs(Math.IEEEremainder(t.y, 1)) - 0.016, INK);
    t.cover(Math.abs(t.y - Cylinder.LENGTH / 2) - 0.022, RED);
    // A number on four sides of every unit of length.
    int unit = (int) Math.clamp(Math.floor(t.y), 0, Cylinder.LENGTH - 1);
    double quarter = Cylinder.RADIUS * Math.IEEEremainder(angle, Math.PI / 2);
    double side = Math.abs(around) < Math.PI / 4 * Cylinder.RADIUS ? around : quarter;
    String digit = String.valueOf((char) ('0' + unit));
    int ink = Math.abs(angle) < Math.PI / 4 ? RED : INK;
    t.cover(Letters.distance(digit, side, t.y - unit - 0.25, 0.3, 0.028), ink);
    t.cover(Letters.distance(digit, side, t.y - unit - 0.75, 0.14, 0.014), INK);
  }
}
