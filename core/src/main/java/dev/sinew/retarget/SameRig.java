package dev.sinew.retarget;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Tracks that another file of the same rig can have as they are: all joints are alike. */
final class SameRig {
  /** The largest difference of rest poses, relative to the lengths of bones. */
  private static final double ALIKE = 1e-3;

  private SameRig() {}

  /** Returns the clip with the joints of a character; empty if some joint of it is another one. */
  static Optional<RetargetResult> clip(Motion motion, SkinnedCharacter target) {
    Skeleton from = motion.skeleton();
    Skeleton to = target.skeleton();
    int[] place = new int[from.jointCount()];
    Arrays.fill(place, -1);
    List<Clip.Track> tracks = new ArrayList<>();
    List<String> matched = new ArrayList<>();
    List<String> unmatched = new ArrayList<>();
    boolean moves = false;
    for (Clip.Track track : motion.clip().tracks()) {
      int joint = to.find(from.name(track.joint()));
      if (track.property() == Clip.Property.WEIGHTS) {
        if (joint >= 0 && morphCount(target, joint) == track.components()) {
          tracks.add(on(joint, track));
        } else {
          unmatched.add("morph targets of " + from.name(track.joint()));
        }
        continue;
      }
      if (joint < 0 || !isAlike(from, track.joint(), to, joint)) {
        return Optional.empty();
      }
      moves |= track.property() == Clip.Property.TRANSLATION;
      tracks.add(on(joint, track));
      if (!matched.contains(to.name(joint))) {
        matched.add(to.name(joint));
      }
    }
    Clip clip = new Clip(motion.clip().name(), tracks);
    return Optional.of(new RetargetResult(clip, matched, unmatched, moves, true));
  }

  private static Clip.Track on(int joint, Clip.Track track) {
    return new Clip.Track(
        joint, track.property(), track.interpolation(), track.times(), track.values());
  }

  private static int morphCount(SkinnedCharacter target, int node) {
    return target.parts().stream()
        .filter(part -> part.node() == node)
        .mapToInt(part -> target.geometry(part).morphs().count())
        .max()
        .orElse(0);
  }

  /** Returns true if two joints hang on the same joint in the same way. */
  private static boolean isAlike(Skeleton a, int i, Skeleton b, int j) {
    int above = a.parent(i);
    int other = b.parent(j);
    if (above >= 0 != other >= 0 || (above >= 0 && !a.name(above).equals(b.name(other)))) {
      return false;
    }
    double[] one = new double[12];
    double[] two = new double[12];
    a.copyRestLocal(i, one, 0);
    b.copyRestLocal(j, two, 0);
    double size = Math.max(length(one), length(two));
    for (int k = 0; k < 12; k++) {
      boolean isPlace = k % 4 == 3;
      if (!(Math.abs(one[k] - two[k]) <= ALIKE * (isPlace ? size : 1))) {
        return false;
      }
    }
    return true;
  }

  private static double length(double[] affine) {
    return Math.hypot(Math.hypot(affine[3], affine[7]), affine[11]);
  }
}
