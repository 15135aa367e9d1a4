package dev.sinew.io.meshopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.meshopt.MeshoptDecoder.Filter;
import dev.sinew.io.meshopt.MeshoptDecoder.Mode;
import dev.sinew.testkit.MeshoptStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decodes streams of the reference encoder: complete, truncated and corrupted. */
class MeshoptDecoderTest {
  static List<MeshoptStream> streams() throws IOException {
    return MeshoptStream.all();
  }

  private static Mode mode(MeshoptStream stream) {
    return Mode.valueOf(stream.mode());
  }

  private static Filter filter(MeshoptStream stream) {
    return Filter.valueOf(stream.filter());
  }

  /** Decodes other bytes with the parameters of a stream. */
  private static byte[] decode(MeshoptStream stream, byte[] bytes) {
    return MeshoptDecoder.decode(
        ByteBuffer.wrap(bytes), stream.count(), stream.byteStride(), mode(stream), filter(stream));
  }

  @Test
  void theFixturesCoverEveryModeFilterAndVersion() throws IOException {
    assertThat(streams().stream().map(s -> mode(s))).contains(Mode.values());
    assertThat(streams().stream().map(s -> filter(s))).contains(Filter.values());
    assertThat(streams().stream().map(s -> s.packed()[0] & 0xff)).contains(0xa0, 0xa1, 0xe1, 0xd1);
  }

  @Test
  void theFixturesCoverEveryChannelMode() throws IOException {
    Set<Integer> modes = new HashSet<>();
    for (MeshoptStream stream : streams()) {
      int channels = stream.packed()[0] == (byte) 0xa1 ? stream.byteStride() / 4 : 0;
      for (int c = 1; c <= channels; c++) {
        modes.add(stream.packed()[stream.packed().length - c] & 15);
      }
    }
    assertThat(modes).containsExactlyInAnyOrder(0, 1, 2);
  }

  /** Exact, except for one unit in the last place where the format allows it. */
  @ParameterizedTest
  @MethodSource("streams")
  void matchesTheReferenceDecoder(MeshoptStream stream) {
    byte[] decoded = decode(stream, stream.packed());
    if (filter(stream) == Filter.NONE || filter(stream) == Filter.EXPONENTIAL) {
      assertThat(decoded).isEqualTo(stream.expected());
      return;
    }
    assertThat(decoded).hasSameSizeAs(stream.expected());
    int size = stream.byteStride() / 4;
    for (int i = 0; i < decoded.length; i += size) {
      int difference = component(decoded, i, size) - component(stream.expected(), i, size);
      assertThat(Math.abs(difference)).as("component %d", i / size).isLessThanOrEqualTo(1);
    }
  }

  private static int component(byte[] data, int at, int size) {
    return size == 1 ? data[at] : ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).getShort(at);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void readsFromPositionToLimitWithoutChange(MeshoptStream stream) {
    ByteBuffer padded = ByteBuffer.allocateDirect(stream.packed().length + 9);
    padded.put(3, stream.packed()).position(3).limit(3 + stream.packed().length);
    byte[] decoded =
        MeshoptDecoder.decode(
            padded, stream.count(), stream.byteStride(), mode(stream), filter(stream));
    assertThat(decoded).isEqualTo(decode(stream, stream.packed()));
    assertThat(padded.position()).isEqualTo(3);
  }

