package dev.sinew.review;

import dev.sinew.model.human.NameWords;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The words of names of joints that tell heads, hands and what these carry. */
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

  private final List<String> words;

  private JointWords(List<String> words) {
    this.words = words;
  }

  static JointWords of(String name) {
    return new JointWords(NameWords.of(name, JointWords::isKnown));
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
