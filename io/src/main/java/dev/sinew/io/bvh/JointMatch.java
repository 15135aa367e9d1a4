package dev.sinew.io.bvh;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The joints of a motion and of another skeleton that have the same names, as a tree: the parent of
 * a matched joint is the nearest matched joint above it in the target skeleton.
 */
final class JointMatch {
  final Skeleton source;
  final Skeleton target;

  /** The target joint of every pair, in rising order, so that parents come first. */
  final int[] targets;

  final int[] sources;

  /** The pair of the matched joint above; -1 without one. */
  final int[] parents;

  /** The motion's joints with rotations and without a match. */
  final List<String> unmatched = new ArrayList<>();

  private final double[][] sourceRest;
  private final double[][] targetRest;

  JointMatch(BvhMotion motion, Skeleton target) {
    source = motion.skeleton();
    this.target = target;
    Map<String, Integer> jointOfKey = new HashMap<>();
    for (int j = target.jointCount() - 1; j >= 0; j--) {
      jointOfKey.put(key(target.name(j)), j);
    }
    int[] sourceOf = new int[target.jointCount()];
    Arrays.fill(sourceOf, -1);
    for (Clip.Track track : motion.clip().tracks()) {
      if (track.property() == Clip.Property.ROTATION) {
        String name = source.name(track.joint());
        Integer joint = jointOfKey.get(key(name));
        if (joint == null || sourceOf[joint] >= 0) {
          unmatched.add(name);
        } else {
          sourceOf[joint] = track.joint();
        }
      }
    }
    targets = Arrays.stream(range(sourceOf.length)).filter(j -> sourceOf[j] >= 0).toArray();
    sources = Arrays.stream(targets).map(j -> sourceOf[j]).toArray();
    parents = new int[targets.length];
    for (int i = 0; i < targets.length; i++) {
      int up = target.parent(targets[i]);
      while (up != Skeleton.NO_PARENT && sourceOf[up] < 0) {
        up = target.parent(up);
      }
      parents[i] = up == Skeleton.NO_PARENT ? -1 : Arrays.binarySearch(targets, up);
    }
    sourceRest = positions(new Pose(source));
    targetRest = positions(new Pose(target));
  }

  private static int[] range(int count) {
    int[] out = new int[count];
    Arrays.setAll(out, i -> i);
    return out;
  }

  int count() {
    return targets.length;
  }

  List<Integer> children(int pair) {
    List<Integer> out = new ArrayList<>();
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] == pair) {
        out.add(i);
      }
    }
    return out;
  }

  /** Returns the place of a pair's joint of the motion at rest. */
  double[] sourceAt(int pair) {
    return sourceRest[sources[pair]];
  }

  /** Returns the place of a pair's joint of the target at rest. */
  double[] targetAt(int pair) {
    return targetRest[targets[pair]];
  }

  /** Returns true if one matched joint is above all others in both skeletons: the first pair. */
  boolean hasRoot() {
    for (int i = 0; i < count(); i++) {
      if (!target.isUnder(targets[i], targets[0]) || !source.isUnder(sources[i], sources[0])) {
        return false;
      }
    }
    return count() > 0;
  }

  /** Returns the vector from a joint to the mean place of its children at rest; zero if none. */
  static double[] toChildren(Skeleton skeleton, int joint) {
    double[][] rest = positions(new Pose(skeleton));
    double[] out = new double[3];
    for (int j = joint + 1; j < skeleton.jointCount(); j++) {
      if (skeleton.parent(j) == joint) {
        for (int k = 0; k < 3; k++) {
          out[k] += rest[j][k] - rest[joint][k];
        }
      }
    }
    return out;
  }

  /** Returns the places of all joints in the scene. */
  static double[][] positions(Pose pose) {
    double[][] out = new double[pose.skeleton().jointCount()][];
    double[] global = new double[Affine.SIZE];
    for (int j = 0; j < out.length; j++) {
      pose.copyGlobal(j, global, 0);
      out[j] = new double[] {global[3], global[7], global[11]};
    }
    return out;
  }

  /** Returns the letters and digits of a name in lower case, without namespace and prefix. */
  private static String key(String name) {
    String own = name.substring(name.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
    String key = own.replaceAll("[^\\p{L}\\p{N}]", "").replaceFirst("^mixamorig(?=.)", "");
    return key.isEmpty() ? name : key;
  }
}
