package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.system.SkinRows;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.LinearBlend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CharacterFitTest {
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

  /** Every other example is held out. */
  private record Split(Examples training, ShapeSet holdout) {
    static Split of(MeshSequence all) {
      List<String> names = new ArrayList<>();
      List<float[]> seen = new ArrayList<>();
      List<String> otherNames = new ArrayList<>();
      List<float[]> unseen = new ArrayList<>();
      for (int k = 0; k < all.frameCount(); k++) {
        (k % 2 == 0 ? names : otherNames).add(all.name(k));
        (k % 2 == 0 ? seen : unseen).add(all.positions(k));
      }
      Examples training = Examples.of(new MeshSequence(all.reference(), names, seen));
      return new Split(
          training,
          ShapeSet.of(new MeshSequence(all.reference(), otherNames, unseen), training.box()));
    }
  }

  @ParameterizedTest
  @CsvSource({"cylinder-bend, 2", "cylinder-twist, 2", "arm, 3"})
  void animationSpaceFitsBetterThanLinearBlending(String name, int bones) {
    Split split = Split.of(Samples.create(name).examples());
    CharacterFit fit = fit(split.training, bones);
    FittedSkin as = fit.skin(FitModel.ANIMATION_SPACE);
    FittedSkin ssd = fit.skin(FitModel.LINEAR_BLEND);
    FittedSkin mwe = fit.skin(FitModel.MULTI_WEIGHT);
    assertThat(rms(as)).isLessThan(rms(ssd));
    assertThat(rms(mwe)).isLessThanOrEqualTo(rms(as));
    assertThat(unseen(as, split.holdout)).isLessThan(unseen(ssd, split.holdout));
  }

  private static double unseen(FittedSkin skin, ShapeSet holdout) {
    return skin.error(holdout, skin.solve(holdout, context), context).rms();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "cylinder-twist"})
  void tubesKeepRadius(String name) {
    Examples examples = Examples.of(Samples.create(name).examples());
    CharacterFit fit =
        CharacterFit.withBones(examples, 2, FitOptions.DEFAULTS.withExactRest(false), context);
    double as = worstRadiusError(fit.skin(FitModel.ANIMATION_SPACE));
    double ssd = worstRadiusError(fit.skin(FitModel.LINEAR_BLEND));
    assertThat(ssd).isGreaterThan(0.01);
    assertThat(as).isLessThan(ssd / 5);
  }

  /** Returns the largest error along the normal of the expected surface. */
  private static double worstRadiusError(FittedSkin skin) {
    Examples examples = skin.examples();
    float[][] predicted = skin.predict(skin.motions(), context);
    TriMesh mesh = examples.reference();
    double worst = 0;
    for (int k = 0; k < examples.frameCount(); k++) {
      double[][] normals = normals(mesh, examples.shapes(), k);
      for (int v = 0; v < mesh.vertexCount(); v++) {
        double out = 0;
        for (int axis = 0; axis < 3; axis++) {
          out +=
              normals[v][axis]
                  * (predicted[k][3 * v + axis] - examples.shapes().position(k, v, axis));
        }
        worst = Math.max(worst, Math.abs(out));
      }
    }
    return worst;
  }

  private static double[][] normals(TriMesh mesh, ShapeSet shapes, int frame) {
    double[][] normals = new double[mesh.vertexCount()][3];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = mesh.vertex(t, 0);
      int b = mesh.vertex(t, 1);
      int c = mesh.vertex(t, 2);
      for (int axis = 0; axis < 3; axis++) {
        int y = (axis + 1) % 3;
        int z = (axis + 2) % 3;
        double n =
            (shapes.position(frame, b, y) - shapes.position(frame, a, y))
                    * (shapes.position(frame, c, z) - shapes.position(frame, a, z))
                - (shapes.position(frame, b, z) - shapes.position(frame, a, z))
                    * (shapes.position(frame, c, y) - shapes.position(frame, a, y));
        normals[a][axis] += n;
        normals[b][axis] += n;
        normals[c][axis] += n;
      }
    }
    for (double[] n : normals) {
      double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int axis = 0; axis < 3; axis++) {
        n[axis] = length > 0 ? n[axis] / length : 0;
      }
    }
    return normals;
  }

  @Test
  void recoversKnownWeights() {
    Random random = new Random(SEED);
    TriMesh mesh = FitSetups.tube(12, 8);
    BoneMotions truth = FitSetups.motions(random, 4, 7);
    double[][] weights = new double[mesh.vertexCount()][4];
    for (int v = 0; v < weights.length; v++) {
      double sum = 0;
      for (int b = 0; b < 4; b++) {
        weights[v][b] = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        sum += weights[v][b];
      }
      for (int b = 0; b < 4; b++) {
        weights[v][b] = sum > 0 ? weights[v][b] / sum : b == 0 ? 1 : 0;
      }
    }
    UnitBox box = UnitBox.of(mesh.bounds());
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int k = 0; k < 7; k++) {
      float[] shape = new float[3 * mesh.vertexCount()];
      for (int v = 0; v < mesh.vertexCount(); v++) {
        for (int r = 0; r < 3; r++) {
          double sum = 0;
          for (int b = 0; b < 4; b++) {
            int m = truth.at(b, k) + 4 * r;
            double moved = truth.value(m + 3);
            for (int c = 0; c < 3; c++) {
              moved += truth.value(m + c) * box.toUnit(mesh.position(v, c), c);
            }
            sum += weights[v][b] * moved;
          }
          shape[3 * v + r] = (float) box.fromUnit(sum, r);
        }
      }
      names.add("frame " + k);
      frames.add(shape);
    }
    Examples examples = Examples.of(new MeshSequence(mesh, names, frames));
    Influences found = CharacterFit.weightsOnly(examples, truth, 4, context).weights();
    for (int v = 0; v < weights.length; v++) {
      double[] row = new double[4];
      for (int i = 0; i < found.count(v); i++) {
        row[found.joint(v, i)] = found.weight(v, i);
      }
      for (int b = 0; b < 4; b++) {
        assertThat(row[b]).as("seed %d, vertex %d", SEED, v).isCloseTo(weights[v][b], within(1e-3));
      }
    }
  }

  @Test
  void influencesAreWithinLimits() {
    Examples examples = FitSetups.curling(33, 8, 6, 2);
    FitOptions options = FitOptions.DEFAULTS.withMaxInfluences(3).withMeanInfluences(1.6);
    CharacterFit fit = CharacterFit.withBones(examples, 6, options, context);
    FittedSkin as = fit.skin(FitModel.ANIMATION_SPACE);
    assertThat(as.maxInfluences()).isBetween(2, 3);
    assertThat((double) as.influenceCount() / examples.vertexCount()).isBetween(1.3, 1.6);
    FittedSkin ssd = fit.skin(FitModel.LINEAR_BLEND);
    assertThat(ssd.maxInfluences()).isLessThanOrEqualTo(3);
    Influences weights = ssd.weights();
    for (int v = 0; v < weights.vertexCount(); v++) {
      double sum = 0;
      for (int i = 0; i < weights.count(v); i++) {
        assertThat(weights.weight(v, i)).isPositive();
        sum += weights.weight(v, i);
      }
      assertThat(sum).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void resultDoesNotDependOnThreads() {
    Examples examples = FitSetups.curling(21, 8, 5, 2);
    double[] first = values(examples, 1);
    assertThat(values(examples, 1)).containsExactly(first);
    assertThat(values(examples, 3)).containsExactly(first);
  }

  private static double[] values(Examples examples, int threads) {
    try (RunContext some = RunContext.ofThreads(threads)) {
      FittedSkin skin =
          CharacterFit.withBones(examples, 5, FitOptions.DEFAULTS, some)
              .skin(FitModel.ANIMATION_SPACE);
      double[] coordinates = skin.coordinates().values();
      double[] motions = skin.motions().values();
      double[] all = Arrays.copyOf(coordinates, coordinates.length + motions.length);
      System.arraycopy(motions, 0, all, coordinates.length, motions.length);
      return all;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FitModel.class,
      names = {"ANIMATION_SPACE", "LINEAR_BLEND"})
  void characterMovesLikeFittedSkin(FitModel model) {
    Sample sample = Samples.create("arm");
    Examples examples = Examples.of(sample.examples());
    FittedSkin skin = fit(examples, 4).skin(model);
    SkinnedCharacter character = FitSetups.character("arm", skin, context);
    float[][] expected = skin.predict(skin.motions(), context);
    assertThat(character.clips().getFirst().name()).isEqualTo(ExamplesClip.NAME);
    assertThat(character.clips().get(1).name()).isEqualTo("pose-01");
    assertThat(character.clips()).hasSize(examples.frameCount());
    for (int k = 0; k < examples.frameCount(); k++) {
      Pose pose = character.restPose();
      character.clips().getFirst().sample(ExamplesClip.time(character.clips().getFirst(), k), pose);
      assertShape(character, pose, expected[k], examples, model);
      if (k > 0) {
        character.clips().get(k).sample(0, pose);
        assertShape(character, pose, expected[k], examples, model);
      }
    }
  }

  private static void assertShape(
      SkinnedCharacter character, Pose pose, float[] expected, Examples examples, FitModel model) {
    var part = character.parts().getFirst();
    var deformer =
        model == FitModel.LINEAR_BLEND
            ? LinearBlend.of(character, part)
            : AnimationSpace.of(
                character.skins().getFirst(),
                character
                    .geometry(part)
                    .skinning()
                    .coords()
                    .orElseThrow()
                    .rows(character.geometry(part).mesh().wedgeVertices()),
                null);
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
    var posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    TriMesh mesh = examples.reference();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      for (int axis = 0; axis < 3; axis++) {
        assertThat(examples.box().toUnit(out.positions()[3 * w + axis], axis))
            .isCloseTo(expected[3 * v + axis], within(1e-5));
      }
    }
  }

  @Test
  void scaledBonesFitScaledShapes() {
    Examples examples =
        FitSetups.examples(
            FitSetups.tube(9, 8),
            4,
            (k, x, y, z) -> {
              double s = 1 + 0.3 * k;
              return x < 0 ? new double[] {x, y, z} : new double[] {s * x, s * y, s * z};
            });
    FitOptions rigid = FitOptions.DEFAULTS.withMaxInfluences(1).withMeanInfluences(1);
    double stiff =
        rms(CharacterFit.withBones(examples, 2, rigid, context).skin(FitModel.LINEAR_BLEND));
    FittedSkin grown =
        CharacterFit.withBones(examples, 2, rigid.withFreedom(BoneFreedom.SCALED), context)
            .skin(FitModel.LINEAR_BLEND);
    assertThat(rms(grown)).isLessThan(stiff / 20);
    assertThat(
            FitSetups.character("tube", grown, context).clips().getFirst().tracks().stream()
                .anyMatch(t -> t.property() == Clip.Property.SCALE))
        .isTrue();
  }

  @Test
  void coresKeepBones() {
    Examples examples = FitSetups.bending(17, 8, 5, 1.2);
    int[] cores = new int[examples.vertexCount()];
    for (int v = 0; v < cores.length; v++) {
      double x = examples.rest[3 * v];
      cores[v] = x < -0.3 ? 1 : x > 0.3 ? 0 : -1;
    }
    FittedSkin skin =
        CharacterFit.withBones(examples, GivenBones.ofCores(2, cores), FitOptions.DEFAULTS, context)
            .skin(FitModel.LINEAR_BLEND);
    for (int v = 0; v < cores.length; v++) {
      if (cores[v] >= 0) {
        assertThat(skin.regionOf(v)).isEqualTo(cores[v]);
      }
    }
    assertThat(rms(skin)).isLessThan(2e-4);
    assertThatThrownBy(
            () ->
                CharacterFit.withBones(
                    examples, GivenBones.ofCores(3, cores), FitOptions.DEFAULTS, context))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("core of bone 2");
  }

  @Test
  void givenInfluencesAreKept() {
    Examples examples = FitSetups.curling(17, 8, 5, 1.5);
    int[] cores = new int[examples.vertexCount()];
    int[][] allowed = new int[cores.length][];
    for (int v = 0; v < cores.length; v++) {
      double x = examples.rest[3 * v];
      cores[v] = x < -0.2 ? 0 : x < 0.2 ? 1 : 2;
      // The first bone may move all vertices, the others only their half.
      allowed[v] = x < 0 ? new int[] {0, 1} : new int[] {0, 2};
    }
    CharacterFit fit =
        CharacterFit.withBones(
            examples, new GivenBones(3, cores, allowed), FitOptions.DEFAULTS, context);
    for (FitModel model : List.of(FitModel.ANIMATION_SPACE, FitModel.LINEAR_BLEND)) {
      SkinRows rows = fit.skin(model).rows;
      int both = 0;
      for (int v = 0; v < cores.length; v++) {
        both += rows.count[v] == 2 ? 1 : 0;
        for (int i = 0; i < rows.count[v]; i++) {
          assertThat(allowed[v]).contains(rows.bone[rows.at(v, i)]);
        }
      }
      assertThat(both).isPositive();
    }
    assertThatThrownBy(() -> new GivenBones(3, cores, new int[cores.length][0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("vertex 0");
  }
}
