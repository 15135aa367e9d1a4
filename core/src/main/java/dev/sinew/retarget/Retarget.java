package dev.sinew.retarget;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.human.HumanBone;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Brings a motion to another skeleton. If both have the same joints, its tracks are kept; otherwise
 * joints are matched ({@link JointMatch}) and rotations are mapped in the scene.
 *
 * <p>With W the turn of a joint in the scene from its rest pose, A the rotation between the axes of
 * the scenes and C the correction of the rest pose ({@link RestPoses}), the target joint, of the
 * global rest rotation R, gets the global rotation A W A⁻¹ C⁻¹ R: its bone has the direction of the
 * bone of the motion. Rotations of joints without a match are contained in W.
 *
 * <p>The topmost matched joint also follows the path of the motion, in proportion to the lengths of
 * the legs, if it is above all others in both skeletons and the lowest of these is below it. Its
 * path is relative to its place at rest. If the feet would then be more than half a leg off the
 * ground of the rest pose, since captures give no place at rest, the path is moved up or down such
 * that the lowest joint reaches it.
 */
public final class Retarget {
  /** The share of a leg by which feet may be off the ground of the rest pose. */
  private static final double OFF_GROUND = 0.5;

  /** The most keys that a motion which is not linear gets. */
  private static final int MAX_KEYS = 100_000;

  private static final Set<HumanBone> LEG =
      EnumSet.of(HumanBone.LEFT_UPPER_LEG, HumanBone.LEFT_LOWER_LEG, HumanBone.LEFT_FOOT);

  private Retarget() {}

  /**
   * Brings a motion to a character; the clip has no tracks if no joint matches.
   *
   * @throws RequestException if the options name a joint that is not there
   */
  public static RetargetResult run(
      Motion motion, SkinnedCharacter target, RetargetOptions options, RunContext context) {
    Optional<RetargetResult> same =
        options.names().isEmpty() ? SameRig.clip(motion, target) : Optional.empty();
    return same.orElseGet(() -> mapped(motion, target, options, context));
  }

  /** Brings a motion to a skeleton. */
  public static RetargetResult run(
      Motion motion, Skeleton target, RetargetOptions options, RunContext context) {
    return mapped(motion, Motion.bare(target), options, context);
  }

  private static RetargetResult mapped(
      Motion motion, SkinnedCharacter target, RetargetOptions options, RunContext context) {
    JointMatch match = new JointMatch(motion, target, options.names());
    boolean moves =
        match.hasRoot()
            && motion.clip().tracks().stream()
                .anyMatch(
                    track ->
                        track.property() == Clip.Property.TRANSLATION
                            && motion.skeleton().isUnder(match.sources[0], track.joint()));
    double[] times = times(motion.clip(), options.framesPerSecond());
    Clip clip = new Clip(motion.clip().name(), List.of());
    if (match.count() > 0 && times.length > 0) {
      Mapper mapper = new Mapper(motion, target.skeleton(), match, times, moves);
      clip = new Clip(motion.clip().name(), mapper.tracks(context));
      if (options.holdFeet() && mapper.moves) {
        clip =
            FootPlants.hold(
                motion, match, target.skeleton(), clip, times, mapper.rest.axes(), context);
      }
    }
    boolean moved = clip.tracks().stream().anyMatch(t -> t.property() == Clip.Property.TRANSLATION);
    return new RetargetResult(
        clip,
        Arrays.stream(match.targets).mapToObj(target.skeleton()::name).toList(),
        match.unmatched,
        moved,
        false);
  }

