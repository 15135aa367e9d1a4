package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.StretchTwist.Base;
import dev.sinew.skin.StretchTwist.Endpoints;
import dev.sinew.skin.StretchTwist.Options;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** The contract over all four builds; a bone's points twist and stretch with its end besides. */
class StretchTwistTest {
  abstract static class Contract extends DeformerContract {
    private final Options options;

    Contract(Base base, Endpoints endpoints) {
      options = new Options(base, endpoints);
    }

    @Override
    Deformer create(SkinnedCharacter character, Part part) {
      return StretchTwist.of(character, part, options);
    }

    @Override
    Set<Law> claims() {
      return EnumSet.complementOf(EnumSet.of(Law.ONE_INFLUENCE_FOLLOWS_ITS_JOINT));
    }
  }

  @Nested
  class LinearProjection extends Contract {
    LinearProjection() {
      super(Base.LINEAR, Endpoints.PROJECTION);
    }
  }

  @Nested
  class DualProjection extends Contract {
    DualProjection() {
      super(Base.DUAL_QUATERNION, Endpoints.PROJECTION);
    }
  }

  @Nested
  class DualHeat extends Contract {
    DualHeat() {
      super(Base.DUAL_QUATERNION, Endpoints.BONE_HEAT);
    }
  }
}
