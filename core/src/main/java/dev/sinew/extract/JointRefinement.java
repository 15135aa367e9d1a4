package dev.sinew.extract;

import dev.sinew.extract.graph.IsoCurve;
import dev.sinew.math.Affine;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Refines the joints of all poses (equation 3.7 of the thesis "Character animation from examples"):
 * the distances between the iso-curves and the bones should be those of the reference, and the
 * bones keep their lengths exactly, those at a branching also their angles. Starts from the centres
 * of the Reeb graph; each round moves the joints by damped Gauss-Newton steps on the distances,
 * then restores the lengths.
 */
final class JointRefinement {
  private static final int ROUNDS = 40;

  /** Curves per limb. */
  private static final int CURVES = 24;

  /** Added to the squared slope of a distance, so that steps stay small where it is flat. */
  private static final double DAMPING = 0.25;

  /** The pull towards the start, relative to that of one curve. */
  private static final double START = 0.5;

  private final JointPlan plan;
  private final List<Ring> rings = new ArrayList<>();

  /** An iso-curve in all poses, and the bone that it surrounds. */
  private record Ring(Bones.Bone bone, List<IsoCurve> curves, double distance) {}

  private JointRefinement(PoseLimbs limbs, JointPlan plan) {
    this.plan = plan;
    List<Bones.Bone> bones = Bones.of(plan).list();
    for (int l = 0; l < limbs.tree().count(); l++) {
      for (int i = 0; i < CURVES; i++) {
        addRing(limbs, l, (i + 0.5) / CURVES, bones);
      }
    }
  }

  /** Refines the poses after the reference, in place. */
  static void refine(PoseLimbs limbs, JointPlan plan, RunContext context) {
    JointRefinement bones = new JointRefinement(limbs, plan);
    for (int k = 1; k < plan.poseCount(); k++) {
      bones.refinePose(k);
      context.report("refining joints", k, plan.poseCount() - 1);
    }
  }

