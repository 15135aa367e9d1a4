package dev.sinew.model.human;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The bones of a human body that avatars name, as in VRM 1.0. */
public enum HumanBone {
  HIPS,
  SPINE,
  CHEST,
  UPPER_CHEST,
  NECK,
  HEAD,
  LEFT_EYE,
  RIGHT_EYE,
  JAW,
  LEFT_UPPER_LEG,
  LEFT_LOWER_LEG,
  LEFT_FOOT,
  LEFT_TOES,
  RIGHT_UPPER_LEG,
  RIGHT_LOWER_LEG,
  RIGHT_FOOT,
  RIGHT_TOES,
  LEFT_SHOULDER,
  LEFT_UPPER_ARM,
  LEFT_LOWER_ARM,
  LEFT_HAND,
  RIGHT_SHOULDER,
  RIGHT_UPPER_ARM,
  RIGHT_LOWER_ARM,
  RIGHT_HAND,
  LEFT_THUMB_METACARPAL,
  LEFT_THUMB_PROXIMAL,
  LEFT_THUMB_DISTAL,
  LEFT_INDEX_PROXIMAL,
  LEFT_INDEX_INTERMEDIATE,
  LEFT_INDEX_DISTAL,
  LEFT_MIDDLE_PROXIMAL,
  LEFT_MIDDLE_INTERMEDIATE,
  LEFT_MIDDLE_DISTAL,
  LEFT_RING_PROXIMAL,
  LEFT_RING_INTERMEDIATE,
  LEFT_RING_DISTAL,
  LEFT_LITTLE_PROXIMAL,
  LEFT_LITTLE_INTERMEDIATE,
  LEFT_LITTLE_DISTAL,
  RIGHT_THUMB_METACARPAL,
  RIGHT_THUMB_PROXIMAL,
  RIGHT_THUMB_DISTAL,
  RIGHT_INDEX_PROXIMAL,
  RIGHT_INDEX_INTERMEDIATE,
  RIGHT_INDEX_DISTAL,
  RIGHT_MIDDLE_PROXIMAL,
  RIGHT_MIDDLE_INTERMEDIATE,
  RIGHT_MIDDLE_DISTAL,
  RIGHT_RING_PROXIMAL,
  RIGHT_RING_INTERMEDIATE,
  RIGHT_RING_DISTAL,
  RIGHT_LITTLE_PROXIMAL,
  RIGHT_LITTLE_INTERMEDIATE,
  RIGHT_LITTLE_DISTAL;

  /** Returns the bone of a name such as "leftHand", in any case. */
  public static Optional<HumanBone> named(String name) {
    return Arrays.stream(values()).filter(b -> b.toString().equalsIgnoreCase(name)).findFirst();
  }

  /** Returns true for the head and what is in it. */
  public boolean isOfHead() {
    return this == HEAD || this == LEFT_EYE || this == RIGHT_EYE || this == JAW;
  }

  /** Returns true for hands and fingers. */
  public boolean isOfHand() {
    return this == LEFT_HAND || this == RIGHT_HAND || compareTo(RIGHT_HAND) > 0;
  }

  /** Returns the same bone of the other side; itself without one. */
  public HumanBone mirrored() {
    return name().startsWith("LEFT")
        ? valueOf(name().replace("LEFT", "RIGHT"))
        : valueOf(name().replace("RIGHT", "LEFT"));
  }

  /** Returns the name as VRM 1.0 writes it: "leftHand". */
  @Override
  public String toString() {
    String[] words = name().split("_", -1);
    StringBuilder out = new StringBuilder(words[0].toLowerCase(Locale.ROOT));
    for (String word : Arrays.asList(words).subList(1, words.length)) {
      out.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return out.toString();
  }
}
