package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Vec3;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A ball that is drawn in facets, and a smooth one. */
class FacetedNormalsTest {
  private static final RawMesh BALL = MeshSuite.icosphere(3);

  private static TriMesh ball(boolean faceted) {
    TriMesh plain = TriMesh.of(BALL.positions(), BALL.triangles());
    int corners = 3 * plain.triangleCount();
    float[] normals = new float[3 * corners];
    int[] vertices = new int[corners];
    for (int c = 0; c < corners; c++) {
      vertices[c] = plain.vertex(c / 3, c % 3);
      double[] n = plain.areaNormal(c / 3);
      double length = Vec3.length(n);
      for (int k = 0; k < 3; k++) {
        normals[3 * c + k] = (float) (faceted ? n[k] / length : plain.position(vertices[c], k));
      }
    }
    return new TriMesh(
        plain.positions(),
        vertices,
        IntStream.range(0, corners).toArray(),
        plain.groups(),
        List.of(new MeshAttribute(MeshAttribute.NORMAL, 3, normals)));
  }

  @Test
  void findsFacets() {
    assertThat(FacetedNormals.facetedGroups(ball(true)).cardinality()).isEqualTo(1);
    assertThat(FacetedNormals.facetedGroups(ball(false)).cardinality()).isZero();
  }

  /** Returns the share of the triangles of a level whose three normals are the same. */
  private static double flatShare(boolean faceted) {
    SkinnedCharacter character = SkinnedCharacter.ofMesh("ball", ball(faceted));
    try (RunContext context = RunContext.ofThreads(1)) {
      TriMesh level =
          Simplify.run(
                  character,
                  SimplifyOptions.DEFAULTS.withRatios(0.3).withMeasuring(Measuring.NONE),
                  context)
              .levels()
              .getFirst()
              .character()
              .meshes()
              .getFirst()
              .mesh();
      MeshAttribute normals = level.attribute(MeshAttribute.NORMAL).orElseThrow();
      int flat = 0;
      for (int t = 0; t < level.triangleCount(); t++) {
        boolean same = true;
        for (int c = 0; c < 9; c++) {
          same &=
              normals.value(level.wedge(t, c / 3), c % 3)
                  == normals.value(level.wedge(t, 0), c % 3);
        }
        flat += same ? 1 : 0;
      }
      return flat / (double) level.triangleCount();
    }
  }

  @Test
  void aLevelOfFacetsHasFacets() {
    assertThat(flatShare(true)).isEqualTo(1);
    assertThat(flatShare(false)).isLessThan(0.1);
  }
}
