package dev.sinew.sample;

import static dev.sinew.sample.RoundCone.ball;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;

/** A friendly figure with a large head, mittens and large feet that walks, waves and squats. */
final class Biped {
  private static final double BLEND = 0.018;
  private static final double CELL = 0.029;

  private Biped() {}

  static Sample create() {
    Anatomy anatomy = new Anatomy("biped", BLEND);
    trunk(anatomy);
    arms(anatomy);
    legs(anatomy);
    Skeleton skeleton = anatomy.skeleton();
    Clip walk = Motion.loop(skeleton, "walk", 1, 24, Biped::walk);
    Clip wave = Motion.loop(skeleton, "wave", 2, 40, Biped::wave);
    Clip squat = Motion.loop(skeleton, "squat", 2, 40, Biped::squat);
    List<Anatomy.Example> examples = new ArrayList<>();
    examples.addAll(Anatomy.through(skeleton, walk, 10, 0, 1));
    examples.addAll(Anatomy.through(skeleton, wave, 8, 0.1, 0.58));
    examples.addAll(Anatomy.through(skeleton, squat, 6, 0.15, 0.57));
    return anatomy.create(
        "A friendly figure with mittens that walks, waves and squats.",
        skeleton,
        CELL,
        List.of(walk, wave, squat),
        examples,
        BipedPaint::apply);
  }

  private static void trunk(Anatomy a) {
    a.root("hips", 0, 0.76, 0)
        .joint("spine", "hips", 0, 0.88, 0)
        .joint("chest", "spine", 0, 1.01, 0)
        .joint("neck", "chest", 0, 1.19, 0)
        .joint("head", "neck", 0, 1.26, 0.01);
    for (int side = -1; side <= 1; side += 2) {
      a.flesh("hips", ball(side * 0.062, 0.75, 0, 0.106), ball(side * 0.052, 0.87, 0.008, 0.094))
          .flesh(
              "spine",
              ball(side * 0.050, 0.885, 0.010, 0.096),
              ball(side * 0.050, 1.0, 0.004, 0.092))
          .flesh(
              "chest",
              ball(side * 0.052, 1.015, 0.004, 0.094),
              ball(side * 0.066, 1.10, -0.004, 0.078));
    }
    a.flesh("chest", ball(-0.09, 1.13, -0.008, 0.058), ball(0.09, 1.13, -0.008, 0.058))
        .flesh("neck", ball(0, 1.13, -0.004, 0.052), ball(0, 1.25, 0.008, 0.046))
        .flesh("head", ball(0, 1.385, 0.02, 0.140), ball(0, 1.50, 0.005, 0.152))
        .flesh("head", ball(0, 1.395, 0.168, 0.026), ball(0, 1.405, 0.178, 0.026))
        .flesh("head", ball(-0.162, 1.43, 0.0, 0.040), ball(0.162, 1.43, 0.0, 0.040))
        .part(
            HalfShells.Closed.BOTH,
            1.5,
            new double[] {0, 0.64, 0, 0, 1.2, 0, 0, 0, 1},
            "hips",
            "spine",
            "chest")
        .part(
            HalfShells.Closed.END,
            2,
            new double[] {0, 1.15, 0, 0, 1.65, 0, 0, 0, 1},
            "neck",
            "head");
  }

  private static void arms(Anatomy a) {
    a.joint("clavicle.L", "chest", 0.05, 1.13, 0)
        .joint("upperArm.L", "clavicle.L", 0.160, 1.125, 0)
        .joint("foreArm.L", "upperArm.L", 0.315, 0.970, 0)
        .joint("hand.L", "foreArm.L", 0.456, 0.829, 0)
        .flesh("clavicle.L", ball(0.07, 1.125, 0, 0.056), ball(0.150, 1.125, 0, 0.052))
        .flesh("upperArm.L", ball(0.165, 1.120, 0, 0.054), ball(0.315, 0.970, 0, 0.040))
        .muscle(
            "upperArm.L",
            "foreArm.L",
            0.3,
            ball(0.215, 1.070, 0.012, 0.044),
            ball(0.262, 1.023, 0.014, 0.041))
        .flesh("foreArm.L", ball(0.315, 0.970, 0, 0.040), ball(0.456, 0.829, 0, 0.032))
        .muscle(
            "foreArm.L",
            "foreArm.L",
            0.2,
            ball(0.345, 0.940, 0.005, 0.041),
            ball(0.38, 0.905, 0.005, 0.037))
        .flesh("hand.L", ball(0.456, 0.829, 0, 0.032), ball(0.478, 0.807, 0, 0.036))
        .flesh("hand.L", ball(0.485, 0.800, 0.022, 0.040), ball(0.535, 0.750, 0.022, 0.037))
        .flesh("hand.L", ball(0.485, 0.800, -0.022, 0.040), ball(0.532, 0.753, -0.024, 0.036))
        .flesh("hand.L", ball(0.476, 0.809, 0.035, 0.034), ball(0.498, 0.795, 0.094, 0.031))
        .part(
            HalfShells.Closed.END,
            1.1,
            new double[] {0.1, 1.185, 0, 0.56, 0.725, 0, 0, 0, 1},
            "clavicle.L",
            "upperArm.L",
            "foreArm.L",
            "hand.L");
  }

