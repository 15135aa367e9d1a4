package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.posespace.TrainOptions.Form;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Correctives over deformers that are not one of the built-in models. */
class AnyDeformerTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Sample ARM = SmallArm.POINTS;

  private static TrainResult train(DeformerChoice skin, Form form) {
    return PoseSpaceTraining.run(
        ARM.character(),
        PoseExamples.of(ARM.examples(), ARM.poses()).select(List.of(2, 6, 11, 17, 23)),
        skin,
        TrainOptions.DEFAULTS.withForm(form),
        CONTEXT);
  }

  /** Offsets act more strongly the longer they are: the derivative at rest is far off. */
  @Test
  void aDeformerThatIsNotLinearInItsRestPointsIsInverted() {
    DeformerChoice skin = bent(length -> length + 40 * length * length);
    TrainResult result = train(skin, Form.INVERSE);
    assertThat(result.skin().max()).isGreaterThan(0.01);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.database().blocks()).noneMatch(Block::posed);
    assertThat(result.notes()).isEmpty();
  }

  /** Offsets beyond 0.01 have no effect: the rest is added after skinning. */
  @Test
  void whatNoOffsetReachesIsAddedAfterSkinning() {
    DeformerChoice skin = bent(length -> 0.01 * Math.tanh(length / 0.01));
    TrainResult result = train(skin, Form.INVERSE);
    assertThat(result.skin().max()).isGreaterThan(0.02);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.database().blocks()).anyMatch(Block::posed).anyMatch(b -> !b.posed());
    assertThat(result.notes()).anyMatch(note -> note.contains("after skinning"));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aDeformerWithoutRestPointsIsCorrectedAfterSkinning(Form form) {
    DeformerChoice skin =
        (character, part) -> new Opaque(SkinningMethod.STBS.deformer(character, part));
    TrainResult result = train(skin, form);
    assertThat(result.skin().max()).isGreaterThan(0.001);
    assertThat(result.training().max()).isLessThan(1e-6);
    assertThat(result.database().blocks()).isNotEmpty().allMatch(Block::posed);
  }

  private static DeformerChoice bent(DoubleUnaryOperator effect) {
    return (character, part) -> new Bent(SkinningMethod.SSD.deformer(character, part), effect);
  }

  /** A deformer around another, without normals. */
  private interface Around extends Deformer {
    Deformer inside();

    @Override
    default int pointCount() {
      return inside().pointCount();
    }

    @Override
    default boolean hasNormals() {
      return false;
    }
  }

  /** Hides that rest points can be moved. */
  private record Opaque(Deformer inside) implements Around {
    @Override
    public Deformer.Posed newPosed() {
      Deformer.Posed posed = inside.newPosed();
      return new Deformer.Posed() {
        @Override
        public void set(Pose pose) {
          posed.set(pose);
        }

        @Override
        public void fill(int from, int to, PointBuffer out) {
          posed.fill(from, to, out);
        }
      };
    }
  }

  /** Moves rest points by offsets of another length than given. */
  private record Bent(RestDeformer inside, DoubleUnaryOperator effect)
      implements Around, RestDeformer {
    @Override
    public RestDeformer.Posed newPosed() {
      RestDeformer.Posed posed = inside.newPosed();
      float[] moved = new float[3 * pointCount()];
      posed.displace(moved, null);
      return new RestDeformer.Posed() {
        private float @Nullable [] given;

        @Override
        public void displace(float @Nullable [] positions, float @Nullable [] normals) {
          given = positions;
        }

        @Override
        public void set(Pose pose) {
          posed.set(pose);
        }

        @Override
        public void fill(int from, int to, PointBuffer out) {
          for (int i = 3 * from; given != null && i < 3 * to; i += 3) {
            float[] d = Objects.requireNonNull(given);
            double length = Math.sqrt(d[i] * d[i] + d[i + 1] * d[i + 1] + d[i + 2] * d[i + 2]);
            double scale = length > 0 ? effect.applyAsDouble(length) / length : 1;
            for (int axis = i; axis < i + 3; axis++) {
              moved[axis] = (float) (scale * d[axis]);
            }
          }
          posed.fill(from, to, out);
        }
      };
    }
  }
}
