package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every fitted skin: fallbacks, normals, and no more error than linear blending. */
class FittedSkinsTest {
  private static final FitOptions FREE =
      FitOptions.DEFAULTS
          .withModels(FitModel.values())
          .withArticulated(false)
          .withExactRest(false)
          .withMoves(2);

  private static RunContext context;
  private static MeshSequence unseen;
  private static FitResult arm;

  @BeforeAll
  static void start() {
    context = RunContext.ofThreads(2);
    MeshSequence all = Samples.create("arm").examples();
    unseen = every(all, 2, 4);
    arm = Fit.run(every(all, 0, 4), new BoneSource.Found(3), FREE, context);
  }

  @AfterAll
  static void stop() {
    context.close();
  }

  private static MeshSequence every(MeshSequence all, int first, int step) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = first; k < all.frameCount(); k += step) {
      names.add(all.name(k));
      shapes.add(all.positions(k));
    }
    return new MeshSequence(all.reference(), names, shapes);
  }

  private static double unseenRms(FitResult fit, FitModel model, MeshSequence shapes) {
    return fit.of(model).solve(shapes, context).errors().rms();
  }

  @Test
  void animationSpaceIsBetterThanLinearBlendingOnUnseenPoses() {
    assertThat(unseenRms(arm, FitModel.ANIMATION_SPACE, unseen))
        .isLessThan(0.6 * unseenRms(arm, FitModel.LINEAR_BLEND, unseen));
  }

  @Test
  void animationSpaceIsLinearBlendingWhereThatIsExact() {
    FitResult bend =
        Fit.run(
            every(Samples.create("cylinder-bend").examples(), 0, 6),
            new BoneSource.Found(2),
            FREE,
            context);
    double linear = bend.of(FitModel.LINEAR_BLEND).training().rms();
    assertThat(linear).isLessThan(0.01);
    assertThat(bend.of(FitModel.ANIMATION_SPACE).training().rms()).isLessThanOrEqualTo(linear);
  }

  @Test
  void exactRestReproducesTheReference() {
    FitResult exact =
        Fit.run(arm.examples(), new BoneSource.Found(3), FREE.withExactRest(true), context);
    double largest = exact.of(FitModel.ANIMATION_SPACE).training().perPose().getFirst().max();
    assertThat(largest).isLessThan(1e-4);
    assertThat(arm.of(FitModel.ANIMATION_SPACE).training().perPose().getFirst().max())
        .isGreaterThan(1e-3);
  }

  @Test
  void twoPosesAreNoReasonToBeWorseThanLinearBlending() {
    for (String name : List.of("biped", "quadruped")) {
      MeshSequence all = Samples.create(name).examples();
      int half = all.frameCount() / 2;
      FitResult two =
          Fit.run(
              every(all, half / 2, half),
              new BoneSource.Found(18),
              FitOptions.DEFAULTS.withModels(FitModel.ANIMATION_SPACE, FitModel.LINEAR_BLEND),
              context);
      MeshSequence others = every(all, 0, 7);
      assertThat(unseenRms(two, FitModel.ANIMATION_SPACE, others))
          .as(name)
          .isLessThanOrEqualTo(1.0001 * unseenRms(two, FitModel.LINEAR_BLEND, others));
    }
  }

  @Test
  void rigKeepsTheReferenceAsItsBindPoseWithNearlyTheWeightsOfLinearBlending() {
    FitResult rig =
        Fit.run(
            every(Samples.create("arm").examples(), 0, 2),
            new BoneSource.Found(4),
            FitOptions.DEFAULTS.withModels(FitModel.ANIMATION_SPACE, FitModel.LINEAR_BLEND),
            context);
    FittedSkin skin = rig.of(FitModel.ANIMATION_SPACE).skin();
    assertThat(rig.first().training().perPose().getFirst().max()).isLessThan(1e-4);
    assertThat(skin.fallback(context).rms(context))
        .isLessThan(1.06 * rig.of(FitModel.LINEAR_BLEND).training().rms());
  }

  @Test
  void fallbackHasTheReferenceAndTheBestWeights() {
    FittedSkin skin = arm.of(FitModel.ANIMATION_SPACE).skin();
    SkinnedCharacter.Geometry mesh =
        arm.of(FitModel.ANIMATION_SPACE).character("arm", context).meshes().getFirst();
    assertThat(mesh.mesh().positions()).isEqualTo(skin.examples().reference().positions());
    Influences weights = mesh.skinning().influences().orElseThrow();
    assertThat(weights.maxCount()).isLessThanOrEqualTo(Influences.VIEWER_LIMIT);
    for (int v = 0; v < weights.vertexCount(); v++) {
      double sum = 0;
      for (int i = 0; i < weights.count(v); i++) {
        assertThat(weights.weight(v, i)).isNotNegative();
        sum += weights.weight(v, i);
      }
      assertThat(sum).isCloseTo(1, within(1e-9));
    }
    FittedSkin best =
        CharacterFit.weightsOnly(skin.examples(), skin.motions(), Influences.VIEWER_LIMIT, context);
    assertThat(rms(skin, weights)).isLessThanOrEqualTo(1.05 * best.rms(context));
  }

  /** Computes the error of linear blending with given weights directly. */
  private static double rms(FittedSkin skin, Influences weights) {
    ShapeSet shapes = skin.examples().shapes();
    BoneMotions motions = skin.motions();
    double sum = 0;
    for (int v = 0; v < shapes.vertexCount(); v++) {
      for (int k = 0; k < shapes.frameCount(); k++) {
        for (int r = 0; r < 3; r++) {
          double at = 0;
          for (int i = 0; i < weights.count(v); i++) {
            int g = motions.at(weights.joint(v, i), k) + 4 * r;
            double moved = motions.value(g + 3);
            for (int s = 0; s < 3; s++) {
              moved += motions.value(g + s) * skin.examples().rest[3 * v + s];
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
    FittedSkin skin = fit.of(FitModel.ANIMATION_SPACE).skin();
    assertThat(Weld.of(fit.examples()).unique().vertexCount())
        .isEqualTo(whole.reference().vertexCount());
    int[] first = new int[whole.reference().vertexCount()];
    for (int i = corners.length - 1; i >= 0; i--) {
      first[corners[i]] = i;
    }
    for (float[] frame : skin.predict(skin.motions(), context)) {
      for (int i = 0; i < corners.length; i++) {
        assertThat(frame[3 * i]).isEqualTo(frame[3 * first[corners[i]]]);
      }
    }
    assertThat(fit.of(FitModel.ANIMATION_SPACE).training().maxStretch()).isBetween(1.0, 1.5);
  }

  @Test
  void multiWeightCharacterMovesLikeFittedSkin() {
    FittedSkin skin = arm.of(FitModel.MULTI_WEIGHT).skin();
    SkinnedCharacter character = arm.of(FitModel.MULTI_WEIGHT).character("arm", context);
    assertThat(SkinningMethod.of(character)).isEqualTo(SkinningMethod.MWE);
    requireMovesLike(skin, character, skin.motions().frameCount() / 2);
  }

  /** Compares a character at an example with the skin that it was made from. */
  private static void requireMovesLike(FittedSkin skin, SkinnedCharacter character, int frame) {
    Deformer deformer =
        SkinningMethod.of(character).deformer(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    float[][] expected = skin.predict(skin.motions(), context);
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

  /** Sheared shapes, which rigid and scaled bones cannot follow. */
  @ParameterizedTest
  @EnumSource(names = {"LINEAR_BLEND", "ANIMATION_SPACE"})
  void affineBonesFollowShearedShapes(FitModel model) {
    Examples examples =
        FitSetups.examples(
            FitSetups.tube(9, 8),
            4,
            (k, x, y, z) -> new double[] {x + 0.2 * k * y, y * (1 + 0.1 * k), z - 0.1 * k * x});
    FittedSkin scaled = fitted(examples, BoneFreedom.SCALED, model);
    FittedSkin skin = fitted(examples, BoneFreedom.AFFINE, model);
    assertThat(skin.rms(context)).isLessThan(1e-4).isLessThan(0.05 * scaled.rms(context));
    SkinnedCharacter character = FitSetups.character("tube", skin, context);
    for (int frame = 0; frame < 4; frame++) {
      requireMovesLike(skin, character, frame);
    }
  }

  private static FittedSkin fitted(Examples examples, BoneFreedom freedom, FitModel model) {
    return CharacterFit.withBones(examples, 2, FREE.withFreedom(freedom), context).skin(model);
  }

  @Test
  void multiWeightsAreSolvedInPosesOfTheirOwn() {
    FittedSkin multi = arm.of(FitModel.MULTI_WEIGHT).skin();
    FittedSkin space = arm.of(FitModel.ANIMATION_SPACE).skin();
    ShapeSet shapes = ShapeSet.of(unseen, arm.examples().box());
    double own = multi.error(shapes, multi.solve(shapes, context), context).rms();
    double borrowed = multi.error(shapes, space.solve(shapes, context), context).rms();
    assertThat(own).isLessThan(borrowed);
  }

  @Test
  void multiWeightsOfEveryCoordinateSumToOne() {
    MultiWeights weights =
        arm.of(FitModel.MULTI_WEIGHT)
            .character("arm", context)
            .meshes()
            .getFirst()
            .skinning()
            .multiWeights()
            .orElseThrow();
    for (int v = 0; v < weights.rowCount(); v++) {
      for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int i = 0; i < weights.count(v); i++) {
          sum += weights.value(v, i, 4 * r + 3);
        }
        assertThat(sum).as("vertex %d, coordinate %d", v, r).isCloseTo(1, within(1e-6));
      }
    }
  }

  @Test
  void normalsComeFromTheGeometry() {
    SkinnedCharacter character = arm.of(FitModel.ANIMATION_SPACE).character("arm", context);
    SkinnedCharacter.Part part = character.parts().getFirst();
    TriMesh mesh = character.geometry(part).mesh();
    AnimationSpace ofLinear = AnimationSpace.of(character, part, NormalMode.EXACT);
    Deformer linearPlanes =
        AnimationSpace.of(
            character.skins().getFirst(),
            character.geometry(part).skinning().coords().orElseThrow().rows(mesh.wedgeVertices()),
            ofLinear.planes());
    double fitted = meanAngle(character, SkinningMethod.AS.deformer(character, part), mesh);
    assertThat(fitted).isLessThan(2).isLessThan(0.7 * meanAngle(character, linearPlanes, mesh));
  }

  /** Returns the mean angle between normals and those of the deformed triangles, in degrees. */
  private static double meanAngle(SkinnedCharacter character, Deformer deformer, TriMesh mesh) {
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), true);
    float[] normals = Objects.requireNonNull(out.normals());
    Clip clip = character.clips().getFirst();
    Deformer.Posed posed = deformer.newPosed();
    double sum = 0;
    int count = 0;
    for (int frame = 1; frame < arm.examples().frameCount(); frame++) {
      Pose pose = character.restPose();
      clip.sample(ExamplesClip.time(clip, frame), pose);
      posed.set(pose);
      posed.fill(0, deformer.pointCount(), out);
      double[] expected = areaNormals(mesh, out.positions());
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        double dot = 0;
        double length = 0;
        for (int axis = 0; axis < 3; axis++) {
          double n = expected[3 * mesh.vertexOfWedge(w) + axis];
          dot += n * normals[3 * w + axis];
          length += n * n;
        }
        sum += Math.toDegrees(Math.acos(Math.clamp(dot / Math.sqrt(length), -1, 1)));
        count++;
      }
    }
    return sum / count;
  }

  private static double[] areaNormals(TriMesh mesh, float[] wedgePositions) {
    double[] positions = new double[3 * mesh.vertexCount()];
    for (int i = 0; i < 3 * mesh.wedgeCount(); i++) {
      positions[3 * mesh.vertexOfWedge(i / 3) + i % 3] = wedgePositions[i];
    }
    TriMesh posed = TriMesh.of(positions, mesh.triangles());
    double[] normals = new double[positions.length];
    for (int t = 0; t < posed.triangleCount(); t++) {
      double[] n = posed.areaNormal(t);
      for (int corner = 0; corner < 3; corner++) {
        for (int axis = 0; axis < 3; axis++) {
          normals[3 * posed.vertex(t, corner) + axis] += n[axis];
        }
      }
    }
    return normals;
  }
}
