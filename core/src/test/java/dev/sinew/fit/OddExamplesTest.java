package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.math.Affine;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Degenerate examples: the fit ends with the requested number of bones and finite values. */
class OddExamplesTest {
  private static final long SEED = 20261106;
  private static RunContext context;

  @BeforeAll
  static void start() {
    context = RunContext.ofThreads(2);
  }

  @AfterAll
  static void stop() {
    context.close();
  }

  private static CharacterFit fit(Examples examples, int bones) {
    return CharacterFit.withBones(examples, bones, FitOptions.DEFAULTS, context);
  }

  private static double rms(FittedSkin skin) {
    return skin.error(skin.examples().shapes(), skin.motions(), context).rms();
  }

  private static void assertFitSucceeds(Examples examples, int bones) {
    CharacterFit fit = fit(examples, bones);
    for (FitModel model : FitModel.values()) {
      FittedSkin skin = fit.skin(model);
      assertThat(skin.boneCount()).isEqualTo(bones);
      ErrorSummary error = skin.error(examples.shapes(), skin.motions(), context);
      assertThat(error.rms()).isFinite();
      SkinnedCharacter character = FitSetups.character("odd", skin, context);
      assertThat(character.skins().getFirst().jointCount()).isEqualTo(bones);
    }
  }

  @Test
  void equalShapes() {
    Examples still =
        FitSetups.examples(FitSetups.tube(6, 6), 3, (k, x, y, z) -> new double[] {x, y, z});
    assertThat(still.isStill()).isTrue();
    assertFitSucceeds(still, 5);
    assertThat(rms(fit(still, 5).skin(FitModel.ANIMATION_SPACE))).isLessThan(1e-6);
  }

  @Test
  void rigidMotionOfWholeMesh() {
    Random random = new Random(SEED);
    double[][] motions = new double[4][];
    Arrays.setAll(motions, k -> FitSetups.motion(random, 2, 1));
    Examples rigid =
        FitSetups.examples(
            FitSetups.tube(6, 6),
            4,
            (k, x, y, z) -> {
              double[] p = new double[3];
              Affine.transformPoint(motions[k], 0, new double[] {x, y, z}, 0, p, 0);
              return p;
            });
    assertFitSucceeds(rigid, 7);
    assertThat(rms(fit(rigid, 7).skin(FitModel.LINEAR_BLEND))).isLessThan(1e-5);
  }

  @Test
  void flatMesh() {
    double[] positions = new double[3 * 36];
    List<Integer> triangles = new ArrayList<>();
    for (int i = 0; i < 36; i++) {
      positions[3 * i] = i % 6;
      positions[3 * i + 1] = Math.floorDiv(i, 6);
      if (i % 6 < 5 && i / 6 < 5) {
        triangles.addAll(List.of(i, i + 1, i + 6, i + 1, i + 7, i + 6));
      }
    }
    TriMesh flat = TriMesh.of(positions, triangles.stream().mapToInt(Integer::intValue).toArray());
    assertFitSucceeds(
        FitSetups.examples(
            flat, 4, (k, x, y, z) -> new double[] {x, y, x > 2 ? 0.3 * k * (x - 2) : 0}),
        4);
  }

  @Test
  void coincidentVertices() {
    TriMesh point = TriMesh.of(new double[12], new int[] {0, 1, 2, 0, 2, 3});
    assertFitSucceeds(FitSetups.examples(point, 3, (k, x, y, z) -> new double[] {k, 0, 0}), 2);
  }

  @Test
  void separateComponentsAndSingleVertices() {
    TriMesh tube = FitSetups.tube(5, 6);
    int n = tube.vertexCount();
    double[] positions = Arrays.copyOf(tube.positions(), 3 * (2 * n + 2));
    int[] triangles = Arrays.copyOf(tube.triangles(), 2 * tube.triangles().length);
    for (int i = 0; i < 3 * n; i++) {
      positions[3 * n + i] = positions[i] + (i % 3 == 1 ? 2 : 0);
    }
    for (int i = 0; i < tube.triangles().length; i++) {
      triangles[tube.triangles().length + i] = tube.triangles()[i] + n;
    }
    positions[6 * n] = 5;
    positions[6 * n + 3] = -5;
    Examples examples =
        FitSetups.examples(
            TriMesh.of(positions, triangles),
            4,
            (k, x, y, z) -> new double[] {x, y + (y > 1 ? k : 0), z + (x > 4 ? k : 0)});
    assertThat(examples.componentCount()).isEqualTo(4);
    assertFitSucceeds(examples, 6);
    assertFitSucceeds(examples, 2);
  }

  @Test
  void asManyBonesAsVertices() {
    Examples examples = FitSetups.curling(3, 4, 4, 1);
    assertFitSucceeds(examples, examples.vertexCount());
    assertThatThrownBy(() -> fit(examples, examples.vertexCount() + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 12");
  }

  @Test
  void refusesMissingOrInvalidExamples() {
    TriMesh mesh = FitSetups.tube(3, 4);
    assertThatThrownBy(() -> Examples.of(new MeshSequence(mesh, List.of(), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 shape besides the reference");
    float[] broken = new float[36];
    broken[4] = Float.NaN;
    assertThatThrownBy(
            () -> Examples.of(new MeshSequence(mesh, List.of("bad.obj"), List.of(broken))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("vertex 1 of bad.obj");
  }

  @Test
  void finiteWithoutRegularisation() {
    Examples few = FitSetups.curling(21, 8, 2, 2);
    FittedSkin skin =
        CharacterFit.withBones(few, 8, FitOptions.DEFAULTS.withShrink(0), context)
            .skin(FitModel.ANIMATION_SPACE);
    assertThat(rms(skin)).isLessThan(0.01);
  }

  @Test
  void equalWeightsTerminate() {
    TriMesh mesh = FitSetups.tube(3, 4);
    Examples still = FitSetups.examples(mesh, 3, (k, x, y, z) -> new double[] {x, y, z});
    BoneMotions apart = new BoneMotions(2, 3);
    for (int k = 1; k < 3; k++) {
      apart.set(0, k, new double[] {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0}, 0);
      apart.set(1, k, new double[] {1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1, 0}, 0);
    }
    assertThat(CharacterFit.weightsOnly(still, apart, 1, context).maxInfluences()).isEqualTo(1);
  }

  @Test
  void allBonesMoveVertices() {
    Examples examples = FitSetups.curling(33, 8, 4, 2);
    FittedSkin skin = fit(examples, 40).skin(FitModel.ANIMATION_SPACE);
    assertThat(skin.idleBoneCount()).isZero();
  }

  @Test
  void frameEqualToReferenceIsSkipped() {
    TriMesh mesh = FitSetups.tube(5, 6);
    float[] rest = new float[3 * mesh.vertexCount()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = (float) mesh.positions()[i];
    }
    float[] other = rest.clone();
    other[0] += 1;
    Examples examples =
        Examples.of(new MeshSequence(mesh, List.of("moved", "rest"), List.of(other, rest)));
    assertThat(examples.frameCount()).isEqualTo(2);
    assertThat(examples.shapes().name(0)).isEqualTo("rest");
    other[0] = 1e30f;
    assertThatThrownBy(
            () -> Examples.of(new MeshSequence(mesh, List.of("far.obj"), List.of(other))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("far.obj");
  }
}
