package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.Ray;
import dev.sinew.distance.TriangleTree;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshParts;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.simplify.layer.LayerSearch;
import dev.sinew.simplify.layer.Layers;
import dev.sinew.simplify.polish.LayerRepair;
import dev.sinew.simplify.polish.LevelOrigin;
import dev.sinew.simplify.polish.Polish;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layers are found, and keep their order in levels. */
class LayersTest {
  private static final int SIDE = 24;
  private static final double GAP = 0.006;

  /** Two wavy sheets over each other, one material each. */
  private static TriMesh sheets(double gap, boolean sameFacing, long seed) {
    Random random = new Random(seed);
    double[] phases = random.doubles(4, 0, 6).toArray();
    int points = SIDE * SIDE;
    double[] positions = new double[6 * points];
    for (int p = 0; p < 2 * points; p++) {
      int row = p % points / SIDE;
      double x = p % points % SIDE * (1.0 / (SIDE - 1));
      double y = row * (1.0 / (SIDE - 1));
      // The lower sheet is smooth, the upper one follows it with waves of its own.
      double z = 0.05 * Math.sin(5 * x + phases[0]) * Math.cos(4 * y + phases[1]);
      if (p >= points) {
        z += gap * (1 + 0.4 * Math.sin(17 * x + phases[2]) * Math.sin(15 * y + phases[3]));
      }
      positions[3 * p] = x;
      positions[3 * p + 1] = y;
      positions[3 * p + 2] = z;
    }
    int cells = (SIDE - 1) * (SIDE - 1);
    int[] triangles = new int[12 * cells];
    int[] groups = new int[4 * cells];
    for (int c = 0; c < 2 * cells; c++) {
      int a = c / cells * points + c % cells / (SIDE - 1) * SIDE + c % cells % (SIDE - 1);
      boolean turned = c >= cells && !sameFacing;
      int[] six = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
      for (int i = 0; i < 6; i++) {
        triangles[6 * c + i] = six[turned ? 5 - i : i];
      }
      groups[2 * c] = c / cells;
      groups[2 * c + 1] = c / cells;
    }
    int[] same = IntStream.range(0, 2 * points).toArray();
    return new TriMesh(positions, same, triangles, groups, List.of());
  }

  private static Layers layers(TriMesh mesh) {
    return LayerSearch.run(mesh, 1, pose -> mesh.floatPositions(), null, 0, Cases.CONTEXT);
  }

  @Test
  void sheetsThatFaceTheSameWayAreLayers() {
    Layers found = layers(sheets(GAP, true, 1));
    // Nearly every vertex of both has a ray, and each ray two samples.
    assertThat(found.count()).isGreaterThan(3 * SIDE * SIDE);
    for (int s = 0; s < found.count(); s++) {
      assertThat(found.wayLength(s, 0)).isBetween(0.3 * GAP, 1.6 * GAP);
    }
  }

  @Test
  void othersAreNot() {
    assertThat(layers(sheets(GAP, false, 1)).isEmpty()).isTrue();
    assertThat(layers(sheets(0.1, true, 1)).isEmpty()).isTrue();
    assertThat(layers(sheets(0, true, 1)).isEmpty()).as("in one place").isTrue();
  }

