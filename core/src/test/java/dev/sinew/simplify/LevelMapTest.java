package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LevelMapTest {
  private static final long SEED = 20260;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  @AfterAll
  static void close() {
    CONTEXT.close();
  }

  /** A mesh with all its collapses. */
  private record Progressive(SequenceSimplification simplification, OperationStream stream) {
    static Progressive of(TriMesh mesh) {
      SequenceSimplification simplification = new SequenceSimplification(mesh, false);
      List<float[]> shapes = List.of(mesh.wedgePositions(), bent(mesh));
      return new Progressive(simplification, simplification.simplify(shapes, false, 0, CONTEXT));
    }

    Level level(int length) {
      return simplification.level(stream, length, List.of(), CONTEXT);
    }

    LevelMap map(int fine, int coarse) {
      return new LevelMap(stream, level(fine), level(coarse));
    }
  }

  private static float[] bent(TriMesh mesh) {
    float[] out = new float[3 * mesh.vertexCount()];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double x = mesh.position(v, 0);
      out[3 * v] = (float) x;
      out[3 * v + 1] = (float) mesh.position(v, 1);
      out[3 * v + 2] = (float) (mesh.position(v, 2) + 0.3 * x * x);
    }
    return out;
  }

  /** Closed, open, non-manifold, degenerate and multi-component meshes with triangles. */
  static Stream<RawMesh> meshes() {
    return Stream.concat(
            MeshSuite.all().stream(), Stream.of(MeshSuite.icosphere(3), MeshSuite.grid(12, 9)))
        .filter(raw -> raw.triangles().length > 0);
  }

  private static int[][] pairs(int length) {
    int third = length / 3;
    return new int[][] {
      {0, 0}, {0, third}, {third, 2 * third}, {0, length}, {third, length}, {length, length}
    };
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void entriesAreNearestOfTheirCluster(RawMesh raw) {
    TriMesh mesh = Cases.shaken(Cases.mesh(raw), 0.01, SEED);
    Progressive made = Progressive.of(mesh);
    for (int[] pair : pairs(made.stream.length())) {
      Level fine = made.level(pair[0]);
      Level coarse = made.level(pair[1]);
      LevelMap map = new LevelMap(made.stream, fine, coarse);
      int[] owner = owners(made.stream, pair[0], pair[1]);
      assertThat(fine.points()).hasSize(made.level(0).points().length - pair[0]);
      for (int c = 0; c < coarse.points().length; c++) {
        int best = -1;
        for (int f = 0; f < fine.points().length; f++) {
          boolean within = owner[fine.points()[f]] == coarse.points()[c];
          assertThat(map.coarseOf(f) == c).as("seed %d, point %d", SEED, f).isEqualTo(within);
          if (within
              && (best < 0 || distance(fine, f, coarse, c) < distance(fine, best, coarse, c))) {
            best = f;
          }
        }
        assertThat(map.nearest(c)).as("seed %d, point %d", SEED, c).isEqualTo(best);
      }
    }
  }

  /** Returns the point that each point is merged into, collapse by collapse. */
  private static int[] owners(OperationStream stream, int from, int to) {
    int[] owner = IntStream.range(0, stream.pointCount()).toArray();
    for (int i = from; i < to; i++) {
      Collapse one = stream.collapse(i);
      Arrays.setAll(owner, p -> owner[p] == one.from() ? one.into() : owner[p]);
    }
    return owner;
  }

  private static double distance(Level fine, int f, Level coarse, int c) {
    return Math.sqrt(
        IntStream.range(0, 3)
            .mapToDouble(k -> fine.mesh().position(f, k) - coarse.mesh().position(c, k))
            .map(d -> d * d)
            .sum());
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void aLevelMapsOntoItself(RawMesh raw) {
    Progressive made = Progressive.of(Cases.shaken(Cases.mesh(raw), 0.01, SEED));
    int length = made.stream.length() / 2;
    LevelMap map = made.map(length, length);
    Influences rows = randomRows(made.level(length).points().length);
    for (int p = 0; p < made.level(length).points().length; p++) {
      assertThat(map.coarseOf(p)).isEqualTo(p);
      assertThat(map.nearest(p)).isEqualTo(p);
    }
    assertThat(map.toCoarser(rows).meanDistance()).isZero();
    assertThat(map.toFiner(rows).meanDistance()).isZero();
    assertSame(map.toCoarser(rows).influences(), rows);
    assertSame(map.toFiner(rows).influences(), rows);
  }

  private static Influences randomRows(int count) {
    Random random = new Random(SEED);
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < count; v++) {
      for (int i = 0; i < 3; i++) {
        rows.add(random.nextInt(6), random.nextDouble());
      }
      rows.endRow();
    }
    return rows.build();
  }

  private static void assertSame(Influences found, Influences expected) {
    assertThat(found.vertexCount()).isEqualTo(expected.vertexCount());
    for (int v = 0; v < expected.vertexCount(); v++) {
      assertThat(found.count(v)).as("seed %d, row %d", SEED, v).isEqualTo(expected.count(v));
      for (int i = 0; i < expected.count(v); i++) {
        assertThat(found.joint(v, i)).isEqualTo(expected.joint(v, i));
        assertThat(found.weight(v, i)).isCloseTo(expected.weight(v, i), within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void clustersOfTwoStepsEqualThoseOfOne(RawMesh raw) {
    Progressive made = Progressive.of(Cases.shaken(Cases.mesh(raw), 0.01, SEED));
    int length = made.stream.length();
    LevelMap first = made.map(0, length / 2);
    LevelMap second = made.map(length / 2, length);
    LevelMap both = made.map(0, length);
    for (int f = 0; f < made.level(0).points().length; f++) {
      assertThat(second.coarseOf(first.coarseOf(f))).isEqualTo(both.coarseOf(f));
    }
  }

  @Test
  void coarserRowsAreCopiesOfNearest() {
    Progressive made = Progressive.of(Cases.mesh(MeshSuite.icosphere(3)));
    LevelMap map = made.map(20, 500);
    Influences rows = randomRows(made.level(20).points().length);
    int[] nearest = IntStream.range(0, made.level(500).points().length).map(map::nearest).toArray();
    assertSame(map.toCoarser(rows).influences(), rows.rows(nearest));
  }

  @Test
  void finerRowsAreInterpolated() {
    Progressive made = Progressive.of(Cases.shaken(Cases.mesh(MeshSuite.icosphere(4)), 0.002, 7));
    int length = (int) (0.9 * made.level(0).points().length);
    Level fine = made.level(0);
    Level coarse = made.level(length);
    LevelMap map = new LevelMap(made.stream, fine, coarse);
    LevelMap.Mapped mapped = map.toFiner(alongX(coarse.mesh()));
    Influences wanted = alongX(fine.mesh());
    Influences blocky =
        alongX(coarse.mesh())
            .rows(IntStream.range(0, fine.points().length).map(map::coarseOf).toArray());
    double smooth = rms(mapped.influences(), wanted);
    assertThat(smooth).isLessThan(0.01).isLessThan(0.15 * rms(blocky, wanted));
    assertThat(mapped.influences().maxCount()).isLessThanOrEqualTo(2);
    assertThat(mapped.meanDistance()).isBetween(1e-6, 0.02);
  }

  /** Returns weights that change linearly along x. */
  private static Influences alongX(TriMesh mesh) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double second = Math.clamp(0.5 + 0.4 * mesh.position(v, 0), 0, 1);
      rows.add(0, 1 - second).add(1, second).endRow();
    }
    return rows.build();
  }

  private static double rms(Influences found, Influences wanted) {
    double sum = 0;
    for (int v = 0; v < wanted.vertexCount(); v++) {
      double d = share(found, v) - share(wanted, v);
      sum += d * d;
    }
    return Math.sqrt(sum / wanted.vertexCount());
  }

  /** Returns the weight of joint 1. */
  private static double share(Influences rows, int v) {
    return IntStream.range(0, rows.count(v))
        .filter(i -> rows.joint(v, i) == 1)
        .mapToDouble(i -> rows.weight(v, i))
        .sum();
  }

  @Test
  void wrongSizesAreRejected() {
    Progressive made = Progressive.of(Cases.mesh(MeshSuite.icosphere(2)));
    assertThatThrownBy(() -> made.map(5, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 and 4");
    LevelMap map = made.map(4, 5);
    assertThatThrownBy(() -> map.toCoarser(randomRows(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 3");
  }
}
