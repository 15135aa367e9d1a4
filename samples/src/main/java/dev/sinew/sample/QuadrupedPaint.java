package dev.sinew.sample;

/** The coat, the face and the blanket of the quadruped. */
final class QuadrupedPaint {
  private static final int COAT = 0xB06F3C;
  private static final int COAT_LIGHT = 0xD9A066;
  private static final int CREAM = 0xFBF0DC;
  private static final int MANE = 0x3E2820;
  private static final int MANE_LIGHT = 0x6A4634;
  private static final int MUZZLE = 0xE3B79B;
  private static final int PINK = 0xD98C86;
  private static final int HOOF = 0x3A3230;
  private static final int INK = 0x241A1A;
  private static final int WHITE = 0xFFFDF7;
  private static final int IRIS = 0x7A4A1E;
  private static final int BLANKET = 0x2F6690;
  private static final int GOLD = 0xF6C244;
  private static final int STRAP = 0xB3363B;

  /** Start and direction of the axis of the head, in y and z. */
  private static final double HEAD_Y = 1.33;

  private static final double HEAD_Z = 0.58;
  private static final double AXIS_Y = -0.5215;
  private static final double AXIS_Z = 0.8533;
  private static final double HEAD_RADIUS = 0.085;

  /** Patches of the coat: balls, x, y, z and radius. */
  private static final double[][] PATCHES = {
    {0.14, 0.90, -0.40, 0.105}, {0.17, 0.82, -0.33, 0.075}, {0.10, 0.99, -0.31, 0.06},
    {-0.15, 0.80, -0.42, 0.10}, {-0.15, 0.90, -0.36, 0.06}, {-0.13, 0.70, -0.46, 0.06},
    {0.13, 0.87, 0.30, 0.09}, {0.14, 0.78, 0.24, 0.07}, {0.09, 0.98, 0.34, 0.06},
    {-0.12, 0.96, 0.32, 0.085}, {-0.15, 0.87, 0.24, 0.07}, {-0.09, 1.06, 0.40, 0.05},
    {0.10, 1.14, 0.47, 0.055}, {0.13, 0.66, -0.38, 0.05}, {-0.06, 0.68, 0.06, 0.09},
    {0.03, 0.67, -0.05, 0.10}
  };

  private QuadrupedPaint() {}

  static void apply(Texel t) {
    double side = Math.abs(t.x);
    double along = (t.y - HEAD_Y) * AXIS_Y + (t.z - HEAD_Z) * AXIS_Z;
    double above = (t.y - HEAD_Y) * AXIS_Z - (t.z - HEAD_Z) * AXIS_Y;
    coat(t);
    if (t.y > 1.0 && t.z > 0.3) {
      mane(t, side);
      if (along > -0.1 && t.y > 1.1) {
        head(t, side, along, above);
      }
      ear(t, side);
    } else if (t.y > 0.58) {
      blanket(t, side);
    }
    if (t.y < 0.5 && t.z > -0.56) {
      leg(t);
    }
    tail(t);
  }

  private static void coat(Texel t) {
    t.fill(COAT);
    t.tint(0.55 * (1 - Shapes.rise(t.y, 0.62, 0.78)) * Shapes.rise(t.y, 0.3, 0.6), COAT_LIGHT);
    double patch = Double.POSITIVE_INFINITY;
    for (double[] p : PATCHES) {
      patch = Math.min(patch, Shapes.ball(t.x - p[0], t.y - p[1], t.z - p[2], p[3]));
    }
    double ragged =
        0.012 * Math.sin(31 * t.y + 17 * t.z) + 0.010 * Math.sin(37 * t.z - 29 * t.y + 40 * t.x);
    t.cover(patch + ragged, CREAM);
    // Small spots on the rump.
    if (t.z < -0.36 && t.y > 0.7 && Math.abs(t.x) > 0.1) {
      double u = 14 * (t.y + 0.4 * t.z);
      double v = 14 * (t.z - 0.4 * t.y);
      double spot = Shapes.disc(u - Math.rint(u), v - Math.rint(v), 0.2) / 14;
      t.cover(Math.max(spot, -(patch + ragged - 0.014)), COAT_LIGHT);
    }
  }

