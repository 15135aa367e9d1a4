package dev.sinew.simplify;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The share of triangles to keep of the meshes or materials with a name, instead of that of a
 * level.
 *
 * @param name the name of a mesh, of a node that shows one, or of a material; or a regular
 *     expression that matches the whole of it
 * @param ratio above 0, up to 1
 */
public record NamedRatio(String name, double ratio) {
  /** Checks the ratio and the expression. */
  public NamedRatio {
    if (!(ratio > 0 && ratio <= 1)) {
      throw new IllegalArgumentException(
          "ratio of " + name + ": expected a number above 0 and up to 1, got " + ratio);
    }
    if (name.isBlank()) {
      throw new IllegalArgumentException("ratio: expected a name before =" + ratio);
    }
  }

  /** Returns true if a name is meant. */
  boolean matches(String other) {
    if (other.equals(name)) {
      return true;
    }
    try {
      return Pattern.matches(name, other);
    } catch (PatternSyntaxException e) {
      return false; // Such as "body (copy", which is a name.
    }
  }
}
