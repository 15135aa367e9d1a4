package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.MeshSuite;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Animation space is posed linearly, so subdivision and posing commute. A skin of rest positions
 * and weights is not linear, because a new vertex multiplies two blends.
 */
class AnimationSpaceTest {
  /** The skin of a mesh that no part shows is not known, so its weights could not be refined. */
  @Test
  void meshesThatAreNotShownStay() {
    SkinnedCharacter tube = Samples.create("cylinder-bend").character();
    SkinnedCharacter.Geometry shown = tube.meshes().getFirst();
    SkinnedCharacter two = tube.withMaterials(List.of()).withMeshes(List.of(shown, shown));
    List<SkinnedCharacter.Geometry> refined =
        Subdivide.run(
                two, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, RunContext.ofThreads(1))
            .character()
            .meshes();
    assertThat(refined.get(0).mesh().triangleCount()).isGreaterThan(shown.mesh().triangleCount());
    assertThat(refined.get(1)).isSameAs(shown);
  }

  private static final long SEED = 4711;
  private static final int JOINTS = 6;

  private static double[] pose(double[] joints, AnimationCoords coords) {
    double[] out = new double[3 * coords.rowCount()];
    for (int v = 0; v < coords.rowCount(); v++) {
      coords.project(v, joints, out, 3 * v);
    }
    return out;
  }

  /** Computes v' = Σ_j w_j G_j v. */
  private static double[] skin(double[] joints, double[] rest, Influences influences) {
    double[] out = new double[rest.length];
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        int g = 12 * influences.joint(v, i);
        for (int r = 0; r < 3; r++) {
          double sum = joints[g + 4 * r + 3];
          for (int k = 0; k < 3; k++) {
            sum += joints[g + 4 * r + k] * rest[3 * v + k];
          }
          out[3 * v + r] += influences.weight(v, i) * sum;
        }
      }
    }
    return out;
  }

  private static AnimationCoords randomCoordinates(Random random, int vertices) {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < vertices; v++) {
      for (int i = 0; i < 3; i++) {
        double[] p = random.doubles(4, -2, 2).toArray();
        rows.add(random.nextInt(JOINTS), p[0], p[1], p[2], p[3]);
      }
      rows.endRow();
    }
    return rows.buildVectors();
  }

  private static Influences randomInfluences(Random random, int vertices) {
    Influences.Builder builder = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      for (int i = 0; i < 3; i++) {
        builder.add(random.nextInt(JOINTS), random.nextDouble());
      }
      builder.endRow();
    }
    return builder.build();
  }

  @ParameterizedTest
  @EnumSource
  void subdividingAndPosingCommute(SubdivisionScheme scheme) {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 5; trial++) {
      TriMesh mesh = Shapes.mesh(MeshSuite.cylinder(7, 5));
      double[] joints = random.doubles(12 * JOINTS, -1, 1).toArray();
      AnimationCoords p = randomCoordinates(random, mesh.vertexCount());
      MaskChain masks = Subdivision.of(mesh, scheme, Shapes.levels(3)).vertices();

      double[] before = pose(joints, masks.apply(p));
      double[] after = masks.apply(pose(joints, p), 3);
      assertThat(Shapes.largestDifference(before, after))
          .as("seed %d, trial %d", SEED, trial)
          .isLessThan(1e-9);

      Influences influences = randomInfluences(random, mesh.vertexCount());
      double[] rest = mesh.positions();
      double[] ssdBefore = skin(joints, masks.apply(rest, 3), masks.apply(influences));
      double[] ssdAfter = masks.apply(skin(joints, rest, influences), 3);
      double difference = Shapes.largestDifference(ssdBefore, ssdAfter);
      if (trial == 0) {
        System.out.printf(
            "%s: rest and weights subdivided apart, then skinned: off by %.3f of a tube of"
                + " radius 1; animation space: %.1e%n",
            scheme, difference, Shapes.largestDifference(before, after));
      }
      assertThat(difference).as("seed %d, trial %d", SEED, trial).isGreaterThan(0.05);
    }
  }

  /** The animation coordinates of rest positions and weights are w_j (v, 1). */
  @ParameterizedTest
  @EnumSource
  void aSkinConvertedToAnimationSpaceCommutes(SubdivisionScheme scheme) {
    Random random = new Random(SEED);
    TriMesh mesh = Shapes.mesh(MeshSuite.icosphere(1));
    Influences influences = randomInfluences(random, mesh.vertexCount());
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        double w = influences.weight(v, i);
        rows.add(
            influences.joint(v, i),
            w * mesh.position(v, 0),
            w * mesh.position(v, 1),
            w * mesh.position(v, 2),
            w);
      }
      rows.endRow();
    }
    double[] joints = random.doubles(12 * JOINTS, -1, 1).toArray();
    MaskChain masks = Subdivision.of(mesh, scheme, Shapes.levels(2)).vertices();
    AnimationCoords p = rows.buildPoints();
    double[] posedFine = masks.apply(skin(joints, mesh.positions(), influences), 3);
    assertThat(Shapes.largestDifference(pose(joints, masks.apply(p)), posedFine))
        .as("seed %d", SEED)
        .isLessThan(1e-9);
  }
}