  private static void mane(Texel t, double side) {
    // Behind the line from withers to poll; pointed locks fall to the left.
    double along = (t.y - 0.98) * 0.87 + (t.z - 0.36) * 0.49;
    double behind = (t.y - 0.98) * 0.49 - (t.z - 0.36) * 0.87;
    double slanted = along + 0.8 * t.x;
    double lock = Math.abs(Math.IEEEremainder(slanted, 0.056)) / 0.028;
    double edge = t.x > 0 ? t.x - 0.052 - 0.034 * lock : -t.x - 0.024;
    double start = Math.max(-0.01 - along, 0.015 - behind - 0.9 * Math.max(0, side - 0.03));
    double mane = Math.max(Math.max(0.7 * edge, start), along - 0.44);
    t.cover(mane, MANE);
    double strand = Math.abs(Math.IEEEremainder(slanted, 0.014)) - 0.0018;
    t.cover(Math.max(mane + 0.007, strand), MANE_LIGHT);
  }

  private static void head(Texel t, double side, double along, double above) {
    double muzzle = Shapes.ball(t.x, t.y - 1.195, t.z - 0.81, 0.082);
    t.tint(1 - Shapes.rise(muzzle, -0.006, 0.006), MUZZLE);
    if (above > 0) {
      double blaze = side - (0.012 + 0.014 * Shapes.rise(along, 0.1, 0.26));
      double star = Shapes.ellipse(side, along - 0.05, 0.03, 0.036);
      t.cover(Math.min(star, Math.max(blaze, 0.03 - along)), CREAM);
      double lock = Math.abs(Math.IEEEremainder(t.x + 0.3 * along, 0.024)) / 0.012;
      double forelock = along - 0.030 + 0.9 * side + 0.014 * lock;
      t.cover(Math.max(forelock, side - 0.036), MANE);
      double strand = Math.abs(Math.IEEEremainder(t.x + 0.3 * along, 0.012)) - 0.0015;
      t.cover(Math.max(Math.max(forelock, side - 0.036) + 0.006, strand), MANE_LIGHT);
    }
    halter(t, side, along, above);
    if (side > 0.02) {
      // Distances around the head, which is about round here.
      eye(t, along - 0.068, HEAD_RADIUS * Math.atan2(above, side) - 0.020);
    }
    muzzleFeatures(t, side, along, above);
  }

  private static void halter(Texel t, double side, double along, double above) {
    t.cover(Shapes.band(along, 0.150, 0.166), STRAP);
    double cheek = Shapes.stroke(along, above, -0.02, -0.055, 0.155, -0.022, 0.007);
    double crown = Shapes.stroke(along, above, -0.02, -0.055, -0.075, 0.06, 0.007);
    t.cover(side > 0.02 ? Math.min(cheek, crown) : 1, STRAP);
    t.cover(side > 0.02 ? Shapes.disc(along - 0.158, above + 0.022, 0.012) : 1, GOLD);
    t.cover(side > 0.02 ? Shapes.disc(along - 0.158, above + 0.022, 0.006) : 1, STRAP);
  }

