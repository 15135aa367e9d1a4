package dev.sinew.sample;

import static dev.sinew.sample.RoundCone.ball;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;

/**
 * An arm with a mitten, along +x, that bends at the elbow towards +y and twists at the wrist. The
 * biceps and the forearm swell as it bends.
 */
final class Arm {
  private static final double BLEND = 0.014;
  private static final double CELL = 0.0145;
  private static final double[] BENDS = {0, 30, 60, 90, 115};
  private static final double[] TWISTS = {-80, -40, 0, 40, 80};

  private Arm() {}

  static Sample create() {
    Anatomy anatomy =
        new Anatomy("arm", BLEND)
            .root("upperArm", 0, 0, 0)
            .joint("foreArm", "upperArm", 0.29, 0, 0)
            .joint("hand", "foreArm", 0.55, 0, 0)
            .flesh("upperArm", ball(0, 0, 0, 0.062), ball(0.29, 0, 0, 0.043))
            .flesh("upperArm", ball(0.0, 0.005, 0, 0.066), ball(0.06, 0, 0, 0.058))
            .muscle(
                "upperArm",
                "foreArm",
                0.36,
                ball(0.10, 0.016, 0, 0.042),
                ball(0.19, 0.014, 0, 0.040))
            .muscle(
                "upperArm",
                "foreArm",
                -0.08,
                ball(0.09, -0.018, 0, 0.042),
                ball(0.18, -0.014, 0, 0.038))
            .flesh("foreArm", ball(0.29, 0, 0, 0.043), ball(0.55, 0, 0, 0.028))
            .muscle(
                "foreArm",
                "foreArm",
                0.12,
                ball(0.335, 0.004, 0.006, 0.042),
                ball(0.40, 0, 0.004, 0.037))
            .flesh("hand", ball(0.55, 0, 0, 0.028), ball(0.585, 0, 0, 0.030))
            .flesh("hand", ball(0.59, 0, 0.020, 0.027), ball(0.70, 0, 0.022, 0.022))
            .flesh("hand", ball(0.59, 0, -0.020, 0.027), ball(0.69, 0, -0.024, 0.021))
            .flesh("hand", ball(0.58, 0.004, 0.025, 0.024), ball(0.635, 0.012, 0.075, 0.0185))
            .part(
                HalfShells.Closed.BOTH,
                1,
                new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0},
                "upperArm",
                "foreArm",
                "hand");
    Skeleton skeleton = anatomy.skeleton();
    Clip flex = Motion.loop(skeleton, "flex", 2, 32, (p, m) -> pose(m, 115 * swing(p), 0));
    Clip twist =
        Motion.loop(
            skeleton, "twist", 2, 32, (p, m) -> pose(m, 20, 80 * Math.sin(2 * Math.PI * p)));
    List<Anatomy.Example> examples = new ArrayList<>();
    for (double bend : BENDS) {
      for (double turn : TWISTS) {
        if (bend != 0 || turn != 0) {
          examples.add(
              new Anatomy.Example(
                  "bend " + (int) bend + " twist " + (int) turn,
                  Motion.pose(skeleton, (p, m) -> pose(m, bend, turn), 0)));
        }
      }
    }
    return anatomy.create(
        "An arm with a mitten whose muscles swell as the elbow bends.",
        skeleton,
        CELL,
        List.of(flex, twist),
        examples,
        ArmPaint::apply);
  }

  private static void pose(Motion m, double bend, double twist) {
    m.roll("foreArm", bend);
    m.rotate("hand", 1, 0, 0, twist);
  }

  private static double swing(double phase) {
    return (1 - Math.cos(2 * Math.PI * phase)) / 2;
  }
}
