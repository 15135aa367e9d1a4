package dev.sinew.extract;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What the limbs of upright bodies and of bodies on four feet are called. */
final class KnownLimbs {
  private KnownLimbs() {}

  /** Returns the names of known limbs, without sides. */
  static Map<Integer, String> names(PoseLimbs limbs) {
    Map<Integer, String> out = new HashMap<>();
    Optional<BipedBody> upright = limbs.body();
    if (upright.isPresent()) {
      BipedBody body = upright.get();
      name(out, limbs, "head", body.head());
      name(out, limbs, "arm", body.arms());
      name(out, limbs, "leg", body.legs());
      return out;
    }
    ShapeTips shape = limbs.shape(0);
    BipedBody.of(shape.distances(), shape.tipPositions())
        .filter(body -> startsElsewhere(body) && body.isOnFourFeet(limbs))
        .ifPresent(body -> nameFourFeet(out, limbs, body));
    return out;
  }

  /** Returns true if the field does not start at a leg, whose limb then leads to the body. */
  private static boolean startsElsewhere(BipedBody body) {
    return IntStream.of(body.tips()).skip(1).noneMatch(tip -> tip == 0);
  }

  /** A head is thicker than a tail, and the front legs are those next to it. */
  private static void nameFourFeet(Map<Integer, String> out, PoseLimbs limbs, BipedBody body) {
    double[][] thickness = limbs.shape(0).thickness();
    int other = body.head();
    for (int tip = 0; tip < thickness.length; tip++) {
      int found = tip;
      boolean isLeg = IntStream.of(body.tips()).skip(1).anyMatch(leg -> leg == found);
      if (!isLeg && limbs.partner()[tip] == tip && tip != body.head()) {
        other = tip;
      }
    }
    boolean backwards = thickness[other][0] > thickness[body.head()][0];
    name(out, limbs, "head", backwards ? other : body.head());
    if (other != body.head()) {
      name(out, limbs, "tail", backwards ? body.head() : other);
    }
    name(out, limbs, backwards ? "hindLeg" : "frontLeg", body.arms());
    name(out, limbs, backwards ? "frontLeg" : "hindLeg", body.legs());
  }

  private static void name(Map<Integer, String> out, PoseLimbs limbs, String name, int... tips) {
    for (int tip : tips) {
      // The limb of the source is the first.
      out.put(tip == 0 ? 0 : limbs.tree().limbOfTip(tip - 1), name);
    }
  }
}
