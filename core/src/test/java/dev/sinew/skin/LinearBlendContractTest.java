package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

class LinearBlendContractTest extends DeformerContract {
  @Override
  Deformer create(SkinnedCharacter character, Part part) {
    return LinearBlend.of(character, part);
  }
}
