package dev.sinew.sample;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;

/** A friendly figure with a large head, mittens and large feet that walks, waves and squats. */
final class Biped {
  private static final double BLEND = 0.018;
  private static final double CELL = 0.0265;

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
    examples.addAll(Anatomy.through(skeleton, walk, 8));
    examples.addAll(Anatomy.through(skeleton, wave, 8));
    examples.addAll(Anatomy.through(skeleton, squat, 8));
    return anatomy.grow(
        "A friendly figure with mittens that walks, waves and squats.",
        skeleton,
        CELL,
        List.of(walk, wave, squat),
        examples);
  }

  private static void trunk(Anatomy a) {
    a.root("hips", 0, 0.80, 0)
        .joint("spine", "hips", 0, 0.92, 0)
        .joint("chest", "spine", 0, 1.05, 0)
        .joint("neck", "chest", 0, 1.24, 0)
        .joint("head", "neck", 0, 1.32, 0.01)
        .flesh("hips", -0.055, 0.81, 0, 0.115, 0.055, 0.81, 0, 0.115)
        .flesh("spine", -0.035, 0.93, 0.01, 0.112, 0.035, 0.93, 0.01, 0.112)
        .flesh("chest", -0.06, 1.07, 0, 0.112, 0.06, 1.07, 0, 0.112)
        .flesh("chest", -0.10, 1.16, -0.01, 0.075, 0.10, 1.16, -0.01, 0.075)
        .flesh("neck", 0, 1.20, 0, 0.058, 0, 1.31, 0.01, 0.052)
        .flesh("head", 0, 1.42, 0.02, 0.125, 0, 1.51, 0.005, 0.135)
        .flesh("head", 0, 1.43, 0.15, 0.030, 0, 1.44, 0.16, 0.030)
        .flesh("head", -0.14, 1.46, 0.0, 0.042, 0.14, 1.46, 0.0, 0.042)
        .part(new double[] {0, 0.8, 0, 0, 1.2, 0, 0, 0, 1}, "hips", "spine", "chest")
        .part(new double[] {0, 1.2, 0, 0, 1.6, 0, 0, 0, 1}, "neck", "head");
  }

  private static void arms(Anatomy a) {
    a.joint("clavicle.L", "chest", 0.05, 1.18, 0)
        .joint("upperArm.L", "clavicle.L", 0.165, 1.18, 0)
        .joint("foreArm.L", "upperArm.L", 0.350, 1.045, 0)
        .joint("hand.L", "foreArm.L", 0.520, 0.921, 0)
        .flesh("clavicle.L", 0.07, 1.175, 0, 0.066, 0.155, 1.18, 0, 0.068)
        .flesh("upperArm.L", 0.165, 1.18, 0, 0.066, 0.350, 1.045, 0, 0.048)
        .muscle(
            "upperArm.L", "foreArm.L", 0.25, 0.225, 1.136, 0.012, 0.05, 0.29, 1.089, 0.014, 0.046)
        .flesh("foreArm.L", 0.350, 1.045, 0, 0.048, 0.520, 0.921, 0, 0.038)
        .muscle(
            "foreArm.L", "foreArm.L", 0.15, 0.385, 1.020, 0.006, 0.047, 0.425, 0.990, 0.006, 0.042)
        .flesh("hand.L", 0.520, 0.921, 0, 0.038, 0.545, 0.903, 0, 0.040)
        .flesh("hand.L", 0.550, 0.899, 0.024, 0.038, 0.618, 0.849, 0.022, 0.034)
        .flesh("hand.L", 0.550, 0.899, -0.024, 0.038, 0.612, 0.853, -0.022, 0.033)
        .flesh("hand.L", 0.545, 0.903, 0.035, 0.032, 0.575, 0.895, 0.088, 0.028)
        .part(
            new double[] {0.1, 1.228, 0, 0.62, 0.848, 0, 0, 0, 1},
            "clavicle.L",
            "upperArm.L",
            "foreArm.L",
            "hand.L");
  }

  private static void legs(Anatomy a) {
    a.joint("thigh.L", "hips", 0.105, 0.76, 0)
        .joint("shin.L", "thigh.L", 0.125, 0.43, 0.008)
        .joint("foot.L", "shin.L", 0.135, 0.10, -0.012)
        .joint("toes.L", "foot.L", 0.142, 0.045, 0.105)
        .flesh("thigh.L", 0.105, 0.76, 0, 0.092, 0.125, 0.43, 0.008, 0.062)
        .muscle("thigh.L", "shin.L", 0.10, 0.112, 0.66, 0.014, 0.082, 0.12, 0.54, 0.018, 0.070)
        .flesh("shin.L", 0.125, 0.43, 0.008, 0.062, 0.135, 0.10, -0.012, 0.046)
        .muscle("shin.L", "shin.L", 0.15, 0.127, 0.36, -0.014, 0.056, 0.131, 0.27, -0.018, 0.052)
        .flesh("foot.L", 0.135, 0.075, -0.025, 0.055, 0.142, 0.052, 0.105, 0.048)
        .flesh("toes.L", 0.124, 0.050, 0.105, 0.046, 0.130, 0.047, 0.165, 0.042)
        .flesh("toes.L", 0.160, 0.050, 0.105, 0.046, 0.160, 0.046, 0.155, 0.041)
        .part(new double[] {0.105, 0.8, 0, 0.135, 0.1, 0, 0, 0, 1}, "thigh.L", "shin.L")
        .part(new double[] {0.14, 0.06, -0.08, 0.145, 0.06, 0.2, 0, 1, 0}, "foot.L", "toes.L");
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
      m.roll("upperArm" + s, -left * 36);
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
    m.turn("upperArm.R", 0, 1, 0, 15 * up);
    m.roll("upperArm.R", -50 * up);
    m.roll("foreArm.R", -up * 62 + 22 * wag);
    m.turn("hand.R", 0.81, 0.59, 0, 55 * up);
    m.roll("hand.R", 16 * wag);
    m.roll("upperArm.L", -30 * up);
    bendElbow(m, ".L", 1, 22 * up);
  }

  /** Down with the arms forward, and up again. */
  private static void squat(double phase, Motion m) {
    double down = smooth(1 - Math.abs(2 * phase - 1));
    double thigh = 78 * down;
    double shin = 98 * down;
    m.shift(
        "hips",
        0,
        -0.33 * (1 - Math.cos(Math.toRadians(thigh)))
            - 0.33 * (1 - Math.cos(Math.toRadians(shin - thigh))),
        -0.26 * down);
    m.pitch("hips", 18 * down);
    m.pitch("spine", 10 * down);
    m.pitch("chest", 4 * down);
    m.pitch("neck", -12 * down);
    m.pitch("head", -12 * down);
    for (int side = 0; side < 2; side++) {
      String s = side == 0 ? ".L" : ".R";
      int left = side == 0 ? 1 : -1;
      m.pitch("thigh" + s, -thigh - 18 * down);
      m.turn("thigh" + s, 0, 0, 1, left * 10 * down);
      m.pitch("shin" + s, shin);
      m.pitch("foot" + s, thigh - shin);
      m.turn("foot" + s, 0, 0, 1, -left * 10 * down);
      m.roll("upperArm" + s, left * 20 * down);
      m.turn("upperArm" + s, 0, 1, 0, -left * 70 * down);
      bendElbow(m, s, left, 20 * down);
    }
  }

  /** Bends the forearm towards the front, whatever the upper arm does. */
  private static void bendElbow(Motion m, String side, int left, double degrees) {
    m.turn("foreArm" + side, -0.59, -left * 0.81, 0, degrees);
  }

  private static double smooth(double u) {
    double t = Math.clamp(u, 0, 1);
    return t * t * (3 - 2 * t);
  }
}