  private static void legs(Anatomy a) {
    a.joint("thigh.L", "hips", 0.102, 0.70, 0)
        .joint("shin.L", "thigh.L", 0.122, 0.40, 0.008)
        .joint("foot.L", "shin.L", 0.132, 0.10, -0.012)
        .joint("toes.L", "foot.L", 0.142, 0.045, 0.105)
        .flesh("thigh.L", ball(0.102, 0.70, 0, 0.084), ball(0.122, 0.40, 0.008, 0.053))
        .muscle(
            "thigh.L",
            "shin.L",
            0.12,
            ball(0.108, 0.61, 0.012, 0.074),
            ball(0.116, 0.51, 0.014, 0.064))
        .flesh("shin.L", ball(0.122, 0.40, 0.008, 0.053), ball(0.132, 0.10, -0.012, 0.042))
        .muscle(
            "shin.L",
            "shin.L",
            0.18,
            ball(0.124, 0.34, -0.010, 0.052),
            ball(0.128, 0.25, -0.014, 0.047))
        .flesh("foot.L", ball(0.132, 0.072, -0.030, 0.056), ball(0.142, 0.052, 0.095, 0.046))
        .flesh("toes.L", ball(0.122, 0.050, 0.105, 0.047), ball(0.128, 0.047, 0.165, 0.044))
        .flesh("toes.L", ball(0.164, 0.050, 0.105, 0.047), ball(0.164, 0.046, 0.155, 0.043))
        .part(
            HalfShells.Closed.NEITHER,
            1,
            new double[] {0.102, 0.78, 0, 0.132, 0.1, 0, 0, 0, 1},
            "thigh.L",
            "shin.L")
        .part(
            HalfShells.Closed.BOTH,
            1.3,
            new double[] {0.14, 0.06, -0.08, 0.145, 0.06, 0.2, 0, 1, 0},
            "foot.L",
            "toes.L");
  }

  /** One step with each leg; the left leg is forward at phase 0. */
  private static void walk(double phase, Motion m) {
    double t = 2 * Math.PI * phase;
    m.shift("hips", 0.012 * Math.sin(t), -0.018 + 0.018 * Math.cos(2 * t - 0.4), 0);
    m.yaw("hips", -7 * Math.cos(t));
    m.roll("hips", -3 * Math.sin(t));
    m.pitch("spine", 3);
    m.yaw("spine", 6 * Math.cos(t));
    m.yaw("chest", 7 * Math.cos(t));
    m.yaw("neck", -5 * Math.cos(t));
    for (int side = 0; side < 2; side++) {
      String s = side == 0 ? ".L" : ".R";
      int left = side == 0 ? 1 : -1;
      double leg = t + side * Math.PI;
      m.pitch("thigh" + s, -4 - 26 * Math.cos(leg));
      // The knee is bent most while the leg swings forward, and a little as it takes the weight.
      double swinging = Math.max(0, -Math.sin(leg));
      m.pitch("shin" + s, 8 + 52 * swinging * swinging + 6 * Math.max(0, Math.sin(leg)));
      m.pitch("foot" + s, -6 + 10 * Math.cos(leg + 2.4) + 8 * swinging);
      m.pitch("toes" + s, -20 * Math.pow(Math.max(0, -Math.cos(leg - 0.4)), 2));
      m.roll("clavicle" + s, -left * 2);
      m.roll("upperArm" + s, -left * 17);
      m.pitch("upperArm" + s, 24 * Math.cos(leg));
      bendElbow(m, s, left, 26 - 12 * Math.cos(leg));
    }
  }

  /** The right arm goes up and waves; down again at the end. */
  private static void wave(double phase, Motion m) {
    double up = smooth(Math.min(phase, 1 - phase) / 0.25);
    double wag = up * Math.sin(8 * Math.PI * phase);
    m.roll("hips", 2 * up);
    m.roll("spine", 4 * up);
    m.roll("chest", 3 * up);
    m.yaw("head", -12 * up);
    m.roll("head", -6 * up + 3 * wag);
    m.roll("clavicle.R", -14 * up);
    m.rotate("upperArm.R", 0, 1, 0, 15 * up);
    m.roll("upperArm.R", -58 * up);
    m.roll("foreArm.R", -up * 62 + 22 * wag);
    m.rotate("hand.R", 1, 1, 0, 55 * up);
    m.roll("hand.R", 16 * wag);
    m.roll("upperArm.L", -18 * up);
    bendElbow(m, ".L", 1, 22 * up);
  }

  /** Down with the arms forward, and up again. */
  private static void squat(double phase, Motion m) {
    double down = smooth(1 - Math.abs(2 * phase - 1));
    double thigh = 60 * down;
    double shin = 88 * down;
    m.shift(
        "hips",
        0,
        -0.30 * (1 - Math.cos(Math.toRadians(thigh)))
            - 0.30 * (1 - Math.cos(Math.toRadians(shin - thigh))),
        -0.16 * down);
    m.pitch("hips", 14 * down);
    m.pitch("spine", 8 * down);
    m.pitch("chest", 4 * down);
    m.pitch("neck", -12 * down);
    m.pitch("head", -12 * down);
    for (int side = 0; side < 2; side++) {
      String s = side == 0 ? ".L" : ".R";
      int left = side == 0 ? 1 : -1;
      m.pitch("thigh" + s, -thigh - 14 * down);
      m.rotate("thigh" + s, 0, 0, 1, left * 10 * down);
      m.pitch("shin" + s, shin);
      m.pitch("foot" + s, thigh - shin);
      m.rotate("foot" + s, 0, 0, 1, -left * 10 * down);
      m.roll("upperArm" + s, left * 20 * down);
      m.rotate("upperArm" + s, 0, 1, 0, -left * 70 * down);
      bendElbow(m, s, left, 20 * down);
    }
  }

  /** Bends the forearm towards the front, for any rotation of the upper arm. */
  private static void bendElbow(Motion m, String side, int left, double degrees) {
    m.rotate("foreArm" + side, -1, -left, 0, degrees);
  }

  private static double smooth(double u) {
    double t = Math.clamp(u, 0, 1);
    return t * t * (3 - 2 * t);
  }
}
