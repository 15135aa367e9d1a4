package dev.sinew.retarget;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.human.HumanBone;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the feet of a mapped walk where they stand. Bodies differ in more than the length of legs,
 * so a foot that stood still in the motion slides after the mapping. While a foot of the motion is
 * low and stays where it is, that of the target is held in its mean place: hip and knee turn for
 * it, in the plane in which the knee bends already. Before and after, the correction fades.
 */
final class FootPlants {
  /** The height above the lowest one at which a foot may stand, in lengths of a leg. */
  private static final double LOW = 0.1;

  /** How far a foot that stands may be from where it came down, in lengths of a leg. */
  private static final double NEAR = 0.05;

  /** The least time for which a foot stands, in seconds: at the turn of a kick it does not. */
  private static final double LEAST = 0.1;

  /** The time in which a correction fades, in seconds. */
  private static final double FADE = 0.15;

  /** The share of its length to which a leg may be stretched: a straight knee jumps. */
  private static final double STRETCH = 0.9995;

  private final Skeleton skeleton;
  private final double[] times;
  private final Pose pose;
  private final Clip clip;

  /** The three joints of a leg, and where its foot is in every frame. */
  private record Leg(int upper, int lower, int foot) {}

  private FootPlants(Skeleton skeleton, Clip clip, double[] times) {
    this.skeleton = skeleton;
    this.clip = clip;
    this.times = times;
    pose = new Pose(skeleton);
  }

  /**
   * Returns a clip whose feet stand.
   *
   * @param match the joints of the motion and of the target
   * @param clip the mapped motion
   * @param times the times of its keys
   * @param axes from the axes of the motion to those of the target
   */
  static Clip hold(
      Motion motion,
      JointMatch match,
      Skeleton skeleton,
      Clip clip,
      double[] times,
      double[] axes,
      RunContext context) {
    FootPlants plants = new FootPlants(skeleton, clip, times);
    Clip held = clip;
    for (HumanBone foot : List.of(HumanBone.LEFT_FOOT, HumanBone.RIGHT_FOOT)) {
      Optional<Leg> source = leg(match.sourceBones, foot, motion.skeleton());
      Optional<Leg> target = leg(match.targetBones, foot, skeleton);
      if (source.isPresent() && target.isPresent()) {
        context.checkCancelled();
        double[][] places = captured(motion, source.get().foot, times, axes);
        double length = length(match.sourceRest, source.get());
        int[] stands = stands(places, times, length);
        held = plants.held(held, target.get(), stands);
      }
    }
    return held;
  }

  private static Optional<Leg> leg(
      Map<HumanBone, Integer> bones, HumanBone foot, Skeleton skeleton) {
    boolean isLeft = foot == HumanBone.LEFT_FOOT;
    Integer upper = bones.get(isLeft ? HumanBone.LEFT_UPPER_LEG : HumanBone.RIGHT_UPPER_LEG);
    Integer lower = bones.get(isLeft ? HumanBone.LEFT_LOWER_LEG : HumanBone.RIGHT_LOWER_LEG);
    Integer ankle = bones.get(foot);
    return upper == null || lower == null || ankle == null || !skeleton.isUnder(ankle, lower)
        ? Optional.empty()
        : Optional.of(new Leg(upper, lower, ankle));
  }

  /** Returns where a foot of the motion is, in the axes of the target. */
  private static double[][] captured(Motion motion, int foot, double[] times, double[] axes) {
    Pose pose = new Pose(motion.skeleton());
    double[] global = new double[Affine.SIZE];
    double[][] out = new double[times.length][];
    for (int f = 0; f < times.length; f++) {
      motion.clip().sample(times[f], pose);
      pose.copyGlobal(foot, global, 0);
      out[f] = RestPoses.rotated(axes, new double[] {global[3], global[7], global[11]});
    }
    return out;
  }

  /** Returns the length of the left leg of a body. */
  static double legLength(RestPose rest, Map<HumanBone, Integer> bones) {
    return length(rest, leg(bones, HumanBone.LEFT_FOOT, rest.skeleton).orElseThrow());
  }

  private static double length(RestPose rest, Leg leg) {
    double[] knee = rest.at(leg.lower);
    return Vec3.length(RestPoses.minus(knee, rest.at(leg.upper)))
        + Vec3.length(RestPoses.minus(rest.at(leg.foot), knee));
  }

  /** Returns per frame the number of the step in which the foot stands; 0 where it does not. */
  private static int[] stands(double[][] places, double[] times, double length) {
    double lowest = Arrays.stream(places).mapToDouble(p -> p[1]).min().orElse(0);
    int[] out = new int[places.length];
    int steps = 0;
    int start = 0;
    for (int f = 0; f <= out.length; f++) {
      boolean stays =
          f < out.length
              && places[f][1] - lowest < LOW * length
              && Vec3.length(RestPoses.minus(places[f], places[start])) < NEAR * length;
      if (!stays) {
        if (f > start && times[f - 1] - times[start] >= LEAST) {
          Arrays.fill(out, start, f, ++steps);
        }
        start = f;
      }
    }
    return out;
  }

  private Clip held(Clip given, Leg leg, int[] stands) {
    double[][] offsets = offsets(leg, stands);
    int[] joints = {leg.upper, leg.lower, leg.foot};
    double[][] rotations = new double[3][Quaternion.SIZE * times.length];
    double[] side = bend(leg);
    for (int f = 0; f < times.length; f++) {
      given.sample(times[f], pose);
      double[][] turned = turned(leg, offsets[f], side);
      for (int k = 0; k < 3; k++) {
        System.arraycopy(turned[k], 0, rotations[k], Quaternion.SIZE * f, Quaternion.SIZE);
      }
    }
    List<Clip.Track> tracks = new ArrayList<>();
    for (Clip.Track track : given.tracks()) {
      boolean isOfLeg = Arrays.stream(joints).anyMatch(j -> j == track.joint());
      if (!isOfLeg || track.property() != Clip.Property.ROTATION) {
        tracks.add(track);
      }
    }
    for (int k = 0; k < 3; k++) {
      tracks.add(
          new Clip.Track(
              joints[k], Clip.Property.ROTATION, Clip.Interpolation.LINEAR, times, rotations[k]));
    }
    return new Clip(given.name(), tracks);
  }

