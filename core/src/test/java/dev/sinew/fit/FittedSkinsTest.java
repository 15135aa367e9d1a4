package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What holds for every fitted skin: the reference, seams, fallbacks and multi-weights. */
class FittedSkinsTest {
  private static final FitOptions FREE = FitOptions.DEFAULTS.withArticulated(false).withMoves(2);

  private static RunContext context;
  private static FitResult arm;

  @BeforeAll
  static void start() {
    context = RunContext.ofThreads(2);
    arm = Fit.run(Samples.create("arm").examples(), new BoneSource.Found(3), FREE, context);
  }

  @AfterAll
  static void stop() {
    context.close();
  }

  @Test
  void allModelsReproduceTheReference() {
    for (FitModel model : FitModel.values()) {
      FittedSkin skin = arm.skin(model);
      float[] rest = skin.predict(new BoneMotions(skin.boneCount(), 1), context)[0];
      for (int i = 0; i < rest.length; i++) {
        assertThat((double) rest[i])
            .as("%s, coordinate %d", model, i)
            .isCloseTo(skin.examples().rest[i], within(1e-6));
      }
    }
  }

  @Test
  void fallbackHasTheReferenceAndTheBestWeights() {
    FittedSkin skin = arm.skin(FitModel.ANIMATION_SPACE);
    SkinnedCharacter.Geometry mesh =
        arm.character("arm", FitModel.ANIMATION_SPACE).meshes().getFirst();
    assertThat(mesh.mesh().positions()).isEqualTo(skin.examples().reference().positions());
    Influences weights = Objects.requireNonNull(mesh.influences());
    assertThat(weights.maxCount()).isLessThanOrEqualTo(Influences.VIEWER_LIMIT);
    FittedSkin best =
        CharacterFit.weightsOnly(skin.examples(), skin.motions(), Influences.VIEWER_LIMIT, context);
    assertThat(rms(skin, weights)).isLessThanOrEqualTo(1.05 * best.rms(context));
  }

  /** Computes the error of linear blending with given weights directly. */
  private static double rms(FittedSkin skin, Influences weights) {
    ShapeSet shapes = skin.examples().shapes();
    double[] m = skin.motions().m;
    double sum = 0;
    for (int v = 0; v < shapes.vertexCount(); v++) {
      for (int k = 0; k < shapes.frameCount(); k++) {
        for (int r = 0; r < 3; r++) {
          double at = 0;
          for (int i = 0; i < weights.count(v); i++) {
            int g = skin.motions().at(weights.joint(v, i), k) + 4 * r;
            double moved = m[g + 3];
            for (int s = 0; s < 3; s++) {
              moved += m[g + s] * skin.examples().rest[3 * v + s];
            }
            at += weights.weight(v, i) * moved;
          }
          double e = at - shapes.position(k, v, r);
          sum += e * e;
        }
      }
    }
    return Math.sqrt(sum / shapes.vertexCount() / shapes.frameCount());
  }

  @Test
  void unweldedCornersStayTogether() {
    MeshSequence whole = Samples.create("cylinder-bend").examples();
    int[] corners = whole.reference().triangles();
    int[] triangles = new int[corners.length];
    double[] positions = new double[3 * corners.length];
    for (int i = 0; i < corners.length; i++) {
      triangles[i] = i;
      for (int axis = 0; axis < 3; axis++) {
        positions[3 * i + axis] = whole.reference().position(corners[i], axis);
      }
    }
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int k = 0; k < whole.frameCount(); k += 4) {
      float[] from = whole.positions(k);
      float[] frame = new float[positions.length];
      for (int i = 0; i < corners.length; i++) {
        System.arraycopy(from, 3 * corners[i], frame, 3 * i, 3);
      }
      names.add(whole.name(k));
      frames.add(frame);
    }
    MeshSequence soup = new MeshSequence(TriMesh.of(positions, triangles), names, frames);
    FitResult fit = Fit.run(soup, new BoneSource.Found(2), FREE, context);
    FittedSkin skin = fit.skin(FitModel.ANIMATION_SPACE);
    assertThat(fit.fit().examples().vertexCount()).isEqualTo(whole.reference().vertexCount());
    for (float[] frame : skin.predict(skin.motions(), context)) {
      for (int i = 0; i < corners.length; i++) {
        int first = firstCorner(corners, corners[i]);
        assertThat(frame[3 * i]).isEqualTo(frame[3 * first]);
      }
    }
    assertThat(fit.training(FitModel.ANIMATION_SPACE).maxStretch()).isBetween(1.0, 1.5);
  }

  private static int firstCorner(int[] corners, int vertex) {
    int i = 0;
    while (corners[i] != vertex) {
      i++;
    }
    return i;
  }

  @Test
  void multiWeightCharacterMovesLikeFittedSkin() {
    FittedSkin skin = arm.skin(FitModel.MULTI_WEIGHT);
    SkinnedCharacter character = arm.character("arm", FitModel.MULTI_WEIGHT);
    assertThat(SkinningMethod.of(character)).isEqualTo(SkinningMethod.MWE);
    Deformer deformer = SkinningMethod.MWE.deformer(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    float[][] expected = skin.predict(skin.motions(), context);
    int frame = expected.length / 2;
    Pose pose = character.restPose();
    Clip clip = character.clips().getFirst();
    clip.sample(ExamplesClip.time(clip, frame), pose);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    TriMesh mesh = character.meshes().getFirst().mesh();
    for (int i = 0; i < 3 * mesh.wedgeCount(); i++) {
      assertThat(skin.examples().box().toUnit(out.positions()[i], i % 3))
          .isCloseTo(expected[frame][3 * mesh.vertexOfWedge(i / 3) + i % 3], within(1e-4));
    }
  }

  @Test
  void affineBonesFollowShearedShapesInTheFile() {
    Examples examples =
        FitSetups.examples(
            FitSetups.tube(9, 8),
            4,
            (k, x, y, z) -> new double[] {x + 0.2 * k * y, y * (1 + 0.1 * k), z - 0.1 * k * x});
    FittedSkin skin =
        CharacterFit.withBones(examples, 2, FREE.withFreedom(BoneFreedom.AFFINE), context)
            .skin(FitModel.LINEAR_BLEND);
    assertThat(skin.rms(context)).isLessThan(1e-4);
    SkinnedCharacter character = FittedCharacter.of("tube", skin, context);
    Deformer deformer = SkinningMethod.SSD.deformer(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    Clip clip = character.clips().getFirst();
    Pose pose = character.restPose();
    clip.sample(ExamplesClip.time(clip, 3), pose);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    for (int i = 0; i < 3 * examples.vertexCount(); i++) {
      assertThat(examples.box().toUnit(out.positions()[i], i % 3))
          .isCloseTo(examples.shapes().position(3, i / 3, i % 3), within(1e-3));
    }
  }

  @Test
  void multiWeightsAreSolvedInPosesOfTheirOwn() {
    FittedSkin multi = arm.skin(FitModel.MULTI_WEIGHT);
    FittedSkin space = arm.skin(FitModel.ANIMATION_SPACE);
    ShapeSet shapes = arm.examples().shapes();
    double own = multi.error(shapes, multi.solve(shapes, context), context).rms();
    double borrowed = multi.error(shapes, space.solve(shapes, context), context).rms();
    assertThat(own).isLessThan(borrowed);
  }
}
