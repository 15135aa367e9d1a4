package dev.sinew.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads the arrays of a layout as the kernels of crowd.cu do, and compares what comes out with
 * direct sums over the bones of every point; a failure names its seed.
 */
class SkinLayoutTest {
  private static final int LANES = CudaDevice.WARP;
  private static final int SLOTS = CudaCrowd.SLOTS_PER_TILE;

  @ParameterizedTest
  @CsvSource({"true, false", "true, true", "false, false", "false, true"})
  void layoutsGiveTheDirectSums(boolean blends, boolean normals) {
    for (int seed = 0; seed < 20; seed++) {
      SurfacePoints points = RandomPoints.create(seed, blends, normals);
      QuadPlan plan = SkinLayout.plan(points, blends, normals, SLOTS);
      SkinLayout layout = SkinLayout.of(points, plan, blends, normals, SLOTS);
      float[] palette =
          RandomPoints.floats(new Random(seed), BoneTable.VALUES * RandomPoints.BONES);
      int vectors = normals ? blends ? 2 : 3 : 1;
      double[][] read = new Reader(layout, palette, blends, normals, plan.vertexCount()).read();
      for (int v = 0; v < plan.vertexCount(); v++) {
        int point = plan.sourceOf(v);
        double[] expected =
            blends
                ? blended(points, point, palette, vectors)
                : projected(points, point, palette, vectors);
        assertThat(read[v])
            .as("seed " + seed + ", vertex " + v)
            .containsExactly(expected, within(1e-5));
      }
    }
  }

  /** A vector times the matrix of a bone, added to a sum. */
  private static void add(
      double[] sum, int at, float[] palette, int bone, double scale, double... vector) {
    for (int r = 0; r < 3; r++) {
      for (int k = 0; k < 4; k++) {
        sum[at + r] += scale * palette[BoneTable.VALUES * bone + 4 * r + k] * vector[k];
      }
    }
  }

  /** The sum of w M v; the second vector is the normal times the same, without translation. */
  private static double[] blended(SurfacePoints points, int p, float[] palette, int vectors) {
    double[] out = new double[3 * vectors];
    for (int e = points.start()[p]; e < points.start()[p + 1]; e++) {
      double weight = points.entries()[e];
      int bone = points.bones()[e];
      float[] at = points.positions();
      add(out, 0, palette, bone, weight, at[3 * p], at[3 * p + 1], at[3 * p + 2], 1);
      if (vectors == 2) {
        float[] n = points.normals();
        add(out, 3, palette, bone, weight, n[3 * p], n[3 * p + 1], n[3 * p + 2], 0);
      }
    }
    return out;
  }

  private static double[] projected(SurfacePoints points, int p, float[] palette, int vectors) {
    double[] out = new double[3 * vectors];
    for (int e = points.start()[p]; e < points.start()[p + 1]; e++) {
      for (int i = 0; i < vectors; i++) {
        int at = 4 * (vectors * e + i);
        float[] c = points.entries();
        add(out, 3 * i, palette, points.bones()[e], 1, c[at], c[at + 1], c[at + 2], c[at + 3]);
      }
    }
    return out;
  }

  private record Reader(
      SkinLayout layout, float[] palette, boolean blends, boolean normals, int vertices) {
    private double[][] read() {
      double[][] out = new double[vertices][];
      for (int t = 0; 2 * t < layout.tiles().length; t++) {
        for (int s = 0; s < SLOTS; s++) {
          int[] slot =
              Arrays.copyOfRange(
                  layout.slots(),
                  SkinLayout.SLOT * (SLOTS * t + s),
                  SkinLayout.SLOT * (SLOTS * t + s + 1));
          int perLane = blends || !normals ? 4 : 2;
          for (int i = 0; i < slot[2]; i++) {
            assertThat(out[slot[1] + i]).as("a vertex of one slot").isNull();
            out[slot[1] + i] = vertex(slot, layout.tiles()[2 * t], i / perLane, i % perLane);
          }
        }
      }
      return out;
    }

    private double[] vertex(int[] slot, int firstBone, int lane, int v) {
      int vectors = normals ? blends ? 2 : 3 : 1;
      double[] out = new double[3 * vectors];
      for (int b = 0; b < slot[0]; b++) {
        int bone = layout.tileBones()[firstBone + layout.bones()[LANES * (slot[4] + b) + lane]];
        for (int i = 0; i < vectors; i++) {
          if (blends) {
            int rest = slot[3] + 3 * i;
            double weight = value(slot[3] + 3 * vectors + b, lane, v);
            add(
                out,
                3 * i,
                palette,
                bone,
                weight,
                value(rest, lane, 3 * v),
                value(rest, lane, 3 * v + 1),
                value(rest, lane, 3 * v + 2),
                i == 0 ? 1 : 0);
          } else {
            int row = slot[3] + vectors * ((normals ? 2 : 4) * b + v) + i;
            double[] c = new double[4];
            Arrays.setAll(c, k -> value(row, lane, k));
            add(out, 3 * i, palette, bone, 1, c);
          }
        }
      }
      return out;
    }

    /** Component k of a lane's values, in rows of float4. */
    private float value(int row, int lane, int k) {
      return layout.values()[4 * (LANES * (row + k / 4) + lane) + k % 4];
    }
  }
}
