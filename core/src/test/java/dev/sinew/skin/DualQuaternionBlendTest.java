package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

class DualQuaternionBlendTest extends DeformerContract {
  @Override
  Deformer create(SkinnedCharacter character, Part part) {
    return DualQuaternionBlend.of(character, part);
  }
}
