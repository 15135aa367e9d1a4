package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads which nodes are bones of a human body: {@code VRMC_vrm} (VRM 1.0), else {@code
 * VRMC_vrm_animation} (an animation for such), else {@code VRM} (VRM 0.x). A pose needs none of it,
 * so what is wrong there is a warning and is left out.
 */
final class HumanoidReader {
  /** The thumbs of VRM 0.x, whose joints VRM 1.0 names as in anatomy. */
  private static final Map<String, String> THUMBS =
      Map.of("ThumbProximal", "ThumbMetacarpal", "ThumbIntermediate", "ThumbProximal");

  private final int[] jointOfNode;
  private final List<Issue> issues;
  private final Map<HumanBone, Integer> joints = new EnumMap<>(HumanBone.class);

  private HumanoidReader(int[] jointOfNode, List<Issue> issues) {
    this.jointOfNode = jointOfNode;
    this.issues = issues;
  }

  static Humanoid read(JsonPlace root, int[] jointOfNode, List<Issue> issues) {
    HumanoidReader reader = new HumanoidReader(jointOfNode, issues);
    reader.tolerant(() -> reader.readNewer(bones(root, "VRMC_vrm")));
    if (reader.joints.isEmpty()) {
      reader.tolerant(() -> reader.readNewer(bones(root, "VRMC_vrm_animation")));
    }
    if (reader.joints.isEmpty()) {
      reader.tolerant(() -> reader.readOlder(bones(root, "VRM")));
    }
    return new Humanoid(reader.joints);
  }

  private static @Nullable JsonPlace bones(JsonPlace root, String extension)
      throws MalformedAssetException {
    JsonPlace at = root;
    for (String member : List.of("extensions", extension, "humanoid", "humanBones")) {
      at = at == null ? null : at.find(member);
    }
    return at;
  }

  /** Reads an object with a member per bone. */
  private void readNewer(@Nullable JsonPlace bones) throws MalformedAssetException {
    if (bones != null) {
      for (String name : bones.members()) {
        tolerant(() -> add(name, bones.get(name)));
      }
    }
  }

  /** Reads a list of bones. */
  private void readOlder(@Nullable JsonPlace bones) throws MalformedAssetException {
    if (bones != null) {
      for (JsonPlace bone : bones.items()) {
        tolerant(() -> add(newerName(bone.get("bone").text()), bone));
      }
    }
  }

  private static String newerName(String name) {
    for (Map.Entry<String, String> thumb : THUMBS.entrySet()) {
      if (name.endsWith(thumb.getKey())) {
        return name.substring(0, name.length() - thumb.getKey().length()) + thumb.getValue();
      }
    }
    return name;
  }

  private void add(String name, JsonPlace bone) throws MalformedAssetException {
    Optional<HumanBone> known = HumanBone.named(name);
    if (known.isEmpty()) {
      throw bone.error("expected a bone of a human body, got '" + name + "'");
    }
    int joint = jointOfNode[bone.get("node").index(jointOfNode.length, "nodes")];
    if (joints.containsKey(known.get())) {
      throw bone.error("the bone " + name + " is there twice; the first counts");
    }
    if (joints.containsValue(joint)) {
      throw bone.error("the node of " + name + " is also that of another bone, which counts");
    }
    joints.put(known.get(), joint);
  }

  private interface Reading {
    void run() throws MalformedAssetException;
  }

  private void tolerant(Reading reading) {
    try {
      reading.run();
    } catch (MalformedAssetException e) {
      issues.add(Issue.warning(e.where(), "not used: " + e.reason()));
    }
  }
}
