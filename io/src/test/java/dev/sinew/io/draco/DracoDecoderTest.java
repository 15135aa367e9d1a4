package dev.sinew.io.draco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.testkit.DracoStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decodes streams of the reference encoder: complete, truncated and corrupted. */
class DracoDecoderTest {
  /** What a test may allocate; the largest stream needs a twentieth of it. */
  private static final long MEMORY = 64L << 20;

  static List<DracoStream> streams() throws IOException {
    return DracoStream.all();
  }

  /** Counts memory as a reader does. */
  private static final class Limit implements Memory {
    private long used;

    @Override
    public void use(long bytes) {
      assertThat(bytes).isNotNegative();
      used += bytes;
      if (used > MEMORY) {
        throw new DracoException("too much memory");
      }
    }
  }

  private static DracoMesh decode(byte[] bytes, int faces) {
    return DracoDecoder.decode(ByteBuffer.wrap(bytes), faces, new Limit());
  }

  @ParameterizedTest
  @MethodSource("streams")
  void matchesTheReferenceDecoder(DracoStream stream) {
    DracoMesh mesh = decode(stream.packed(), stream.faces());
    ByteBuffer expected = stream.values();
    assertThat(mesh.indices()).hasSize(3 * expected.getInt());
    assertThat(mesh.pointCount()).isEqualTo(expected.getInt());
    int attributes = expected.getInt();
    assertThat(mesh.attributes()).hasSize(attributes);
    for (int index : mesh.indices()) {
      assertThat(index).isEqualTo(expected.getInt());
    }
    for (int a = 0; a < attributes; a++) {
      DracoMesh.Attribute attribute = mesh.attribute(expected.getInt()).orElseThrow();
      assertThat(attribute.components()).isEqualTo(expected.getInt());
      for (int p = 0; p < mesh.pointCount(); p++) {
        for (int c = 0; c < attribute.components(); c++) {
          float value = expected.getFloat();
          // The reference decoder may fuse a multiplication and an addition.
          assertThat(attribute.number(p, c))
              .isBetween(
                  value - 3e-7f * (1 + Math.abs(value)), value + 3e-7f * (1 + Math.abs(value)));
        }
      }
    }
    assertThat(expected.hasRemaining()).isFalse();
  }

  @Test
  void theFixturesCoverBothMethodsAndAllOrders() throws IOException {
    // Byte 8 is the method, byte 11 of the edgebreaker how its symbols are coded.
    assertThat(
            streams().stream().map(s -> s.packed()[8] == 0 ? "in order" : "by " + s.packed()[11]))
        .contains("in order", "by 0", "by 2");
  }

  @ParameterizedTest
  @MethodSource("streams")
  void everyPrefixIsRefused(DracoStream stream) {
    for (int length = 0; length < stream.packed().length; length++) {
      byte[] cut = Arrays.copyOf(stream.packed(), length);
      assertThatThrownBy(() -> decode(cut, stream.faces()))
          .as("%d bytes", length)
          .isInstanceOf(DracoException.class);
    }
  }

  /** Whatever a stream contains, it is decoded or refused, in the memory that is allowed. */
  @ParameterizedTest
  @MethodSource("streams")
  void changedStreamsAreDecodedOrRefused(DracoStream stream) {
    Random random = new Random(stream.name().hashCode());
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
      byte[] bytes = stream.packed().clone();
      int changes = 1 + random.nextInt(3);
      for (int c = 0; c < changes; c++) {
        int range = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 80);
        bytes[random.nextInt(range)] =
            random.nextInt(4) == 0 ? (byte) 0xFF : (byte) random.nextInt(256);
      }
      try {
        decode(bytes, random.nextBoolean() ? stream.faces() : DracoDecoder.ANY_FACES);
      } catch (DracoException e) {
        assertThat(e).hasMessageMatching("[\\x20-\\x7e]+");
        refused++;
      }
    }
    assertThat(refused).isBetween(400, 4000);
  }

  @Test
  void othersThanTheExpectedTrianglesAreRefusedAtOnce() throws IOException {
    DracoStream stream = DracoStream.named("seam-slow");
    Limit memory = new Limit();
    assertThatThrownBy(() -> DracoDecoder.decode(ByteBuffer.wrap(stream.packed()), 7, memory))
        .isInstanceOf(DracoException.class)
        .hasMessage("it has 106 triangles: expected 7");
    assertThat(memory.used).isZero();
    assertThat(decode(stream.packed(), DracoDecoder.ANY_FACES).indices()).hasSize(3 * 106);
  }

  @Test
  void otherVersionsAndPointCloudsAreRefused() throws IOException {
    byte[] bytes = DracoStream.named("closed").packed().clone();
    bytes[6] = 1;
    assertThatThrownBy(() -> decode(bytes, 78)).hasMessage("expected bitstream 2.2, got 2.1");
    bytes[6] = 2;
    bytes[7] = 0;
    assertThatThrownBy(() -> decode(bytes, 78)).hasMessage("expected a triangle mesh");
    assertThatThrownBy(() -> decode(new byte[] {1, 2, 3, 4, 5, 6}, 78))
        .hasMessage("expected a Draco stream");
  }
}
