package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.sample.Samples;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SphericalBlendTest extends DeformerContract {
  private static final long SEED = 5;

  @Override
  Deformer create(SkinnedCharacter character, Part part) {
    return SphericalBlend.of(character, part);
  }

  /** Returns the joint sets of a character whose rows all have the first joints of the arm. */
  private static JointSets setOf(int joints) {
    SkinnedCharacter arm = Samples.create("arm").character();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < arm.meshes().getFirst().mesh().vertexCount(); v++) {
      for (int j = 0; j < joints; j++) {
        rows.add(j, 1);
      }
      rows.endRow();
    }
    SkinnedCharacter character = Posing.withInfluences(arm, rows.build());
    return new JointSets(PointInfluences.of(character, Posing.part(character)));
  }

  @Test
  void equalRowsShareASet() {
    JointSets sets = setOf(3);

    assertThat(sets.count()).isEqualTo(1);
    assertThat(sets.joints).containsExactly(0, 1, 2);
    assertThat(sets.setOfPoint).containsOnly(0);
  }

  @Test
  void centreMinimisesTheSpread() {
    Random random = new Random(SEED);
    JointSets sets = setOf(3);
    RotationCentres centres = new RotationCentres(sets, new double[3]);
    int tested = 0;
    for (int k = 0; k < 50; k++) {
      double[] matrices = new double[3 * Affine.SIZE];
      for (int j = 0; j < 3; j++) {
        System.arraycopy(Posing.motion(random, 2, 1), 0, matrices, Affine.SIZE * j, Affine.SIZE);
      }
      centres.set(matrices);
      double smallest = spread(matrices, centres.centres);
      if (!wellPosed(matrices)) {
        continue;
      }
      tested++;
      for (int probe = 0; probe < 20; probe++) {
        double[] probed = centres.centres.clone();
        for (int c = 0; c < 3; c++) {
          probed[c] += 0.01 * random.nextGaussian();
        }
        assertThat(spread(matrices, probed)).as("seed %d", SEED).isGreaterThan(smallest - 1e-12);
      }
    }
    assertThat(tested).isGreaterThan(10);
  }

  /** Returns true if no singular value is so small that it is cut off. */
  private static boolean wellPosed(double[] matrices) {
    double[] zero = matrices.clone();
    for (int i = 3; i < zero.length; i += 4) {
      zero[i] = 0;
    }
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    Random directions = new Random(1);
    for (int d = 0; d < 200; d++) {
      double[] u = {
        directions.nextGaussian(), directions.nextGaussian(), directions.nextGaussian()
      };
      double size = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
      for (int c = 0; c < 3; c++) {
        u[c] /= size;
      }
      double energy = Math.sqrt(spread(zero, u));
      smallest = Math.min(smallest, energy);
      largest = Math.max(largest, energy);
    }
    // Well above the cut-off.
    return smallest > 0.2 * largest;
  }

  @Test
  void centreOfAHingeIsThePointOfItsAxisNearestToTheMeetingPoint() {
    JointSets sets = setOf(2);
    RotationCentres centres = new RotationCentres(sets, new double[] {5, 7, 3});
    double[] matrices = new double[2 * Affine.SIZE];
    Affine.identity(matrices, 0);
    rotationAbout(1, 2, Math.PI / 3, matrices, Affine.SIZE);

    centres.set(matrices);

    assertThat(centres.centres).containsExactly(new double[] {1, 7, 2}, within(1e-9));
  }

  @Test
  void jointsWithEqualMotionKeepTheirMeetingPoint() {
    JointSets sets = setOf(2);
    RotationCentres centres = new RotationCentres(sets, new double[] {5, 7, 3});
    double[] matrices = new double[2 * Affine.SIZE];
    Affine.identity(matrices, 0);
    rotationAbout(1, 2, 1e-4, matrices, Affine.SIZE);

    centres.set(matrices);

    assertThat(centres.centres).containsExactly(new double[] {5, 7, 3}, within(1e-9));
  }

  /** Writes a rotation about the line through (x, 0, z) along y. */
  private static void rotationAbout(double x, double z, double angle, double[] out, int o) {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 1, 0, angle, q, 0);
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, out, o);
    out[o + 3] = x - out[o] * x - out[o + 2] * z;
    out[o + 11] = z - out[o + 8] * x - out[o + 10] * z;
  }

  /** Returns the sum over all pairs. */
  private static double spread(double[] matrices, double[] r) {
    int n = matrices.length / Affine.SIZE;
    double[] moved = new double[3 * n];
    for (int j = 0; j < n; j++) {
      Affine.transformPoint(matrices, Affine.SIZE * j, r, 0, moved, 3 * j);
    }
    double sum = 0;
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        for (int c = 0; c < 3; c++) {
          sum += (moved[3 * a + c] - moved[3 * b + c]) * (moved[3 * a + c] - moved[3 * b + c]);
        }
      }
    }
    return sum;
  }
}
