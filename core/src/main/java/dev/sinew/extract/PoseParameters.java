package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parameters of a pose (chapter 4 of the thesis "Character animation from examples"): per joint
 * a rotation and a uniform scale relative to the parent, and the position of the root. A skeleton
 * without rotations at rest takes the pose with them alone.
 *
 * @param tree the skeleton
 * @param motions the motion of each joint from rest to the pose, 12 values each
 * @param rotations a unit quaternion per joint, relative to the parent
 * @param scales a scale per joint, relative to the parent
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record PoseParameters(
    JointTree tree, double[] motions, double[] rotations, double[] scales) {

  /**
   * Solves the pose of a shape whose vertices correspond to those of the reference.
   *
   * @param tree a skeleton
   * @param rest x, y, z of each vertex of the reference
   * @param weights the joints that move each vertex, also roughly
   * @param posed x, y, z of each vertex in the shape
   * @param start x, y, z of each joint in the shape, about; for example at rest
   */
  public static PoseParameters ofVertices(
      JointTree tree,
      double[] rest,
      Influences weights,
      double[] posed,
      double[] start,
      RunContext context) {
    double[] positions = new JointPositions(tree, rest, weights).solve(posed, start, context);
    return of(tree, JointTransforms.ofSkin(tree, rest, weights).solve(positions, posed));
  }

  /**
   * Returns the parameters of a pose given by the positions of the joints. Bones keep their
   * lengths: where the positions do not, only the directions count.
   *
   * @param positions x, y, z of each joint
   */
  public static PoseParameters ofPositions(JointTree tree, double[] positions) {
    return of(tree, JointTransforms.ofPositions(tree).solve(positions, new double[0]));
  }

  /** Returns the parameters of a plan in a pose; bones keep their lengths. */
  static PoseParameters ofPlan(JointTree tree, JointPlan plan, int pose) {
    double[] motions =
        JointTransforms.ofPlan(tree, plan).solve(plan.positions(pose), plan.anchors(pose));
    return of(tree, motions);
  }

  /** Returns the parameters of the skeleton at rest. */
  public static PoseParameters atRest(JointTree tree) {
    return ofPositions(tree, tree.rest());
  }

  /** Returns the same pose in another size, about the origin. */
  public PoseParameters scaled(double factor) {
    return factor == 1 ? this : of(tree, Arrays.stream(motions).map(x -> factor * x).toArray());
  }

  /** Returns the parameters of motions of the joints, 12 values each. */
  static PoseParameters of(JointTree tree, double[] motions) {
    int n = tree.count();
    double[] rotations = new double[Quaternion.SIZE * n];
    double[] scales = new double[n];
    double[] t = new double[3];
    double[] s = new double[3];
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < n; j++) {
      int parent = tree.parents()[j];
      if (parent < 0) {
        System.arraycopy(motions, Affine.SIZE * j, local, 0, Affine.SIZE);
      } else {
        Affine.invert(motions, Affine.SIZE * parent, local, 0);
        Affine.multiply(local, 0, motions, Affine.SIZE * j, local, 0);
      }
      Affine.toTrs(local, 0, t, 0, rotations, Quaternion.SIZE * j, s, 0);
      scales[j] = (s[0] + s[1] + s[2]) / 3;
    }
    return new PoseParameters(tree, motions, rotations, scales);
  }

  /** Returns the Euler angles of a joint relative to its parent. */
  public EulerAngles angles(int joint) {
    return EulerAngles.of(rotations, Quaternion.SIZE * joint);
  }

  /** Writes x, y, z of a joint in the pose. */
  public void copyPosition(int joint, double[] out, int offset) {
    Affine.transformPoint(motions, Affine.SIZE * joint, tree.rest(), 3 * joint, out, offset);
  }

  /**
   * Returns the pose as an animator would set it.
   *
   * @param names a name per joint; joints with an empty name are left out
   */
  public FoundPose described(String name, List<String> names) {
    List<FoundPose.JointPose> joints = new ArrayList<>();
    double[] p = new double[3];
    for (int j = 0; j < tree.count(); j++) {
      if (!names.get(j).isEmpty()) {
        copyPosition(j, p, 0);
        joints.add(
            new FoundPose.JointPose(names.get(j), angles(j), scales[j], List.of(p[0], p[1], p[2])));
      }
    }
    return new FoundPose(name, joints);
  }
}
