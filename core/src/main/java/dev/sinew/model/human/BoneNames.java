package dev.sinew.model.human;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Ways to name the joints of a human body. */
public enum BoneNames {
  /** As in VRM 1.0, and by the same words in Unity: {@code leftUpperArm}. */
  VRM,
  /** As Mixamo writes them: {@code mixamorig:LeftArm}. */
  MIXAMO,
  /** With the side at the end, which Blender mirrors: {@code upperArm.L}. */
  PLAIN;

  /** The names of Mixamo that are not those of VRM, without sides. */
  private static final Map<HumanBone, String> OF_MIXAMO = new EnumMap<>(HumanBone.class);

  static {
    OF_MIXAMO.put(HumanBone.CHEST, "Spine1");
    OF_MIXAMO.put(HumanBone.UPPER_CHEST, "Spine2");
    OF_MIXAMO.put(HumanBone.LEFT_UPPER_ARM, "Arm");
    OF_MIXAMO.put(HumanBone.LEFT_LOWER_ARM, "ForeArm");
    OF_MIXAMO.put(HumanBone.LEFT_UPPER_LEG, "UpLeg");
    OF_MIXAMO.put(HumanBone.LEFT_LOWER_LEG, "Leg");
    OF_MIXAMO.put(HumanBone.LEFT_TOES, "ToeBase");
    String[] fingers = {"Thumb", "Index", "Middle", "Ring", "Pinky"};
    int i = 0;
    for (HumanBone bone :
        EnumSet.range(HumanBone.LEFT_THUMB_METACARPAL, HumanBone.LEFT_LITTLE_DISTAL)) {
      OF_MIXAMO.put(bone, "Hand" + fingers[i / 3] + (i % 3 + 1));
      i++;
    }
  }

  /** Returns the name of a bone. */
  public String of(HumanBone bone) {
    String vrm = bone.toString();
    String side = vrm.startsWith("left") ? "Left" : vrm.startsWith("right") ? "Right" : "";
    String part = vrm.substring(side.length());
    return switch (this) {
      case VRM -> vrm;
      case PLAIN ->
          side.isEmpty()
              ? part
              : Character.toLowerCase(part.charAt(0)) + part.substring(1) + "." + side.charAt(0);
      case MIXAMO -> {
        HumanBone left = side.equals("Right") ? bone.mirrored() : bone;
        String usual = Character.toUpperCase(part.charAt(0)) + part.substring(1);
        yield "mixamorig:" + side + OF_MIXAMO.getOrDefault(left, usual);
      }
    };
  }
}
