package dev.sinew.review;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The words of names of joints. Names are split at separators, digits and capitals; what is written
 * together is cut into known words if it consists of nothing else: "lefthand" is left, hand, while
 * "handle", "headset" and "spearhead" stay whole and mean nothing.
 */
final class JointWords {
  /** What is in a face, besides the head itself. */
  private static final Set<String> FACE =
      Set.of(
          "face",
          "forehead",
          "skull",
          "scalp",
          "hair",
          "bangs",
          "ponytail",
          "beard",
          "ear",
          "ears",
          "eye",
          "eyes",
          "eyelid",
          "eyelids",
          "eyelash",
          "eyelashes",
          "eyebrow",
          "eyebrows",
          "eyeball",
          "eyeballs",
          "pupil",
          "pupils",
          "lid",
          "lids",
          "brow",
          "brows",
          "cheek",
          "cheeks",
          "cheekbone",
          "nose",
          "nostril",
          "nostrils",
          "jaw",
          "jawbone",
          "chin",
          "mouth",
          "lip",
          "lips",
          "tongue",
          "teeth",
          "tooth",
          "目",
          "顎",
          "舌");

  private static final Set<String> HEAD = Set.of("head", "頭");

  /** A letter for the side stands alone; written together with a word, only these are safe. */
  private static final Set<String> HAND = Set.of("hand", "hands", "lhand", "rhand", "手首");

  private static final Set<String> FINGER =
      Set.of(
          "finger", "fingers", "thumb", "thumbs", "pinky", "pinkie", "palm", "palms", "親指", "人指",
          "中指", "薬指", "小指");

  /** Fingers whose names alone may mean other things: of a hand by a word before, as in f_ring. */
  private static final Set<String> FINGER_OF_F = Set.of("index", "middle", "ring", "little");

  /** What a hand or a head may carry in joints of its own. */
  private static final Set<String> CARRIED =
      Set.of(
          "slot",
          "socket",
          "weapon",
          "prop",
          "item",
          "attach",
          "attachment",
          "sword",
          "shield",
          "gun",
          "rifle",
          "pistol",
          "spear",
          "arrow",
          "axe",
          "hammer",
          "staff",
          "wand",
          "knife");

  /** What is written together with others. */
  private static final Set<String> MODIFIERS =
      Set.of(
          "left", "right", "upper", "lower", "up", "low", "top", "bottom", "inner", "outer", "mid",
          "middle", "front", "back", "side", "corner", "end", "tip", "base", "root", "bone",
          "joint", "jnt", "左", "右");

  /** The most letters of what is cut; to try all cuts of hostile names would take for ever. */
  private static final int MAX_LETTERS = 40;

  private final List<String> words;

  private JointWords(List<String> words) {
    this.words = words;
  }

  static JointWords of(String name) {
    List<String> out = new ArrayList<>();
    String spaced =
        name.replaceAll("(\\p{Ll})(\\p{Lu})", "$1 $2")
            .replaceAll("(\\p{Lu})(\\p{Lu}\\p{Ll})", "$1 $2");
    for (String word : spaced.split("\\P{L}+", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      if (!word.isEmpty() && (word.length() > MAX_LETTERS || !cut(lower, out))) {
        out.add(lower);
      }
    }
    return new JointWords(out);
  }

  /** Adds the known words that a word consists of; adds none and returns false if there is more. */
  private static boolean cut(String word, List<String> out) {
    for (int length = word.length(); length > 0; length--) {
      String first = word.substring(0, length);
      if (isKnown(first)) {
        out.add(first);
        if (length == word.length() || cut(word.substring(length), out)) {
          return true;
        }
        out.removeLast();
      }
    }
    return false;
  }

  private static boolean isKnown(String word) {
    return Stream.of(HEAD, FACE, HAND, FINGER, CARRIED, MODIFIERS)
        .anyMatch(known -> known.contains(word));
  }

  List<String> words() {
    return List.copyOf(words);
  }

  private boolean has(Set<String> known) {
    return words.stream().anyMatch(known::contains);
  }

  boolean ofHead() {
    return has(HEAD) || has(FACE);
  }

  boolean ofHand() {
    return has(HAND) || ofFinger();
  }

  boolean ofFinger() {
    return has(FINGER) || (words.contains("f") && has(FINGER_OF_F));
  }

  boolean ofWrist() {
    return words.contains("wrist");
  }

  /** The socket of an eye or a tooth is no place for things. */
  boolean isCarried() {
    return has(CARRIED) && !has(FACE);
  }
}
