package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.math.Affine;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Characters, skins and morph targets. */
class SkinnedCharacterTest {
  private static final RawMesh RAW = MeshSuite.singleTriangle();
  private static final TriMesh TRIANGLE = TriMesh.of(RAW.positions(), RAW.triangles());

  private static Skeleton skeleton() {
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    builder.add("tip", 0, 0, 2, 0);
    return builder.build();
  }

  private static Skin skin(int... joints) {
    double[] binds = new double[Affine.SIZE * joints.length];
    for (int i = 0; i < joints.length; i++) {
      Affine.identity(binds, Affine.SIZE * i);
    }
    return new Skin("skin", joints, binds);
  }

  private static Influences all(int joint) {
    Influences.Builder builder = Influences.builder();
    for (int v = 0; v < 3; v++) {
      builder.add(joint, 1).endRow();
    }
    return builder.build();
  }

  private static SkinnedCharacter character(
      Skinning skinning, Skin skin, SkinnedCharacter.Part part, Clip... clips) {
    return new SkinnedCharacter(
        skeleton(),
        List.of(skin),
        List.of(new SkinnedCharacter.Geometry("mesh", TRIANGLE, skinning)),
        List.of(part),
        List.of(clips));
  }

  private static void assertRejected(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void referencesAreChecked() {
    SkinnedCharacter.Part good = new SkinnedCharacter.Part("part", 0, 0, 0);
    assertThat(character(new Skinning.Linear(all(1)), skin(0, 1), good).parts())
        .containsExactly(good);
    assertRejected(
        () -> character(new Skinning.Linear(all(1)), skin(0, 2), good),
        "[1]: expected 0 to 1, got 2");
    assertRejected(
        () -> character(new Skinning.Linear(all(2)), skin(0, 1), good), "expected 0 to 1, got 2");
    assertRejected(
        () -> character(Skinning.rigid(), skin(0), good), "has a skin but its mesh is rigid");
    assertRejected(
        () ->
            character(
                new Skinning.Linear(all(0)), skin(0), new SkinnedCharacter.Part("p", 2, 0, 0)),
        "node of part[0]: expected 0 to 1, got 2");
    assertRejected(
        () ->
            character(
                new Skinning.Linear(all(0)), skin(0), new SkinnedCharacter.Part("p", 0, 1, 0)),
        "mesh of part[0]: expected 0 to 0, got 1");
    assertRejected(
        () ->
            character(
                new Skinning.Linear(all(0)), skin(0), new SkinnedCharacter.Part("p", 0, 0, 1)),
        "skin of part[0]: expected 0 to 0, got 1");
    Clip far =
        new Clip(
            "far",
            List.of(
                new Clip.Track(
                    2,
                    Clip.Property.SCALE,
                    Clip.Interpolation.STEP,
                    new double[1],
                    new double[3])));
    assertRejected(() -> character(new Skinning.Linear(all(0)), skin(0), good, far), "far");
  }

  @Test
  void influencesAndMorphsMustFitTheMesh() {
    assertRejected(
        () ->
            new SkinnedCharacter.Geometry(
                "mesh", TRIANGLE, new Skinning.Linear(all(0).rows(new int[] {0, 1}))),
        "influence rows of mesh: expected 3, got 2");
    MorphTargets two =
        new MorphTargets(
            List.of(new float[6]), Arrays.asList(new float @Nullable [][] {null}), new double[1]);
    assertRejected(
        () -> new SkinnedCharacter.Geometry("mesh", TRIANGLE, Skinning.rigid(), two),
        "morphed wedges of mesh: expected 3, got 2");
  }

  @Test
  void thePartsOfASkinHaveTheSameVertices() {
    Skinning.AnimationSpace space = new Skinning.AnimationSpace(coords(1, 3), all(0));
    assertThat(space.jointsNeeded()).isEqualTo(2);
    assertThat(space.asLinear().jointsNeeded()).isEqualTo(1);
    assertRejected(
        () -> new Skinning.AnimationSpace(coords(0, 2), all(0)),
        "animation coordinates: expected 3, got 2");
    MultiWeights two = new MultiWeights(new int[] {0, 1, 2}, new int[2], new double[24]);
    assertRejected(() -> new Skinning.MultiWeight(space, two), "multi-weights: expected 3, got 2");
  }

  private static AnimationCoords coords(int joint, int rows) {
    AnimationCoords.Builder builder = AnimationCoords.builder();
    for (int r = 0; r < rows; r++) {
      builder.add(joint, 0, r, 0, 1).endRow();
    }
    return builder.buildPoints();
  }

  @Test
  void rowsOfASkinAreTakenInAllItsParts() {
    MultiWeights weights =
        new MultiWeights(new int[] {0, 1, 2, 3}, new int[] {0, 3, 0}, new double[36]);
    Skinning skin =
        new Skinning.MultiWeight(new Skinning.AnimationSpace(coords(1, 3), all(0)), weights);
    Skinning taken = skin.rows(new int[] {2, 1});
    assertThat(taken.coords().orElseThrow().value(0, 0, 1)).isEqualTo(2);
    assertThat(taken.influences().orElseThrow().vertexCount()).isEqualTo(2);
    assertThat(taken.multiWeights().orElseThrow().joint(1, 0)).isEqualTo(3);
    assertThat(taken.jointsNeeded()).isEqualTo(4);
    assertThat(taken.withoutMultiWeights()).isInstanceOf(Skinning.AnimationSpace.class);
    assertThat(Skinning.rigid().rows(new int[] {5})).isEqualTo(Skinning.rigid());
  }

  @Test
  void skinningMatricesApplyTheInverseBindFirst() {
    double[] bind = {1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1, 0};
    Skin skin = new Skin("skin", new int[] {1}, bind);
    Pose pose = new Pose(skeleton());
    double[] quarterTurn = {0, -1, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0};
    pose.setLocal(1, quarterTurn, 0);
    pose.update();
    double[] out = new double[Affine.SIZE];
    skin.skinningMatrices(pose, out);
    double[] p = {0, 3, 0};
    Affine.transformPoint(out, 0, p, 0, p, 0);
    assertThat(p).containsExactly(-1, 2, 0);
    assertRejected(() -> skin.skinningMatrices(pose, new double[24]), "expected 12, got 24");
    assertRejected(() -> new Skin("s", new int[2], bind), "expected 24, got 12");
  }

  @Test
  void theRestPoseHasTheMorphWeights() {
    MorphTargets morphs =
        new MorphTargets(
            List.of(new float[9]),
            Arrays.asList(new float @Nullable [][] {null}),
            new double[] {0.75});
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton(),
            List.of(),
            List.of(new SkinnedCharacter.Geometry("mesh", TRIANGLE, Skinning.rigid(), morphs)),
            List.of(new SkinnedCharacter.Part("part", 1, 0, SkinnedCharacter.NO_SKIN)),
            List.of());
    assertThat(character.restPose().morphWeight(1, 0)).isEqualTo(0.75);
    assertThat(character.restPose().morphWeight(0, 0)).isZero();
  }

