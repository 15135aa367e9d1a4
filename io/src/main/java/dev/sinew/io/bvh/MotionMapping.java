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
 * A captured motion on another skeleton, joint by joint of the same name. Names agree when they are
 * the same letters and digits, whatever their case, separators and namespace ("mixamorig:LeftArm"
 * is "left_arm").
 *
 * <p>Rotations alone are taken over, since the skeletons differ in size. A BVH joint rests with its
 * axes along the world's, so its rotation D relative to its parent speaks of world axes; the joint
 * of the other skeleton, with global rest rotation R and its parent's R₀, gets R₀⁻¹ D R. At rest, D
 * = 1, that is its own rest rotation.
 *
 * @param clip the motion, on the other skeleton
 * @param matched joints of the other skeleton that move
 * @param unmatched joints of the motion that found none, its leaves without channels left aside
 */
public record MotionMapping(Clip clip, List<String> matched, List<String> unmatched) {
  public MotionMapping {
    matched = List.copyOf(matched);
    unmatched = List.copyOf(unmatched);
  }

  /** Maps a motion onto a skeleton; a clip without tracks when no name agrees. */
  public static MotionMapping of(BvhMotion motion, Skeleton target) {
    Map<String, Integer> places = new HashMap<>();
    for (int j = target.jointCount() - 1; j >= 0; j--) {
      places.put(plain(target.name(j)), j);
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
      Integer joint = places.get(plain(name));
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
    double[] above = globalRotation(rest, rest.skeleton().parent(joint));
    for (int k = 0; k < 3; k++) {
      above[k] = -above[k];
    }
    double[] values = track.values();
    for (int k = 0; k < track.keyCount(); k++) {
      Quaternion.multiply(above, 0, values, 4 * k, values, 4 * k);
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

  private static String plain(String name) {
    String own = name.substring(name.lastIndexOf(':') + 1);
    return own.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
