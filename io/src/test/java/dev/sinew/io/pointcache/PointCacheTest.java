package dev.sinew.io.pointcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Corrupted;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointCacheTest {
  private static final float[] FIRST = {1, 2, 3, -4, 5.5f, 1e-30f};
  private static final float[] SECOND = {6, 5, 4, 3, 2, 1};

  @TempDir Path folder;

  /** Two frames of two points as bytes. */
  private static byte[] pc2() {
    ByteBuffer out = ByteBuffer.allocate(32 + 2 * 24).order(ByteOrder.LITTLE_ENDIAN);
    out.put("POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII));
    out.putInt(1).putInt(2).putFloat(10).putFloat(0.5f).putInt(2);
    return frames(out);
  }

  private static byte[] mdd() {
    ByteBuffer out = ByteBuffer.allocate(8 + 8 + 2 * 24).order(ByteOrder.BIG_ENDIAN);
    return frames(out.putInt(2).putInt(2).putFloat(0.25f).putFloat(0.75f));
  }

  private static byte[] frames(ByteBuffer out) {
    for (float[] frame : List.of(FIRST, SECOND)) {
      for (float number : frame) {
        out.putFloat(number);
      }
    }
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    return bytes;
  }

  private PointCache open(String name, byte[] bytes) throws IOException {
    return PointCache.open(Files.write(folder.resolve(name), bytes));
  }

  private static void assertFrames(PointCache cache) throws IOException {
    assertThat(cache.pointCount()).isEqualTo(2);
    assertThat(cache.frameCount()).isEqualTo(2);
    float[] out = new float[6];
    cache.frame(1, out);
    assertThat(out).containsExactly(SECOND);
    cache.frame(0, out);
    assertThat(out).containsExactly(FIRST);
  }

  @Test
  void readsPc2() throws Exception {
    try (PointCache cache = open("a.pc2", pc2())) {
      assertFrames(cache);
      assertThat(cache.format()).isEqualTo(Format.PC2);
      assertThat(cache.time(1)).isEqualTo(10.5);
      assertThat(cache.seconds(1, 21)).isEqualTo(0.5);
    }
  }

  @Test
  void readsMdd() throws Exception {
    try (PointCache cache = open("a.mdd", mdd())) {
      assertFrames(cache);
      assertThat(cache.format()).isEqualTo(Format.MDD);
      assertThat(cache.time(1)).isEqualTo(0.75);
      assertThat(cache.seconds(1, 24)).isEqualTo(0.75);
    }
  }

  @Test
  void writesExactlyTheseBytes() throws Exception {
    Path pc2 = folder.resolve("out.pc2");
    PointCacheWriter.Body body =
        frames -> {
          frames.append(FIRST);
          frames.append(SECOND);
        };
    PointCacheWriter.pc2(pc2, 2, 10, 0.5f, body);
    assertThat(pc2).hasBinaryContent(pc2());
    Path mdd = folder.resolve("out.mdd");
    PointCacheWriter.mdd(mdd, 2, new float[] {0.25f, 0.75f}, body);
    assertThat(mdd).hasBinaryContent(mdd());
  }

  @Test
  void framesLargerThanABufferInBothFormats() throws Exception {
    int points = 30_001;
    float[] a = new float[3 * points];
    float[] b = new float[3 * points];
    for (int i = 0; i < a.length; i++) {
      a[i] = i;
      b[i] = -i / 7f;
    }
    TriMesh reference = TriMesh.of(new double[3 * points], new int[] {0, 1, 2});
    MeshSequence sequence = new MeshSequence(reference, List.of("a", "b"), List.of(a, b));
    for (String name : List.of("large.pc2", "large.mdd")) {
      Path file = folder.resolve(name);
      PointCacheWriter.write(file, sequence, 25);
      try (PointCache cache = PointCache.open(file)) {
        assertThat(cache.seconds(1, 25)).isEqualTo(0.04, within(1e-8));
        MeshSequence again = cache.toSequence(reference);
        assertThat(again.positions(0)).containsExactly(a);
        assertThat(again.positions(1)).containsExactly(b);
      }
    }
  }

  @Test
  void anIncompleteCacheLeavesNoFile() throws Exception {
    Path file = folder.resolve("unfinished.mdd");
    assertThatThrownBy(
            () -> PointCacheWriter.mdd(file, 2, new float[3], frames -> frames.append(FIRST)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected 3, got 1");
    assertThatThrownBy(() -> PointCacheWriter.pc2(file, 2, 0, 1, frames -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> PointCacheWriter.pc2(file, 2, 0, 1, frames -> frames.append(new float[5])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 6, got 5");
    float[] bad = FIRST.clone();
    bad[3] = Float.NEGATIVE_INFINITY;
    assertThatThrownBy(() -> PointCacheWriter.pc2(file, 2, 0, 1, frames -> frames.append(bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positions[3]");
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void errorsOfNumbersHaveFrameAndByte() throws Exception {
    byte[] bytes = pc2();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(32 + 24 + 8, Float.NaN);
    try (PointCache cache = open("nan.pc2", bytes)) {
      float[] out = new float[6];
      cache.frame(0, out);
      assertThatThrownBy(() -> cache.frame(1, out))
          .isInstanceOf(MalformedAssetException.class)
          .hasMessageContainingAll("byte 64", "frame 1", "NaN");
    }
    byte[] times = mdd();
    ByteBuffer.wrap(times).putFloat(12, Float.POSITIVE_INFINITY);
    assertRejected("time.mdd", times, "byte 12");
  }

  @Test
  void headersThatDoNotMatchTheFileAreRejected() throws Exception {
    for (int count : new int[] {0, -1, 3, 1 << 20, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      for (int offset : new int[] {16, 28}) {
        byte[] bytes = pc2();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, count);
        assertRejected("count.pc2", bytes, "byte ");
      }
      for (int offset : new int[] {0, 4}) {
        byte[] bytes = mdd();
        ByteBuffer.wrap(bytes).putInt(offset, count);
        assertRejected("count.mdd", bytes, "byte ");
      }
    }
    byte[] both = pc2();
    // 12 * 2^29 * (2^31 - 1) bytes overflow 64 bits.
    ByteBuffer.wrap(both)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(16, 1 << 29)
        .putInt(28, Integer.MAX_VALUE);
    assertRejected("both.pc2", both, "does not match the file size");
    byte[] version = pc2();
    version[12] = 2;
    assertRejected("version.pc2", version, "expected PC2 version 1, got 2");
    assertRejected("signature.pc2", mdd(), "POINTCACHE2");
    assertRejected("longer.pc2", java.util.Arrays.copyOf(pc2(), 81), "81 bytes");
  }

  private void assertRejected(String name, byte[] bytes, String message) {
    assertThatThrownBy(() -> open(name, bytes).close())
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining(message);
  }

  @Test
  void malformedFilesAreRejectedOrRead() {
    for (String name : List.of("mangled.pc2", "mangled.mdd")) {
      byte[] good = name.endsWith("pc2") ? pc2() : mdd();
      Corrupted.Reader reader =
          file -> {
            try (PointCache cache = open(name, file)) {
              cache.toSequence(TriMesh.of(new double[6], new int[0]));
              cache.time(cache.frameCount() - 1);
            }
          };
      assertThat(Corrupted.everyPrefix(good, reader)).as(name).isEqualTo(good.length);
      assertThat(Corrupted.byteFlips(good, 11, 2000, reader)).as(name).isBetween(100, 1900);
    }
  }

  @Test
  void aMeshOfAnotherSizeIsRejected() throws Exception {
    try (PointCache cache = open("a.pc2", pc2())) {
      TriMesh reference = TriMesh.of(new double[9], new int[] {0, 1, 2});
      assertThatThrownBy(() -> cache.toSequence(reference))
          .isInstanceOf(MalformedAssetException.class)
          .hasMessageContaining("2 points, but the reference mesh has 3 vertices");
      assertThatThrownBy(() -> cache.frame(2, new float[6]))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> cache.frame(0, new float[9]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @NeedsSharedData
  @Test
  void readsTheGallopAndTheBone() throws Exception {
    Path horse = SharedData.path("horse");
    TriMesh reference = ObjReader.read(horse.resolve("horse-reference.obj")).mesh().toTriMesh();
    try (PointCache gallop = PointCache.open(horse.resolve("horse-gallop.pc2"))) {
      assertThat(gallop.toSequence(reference).frameCount()).isEqualTo(24);
    }
    Path bones = SharedData.path("bone");
    TriMesh bone = ObjReader.read(bones.resolve("bone-reference.obj")).mesh().toTriMesh();
    try (PointCache cache = PointCache.open(bones.resolve("bone.pc2"))) {
      MeshSequence frames = cache.toSequence(bone);
      assertThat(frames.frameCount()).isEqualTo(400);
      for (int v = 0; v < bone.vertexCount(); v++) {
        for (int axis = 0; axis < 3; axis++) {
          assertThat((double) frames.position(0, v, axis))
              .isEqualTo(bone.position(v, axis), within(1e-6));
        }
      }
    }
  }
}
