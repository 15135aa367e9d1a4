package dev.sinew.io.bvh;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A captured motion mapped to another skeleton by joint names. Two names match if their letters and
 * digits are equal; case, separators, namespaces and the prefix of Mixamo rigs are ignored:
 * "mixamorig:LeftArm" and "mixamorigLeftArm" match "left_arm".
 *
 * <p>Only rotations are mapped, since the skeletons differ in size. In the rest pose the axes of
 * all BVH joints are those of the world, so a joint's rotation D relative to its parent is in world
 * axes. The target joint, with the global rest rotation R and R₀ of its parent, gets R₀⁻¹ D R; for
 * D = 1 this is its own rest rotation. Both skeletons must have the same rest pose, and the
 * rotation of a joint without a match is lost.
 *
 * @param clip the motion of the target skeleton
 * @param matched the names of the target joints that have a track
 * @param unmatched the names of the motion's joints with rotation channels and without a match
 */
public record MotionMapping(Clip clip, List<String> matched, List<String> unmatched) {
  /** Copies the lists. */
  public MotionMapping {
    matched = List.copyOf(matched);
    unmatched = List.copyOf(unmatched);
  }

  /** Maps a motion to a skeleton; the clip has no tracks if no name matches. */
  public static MotionMapping of(BvhMotion motion, Skeleton target) {
    Map<String, Integer> jointOfKey = new HashMap<>();
    for (int j = target.jointCount() - 1; j >= 0; j--) {
      jointOfKey.put(key(target.name(j)), j);
    }
    List<Clip.Track> tracks = new ArrayList<>();
    List<String> matched = new ArrayList<>();
    List<String> unmatched = new ArrayList<>();
    Pose rest = new Pose(target);
    for (Clip.Track track : motion.clip().tracks()) {
      if (track.property() != Clip.Property.ROTATION) {
        continue;
      }
      String name = motion.skeleton().name(track.joint());
      Integer joint = jointOfKey.get(key(name));
      if (joint == null) {
        unmatched.add(name);
      } else {
        matched.add(target.name(joint));
        tracks.add(mapped(track, joint, rest));
      }
    }
    return new MotionMapping(new Clip(motion.clip().name(), tracks), matched, unmatched);
  }

  private static Clip.Track mapped(Clip.Track track, int joint, Pose rest) {
    double[] own = globalRotation(rest, joint);
    double[] inverseParent = globalRotation(rest, rest.skeleton().parent(joint));
    for (int k = 0; k < 3; k++) {
      inverseParent[k] = -inverseParent[k];
    }
    double[] values = track.values();
    for (int k = 0; k < track.keyCount(); k++) {
      Quaternion.multiply(inverseParent, 0, values, 4 * k, values, 4 * k);
      Quaternion.multiply(values, 4 * k, own, 0, values, 4 * k);
    }
    return new Clip.Track(
        joint, Clip.Property.ROTATION, track.interpolation(), track.times(), values);
  }

  private static double[] globalRotation(Pose rest, int joint) {
    double[] rotation = {0, 0, 0, 1};
    if (joint != Skeleton.NO_PARENT) {
      double[] global = new double[Affine.SIZE];
      rest.copyGlobal(joint, global, 0);
      Affine.toTrs(global, 0, new double[3], 0, rotation, 0, new double[3], 0);
    }
    return rotation;
  }

  /** Returns the letters and digits of a name in lower case, without namespace and prefix. */
  private static String key(String name) {
    String own = name.substring(name.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
    String key = own.replaceAll("[^\\p{L}\\p{N}]", "").replaceFirst("^mixamorig(?=.)", "");
    return key.isEmpty() ? name : key;
  }
}
