package dev.sinew.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.gpu.QuadPlan.Slot;
import dev.sinew.gpu.QuadPlan.Tile;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels rely on in plans of points with random bones; a failure names its seed. */
class QuadPlanTest {
  private static final int SEEDS = 60;

  @ParameterizedTest
  @ValueSource(ints = {16, 32})
  void everyPointIsPlannedOnceWithItsBones(int quadsPerSlot) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SurfacePoints points = RandomPoints.create(seed, true, false);
      QuadPlan plan = QuadPlan.of(points.start(), points.bones(), quadsPerSlot, 4);
      String what = "seed " + seed;
      // Whole lines of 128 bytes per instance: no line belongs to two.
      assertThat(plan.vertexCount() % 32).as(what).isZero();
      assertThat(plan.quadCount() * QuadPlan.QUAD).as(what).isEqualTo(plan.vertexCount());
      int[] vertices = plan.vertexOfPoint();
      assertThat(vertices).as(what).hasSize(points.count()).doesNotHaveDuplicates();
      for (int p = 0; p < vertices.length; p++) {
        assertThat(plan.pointOf(vertices[p])).as(what).isEqualTo(p);
      }
      long planned =
          IntStream.range(0, plan.vertexCount()).filter(v -> plan.pointOf(v) >= 0).count();
      assertThat(planned).as(what).isEqualTo(points.count());
      for (int v = 0; v < plan.vertexCount(); v++) {
        // Padding too: it has the values of a point whose bones its quad follows.
        Set<Integer> quad = set(plan.bones(v / QuadPlan.QUAD));
        assertThat(quad).as(what).containsAll(bones(points, plan.sourceOf(v)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32})
  void slotsAndTilesAreAllQuadsInTurn(int quadsPerSlot) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SurfacePoints points = RandomPoints.create(seed, true, false);
      QuadPlan plan = QuadPlan.of(points.start(), points.bones(), quadsPerSlot, 4);
      String what = "seed " + seed;
      int next = 0;
      for (Tile tile : plan.tiles()) {
        assertThat(tile.slots()).as(what).hasSizeBetween(1, 4);
        Set<Integer> needed = new TreeSet<>();
        for (Slot slot : tile.slots()) {
          assertThat(slot.firstQuad()).as(what).isEqualTo(next);
          assertThat(slot.quads()).as(what).isBetween(1, quadsPerSlot);
          int most = 0;
          for (int q = next; q < next + slot.quads(); q++) {
            most = Math.max(most, plan.bones(q).length);
            needed.addAll(set(plan.bones(q)));
          }
          assertThat(slot.bones()).as(what).isEqualTo(most);
          next += slot.quads();
        }
        // Sorted: indices into them are found by binary search.
        assertThat(tile.bones())
            .as(what)
            .isSorted()
            .isEqualTo(needed.stream().mapToInt(b -> b).toArray());
        assertThat(tile.bones().length).as(what).isLessThanOrEqualTo(plan.maxTileBones());
      }
      assertThat(next).as(what).isEqualTo(plan.quadCount());
    }
  }

  /** Joined points stay within the registers of a kernel, unless one of them alone is over it. */
  @ParameterizedTest
  @ValueSource(ints = {16, 32})
  void joinedQuadsHaveNoMoreBonesThanTheyMust(int quadsPerSlot) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SurfacePoints points = RandomPoints.create(seed, true, false);
      QuadPlan plan = QuadPlan.of(points.start(), points.bones(), quadsPerSlot, 4);
      for (int q = 0; q < plan.quadCount(); q++) {
        if (plan.pointOf(QuadPlan.QUAD * q) < 0) {
          // Padding alone, like the quad before it.
          assertThat(plan.bones(q)).as("seed " + seed).isEqualTo(plan.bones(q - 1));
          continue;
        }
        int largest = QuadPlan.IN_REGISTERS;
        for (int v = QuadPlan.QUAD * q; v < QuadPlan.QUAD * (q + 1); v++) {
          largest = Math.max(largest, bones(points, plan.sourceOf(v)).size());
        }
        assertThat(plan.bones(q).length).as("seed " + seed).isBetween(1, largest);
      }
    }
  }

  private static Set<Integer> bones(SurfacePoints points, int point) {
    return set(
        Arrays.copyOfRange(points.bones(), points.start()[point], points.start()[point + 1]));
  }

  private static Set<Integer> set(int[] bones) {
    return Arrays.stream(bones).boxed().collect(Collectors.toCollection(TreeSet::new));
  }
}
