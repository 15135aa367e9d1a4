package dev.sinew.skin;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * Chooses the deformer of each part of a character: a {@link SkinningMethod}, or one with
 * correctives.
 */
@FunctionalInterface
public interface DeformerChoice {
  /** Returns a new deformer of a part's wedges. */
  Deformer deformer(SkinnedCharacter character, Part part);
}
