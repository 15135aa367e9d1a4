package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Seams, group borders, boundaries and vertex attributes. */
class SeamsTest {
  private static final int AROUND = 24;
  private static final int ALONG = 40;

  private static Geometry simplified(SkinnedCharacter character, int goal) {
    CharacterSimplification simplification = Cases.simplification(character);
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      Pose pose = character.restPose();
      character.clips().getFirst().sample(k / 3.0, pose);
      poses.add(pose);
    }
    OperationStream stream =
        Cases.stream(simplification, WeightedPoses.ofEqualWeight(poses), goal, 2);
    CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
    replay.advanceTo(stream.length());
    assertThat(replay.triangleCount()).isLessThanOrEqualTo(goal);
    return replay.geometries(List.of(character.restPose())).getFirst();
  }

  @Test
  void textureSeamsKeepBothSides() {
    TriMesh mesh = simplified(Cases.bending(Cases.tube(AROUND, ALONG)), 400).mesh();
    MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
    int onSeam = 0;
    for (int v = 0; v < mesh.vertexCount(); v++) {
      Set<Float> sides = new TreeSet<>();
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        if (mesh.vertexOfWedge(w) == v) {
          sides.add(uv.value(w, 0));
        }
      }
      if (sides.size() > 1 || sides.contains(0f) || sides.contains(1f)) {
        onSeam++;
        assertThat(sides).containsExactly(0f, 1f);
        assertThat(mesh.position(v, 0)).isPositive();
        assertThat(mesh.position(v, 1)).isCloseTo(0, within(0.02));
      }
    }
    assertThat(onSeam).isBetween(3, ALONG);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double u0 = uv.value(mesh.wedge(t, 0), 0);
      double u1 = uv.value(mesh.wedge(t, 1), 0);
      double u2 = uv.value(mesh.wedge(t, 2), 0);
      double spread = Math.max(u0, Math.max(u1, u2)) - Math.min(u0, Math.min(u1, u2));
      assertThat(spread).as("no triangle crosses the seam").isLessThan(0.6);
    }
  }

  @Test
  void groupBordersAreKept() {
    TriMesh mesh = simplified(Cases.bending(Cases.tube(AROUND, ALONG)), 400).mesh();
    Topology topology = Topology.of(mesh);
    int border = 0;
    for (int e = 0; e < topology.edgeCount(); e++) {
      if (topology.edgeTriangleCount(e) == 2
          && mesh.group(topology.edgeTriangle(e, 0)) != mesh.group(topology.edgeTriangle(e, 1))) {
        border++;
        for (int end = 0; end < 2; end++) {
          assertThat(mesh.position(topology.edgeVertex(e, end), 2)).isCloseTo(0, within(0.02));
        }
      }
    }
    assertThat(border).isBetween(3, AROUND);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double centre =
          mesh.position(mesh.vertex(t, 0), 2)
              + mesh.position(mesh.vertex(t, 1), 2)
              + mesh.position(mesh.vertex(t, 2), 2);
      // A triangle of three border points may belong to either group.
      if (Math.abs(centre) > 0.001) {
        assertThat(mesh.group(t)).isEqualTo(centre < 0 ? 0 : 1);
      }
    }
  }

  @Test
  void boundariesAreKept() {
    TriMesh mesh = simplified(Cases.bending(Cases.tube(AROUND, ALONG)), 300).mesh();
    Topology topology = Topology.of(mesh);
    List<int[]> loops = topology.boundaryLoops();
    assertThat(loops).hasSize(2);
    for (int[] loop : loops) {
      assertThat(Arrays.stream(loop).mapToDouble(v -> Math.abs(mesh.position(v, 2))))
          .allSatisfy(z -> assertThat(z).isCloseTo(1, within(0.02)));
    }
  }

  /** With one chart per triangle, all edges are seams and all points are fixed. */
  @Test
  void permissiveCollapsesSeams() {
    RawMesh raw = MeshSuite.icosphere(2);
    int corners = raw.triangles().length;
    float[] uv = new float[2 * corners];
    int[] own = new int[corners];
    for (int c = 0; c < corners; c++) {
      own[c] = c;
      uv[2 * c] = c;
    }
    TriMesh mesh =
        new TriMesh(
            raw.positions(),
            raw.triangles(),
            own,
            new int[corners / 3],
            List.of(new MeshAttribute(MeshAttribute.UV, 2, uv)));
    SkinnedCharacter character = Cases.still(mesh);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(character.restPose()));
    CharacterSimplification permissive =
        new CharacterSimplification(
            new JoinedCharacter(character),
            new CharacterSimplification.Options(SeamRule.NONE, new BitSet(), null, null, 0));
    assertThat(Cases.stream(Cases.simplification(character), rest, 0, 1).length()).isZero();
    assertThat(Cases.stream(permissive, rest, 0, 1).fewestTriangles()).isEqualTo(4);
  }

  @Test
  void attributesAreBlended() {
    TriMesh tube = Cases.tube(AROUND, ALONG);
    float[] normals = new float[3 * tube.wedgeCount()];
    float[] offsets = new float[3 * tube.wedgeCount()];
    for (int w = 0; w < tube.wedgeCount(); w++) {
      int v = tube.vertexOfWedge(w);
      double length = Math.hypot(tube.position(v, 0), tube.position(v, 1));
      normals[3 * w] = (float) (tube.position(v, 0) / length);
      normals[3 * w + 1] = (float) (tube.position(v, 1) / length);
      offsets[3 * w] = (float) (0.5 * tube.position(v, 2));
    }
    TriMesh mesh = tube.withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    List<float[]> targets = List.of(offsets);
    List<float[]> none = new ArrayList<>();
    none.add(null);
    SkinnedCharacter character =
        Cases.bending(mesh, new MorphTargets(targets, none, new double[] {0}));
    Geometry coarse = simplified(character, 400);

    MeshAttribute normal = coarse.mesh().attribute(MeshAttribute.NORMAL).orElseThrow();
    Influences influences = coarse.skinning().influences().orElseThrow();
    MorphTargets morphs = coarse.morphs();
    assertThat(morphs.count()).isEqualTo(1);
    assertThat(influences.jointsNeeded()).isEqualTo(2);
    for (int w = 0; w < coarse.mesh().wedgeCount(); w++) {
      int v = coarse.mesh().vertexOfWedge(w);
      double x = coarse.mesh().position(v, 0);
      double y = coarse.mesh().position(v, 1);
      double z = coarse.mesh().position(v, 2);
      assertThat(Math.hypot(normal.value(w, 0), normal.value(w, 1))).isCloseTo(1, within(1e-5));
      assertThat((x * normal.value(w, 0) + y * normal.value(w, 1)) / Math.hypot(x, y))
          .as("the normal points outwards")
          .isGreaterThan(0.9);
      assertThat(morphs.positionOffsets(0)[3 * w])
          .as("the morph offset is proportional to the height")
          .isCloseTo((float) (0.5 * z), within(0.04f));
      double upper = 0;
      for (int i = 0; i < influences.count(v); i++) {
        upper += influences.joint(v, i) == 1 ? influences.weight(v, i) : 0;
      }
      assertThat(upper).isCloseTo(Math.min(1, Math.max(0, 0.5 + 2 * z)), within(0.25));
    }
  }

  @Test
  void orderIsKept() {
    TriMesh tube = Cases.tube(AROUND, ALONG);
    TriMesh same = simplified(Cases.bending(tube), tube.triangleCount()).mesh();
    assertThat(same.positions()).isEqualTo(tube.positions());
    assertThat(same.triangles()).isEqualTo(tube.triangles());
    assertThat(same.wedgeVertices()).isEqualTo(tube.wedgeVertices());
  }
}
