package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.ArticulatedSolve.Attraction;
import dev.sinew.rig.BlendSums;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Refines joints and poses together, from all the skin of shapes whose vertices correspond: bones
 * turn about their joints and keep their lengths, the body moves as a whole. Joints that the shapes
 * do not decide stay where they were.
 */
final class PoseRefinement {
  private static final int POSE_STEPS = 30;
  private static final int JOINT_STEPS = 12;

  /** How much a joint is held, relative to the skin that it moves in all poses. */
  private static final double HOLD = 0.1;

  /** A joint that leaves the body in some shape is held more, in some rounds. */
  private static final double MORE = 8;

  private static final int RETURNS = 5;

  private final JointPlan plan;
  private final double[] rest;
  private final List<double[]> posed;

  /** Tell what is inside the reference and each shape. */
  private final List<WindingNumber> shapes;

  private final RunContext context;

  /** The joints of the plan that are bones, and the bone of each joint. */
  private final int[] joints;

  private final int[] bone;

  /** Shapes are solved relative to the middle of the reference, in this unit. */
  private final double[] centre = new double[3];

  private final double unit;

  /**
   * @param plan its joints at rest are moved
   * @param reference the shape at rest
   * @param posed x, y, z of each vertex in every shape
   * @param unit the size of the body
   */
  PoseRefinement(
      JointPlan plan, TriMesh reference, List<double[]> posed, double unit, RunContext context) {
    this.plan = plan;
    rest = reference.positions();
    this.posed = posed;
    shapes =
        Stream.concat(Stream.of(rest), posed.stream())
            .map(shape -> new WindingNumber(shape, reference.triangles()))
            .toList();
    this.unit = unit;
    this.context = context;
    joints = IntStream.range(0, plan.count()).filter(j -> !plan.isTip(j)).toArray();
    bone = new int[plan.count()];
    Arrays.fill(bone, -1);
    for (int b = 0; b < joints.length; b++) {
      bone[joints[b]] = b;
    }
    for (int i = 0; i < rest.length; i++) {
      centre[i % 3] += 3 * rest[i] / rest.length;
    }
  }

  /**
   * Solves the poses, and moves the joints of the plan.
   *
   * @param start the poses to start from
   * @return the poses, with scales of 1
   */
  List<PoseParameters> refine(List<PoseParameters> start, Influences weights) {
    BlendSums sums = sums(weights);
    double[] at = new double[3 * joints.length];
    double[] strength = new double[joints.length];
    for (int b = joints.length - 1; b >= 0; b--) {
      for (int axis = 0; axis < 3; axis++) {
        at[3 * b + axis] = (plan.at(joints[b], 0)[axis] - centre[axis]) / unit;
      }
      double mass = sums.moments()[16 * (b * joints.length + b) + 15];
      strength[b] += HOLD * mass * posed.size() + 1e-6;
      if (plan.parent(joints[b]) >= 0) {
        strength[bone[plan.parent(joints[b])]] += strength[b];
      }
    }
    Attraction attraction = new Attraction(at.clone(), strength);
    BoneMotions motions = motions(start);
    ArticulatedSolve solve = new ArticulatedSolve(sums, tree(), context);
    solve.poses(at, motions, 0, POSE_STEPS);
    boolean[] inside = new boolean[joints.length];
    Arrays.fill(inside, true);
    markOutside(at, motions, inside);
    boolean[] kept = inside.clone();
    for (int n = 0; n < RETURNS; n++) {
      solve.posesAndJoints(at, attraction, motions, 0, JOINT_STEPS);
      System.arraycopy(kept, 0, inside, 0, inside.length);
      if (!markOutside(at, motions, inside)) {
        break;
      }
      for (int b = 0; b < inside.length; b++) {
        strength[b] *= inside[b] ? 1 : MORE;
      }
    }
    moveJoints(at);
    return IntStream.range(0, posed.size()).mapToObj(k -> pose(motions, k)).toList();
  }

  /** Marks joints that are outside the body at rest or in a pose; returns true for any new one. */
  private boolean markOutside(double[] at, BoneMotions motions, boolean[] inside) {
    boolean[] before = inside.clone();
    context.run(
        joints.length,
        b -> {
          double[] point = new double[3];
          double[] motion = new double[Affine.SIZE];
          for (int k = 0; k < shapes.size() && inside[b]; k++) {
            System.arraycopy(at, 3 * b, point, 0, 3);
            if (k > 0) {
              motions.copy(b, k - 1, motion, 0);
              Affine.transformPoint(motion, 0, point, 0, point, 0);
            }
            for (int axis = 0; axis < 3; axis++) {
              point[axis] = centre[axis] + unit * point[axis];
            }
            inside[b] = shapes.get(k).isInside(point, 0);
          }
        });
    return !Arrays.equals(before, inside);
  }

