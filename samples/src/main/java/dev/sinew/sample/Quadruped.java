package dev.sinew.sample;

import static dev.sinew.sample.RoundCone.ball;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;

/** A small horse that walks, runs and grazes. */
final class Quadruped {
  private static final double BLEND = 0.020;
  private static final double CELL = 0.031;

  private Quadruped() {}

  static Sample create() {
    Anatomy anatomy = new Anatomy("quadruped", BLEND);
    trunk(anatomy);
    neckAndTail(anatomy);
    legs(anatomy);
    Skeleton skeleton = anatomy.skeleton();
    Clip walk = Motion.loop(skeleton, "walk", 1.2, 32, Quadruped::walk);
    Clip run = Motion.loop(skeleton, "run", 0.6, 24, Quadruped::run);
    Clip graze = Motion.loop(skeleton, "graze", 4, 60, Quadruped::graze);
    List<Anatomy.Example> examples = new ArrayList<>();
    examples.addAll(Anatomy.through(skeleton, walk, 8, 0, 1));
    examples.addAll(Anatomy.through(skeleton, run, 10, 0, 1));
    examples.addAll(Anatomy.through(skeleton, graze, 6, 0.1, 0.95));
    return anatomy.create(
        "A small horse that walks, runs and grazes.",
        skeleton,
        CELL,
        List.of(walk, run, graze),
        examples,
        QuadrupedPaint::apply);
  }

  private static void trunk(Anatomy a) {
    a.root("pelvis", 0, 0.90, -0.38)
        .joint("spine", "pelvis", 0, 0.93, -0.12)
        .joint("chest", "spine", 0, 0.92, 0.14)
        .flesh("pelvis", ball(-0.045, 0.85, -0.40, 0.150), ball(0.045, 0.85, -0.40, 0.150))
        .flesh("pelvis", ball(0, 0.87, -0.36, 0.165), ball(0, 0.85, -0.22, 0.165))
        .flesh("spine", ball(0, 0.84, -0.14, 0.168), ball(0, 0.83, 0.06, 0.180))
        .flesh("chest", ball(0, 0.835, 0.12, 0.182), ball(0, 0.86, 0.29, 0.150))
        .flesh("chest", ball(-0.04, 0.92, 0.25, 0.12), ball(0.04, 0.92, 0.25, 0.12))
        .part(
            HalfShells.Closed.BOTH,
            1.2,
            new double[] {0, 0.85, -0.55, 0, 0.85, 0.4, 0, 1, 0},
            "pelvis",
            "spine",
            "chest");
  }

  private static void neckAndTail(Anatomy a) {
    a.joint("neck", "chest", 0, 0.98, 0.36)
        .joint("nape", "neck", 0, 1.16, 0.48)
        .joint("head", "nape", 0, 1.33, 0.56)
        .joint("ear.L", "head", 0.055, 1.41, 0.55)
        .joint("tail1", "pelvis", 0, 0.96, -0.53)
        .joint("tail2", "tail1", 0, 0.86, -0.64)
        .joint("tail3", "tail2", 0, 0.70, -0.69)
        .flesh("neck", ball(0, 0.95, 0.33, 0.128), ball(0, 1.16, 0.48, 0.096))
        .flesh("nape", ball(0, 1.16, 0.48, 0.096), ball(0, 1.32, 0.56, 0.080))
        .flesh("head", ball(0, 1.33, 0.58, 0.090), ball(0, 1.22, 0.76, 0.060))
        .flesh("head", ball(-0.012, 1.205, 0.79, 0.058), ball(0.012, 1.205, 0.79, 0.058))
        .flesh("ear.L", ball(0.052, 1.40, 0.55, 0.038), ball(0.078, 1.49, 0.545, 0.029))
        .flesh("tail1", ball(0, 0.95, -0.50, 0.058), ball(0, 0.86, -0.64, 0.050))
        .flesh("tail2", ball(0, 0.86, -0.64, 0.050), ball(0, 0.70, -0.69, 0.054))
        .flesh("tail3", ball(0, 0.70, -0.69, 0.054), ball(0, 0.54, -0.70, 0.034))
        .part(
            HalfShells.Closed.NEITHER,
            1,
            new double[] {0, 0.95, 0.33, 0, 1.4, 0.56, 0, 0, 1},
            "neck",
            "nape")
        .part(
            HalfShells.Closed.END, 2.4, new double[] {0, 1.36, 0.54, 0, 1.2, 0.82, 0, 1, 0}, "head")
        .part(
            HalfShells.Closed.END,
            1.4,
            new double[] {0.05, 1.40, 0.55, 0.08, 1.5, 0.545, 0, 0, 1},
            "ear.L")
        .part(
            HalfShells.Closed.END,
            1,
            new double[] {0, 0.95, -0.55, 0, 0.54, -0.72, 0, 0, 1},
            "tail1",
            "tail2",
            "tail3");
  }

