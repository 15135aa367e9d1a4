package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.sample.Samples;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnimationSpaceTest {
  private static final SkinnedCharacter CHARACTER = Samples.create("arm").character();

  private static Part part() {
    return CHARACTER.parts().getFirst();
  }

  private static double side() {
    return CHARACTER.geometry(part()).mesh().bounds().longestSide();
  }

  private static PointBuffer filled(Deformer deformer, Pose pose) {
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    return out;
  }

  private static void assertClose(float[] a, float[] b, double tolerance) {
    assertArrayEquals(a, b, (float) tolerance);
  }

  /** Computes v = Σ w M v̂ in double precision. */
  private static void blend(
      double[] rest, int v, Influences influences, int row, double[] matrices, double[] out) {
    double[] moved = new double[3];
    Arrays.fill(out, 0);
    for (int i = 0; i < influences.count(row); i++) {
      int m = Affine.SIZE * influences.joint(row, i);
      Affine.transformPoint(matrices, m, rest, 3 * v, moved, 0);
      for (int k = 0; k < 3; k++) {
        out[k] += influences.weight(row, i) * moved[k];
      }
    }
  }

  @Test
  void equalsTheLinearBlendingItWasConvertedFrom() {
    Skin skin = CHARACTER.skins().get(part().skin());
    Influences influences = CHARACTER.geometry(part()).skinning().influences().orElseThrow();
    double[] rest = CHARACTER.geometry(part()).mesh().positions();
    AnimationCoords coords = AnimationCoords.ofLinearBlend(skin, influences, rest);
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    double[] expected = new double[3];
    double[] actual = new double[3];
    Random random = new Random(11);
    Pose pose = CHARACTER.restPose();
    double worst = 0;
    for (int round = 0; round < 1000; round++) {
      RandomPoses.rotate(pose, random, 3);
      skin.skinningMatrices(pose, matrices);
      double[] globals = RandomPoses.globals(skin, pose);
      for (int v = 0; v < influences.vertexCount(); v++) {
        blend(rest, v, influences, v, matrices, expected);
        coords.project(v, globals, actual, 0);
        for (int k = 0; k < 3; k++) {
          worst = Math.max(worst, Math.abs(expected[k] - actual[k]));
        }
      }
    }
    assertThat(worst).isLessThan(1e-6 * side());
  }

  @Test
  void positionsAndNormalsEqualLinearBlending() {
    for (NormalMode mode : NormalMode.values()) {
      LinearBlend blend = LinearBlend.of(CHARACTER, part(), mode);
      AnimationSpace space = AnimationSpace.of(CHARACTER, part(), mode);
      for (long seed = 0; seed < 10; seed++) {
        Pose pose = RandomPoses.rotated(CHARACTER, seed);
        PointBuffer a = filled(blend, pose);
        PointBuffer b = filled(space, pose);
        assertClose(a.positions(), b.positions(), 1e-5 * side());
        float[] na = Objects.requireNonNull(a.normals());
        float[] nb = Objects.requireNonNull(b.normals());
        int agreeing = 0;
        for (int i = 0; i < na.length; i += 3) {
          double dot = na[i] * nb[i] + na[i + 1] * nb[i + 1] + na[i + 2] * nb[i + 2];
          agreeing += dot > 0.9999 ? 1 : 0;
        }
        // At the remaining points the pose mirrors the skin: there the signs are opposite.
        assertThat(agreeing).as(mode + ", seed " + seed).isGreaterThan(na.length / 3 * 98 / 100);
      }
    }
  }

  @Test
  void keepsMidpointsUnlikeLinearBlending() {
    Skin skin = CHARACTER.skins().get(part().skin());
    Influences influences = CHARACTER.geometry(part()).skinning().influences().orElseThrow();
    double[] rest = CHARACTER.geometry(part()).mesh().positions();
    AnimationCoords coords = AnimationCoords.ofLinearBlend(skin, influences, rest);
    Random random = new Random(5);
    Pose pose = CHARACTER.restPose();
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    double[][] ends = new double[3][3];
    double worstAnimation = 0;
    double worstBlend = 0;
    for (int round = 0; round < 200; round++) {
      RandomPoses.rotate(pose, random, 1.5);
      skin.skinningMatrices(pose, matrices);
      double[] globals = RandomPoses.globals(skin, pose);
      int a = random.nextInt(coords.rowCount());
      int b = random.nextInt(coords.rowCount());
      coords.project(a, globals, ends[0], 0);
      coords.project(b, globals, ends[1], 0);
      AnimationCoords.Builder middleCoords = AnimationCoords.builder();
      middleCoords.add(coords, a, 0.5).add(coords, b, 0.5).endRow();
      middleCoords.buildVectors().project(0, globals, ends[2], 0);
      worstAnimation = Math.max(worstAnimation, midpointError(ends));
      double[] middle = new double[3];
      Influences.Builder row = Influences.builder();
      for (int k = 0; k < 3; k++) {
        middle[k] = (rest[3 * a + k] + rest[3 * b + k]) / 2;
      }
      for (int end : new int[] {a, b}) {
        for (int i = 0; i < influences.count(end); i++) {
          row.add(influences.joint(end, i), influences.weight(end, i) / 2);
        }
      }
      row.endRow();
      blend(middle, 0, row.build(), 0, matrices, ends[2]);
      worstBlend = Math.max(worstBlend, midpointError(ends));
    }
    assertThat(worstAnimation).isLessThan(1e-12 * side());
    assertThat(worstBlend).isGreaterThan(0.01 * side());
  }

  private static double midpointError(double[][] ends) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      double off = ends[2][k] - (ends[0][k] + ends[1][k]) / 2;
      sum += off * off;
    }
    return Math.sqrt(sum);
  }

  /**
   * Returns coordinates that are no linear blend: every p_j perturbed, weights still summing to 1.
   */
  private static AnimationSpace perturbed(AnimationSpace space, long seed) {
    Random random = new Random(seed);
    AnimationCoords.Builder rows = AnimationCoords.builder();
    AnimationCoords coords = space.coords();
    for (int r = 0; r < coords.rowCount(); r++) {
      rows.add(coords, r, 1);
      double w = 0.1 * random.nextDouble();
      int extra = random.nextInt(space.skin().jointCount());
      rows.add(extra, random.nextDouble(), random.nextDouble(), random.nextDouble(), w);
      rows.add(coords.joint(r, 0), 0, 0, 0, -w);
      rows.endRow();
    }
    return AnimationSpace.of(space.skin(), rows.buildPoints(), space.planes());
  }

  @Test
  void multiWeightEnvelopingContainsAnimationSpaceAndLinearBlending() {
    AnimationSpace space = perturbed(AnimationSpace.of(CHARACTER, part()), 1);
    MultiWeight embedded = MultiWeight.embedding(space);
    MultiWeight blended = MultiWeight.of(CHARACTER, part());
    LinearBlend blend = LinearBlend.of(CHARACTER, part());
    for (long seed = 0; seed < 20; seed++) {
      Pose pose = RandomPoses.rotated(CHARACTER, seed);
      PointBuffer a = filled(space, pose);
      PointBuffer b = filled(embedded, pose);
      assertClose(a.positions(), b.positions(), 1e-5 * side());
      assertClose(Objects.requireNonNull(a.normals()), Objects.requireNonNull(b.normals()), 0.02);
      assertClose(
          filled(blend, pose).positions(), filled(blended, pose).positions(), 1e-5 * side());
    }
  }

  @Test
  void multiWeightAllowsDifferentRows() {
    // One point whose x follows the rotation of the joint and whose y and z only follow its shift.
    Skin skin = new Skin("one", new int[] {0}, identity());
    double[] u = {1, 2, 3, 1, 0, 0, 0, 5, 0, 0, 0, 6};
    MultiWeight made = MultiWeight.of(skin, new int[] {0, 1}, new int[] {0}, u);
    var skeleton = dev.sinew.model.Skeleton.builder();
    skeleton.add("root", -1, 0, 0, 0);
    Pose pose = new Pose(skeleton.build());
    pose.setLocal(0, new double[] {0, -1, 0, 10, 1, 0, 0, 1, 0, 0, 1, 2}, 0);
    pose.update();
    assertClose(filled(made, pose).positions(), new float[] {-2 + 10, 5, 12}, 1e-6);
  }

  private static double[] identity() {
    double[] out = new double[Affine.SIZE];
    Affine.identity(out, 0);
    return out;
  }

  @Test
  void geomorphInterpolatesBetweenTwoSurfaces() {
    AnimationSpace from = AnimationSpace.of(CHARACTER, part());
    AnimationSpace to = perturbed(from, 4);
    Geomorph morph = Geomorph.between(from, to);
    Pose pose = RandomPoses.rotated(CHARACTER, 5);
    PointBuffer a = filled(from, pose);
    PointBuffer b = filled(to, pose);
    int n = morph.pointCount();
    Geomorph.Morphed posed = morph.newPosed();
    posed.set(pose);
    PointBuffer out = PointBuffer.allocate(n, true);
    posed.setLevel(0);
    posed.fill(0, n, out);
    assertClose(a.positions(), out.positions(), 1e-6 * side());
    assertClose(Objects.requireNonNull(a.normals()), Objects.requireNonNull(out.normals()), 1e-2);
    posed.setLevel(1);
    posed.fill(0, n, out);
    assertClose(b.positions(), out.positions(), 1e-5 * side());
    float[] levels = new float[n];
    for (int v = 0; v < n; v++) {
      levels[v] = v % 5 / 4f;
    }
    posed.setLevels(levels);
    posed.fill(0, n, out);
    for (int i = 0; i < 3 * n; i++) {
      float l = levels[Math.floorDiv(i, 3)];
      assertThat((double) out.positions()[i])
          .isCloseTo(
              (1 - l) * a.positions()[i] + l * b.positions()[i],
              org.assertj.core.data.Offset.offset(1e-5 * side()));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> posed.setLevel(1.5));
    assertThatIllegalArgumentException().isThrownBy(() -> posed.setLevels(new float[n + 1]));
  }

  @Test
  void displacementAllowsEmptyRows() {
    AnimationSpace from = AnimationSpace.of(CHARACTER, part());
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < from.pointCount(); v++) {
      if (v == 3) {
        rows.add(1, 0.25, 0, 0, 0);
      }
      rows.endRow();
    }
    Geomorph morph = Geomorph.displacing(from, rows.buildVectors());
    Geomorph.Morphed posed = morph.newPosed();
    posed.set(CHARACTER.restPose());
    posed.setLevel(1);
    PointBuffer out = PointBuffer.allocate(morph.pointCount(), false);
    posed.fill(0, morph.pointCount(), out);
    float[] before = filled(from, CHARACTER.restPose()).positions();
    double[] moved = new double[3];
    for (int i = 0; i < before.length; i++) {
      if (Math.floorDiv(i, 3) == 3) {
        moved[i % 3] = out.positions()[i] - before[i];
      } else {
        assertThat(out.positions()[i]).isEqualTo(before[i]);
      }
    }
    assertThat(Math.sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]))
        .isCloseTo(0.25, org.assertj.core.data.Offset.offset(1e-5));
  }

  @Test
  void rejectsJointsOutsideTheSkin() {
    AnimationCoords far =
        AnimationCoords.points(new int[] {0, 1}, new int[] {99}, new double[] {0, 0, 0, 1});
    Skin skin = CHARACTER.skins().getFirst();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationSpace.of(skin, far, null))
        .withMessageContaining("need 100");
  }
}
