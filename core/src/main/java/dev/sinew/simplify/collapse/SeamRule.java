package dev.sinew.simplify.collapse;

import dev.sinew.model.MeshAttribute;
import java.util.function.Predicate;

/** Decides which attributes make a seam where the wedges of a vertex differ in them. */
public interface SeamRule {
  /** Every difference in any attribute. */
  SeamRule ANY = new SeamRule() {};

  /** Every difference in texture coordinates and colours. */
  SeamRule PAINTED = of(SeamRule::isPainted);

  /** No seams. */
  SeamRule NONE = of(attribute -> false);

  /** Every difference in some attributes. */
  static SeamRule of(Predicate<MeshAttribute> attributes) {
    return new SeamRule() {
      @Override
      public boolean mayHold(MeshAttribute attribute) {
        return attributes.test(attribute);
      }
    };
  }

  /** Returns true for texture coordinates and colours. */
  static boolean isPainted(MeshAttribute attribute) {
    return attribute.isUv() || attribute.isColor();
  }

  /** Returns true if an attribute makes seams at some wedge. */
  default boolean mayHold(MeshAttribute attribute) {
    return true;
  }

  /** Returns true if an attribute for which {@link #mayHold} is true makes seams at a wedge. */
  default boolean holds(MeshAttribute attribute, int wedge) {
    return true;
  }
}