  /**
   * A stream has no end mark, so a truncated one may decode by chance, its last bytes taken as the
   * tail. It must be rejected or give a full output.
   */
  @ParameterizedTest
  @MethodSource("streams")
  void everyPrefixIsRejectedOrDecodes(MeshoptStream stream) {
    for (int length = 0; length < stream.packed().length; length++) {
      assertRejectedOrDecoded(stream, Arrays.copyOf(stream.packed(), length));
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void corruptedBytesAreRejectedOrDecode(MeshoptStream stream) {
    Random random = new Random(stream.name().hashCode());
    for (int round = 0; round < 2000; round++) {
      byte[] corrupted = stream.packed().clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        corrupted[random.nextInt(corrupted.length)] ^= (byte) (1 + random.nextInt(255));
      }
      assertRejectedOrDecoded(stream, corrupted);
    }
  }

  private static void assertRejectedOrDecoded(MeshoptStream stream, byte[] bytes) {
    try {
      assertThat(decode(stream, bytes)).hasSize(stream.count() * stream.byteStride());
    } catch (MeshoptException rejected) {
      assertThat(rejected.offset()).isBetween(0, bytes.length);
      assertThat(rejected).hasMessageStartingWith("byte " + rejected.offset() + ": ");
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void anUnusedByteBeforeTheTailIsRejected(MeshoptStream stream) {
    int tail =
        switch (mode(stream)) {
          case TRIANGLES -> 16;
          case INDICES -> 4;
          case ATTRIBUTES ->
              stream.packed()[0] == (byte) 0xa1
                  ? Math.max(24, stream.byteStride() + stream.byteStride() / 4)
                  : Math.max(32, stream.byteStride());
        };
    int end = stream.packed().length - tail;
    byte[] longer = new byte[stream.packed().length + 1];
    System.arraycopy(stream.packed(), 0, longer, 0, end);
    System.arraycopy(stream.packed(), end, longer, end + 1, tail);
    assertThatThrownBy(() -> decode(stream, longer))
        .isInstanceOf(MeshoptException.class)
        .hasMessage("byte " + end + ": 1 unused bytes before the tail");
  }

  @Test
  void aCountTooLargeForTheStreamIsRejectedBeforeAllocation() {
    for (Mode mode : Mode.values()) {
      byte[] small = new byte[64];
      small[0] = (byte) (mode == Mode.ATTRIBUTES ? 0xa1 : mode == Mode.TRIANGLES ? 0xe1 : 0xd1);
      assertThatThrownBy(
              () ->
                  MeshoptDecoder.decode(ByteBuffer.wrap(small), 500_000_001, 4, mode, Filter.NONE))
          .isInstanceOf(MeshoptException.class)
          .hasMessageContaining("too short");
    }
  }

  @Test
  void sizesThatDoNotFitTheModeAreIllegalArguments() {
    assertMisuse(1, 6, Mode.ATTRIBUTES, Filter.NONE, "byteStride: expected a multiple of 4");
    assertMisuse(1, 260, Mode.ATTRIBUTES, Filter.NONE, "got 260");
    assertMisuse(1, 4, Mode.ATTRIBUTES, Filter.QUATERNION, "filter QUATERNION does not support 4");
    assertMisuse(
        1, 12, Mode.ATTRIBUTES, Filter.OCTAHEDRAL, "filter OCTAHEDRAL does not support 12");
    assertMisuse(4, 2, Mode.TRIANGLES, Filter.NONE, "expected a multiple of 3, got 4");
    assertMisuse(3, 8, Mode.INDICES, Filter.NONE, "expected 2 or 4, got 8");
    assertMisuse(3, 4, Mode.INDICES, Filter.COLOR, "expected NONE for INDICES, got COLOR");
    assertMisuse(-1, 4, Mode.INDICES, Filter.NONE, "expected 0 or more, got -1");
    assertMisuse(1 << 30, 4, Mode.INDICES, Filter.NONE, "to fit in an array, got 1073741824");
  }

  private static void assertMisuse(
      int count, int stride, Mode mode, Filter filter, String message) {
    assertThatThrownBy(
            () -> MeshoptDecoder.decode(ByteBuffer.allocate(99), count, stride, mode, filter))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  /** The example of the specification: sixteen four-bit differences, two escaped. */
  @Test
  void decodesTheExampleOfTheSpecification() {
    int[] group = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
    int[] deltas = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
    ByteBuffer stream = ByteBuffer.allocate(1 + 1 + group.length + 3 + 32);
    stream.put((byte) 0xa0).put((byte) 2);
    for (int b : group) {
      stream.put((byte) b);
    }
    byte[] decoded = MeshoptDecoder.decode(stream.rewind(), 16, 4, Mode.ATTRIBUTES, Filter.NONE);
    int value = 0;
    for (int i = 0; i < 16; i++) {
      value += deltas[i];
      assertThat(decoded[4 * i]).isEqualTo((byte) value);
    }
  }
}