  private static void legs(Anatomy a) {
    a.joint("foreLeg.L", "chest", 0.115, 0.78, 0.27)
        .joint("foreShank.L", "foreLeg.L", 0.125, 0.48, 0.25)
        .joint("foreHoof.L", "foreShank.L", 0.125, 0.13, 0.26)
        .joint("thigh.L", "pelvis", 0.105, 0.82, -0.40)
        .joint("shin.L", "thigh.L", 0.125, 0.56, -0.34)
        .joint("hock.L", "shin.L", 0.130, 0.39, -0.49)
        .joint("hoof.L", "hock.L", 0.130, 0.12, -0.46)
        .flesh("foreLeg.L", ball(0.105, 0.82, 0.26, 0.098), ball(0.125, 0.48, 0.25, 0.056))
        .muscle(
            "foreLeg.L",
            "foreShank.L",
            0.12,
            ball(0.12, 0.70, 0.28, 0.07),
            ball(0.122, 0.6, 0.27, 0.06))
        .flesh("foreShank.L", ball(0.125, 0.48, 0.25, 0.056), ball(0.125, 0.13, 0.26, 0.042))
        .flesh("foreHoof.L", ball(0.125, 0.12, 0.262, 0.043), ball(0.125, 0.048, 0.29, 0.054))
        .flesh("thigh.L", ball(0.118, 0.82, -0.41, 0.116), ball(0.125, 0.56, -0.34, 0.078))
        .muscle(
            "thigh.L",
            "shin.L",
            0.10,
            ball(0.11, 0.72, -0.44, 0.10),
            ball(0.12, 0.62, -0.41, 0.075))
        .flesh("shin.L", ball(0.125, 0.56, -0.34, 0.078), ball(0.130, 0.39, -0.49, 0.048))
        .flesh("hock.L", ball(0.130, 0.39, -0.49, 0.048), ball(0.130, 0.12, -0.46, 0.042))
        .flesh("hoof.L", ball(0.130, 0.12, -0.46, 0.043), ball(0.130, 0.048, -0.43, 0.054))
        .part(
            HalfShells.Closed.END,
            0.75,
            new double[] {0.12, 0.8, 0.26, 0.125, 0.05, 0.26, 0, 0, 1},
            "foreLeg.L",
            "foreShank.L",
            "foreHoof.L")
        .part(
            HalfShells.Closed.END,
            0.75,
            new double[] {0.11, 0.85, -0.42, 0.13, 0.05, -0.45, 0, 0, 1},
            "thigh.L",
            "shin.L",
            "hock.L",
            "hoof.L");
  }

  /** A four-beat walk: each foot is a quarter of the cycle after the previous one. */
  private static void walk(double phase, Motion m) {
    double t = 2 * Math.PI * phase;
    m.shift("pelvis", 0, -0.012 + 0.008 * Math.cos(2 * t), 0);
    m.yaw("pelvis", 2.5 * Math.sin(t));
    m.yaw("chest", -3 * Math.sin(t));
    m.pitch("neck", 4 + 4 * Math.cos(2 * t));
    m.pitch("head", -3 - 3 * Math.cos(2 * t));
    swingTail(m, t, 10, 12);
    hindLeg(m, ".L", t, 22, 34);
    foreLeg(m, ".L", t - Math.PI / 2, 22, 48);
    hindLeg(m, ".R", t - Math.PI, 22, 34);
    foreLeg(m, ".R", t - 3 * Math.PI / 2, 22, 48);
  }