  @Test
  void halfOfTheWayIsFree() {
    Layers found = layers(sheets(GAP, true, 2));
    double[] at = new double[3];
    for (double share : new double[] {-1, 0, 0.5, 1}) {
      for (int k = 0; k < 3; k++) {
        at[k] = found.place(0, 0, k) + share * found.wayLength(0, 0) * found.direction(0, 0, k);
      }
      assertThat(found.wayGone(0, 0, at)).isCloseTo(share, within(1e-3));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void levelsKeepTheOrder(long seed) {
    SkinnedCharacter character = Cases.still(sheets(GAP, true, seed));
    for (boolean polish : new boolean[] {false, true}) {
      SimplifyOptions options =
          SimplifyOptions.DEFAULTS
              .withRatios(0.08)
              .withPolish(polish)
              .withMeasuring(Measuring.NONE);
      SkinnedCharacter level =
          Simplify.run(character, options, Cases.CONTEXT).levels().getFirst().character();
      assertThat(swapped(level.meshes().getFirst().mesh()))
          .as("seed %d, polish %s", seed, polish)
          .isLessThan(0.01);
    }
  }

  /** Raises the lower sheet through the upper one in a bump, as a level might. */
  private static TriMesh bumped(TriMesh sheets) {
    double[] positions = sheets.positions();
    for (int p = 0; p < SIDE * SIDE; p++) {
      double x = positions[3 * p] - 0.5;
      double y = positions[3 * p + 1] - 0.5;
      positions[3 * p + 2] += 1.2 * GAP * Math.exp(-10 * (x * x + y * y));
    }
    return sheets.withPositions(positions);
  }

  @Test
  void whatHasComeThroughIsMovedBackAndWhatIsSeenStays() {
    TriMesh mesh = sheets(GAP, true, 4);
    JoinedCharacter original = new JoinedCharacter(Cases.still(mesh));
    TriMesh wrong = bumped(mesh);
    assertThat(swapped(wrong)).isGreaterThan(0.02);
    int[] parts = MeshParts.of(mesh).toArray();
    double[] ones = new double[parts.length];
    Arrays.fill(ones, 1);
    LevelOrigin origin = new LevelOrigin(original, parts, parts, ones, Layers.NONE);
    SkinnedCharacter level = Cases.still(wrong);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(level.restPose()));
    Layers lines = Polish.layers(original, rest, null, LayerRepair.LEAST_LINES, Cases.CONTEXT);
    TriMesh repaired =
        LayerRepair.run(origin, lines, level, rest, new BitSet(), Cases.CONTEXT)
            .meshes()
            .getFirst()
            .mesh();
    assertThat(swapped(repaired)).isLessThan(0.1 * swapped(wrong));
    for (int i = 3 * SIDE * SIDE; i < 6 * SIDE * SIDE; i++) {
      assertThat(repaired.positions()[i]).isEqualTo(wrong.positions()[i]);
    }
    BitSet all = new BitSet();
    all.set(0, mesh.vertexCount());
    assertThat(LayerRepair.run(origin, lines, level, rest, all, Cases.CONTEXT).meshes())
        .as("points that are fixed")
        .allSatisfy(one -> assertThat(one.mesh().positions()).containsExactly(wrong.positions()));
  }

  /** Returns the share of places at which the lower sheet is above the upper one. */
  private static double swapped(TriMesh mesh) {
    TriangleTree[] sheets = new TriangleTree[2];
    for (int g = 0; g < 2; g++) {
      int group = g;
      int[] corners =
          IntStream.range(0, mesh.triangleCount())
              .filter(t -> mesh.group(t) == group)
              .flatMap(t -> IntStream.range(0, 3).map(c -> mesh.vertex(t, c)))
              .toArray();
      sheets[g] = new TriangleTree(mesh.floatPositions(), corners);
    }
    int places = 0;
    int wrong = 0;
    double[] heights = new double[2];
    for (int i = 0; i < 100 * 100; i++) {
      double x = (i % 100 + 0.5) / 100;
      int row = i / 100;
      double y = (row + 0.5) / 100;
      for (int g = 0; g < 2; g++) {
        TriangleTree.Hit hit = new TriangleTree.Hit();
        sheets[g].firstAlong(new Ray(x, y, 1, 0, 0, -1), 0, 2, hit, TriangleTree.newScratch());
        heights[g] = hit.isFound() ? 1 - hit.distance() : Double.NaN;
      }
      if (Arrays.stream(heights).noneMatch(Double::isNaN)) {
        places++;
        wrong += heights[0] > heights[1] ? 1 : 0;
      }
    }
    return wrong / (double) places;
  }
}
