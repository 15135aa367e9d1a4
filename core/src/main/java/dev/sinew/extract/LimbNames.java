package dev.sinew.extract;

import java.util.Arrays;
import java.util.Map;

/**
 * Names of limbs and their joints: {@code hindLeg.L.2} is the second joint of the left hind leg.
 * Limbs of bodies that are not known have numbers: {@code limb1.L.2} is a joint of the left one of
 * the first pair of limbs, {@code limb3.1} one of a limb without a mirror image; {@code trunk} is a
 * part between two branchings. Left is the side of larger x in the reference, as in a glTF model
 * that looks along +z.
 */
final class LimbNames {
  private final String[] names;
  private int branchings;

  LimbNames(PoseLimbs limbs) {
    names = new String[limbs.tree().count()];
    Map<Integer, String> known = KnownLimbs.names(limbs);
    int number = 0;
    int trunks = 0;
    for (int l = 0; l < names.length; l++) {
      int image = limbs.mirrored(l).limb();
      if (image < l) {
        continue;
      }
      boolean trunk = limbs.tree().tip(l) < 0 && l > 0;
      String name = trunk ? "trunk" + ++trunks : known.get(l);
      if (name == null) {
        name = "limb" + ++number;
      }
      if (image == l) {
        names[l] = name;
      } else {
        boolean left = meanX(limbs, l) >= meanX(limbs, image);
        names[l] = name + (left ? ".L" : ".R");
        names[image] = name + (left ? ".R" : ".L");
      }
    }
  }

  private static double meanX(PoseLimbs limbs, int limb) {
    return limbs.curves().getFirst().curves(limbs.tree().sets()[limb]).stream()
        .mapToDouble(curve -> curve.centre()[0])
        .average()
        .orElse(0);
  }

  /** Returns the name of a joint of a limb, counted from 1. */
  String of(int limb, int number) {
    return names[limb] + "." + number;
  }

  /** Returns the name of the end of a limb. */
  String tip(int limb) {
    return names[limb] + ".tip";
  }

  /** Returns the name of the next branching; the first is the root. */
  String branching() {
    return branchings++ == 0 ? "root" : "body" + branchings;
  }

  /** Returns the names of all limbs. */
  String[] all() {
    return Arrays.copyOf(names, names.length);
  }
}
