package dev.sinew.io.tangentmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.AnimationCoords;
import dev.sinew.run.RunContext;
import dev.sinew.shade.TangentMap;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TangentMapFileTest {
  private static final int SIDE = 5;
  private static final int BONES = 3;
  private static final TangentMapFile.Bone BONE =
      new TangentMapFile.Bone("Gelenk ä", Collections.nCopies(12, 0.5));

  @TempDir Path folder;
  private Path file = Path.of("");
  private final TangentMap map = randomMap(SIDE, 4);
  private final TangentMap half = randomMap(SIDE / 2, 5);

  private static TangentMap randomMap(int side, long seed) {
    Random random = new Random(seed);
    int[] rows = new int[side * side];
    AnimationCoords.Builder[] vectors = {AnimationCoords.builder(), AnimationCoords.builder()};
    int planes = 0;
    for (int texel = 0; texel < rows.length; texel++) {
      rows[texel] = texel % 3 == 0 ? -1 : planes++;
      for (AnimationCoords.Builder builder : vectors) {
        for (int i = 0; texel % 3 != 0 && i < 1 + texel % BONES; i++) {
          double[] v = random.doubles(4, -1, 1).toArray();
          builder.add(i, v[0], v[1], v[2], v[3]);
        }
        if (texel % 3 != 0) {
          builder.endRow();
        }
      }
    }
    return new TangentMap(side, rows, vectors[0].buildVectors(), vectors[1].buildVectors());
  }

  @BeforeEach
  void write() throws Exception {
    file = folder.resolve("map.tan");
    List<TangentMapFile.Bone> bones = Collections.nCopies(BONES, BONE);
    FileSession.write(
        files ->
            TangentMapFile.write(
                file, new TangentMapFile.Contents(List.of(map, half), bones), files));
  }

  @Test
  void aMapComesBack() throws Exception {
    TangentMapFile.Contents read = TangentMapFile.read(file);
    assertThat(read.bones()).hasSize(BONES);
    assertThat(read.bones().getFirst().joint()).isEqualTo("Gelenk ä");
    assertThat(read.bones().getFirst().inverseBind()).containsOnly(0.5);
    assertThat(read.levels()).hasSize(2);
    requireSame(map, read.map());
    requireSame(half, read.levels().get(1));
  }

  private static void requireSame(TangentMap expected, TangentMap actual) {
    double[] matrices = new Random(9).doubles(12 * BONES).toArray();
    try (RunContext context = RunContext.ofThreads(1)) {
      float[] normals = expected.normals(matrices, context);
      assertThat(actual.normals(matrices, context)).containsExactly(normals, within(2e-5f));
      assertThat(normals).contains(0f);
    }
  }

  /** Version 1 had one resolution and no number of them. */
  @Test
  void theFirstVersionIsStillRead() throws Exception {
    FileSession.write(
        files ->
            TangentMapFile.write(
                file, new TangentMapFile.Contents(List.of(map), List.of(BONE, BONE, BONE)), files));
    byte[] now = Files.readAllBytes(file);
    byte[] before = new byte[now.length - 4];
    System.arraycopy(now, 0, before, 0, 16);
    before[11] = 1;
    System.arraycopy(now, 20, before, 16, now.length - 20);
    TangentMapFile.Contents read = TangentMapFile.read("map.tan", ByteBuffer.wrap(before));
    assertThat(read.levels()).hasSize(1);
    requireSame(map, read.map());
  }

  /** However a file is cut or changed, it is read or refused with its name. */
  @Test
  void damagedFilesAreRefused() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(3);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      int length = i % 2 == 0 ? random.nextInt(bytes.length) : bytes.length;
      try {
        TangentMapFile.read("map.tan", ByteBuffer.wrap(changed, 0, length).slice());
      } catch (MalformedAssetException e) {
        assertThat(e).hasMessageStartingWith("map.tan: ");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1400);
  }

  @Test
  void anotherFileIsNamed() throws Exception {
    Path other = folder.resolve("other.tan");
    Files.writeString(other, "this is no tangent map at all");
    assertThatThrownBy(() -> TangentMapFile.read(other))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("other.tan")
        .hasMessageContaining("not a tangent map");
  }
}
