package dev.sinew.sample;

/** The clothes and the face of the biped. */
final class BipedPaint {
  private static final int SHIRT = 0xE2574C;
  private static final int SKIN = 0xF4C7A0;
  private static final int SKIN_SHADE = 0xE59E83;
  private static final int HAIR = 0x5A3825;
  private static final int HAIR_LIGHT = 0x7D5236;
  private static final int INK = 0x2B2024;
  private static final int WHITE = 0xFFFDF7;
  private static final int IRIS = 0x2F8F83;
  private static final int IRIS_RIM = 0x1C5A57;
  private static final int LIPS = 0x8F2F35;
  private static final int TONGUE = 0xE8828A;
  private static final int YELLOW = 0xF6C244;
  private static final int MITTEN = 0x2A9D8F;
  private static final int TROUSERS = 0x34528C;
  private static final int TROUSERS_LIGHT = 0x6C8CC4;
  private static final int BELT = 0x4A3226;
  private static final int SHOE = 0xD98A2B;

  /** The start of the left arm; its axis goes out and down by 45 degrees. */
  private static final double SHOULDER_X = 0.16;

  private static final double SHOULDER_Y = 1.125;

  /** Height of the hairline by the angle from the front, ear at a right angle. */
  private static final double[] HAIR_ANGLES = {0, 0.55, 1.0, 1.2, 1.38, 1.8, 2.3, Math.PI};

  private static final double[] HAIR_HEIGHTS = {1.555, 1.545, 1.5, 1.425, 1.47, 1.45, 1.37, 1.335};

  private BipedPaint() {}

  static void apply(Texel t) {
    double side = Math.abs(t.x);
    double along = ((side - SHOULDER_X) - (t.y - SHOULDER_Y)) * Math.sqrt(0.5);
    double across = ((side - SHOULDER_X) + (t.y - SHOULDER_Y)) * Math.sqrt(0.5);
    if (along > 0.06 && across > -0.08 && side > 0.17) {
      arm(t, along, across);
    } else if (t.y > 1.25) {
      head(t, side);
    } else if (t.y > 0.5) {
      body(t);
    } else {
      leg(t, side);
    }
  }

  private static void arm(Texel t, double along, double across) {
    t.fill(SKIN);
    t.cover(along - 0.125, SHIRT);
    t.cover(Shapes.band(along, 0.107, 0.125), YELLOW);
    t.cover(0.408 - along, MITTEN);
    t.cover(Shapes.band(along, 0.402, 0.424), WHITE);
    t.cover(Shapes.band(along, 0.410, 0.416), MITTEN);
    if (across > 0) {
      t.cover(Shapes.snowflake(along - 0.505, t.z - 0.002, 0.03, 0.003), WHITE);
    }
  }

  private static void body(Texel t) {
    t.fill(SHIRT);
    t.cover(Shapes.band(t.y, 0.905, 0.955), YELLOW);
    t.cover(Shapes.band(t.y, 0.918, 0.924), SHIRT);
    t.cover(Shapes.band(t.y, 0.936, 0.942), SHIRT);
    if (t.z > 0) {
      t.cover(Letters.distance("SINEW", t.x, t.y - 1.05, 0.054, 0.0062), WHITE);
    } else {
      t.cover(Letters.distance("7", -t.x, t.y - 1.045, 0.11, 0.0115), WHITE);
    }
    double neck = Shapes.ball(t.x, t.y - 1.255, t.z - 0.012, 0.088);
    t.cover(neck - 0.014, YELLOW);
    t.cover(neck, SKIN);
    t.cover(t.y - 0.8, TROUSERS);
    belt(t);
  }

  private static void belt(Texel t) {
    t.cover(Shapes.band(t.y, 0.79, 0.818), BELT);
    double side = Math.abs(t.x);
    t.cover(Shapes.box(side - 0.085, t.y - 0.804, 0.006, 0.02, 0.002), TROUSERS_LIGHT);
    if (t.z > 0) {
      t.cover(Shapes.box(t.x, t.y - 0.804, 0.023, 0.019, 0.005), YELLOW);
      t.cover(Shapes.box(t.x, t.y - 0.804, 0.014, 0.010, 0.002), BELT);
      t.cover(Shapes.stroke(t.x, t.y, -0.002, 0.804, 0.018, 0.804, 0.0025), YELLOW);
      double pocket =
          Shapes.curve(
              side, t.y, new Shapes.Parabola(0.075, 0.78, 0.085, 0.735, 0.15, 0.725), 0.0025);
      t.cover(pocket, TROUSERS_LIGHT);
    } else {
      double pocket = Shapes.box(side - 0.075, t.y - 0.715, 0.036, 0.038, 0.008);
      t.cover(Math.abs(pocket) - 0.0025, TROUSERS_LIGHT);
    }
  }

  private static void leg(Texel t, double side) {
    t.fill(TROUSERS);
    if (t.z > 0 && t.x > 0) {
      double patch = Shapes.box(t.x - 0.122, t.y - 0.4, 0.036, 0.04, 0.01);
      t.cover(patch, YELLOW);
      t.cover(Math.abs(patch + 0.006) - 0.0018, SHOE);
    }
    t.cover(t.y - 0.205, TROUSERS_LIGHT);
    t.cover(t.y - 0.18, WHITE);
    t.cover(Shapes.band(t.y, 0.158, 0.168), SHIRT);
    t.cover(Shapes.band(t.y, 0.134, 0.144), SHIRT);
    shoe(t, side);
  }

