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
        Importance.of(new JoinedCharacter(Cases.still(ballAndRing(size))), new BitSet(), false);
    assertThat(found).isNotNull();
    return found;
  }

  @Test
  void smallPartsWeighMore() {
    double[] weights = weights(0.05);
    assertThat(weights[0]).isEqualTo(1);
    assertThat(weights[BALL_POINTS]).isEqualTo(2);
    assertThat(weights(0.6)[BALL_POINTS]).isStrictlyBetween(1.0, 2.0);
  }

  @Test
  void onePartWeighsOne() {
    JoinedCharacter ball = new JoinedCharacter(Cases.still(Cases.mesh(BALL)));
    assertThat(Importance.of(ball, new BitSet(), false)).isNull();
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
