package dev.sinew.review;

import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The joints of a head and of hands, by the words of their names, whatever the case and the
 * separators: a joint with such a word, and all joints below it, except those of things that are
 * held or worn there.
 */
final class BodyJoints {
  private static final Set<String> HEAD = Set.of("face", "skull", "ear", "ears", "lid", "lids");

  private static final List<String> HEAD_STARTS =
      List.of(
          "eye",
          "brow",
          "jaw",
          "lip",
          "mouth",
          "tongue",
          "teeth",
          "tooth",
          "nose",
          "cheek",
          "chin",
          "hair",
          "forehead");

  private static final List<String> HAND_STARTS = List.of("finger", "thumb", "pinky", "palm");

  /** What a hand or a head may carry in joints of its own. */
  private static final List<String> CARRIED =
      List.of("slot", "socket", "weapon", "prop", "item", "sword", "shield", "attach");

  private BodyJoints() {}

  /** Returns the joints of the head. */
  static BitSet head(Skeleton skeleton) {
    return joints(
        skeleton,
        word -> HEAD.contains(word) || word.endsWith("head") || startsWith(word, HEAD_STARTS));
  }

  /** Returns the joints of both hands. */
  static BitSet hands(Skeleton skeleton) {
    return joints(
        skeleton,
        word -> word.endsWith("hand") || word.equals("hands") || startsWith(word, HAND_STARTS));
  }

  private static BitSet joints(Skeleton skeleton, Predicate<String> isMeant) {
    BitSet out = new BitSet();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      List<String> words = words(skeleton.name(j));
      int parent = skeleton.parent(j);
      boolean below = parent != Skeleton.NO_PARENT && out.get(parent);
      boolean carried = words.stream().anyMatch(word -> CARRIED.stream().anyMatch(word::endsWith));
      // Parents come before their children.
      out.set(j, !carried && (below || words.stream().anyMatch(isMeant)));
    }
    return out;
  }

  private static boolean startsWith(String word, List<String> starts) {
    return starts.stream().anyMatch(word::startsWith);
  }

  /**
   * Returns the words of a name in lower case: "mixamorig:LeftHand_1" has mixamorig, left, hand.
   */
  static List<String> words(String name) {
    List<String> out = new ArrayList<>();
    String spaced = name.replaceAll("([a-z])([A-Z])", "$1 $2");
    for (String word : spaced.split("[^A-Za-z]+", -1)) {
      if (!word.isEmpty()) {
        out.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return out;
  }
}
