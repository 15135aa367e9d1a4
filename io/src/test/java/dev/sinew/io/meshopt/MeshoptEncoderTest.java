package dev.sinew.io.meshopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.meshopt.MeshoptDecoder.Filter;
import dev.sinew.io.meshopt.MeshoptDecoder.Mode;
import dev.sinew.testkit.MeshoptStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What the encoder writes is decoded again, by the decoder that the reference encoder's streams
 * test.
 */
class MeshoptEncoderTest {
  private static byte[] decoded(byte[] stream, int count, int stride, Mode mode) {
    return MeshoptDecoder.decode(ByteBuffer.wrap(stream), count, stride, mode, Filter.NONE);
  }

  @Test
  void attributesComeBackBitByBit() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int stride = 4 * (1 + random.nextInt(seed % 10 == 0 ? 64 : 8));
      int count = 1 + random.nextInt(700);
      byte[] data = new byte[count * stride];
      int noise = 1 << random.nextInt(9);
      for (int i = 0; i < data.length; i++) {
        int before = i >= stride ? data[i - stride] : 0;
        data[i] = (byte) (before + random.nextInt(noise) - noise / 2);
      }
      byte[] stream = MeshoptEncoder.encode(data, stride, Mode.ATTRIBUTES);
      assertThat(decoded(stream, count, stride, Mode.ATTRIBUTES))
          .as("seed " + seed)
          .isEqualTo(data);
    }
  }

  @Test
  void trianglesComeBackUpToRotation() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int[] indices = seed % 2 == 0 ? strip(random) : anything(random);
      byte[] stream = MeshoptEncoder.encode(bytes(indices, 4), 4, Mode.TRIANGLES);
      int[] back = ints(decoded(stream, indices.length, 4, Mode.TRIANGLES));
      for (int i = 0; i < indices.length; i += 3) {
        List<List<Integer>> rotations = new ArrayList<>();
        for (int r = 0; r < 3; r++) {
          rotations.add(
              List.of(indices[i + r], indices[i + (r + 1) % 3], indices[i + (r + 2) % 3]));
        }
        assertThat(rotations)
            .as("seed %d, triangle %d", seed, i / 3)
            .contains(List.of(back[i], back[i + 1], back[i + 2]));
      }
    }
  }

  @Test
  void sequencesComeBack() {
    Random random = new Random(7);
    int[] indices = random.ints(3000, 0, 70000).toArray();
    for (int i = 0; i < 1000; i++) {
      indices[i] = i / 2;
    }
    byte[] stream = MeshoptEncoder.encode(bytes(indices, 4), 4, Mode.INDICES);
    assertThat(ints(decoded(stream, indices.length, 4, Mode.INDICES))).isEqualTo(indices);
  }

  /** The same data in as many bytes as the reference encoder's version 0 takes, or nearly. */
  @Test
  void compressesAsTheReferenceDoes() throws Exception {
    int compared = 0;
    for (MeshoptStream stream : MeshoptStream.all()) {
      Mode mode = Mode.valueOf(stream.mode());
      boolean newer = (stream.packed()[0] & 0xff) == 0xa1;
      if (newer || !stream.filter().equals("NONE")) {
        continue;
      }
      byte[] data = decoded(stream.packed(), stream.count(), stream.byteStride(), mode);
      byte[] own = MeshoptEncoder.encode(data, stream.byteStride(), mode);
      assertThat(own.length).isLessThanOrEqualTo(stream.packed().length + 2);
      compared++;
    }
    assertThat(compared).isPositive();
  }

  @Test
  void refusesWhatTheFormatDoesNotHold() {
    assertThatThrownBy(() -> MeshoptEncoder.encode(new byte[6], 6, Mode.ATTRIBUTES))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MeshoptEncoder.encode(new byte[8], 2, Mode.TRIANGLES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int[] strip(Random random) {
    int[] out = new int[3 * (1 + random.nextInt(400))];
    int next = 2;
    int[] edge = {0, 1};
    for (int i = 0; i < out.length; i += 3) {
      int third = random.nextInt(4) == 0 ? random.nextInt(next) : next++;
      out[i] = edge[1];
      out[i + 1] = edge[0];
      out[i + 2] = third;
      edge = random.nextBoolean() ? new int[] {edge[0], third} : new int[] {third, edge[1]};
    }
    return out;
  }

  private static int[] anything(Random random) {
    return random.ints(3L * (1 + random.nextInt(300)), 0, 1 << (1 + random.nextInt(20))).toArray();
  }

  private static byte[] bytes(int[] values, int size) {
    ByteBuffer out = ByteBuffer.allocate(values.length * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      out.putInt(value);
    }
    return out.array();
  }

  private static int[] ints(byte[] data) {
    int[] out = new int[data.length / 4];
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(out);
    return out;
  }
}
