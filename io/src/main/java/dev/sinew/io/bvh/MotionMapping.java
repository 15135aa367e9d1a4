package dev.sinew.io.bvh;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A captured motion mapped to another skeleton by joint names. Two names match if their letters and
 * digits are equal; case, separators, namespaces and the prefix of Mixamo rigs are ignored:
 * "mixamorig:LeftArm" and "mixamorigLeftArm" match "left_arm".
 *
 * <p>Rotations are mapped in the scene. At rest the axes of all BVH joints are those of the world,
 * so W, the rotation of a joint in the scene, is its turn from the rest pose. With A the rotation
 * between the axes of the scenes and C the correction of the rest pose ({@link RestPoses}), the
 * target joint, of the global rest rotation R, gets the global rotation A W A⁻¹ C⁻¹ R: its bone has
 * the direction of the captured bone. Rotations of joints without a match are contained in W.
 *
 * <p>The topmost matched joint also follows the captured path, in proportion to the lengths of the
 * legs, if it is above all others in both skeletons and the lowest of these is below it. Its path
 * is relative to its place at rest. If the feet would then be more than half a leg off the ground
 * of the rest pose, since the motion gives no place at rest, the path is moved up or down such that
 * the lowest joint reaches it.
 *
 * @param clip the motion of the target skeleton
 * @param matched the names of the target joints that have a track
 * @param unmatched the names of the motion's joints with rotation channels and without a match
 * @param moves true if the path of the motion is mapped, too
 */
