package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.LinearBlend;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Skeletons that rotate about fixed joints, fitted to the built-in characters. */
class ArticulatedFitTest {
  /** An edge longer than this after a joint turned is a tear, in mean edges. */
  private static final double MAX_STRETCH = 6;

  private static MeshSequence everyOther(MeshSequence all, int first) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = first; k < all.frameCount(); k += 2) {
      names.add(all.name(k));
      shapes.add(all.positions(k));
    }
    return new MeshSequence(all.reference(), names, shapes);
  }

  @ParameterizedTest
  @CsvSource({"biped, 18", "quadruped, 22"})
  void jointsAreInsideAndBonesNearlyAsGoodAsFreeOnes(String name, int bones) {
    Sample sample = Samples.create(name);
    try (RunContext context = RunContext.ofThreads(2)) {
      FitResult fit =
          Fit.run(
              everyOther(sample.examples(), 0),
              new BoneSource.Found(bones),
              FitOptions.DEFAULTS
                  .withModels(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE)
                  .withFreeBones(true),
              context);
      FittedSkin linear = fit.first().skin();
      assertJointsInside(linear);
      assertThat(linear.idleBoneCount()).isZero();
      ShapeSet unseen = ShapeSet.of(everyOther(sample.examples(), 1), fit.examples().box());
      for (FitModel model : List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE)) {
        double limit = model == FitModel.LINEAR_BLEND ? 1.4 : 1.5;
        FittedSkin skin = fit.of(model).skin();
        FittedSkin free = fit.ofFreeBones(model).skin();
        assertThat(
                rms(skin, fit.examples().shapes(), context)
                    / rms(free, fit.examples().shapes(), context))
            .as("%s training", model)
            .isLessThan(limit);
        assertThat(unseen(skin, unseen, context) / unseen(free, unseen, context))
            .as("%s hold-out", model)
            .isLessThan(limit);
      }
      assertTurnsWithoutTears(fit.character(name, context));
    }
  }

  private static double rms(FittedSkin skin, ShapeSet shapes, RunContext context) {
    return skin.error(shapes, skin.motions(), context).rms();
  }

  private static double unseen(FittedSkin skin, ShapeSet shapes, RunContext context) {
    return skin.error(shapes, skin.solve(shapes, context), context).rms();
  }

  private static void assertJointsInside(FittedSkin skin) {
    Articulation skeleton = Objects.requireNonNull(skin.articulation());
    Examples examples = skin.examples();
    WindingNumber winding = new WindingNumber(examples.rest, examples.reference().triangles());
    for (int b = 0; b < skin.boneCount(); b++) {
      assertThat(winding.isInside(skeleton.joints(), 3 * b)).as("joint %d", b).isTrue();
    }
  }

  /** Turns each joint by 60 degrees about each axis. */
  private static void assertTurnsWithoutTears(SkinnedCharacter character) {
    var part = character.parts().getFirst();
    var deformer = LinearBlend.of(character, part);
    var posed = deformer.newPosed();
    int[] triangles = character.geometry(part).mesh().cornerWedges();
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
    Skin skin = character.skins().getFirst();
    Pose rest = character.restPose();
    posed.set(rest);
    posed.fill(0, deformer.pointCount(), out);
    double mean = edges(out.positions(), triangles).average().orElse(0);
    for (int b = 0; b < skin.jointCount(); b++) {
      for (int axis = 0; axis < 3; axis++) {
        Pose pose = character.restPose();
        double[] q = new double[4];
        Quaternion.fromAxisAngle(
            axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, Math.toRadians(60), q, 0);
        turn(pose, skin.joint(b), q);
        posed.set(pose);
        posed.fill(0, deformer.pointCount(), out);
        assertThat(edges(out.positions(), triangles).max().orElse(0) / mean)
            .as("joint %d about axis %d", b, axis)
            .isLessThan(MAX_STRETCH);
      }
    }
  }

  private static void turn(Pose pose, int joint, double[] q) {
    double[] local = new double[Affine.SIZE];
    double[] turn = new double[Affine.SIZE];
    pose.copyLocal(joint, local, 0);
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, turn, 0);
    Affine.multiply(local, 0, turn, 0, local, 0);
    pose.setLocal(joint, local, 0);
    pose.update();
  }

  private static DoubleStream edges(float[] at, int[] triangles) {
    return IntStream.range(0, triangles.length)
        .mapToDouble(
            i -> {
              int a = 3 * triangles[i];
              int b = 3 * triangles[i % 3 == 2 ? i - 2 : i + 1];
              return Math.hypot(
                  Math.hypot(at[a] - at[b], at[a + 1] - at[b + 1]), at[a + 2] - at[b + 2]);
            });
  }

  @Test
  void onlyTheRootIsTranslated() {
    MeshSequence shapes = everyOther(Samples.create("arm").examples(), 0);
    try (RunContext context = RunContext.ofThreads(1)) {
      BoneSource bones = new BoneSource.Found(4);
      SkinnedCharacter jointed =
          Fit.run(shapes, bones, FitOptions.DEFAULTS, context).character("arm", context);
      assertThat(translated(jointed)).hasSize(1);
      SkinnedCharacter free =
          Fit.run(shapes, bones, FitOptions.DEFAULTS.withArticulated(false), context)
              .character("arm", context);
      assertThat(translated(free)).hasSize(4);
    }
  }

  private static Set<Integer> translated(SkinnedCharacter character) {
    return character.clips().getFirst().tracks().stream()
        .filter(track -> track.property() == Clip.Property.TRANSLATION)
        .map(Clip.Track::joint)
        .collect(Collectors.toSet());
  }
}
