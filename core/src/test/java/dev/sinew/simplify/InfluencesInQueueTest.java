package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.math.Affine;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterSimplification.Removals;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.Operation;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Removal;
import dev.sinew.simplify.collapse.SeamRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InfluencesInQueueTest {
  private static final int JOINTS = 5;
  private static final SkinnedCharacter TUBE = tube();
  private static final List<Pose> POSES = poses(TUBE.skeleton());
  private static final JoinedCharacter JOINED = new JoinedCharacter(TUBE);

  /** A tube along a chain of joints; each point has the four nearest joints. */
  private static SkinnedCharacter tube() {
    TriMesh mesh = Cases.shaken(Cases.tube(12, 24), 0.01, 5);
    Skeleton.Builder chain = Skeleton.builder();
    for (int j = 0; j < JOINTS; j++) {
      chain.add("joint " + j, j - 1, 0, 0, j == 0 ? -0.8 : 0.4);
    }
    Skeleton skeleton = chain.build();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double at = (mesh.position(v, 2) + 0.8) / 0.4;
      int first = at < JOINTS / 2.0 ? 0 : 1;
      double sum = 0;
      double[] weights = new double[4];
      for (int i = 0; i < 4; i++) {
        weights[i] = Math.exp(-(at - first - i) * (at - first - i));
        sum += weights[i];
      }
      for (int i = 0; i < 4; i++) {
        rows.add(first + i, weights[i] / sum);
      }
      rows.endRow();
    }
    Skin skin = RandomRig.skinOf(skeleton);
    return AnimationSpaceConversion.of(
        new SkinnedCharacter(
            skeleton,
            List.of(skin),
            List.of(new Geometry("tube", mesh, new Skinning.Linear(rows.build()))),
            List.of(new Part("tube", 0, 0, 0)),
            List.of()));
  }

  private static List<Pose> poses(Skeleton skeleton) {
    Random random = new Random(3);
    List<Pose> out = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      Pose pose = new Pose(skeleton);
      for (int j = 1; j < JOINTS && k > 0; j++) {
        RandomRig.turn(pose, j, random);
      }
      pose.update();
      out.add(pose);
    }
    return out;
  }

  private static ExpectationMatrix expectation() {
    return PoseDistribution.sampleMean(PoseSamples.of(POSES), JOINED.boneSkin())
        .regularised(Regularisation.DEFAULTS);
  }

  private static CharacterSimplification simplification() {
    return new CharacterSimplification(JOINED, CharacterSimplification.Options.DEFAULTS);
  }

  private static OperationStream stream(boolean textured, InfluenceRanking ranking, int threads) {
    Removals removals = new Removals(expectation(), ranking);
    WeightedPoses poses = WeightedPoses.ofEqualWeight(POSES);
    try (RunContext context = RunContext.ofThreads(threads)) {
      return textured
          ? simplification().simplify(SimplifyMethod.APS.price(), poses, removals, 0, context)
          : simplification().simplify(SimplifyMethod.QUADRIC.price(), poses, removals, 0, context);
    }
  }

  private static AnimationCoords coordsAt(OperationStream stream, int length) {
    CharacterReplay replay = simplification().replay(stream, Cases.CONTEXT);
    replay.advanceTo(length);
    return replay.geometries(POSES).getFirst().skinning().coords().orElseThrow();
  }

  /** Uses removals before any collapse: point indices do not change. */
  @Test
  void removalCostIsRmsDisplacement() {
    OperationStream stream = stream(true, InfluenceRanking.ERROR, 1);
    ExpectationMetric metric = new ExpectationMetric(expectation());
    int checked = 0;
    for (int i = 0; stream.operation(i) instanceof Removal removal && i < 40; i++) {
      AnimationCoords before = coordsAt(stream, i);
      AnimationCoords after = coordsAt(stream, i + 1);
      assertThat(after.totalCount()).isEqualTo(before.totalCount() - 1);
      double squares = squares(metric, before, after, removal.point());
      assertThat(removal.cost())
          .isCloseTo(Math.sqrt(squares), within(1e-9 + 1e-6 * removal.cost()));
      checked++;
    }
    assertThat(checked).isGreaterThan(10);
  }

  private static double squares(
      ExpectationMetric metric, AnimationCoords before, AnimationCoords after, int row) {
    return metric.squaredNorm(new AnimationVector().setDifference(before, row, after, row));
  }

  /** The costs of quadrics are areas times squared lengths. */
  @Test
  void quadricRemovalCostIsWeightedByArea() {
    OperationStream stream = stream(false, InfluenceRanking.ERROR, 1);
    ExpectationMetric metric = new ExpectationMetric(expectation());
    CollapseMesh mesh =
        new CollapseMesh(JOINED.mesh(), SeamRule.PAINTED, new BitSet(), Cases.CONTEXT);
    int checked = 0;
    for (int i = 0; stream.operation(i) instanceof Removal removal && i < 40; i++) {
      double squares =
          squares(metric, coordsAt(stream, i), coordsAt(stream, i + 1), removal.point());
      double area = areaAround(mesh, removal.point());
      // Boundaries and seams increase the cost; inner points have none.
      assertThat(removal.cost()).isGreaterThan(area * squares * (1 - 1e-3));
      if (isInner(removal.point())) {
        assertThat(removal.cost()).isCloseTo(area * squares, within(1e-3 * removal.cost()));
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(10);
  }

  private static boolean isInner(int point) {
    int around = 12;
    int row = point / around;
    return point % around != 0 && row != 0 && row != 24 && row != 12;
  }

  /** Returns the mean area of a point's triangles over all poses. */
  private static double areaAround(CollapseMesh mesh, int p) {
    double sum = 0;
    for (Pose pose : POSES) {
      double[] g = new double[Affine.SIZE * JOINTS];
      for (int j = 0; j < JOINTS; j++) {
        pose.copyGlobal(j, g, Affine.SIZE * j);
      }
      AnimationCoords coords = TUBE.meshes().getFirst().skinning().coords().orElseThrow();
      for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        double[] x = new double[9];
        coords.project(p, g, x, 0);
        coords.project(mesh.point(CollapseView.after(c)), g, x, 3);
        coords.project(mesh.point(CollapseView.after(CollapseView.after(c))), g, x, 6);
        double ux = x[3] - x[0], uy = x[4] - x[1], uz = x[5] - x[2];
        double vx = x[6] - x[0], vy = x[7] - x[1], vz = x[8] - x[2];
        double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
        sum += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
      }
    }
    return sum / POSES.size();
  }

  @ParameterizedTest
  @EnumSource(InfluenceRanking.class)
  void influencesDecreaseToOnePerPoint(InfluenceRanking ranking) {
    OperationStream stream = stream(false, ranking, 1);
    assertThat(stream.hasRemovals()).isTrue();
    CharacterReplay replay = simplification().replay(stream, Cases.CONTEXT);
    long before = replay.influenceCount();
    assertThat(before).isEqualTo(4L * TUBE.meshes().getFirst().mesh().vertexCount());
    for (int i = 0; i < stream.length(); i++) {
      replay.advanceTo(i + 1);
      if (stream.operation(i) instanceof Removal) {
        assertThat(replay.influenceCount()).isEqualTo(before - 1);
        assertThat(stream.trianglesAt(i + 1)).isEqualTo(stream.trianglesAt(i));
      }
      assertThat(replay.influenceCount()).isLessThanOrEqualTo(before);
      before = replay.influenceCount();
    }
    AnimationCoords last = replay.geometries(POSES).getFirst().skinning().coords().orElseThrow();
    assertThat((long) last.totalCount()).isEqualTo(replay.influenceCount());
    assertThat(last.totalCount()).isLessThan(2 * last.rowCount());
    for (long wanted : new long[] {1000, 500, 200}) {
      int length = simplification().lengthForInfluences(stream, wanted, Cases.CONTEXT);
      assertThat((long) coordsAt(stream, length).totalCount()).isLessThanOrEqualTo(wanted);
      assertThat((long) coordsAt(stream, length - 1).totalCount()).isGreaterThan(wanted);
    }
  }

  @Test
  void resultIsIndependentOfThreadCount() {
    for (InfluenceRanking ranking : InfluenceRanking.values()) {
      assertThat(stream(false, ranking, 3)).isEqualTo(stream(false, ranking, 1));
      assertThat(stream(true, ranking, 3)).isEqualTo(stream(true, ranking, 1));
    }
  }

  /** A collapse removes several influences, so its cost per influence is lower. */
  @Test
  void rankingPerInfluencePrefersCollapses() {
    assertThat(collapsesBefore(stream(false, InfluenceRanking.ERROR_PER_INFLUENCE, 1), 600))
        .isGreaterThan(collapsesBefore(stream(false, InfluenceRanking.ERROR, 1), 600));
  }

  private static long collapsesBefore(OperationStream stream, long influences) {
    int length = simplification().lengthForInfluences(stream, influences, Cases.CONTEXT);
    return stream.operations().subList(0, length).stream()
        .filter(Collapse.class::isInstance)
        .count();
  }

  @Test
  void removalsFlipNoTriangle() {
    OperationStream stream = stream(false, InfluenceRanking.ERROR, 1);
    CollapseMesh mesh =
        new CollapseMesh(JOINED.mesh(), SeamRule.PAINTED, new BitSet(), Cases.CONTEXT);
    int removals = 0;
    while (stream.operation(removals) instanceof Removal) {
      removals++;
    }
    AnimationCoords before = coordsAt(stream, 0);
    AnimationCoords after = coordsAt(stream, removals);
    assertThat(removals).isPositive();
    for (Pose pose : POSES) {
      double[] g = new double[Affine.SIZE * JOINTS];
      for (int j = 0; j < JOINTS; j++) {
        pose.copyGlobal(j, g, Affine.SIZE * j);
      }
      for (int t = 0; t < mesh.firstTriangleCount(); t++) {
        double[] a = new double[9];
        double[] b = new double[9];
        for (int k = 0; k < 3; k++) {
          before.project(mesh.point(3 * t + k), g, a, 3 * k);
          after.project(mesh.point(3 * t + k), g, b, 3 * k);
        }
        assertThat(dot(normal(a), normal(b))).isPositive();
      }
    }
  }

  private static double[] normal(double[] x) {
    double ux = x[3] - x[0], uy = x[4] - x[1], uz = x[5] - x[2];
    double vx = x[6] - x[0], vy = x[7] - x[1], vz = x[8] - x[2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  private static double dot(double[] u, double[] v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }

  @Test
  void lockedPointsKeepTheirInfluences() {
    BitSet locked = new BitSet();
    locked.set(60, 84);
    CharacterSimplification constrained =
        new CharacterSimplification(
            JOINED, new CharacterSimplification.Options(SeamRule.PAINTED, locked, null, null, 0));
    try (RunContext context = RunContext.ofThreads(1)) {
      OperationStream stream =
          constrained.simplify(
              SimplifyMethod.QUADRIC.price(),
              WeightedPoses.ofEqualWeight(POSES),
              new Removals(expectation(), InfluenceRanking.ERROR),
              0,
              context);
      for (Operation one : stream.operations()) {
        assertThat(one instanceof Removal removal && locked.get(removal.point())).isFalse();
      }
      assertThat(stream.hasRemovals()).isTrue();
    }
  }

  @Test
  void linearBlendingIsRejected() {
    SkinnedCharacter linear = Cases.bending(Cases.tube(8, 8));
    Removals removals = new Removals(expectation(), InfluenceRanking.ERROR);
    try (RunContext context = RunContext.ofThreads(1)) {
      assertThatThrownBy(
              () ->
                  Cases.simplification(linear)
                      .simplify(
                          SimplifyMethod.QUADRIC.price(),
                          WeightedPoses.ofEqualWeight(List.of(linear.restPose())),
                          removals,
                          0,
                          context))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("animation coordinates");
    }
  }

  @Test
  void invalidRemovalsAreRejected() {
    OperationStream good = stream(false, InfluenceRanking.ERROR, 1);
    for (Removal bad :
        List.of(
            new Removal(40, 99, new double[12], 0),
            new Removal(40, 1, new double[8], 0),
            new Removal(40, 1, new double[0], 0))) {
      OperationStream stream =
          new OperationStream(
              good.pointCount(),
              good.fingerprint(),
              good.trianglesAt(0),
              List.of(bad),
              new int[] {good.trianglesAt(0)});
      CharacterReplay replay = simplification().replay(stream, Cases.CONTEXT);
      assertThatThrownBy(() -> replay.advanceTo(1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("removal");
    }
  }
}
