package dev.sinew.sample;

/** A striped sleeve, a tattoo, a watch and a mitten. */
final class ArmPaint {
  private static final int SKIN = 0xEDB98F;
  private static final int SKIN_SHADE = 0xD08F6C;
  private static final int SLEEVE = 0x34528C;
  private static final int WHITE = 0xFFFDF7;
  private static final int INK = 0x2B2430;
  private static final int TATTOO = 0x2C5170;
  private static final int RED = 0xD64545;
  private static final int STRAP = 0x4A3226;
  private static final int GOLD = 0xF6C244;
  private static final int MITTEN = 0xE2574C;

  private ArmPaint() {}

  static void apply(Texel t) {
    t.fill(SKIN);
    sleeve(t);
    if (t.z > 0) {
      tattoo(t);
    }
    elbow(t);
    watch(t);
    mitten(t);
  }

  private static void sleeve(Texel t) {
    t.cover(t.x - 0.085, SLEEVE);
    for (int stripe = 0; stripe < 5; stripe++) {
      t.cover(Math.abs(t.x - 0.056 + 0.03 * stripe) - 0.006, WHITE);
    }
    t.cover(Shapes.band(t.x, 0.076, 0.088), GOLD);
  }

  private static void tattoo(Texel t) {
    t.cover(Letters.distance("SINEW", t.x - 0.165, t.y - 0.004, 0.03, 0.0033), TATTOO);
    double u = Math.abs(t.x - 0.165);
    double v = t.y + 0.034;
    double heart = Math.max(Shapes.disc(u - 0.006, v - 0.004, 0.0085), -0.004 - v);
    double tip = Math.max(0.77 * u - 0.64 * (v + 0.0135), v);
    t.cover(Math.min(heart, tip), RED);
  }

  private static void elbow(Texel t) {
    if (t.y > 0) {
      t.cover(
          Shapes.curve(t.x, t.z, new Shapes.Parabola(0.288, -0.03, 0.296, 0, 0.288, 0.03), 0.0016),
          SKIN_SHADE);
    } else {
      double distance = Math.hypot(t.x - 0.29, t.z);
      t.tint(0.5 * (1 - Shapes.rise(distance, 0.005, 0.03)), SKIN_SHADE);
    }
    t.cover(Shapes.ball(t.x - 0.385, t.y - 0.012, t.z - 0.04, 0.005), SKIN_SHADE);
    t.cover(Shapes.ball(t.x - 0.41, t.y + 0.014, t.z - 0.037, 0.004), SKIN_SHADE);
  }

  private static void watch(Texel t) {
    t.cover(Shapes.band(t.x, 0.481, 0.505), STRAP);
    t.cover(Shapes.band(t.x, 0.485, 0.487), GOLD);
    t.cover(Shapes.band(t.x, 0.499, 0.501), GOLD);
    if (t.z > 0) {
      double u = t.x - 0.493;
      t.cover(Shapes.disc(u, t.y, 0.0215), GOLD);
      t.cover(Shapes.disc(u, t.y, 0.018), WHITE);
      double hour = Math.IEEEremainder(Math.atan2(t.y, u), Math.PI / 6) * 0.015;
      t.cover(
          Math.max(Math.abs(hour) - 0.0007, Math.abs(Shapes.disc(u, t.y, 0.015)) - 0.0015), INK);
      t.cover(Shapes.stroke(u, t.y, 0, 0, 0, 0.012, 0.0011), INK);
      t.cover(Shapes.stroke(u, t.y, 0, 0, 0.008, -0.004, 0.0014), INK);
    }
  }

  private static void mitten(Texel t) {
    t.cover(0.548 - t.x, MITTEN);
    t.cover(Shapes.band(t.x, 0.545, 0.570), WHITE);
    double zigzag = 0.0575 + 0.4 * Math.abs(Math.IEEEremainder(Math.atan2(t.z, t.y), 0.6)) * 0.02;
    t.cover(Math.abs(t.x - 0.5 - zigzag) - 0.002, MITTEN);
    t.cover(Shapes.snowflake(t.x - 0.635, t.z + 0.004, 0.026, 0.0022), WHITE);
  }
}