  /** The eye on the side of the head; u towards the muzzle, v up. */
  private static void eye(Texel t, double u, double v) {
    double white = Shapes.ellipse(u, v, 0.026, 0.024);
    t.cover(white - 0.003, INK);
    t.cover(white, WHITE);
    t.cover(Math.max(white, Shapes.disc(u - 0.003, v, 0.0185)), INK);
    t.cover(Math.max(white, Shapes.disc(u - 0.003, v, 0.0165)), IRIS);
    t.cover(Shapes.ellipse(u - 0.003, v, 0.010, 0.008), INK);
    t.cover(Shapes.disc(u + 0.004, v - 0.007, 0.005), WHITE);
    t.cover(
        Shapes.curve(u, v, new Shapes.Parabola(-0.030, 0.004, -0.002, 0.042, 0.029, 0.006), 0.004),
        INK);
    t.cover(Shapes.stroke(u, v, -0.026, 0.012, -0.036, 0.018, 0.0022), INK);
    t.cover(Shapes.stroke(u, v, -0.019, 0.019, -0.026, 0.028, 0.0022), INK);
    t.cover(
        Shapes.curve(u, v, new Shapes.Parabola(-0.018, 0.037, 0.006, 0.050, 0.030, 0.032), 0.0045),
        MANE);
  }

  private static void muzzleFeatures(Texel t, double side, double along, double above) {
    if (t.z > 0.8) {
      t.cover(Shapes.ellipse(side - 0.03, above + 0.006, 0.010, 0.014), INK);
    }
    // The mouth runs around the front of the muzzle and rises at its corners.
    double smile = -0.042 + 0.25 * Math.max(0, 0.215 - along);
    t.cover(Math.max(Math.abs(above - smile) - 0.0035, 0.165 - along), 0x7A3B34);
    if (side > 0.02) {
      t.cover(Shapes.disc(along - 0.166, above + 0.030, 0.005), 0x7A3B34);
    }
  }

  private static void ear(Texel t, double side) {
    if (t.y > 1.4 && t.z > 0.55) {
      double u = side - 0.065 - 0.29 * (t.y - 1.45);
      t.cover(Shapes.ellipse(u, t.y - 1.458, 0.017, 0.042), PINK);
    }
    t.cover(1.5 - t.y, MANE);
  }

  private static void blanket(Texel t, double side) {
    double edge = Math.max(Shapes.band(t.z, -0.185, 0.135), 0.79 - t.y);
    // The girth under the belly.
    t.cover(Math.max(Shapes.band(t.z, -0.05, -0.012), t.y - 0.8), STRAP);
    t.cover(edge, GOLD);
    t.cover(edge + 0.012, BLANKET);
    t.cover(Math.abs(edge + 0.022) - 0.003, GOLD);
    double scallop = Math.abs(Math.IEEEremainder(t.z + 0.025, 0.04));
    t.cover(Math.max(edge, Shapes.disc(scallop, t.y - 0.79, 0.012)), STRAP);
    if (side > 0.05) {
      double right = t.x > 0 ? -t.z : t.z;
      double middle = t.x > 0 ? 0.025 : -0.025;
      t.cover(Letters.distance("SINEW", right - middle, t.y - 0.88, 0.05, 0.0062), WHITE);
    }
  }

  private static void leg(Texel t) {
    double top = t.z > 0 ? (t.x > 0 ? 0.30 : 0.20) : (t.x > 0 ? 0.22 : 0.33);
    double wave =
        0.012 * Math.sin(5 * Math.atan2(t.z - (t.z > 0 ? 0.255 : -0.475), Math.abs(t.x) - 0.127));
    t.cover(t.y - top - wave, CREAM);
    t.cover(t.y - 0.085, HOOF);
  }

  private static void tail(Texel t) {
    double upper = Shapes.stroke(t.y, t.z, 0.92, -0.56, 0.86, -0.64, 0);
    double lower = Shapes.stroke(t.y, t.z, 0.86, -0.64, 0.52, -0.71, 0);
    double tail = Math.hypot(Math.min(upper, lower + 0.01), t.x) - 0.1;
    t.cover(Math.max(tail, t.z + 0.545), MANE);
    double angle = Math.atan2(t.x, 0.2 * (t.y - 0.7) - 0.67 - t.z);
    double hair = 0.05 * (Math.abs(Math.IEEEremainder(angle, 0.42)) - 0.045);
    t.cover(Math.max(Math.max(tail, t.z + 0.545) + 0.01, hair), MANE_LIGHT);
  }
}
