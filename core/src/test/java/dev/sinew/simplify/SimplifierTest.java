package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.price.QuadricWeights;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimplifierTest {
  private static TriMesh simplified(TriMesh mesh, int goal) {
    CharacterSimplification simplification = Cases.simplification(Cases.still(mesh));
    OperationStream stream = Cases.stream(simplification, rest(Cases.still(mesh)), goal, 1);
    CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
    replay.advanceTo(stream.length());
    return replay.geometries(List.of(Cases.still(mesh).restPose())).getFirst().mesh();
  }

  private static WeightedPoses rest(SkinnedCharacter character) {
    return WeightedPoses.ofEqualWeight(List.of(character.restPose()));
  }

  private static int euler(Topology topology, int triangles) {
    return topology.vertexCount() - topology.edgeCount() + triangles;
  }

  private static int components(Topology topology) {
    return (int) Arrays.stream(topology.components()).distinct().count();
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#manifold")
  void topologyOfManifoldMeshesIsKept(MeshSuite.Known known) {
    TriMesh mesh = Cases.mesh(known.mesh());
    Topology before = Topology.of(mesh);
    TriMesh coarse = simplified(mesh, 0);
    Topology after = Topology.of(coarse);

    assertThat(after.nonManifoldEdges()).isEmpty();
    assertThat(after.nonManifoldVertices()).isEmpty();
    assertThat(after.isolatedVertexCount()).isZero();
    assertThat(components(after)).isEqualTo(components(before));
    assertThat(after.boundaryLoops()).hasSameSizeAs(before.boundaryLoops());
    assertThat(euler(after, coarse.triangleCount())).isEqualTo(euler(before, mesh.triangleCount()));
    assertThat(coarse.triangleCount()).isLessThanOrEqualTo(mesh.triangleCount());
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void everyMeshCanBeSimplified(RawMesh raw) {
    TriMesh mesh = Cases.mesh(raw);
    int nonManifold = Topology.of(mesh).nonManifoldEdges().length;
    TriMesh coarse = simplified(mesh, 0);
    Topology after = Topology.of(coarse);

    assertThat(after.degenerateTriangleCount()).isZero();
    assertThat(after.nonManifoldEdges().length).isLessThanOrEqualTo(nonManifold);
  }

  @Test
  void sphereCollapsesToTetrahedron() {
    assertThat(simplified(Cases.mesh(MeshSuite.icosphere(2)), 0).triangleCount()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void onePoseEqualsStaticAlgorithm(long seed) {
    TriMesh mesh = Cases.shaken(Cases.mesh(MeshSuite.icosphere(2)), 0.08, seed);
    NaiveQuadricSimplifier naive =
        new NaiveQuadricSimplifier(
            mesh.positions(), mesh.triangles(), QuadricWeights.DEFAULTS.spread());
    SkinnedCharacter still = Cases.still(mesh);
    CharacterSimplification simplification = Cases.simplification(still);
    OperationStream stream = Cases.stream(simplification, rest(still), 60, 1);

    assertThat(stream.length()).isGreaterThan(100);
    for (int i = 0; i < stream.length(); i++) {
      Collapse one = stream.collapse(i);
      int[] expected = naive.step();
      assertThat(new int[] {one.from(), one.into()})
          .as("seed %d step %d", seed, i)
          .isEqualTo(expected);
      double[] position = naive.at(one.into());
      assertThat(one.x()).isCloseTo(position[0], within(1e-7));
      assertThat(one.y()).isCloseTo(position[1], within(1e-7));
      assertThat(one.z()).isCloseTo(position[2], within(1e-7));
      assertThat(stream.trianglesAt(i + 1)).isEqualTo(naive.triangleCount());
    }
  }

  @Test
  void repeatedRestPoseEqualsRestPose() {
    SkinnedCharacter character = Cases.bending(Cases.tube(12, 20));
    CharacterSimplification simplification = Cases.simplification(character);
    Pose pose = character.restPose();
    OperationStream once = Cases.stream(simplification, rest(character), 100, 1);
    OperationStream often =
        Cases.stream(
            simplification, WeightedPoses.ofEqualWeight(List.of(pose, pose, pose, pose)), 100, 1);
    assertThat(often.length()).isEqualTo(once.length());
    for (int i = 0; i < once.length(); i++) {
      assertThat(often.collapse(i).from()).isEqualTo(once.collapse(i).from());
      assertThat(often.collapse(i).into()).isEqualTo(once.collapse(i).into());
    }
  }

  @Test
  void animationSpaceWithoutCorrectionsEqualsLinearBlending() {
    SkinnedCharacter linear = Cases.bending(Cases.shaken(Cases.tube(12, 20), 0.01, 3));
    SkinnedCharacter general = Cases.inAnimationSpace(linear);
    OperationStream a = Cases.stream(Cases.simplification(linear), bent(linear), 100, 1);
    CharacterSimplification simplification = Cases.simplification(general);
    OperationStream b = Cases.stream(simplification, bent(general), 100, 1);
    assertThat(b.length()).isEqualTo(a.length());
    for (int i = 0; i < a.length(); i++) {
      assertThat(b.collapse(i).from()).isEqualTo(a.collapse(i).from());
      assertThat(b.collapse(i).into()).isEqualTo(a.collapse(i).into());
      assertThat(b.collapse(i).x()).isCloseTo(a.collapse(i).x(), within(1e-6));
      assertThat(b.collapse(i).weightShare()).isEqualTo(a.collapse(i).weightShare());
    }
    CharacterReplay replay = simplification.replay(b, Cases.CONTEXT);
    replay.advanceTo(b.length());
    Geometry made = replay.geometries(bent(general).poses()).getFirst();
    assertThat(made.skinning().coords().orElseThrow().jointsNeeded()).isEqualTo(2);
  }

  @Test
  void costsIncreaseAndTrianglesDecrease() {
    SkinnedCharacter character = Cases.bending(Cases.tube(16, 30));
    OperationStream stream = Cases.stream(Cases.simplification(character), bent(character), 0, 1);
    double before = 0;
    for (int i = 0; i < stream.length(); i++) {
      assertThat(stream.trianglesAt(i + 1)).isLessThan(stream.trianglesAt(i));
      before = Math.max(before, stream.collapse(i).cost());
    }
    assertThat(stream.collapse(0).cost()).isLessThan(before);
    for (int triangles = stream.fewestTriangles(); triangles <= 960; triangles += 7) {
      int length = stream.lengthFor(triangles);
      assertThat(stream.trianglesAt(length)).isLessThanOrEqualTo(triangles);
      if (length > 0) {
        assertThat(stream.trianglesAt(length - 1)).isGreaterThan(triangles);
      }
    }
  }

  private static WeightedPoses bent(SkinnedCharacter character) {
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < 5; k++) {
      Pose pose = character.restPose();
      character.clips().getFirst().sample(k / 4.0, pose);
      poses.add(pose);
    }
    return WeightedPoses.ofEqualWeight(poses);
  }

  @Test
  void resultIsIndependentOfThreadCount() {
    SkinnedCharacter character = Cases.bending(Cases.tube(24, 60));
    CharacterSimplification simplification = Cases.simplification(character);
    OperationStream one = Cases.stream(simplification, bent(character), 200, 1);
    OperationStream three = Cases.stream(simplification, bent(character), 200, 3);
    assertThat(three).isEqualTo(one);
  }

  @Test
  void degeneratePoseIsTolerated() {
    SkinnedCharacter character = Cases.bending(Cases.tube(12, 20));
    Pose collapsed = character.restPose();
    collapsed.setLocal(0, new double[12], 0);
    collapsed.update();
    OperationStream stream =
        Cases.stream(
            Cases.simplification(character),
            WeightedPoses.ofEqualWeight(List.of(character.restPose(), collapsed)),
            100,
            1);
    assertThat(stream.trianglesAt(stream.length())).isLessThanOrEqualTo(100);
  }

  @Test
  void lockedPointsAreKept() {
    TriMesh mesh = Cases.tube(12, 20);
    SkinnedCharacter character = Cases.bending(mesh);
    BitSet locked = new BitSet();
    locked.set(60, 120);
    CharacterSimplification simplification =
        new CharacterSimplification(
            new JoinedCharacter(character),
            new CharacterSimplification.Options(SeamRule.PAINTED, locked, null, null, 0));
    OperationStream stream = Cases.stream(simplification, bent(character), 0, 1);
    for (Collapse one : stream.collapses()) {
      assertThat(locked.get(one.from())).isFalse();
      if (locked.get(one.into())) {
        assertThat(one.x()).isEqualTo(mesh.position(one.into(), 0));
        assertThat(one.z()).isEqualTo(mesh.position(one.into(), 2));
      }
    }
  }

  @Test
  void importantRegionsAreKeptLonger() {
    TriMesh mesh = Cases.shaken(Cases.mesh(MeshSuite.icosphere(3)), 0.02, 5);
    SkinnedCharacter still = Cases.still(mesh);
    double[] importance = new double[mesh.vertexCount()];
    for (int v = 0; v < importance.length; v++) {
      importance[v] = mesh.position(v, 2) > 0 ? 100 : 1;
    }
    CharacterSimplification simplification =
        new CharacterSimplification(
            new JoinedCharacter(still),
            new CharacterSimplification.Options(
                SeamRule.PAINTED, new BitSet(), importance, null, 0));
    OperationStream stream = Cases.stream(simplification, rest(still), 200, 1);
    CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
    replay.advanceTo(stream.length());
    TriMesh coarse = replay.geometries(List.of(still.restPose())).getFirst().mesh();
    int above = 0;
    for (int v = 0; v < coarse.vertexCount(); v++) {
      above += coarse.position(v, 2) > 0 ? 1 : 0;
    }
    assertThat(above).isGreaterThan(2 * (coarse.vertexCount() - above));
  }

  @Test
  void pointOfManyTrianglesTakesLittleTime() {
    int rim = 100_000;
    double[] positions = new double[3 * (rim + 1)];
    int[] triangles = new int[3 * rim];
    for (int i = 0; i < rim; i++) {
      double angle = 2 * Math.PI * i / rim;
      positions[3 * i + 3] = Math.cos(angle);
      positions[3 * i + 4] = Math.sin(angle);
      triangles[3 * i + 1] = 1 + i;
      triangles[3 * i + 2] = 1 + (i + 1) % rim;
    }
    assertThat(simplified(TriMesh.of(positions, triangles), 0).triangleCount()).isPositive();
  }

  @Test
  void noTriangleFlipsInAnyPose() {
    SkinnedCharacter character = Cases.bending(Cases.tube(16, 30));
    CharacterSimplification simplification = Cases.simplification(character);
    WeightedPoses poses = bent(character);
    OperationStream stream = Cases.stream(simplification, poses, 60, 1);
    JoinedCharacter joined = new JoinedCharacter(character);
    List<double[]> matrices = poses.poses().stream().map(joined::matrices).toList();
    FlipOracle oracle = new FlipOracle(joined, matrices);
    for (Collapse one : stream.collapses()) {
      assertThat(oracle.flipsIn(one)).isZero();
    }
    assertThat(stream.length()).isGreaterThan(300);
  }
}
