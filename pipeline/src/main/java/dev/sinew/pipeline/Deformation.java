package dev.sinew.pipeline;

import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a command deforms a character.
 *
 * @param method the skinning model; empty for that of the correctives, or of the character
 * @param normals the normals of linear blending; correctives have their own
 * @param correctives a database of correctives over the skinning model; dynamics are run from the
 *     start of the clip
 */
public record Deformation(
    Optional<SkinningMethod> method, NormalMode normals, Optional<Path> correctives) {
  /** The skinning model of the character. */
  public static final Deformation DEFAULTS = of(Optional.empty());

  /** Returns a skinning model without correctives; empty for that of the character. */
  public static Deformation of(Optional<SkinningMethod> method) {
    return new Deformation(method, NormalMode.DEFAULT, Optional.empty());
  }
}
