package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** A flat square of 5 × 5 points, one of which was moved across an edge. */
class FacingRepairTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final int SIDE = 5;
  private static final int INNER = 12;
  private static final TriMesh SQUARE = square();

  private static TriMesh square() {
    RawMesh grid = MeshSuite.grid(SIDE - 1, SIDE - 1);
    return TriMesh.of(grid.positions(), grid.triangles());
  }

  private static TriMesh moved(double x) {
    double[] positions = SQUARE.positions();
    positions[3 * INNER] = x;
    return SQUARE.withPositions(positions);
  }

  private static long facingAway(TriMesh mesh) {
    ClosestSamples pairs = new ClosestSamples(mesh, SQUARE, 6, CONTEXT);
    long count = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      count += pairs.facesAway(t) ? 1 : 0;
    }
    return count;
  }

  private static TriMesh repaired(TriMesh mesh, BitSet fixed) {
    return FacingRepair.run(
            new JoinedCharacter(StillCharacter.of(SQUARE)), StillCharacter.of(mesh), fixed, CONTEXT)
        .meshes()
        .getFirst()
        .mesh();
  }

  @Test
  void turnsTriangles() {
    TriMesh broken = moved(3.2);
    assertThat(facingAway(broken)).isPositive();
    TriMesh fixed = repaired(broken, new BitSet());
    assertThat(facingAway(fixed)).isZero();
    assertThat(fixed.triangles()).isEqualTo(broken.triangles());
  }

  @Test
  void fixedPointsStay() {
    BitSet all = new BitSet();
    all.set(0, SIDE * SIDE);
    assertThat(repaired(moved(3.2), all).positions()).isEqualTo(moved(3.2).positions());
  }

  @Test
  void aLevelThatFacesTheRightWayIsLeftAlone() {
    SkinnedCharacter level = StillCharacter.of(moved(2.5));
    assertThat(
            FacingRepair.run(
                new JoinedCharacter(StillCharacter.of(SQUARE)), level, new BitSet(), CONTEXT))
        .isSameAs(level);
  }
}