  /** Returns the times of all keys, and more where values between them are not linear. */
  private static double[] times(Clip clip, double framesPerSecond) {
    DoubleStream keys =
        clip.tracks().stream()
            .filter(track -> track.property() != Clip.Property.WEIGHTS)
            .flatMapToDouble(track -> Arrays.stream(track.times()));
    boolean isLinear =
        clip.tracks().stream().allMatch(t -> t.interpolation() == Clip.Interpolation.LINEAR);
    if (!isLinear) {
      int count = (int) Math.min(MAX_KEYS, Math.ceil(clip.duration() * framesPerSecond));
      DoubleStream between =
          IntStream.range(0, count).mapToDouble(k -> clip.duration() * k / Math.max(1, count));
      keys = DoubleStream.concat(keys, between);
    }
    return keys.sorted().distinct().toArray();
  }

  /** Maps all frames. */
  private static final class Mapper {
    private final Motion motion;
    private final Skeleton skeleton;
    private final JointMatch match;
    private final RestPoses rest;
    private boolean moves;
    private final Pose from;
    private final Pose to;
    private final double[] times;
    private final double[][] rotations;
    private final double[][] restRotations;

    /** From the rest pose of a joint of the motion back to no rotation. */
    private final double[][] restTurns;

    private final double[] path;
    private final double[] intoParent;
    private final double leg;
    private final double scale;

    Mapper(Motion motion, Skeleton target, JointMatch match, double[] times, boolean moves) {
      this.motion = motion;
      this.match = match;
      this.times = times;
      skeleton = target;
      rest = new RestPoses(match);
      from = new Pose(motion.skeleton());
      to = new Pose(target);
      rotations = new double[match.count()][Quaternion.SIZE * times.length];
      restRotations = match.targetRest.rotations();
      restTurns = match.sourceRest.rotations();
      for (double[] turn : restTurns) {
        Quaternion.conjugate(turn, 0, turn, 0);
      }
      path = new double[3 * times.length];
      double[] legs = legLengths();
      leg = legs[1];
      scale = legs[1] / legs[0];
      this.moves = moves && legs[0] > 0 && legs[1] > 0;
      intoParent = intoParent();
    }

    List<Clip.Track> tracks(RunContext context) {
      double lowest = Double.POSITIVE_INFINITY;
      double ground =
          Arrays.stream(match.targets)
              .mapToDouble(joint -> match.targetRest.at(joint)[1])
              .min()
              .orElseThrow();
      for (int f = 0; f < times.length; f++) {
        context.checkCancelled();
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
      double[][] captured = RestPose.rotations(from);
      double[][] globals = new double[skeleton.jointCount()][];
      double[] trs = new double[10];
      double[] back = new double[Quaternion.SIZE];
      to.setRest();
      int pair = 0;
      for (int j = 0; j < globals.length; j++) {
        int parent = skeleton.parent(j);
        double[] above = parent < 0 ? new double[] {0, 0, 0, 1} : globals[parent];
        skeleton.copyRestTranslation(j, trs, 0);
        skeleton.copyRestRotation(j, trs, 3);
        skeleton.copyRestScale(j, trs, 7);
        globals[j] = new double[Quaternion.SIZE];
        if (pair < match.count() && match.targets[pair] == j) {
          globals[j] = turned(pair, captured);
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
    private double[] turned(int pair, double[][] captured) {
      double[] axes = rest.axes();
      double[] back = new double[Quaternion.SIZE];
      double[] out = new double[Quaternion.SIZE];
      int source = match.sources[pair];
      Quaternion.multiply(captured[source], 0, restTurns[source], 0, out, 0);
      Quaternion.multiply(axes, 0, out, 0, out, 0);
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
      int parent = skeleton.parent(match.targets[0]);
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
     * Returns the lengths of the left legs of two bodies, of the motion and of the target; of
     * others those of the bones from the topmost joint to the lowest one of the target.
     */
    private double[] legLengths() {
      if (match.sourceBones.keySet().containsAll(LEG)
          && match.targetBones.keySet().containsAll(LEG)) {
        return new double[] {
          FootPlants.legLength(match.sourceRest, match.sourceBones),
          FootPlants.legLength(match.targetRest, match.targetBones)
        };
      }
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
  }
}
