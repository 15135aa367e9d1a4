package dev.sinew.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoseParametersTest {
  @Test
  void eulerAnglesRoundTrip() {
    for (int round = 0; round < 500; round++) {
      long seed = 1000L + round;
      Random random = new Random(seed);
      EulerAngles angles =
          new EulerAngles(
              360 * random.nextDouble() - 180,
              180 * random.nextDouble() - 90,
              360 * random.nextDouble() - 180);
      double[] q = new double[4];
      angles.toQuaternion(q, 0);
      EulerAngles again = EulerAngles.of(q, 0);
      assertEquals(angles.x(), again.x(), 1e-5, "seed " + seed);
      assertEquals(angles.y(), again.y(), 1e-5, "seed " + seed);
      assertEquals(angles.z(), again.z(), 1e-5, "seed " + seed);
    }
  }

  @Test
  void gimbalLockKeepsTheRotation() {
    for (double y : new double[] {90, -90}) {
      double[] q = new double[4];
      new EulerAngles(20, y, 50).toQuaternion(q, 0);
      EulerAngles locked = EulerAngles.of(q, 0);
      assertEquals(0, locked.z());
      double[] again = new double[4];
      locked.toQuaternion(again, 0);
      double dot = 0;
      for (int i = 0; i < 4; i++) {
        dot += q[i] * again[i];
      }
      assertEquals(1, Math.abs(dot), 1e-12);
    }
  }

  @Test
  void orderIsXyz() {
    double[] q = new double[4];
    new EulerAngles(90, 0, 90).toQuaternion(q, 0);
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, m, 0);
    double[] moved = new double[3];
    // About z first: x becomes y; then about x: y becomes z.
    Affine.transformVector(m, 0, new double[] {1, 0, 0}, 0, moved, 0);
    assertArrayEquals(new double[] {0, 0, 1}, moved, 1e-12);
  }

  /** A random skeleton whose joints turn and scale. */
  private record Posed(JointTree tree, double[] motions, double[] positions) {
    static Posed random(long seed, int joints, double maxScale) {
      Random random = new Random(seed);
      int[] parents = new int[joints];
      double[] rest = new double[3 * joints];
      parents[0] = -1;
      for (int j = 1; j < joints; j++) {
        parents[j] = random.nextInt(j);
        for (int axis = 0; axis < 3; axis++) {
          rest[3 * j + axis] = rest[3 * parents[j] + axis] + random.nextGaussian();
        }
      }
      JointTree tree = new JointTree(parents, rest);
      double[] motions = new double[Affine.SIZE * joints];
      double[] local = new double[Affine.SIZE];
      double[] q = new double[4];
      for (int j = 0; j < joints; j++) {
        Quaternion.fromAxisAngle(
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextGaussian(),
            0.8 * random.nextDouble(),
            q,
            0);
        double s = 1 + maxScale * (2 * random.nextDouble() - 1);
        Affine.fromTrs(new double[3], 0, q, 0, new double[] {s, s, s}, 0, local, 0);
        // Turns about the joint.
        double[] at = Arrays.copyOfRange(rest, 3 * j, 3 * j + 3);
        double[] turned = new double[3];
        Affine.transformVector(local, 0, at, 0, turned, 0);
        for (int axis = 0; axis < 3; axis++) {
          local[4 * axis + 3] = at[axis] - turned[axis] + (j == 0 ? axis + 1 : 0);
        }
        if (j == 0) {
          System.arraycopy(local, 0, motions, 0, Affine.SIZE);
        } else {
          Affine.multiply(motions, Affine.SIZE * parents[j], local, 0, motions, Affine.SIZE * j);
        }
      }
      double[] positions = new double[3 * joints];
      for (int j = 0; j < joints; j++) {
        Affine.transformPoint(motions, Affine.SIZE * j, rest, 3 * j, positions, 3 * j);
      }
      return new Posed(tree, motions, positions);
    }
  }

  @Test
  void positionsAloneGiveBackThePositionsOfChains() {
    for (int round = 0; round < 50; round++) {
      long seed = 300L + round;
      Random random = new Random(seed);
      int n = 2 + random.nextInt(8);
      int[] parents = new int[n];
      double[] rest = new double[3 * n];
      double[] posed = new double[3 * n];
      for (int j = 0; j < n; j++) {
        parents[j] = j - 1;
        for (int axis = 0; axis < 3; axis++) {
          rest[3 * j + axis] = random.nextGaussian();
          posed[3 * j + axis] = random.nextGaussian();
        }
        // Bones keep their lengths.
        if (j > 0) {
          double[] parent = Arrays.copyOfRange(posed, 3 * j - 3, 3 * j);
          double[] end = Arrays.copyOfRange(posed, 3 * j, 3 * j + 3);
          double wanted =
              Points.distance(
                  Arrays.copyOfRange(rest, 3 * j - 3, 3 * j),
                  Arrays.copyOfRange(rest, 3 * j, 3 * j + 3));
          double[] at = Points.between(parent, end, wanted / Points.distance(parent, end));
          System.arraycopy(at, 0, posed, 3 * j, 3);
        }
      }
      PoseParameters pose = PoseParameters.ofPositions(new JointTree(parents, rest), posed);
      double[] found = new double[3 * n];
      for (int j = 0; j < n; j++) {
        pose.copyPosition(j, found, 3 * j);
      }
      assertArrayEquals(posed, found, 1e-9, "seed " + seed);
    }
  }

  @Test
  void positionsAloneNeverScale() {
    for (int round = 0; round < 20; round++) {
      long seed = 500L + round;
      Posed posed = Posed.random(seed, 8, 0.2);
      PoseParameters pose = PoseParameters.ofPositions(posed.tree, posed.positions);
      for (double scale : pose.scales()) {
        assertEquals(1, scale, 1e-9, "seed " + seed);
      }
      PoseParameters larger = pose.scaled(3);
      assertEquals(3, larger.scales()[0], 1e-9);
      assertEquals(1, larger.scales()[1], 1e-9);
    }
  }

  @Test
  void halfATurnIsARotationForAnyLength() {
    JointTree chain = new JointTree(new int[] {-1, 0, 1}, new double[] {0, 0, 0, 1, 0, 0, 2, 0, 0});
    PoseParameters pose =
        PoseParameters.ofPositions(chain, new double[] {0, 0, 0, -1.5, 0, 0, -3, 0, 0});
    double[] end = new double[3];
    pose.copyPosition(2, end, 0);
    assertArrayEquals(new double[] {-2, 0, 0}, end, 1e-12);
  }

  @Test
  void verticesGiveBackRotationsAndScales() {
    double sum = 0;
    int count = 0;
    try (RunContext context = RunContext.ofThreads(1)) {
      for (int round = 0; round < 20; round++) {
        long seed = 700L + round;
        Posed posed = Posed.random(seed, 6, 0.1);
        Random random = new Random(seed);
        int perJoint = 60;
        int n = posed.tree.count();
        double[] rest = new double[3 * perJoint * n];
        double[] skin = new double[rest.length];
        Influences.Builder rows = Influences.builder();
        double[] a = new double[3];
        double[] b = new double[3];
        for (int v = 0; v < perJoint * n; v++) {
          int j = v / perJoint;
          int parent = posed.tree.parents()[j];
          boolean shared = parent >= 0 && v % 2 == 0;
          for (int axis = 0; axis < 3; axis++) {
            double spread = shared ? 0.3 : 1;
            rest[3 * v + axis] = posed.tree.rest()[3 * j + axis] + spread * random.nextGaussian();
          }
          Affine.transformPoint(posed.motions, Affine.SIZE * j, rest, 3 * v, a, 0);
          double own = shared ? 0.5 : 1;
          rows.add(j, own);
          if (shared) {
            rows.add(parent, 0.5);
            Affine.transformPoint(posed.motions, Affine.SIZE * parent, rest, 3 * v, b, 0);
          }
          rows.endRow();
          for (int axis = 0; axis < 3; axis++) {
            skin[3 * v + axis] = own * a[axis] + (1 - own) * b[axis];
          }
        }
        PoseParameters pose =
            PoseParameters.ofVertices(
                posed.tree, rest, rows.build(), skin, posed.tree.rest(), context);
        for (int i = 0; i < posed.motions.length; i++) {
          double off = Math.abs(posed.motions[i] - pose.motions()[i]);
          assertTrue(off < 0.5, "seed " + seed + " value " + i + " off by " + off);
          sum += off;
          count++;
        }
      }
    }
    assertTrue(sum / count < 0.03, "mean difference " + sum / count);
  }
}
