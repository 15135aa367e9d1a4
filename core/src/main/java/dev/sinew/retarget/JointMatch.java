package dev.sinew.retarget;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.HumanNames;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The joints of a motion and of another skeleton that are the same part of a body, as a tree: the
 * parent of a matched joint is the nearest matched joint above it in the target skeleton.
 *
 * <p>Pairs that the caller names come first; then the bones of two human bodies ({@link
 * HumanNames}); then joints of the same name: their letters and digits are equal, while case,
 * separators, namespaces and the prefix of Mixamo rigs are ignored.
 */
final class JointMatch {
  private static final List<HumanBone> SPINE =
      List.of(HumanBone.SPINE, HumanBone.CHEST, HumanBone.UPPER_CHEST);

  final RestPose sourceRest;
  final RestPose targetRest;

  /** The bones of the bodies; none where names do not tell them. */
  final Map<HumanBone, Integer> sourceBones;

  final Map<HumanBone, Integer> targetBones;

  private final Skeleton source;
  private final Skeleton target;

  /** The target joint of every pair, in rising order, so that parents come first. */
  final int[] targets;

  final int[] sources;

  /** The pair of the matched joint above; -1 without one. */
  final int[] parents;

  /** The motion's joints with rotations and without a match. */
  final List<String> unmatched = new ArrayList<>();

  private final int[] sourceOf;

  JointMatch(Motion motion, SkinnedCharacter character, Map<String, String> names) {
    sourceRest = RestPose.of(motion.source());
    targetRest = RestPose.of(character);
    source = sourceRest.skeleton;
    target = targetRest.skeleton;
    sourceBones = HumanNames.of(source).joints();
    targetBones = HumanNames.of(target).joints();
    sourceOf = new int[target.jointCount()];
    Arrays.fill(sourceOf, -1);
    BitSet taken = new BitSet();
    pairNamed(names, taken);
    pairBones(taken);
    pairKeys(motion.clip(), taken);
    targets = IntStream.range(0, sourceOf.length).filter(j -> sourceOf[j] >= 0).toArray();
    sources = Arrays.stream(targets).map(j -> sourceOf[j]).toArray();
    parents = new int[targets.length];
    for (int i = 0; i < targets.length; i++) {
      int up = target.parent(targets[i]);
      while (up != Skeleton.NO_PARENT && sourceOf[up] < 0) {
        up = target.parent(up);
      }
      parents[i] = up == Skeleton.NO_PARENT ? -1 : Arrays.binarySearch(targets, up);
    }
  }

  private void pair(int sourceJoint, int targetJoint, BitSet taken) {
    if (sourceOf[targetJoint] < 0 && !taken.get(sourceJoint)) {
      sourceOf[targetJoint] = sourceJoint;
      taken.set(sourceJoint);
    }
  }

  private void pairNamed(Map<String, String> names, BitSet taken) {
    names.forEach((from, to) -> pair(required(source, from), required(target, to), taken));
  }

  private static int required(Skeleton skeleton, String name) {
    int joint = skeleton.find(name);
    if (joint < 0) {
      throw new RequestException("names: there is no joint " + name);
    }
    return joint;
  }

  /** Pairs the bones of two bodies; spines of several joints by their ends and middles. */
  private void pairBones(BitSet taken) {
    Map<HumanBone, Integer> from = sourceBones;
    Map<HumanBone, Integer> to = targetBones;
    List<Integer> spine = inSpine(from);
    List<Integer> other = inSpine(to);
    if (!spine.isEmpty() && !other.isEmpty()) {
      pair(spine.getLast(), other.getLast(), taken);
      pair(spine.getFirst(), other.getFirst(), taken);
    }
    from.forEach(
        (bone, joint) -> {
          Integer follower = to.get(bone);
          boolean isSpare = SPINE.contains(bone) && spine.size() != other.size();
          if (follower != null && !isSpare) {
            pair(joint, follower, taken);
          }
        });
  }

  private static List<Integer> inSpine(Map<HumanBone, Integer> bones) {
    return SPINE.stream().filter(bones::containsKey).map(bones::get).toList();
  }

  /** Pairs what the motion turns with the joints of the same names. */
  private void pairKeys(Clip clip, BitSet taken) {
    Map<String, Integer> jointOfKey = new HashMap<>();
    for (int j = target.jointCount() - 1; j >= 0; j--) {
      jointOfKey.put(key(target.name(j)), j);
    }
    for (Clip.Track track : clip.tracks()) {
      if (track.property() == Clip.Property.ROTATION && !taken.get(track.joint())) {
        Integer joint = jointOfKey.get(key(source.name(track.joint())));
        if (joint != null) {
          pair(track.joint(), joint, taken);
        }
        if (!taken.get(track.joint())) {
          unmatched.add(source.name(track.joint()));
        }
      }
    }
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
    return sourceRest.at(sources[pair]);
  }

  /** Returns the place of a pair's joint of the target at rest. */
  double[] targetAt(int pair) {
    return targetRest.at(targets[pair]);
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
  static double[] toChildren(RestPose rest, int joint) {
    double[] out = new double[3];
    for (int j = joint + 1; j < rest.skeleton.jointCount(); j++) {
      if (rest.skeleton.parent(j) == joint) {
        for (int k = 0; k < 3; k++) {
          out[k] += rest.at(j)[k] - rest.at(joint)[k];
        }
      }
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
