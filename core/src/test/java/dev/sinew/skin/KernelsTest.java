package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.kernel.PointRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the kernels with each other for all sizes, numbers of influences and ranges. */
class KernelsTest {
  private static final float SENTINEL = -12345.678f;
  private static final int BEFORE = 2;

  @Test
  void testsRunWithVectorKernels() {
    assertThat(Kernel.best()).isEqualTo(Kernel.VECTOR);
  }

  private static Map<String, Deformer> deformers(SkinnedCharacter character, Kernel kernel) {
    Part part = character.parts().getFirst();
    Map<String, Deformer> out = new LinkedHashMap<>();
    out.put("linear blend", LinearBlend.of(character, part).withKernel(kernel));
    out.put("exact", LinearBlend.of(character, part, NormalMode.EXACT).withKernel(kernel));
    out.put("animation space", AnimationSpace.of(character, part).withKernel(kernel));
    out.put("multi-weight", MultiWeight.of(character, part).withKernel(kernel));
    return out;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void vectorEqualsScalarForEverySize(int influences) {
    for (int points = 0; points <= 70; points++) {
      long seed = 100L * influences + points;
      compareKernels(points, new int[] {influences}, seed);
    }
  }

  @Test
  void vectorEqualsScalarForMixedInfluenceCounts() {
    Random random = new Random(7);
    for (int round = 0; round < 20; round++) {
      int[] counts = IntStream.range(0, 200).map(i -> 1 + random.nextInt(6)).toArray();
      // Long sections of one count, so that runs begin and end inside the cloud.
      Arrays.fill(counts, 20, 80, 1 + round % 4);
      Arrays.fill(counts, 120, 160, 4);
      compareKernels(200, counts, round);
    }
  }

  private static void compareKernels(int points, int[] counts, long seed) {
    SkinnedCharacter character = RandomPoses.cloud(points, counts, 28, new Random(seed));
    Pose pose = RandomPoses.rotated(character, seed);
    Map<String, Deformer> scalar = deformers(character, Kernel.SCALAR);
    Map<String, Deformer> vector = deformers(character, Kernel.VECTOR);
    float[] reference = textbook(character, pose);
    for (String name : scalar.keySet()) {
      String what = name + ", " + points + " points, seed " + seed;
      Deformer one = Objects.requireNonNull(scalar.get(name));
      Deformer other = Objects.requireNonNull(vector.get(name));
      PointBuffer a = filled(one, pose);
      PointBuffer b = filled(other, pose);
      // A few rounding errors of values as large as a chain of 28 joints.
      float tolerance = 1e-5f;
      assertArrayEquals(reference, middle(a.positions(), points), tolerance, what);
      assertArrayEquals(reference, middle(b.positions(), points), tolerance, what);
      float[] na = a.normals();
      float[] nb = b.normals();
      if (na != null && nb != null) {
        compareNormals(na, nb, what);
      }
    }
  }

  /** Allows a few differences: where blended matrices are nearly singular, normals are unstable. */
  private static void compareNormals(float[] a, float[] b, String what) {
    int far = 0;
    for (int i = 0; i < a.length; i++) {
      far += Math.abs(a[i] - b[i]) < 1e-3f ? 0 : 1;
    }
    assertThat(far).as(what).isLessThanOrEqualTo(a.length / 50);
  }

  private static PointBuffer filled(Deformer deformer, Pose pose) {
    int n = deformer.pointCount();
    float[] positions = new float[3 * (n + 2 * BEFORE)];
    float[] normals = new float[positions.length];
    Arrays.fill(positions, SENTINEL);
    Arrays.fill(normals, SENTINEL);
    PointBuffer out = new PointBuffer(positions, deformer.hasNormals() ? normals : null, BEFORE);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, n, out);
    assertSentinels(positions, 0, BEFORE, n);
    if (deformer.hasNormals()) {
      assertSentinels(normals, 0, BEFORE, n);
    }
    return out;
  }

