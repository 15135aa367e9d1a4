package dev.sinew.io.bvh;

import dev.sinew.io.FileSession;
import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the motion of some joints of a skeleton as BVH, one frame per line, with the channels
 * {@code Xrotation Yrotation Zrotation} for R = Rx Ry Rz.
 *
 * <p>At rest all BVH joints have the axes of the world, so a joint gets its rotation relative to
 * its global rest rotation, and offsets are distances at rest in world axes: the inverse of what
 * {@link BvhReader} makes of a file. Roots have position channels; so do joints that leave their
 * place in their parent, for example because a scale changes the length of a bone. BVH has no
 * scales: what they do to a skin is lost.
 */
public final class BvhWriter {
  /** A joint that leaves its place by more than this share of all offsets gets its position. */
  private static final double MOVES = 1e-6;

  /** The length of the end site of a leaf, relative to its own offset. */
  private static final double END = 0.5;

  private final Skeleton skeleton;

  /** The skeleton joint of each written joint; parents precede their children. */
  private final int[] joints;

  private final int[] parents;
  private final double[][] offsets;
  private final double[][] restRotations;
  private final boolean[] positioned;
  private final EulerAngles[] before;

  private BvhWriter(Skeleton skeleton, List<Integer> some) {
    this.skeleton = skeleton;
    joints = some.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
    if (joints.length == 0) {
      throw new IllegalArgumentException("joints: expected at least 1, got 0");
    }
    parents = new int[joints.length];
    offsets = new double[joints.length][3];
    restRotations = new double[joints.length][];
    positioned = new boolean[joints.length];
    before = new EulerAngles[joints.length];
    Arrays.fill(before, new EulerAngles(0, 0, 0));
    Pose rest = new Pose(skeleton);
    for (int j = 0; j < joints.length; j++) {
      int up = skeleton.parent(joints[j]);
      while (up != Skeleton.NO_PARENT && Arrays.binarySearch(joints, up) < 0) {
        up = skeleton.parent(up);
      }
      parents[j] = up == Skeleton.NO_PARENT ? -1 : Arrays.binarySearch(joints, up);
      double[] at = position(rest, joints[j]);
      double[] above = parents[j] < 0 ? new double[3] : position(rest, joints[parents[j]]);
      for (int axis = 0; axis < 3; axis++) {
        offsets[j][axis] = at[axis] - above[axis];
      }
      restRotations[j] = rotation(rest, joints[j]);
      positioned[j] = parents[j] < 0;
    }
  }

  /**
   * Writes frames of a clip.
   *
   * @param joints the joints of the skeleton to write; others are left out of the hierarchy
   * @param frames the number of frames, the first at time 0
   * @param framesPerSecond their rate
   */
  public static void write(
      Path target,
      Skeleton skeleton,
      List<Integer> joints,
      Clip clip,
      int frames,
      double framesPerSecond,
      FileSession files)
      throws IOException {
    BvhWriter writer = new BvhWriter(skeleton, joints);
    files.stream(target, out -> writer.write(out, clip, frames, framesPerSecond));
  }

  private void write(OutputStream stream, Clip clip, int frames, double framesPerSecond)
      throws IOException {
    Pose pose = new Pose(skeleton);
    findPositioned(clip, frames, framesPerSecond, pose);
    Writer out = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
    out.write("HIERARCHY\n");
    List<String> names = names();
    for (int j = 0; j < joints.length; j++) {
      if (parents[j] < 0) {
        writeJoint(out, names, j, 0);
      }
    }
    out.write("MOTION\nFrames: " + frames + "\nFrame Time: " + number(1 / framesPerSecond) + "\n");
    // Lines follow the hierarchy, which is depth first.
    List<Integer> order = depthFirst();
    for (int k = 0; k < frames; k++) {
      clip.sample(k / framesPerSecond, pose);
      StringBuilder line = new StringBuilder();
      for (int j : order) {
        appendFrame(line, pose, j);
      }
      out.write(line.toString().strip() + "\n");
    }
    out.flush();
  }

  /** Finds the joints whose offset changes in a frame. */
  private void findPositioned(Clip clip, int frames, double framesPerSecond, Pose pose) {
    double size = 0;
    for (double[] offset : offsets) {
      size = Math.max(size, Math.sqrt(Vec3.dot(offset, offset)));
    }
    for (int k = 0; k < frames; k++) {
      clip.sample(k / framesPerSecond, pose);
      for (int j = 0; j < joints.length; j++) {
        if (!positioned[j]) {
          double[] at = place(pose, j);
          for (int axis = 0; axis < 3; axis++) {
            positioned[j] |= Math.abs(at[axis] - offsets[j][axis]) > MOVES * size;
          }
        }
      }
    }
  }

