package dev.sinew.pipeline;

import dev.sinew.math.Quaternion;
import dev.sinew.model.Box;
import dev.sinew.model.Pose;
import dev.sinew.pose.DilatedHull;
import dev.sinew.pose.JointRange;
import java.util.List;
import java.util.Random;

/** Moves joints to random places within their ranges, half of the time to a limit. */
final class JointRangeSampler {
  private JointRangeSampler() {}

  static void throwJoints(List<JointRange> ranges, Random random, Pose pose) {
    pose.setRest();
    double[] trs = new double[10];
    double[] turn = new double[4];
    for (int j = 0; j < ranges.size(); j++) {
      switch (ranges.get(j)) {
        case JointRange.Fixed f -> {}
        case JointRange.Cone cone -> {
          place(cone.translation(), random, trs, 0);
          place(cone.scale(), random, trs, 7);
          turn(random, cone.angle() * edge(random), turn);
          double[] mean = {cone.x(), cone.y(), cone.z(), cone.w()};
          Quaternion.multiply(mean, 0, turn, 0, trs, 3);
          Quaternion.normalize(trs, 3);
          pose.setLocal(j, trs, 0, trs, 3, trs, 7);
        }
        case JointRange.Any any -> {
          place(any.translation(), random, trs, 0);
          turn(random, Math.PI * edge(random), trs, 3);
          double mirror = random.nextBoolean() ? 1 : -1;
          trs[7] = mirror * any.scale();
          trs[8] = any.scale();
          trs[9] = any.scale();
          pose.setLocal(j, trs, 0, trs, 3, trs, 7);
        }
      }
    }
    pose.update();
  }

  private static double edge(Random random) {
    return random.nextBoolean() ? 1 : random.nextDouble();
  }

  private static void turn(Random random, double angle, double[] out) {
    turn(random, angle, out, 0);
  }

  private static void turn(Random random, double angle, double[] out, int o) {
    Quaternion.fromAxisAngle(
        random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), angle, out, o);
  }

  /** A corner, or somewhere between three of them. */
  private static void place(DilatedHull hull, Random random, double[] out, int o) {
    int corners = random.nextBoolean() ? 1 : 3;
    double[] share = new double[corners];
    double sum = 0;
    for (int i = 0; i < corners; i++) {
      share[i] = 0.01 + random.nextDouble();
      sum += share[i];
    }
    out[o] = out[o + 1] = out[o + 2] = 0;
    for (int i = 0; i < corners; i++) {
      int corner = random.nextInt(hull.count());
      for (int c = 0; c < 3; c++) {
        out[o + c] += share[i] / sum * hull.value(corner, c);
      }
    }
  }

  private static void place(Box box, Random random, double[] out, int o) {
    double[] low = {box.minX(), box.minY(), box.minZ()};
    double[] high = {box.maxX(), box.maxY(), box.maxZ()};
    for (int c = 0; c < 3; c++) {
      double u = random.nextBoolean() ? random.nextInt(2) : random.nextDouble();
      out[o + c] = u * high[c] + (1 - u) * low[c];
    }
  }
}
