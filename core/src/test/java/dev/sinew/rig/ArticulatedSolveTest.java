package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.FitSetups;
import dev.sinew.math.Affine;
import dev.sinew.rig.ArticulatedSolve.Attraction;
import dev.sinew.run.RunContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Poses and joints of skeletons that are known. */
class ArticulatedSolveTest {
  private static final long SEED = 20261118;
  private static final int FRAMES = 6;
  private static final BoneTree TREE = BoneTree.ofParents(new int[] {2, 0, -1, 2, 3, -1, 5});

  /** A blended cloud of points in random poses of a skeleton with two trees. */
  private static final class Cloud {
    final int bones = TREE.parents().length;
    final double[] joints = new double[3 * bones];
    final BoneMotions motions = new BoneMotions(bones, FRAMES);
    final BlendSums sums;

    /** The weight of each point on a bone elsewhere in the skeleton. */
    final double elsewhere;

    Cloud(Random random, double noise) {
      this(random, noise, 0);
    }

    Cloud(Random random, double noise, double elsewhere) {
      this.elsewhere = elsewhere;
      for (int i = 0; i < joints.length; i++) {
        joints[i] = random.nextDouble() - 0.5;
      }
      for (int k = 1; k < FRAMES; k++) {
        for (int b : TREE.order()) {
          int up = TREE.parents()[b];
          double[] m = FitSetups.motion(random, 1.2, 0.5);
          for (int r = 0; r < 3 && up >= 0; r++) {
            int p = motions.at(up, k) + 4 * r;
            m[4 * r + 3] = motions.m[p + 3];
            for (int c = 0; c < 3; c++) {
              m[4 * r + 3] += (motions.m[p + c] - m[4 * r + c]) * joints[3 * b + c];
            }
          }
          motions.set(b, k, m, 0);
        }
      }
      sums = sums(random, noise);
    }

    /** Sums over points that follow a bone and, in part, its parent and one elsewhere. */
    private BlendSums sums(Random random, double noise) {
      double[] moments = new double[16 * bones * bones];
      double[] targets = new double[Affine.SIZE * bones * FRAMES];
      double[] squares = new double[FRAMES];
      for (int n = 0; n < 40 * bones; n++) {
        int a = n % bones;
        int b = TREE.parents()[a] < 0 ? a : TREE.parents()[a];
        double w = a == b ? 1 : random.nextDouble();
        double[] x = {random.nextDouble() - 0.5, random.nextDouble() - 0.5, random.nextDouble(), 1};
        int[] of = {a, b, (a + 3) % bones};
        double[] weights = {w * (1 - elsewhere), (1 - w) * (1 - elsewhere), elsewhere};
        for (int i = 0; i < of.length; i++) {
          for (int j = 0; j < of.length; j++) {
            for (int e = 0; e < 16; e++) {
              moments[16 * (of[i] * bones + of[j]) + e] +=
                  weights[i] * weights[j] * x[e / 4] * x[e % 4];
            }
          }
        }
        for (int k = 0; k < FRAMES; k++) {
          for (int r = 0; r < 3; r++) {
            double v = noise * random.nextGaussian();
            for (int i = 0; i < of.length; i++) {
              for (int c = 0; c < 4; c++) {
                v += weights[i] * motions.m[motions.at(of[i], k) + 4 * r + c] * x[c];
              }
            }
            squares[k] += v * v;
            for (int i = 0; i < of.length; i++) {
              for (int c = 0; c < 4; c++) {
                targets[motions.at(of[i], k) + 4 * r + c] += weights[i] * v * x[c];
              }
            }
          }
        }
      }
      return new BlendSums(bones, moments, targets, squares);
    }
  }

  @Test
  void recoversPosesOfKnownJoints() {
    try (RunContext context = RunContext.ofThreads(1)) {
      Cloud cloud = new Cloud(new Random(SEED), 0);
      BoneMotions found = new BoneMotions(cloud.bones, FRAMES);
      new ArticulatedSolve(cloud.sums, TREE, context).poses(cloud.joints, found, 0, 200);
      assertThat(found.m).as("seed %d", SEED).containsExactly(cloud.motions.m, within(1e-4));
    }
  }

