package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshParts;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.ExpressionPoses;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.weight.Importance;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Levels by detail: a ball like a head, with a disc in front of it like an eye. */
class DetailTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final RawMesh BALL = MeshSuite.icosphere(4);
  private static final int SIDES = 24;
  private static final int RINGS = 4;
  private static final double RADIUS = 0.12;
  private static final int BALL_POINTS = BALL.positions().length / 3;
  private static final int BALL_TRIANGLES = BALL.triangles().length / 3;

  /** The ball, and a disc at its front, nearer to it than the sag of a coarse triangle. */
  private static TriMesh head() {
    int points = 1 + SIDES * RINGS;
    double[] positions = Arrays.copyOf(BALL.positions(), 3 * (BALL_POINTS + points));
    List<Integer> triangles = new ArrayList<>();
    Arrays.stream(BALL.triangles()).forEach(triangles::add);
    for (int i = 0; i < points; i++) {
      int ring = (i + SIDES - 1) / SIDES;
      double angle = 2 * Math.PI * ((i + SIDES - 1) % SIDES) / SIDES;
      double r = RADIUS * ring / RINGS;
      int at = 3 * (BALL_POINTS + i);
      positions[at] = r * Math.cos(angle);
      positions[at + 1] = r * Math.sin(angle);
      positions[at + 2] = 1.01 * Math.sqrt(1 - r * r);
    }
    for (int s = 0; s < SIDES; s++) {
      int next = (s + 1) % SIDES;
      triangles.addAll(List.of(disc(0, 0), disc(1, s), disc(1, next)));
      for (int ring = 1; ring < RINGS; ring++) {
        triangles.addAll(List.of(disc(ring, s), disc(ring + 1, s), disc(ring + 1, next)));
        triangles.addAll(List.of(disc(ring, s), disc(ring + 1, next), disc(ring, next)));
      }
    }
    TriMesh plain = TriMesh.of(positions, triangles.stream().mapToInt(i -> i).toArray());
    int[] groups = new int[plain.triangleCount()];
    Arrays.fill(groups, BALL_TRIANGLES, groups.length, 1);
    return new TriMesh(
        plain.positions(),
        IntStream.range(0, plain.vertexCount()).toArray(),
        plain.cornerWedges(),
        groups,
        List.of());
  }

  /** A skin and an eye of some colour. */
  private static SkinnedCharacter painted(double brightness) {
    return painted(head(), brightness);
  }

  private static SkinnedCharacter painted(TriMesh mesh, double brightness) {
    Material eye =
        new Material(
            "eye",
            new Material.Color(brightness, brightness, brightness, 1),
            null,
            Set.of(),
            false,
            false,
            Material.Alpha.OPAQUE,
            0.5);
    return Cases.still(mesh).withMaterials(List.of(List.of(Material.PLAIN, eye)));
  }

  private static int disc(int ring, int side) {
    return BALL_POINTS + (ring == 0 ? 0 : 1 + SIDES * (ring - 1) + side);
  }

  private static SkinnedCharacter level(SkinnedCharacter character, double ratio) {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(ratio).withMeasuring(Measuring.NONE);
    return Simplify.run(character, options, CONTEXT).levels().getFirst().character();
  }

  @Test
  void partsAreConnectedTriangles() {
    TriMesh head = head();
    MeshParts parts = MeshParts.of(head);
    assertThat(parts.count()).isEqualTo(2);
    assertThat(parts.toArray()[0]).isEqualTo(parts.toArray()[BALL_TRIANGLES - 1]);
    assertThat(parts.toArray()[BALL_TRIANGLES]).isNotEqualTo(parts.toArray()[0]);
  }

  private static double[] weights(TriMesh mesh) {
    return weights(Cases.still(mesh));
  }

  private static double[] weights(SkinnedCharacter character) {
    double[] weights =
        Importance.of(
            new JoinedCharacter(character),
            true,
            new BitSet(),
            false,
            List.of(character.restPose()),
            CONTEXT);
    return Objects.requireNonNull(weights);
  }

  /** A face whose mouth is a thin dark strip between the columns 5 and 15 of a bent grid. */
  private static TriMesh mouth() {
    int columns = 21;
    double[] rows = {-1, -0.8, -0.6, -0.4, -0.2, -0.01, 0.01, 0.2, 0.4, 0.6, 0.8, 1};
    double[] positions = new double[3 * columns * rows.length];
    int[] corners = new int[6 * (columns - 1) * (rows.length - 1)];
    int[] groups = new int[corners.length / 3];
    for (int v = 0; v < positions.length / 3; v++) {
      double x = -1 + 0.1 * (v % columns);
      double y = rows[v / columns];
      positions[3 * v] = x;
      positions[3 * v + 1] = y;
      positions[3 * v + 2] = -0.5 * (x * x + y * y);
    }
    for (int t = 0; t < groups.length; t++) {
      int column = t / 2 % (columns - 1);
      int row = t / 2 / (columns - 1);
      int a = row * columns + column;
      corners[3 * t] = a;
      corners[3 * t + 1] = t % 2 == 0 ? a + 1 : a + columns + 1;
      corners[3 * t + 2] = t % 2 == 0 ? a + columns + 1 : a + columns;
      boolean tip = column == (t % 2 == 0 ? 5 : 14);
      boolean between = column > 5 && column < 14;
      groups[t] = row == 5 && (between || tip) ? 1 : 0;
    }
    int[] wedges = IntStream.range(0, positions.length / 3).toArray();
    return new TriMesh(positions, wedges, corners, groups, List.of());
  }

  /** The sides of a thin part are nearly parallel, so their planes alone would let its ends go. */
  @Test
  void thinPartsKeepTheirLength() {
    TriMesh level = level(painted(mouth(), 0), 0.08).meshes().getFirst().mesh();
    double from = 1;
    double to = -1;
    for (int c = 0; c < 3 * level.triangleCount(); c++) {
      if (level.group(c / 3) == 1) {
        double x = level.position(level.vertex(c / 3, c % 3), 0);
        from = Math.min(from, x);
        to = Math.max(to, x);
      }
    }
    assertThat(to - from).isBetween(0.9, 1.1);
  }

  /** The disc has 26 times as many triangles for its area. */
  @Test
  void densePartsWeighMore() {
    double[] weights = weights(head());
    assertThat(weights[BALL_POINTS]).isGreaterThan(5 * weights[0]);
    assertThat(weights[0]).isGreaterThan(0.5);
  }

  /** A dark eye is seen as a shape of its own; a disc of the colour of the skin is not. */
  @Test
  void smallPartsThatStandOutWeighMore() {
    double[] dark = weights(painted(0));
    double[] same = weights(painted(1));
    assertThat(same[BALL_POINTS]).isCloseTo(weights(head())[BALL_POINTS], within(1e-9));
    // The head is 8.3 times as wide as the disc.
    assertThat(dark[BALL_POINTS] / same[BALL_POINTS]).isBetween(7.5, 9.0);
    assertThat(dark[0]).isCloseTo(same[0], within(1e-9));
  }

  /** A ball whose upper half is dark: the line between the halves counts, not the halves. */
  @Test
  void linesBetweenColoursWeighMore() {
    TriMesh ball = Cases.mesh(BALL);
    int[] groups = new int[ball.triangleCount()];
    for (int t = 0; t < groups.length; t++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += ball.position(ball.vertex(t, c), 1);
      }
      groups[t] = sum > 0 ? 1 : 0;
    }
    int[] wedges = IntStream.range(0, ball.vertexCount()).toArray();
    TriMesh halves = new TriMesh(ball.positions(), wedges, ball.cornerWedges(), groups, List.of());
    double[] dark = weights(painted(halves, 0));
    double[] same = weights(painted(halves, 1));
    for (int p = 0; p < dark.length; p++) {
      double height = Math.abs(ball.position(p, 1));
      if (height < 0.03 || height > 0.3) {
        assertThat(dark[p] / same[p]).isCloseTo(height < 0.03 ? 4 : 1, within(1e-6));
      }
    }
  }

  @Test
  void evenDensityCountsByArea() {
    for (double weight : weights(Cases.mesh(BALL))) {
      assertThat(weight).isBetween(0.8, 1.25);
    }
  }

  /** A ball within a ball is never seen; the outer one is, and so is one beside it. */
  @Test
  void whatIsHiddenWeighsLess() {
    for (double centre : new double[] {0, 5}) {
      RawMesh both = MeshSuite.both("two balls", BALL, BALL);
      double[] positions = both.positions().clone();
      for (int i = 3 * BALL_POINTS; i < positions.length; i++) {
        positions[i] = 0.9 * positions[i] + (i % 3 == 0 ? centre : 0);
      }
      double[] weights = weights(TriMesh.of(positions, both.triangles()));
      double ratio = weights[BALL_POINTS] / weights[0];
      assertThat(ratio).isBetween(centre == 0 ? 0.25 : 0.9, centre == 0 ? 0.45 : 1.3);
    }
  }

  /** A disc that is compared with the ball below it may slide and grow over it at no cost. */
  @Test
  void aDiscKeepsItsPlaceAndSize() {
    TriMesh made = level(painted(0), 0.1).meshes().getFirst().mesh();
    MeshParts parts = MeshParts.of(made);
    assertThat(parts.count()).isEqualTo(2);
    double[] box = new double[4]; // Low and high x, low and high y.
    int triangles = 0;
    for (int t = 0; t < made.triangleCount(); t++) {
      if (parts.toArray()[t] != parts.toArray()[0]) {
        triangles++;
        for (int c = 0; c < 3; c++) {
          int v = made.vertex(t, c);
          for (int k = 0; k < 2; k++) {
            box[2 * k] = Math.min(box[2 * k], made.position(v, k));
            box[2 * k + 1] = Math.max(box[2 * k + 1], made.position(v, k));
          }
        }
      }
    }
    assertThat(triangles).isGreaterThan(10);
    for (int i = 0; i < 4; i++) {
      assertThat(Math.abs(box[i])).isBetween(0.9 * RADIUS, 1.08 * RADIUS);
    }
  }

  /** A lid that closes by a tenth of the head. */
  private static SkinnedCharacter blinking() {
    TriMesh ball = Cases.mesh(BALL);
    float[] lid = new float[3 * ball.wedgeCount()];
    float[] twice = new float[lid.length];
    for (int w = 0; w < ball.wedgeCount(); w++) {
      int v = ball.vertexOfWedge(w);
      double x = ball.position(v, 0) / 0.4, y = ball.position(v, 1) / 0.4;
      double inside = ball.position(v, 2) > 0 ? Math.max(0, 1 - x * x - y * y) : 0;
      lid[3 * w + 1] = (float) (-0.2 * inside);
      twice[3 * w + 1] = 2 * lid[3 * w + 1];
    }
    MorphTargets morphs =
        new MorphTargets(List.of(lid, twice), Arrays.asList(null, null), new double[2]);
    SkinnedCharacter still = Cases.still(ball);
    Geometry geometry = still.meshes().getFirst();
    return still.withMeshes(List.of(geometry.withMorphs(morphs)));
  }

  @Test
  void expressionsArePoses() {
    SkinnedCharacter character = blinking();
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(character.restPose()));
    WeightedPoses with = ExpressionPoses.with(rest, new JoinedCharacter(character));
    // The second target is a multiple of the first.
    assertThat(with.poses()).hasSize(2);
    Pose blink = with.poses().getLast();
    int node = character.parts().getFirst().node();
    assertThat(blink.morphWeight(node, 0)).isZero();
    assertThat(blink.morphWeight(node, 1)).isEqualTo(1);
    assertThat(Arrays.stream(with.weightArray()).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void aLevelBlinksAsFar() {
    SkinnedCharacter character = blinking();
    MorphTargets before = character.meshes().getFirst().morphs();
    MorphTargets after = level(character, 0.1).meshes().getFirst().morphs();
    double ratio = largest(after.positionOffsets(0)) / largest(before.positionOffsets(0));
    assertThat(ratio).isBetween(0.85, 1.15);
  }

  /**
   * Motions that a fit overshoots or cuts off: one with a steep border, and one of a few vertices.
   */
  @Test
  void steepAndNarrowMotionsGoAsFar() {
    TriMesh ball = Cases.mesh(BALL);
    float[] steep = new float[3 * ball.wedgeCount()];
    float[] narrow = new float[steep.length];
    for (int w = 0; w < ball.wedgeCount(); w++) {
      int v = ball.vertexOfWedge(w);
      double x = ball.position(v, 0), y = ball.position(v, 1), z = ball.position(v, 2);
      steep[3 * w + 1] = z > 0 && y > 0.2 ? -0.1f : 0;
      narrow[3 * w] = (float) (0.1 * Math.exp(-((x - 0.3) * (x - 0.3) + y * y) / 0.005));
    }
    MorphTargets before =
        new MorphTargets(List.of(steep, narrow), Arrays.asList(null, null), new double[2]);
    SkinnedCharacter still = Cases.still(ball);
    Geometry geometry = still.meshes().getFirst().withMorphs(before);
    SkinnedCharacter level = level(still.withMeshes(List.of(geometry)), 0.1);
    MorphTargets after = level.meshes().getFirst().morphs();
    for (int t = 0; t < 2; t++) {
      double ratio = largest(after.positionOffsets(t)) / largest(before.positionOffsets(t));
      assertThat(ratio).as("target " + t).isBetween(0.85, 1.001);
    }
  }

  private static double largest(float[] offsets) {
    double most = 0;
    for (float offset : offsets) {
      most = Math.max(most, Math.abs(offset));
    }
    return most;
  }
}
