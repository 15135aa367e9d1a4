package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.posespace.interpolate.Shepard;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Offsets stored with 16 bits. */
class PackedOffsetsTest {
  private static final int COUNT = 1000;
  private static final int RANK = 23;
  private static final int STRIDE = 3;

  /** Every third vertex, with offsets that fall from 1 to about 1e-9. */
  private static final Block BLOCK = block();

  private static Block block() {
    Random random = new Random(1);
    float[] basis = new float[3 * COUNT * RANK];
    for (int i = 0; i < basis.length; i++) {
      int r = i / (3 * COUNT);
      double size = Math.pow(10, -9.0 * r / RANK);
      basis[i] = (float) (size * (2 * random.nextDouble() - 1));
    }
    double[] limits = new double[RANK];
    Arrays.fill(limits, 1.5);
    return new Block(
        false,
        new Shepard(1),
        new int[] {0},
        new double[] {1},
        IntStream.range(0, COUNT).map(v -> STRIDE * v).toArray(),
        new double[RANK],
        limits,
        basis);
  }

  /** Coefficients whose squares add up to 1, as at an example. */
  private static double[] coefficients() {
    Random random = new Random(2);
    double[] out = random.doubles(RANK, -1, 1).toArray();
    double length = Math.sqrt(Arrays.stream(out).map(c -> c * c).sum());
    return Arrays.stream(out).map(c -> c / length).toArray();
  }

  /** Returns the largest difference from a sum in double precision. */
  private static double error(PackedOffsets packed, int from, int to, double scale) {
    double[] c = coefficients();
    float[] out = new float[3 * (to - from)];
    packed.addTo(out, c, new float[PackedOffsets.scratchSize()]);
    double largest = 0;
    for (int v = 0; v < COUNT; v++) {
      for (int axis = 0; axis < 3; axis++) {
        double sum = 0;
        for (int r = 0; r < RANK; r++) {
          sum += c[r] * BLOCK.basis()[3 * COUNT * r + 3 * v + axis];
        }
        int at = STRIDE * v;
        if (at >= from && at < to) {
          largest = Math.max(largest, Math.abs(scale * sum - out[3 * (at - from) + axis]));
          out[3 * (at - from) + axis] = 0;
        }
      }
    }
    assertThat(out).containsOnly(0);
    return largest;
  }

  @Test
  void roundingStaysBelowTheStep() {
    float step = 1e-6f;
    PackedOffsets packed = PackedOffsets.of(BLOCK, 0, STRIDE * COUNT, 1, step);
    assertThat(error(packed, 0, STRIDE * COUNT, 1)).isBetween(1e-9, (double) step);
    assertThat(packed.bytes()).isLessThan(3 * 4L * COUNT * RANK * 2 / 3);
  }

  @Test
  void floatsWhereSixteenBitsAreTooFew() {
    PackedOffsets packed = PackedOffsets.of(BLOCK, 0, STRIDE * COUNT, 1, 0);
    assertThat(error(packed, 0, STRIDE * COUNT, 1)).isLessThan(5e-7);
    assertThat(packed.bytes()).isEqualTo(3 * 4L * COUNT * RANK);
  }

  @Test
  void aLargeLimitOfCoefficientsNeedsFloats() {
    double[] limits = new double[RANK];
    Arrays.fill(limits, 1e12);
    Block wild =
        new Block(
            false,
            BLOCK.interpolator(),
            BLOCK.joints(),
            BLOCK.jointWeights(),
            BLOCK.vertices(),
            BLOCK.weights(),
            limits,
            BLOCK.basis());
    assertThat(PackedOffsets.of(wild, 0, STRIDE * COUNT, 1, 1e-6f).bytes())
        .isEqualTo(3 * 4L * COUNT * RANK);
  }

  @Test
  void aPartHasItsOwnVerticesAndScale() {
    PackedOffsets packed = PackedOffsets.of(BLOCK, 301, 1207, 2, 1e-6f);
    assertThat(error(packed, 301, 1207, 2)).isLessThan(1e-6);
    assertThat(PackedOffsets.of(BLOCK, 301, 303, 2, 1e-6f).isEmpty()).isTrue();
  }
}