  private BoneTree tree() {
    int[] parents =
        Arrays.stream(joints).map(j -> plan.parent(j) < 0 ? -1 : bone[plan.parent(j)]).toArray();
    return new BoneTree(parents, IntStream.range(0, joints.length).toArray());
  }

  private BlendSums sums(Influences weights) {
    int bones = joints.length;
    double[] moments = new double[16 * bones * bones];
    double[] targets = new double[12 * bones * posed.size()];
    double[] squares = new double[posed.size()];
    double[] x = {0, 0, 0, 1};
    for (int v = 0; v < weights.vertexCount(); v++) {
      toUnit(rest, v, x);
      for (int i = 0; i < weights.count(v); i++) {
        int a = bone[weights.joint(v, i)];
        for (int l = 0; l < weights.count(v); l++) {
          int o = 16 * (a * bones + bone[weights.joint(v, l)]);
          double both = weights.weight(v, i) * weights.weight(v, l);
          for (int n = 0; n < 16; n++) {
            moments[o + n] += both * x[n / 4] * x[n % 4];
          }
        }
      }
      addTargets(weights, v, x, targets, squares);
    }
    return new BlendSums(bones, moments, targets, squares);
  }

  private void addTargets(
      Influences weights, int v, double[] x, double[] targets, double[] squares) {
    double[] y = new double[3];
    for (int k = 0; k < posed.size(); k++) {
      toUnit(posed.get(k), v, y);
      squares[k] += y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
      for (int i = 0; i < weights.count(v); i++) {
        int o = 12 * (bone[weights.joint(v, i)] * posed.size() + k);
        for (int n = 0; n < 12; n++) {
          targets[o + n] += weights.weight(v, i) * y[n / 4] * x[n % 4];
        }
      }
    }
  }

  private void toUnit(double[] positions, int v, double[] out) {
    for (int axis = 0; axis < 3; axis++) {
      out[axis] = (positions[3 * v + axis] - centre[axis]) / unit;
    }
  }

  /** Returns the rotations of poses; the solver places all joints but the root. */
  private BoneMotions motions(List<PoseParameters> poses) {
    BoneMotions out = new BoneMotions(joints.length, poses.size());
    double[] m = new double[Affine.SIZE];
    for (int k = 0; k < poses.size(); k++) {
      for (int b = 0; b < joints.length; b++) {
        System.arraycopy(poses.get(k).motions(), Affine.SIZE * joints[b], m, 0, Affine.SIZE);
        double scale = Math.cbrt(Affine.determinant(m, 0));
        double[] joint = plan.at(joints[b], 0);
        double[] moved = new double[3];
        Affine.transformPoint(m, 0, joint, 0, moved, 0);
        for (int r = 0; r < 3; r++) {
          double turned = 0;
          for (int c = 0; c < 3; c++) {
            m[4 * r + c] /= scale;
            turned += m[4 * r + c] * (joint[c] - centre[c]);
          }
          m[4 * r + 3] = (moved[r] - centre[r] - turned) / unit;
        }
        out.set(b, k, m, 0);
      }
    }
    return out;
  }

  private void moveJoints(double[] at) {
    for (int b = 0; b < joints.length; b++) {
      for (int axis = 0; axis < 3; axis++) {
        plan.at(joints[b], 0)[axis] = centre[axis] + unit * at[3 * b + axis];
      }
    }
  }

  /** Returns a pose; the end of a limb moves with the joint before it. */
  private PoseParameters pose(BoneMotions motions, int k) {
    double[] out = new double[Affine.SIZE * plan.count()];
    for (int j = 0; j < plan.count(); j++) {
      int o = Affine.SIZE * j;
      motions.copy(bone[plan.isTip(j) ? plan.parent(j) : j], k, out, o);
      for (int r = 0; r < 3; r++) {
        double turned = 0;
        for (int c = 0; c < 3; c++) {
          turned += out[o + 4 * r + c] * centre[c];
        }
        out[o + 4 * r + 3] = unit * out[o + 4 * r + 3] + centre[r] - turned;
      }
    }
    return PoseParameters.of(plan.tree(), out);
  }
}