  /** A gallop: the hind legs nearly together, then the forelegs; the back bends between. */
  private static void run(double phase, Motion m) {
    double t = 2 * Math.PI * phase;
    m.shift("pelvis", 0, 0.035 * Math.cos(t - 0.6), 0);
    m.pitch("pelvis", 9 * Math.sin(t));
    m.pitch("spine", -7 * Math.cos(t - 2.6));
    m.pitch("chest", -6 * Math.cos(t - 2.6));
    m.pitch("neck", 20 + 8 * Math.cos(t));
    m.pitch("nape", 4 * Math.cos(t - 0.5));
    m.pitch("head", -12 - 6 * Math.cos(t - 0.5));
    m.pitch("ear.L", -25);
    m.pitch("ear.R", -25);
    swingTail(m, t, 5, 48);
    hindLeg(m, ".L", t, 29, 48);
    hindLeg(m, ".R", t - 0.6, 29, 48);
    foreLeg(m, ".L", t - 2.6, 34, 72);
    foreLeg(m, ".R", t - 3.3, 34, 72);
  }

  /** The head goes down to the grass, looks to the left, and goes up again. */
  private static void graze(double phase, Motion m) {
    double down = smooth(phase / 0.25) * smooth((0.7 - phase) / 0.2);
    double look = smooth((phase - 0.72) / 0.1) * smooth((0.98 - phase) / 0.1);
    double nibble = down * Math.sin(12 * Math.PI * phase);
    m.pitch("spine", 4 * down);
    m.pitch("chest", 8 * down);
    m.pitch("neck", 62 * down);
    m.pitch("nape", 34 * down);
    m.pitch("head", -22 * down + 4 * nibble);
    m.yaw("neck", 22 * look);
    m.yaw("nape", 24 * look);
    m.yaw("head", 20 * look);
    m.roll("ear.L", -18 * look);
    m.roll("ear.R", 14 * nibble);
    for (String s : List.of(".L", ".R")) {
      m.pitch("foreLeg" + s, -12 * down * (s.equals(".L") ? 1.6 : -0.4));
      m.pitch("foreShank" + s, 6 * down * (s.equals(".L") ? 1 : 0));
    }
    swingTail(m, 4 * Math.PI * phase, 16, 6);
  }

  private static void swingTail(Motion m, double t, double sway, double lift) {
    for (int k = 1; k <= 3; k++) {
      m.pitch("tail" + k, lift * (k == 1 ? 1 : 0.35));
      m.yaw("tail" + k, sway * Math.sin(t - 0.7 * k));
    }
  }

  /** The leg is forward at phase 0, moves back on the ground and swings forward bent. */
  private static void hindLeg(Motion m, String side, double t, double reach, double lift) {
    double swinging = Math.pow(Math.max(0, -Math.sin(t)), 1.5);
    double back = Math.max(0, -Math.cos(t));
    m.pitch("thigh" + side, -reach * Math.cos(t));
    m.pitch("shin" + side, lift * swinging + 0.2 * reach * Math.cos(t));
    m.pitch("hock" + side, -1.2 * lift * swinging + 0.3 * reach * back);
    m.pitch("hoof" + side, lift * swinging + 0.6 * reach * back * back);
  }

  private static void foreLeg(Motion m, String side, double t, double reach, double lift) {
    double swinging = Math.pow(Math.max(0, -Math.sin(t)), 1.5);
    double back = Math.max(0, -Math.cos(t));
    m.pitch("foreLeg" + side, -reach * Math.cos(t) - 0.3 * lift * swinging);
    m.pitch("foreShank" + side, lift * swinging);
    m.pitch("foreHoof" + side, 0.6 * lift * swinging + 0.6 * reach * back * back);
  }

  private static double smooth(double u) {
    double t = Math.clamp(u, 0, 1);
    return t * t * (3 - 2 * t);
  }
}