  private void appendFrame(StringBuilder line, Pose pose, int j) {
    if (positioned[j]) {
      for (double value : place(pose, j)) {
        line.append(number(value)).append(' ');
      }
    }
    double[] relative = turn(pose, j);
    if (parents[j] >= 0) {
      double[] above = conjugate(turn(pose, parents[j]));
      Quaternion.multiply(above, 0, relative, 0, relative, 0);
    }
    before[j] = EulerAngles.of(relative, 0).near(before[j]);
    line.append(number(before[j].x())).append(' ');
    line.append(number(before[j].y())).append(' ');
    line.append(number(before[j].z())).append(' ');
  }

  /** Returns the rotation of a joint from rest to a pose, in world axes. */
  private double[] turn(Pose pose, int j) {
    double[] q = rotation(pose, joints[j]);
    Quaternion.multiply(q, 0, conjugate(restRotations[j]), 0, q, 0);
    return q;
  }

  /** Returns the place of a joint in its parent, or in the world. */
  private double[] place(Pose pose, int j) {
    double[] at = position(pose, joints[j]);
    if (parents[j] < 0) {
      return at;
    }
    double[] above = position(pose, joints[parents[j]]);
    for (int axis = 0; axis < 3; axis++) {
      at[axis] -= above[axis];
    }
    double[] back = new double[Affine.SIZE];
    double[] one = {1, 1, 1};
    Affine.fromTrs(new double[3], 0, conjugate(turn(pose, parents[j])), 0, one, 0, back, 0);
    Affine.transformVector(back, 0, at, 0, at, 0);
    return at;
  }

  private void writeJoint(Writer out, List<String> names, int j, int depth) throws IOException {
    String indent = "  ".repeat(Math.min(depth, 40));
    out.write(indent + (parents[j] < 0 ? "ROOT " : "JOINT ") + names.get(j) + "\n");
    out.write(indent + "{\n");
    out.write(indent + "  OFFSET " + triple(offsets[j]) + "\n");
    out.write(
        indent
            + (positioned[j] ? "  CHANNELS 6 Xposition Yposition Zposition" : "  CHANNELS 3")
            + " Xrotation Yrotation Zrotation\n");
    boolean leaf = true;
    for (int child = j + 1; child < joints.length; child++) {
      if (parents[child] == j) {
        leaf = false;
        writeJoint(out, names, child, depth + 1);
      }
    }
    if (leaf) {
      out.write(indent + "  End Site\n" + indent + "  {\n");
      out.write(indent + "    OFFSET " + triple(endOf(j)) + "\n" + indent + "  }\n");
    }
    out.write(indent + "}\n");
  }

  /** Returns the end of a leaf: its first child node, or a point further along it. */
  private double[] endOf(int j) {
    Pose rest = new Pose(skeleton);
    double[] own = position(rest, joints[j]);
    for (int node = joints[j] + 1; node < skeleton.jointCount(); node++) {
      if (skeleton.parent(node) == joints[j]) {
        double[] end = position(rest, node);
        for (int axis = 0; axis < 3; axis++) {
          end[axis] -= own[axis];
        }
        if (Vec3.dot(end, end) > 0) {
          return end;
        }
      }
    }
    return new double[] {END * offsets[j][0], END * offsets[j][1], END * offsets[j][2]};
  }

  private List<Integer> depthFirst() {
    List<Integer> order = new ArrayList<>();
    for (int j = 0; j < joints.length; j++) {
      if (parents[j] < 0) {
        addSubtree(j, order);
      }
    }
    return order;
  }

  private void addSubtree(int j, List<Integer> order) {
    order.add(j);
    for (int child = j + 1; child < joints.length; child++) {
      if (parents[child] == j) {
        addSubtree(child, order);
      }
    }
  }

  /** Returns names without blanks, which many readers cannot read, and without repeats. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (int j = 0; j < joints.length; j++) {
      String name = skeleton.name(joints[j]).replaceAll("[\\s{}\\p{Cntrl}]+", "_");
      name = name.isEmpty() ? "joint" : name;
      String free = name;
      for (int i = 2; !used.add(free); i++) {
        free = name + "_" + i;
      }
      names.add(free);
    }
    return names;
  }

  private static String triple(double[] v) {
    return number(v[0]) + " " + number(v[1]) + " " + number(v[2]);
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.9g", value + 0.0);
    return text.contains("e") ? Double.toString(Double.parseDouble(text)) : trimmed(text);
  }

  private static String trimmed(String text) {
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }

  private static double[] conjugate(double[] q) {
    return new double[] {-q[0], -q[1], -q[2], q[3]};
  }

  private static double[] position(Pose pose, int joint) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }

  private static double[] rotation(Pose pose, int joint) {
    double[] global = new double[Affine.SIZE];
    double[] q = new double[Quaternion.SIZE];
    pose.copyGlobal(joint, global, 0);
    Affine.toTrs(global, 0, new double[3], 0, q, 0, new double[3], 0);
    return q;
  }
}