  private static void shoe(Texel t, double side) {
    t.cover(t.y - 0.118, SHOE);
    t.cover(Shapes.band(t.y, 0.108, 0.118), BELT);
    t.cover(Math.max(t.y - 0.118, 0.155 - t.z), WHITE);
    t.cover(Math.max(t.y - 0.118, Shapes.band(t.z, 0.150, 0.155)), BELT);
    if (t.y > 0.06 && t.y < 0.118 && t.z > 0.03) {
      for (int lace = 0; lace < 3; lace++) {
        double across = side - 0.139 - 0.06 * (t.z - 0.08);
        t.cover(Shapes.box(across, t.z - 0.06 - 0.027 * lace, 0.026, 0.0055, 0.005), WHITE);
      }
    }
    t.cover(t.y - 0.03, WHITE);
    t.cover(Shapes.band(t.y, 0.028, 0.033), BELT);
  }

  private static void head(Texel t, double side) {
    t.fill(SKIN);
    hair(t, side);
    ear(t, side);
    if (t.z > 0.04) {
      cheek(t, side);
      eye(t, side);
      mouth(t, side);
    }
  }

  private static void hair(Texel t, double side) {
    double angle = Math.atan2(side, t.z);
    double around = Math.atan2(t.x, t.z) + 0.2;
    double locks = 0.022 * Math.abs(Math.sin(7 * around)) * (1 - Shapes.rise(angle, 0.75, 1.1));
    double nape = 0.012 * Math.abs(Math.sin(8 * around)) * Shapes.rise(angle, 2.0, 2.4);
    double line = hairline(angle) - 0.012 + locks + nape;
    t.cover(0.8 * (line - t.y), HAIR);
    double radius = Math.hypot(t.x, t.z);
    double strand = radius * Math.abs(Math.IEEEremainder(around, 0.26)) - 0.0016;
    double length = 0.012 * Math.sin(17 * around);
    double covered = Math.max(line + 0.02 - length - t.y, t.y - 1.615 - length);
    t.cover(Math.max(strand, covered), HAIR_LIGHT);
  }

  private static double hairline(double angle) {
    int i = 1;
    while (i < HAIR_ANGLES.length - 1 && angle > HAIR_ANGLES[i]) {
      i++;
    }
    double share = Shapes.rise(angle, HAIR_ANGLES[i - 1], HAIR_ANGLES[i]);
    return HAIR_HEIGHTS[i - 1] + share * (HAIR_HEIGHTS[i] - HAIR_HEIGHTS[i - 1]);
  }

  private static void ear(Texel t, double side) {
    t.cover(Shapes.ball(side - 0.19, t.y - 1.43, t.z, 0.05), SKIN);
    if (t.z > 0) {
      t.cover(Shapes.ellipse(side - 0.183, t.y - 1.43, 0.012, 0.02), SKIN_SHADE);
    }
  }

  private static void cheek(Texel t, double side) {
    double distance = Math.hypot(side - 0.088, t.y - 1.375);
    t.tint(0.55 * (1 - Shapes.rise(distance, 0.008, 0.034)), SKIN_SHADE);
    t.cover(Shapes.disc(side - 0.072, t.y - 1.396, 0.0028), SKIN_SHADE);
    t.cover(Shapes.disc(side - 0.086, t.y - 1.402, 0.0028), SKIN_SHADE);
    t.cover(Shapes.disc(side - 0.100, t.y - 1.396, 0.0028), SKIN_SHADE);
    // The tip of the nose.
    double nose = Shapes.ball(t.x, t.y - 1.398, t.z - 0.2, 0.022);
    t.tint(0.5 * (1 - Shapes.rise(nose, -0.012, 0.004)), SKIN_SHADE);
  }

  private static void eye(Texel t, double side) {
    double u = side - 0.06;
    double v = t.y - 1.462;
    double white = Shapes.ellipse(u, v, 0.026, 0.034);
    t.cover(white - 0.003, INK);
    t.cover(white, WHITE);
    double x = u + 0.004;
    double y = v + 0.002;
    t.cover(Math.max(white, Shapes.disc(x, y, 0.0185)), IRIS_RIM);
    t.cover(Math.max(white, Shapes.disc(x, y, 0.0155)), IRIS);
    t.cover(Shapes.disc(x, y, 0.009), INK);
    // The light comes from one side, so its reflection is not mirrored.
    double shine = t.x > 0 ? x : -x;
    t.cover(Shapes.disc(shine + 0.006, y - 0.008, 0.0048), WHITE);
    t.cover(Shapes.disc(shine - 0.006, y + 0.007, 0.0022), WHITE);
    // The upper lid with two lashes.
    t.cover(
        Shapes.curve(u, v, new Shapes.Parabola(-0.026, 0.012, -0.002, 0.055, 0.027, 0.010), 0.0036),
        INK);
    t.cover(Shapes.stroke(u, v, 0.024, 0.016, 0.034, 0.022, 0.0022), INK);
    t.cover(Shapes.stroke(u, v, 0.020, 0.023, 0.029, 0.031, 0.0022), INK);
    // The brow, thin towards the temple.
    double thickness = 0.0068 - 0.05 * Math.max(0, u);
    t.cover(
        Shapes.curve(
            u, v, new Shapes.Parabola(-0.028, 0.050, 0.000, 0.074, 0.034, 0.047), thickness),
        HAIR);
  }

  private static void mouth(Texel t, double side) {
    double v = t.y - 1.342;
    double open = Math.max(Shapes.ellipse(side, v, 0.05, 0.04), v + 0.06 * side - 0.001);
    t.cover(open - 0.0035, LIPS);
    t.cover(open, 0x5E1A24);
    t.cover(Math.max(open, Shapes.ellipse(side, v + 0.04, 0.027, 0.018)), TONGUE);
    t.cover(Math.max(open, -0.010 - v), WHITE);
    t.cover(Shapes.stroke(side, v, 0.049, 0.000, 0.055, 0.006, 0.003), LIPS);
  }
}
