package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Animation space is posed linearly, so subdivision and posing commute; a skin of rest positions
 * and weights is not, because a new vertex multiplies two blends.
 */
class AnimationSpaceTest {
  private static final long SEED = 4711;
  private static final int JOINTS = 6;

  /** v = sum over joints of G_j p_j, G_j 3×4 row by row. */
  private static double[] pose(double[] joints, SparseRows coordinates) {
    double[] out = new double[3 * coordinates.rowCount()];
    for (int v = 0; v < coordinates.rowCount(); v++) {
      for (int i = 0; i < coordinates.length(v); i++) {
        int g = 12 * coordinates.column(v, i);
        for (int r = 0; r < 3; r++) {
          for (int k = 0; k < 4; k++) {
            out[3 * v + r] += joints[g + 4 * r + k] * coordinates.value(v, i, k);
          }
        }
      }
    }
    return out;
  }

  /** v' = sum over joints of w_j G_j v. */
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

  private static SparseRows randomCoordinates(Random random, int vertices) {
    int[] start = new int[vertices + 1];
    int[] columns = new int[3 * vertices];
    for (int v = 0; v < vertices; v++) {
      start[v + 1] = 3 * (v + 1);
      for (int i = 0; i < 3; i++) {
        columns[3 * v + i] = random.nextInt(JOINTS);
      }
    }
    double[] values = random.doubles(4L * columns.length, -2, 2).toArray();
    return SparseRows.of(JOINTS, 4, start, columns, values);
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
  void subdividingBeforePosingEqualsPosingBefore(SubdivisionScheme scheme) {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 5; trial++) {
      TriMesh mesh = Shapes.mesh(MeshSuite.cylinder(7, 5));
      double[] joints = random.doubles(12 * JOINTS, -1, 1).toArray();
      SparseRows p = randomCoordinates(random, mesh.vertexCount());
      MaskChain masks = Subdivision.of(mesh, scheme, Shapes.levels(3)).vertices();

      double[] before = pose(joints, masks.applySparse(p));
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

  /** A rest position and weights are the animation coordinates w_j (v, 1): the exact way. */
  @ParameterizedTest
  @EnumSource
  void aSkinTakenIntoAnimationSpaceCommutes(SubdivisionScheme scheme) {
    Random random = new Random(SEED);
    TriMesh mesh = Shapes.mesh(MeshSuite.icosphere(1));
    Influences influences = randomInfluences(random, mesh.vertexCount());
    int[] start = new int[mesh.vertexCount() + 1];
    int[] columns = new int[influences.totalCount()];
    double[] values = new double[4 * columns.length];
    for (int v = 0, n = 0; v < mesh.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++, n++) {
        columns[n] = influences.joint(v, i);
        for (int k = 0; k < 4; k++) {
          values[4 * n + k] = influences.weight(v, i) * (k < 3 ? mesh.position(v, k) : 1);
        }
      }
      start[v + 1] = n;
    }
    double[] joints = random.doubles(12 * JOINTS, -1, 1).toArray();
    MaskChain masks = Subdivision.of(mesh, scheme, Shapes.levels(2)).vertices();
    SparseRows p = SparseRows.of(JOINTS, 4, start, columns, values);
    double[] posedFine = masks.apply(skin(joints, mesh.positions(), influences), 3);
    assertThat(Shapes.largestDifference(pose(joints, masks.applySparse(p)), posedFine))
        .as("seed %d", SEED)
        .isLessThan(1e-9);
  }
}
