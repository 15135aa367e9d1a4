package dev.sinew.model.human;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which joints of a skeleton are bones of a human body, where a file tells it, as VRM avatars do.
 *
 * @param joints the joint of every known bone; none if the file tells nothing
 */
public record Humanoid(Map<HumanBone, Integer> joints) {
  /** Nothing is known. */
  public static final Humanoid NONE = new Humanoid(Map.of());

  /** Copies the map; its order is that of the bones. */
  public Humanoid {
    EnumMap<HumanBone, Integer> copy = new EnumMap<>(HumanBone.class);
    copy.putAll(joints);
    joints = Collections.unmodifiableMap(copy);
  }

  /** Returns the joint of a bone; empty if it is not known. */
  public Optional<Integer> joint(HumanBone bone) {
    return Optional.ofNullable(joints.get(bone));
  }
}
