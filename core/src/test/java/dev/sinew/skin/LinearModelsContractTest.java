package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** The contract of the linear models, created from linear blending. */
class LinearModelsContractTest {
  /** Cross products of tangents point inwards where a pose mirrors the skin, as triangles do. */
  private static final Set<DeformerContract.Law> ALL_BUT_MIRRORING =
      Set.of(
          DeformerContract.Law.REST_IS_INPUT,
          DeformerContract.Law.RIGID_MOTION_COMMUTES,
          DeformerContract.Law.SCALING_COMMUTES,
          DeformerContract.Law.ONE_INFLUENCE_FOLLOWS_ITS_JOINT,
          DeformerContract.Law.UNSKINNED_PART_FOLLOWS_ITS_NODE);

  @Nested
  class AnimationSpaceContract extends DeformerContract {
    @Override
    Deformer create(SkinnedCharacter character, Part part) {
      return AnimationSpace.of(character, part);
    }

    @Override
    Set<Law> laws() {
      return ALL_BUT_MIRRORING;
    }
  }

  @Nested
  class MultiWeightContract extends DeformerContract {
    @Override
    Deformer create(SkinnedCharacter character, Part part) {
      return MultiWeight.of(character, part);
    }

    @Override
    Set<Law> laws() {
      return ALL_BUT_MIRRORING;
    }
  }

  @Nested
  class ScalarLinearBlendContract extends DeformerContract {
    @Override
    Deformer create(SkinnedCharacter character, Part part) {
      return LinearBlend.of(character, part).withKernel(Kernel.SCALAR);
    }
  }
}