public record MotionMapping(
    Clip clip, List<String> matched, List<String> unmatched, boolean moves) {
  /** The share of a leg by which feet may be off the ground of the rest pose. */
  private static final double OFF_GROUND = 0.5;

  /** Copies the lists. */
  public MotionMapping {
    matched = List.copyOf(matched);
    unmatched = List.copyOf(unmatched);
  }

  /** Maps a motion to a skeleton; the clip has no tracks if no name matches. */
  public static MotionMapping of(BvhMotion motion, Skeleton target) {
    JointMatch match = new JointMatch(motion, target);
    boolean moves =
        match.hasRoot()
            && motion.clip().tracks().stream()
                .anyMatch(
                    track ->
                        track.property() == Clip.Property.TRANSLATION
                            && motion.skeleton().isUnder(match.sources[0], track.joint()));
    List<Clip.Track> tracks =
        match.count() == 0 ? List.of() : new Mapper(motion, match, moves).tracks();
    boolean moved = tracks.stream().anyMatch(t -> t.property() == Clip.Property.TRANSLATION);
    return new MotionMapping(
        new Clip(motion.clip().name(), tracks),
        Arrays.stream(match.targets).mapToObj(target::name).toList(),
        match.unmatched,
        moved);
  }

  /** Maps all frames. */
  private static final class Mapper {
    private final BvhMotion motion;
    private final JointMatch match;
    private final RestPoses rest;
    private boolean moves;
    private final Pose from;
    private final Pose to;
    private final double[] times;
    private final double[][] rotations;
    private final double[][] restRotations;
    private final double[] path;
    private final double[] intoParent;
    private final double leg;
    private final double scale;

    Mapper(BvhMotion motion, JointMatch match, boolean moves) {
      this.motion = motion;
      this.match = match;
      rest = new RestPoses(match);
      from = new Pose(match.source);
      to = new Pose(match.target);
      times =
          motion.clip().tracks().stream()
              .flatMapToDouble(track -> Arrays.stream(track.times()))
              .sorted()
              .distinct()
              .toArray();
      rotations = new double[match.count()][Quaternion.SIZE * times.length];
      restRotations = globalRotations(to);
      path = new double[3 * times.length];
      double[] legs = legLengths();
      leg = legs[1];
      scale = legs[1] / legs[0];
      this.moves = moves && legs[0] > 0 && legs[1] > 0;
      intoParent = intoParent();
    }

    List<Clip.Track> tracks() {
      double lowest = Double.POSITIVE_INFINITY;
      double ground = lowest(to);
      for (int f = 0; f < times.length; f++) {
        map(f);
        lowest = Math.min(lowest, lowest(to));
      }
      if (moves) {
        double off = ground - lowest;
        placePath(Math.abs(off) > OFF_GROUND * leg ? off : 0);
      }
      List<Clip.Track> out = new ArrayList<>();
      for (int i = 0; i < match.count(); i++) {
        out.add(track(match.targets[i], Clip.Property.ROTATION, rotations[i]));
      }
      if (moves) {
        out.add(track(match.targets[0], Clip.Property.TRANSLATION, path));
      }
      return out;
    }

    private Clip.Track track(int joint, Clip.Property property, double[] values) {
      return new Clip.Track(joint, property, Clip.Interpolation.LINEAR, times, values);
    }

    /** Poses the target as in a frame; its path is in the scene. */
    private void map(int frame) {
      motion.clip().sample(times[frame], from);
      double[][] captured = globalRotations(from);
      double[][] globals = new double[match.target.jointCount()][];
      double[] trs = new double[10];
      double[] back = new double[Quaternion.SIZE];
      to.setRest();
      int pair = 0;
      for (int j = 0; j < globals.length; j++) {
        int parent = match.target.parent(j);
        double[] above = parent < 0 ? new double[] {0, 0, 0, 1} : globals[parent];
        match.target.copyRestTranslation(j, trs, 0);
        match.target.copyRestRotation(j, trs, 3);
        match.target.copyRestScale(j, trs, 7);
        globals[j] = new double[Quaternion.SIZE];
        if (pair < match.count() && match.targets[pair] == j) {
          globals[j] = turned(pair, captured[match.sources[pair]]);
          Quaternion.conjugate(above, 0, back, 0);
          Quaternion.multiply(back, 0, globals[j], 0, trs, 3);
          System.arraycopy(trs, 3, rotations[pair], Quaternion.SIZE * frame, Quaternion.SIZE);
          if (pair == 0 && moves) {
            System.arraycopy(placed(), 0, path, 3 * frame, 3);
            toLocal(path, 3 * frame, trs);
          }
          to.setLocal(j, trs, 0, trs, 3, trs, 7);
          pair++;
        } else {
          Quaternion.multiply(above, 0, trs, 3, globals[j], 0);
        }
      }
      to.update();
    }

    /** Returns A W A⁻¹ C⁻¹ R. */
    private double[] turned(int pair, double[] captured) {
      double[] axes = rest.axes();
      double[] back = new double[Quaternion.SIZE];
      double[] out = new double[Quaternion.SIZE];
      Quaternion.multiply(axes, 0, captured, 0, out, 0);
      Quaternion.conjugate(axes, 0, back, 0);
      Quaternion.multiply(out, 0, back, 0, out, 0);
      Quaternion.conjugate(rest.correction(pair), 0, back, 0);
      Quaternion.multiply(out, 0, back, 0, out, 0);
      Quaternion.multiply(out, 0, restRotations[match.targets[pair]], 0, out, 0);
      Quaternion.normalize(out, 0);
      return out;
    }

    /** Returns the place of the topmost joint in the scene. */
    private double[] placed() {
      double[] global = new double[Affine.SIZE];
      from.copyGlobal(match.sources[0], global, 0);
      double[] moved =
          RestPoses.rotated(
              rest.axes(),
              RestPoses.minus(new double[] {global[3], global[7], global[11]}, match.sourceAt(0)));
      double[] at = match.targetAt(0).clone();
      for (int k = 0; k < 3; k++) {
        at[k] += scale * moved[k];
      }
      return at;
    }

    /** Brings a place in the scene into the parent's space; what is above keeps its rest pose. */
    private void toLocal(double[] scene, int at, double[] out) {
      Affine.transformPoint(intoParent, 0, scene, at, out, 0);
    }

    private double[] intoParent() {
      double[] out = new double[Affine.SIZE];
      Affine.identity(out, 0);
      int parent = match.target.parent(match.targets[0]);
      if (parent != Skeleton.NO_PARENT) {
        to.copyGlobal(parent, out, 0);
        moves &= Affine.invert(out, 0, out, 0);
      }
      return out;
    }

    private void placePath(double up) {
      double[] local = new double[3];
      for (int f = 0; f < times.length; f++) {
        path[3 * f + 1] += up;
        toLocal(path, 3 * f, local);
        System.arraycopy(local, 0, path, 3 * f, 3);
      }
    }

    /** Returns the height of the lowest matched joint. */
    private double lowest(Pose pose) {
      double[] global = new double[Affine.SIZE];
      double min = Double.POSITIVE_INFINITY;
      for (int joint : match.targets) {
        pose.copyGlobal(joint, global, 0);
        min = Math.min(min, global[7]);
      }
      return min;
    }

    /**
     * Returns the lengths of the bones from the topmost joint to the lowest one of the target, of
     * the motion and of the target.
     */
    private double[] legLengths() {
      int foot = 0;
      for (int i = 1; i < match.count(); i++) {
        foot = match.targetAt(i)[1] < match.targetAt(foot)[1] ? i : foot;
      }
      double[] out = new double[2];
      for (int i = foot; match.parents[i] >= 0; i = match.parents[i]) {
        int above = match.parents[i];
        out[0] += Vec3.length(RestPoses.minus(match.sourceAt(i), match.sourceAt(above)));
        out[1] += Vec3.length(RestPoses.minus(match.targetAt(i), match.targetAt(above)));
      }
      return out;
    }

    private static double[][] globalRotations(Pose pose) {
      double[][] out = new double[pose.skeleton().jointCount()][Quaternion.SIZE];
      double[] global = new double[Affine.SIZE];
      for (int j = 0; j < out.length; j++) {
        pose.copyGlobal(j, global, 0);
        Affine.toTrs(global, 0, new double[3], 0, out[j], 0, new double[3], 0);
      }
      return out;
    }
  }
}
