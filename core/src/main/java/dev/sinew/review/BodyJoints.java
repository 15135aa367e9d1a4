package dev.sinew.review;

import dev.sinew.model.Skeleton;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The joints of a head and of hands: the bones of a {@link Humanoid} if the file tells them, else
 * the joints whose names say so, whatever the case and the separators, else those in the places of
 * a {@link BodyShape}; and all joints below these, except those of things that are held or worn
 * there.
 */
final class BodyJoints {
  private final Skeleton skeleton;
  private final List<JointWords> words;

  BodyJoints(Skeleton skeleton) {
    this.skeleton = skeleton;
    words =
        IntStream.range(0, skeleton.jointCount())
            .mapToObj(j -> JointWords.of(skeleton.name(j)))
            .toList();
  }

  BitSet head() {
    BitSet head = told(HumanBone::isOfHead, JointWords::ofHead);
    return withAllBelow(isTold() ? head : shape().head());
  }

  /** Returns the joints of both hands. */
  BitSet hands() {
    BitSet hands = told(HumanBone::isOfHand, JointWords::ofHand);
    if (skeleton.humanoid().joints().isEmpty()) {
      addPalms(hands);
    }
    return withAllBelow(isTold() ? hands : shape().hands());
  }

  /** Returns true if bones or names tell anything of the body. */
  private boolean isTold() {
    return !skeleton.humanoid().joints().isEmpty()
        || !named(JointWords::ofHead).isEmpty()
        || !named(JointWords::ofHand).isEmpty();
  }

  private BodyShape shape() {
    return new BodyShape(skeleton);
  }

  /** Returns the bones that count, or, if none of them is known, the joints with such names. */
  private BitSet told(Predicate<HumanBone> isMeant, Predicate<JointWords> isNamed) {
    BitSet out = new BitSet();
    for (Map.Entry<HumanBone, Integer> bone : skeleton.humanoid().joints().entrySet()) {
      if (isMeant.test(bone.getKey())) {
        out.set(bone.getValue());
      }
    }
    return out.isEmpty() ? named(isNamed) : out;
  }

  private BitSet named(Predicate<JointWords> isNamed) {
    BitSet out = new BitSet();
    IntStream.range(0, words.size()).filter(j -> isNamed.test(words.get(j))).forEach(out::set);
    return out;
  }

  /** In rigs without hands the wrists move the palms: fingers are joined to them. */
  private void addPalms(BitSet hands) {
    for (int j = 0; j < words.size(); j++) {
      int parent = skeleton.parent(j);
      if (parent != Skeleton.NO_PARENT && words.get(j).ofFinger() && words.get(parent).ofWrist()) {
        hands.set(parent);
      }
    }
  }

  private BitSet withAllBelow(BitSet joints) {
    BitSet out = new BitSet();
    for (int j = 0; j < words.size(); j++) {
      int parent = skeleton.parent(j);
      boolean below = parent != Skeleton.NO_PARENT && out.get(parent);
      // Parents come before their children.
      out.set(j, !words.get(j).isCarried() && (below || joints.get(j)));
    }
    return out;
  }
}
