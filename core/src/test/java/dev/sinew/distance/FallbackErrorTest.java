package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class FallbackErrorTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** The arm in animation space, beside weights of one joint per vertex. */
  private static SkinnedCharacter arm(double scale) {
    Sample sample = Samples.create("cylinder-bend");
    SkinnedCharacter plain = sample.character();
    Geometry mesh = plain.meshes().getFirst();
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(sample.skin(), sample.influences(), mesh.mesh().positions());
    Geometry both =
        new Geometry(
            mesh.name(),
            mesh.mesh(),
            new Skinning.AnimationSpace(coords, sample.influences().heaviest(1)));
    return new SkinnedCharacter(
        scaled(plain.skeleton(), scale),
        plain.skins(),
        List.of(both),
        plain.parts(),
        plain.clips().stream().map(FallbackErrorTest::withoutScale).toList());
  }

  private static Clip withoutScale(Clip clip) {
    return new Clip(
        clip.name(),
        clip.tracks().stream()
            .filter(track -> track.property() == Clip.Property.ROTATION)
            .toList());
  }

  private static Skeleton scaled(Skeleton skeleton, double scale) {
    Skeleton.Builder joints = Skeleton.builder();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] translation = new double[3];
      double[] rotation = new double[4];
      double[] size = new double[3];
      skeleton.copyRestTranslation(j, translation, 0);
      skeleton.copyRestRotation(j, rotation, 0);
      skeleton.copyRestScale(j, size, 0);
      if (skeleton.parent(j) == Skeleton.NO_PARENT) {
        for (int i = 0; i < 3; i++) {
          size[i] *= scale;
          translation[i] *= scale;
        }
      }
      joints.add(skeleton.name(j), skeleton.parent(j), translation, rotation, size);
    }
    return joints.build();
  }

  @Test
  void isTheErrorThatCompareMeasures() {
    SkinnedCharacter arm = arm(1);
    FallbackError found = FallbackError.of(arm, CONTEXT).orElseThrow();
    assertThat(found.rms()).isGreaterThan(1e-3);
    assertThat(found.max()).isGreaterThan(found.rms());
    Geometry mesh = arm.meshes().getFirst();
    Geometry plain = new Geometry(mesh.name(), mesh.mesh(), mesh.skinning().asLinear());
    Comparison compared =
        CharacterComparison.run(
            arm, arm.withMeshes(List.of(plain)), CompareOptions.DEFAULTS, CONTEXT);
    assertThat(found.max()).isCloseTo(compared.error().max(), within(0.2 * found.max()));
  }

  @Test
  void doesNotDependOnTheScaleOfTheRoot() {
    double one = FallbackError.of(arm(1), CONTEXT).orElseThrow().rms();
    double small = FallbackError.of(arm(0.01), CONTEXT).orElseThrow().rms();
    assertThat(small).isCloseTo(one, within(1e-4 * one));
  }

  @Test
  void isEmptyWithoutAnimationSpace() {
    assertThat(FallbackError.of(Samples.create("arm").character(), CONTEXT)).isEmpty();
  }
}
