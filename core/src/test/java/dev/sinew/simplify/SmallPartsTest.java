package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A large ball with a small torus beside it, like a head with glasses. */
class SmallPartsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final RawMesh BALL = MeshSuite.icosphere(4);
  private static final RawMesh RING = MeshSuite.torus(24, 10);
  private static final int BALL_POINTS = BALL.positions().length / 3;

  private static TriMesh ballAndRing(double size) {
    RawMesh both = MeshSuite.both("ball and ring", BALL, RING);
    double[] positions = both.positions().clone();
    for (int i = 3 * BALL_POINTS; i < positions.length; i++) {
      double centre = i % 3 == 0 ? 3 : 0;
      positions[i] = centre + size * RING.positions()[i - 3 * BALL_POINTS];
    }
    return TriMesh.of(positions, both.triangles());
  }

  private static double[] weights(double size) {
    double[] found =
        Importance.of(
            new JoinedCharacter(Cases.still(ballAndRing(size))),
            SurfaceWeight.AREA,
            new BitSet(),
            false,
            CONTEXT);
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  void smallPartsWeighMore() {
    double[] weights = weights(0.05);
    assertThat(weights[0]).isEqualTo(1);
    assertThat(weights[BALL_POINTS]).isEqualTo(2);
    assertThat(weights(0.3)[BALL_POINTS]).isStrictlyBetween(1.0, 2.0);
  }

  @Test
  void onePartWeighsOne() {
    JoinedCharacter ball = new JoinedCharacter(Cases.still(Cases.mesh(BALL)));
    assertThat(Importance.of(ball, SurfaceWeight.AREA, new BitSet(), false, CONTEXT)).isNull();
  }

  /** A thick rod with a thin end, one part: only the thin end weighs more. */
  @Test
  void thinFeaturesOfAPartWeighMore() {
    int sides = 16;
    int rings = 41;
    double[] positions = new double[3 * sides * rings];
    int[] triangles = new int[6 * sides * (rings - 1)];
    for (int i = 0; i < rings; i++) {
      boolean isEnd = i == 0 || i == rings - 1;
      double radius = isEnd ? 1e-4 : i < 20 ? 0.5 : i > 22 ? 0.05 : 0.25;
      for (int j = 0; j < sides; j++) {
        double angle = 2 * Math.PI * j / sides;
        int at = 3 * (sides * i + j);
        positions[at] = 0.1 * i;
        positions[at + 1] = radius * Math.cos(angle);
        positions[at + 2] = radius * Math.sin(angle);
      }
    }
    for (int i = 0, at = 0; i + 1 < rings; i++) {
      for (int j = 0; j < sides; j++, at += 6) {
        int a = sides * i + j;
        int b = sides * i + (j + 1) % sides;
        int[] quad = {a, a + sides, b, b, a + sides, b + sides};
        // Facing outwards: the axis is x, the angle runs from y to z.
        for (int k = 0; k < 6; k += 3) {
          triangles[at + k] = quad[k];
          triangles[at + k + 1] = quad[k + 2];
          triangles[at + k + 2] = quad[k + 1];
        }
      }
    }
    JoinedCharacter rod = new JoinedCharacter(Cases.still(TriMesh.of(positions, triangles)));
    double[] weights = Importance.of(rod, SurfaceWeight.AREA, new BitSet(), false, CONTEXT);
    assertThat(weights).isNotNull();
    assertThat(weights[sides * 8]).isEqualTo(1);
    assertThat(weights[sides * 35]).isEqualTo(1.5);
  }

  /** Without weights, 28 of 336 triangles are left of the ring. */
  @Test
  void theRingKeepsItsShape() {
    SkinnedCharacter character = Cases.still(ballAndRing(0.05));
    SkinnedCharacter level =
        Simplify.run(
                character,
                SimplifyOptions.DEFAULTS
                    .withRatios(0.06)
                    .withPolish(false)
                    .withMeasuring(Measuring.NONE),
                CONTEXT)
            .levels()
            .getFirst()
            .character();
    TriMesh mesh = level.meshes().getFirst().mesh();
    long ring =
        IntStream.range(0, mesh.triangleCount())
            .filter(t -> mesh.position(mesh.vertex(t, 0), 0) > 2)
            .count();
    assertThat(ring).isGreaterThan(30);
  }
}