  @Test
  void morphTargetsAddTheirOffsets() {
    float[] up = {0, 1, 0, 0, 2, 0};
    float[] normals = {1, 0, 0, 0, 0, 1};
    MorphTargets morphs =
        new MorphTargets(
            List.of(up, new float[6]),
            Arrays.asList(new float @Nullable [][] {normals, null}),
            new double[2]);
    float[] positions = {5, 5, 5, 6, 6, 6};
    morphs.addPositions(0, 0.5, positions);
    assertThat(positions).containsExactly(5, 5.5f, 5, 6, 7, 6);
    float[] turned = new float[6];
    morphs.addNormals(0, 2, turned);
    morphs.addNormals(1, 2, turned);
    assertThat(turned).containsExactly(2, 0, 0, 0, 0, 2);
    assertThat(morphs.count()).isEqualTo(2);
    assertThat(morphs.wedgeCount()).isEqualTo(2);
    assertRejected(() -> morphs.addPositions(0, 1, new float[3]), "expected 6, got 3");
  }

  @Test
  void rejectsMorphTargetsOfDifferentSizes() {
    List<float @Nullable []> noNormals = Arrays.asList(new float @Nullable [][] {null, null});
    assertRejected(
        () -> new MorphTargets(List.of(new float[6], new float[3]), noNormals, new double[2]),
        "position offsets of target 1: expected 6, got 3");
    assertRejected(
        () -> new MorphTargets(List.of(new float[3]), List.of(new float[6]), new double[1]),
        "normal offsets of target 0: expected 3, got 6");
    assertRejected(
        () -> new MorphTargets(List.of(new float[3]), List.of(new float[3]), new double[2]),
        "restWeights: expected 1, got 2");
  }
}