  /** Steps of the whole system square the distance; without small blocks they divide it. */
  @Test
  void convergesQuadraticallyWhereBonesShareLittle() {
    try (RunContext context = RunContext.ofThreads(1)) {
      Random random = new Random(SEED);
      Cloud cloud = new Cloud(random, 0, 0.1);
      BoneMotions found = cloud.motions.copy();
      for (int k = 1; k < FRAMES; k++) {
        for (int b = 0; b < cloud.bones; b++) {
          double[] turned = FitSetups.motion(random, 0.1, 0);
          Affine.multiply(turned, 0, found.m, found.at(b, k), turned, 0);
          found.set(b, k, turned, 0);
        }
      }
      new ArticulatedSolve(cloud.sums, TREE, context).poses(cloud.joints, found, 1, 4);
      assertThat(found.m).as("seed %d", SEED).containsExactly(cloud.motions.m, within(1e-6));
    }
  }

  @Test
  void recoversJoints() {
    try (RunContext context = RunContext.ofThreads(2)) {
      Random random = new Random(SEED);
      Cloud cloud = new Cloud(random, 0);
      double[] joints = cloud.joints.clone();
      for (int i = 0; i < joints.length; i++) {
        joints[i] += 0.1 * random.nextGaussian();
      }
      BoneMotions found = cloud.motions.copy();
      Attraction none = new Attraction(joints.clone(), new double[cloud.bones]);
      new ArticulatedSolve(cloud.sums, TREE, context).posesAndJoints(joints, none, found, 1, 60);
      for (int b = 0; b < cloud.bones; b++) {
        for (int axis = 0; axis < 3 && TREE.parents()[b] >= 0; axis++) {
          assertThat(joints[3 * b + axis])
              .as("seed %d, joint %d", SEED, b)
              .isCloseTo(cloud.joints[3 * b + axis], within(1e-3));
        }
      }
    }
  }

  @Test
  void jointsStayWhereParentsTakeThem() {
    try (RunContext context = RunContext.ofThreads(1)) {
      Cloud cloud = new Cloud(new Random(SEED), 0.05);
      double[] joints = cloud.joints.clone();
      BoneMotions found = cloud.motions.copy();
      double[] strengths = new double[cloud.bones];
      strengths[4] = 1e6;
      double[] points = cloud.joints.clone();
      points[12] += 0.3;
      new ArticulatedSolve(cloud.sums, TREE, context)
          .posesAndJoints(joints, new Attraction(points, strengths), found, 1, 20);
      assertThat(joints[12]).as("attracted").isCloseTo(points[12], within(0.01));
      double[] own = new double[3];
      double[] above = new double[3];
      for (int k = 1; k < FRAMES; k++) {
        for (int b = 0; b < cloud.bones; b++) {
          if (TREE.parents()[b] >= 0) {
            Affine.transformPoint(found.m, found.at(b, k), joints, 3 * b, own, 0);
            Affine.transformPoint(found.m, found.at(TREE.parents()[b], k), joints, 3 * b, above, 0);
            assertThat(own).containsExactly(above, within(1e-12));
          }
        }
      }
    }
  }

  @Test
  void resultDoesNotDependOnThreads() {
    double[] first = solved(1);
    assertThat(solved(3)).containsExactly(first);
  }

  private static double[] solved(int threads) {
    try (RunContext context = RunContext.ofThreads(threads)) {
      Cloud cloud = new Cloud(new Random(SEED), 0.02);
      double[] joints = new double[3 * cloud.bones];
      BoneMotions found = cloud.motions.copy();
      Attraction weak = new Attraction(cloud.joints, new double[] {1, 1, 1, 1, 1, 1, 1});
      new ArticulatedSolve(cloud.sums, TREE, context).posesAndJoints(joints, weak, found, 1, 5);
      return joints;
    }
  }
}
