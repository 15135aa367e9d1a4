package dev.sinew.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the suite itself: indices, orientation, counts, outward normals. */
class MeshSuiteTest {
  private record Directed(int from, int to) {}

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void indicesAreInRange(RawMesh mesh) {
    assertThat(mesh.positions().length % 3).isZero();
    assertThat(mesh.triangles().length % 3).isZero();
    for (int v : mesh.triangles()) {
      assertThat(v).isBetween(0, mesh.vertexCount() - 1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#manifold")
  void countsAndOrientationAreCorrect(MeshSuite.Known known) {
    RawMesh mesh = known.mesh();
    Map<Directed, Integer> uses = new HashMap<>();
    Set<Set<Integer>> edges = new HashSet<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        int a = mesh.triangles()[3 * t + k];
        int b = mesh.triangles()[3 * t + (k + 1) % 3];
        uses.merge(new Directed(a, b), 1, Integer::sum);
        edges.add(Set.of(a, b));
      }
    }
    assertThat(edges).hasSize(known.edges());
    assertThat(mesh.vertexCount() - known.edges() + mesh.triangleCount())
        .isEqualTo(known.eulerCharacteristic());
    long twice = uses.values().stream().filter(n -> n > 1).count();
    assertThat(twice == 0).as("orientable").isEqualTo(known.orientable());
    if (known.orientable()) {
      long unmatched =
          uses.keySet().stream().filter(d -> !uses.containsKey(new Directed(d.to, d.from))).count();
      assertThat(unmatched).isEqualTo(known.boundaryEdges());
    }
  }

  @Test
  void closedMeshesFaceOutwards() {
    for (MeshSuite.Known known : MeshSuite.closed()) {
      assertThat(signedVolume(known.mesh())).as(known.toString()).isPositive();
    }
    assertThat(signedVolume(MeshSuite.cube())).isEqualTo(1);
    assertThat(signedVolume(MeshSuite.icosphere(3)))
        .isBetween(0.98 * 4 / 3 * Math.PI, 4.0 / 3 * Math.PI);
  }

  private static double signedVolume(RawMesh mesh) {
    double six = 0;
    double[] p = mesh.positions();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = 3 * mesh.triangles()[3 * t];
      int b = 3 * mesh.triangles()[3 * t + 1];
      int c = 3 * mesh.triangles()[3 * t + 2];
      six +=
          p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1])
              + p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2])
              + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
    }
    return six / 6;
  }
}
