package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A flat square of 5 × 5 points, one of which was moved across an edge. */
class FacingRepairTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final int SIDE = 5;
  private static final int INNER = 12;
  private static final TriMesh SQUARE = square();

  private static TriMesh square() {
    double[] positions = new double[3 * SIDE * SIDE];
    int[] triangles = new int[6 * (SIDE - 1) * (SIDE - 1)];
    for (int p = 0; p < SIDE * SIDE; p++) {
      positions[3 * p] = p % SIDE;
      int row = p / SIDE;
      positions[3 * p + 1] = row;
    }
    for (int q = 0; q < (SIDE - 1) * (SIDE - 1); q++) {
      int a = q / (SIDE - 1) * SIDE + q % (SIDE - 1);
      int[] two = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
      System.arraycopy(two, 0, triangles, 6 * q, 6);
    }
    return TriMesh.of(positions, triangles);
  }

  private static SkinnedCharacter character(TriMesh mesh) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    return new SkinnedCharacter(
        joints.build(),
        List.of(),
        List.of(new Geometry("mesh", mesh, null, null)),
        List.of(new Part("mesh", 0, 0, SkinnedCharacter.NO_SKIN)),
        List.of());
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
    return FacingRepair.run(new JoinedCharacter(character(SQUARE)), character(mesh), fixed, CONTEXT)
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
    SkinnedCharacter level = character(moved(2.5));
    assertThat(
            FacingRepair.run(new JoinedCharacter(character(SQUARE)), level, new BitSet(), CONTEXT))
        .isSameAs(level);
  }
}