  private void addRing(PoseLimbs limbs, int limb, double place, List<Bones.Bone> bones) {
    long set = limbs.tree().sets()[limb];
    List<IsoCurve> reference = limbs.curves().getFirst().curves(set);
    double first = reference.getFirst().fraction();
    double fraction = first + place * (reference.getLast().fraction() - first);
    List<IsoCurve> curves =
        limbs.curves().stream().map(pose -> nearest(pose.curves(set), fraction)).toList();
    Bones.Bone best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Bones.Bone bone : bones) {
      double d =
          Points.distanceToSegment(
              curves.getFirst().centre(), plan.at(bone.owner(), 0), plan.at(bone.end(), 0));
      if (bone.limb() == limb && d < least) {
        least = d;
        best = bone;
      }
    }
    if (best != null) {
      rings.add(new Ring(best, curves, distance(curves.getFirst(), best, 0, new double[6])));
    }
  }

  private static IsoCurve nearest(List<IsoCurve> curves, double fraction) {
    IsoCurve best = curves.getFirst();
    for (IsoCurve curve : curves) {
      if (Math.abs(curve.fraction() - fraction) < Math.abs(best.fraction() - fraction)) {
        best = curve;
      }
    }
    return best;
  }

  private void refinePose(int pose) {
    double[] start = plan.positions(pose);
    restoreLengths(pose);
    double[] best = plan.positions(pose);
    double least = deviation(pose);
    for (int round = 0; round < ROUNDS; round++) {
      step(pose, start);
      restoreLengths(pose);
      double now = deviation(pose);
      if (now < least) {
        least = now;
        best = plan.positions(pose);
      }
    }
    for (int j = 0; j < plan.count(); j++) {
      System.arraycopy(best, 3 * j, plan.at(j, pose), 0, 3);
    }
  }

  /** Returns the objective of equation 3.7 for a pose. */
  private double deviation(int pose) {
    double sum = 0;
    for (Ring ring : rings) {
      double r = distance(ring.curves.get(pose), ring.bone, pose, new double[6]) - ring.distance;
      sum += r * r;
    }
    return sum;
  }

  private void step(int pose, double[] start) {
    double[] moves = new double[3 * plan.count()];
    double[] weights = new double[plan.count()];
    double[] slope = new double[6];
    for (Ring ring : rings) {
      double r = distance(ring.curves.get(pose), ring.bone, pose, slope) - ring.distance;
      double squared = DAMPING;
      for (double s : slope) {
        squared += s * s;
      }
      for (int end = 0; end < 2; end++) {
        int joint = end == 0 ? ring.bone.owner() : ring.bone.end();
        for (int axis = 0; axis < 3; axis++) {
          moves[3 * joint + axis] -= r * slope[3 * end + axis] / squared;
        }
        weights[joint]++;
      }
    }
    for (int j = 0; j < plan.count(); j++) {
      double[] at = plan.at(j, pose);
      for (int axis = 0; axis < 3; axis++) {
        double pull = START * (start[3 * j + axis] - at[axis]);
        at[axis] += (moves[3 * j + axis] + pull) / (weights[j] + START);
      }
    }
  }

  /**
   * Returns the mean distance of a curve's points from a bone.
   *
   * @param slope receives the derivatives by the bone's start and end
   */
  private double distance(IsoCurve curve, Bones.Bone bone, int pose, double[] slope) {
    double[] a = plan.at(bone.owner(), pose);
    double[] b = plan.at(bone.end(), pose);
    double[] p = new double[3];
    double sum = 0;
    Arrays.fill(slope, 0);
    for (int s = 0; s < curve.segmentCount(); s++) {
      double share = curve.length() > 0 ? curve.segmentLength(s) / curve.length() : 1;
      for (int axis = 0; axis < 3; axis++) {
        p[axis] = (curve.points()[6 * s + axis] + curve.points()[6 * s + 3 + axis]) / 2;
      }
      double t = Points.nearestPlace(p, a, b);
      double[] q = Points.between(a, b, t);
      double d = Points.distance(p, q);
      sum += share * d;
      for (int axis = 0; axis < 3 && d > 0; axis++) {
        double away = share * (q[axis] - p[axis]) / d;
        slope[axis] += (1 - t) * away;
        slope[3 + axis] += t * away;
      }
    }
    return sum;
  }

  /**
   * Gives every bone its length in the reference, from the root outwards. The bones that start at a
   * branching keep the angles between them too: one joint turns them all.
   */
  private void restoreLengths(int pose) {
    for (int j = 0; j < plan.count(); j++) {
      // Tips slide on the skin: the last bone of a limb has no fixed length.
      int[] ends = Arrays.stream(plan.children(j)).filter(c -> !plan.isTip(c)).toArray();
      if (ends.length == 1) {
        restoreLength(j, ends[0], pose);
      } else if (ends.length > 1) {
        restoreBranching(j, ends, pose);
      }
    }
  }

  private void restoreLength(int parent, int j, int pose) {
    double wanted = Points.distance(plan.at(j, 0), plan.at(parent, 0));
    double length = Points.distance(plan.at(j, pose), plan.at(parent, pose));
    if (length > 0) {
      double[] moved = Points.between(plan.at(parent, pose), plan.at(j, pose), wanted / length);
      System.arraycopy(moved, 0, plan.at(j, pose), 0, 3);
    }
  }

  private void restoreBranching(int joint, int[] ends, int pose) {
    double[] rest = plan.at(joint, 0);
    double[] at = plan.at(joint, pose);
    RigidFit fit = new RigidFit();
    for (int end : ends) {
      fit.addAbout(rest, at, plan.at(end, 0), plan.at(end, pose));
    }
    for (int anchor : plan.anchorsOf(joint)) {
      fit.addAbout(rest, at, plan.anchor(anchor, 0), plan.anchor(anchor, pose));
    }
    double[] motion = fit.motion();
    double[] moved = new double[3];
    for (int end : ends) {
      Affine.transformVector(motion, 0, Points.difference(plan.at(end, 0), rest), 0, moved, 0);
      for (int axis = 0; axis < 3; axis++) {
        plan.at(end, pose)[axis] = at[axis] + moved[axis];
      }
    }
  }
}
