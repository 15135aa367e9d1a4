package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.distance.TwoSidedDistance;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.PriceInput;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.Surcharge;
import dev.sinew.simplify.price.AppearancePrice;
import dev.sinew.simplify.price.LinearBlendMotion;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.MeshSuite;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppearanceTest {
  /** A height field over the unit square; texture coordinates are x and y. */
  private static TriMesh field(long seed) {
    TriMesh grid = Cases.mesh(MeshSuite.grid(8, 8));
    Random random = new Random(seed);
    double[] positions = grid.positions();
    float[] uv = new float[2 * grid.vertexCount()];
    for (int v = 0; v < grid.vertexCount(); v++) {
      positions[3 * v + 2] = 0.3 * random.nextDouble();
      uv[2 * v] = (float) positions[3 * v];
      uv[2 * v + 1] = (float) positions[3 * v + 1];
    }
    return grid.withPositions(positions).withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uv));
  }

  private static List<PriceFactory> memorylessForms() {
    return List.of(SimplifyMethod.APS.price(), SimplifyMethod.APS_SAMPLED.price());
  }

  /** Makes a price of a mesh that does not move. */
  private static Price still(PriceFactory factory, TriMesh mesh, CollapseMesh collapse) {
    JoinedCharacter joined = new JoinedCharacter(Cases.still(mesh));
    Pose rest = joined.character().restPose();
    return factory.create(input(joined, collapse, List.of(rest)));
  }

  private static PriceInput input(JoinedCharacter joined, CollapseMesh collapse, List<Pose> poses) {
    double[][] matrices = poses.stream().map(joined::matrices).toArray(double[][]::new);
    WeightedPoses weighted = WeightedPoses.ofEqualWeight(poses);
    return new PriceInput(
        collapse,
        joined,
        new PriceInput.Movement(
            weighted,
            () ->
                PoseDistribution.sampleMean(weighted.samples(), joined.boneSkin())
                    .boundBy(joined.boneSkin()),
            new LinearBlendMotion(
                matrices,
                joined.influences(),
                joined.mesh().positions(),
                new double[poses.size()][0],
                4)),
        PriceInput.Weighting.SHAPE,
        SeamRule.PAINTED,
        posed -> Surcharge.NONE,
        Cases.CONTEXT);
  }

  @ParameterizedTest
  @MethodSource("memorylessForms")
  void costIsLargestDeviationUnderTexture(PriceFactory factory) {
    TriMesh mesh = field(11);
    CollapseMesh collapse = new CollapseMesh(mesh, SeamRule.PAINTED, new BitSet(), Cases.CONTEXT);
    Price.Pricer pricer = still(factory, mesh, collapse).newPricer();
    int[] checked = {0};
    collapse.forEachEdge(
        (a, b) -> {
          if (collapse.placement(a, b) == Placement.FREE
              && collapse.isFree(a)
              && collapse.isFree(b)) {
            double price = pricer.price(a, b, Placement.ONTO_SECOND);
            if (price < Double.POSITIVE_INFINITY) {
              double sampled = sampledDeviation(mesh, a, b);
              assertThat(sampled).isLessThanOrEqualTo(price + 1e-6);
              assertThat(sampled).isGreaterThan(0.93 * price);
              checked[0]++;
            }
          }
        });
    assertThat(checked[0]).isGreaterThan(50);
  }

  /** Prices follow the set of texture coordinates that the material shows. */
  @ParameterizedTest
  @MethodSource("memorylessForms")
  void pricesByTheSetOfTheMaterial(PriceFactory factory) {
    TriMesh first = field(11);
    MeshAttribute uv = first.attribute(MeshAttribute.UV).orElseThrow();
    TriMesh second =
        first
            .withAttribute(new MeshAttribute(MeshAttribute.UV, 2, new float[2 * uv.count()]))
            .withAttribute(new MeshAttribute(MeshAttribute.uv(1), 2, uv.toArray()));
    Material shown =
        new Material("m", Color.WHITE, null, Set.of(1), false, false, Alpha.OPAQUE, 0.5);
    CollapseMesh collapse = new CollapseMesh(first, SeamRule.PAINTED, new BitSet(), Cases.CONTEXT);
    Price.Pricer wanted = still(factory, first, collapse).newPricer();
    JoinedCharacter joined =
        new JoinedCharacter(Cases.still(second).withMaterials(List.of(List.of(shown))));
    Price.Pricer found =
        factory.create(input(joined, collapse, List.of(joined.character().restPose()))).newPricer();
    collapse.forEachEdge(
        (a, b) -> {
          if (collapse.placement(a, b) == Placement.FREE) {
            assertThat(found.price(a, b, Placement.ONTO_SECOND))
                .isEqualTo(wanted.price(a, b, Placement.ONTO_SECOND));
          }
        });
  }

  /** Returns the largest difference of heights before and after a collapse on a fine grid. */
  private static double sampledDeviation(TriMesh mesh, int from, int into) {
    double largest = 0;
    int steps = 120;
    double radius =
        2.5
            * Math.hypot(
                mesh.position(from, 0) - mesh.position(into, 0),
                mesh.position(from, 1) - mesh.position(into, 1));
    for (int i = 0; i <= steps; i++) {
      for (int j = 0; j <= steps; j++) {
        double x = mesh.position(from, 0) + radius * (2.0 * i / steps - 1);
        double y = mesh.position(from, 1) + radius * (2.0 * j / steps - 1);
        double before = height(mesh, from, from, into, x, y);
        double after = height(mesh, from, into, into, x, y);
        if (!Double.isNaN(before) && !Double.isNaN(after)) {
          largest = Math.max(largest, Math.abs(before - after));
        }
      }
    }
    return largest;
  }

  /** Returns the height at x, y on the triangles of p, with p replaced by another point. */
  private static double height(TriMesh mesh, int p, int at, int into, double x, double y) {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int[] v = {mesh.vertex(t, 0), mesh.vertex(t, 1), mesh.vertex(t, 2)};
      boolean has = v[0] == p || v[1] == p || v[2] == p;
      boolean removed = at == into && (v[0] == into || v[1] == into || v[2] == into);
      if (!has || removed) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        v[k] = v[k] == p ? at : v[k];
      }
      double whole = area(mesh, v[0], v[1], v[2]);
      double[] q = {x, y};
      double a = area(q, mesh, v[1], v[2]) / whole;
      double b = area(q, mesh, v[2], v[0]) / whole;
      double c = 1 - a - b;
      if (a >= -1e-12 && b >= -1e-12 && c >= -1e-12) {
        return a * mesh.position(v[0], 2) + b * mesh.position(v[1], 2) + c * mesh.position(v[2], 2);
      }
    }
    return Double.NaN;
  }

  private static double area(TriMesh m, int a, int b, int c) {
    return area(new double[] {m.position(a, 0), m.position(a, 1)}, m, b, c);
  }

  private static double area(double[] q, TriMesh m, int b, int c) {
    return (m.position(b, 0) - q[0]) * (m.position(c, 1) - q[1])
        - (m.position(c, 0) - q[0]) * (m.position(b, 1) - q[1]);
  }

  @Test
  void analyticCostsAreThoseOfAllPoses() {
    SkinnedCharacter character = Cases.bending(Cases.tube(16, 24));
    JoinedCharacter joined = new JoinedCharacter(character);
    CollapseMesh collapse =
        new CollapseMesh(joined.mesh(), SeamRule.PAINTED, new BitSet(), Cases.CONTEXT);
    PriceInput input = input(joined, collapse, clipPoses(character));
    Price.Pricer analytic = SimplifyMethod.APS.price().create(input).newPricer();
    Price.Pricer sampled = SimplifyMethod.APS_SAMPLED.price().create(input).newPricer();
    int[] checked = {0};
    collapse.forEachEdge(
        (a, b) -> {
          double expected = sampled.price(a, b, collapse.placement(a, b));
          double cost = analytic.price(a, b, collapse.placement(a, b));
          if (expected < Double.POSITIVE_INFINITY) {
            assertThat(cost).isCloseTo(expected, within(1e-4 * expected + 1e-6));
            checked[0]++;
          } else {
            assertThat(cost).isInfinite();
          }
        });
    assertThat(checked[0]).isGreaterThan(300);
  }

  private static List<Pose> clipPoses(SkinnedCharacter character) {
    List<Pose> out = new ArrayList<>();
    for (int i = 0; i <= 6; i++) {
      Pose pose = character.restPose();
      character.clips().getFirst().sample(i / 6.0, pose);
      out.add(pose);
    }
    return out;
  }

  /** Compares points of equal texture coordinates of the original and of levels over poses. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void boxesBoundTheRootMeanSquareOverPoses(boolean influences) {
    SkinnedCharacter character = Cases.inAnimationSpace(Cases.bending(Cases.tube(12, 16)));
    CharacterSimplification simplification = Cases.simplification(character);
    List<Pose> poses = clipPoses(character);
    WeightedPoses weighted = WeightedPoses.ofEqualWeight(poses);
    JoinedCharacter joined = new JoinedCharacter(character);
    CharacterSimplification.Removals removals =
        influences
            ? new CharacterSimplification.Removals(
                PoseDistribution.sampleMean(weighted.samples(), joined.boneSkin())
                    .regularised(Regularisation.DEFAULTS),
                InfluenceRanking.ERROR)
            : null;
    OperationStream stream =
        simplification.simplify(
            SimplifyMethod.APS_STANDARD.price(), weighted, removals, 0, Cases.CONTEXT);
    assertThat(stream.hasRemovals()).isEqualTo(influences);
    assertThat(stream.length()).isGreaterThan(60);
    for (int length : new int[] {10, stream.length() / 2, stream.length()}) {
      double bound = 0;
      for (int i = 0; i < length; i++) {
        bound = Math.max(bound, stream.operation(i).cost());
      }
      CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
      replay.advanceTo(length);
      SkinnedCharacter level = simplification.withMeshes(replay.geometries(poses));
      double measured = largestRms(character, level, poses);
      assertThat(measured).isLessThanOrEqualTo(bound * 1.001 + 1e-6);
      assertThat(measured).as("a useful bound").isGreaterThan(0.02 * bound);
    }
  }

  /** Returns the largest root mean square over poses, at the vertices of the original. */
  private static double largestRms(
      SkinnedCharacter whole, SkinnedCharacter level, List<Pose> poses) {
    TriMesh fine = whole.meshes().getFirst().mesh();
    TriMesh coarse = level.meshes().getFirst().mesh();
    MeshAttribute fineUv = fine.attribute(MeshAttribute.UV).orElseThrow();
    MeshAttribute coarseUv = coarse.attribute(MeshAttribute.UV).orElseThrow();
    double largest = 0;
    int found = 0;
    CharacterSurface.Posed a = CharacterSurface.of(whole).newPosed();
    CharacterSurface.Posed b = CharacterSurface.of(level).newPosed();
    float[][] pa = new float[poses.size()][3 * fine.vertexCount()];
    float[][] pb = new float[poses.size()][3 * coarse.vertexCount()];
    for (int k = 0; k < poses.size(); k++) {
      a.set(poses.get(k));
      a.copyVertexPositions(pa[k]);
      b.set(poses.get(k));
      b.copyVertexPositions(pb[k]);
    }
    for (int w = 0; w < fine.wedgeCount(); w++) {
      double[] bary = new double[3];
      int t = triangleAt(coarse, coarseUv, fineUv.value(w, 0), fineUv.value(w, 1), bary);
      if (t < 0) {
        continue;
      }
      found++;
      double squares = 0;
      for (int k = 0; k < poses.size(); k++) {
        for (int axis = 0; axis < 3; axis++) {
          double d = pa[k][3 * fine.vertexOfWedge(w) + axis];
          for (int c = 0; c < 3; c++) {
            d -= bary[c] * pb[k][3 * coarse.vertex(t, c) + axis];
          }
          squares += d * d;
        }
      }
      largest = Math.max(largest, Math.sqrt(squares / poses.size()));
    }
    assertThat(found).isGreaterThan(fine.wedgeCount() * 9 / 10);
    return largest;
  }

  private static int triangleAt(TriMesh mesh, MeshAttribute uv, double x, double y, double[] bary) {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] u = new double[3];
      double[] v = new double[3];
      for (int c = 0; c < 3; c++) {
        u[c] = uv.value(mesh.wedge(t, c), 0) - x;
        v[c] = uv.value(mesh.wedge(t, c), 1) - y;
      }
      double whole = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
      double smallest = 1;
      for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        bary[c] = (u[d] * v[e] - u[e] * v[d]) / whole;
        smallest = Math.min(smallest, bary[c]);
      }
      if (smallest >= -1e-6) {
        return t;
      }
    }
    return -1;
  }

  @Test
  void pointsAreASubsetOfTheOriginal() {
    SkinnedCharacter character = Cases.bending(Cases.tube(16, 24));
    CharacterSimplification simplification = Cases.simplification(character);
    OperationStream stream;
    try (RunContext context = RunContext.ofThreads(1)) {
      stream =
          simplification.simplify(
              SimplifyMethod.APS.price(),
              WeightedPoses.ofEqualWeight(List.of(character.restPose())),
              200,
              context);
    }
    TriMesh mesh = character.meshes().getFirst().mesh();
    assertThat(stream.trianglesAt(stream.length())).isLessThanOrEqualTo(200);
    for (Collapse one : stream.collapses()) {
      assertThat(one.x()).isEqualTo(mesh.position(one.into(), 0));
      assertThat(one.weightShare()).isZero();
    }
  }

  @Test
  void boundsHoldInPosesWithinJointRanges() {
    SkinnedCharacter character = Cases.bending(Cases.tube(12, 16));
    CharacterSimplification simplification = Cases.simplification(character);
    ReachBounds bounds =
        ReachBounds.of(
            character.skeleton(), JointRanges.ofClips(character.skeleton(), character.clips()));
    OperationStream stream;
    try (RunContext context = RunContext.ofThreads(2)) {
      stream =
          simplification.simplify(
              AppearancePrice.bounded(bounds),
              WeightedPoses.ofEqualWeight(List.of(character.restPose())),
              0,
              context);
    }
    assertThat(stream.length()).isGreaterThan(60);
    for (int length : new int[] {10, stream.length() / 2, stream.length()}) {
      double bound = 0;
      for (int i = 0; i < length; i++) {
        bound = Math.max(bound, stream.collapse(i).cost());
      }
      CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
      replay.advanceTo(length);
      SkinnedCharacter level =
          simplification.withMeshes(replay.geometries(List.of(character.restPose())));
      double measured = largestDistance(character, level);
      assertThat(measured).isLessThanOrEqualTo(bound * (1 + 1e-6));
      assertThat(measured).as("a useful bound").isGreaterThan(0.05 * bound);
    }
  }

  private static double largestDistance(SkinnedCharacter whole, SkinnedCharacter level) {
    CharacterSurface.Posed a = CharacterSurface.of(whole).newPosed();
    CharacterSurface.Posed b = CharacterSurface.of(level).newPosed();
    double largest = 0;
    List<Double> times = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      times.add(i / 10.0);
    }
    for (double time : times) {
      Pose pose = whole.restPose();
      whole.clips().getFirst().sample(time, pose);
      a.set(pose);
      b.set(pose);
      TriMesh ma = a.mesh();
      TriMesh mb = b.mesh();
      float[] pa = new float[3 * ma.vertexCount()];
      float[] pb = new float[3 * mb.vertexCount()];
      a.copyVertexPositions(pa);
      b.copyVertexPositions(pb);
      TwoSidedDistance distance =
          new TwoSidedDistance(
              pa, ma.triangles(), pb, mb.triangles(), 2000, RunContext.ofThreads(1));
      largest = Math.max(largest, distance.compare(pa, pb).max());
    }
    return largest;
  }

  @Test
  void distanceOfShiftedSheetsIsTheShift() {
    TriMesh grid = Cases.mesh(MeshSuite.grid(4, 4));
    float[] low = new float[3 * grid.vertexCount()];
    float[] high = new float[low.length];
    for (int i = 0; i < low.length; i++) {
      low[i] = (float) grid.positions()[i];
      high[i] = low[i] + (i % 3 == 2 ? 0.25f : 0);
    }
    TwoSidedDistance distance =
        new TwoSidedDistance(
            low, grid.triangles(), high, grid.triangles(), 500, RunContext.ofThreads(1));
    TwoSidedDistance.Distances found = distance.compare(low, high);
    assertThat(found.squares()).isCloseTo(0.0625, within(1e-6));
    assertThat(found.max()).isCloseTo(0.25, within(1e-6));
  }
}