  private static void assertSentinels(float[] values, int from, int first, int count) {
    for (int i = from; i < values.length; i++) {
      boolean inside = i >= 3 * first && i < 3 * (first + count);
      if (inside) {
        assertThat(values[i]).isNotEqualTo(SENTINEL);
      } else {
        assertThat(values[i]).isEqualTo(SENTINEL);
      }
    }
  }

  private static float[] middle(float[] values, int points) {
    return Arrays.copyOfRange(values, 3 * BEFORE, 3 * (BEFORE + points));
  }

  /** Transforms, then blends, in double precision. */
  private static float[] textbook(SkinnedCharacter character, Pose pose) {
    var geometry = character.meshes().getFirst();
    var influences = geometry.skinning().influences().orElseThrow();
    var skin = character.skins().getFirst();
    double[] m = new double[12 * skin.jointCount()];
    skin.skinningMatrices(pose, m);
    float[] rest = geometry.mesh().wedgePositions();
    float[] out = new float[rest.length];
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int i = 0; i < influences.count(v); i++) {
          int at = 12 * influences.joint(v, i) + 4 * r;
          sum +=
              influences.weight(v, i)
                  * (m[at] * rest[3 * v]
                      + m[at + 1] * rest[3 * v + 1]
                      + m[at + 2] * rest[3 * v + 2]
                      + m[at + 3]);
        }
        out[3 * v + r] = (float) sum;
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCALAR", "VECTOR"})
  void pointsHaveTheSameBytesInEveryRange(String kernel) {
    Random random = new Random(3);
    int[] counts = IntStream.range(0, 97).map(i -> 1 + random.nextInt(6)).toArray();
    Arrays.fill(counts, 30, 60, 4);
    SkinnedCharacter character = RandomPoses.cloud(97, counts, 28, random);
    Pose pose = RandomPoses.rotated(character, 3);
    for (Deformer deformer : deformers(character, Kernel.valueOf(kernel)).values()) {
      PointBuffer whole = filled(deformer, pose);
      Deformer.Posed posed = deformer.newPosed();
      posed.set(pose);
      for (int round = 0; round < 200; round++) {
        int from = random.nextInt(98);
        int to = from + random.nextInt(98 - from);
        float[] positions = new float[3 * 97];
        float[] normals = new float[3 * 97];
        Arrays.fill(positions, SENTINEL);
        Arrays.fill(normals, SENTINEL);
        posed.fill(from, to, new PointBuffer(positions, deformer.hasNormals() ? normals : null, 0));
        assertSentinels(positions, 0, from, to - from);
        assertArrayEquals(
            Arrays.copyOfRange(whole.positions(), 3 * (BEFORE + from), 3 * (BEFORE + to)),
            Arrays.copyOfRange(positions, 3 * from, 3 * to));
        float[] all = whole.normals();
        if (all != null) {
          assertSentinels(normals, 0, from, to - from);
          assertArrayEquals(
              Arrays.copyOfRange(all, 3 * (BEFORE + from), 3 * (BEFORE + to)),
              Arrays.copyOfRange(normals, 3 * from, 3 * to));
        }
      }
    }
  }

  @Test
  void padsRowsOnlyWhereThatIsCheaper() {
    int[] start = new int[101];
    for (int v = 0; v < 100; v++) {
      start[v + 1] = start[v] + (v < 50 ? 1 : 4);
    }
    PointRows rows = PointRows.of(start, new int[start[100]]);
    assertThat(rows.rowStart).isEqualTo(start);
    assertThat(rows.runWidth(rows.runOf(49))).isEqualTo(1);
    assertThat(rows.runWidth(rows.runOf(50))).isEqualTo(4);
    assertThat(rows.runEnd(rows.runOf(0))).isEqualTo(50);

    for (int v = 0; v < 100; v++) {
      start[v + 1] = start[v] + 3 + v % 2;
    }
    PointRows mixed = PointRows.of(start, new int[start[100]]);
    assertThat(mixed.runEnd(mixed.runOf(0))).isEqualTo(100);
    assertThat(mixed.rowStart[100]).isEqualTo(400);
  }
}
