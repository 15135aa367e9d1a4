package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
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
    SkinnedCharacter level = SkinnedCharacter.ofMesh("mesh", mesh);
    return repaired(SkinnedCharacter.ofMesh("mesh", SQUARE), level, level.restPose(), fixed)
        .meshes()
        .getFirst()
        .mesh();
  }

  private static SkinnedCharacter repaired(
      SkinnedCharacter original, SkinnedCharacter level, Pose pose, BitSet fixed) {
    WeightedPoses poses = WeightedPoses.ofEqualWeight(List.of(pose));
    return FacingRepair.run(
        LevelOrigin.ofOnePart(
            new JoinedCharacter(original), level.meshes().getFirst().mesh().triangleCount()),
        level,
        poses,
        fixed,
        CONTEXT);
  }

  /** A square whose inner point follows a joint of its own, or does not. */
  private static SkinnedCharacter skinned(TriMesh mesh, int innerJoint) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    joints.add("inner", 0, 0, 0, 0);
    double[] binds = new double[2 * Affine.SIZE];
    Affine.identity(binds, 0);
    Affine.identity(binds, Affine.SIZE);
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      rows.add(v == INNER ? innerJoint : 0, 1).endRow();
    }
    return new SkinnedCharacter(
        joints.build(),
        List.of(new Skin("skin", new int[] {0, 1}, binds)),
        List.of(new Geometry("mesh", mesh, new Skinning.Linear(rows.build()))),
        List.of(new Part("mesh", 0, 0, 0)),
        List.of());
  }

  private static Pose shifted(SkinnedCharacter character, double x) {
    Pose pose = character.restPose();
    double[] local = new double[Affine.SIZE];
    Affine.identity(local, 0);
    local[3] = x;
    pose.setLocal(1, local, 0);
    pose.update();
    return pose;
  }

  /** At rest the inner point should go back by 0.22; in a pose that takes it across an edge. */
  @Test
  void turnsNoTriangleAwayInAPose() {
    SkinnedCharacter original = skinned(SQUARE, 0);
    SkinnedCharacter level = skinned(moved(3.2), 1);
    BitSet others = new BitSet();
    others.set(0, SIDE * SIDE);
    others.clear(INNER);
    assertThat(repaired(original, level, level.restPose(), others)).isNotSameAs(level);
    assertThat(repaired(original, level, shifted(level, -0.5), others)).isNotSameAs(level);
    assertThat(repaired(original, level, shifted(level, -2.1), others)).isSameAs(level);
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
    SkinnedCharacter level = SkinnedCharacter.ofMesh("mesh", moved(2.5));
    assertThat(
            repaired(
                SkinnedCharacter.ofMesh("mesh", SQUARE), level, level.restPose(), new BitSet()))
        .isSameAs(level);
  }
}