  /** Returns how far the foot must move in every frame: to its mean place while it stands. */
  private double[][] offsets(Leg leg, int[] stands) {
    double[][] places = new double[times.length][];
    for (int f = 0; f < times.length; f++) {
      clip.sample(times[f], pose);
      places[f] = place(leg.foot);
    }
    double[][] out = new double[times.length][3];
    double[] weights = new double[times.length];
    for (int start = 0; start < times.length; start++) {
      if (stands[start] == 0 || (start > 0 && stands[start - 1] == stands[start])) {
        continue;
      }
      int end = start;
      double[] mean = new double[3];
      while (end < times.length && stands[end] == stands[start]) {
        add(places[end++], 1, mean);
      }
      for (int f = 0; f < times.length; f++) {
        double away = Math.max(times[start] - times[f], times[f] - times[end - 1]);
        double weight = smooth(1 - away / FADE);
        if (weight > 0) {
          int nearest = Math.clamp(f, start, end - 1);
          for (int k = 0; k < 3; k++) {
            out[f][k] += weight * (mean[k] / (end - start) - places[nearest][k]);
          }
          weights[f] += weight;
        }
      }
    }
    for (int f = 0; f < out.length; f++) {
      for (int k = 0; k < 3; k++) {
        out[f][k] /= Math.max(1, weights[f]);
      }
    }
    return out;
  }

  private static double smooth(double x) {
    double t = Math.clamp(x, 0, 1);
    return t * t * (3 - 2 * t);
  }

  /** Returns the axis of the knee in the frame of the upper leg where the knee is bent most. */
  private double[] bend(Leg leg) {
    double[] axis = {0, 0, 0};
    double largest = 0;
    double[] back = new double[Quaternion.SIZE];
    for (double time : times) {
      clip.sample(time, pose);
      double[] cross = Vec3.cross(thigh(leg), shin(leg));
      double size = Vec3.length(cross) / (Vec3.length(thigh(leg)) * Vec3.length(shin(leg)));
      if (size > largest) {
        largest = size;
        Quaternion.conjugate(rotation(leg.upper), 0, back, 0);
        axis = RestPoses.rotated(back, cross);
      }
    }
    return axis;
  }

  /** Returns the local rotations of a leg whose foot moves by an offset and keeps its direction. */
  private double[][] turned(Leg leg, double[] offset, double[] side) {
    double[] thigh = thigh(leg);
    double[] shin = shin(leg);
    double[] wanted = sum(sum(thigh, shin), offset);
    double a = Vec3.length(thigh);
    double b = Vec3.length(shin);
    double reach = Math.clamp(Vec3.length(wanted), Math.abs(a - b), STRETCH * (a + b));
    double[] axis = RestPoses.rotated(rotation(leg.upper), side);
    double[] knee = {0, 0, 0, 1};
    double[] hip = {0, 0, 0, 1};
    boolean isStill = offset[0] == 0 && offset[1] == 0 && offset[2] == 0;
    if (!isStill && Vec3.length(axis) > 0 && a * b > 0) {
      double bent =
          Math.atan2(
              Vec3.dot(Vec3.cross(thigh, shin), axis) / Vec3.length(axis), Vec3.dot(thigh, shin));
      double needed =
          Math.PI - Math.acos(Math.clamp((a * a + b * b - reach * reach) / (2 * a * b), -1, 1));
      double length = Vec3.length(axis);
      Quaternion.fromAxisAngle(
          axis[0] / length, axis[1] / length, axis[2] / length, needed - bent, knee, 0);
      hip = RestPoses.shortest(sum(thigh, RestPoses.rotated(knee, shin)), wanted);
    }
    double[] below = product(hip, knee);
    return new double[][] {
      local(product(hip, rotation(leg.upper)), above(leg.upper)),
      local(product(below, rotation(leg.lower)), product(hip, above(leg.lower))),
      local(rotation(leg.foot), product(below, above(leg.foot)))
    };
  }

  private double[] thigh(Leg leg) {
    return RestPoses.minus(place(leg.lower), place(leg.upper));
  }

  private double[] shin(Leg leg) {
    return RestPoses.minus(place(leg.foot), place(leg.lower));
  }

  private double[] place(int joint) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }

  private double[] rotation(int joint) {
    double[] global = new double[Affine.SIZE];
    double[] out = new double[Quaternion.SIZE];
    pose.copyGlobal(joint, global, 0);
    Affine.toTrs(global, 0, new double[3], 0, out, 0, new double[3], 0);
    return out;
  }

  private double[] above(int joint) {
    int parent = skeleton.parent(joint);
    return parent == Skeleton.NO_PARENT ? new double[] {0, 0, 0, 1} : rotation(parent);
  }

  private static double[] local(double[] global, double[] above) {
    double[] out = new double[Quaternion.SIZE];
    Quaternion.conjugate(above, 0, out, 0);
    return product(out, global);
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[Quaternion.SIZE];
    Quaternion.multiply(a, 0, b, 0, out, 0);
    return out;
  }

  private static double[] sum(double[] a, double[] b) {
    return new double[] {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  }

  private static void add(double[] a, double weight, double[] sum) {
    for (int k = 0; k < 3; k++) {
      sum[k] += weight * a[k];
    }
  }
}
