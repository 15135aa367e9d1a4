package dev.sinew.merge;

import dev.sinew.run.NumberRange;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a character is merged. Start from {@link #DEFAULTS} and change what you need.
 *
 * @param size the largest side of an atlas in texels, 16 to 16,384
 * @param padding the texels around the parts of an atlas that filtering may mix in, 1 to 64
 * @param keep meshes and materials that stay apart, by their whole names
 */
public record MergeOptions(int size, int padding, Optional<Pattern> keep) {
  /** Everything is merged, with atlases of up to 4,096 texels per side. */
  public static final MergeOptions DEFAULTS = new MergeOptions(4096, 4, Optional.empty());

  /** Checks the values. */
  public MergeOptions {
    NumberRange.require("size", size, 16, 16384);
    NumberRange.require("padding", padding, 1, 64);
  }

  /** Returns the same with another largest side of an atlas. */
  public MergeOptions withSize(int texels) {
    return new MergeOptions(texels, padding, keep);
  }

  /** Returns the same with another padding. */
  public MergeOptions withPadding(int texels) {
    return new MergeOptions(size, texels, keep);
  }

  /** Returns the same with meshes and materials that stay apart. */
  public MergeOptions withKeep(Pattern names) {
    return new MergeOptions(size, padding, Optional.of(names));
  }

  boolean keeps(String name) {
    return keep.isPresent() && keep.get().matcher(name).matches();
  }
}
