package dev.sinew.io.gltf.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedValuesTest {
  private static final int VERTICES = 300;

  /** Small weights are the hard case: they must not vanish, and the sum must stay exact. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void packedWeightsAddUpToOneAndNoneVanishes(long seed) {
    Random random = new Random(seed);
    List<float[]> sets = List.of(new float[4 * VERTICES], new float[4 * VERTICES]);
    for (int v = 0; v < VERTICES; v++) {
      fill(sets, v, random);
    }
    List<int[]> packed = new ArrayList<>();
    PackedValues.weights(sets).forEach(set -> packed.add(shorts(set.bytes())));
    for (int v = 0; v < VERTICES; v++) {
      int sum = 0;
      for (int s = 0; s < 2; s++) {
        for (int i = 4 * v; i < 4 * v + 4; i++) {
          float weight = sets.get(s)[i];
          int value = packed.get(s)[i];
          sum += value;
          assertThat(value > 0).as("seed %d, weight %s", seed, weight).isEqualTo(weight > 0);
          assertThat(value / 65535.0).as("seed %d", seed).isCloseTo(weight, within(8 / 65535.0));
        }
      }
      assertThat(sum).as("seed %d, vertex %d", seed, v).isEqualTo(65535);
    }
  }

  /** One to eight weights between 1 and a millionth, of sum 1. */
  private static void fill(List<float[]> sets, int vertex, Random random) {
    int count = 1 + random.nextInt(8);
    double[] weights = new double[count];
    double total = 0;
    for (int i = 0; i < count; i++) {
      weights[i] = Math.pow(10, -6 * random.nextDouble());
      total += weights[i];
    }
    for (int i = 0; i < count; i++) {
      sets.get(i / 4)[4 * vertex + i % 4] = (float) (weights[i] / total);
    }
  }

  private static int[] shorts(byte[] bytes) {
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int[] out = new int[bytes.length / 2];
    for (int i = 0; i < out.length; i++) {
      out[i] = data.getShort(2 * i) & 0xFFFF;
    }
    return out;
  }
}
