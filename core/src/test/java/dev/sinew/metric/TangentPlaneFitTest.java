package dev.sinew.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Pose;
import dev.sinew.model.Topology;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.AnimationSpace;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TangentPlaneFitTest {
  private static final long SEED = 11;
  private static final Sample ARM = Samples.create("arm");
  private static final AnimationCoords POINTS =
      AnimationCoords.ofLinearBlend(ARM.skin(), ARM.influences(), ARM.mesh().positions());
  private static final int[] TRIANGLES = ARM.mesh().triangles();

  @Test
  void planeOfOnePoseIsPerpendicularToTheAreaWeightedNormal() {
    Pose pose = ARM.poses().getLast();
    PoseMetric metric =
        new ExpectationMetric(
            PoseDistribution.sampleMean(PoseSamples.of(List.of(pose)), ARM.skin()));
    TangentPlaneFit fit = TangentPlaneFit.of(TRIANGLES, POINTS, metric);
    double[] globals = globals(pose);
    double[][] normals = areaWeightedNormals(globals);
    for (int v = 0; v < POINTS.rowCount(); v++) {
      double[] n = cross(project(fit.first(), v, globals), project(fit.second(), v, globals));
      assertThat(angle(n, normals[v])).as("vertex %d", v).isLessThan(1e-6);
      assertThat(length(n)).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void hasWeightZeroAndOnlyJointsOfTheEdges() {
    TangentPlaneFit fit = TangentPlaneFit.of(TRIANGLES, POINTS, allPoses());
    Topology topology = Topology.of(ARM.mesh());
    for (int v = 0; v < POINTS.rowCount(); v++) {
      assertThat(fit.first().weight(v)).isCloseTo(0, within(1e-9));
      assertThat(fit.second().weight(v)).isCloseTo(0, within(1e-9));
      Set<Integer> joints = jointsOf(POINTS, v);
      for (int i = 0; i < topology.neighbourCount(v); i++) {
        joints.addAll(jointsOf(POINTS, topology.neighbour(v, i)));
      }
      assertThat(joints)
          .containsAll(jointsOf(fit.first(), v))
          .containsAll(jointsOf(fit.second(), v));
    }
  }

  @Test
  void isOrthonormalAndOptimal() {
    PoseMetric metric = allPoses();
    TangentPlaneFit fit = TangentPlaneFit.of(TRIANGLES, POINTS, metric);
    Random random = new Random(SEED);
    Topology topology = Topology.of(ARM.mesh());
    for (int v = 0; v < POINTS.rowCount(); v += 53) {
      AnimationVector a = new AnimationVector().set(fit.first(), v);
      AnimationVector b = new AnimationVector().set(fit.second(), v);
      assertThat(metric.squaredNorm(a)).isCloseTo(1, within(1e-9));
      assertThat(metric.squaredNorm(b)).isCloseTo(1, within(1e-9));
      assertThat(metric.inner(a, b)).isCloseTo(0, within(1e-9));
      double best = agreement(metric, topology, v, a, b);
      assertThat(best).isPositive();
      for (int trial = 0; trial < 20; trial++) {
        AnimationVector[] other = randomPlane(metric, topology, v, random);
        assertThat(agreement(metric, topology, v, other[0], other[1]))
            .as("vertex %d, seed %d", v, SEED)
            .isLessThanOrEqualTo(best * (1 + 1e-9));
      }
    }
  }

  @Test
  void givesAnimationSpaceItsNormals() {
    TangentPlaneFit fit = TangentPlaneFit.of(TRIANGLES, POINTS, allPoses());
    AnimationSpace skin =
        AnimationSpace.of(
            ARM.skin(), POINTS, new AnimationSpace.TangentPlanes(fit.first(), fit.second()));
    assertThat(skin.hasNormals()).isTrue();
    double[] globals = globals(ARM.poses().getLast());
    double[][] normals = areaWeightedNormals(globals);
    double sum = 0;
    for (int v = 0; v < POINTS.rowCount(); v++) {
      double[] n = cross(project(fit.first(), v, globals), project(fit.second(), v, globals));
      sum += angle(n, normals[v]);
    }
    assertThat(Math.toDegrees(sum / POINTS.rowCount())).isLessThan(3);
  }

  private static PoseMetric allPoses() {
    return new ExpectationMetric(
        PoseDistribution.sampleMean(PoseSamples.of(ARM.poses()), ARM.skin()));
  }

  /** Returns the maximised sum of (aᵢ·a)(bᵢ·b) − (aᵢ·b)(bᵢ·a) over the triangles. */
  private static double agreement(
      PoseMetric metric, Topology topology, int v, AnimationVector a, AnimationVector b) {
    double sum = 0;
    for (int i = 0; i < topology.vertexTriangleCount(v); i++) {
      int t = 3 * topology.vertexTriangle(v, i);
      int corner = TRIANGLES[t] == v ? 0 : TRIANGLES[t + 1] == v ? 1 : 2;
      AnimationVector ai = edge(v, TRIANGLES[t + (corner + 1) % 3]);
      AnimationVector bi = edge(v, TRIANGLES[t + (corner + 2) % 3]);
      sum += metric.inner(ai, a) * metric.inner(bi, b) - metric.inner(ai, b) * metric.inner(bi, a);
    }
    return sum;
  }

  private static AnimationVector edge(int from, int to) {
    return new AnimationVector().setDifference(POINTS, from, POINTS, to);
  }

  /** Returns two random combinations of the edges, orthonormalised. */
  private static AnimationVector[] randomPlane(
      PoseMetric metric, Topology topology, int v, Random random) {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int k = 0; k < 2; k++) {
      for (int r = 0; r < topology.neighbourCount(v); r++) {
        double c = random.nextGaussian();
        rows.add(POINTS, topology.neighbour(v, r), c).add(POINTS, v, -c);
      }
      rows.endRow();
    }
    AnimationCoords pair = rows.buildVectors();
    AnimationVector a = new AnimationVector().set(pair, 0);
    AnimationVector b = new AnimationVector().set(pair, 1);
    double aa = metric.squaredNorm(a);
    double along = metric.inner(a, b) / aa;
    double bb = metric.squaredNorm(b) - along * along * aa;
    AnimationCoords.Builder made = AnimationCoords.builder();
    made.add(pair, 0, 1 / Math.sqrt(aa)).endRow();
    made.add(pair, 1, 1 / Math.sqrt(bb)).add(pair, 0, -along / Math.sqrt(bb)).endRow();
    AnimationCoords plane = made.buildVectors();
    return new AnimationVector[] {
      new AnimationVector().set(plane, 0), new AnimationVector().set(plane, 1)
    };
  }

  private static Set<Integer> jointsOf(AnimationCoords coords, int row) {
    Set<Integer> joints = new TreeSet<>();
    for (int i = 0; i < coords.count(row); i++) {
      joints.add(coords.joint(row, i));
    }
    return joints;
  }

  private static double[] globals(Pose pose) {
    double[] out = new double[Affine.SIZE * ARM.skin().jointCount()];
    for (int j = 0; j < ARM.skin().jointCount(); j++) {
      pose.copyGlobal(ARM.skin().joint(j), out, Affine.SIZE * j);
    }
    return out;
  }

  private static double[] project(AnimationCoords coords, int row, double[] globals) {
    double[] out = new double[3];
    coords.project(row, globals, out, 0);
    return out;
  }

  private static double[][] areaWeightedNormals(double[] globals) {
    double[][] out = new double[POINTS.rowCount()][3];
    for (int t = 0; t < TRIANGLES.length; t += 3) {
      double[] a = project(POINTS, TRIANGLES[t], globals);
      double[] b = project(POINTS, TRIANGLES[t + 1], globals);
      double[] c = project(POINTS, TRIANGLES[t + 2], globals);
      double[] n = cross(minus(b, a), minus(c, a));
      for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
          out[TRIANGLES[t + k]][i] += n[i];
        }
      }
    }
    return out;
  }

  private static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double length(double[] a) {
    return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  }

  private static double angle(double[] a, double[] b) {
    return Math.atan2(length(cross(a, b)), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  }
}
