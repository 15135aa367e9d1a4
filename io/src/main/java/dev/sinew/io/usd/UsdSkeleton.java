package dev.sinew.io.usd;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A Skeleton prim: nodes of the scene that move vertices and all nodes above them, parents first.
 *
 * <p>Animations of USD store scales in half precision. So a node that clips move and whose scale is
 * always the same, but not a number of that precision, becomes two joints: one that moves, and one
 * below it with the scale in its rest transform, which is exact.
 */
final class UsdSkeleton {
  /** The most characters of all paths of joints: they grow with the square of the depth. */
  private static final long MAX_PATHS = 1L << 26;

  /** The prim's name. */
  final String name;

  private final Skeleton nodes;
  private final List<Joint> joints = new ArrayList<>();

  /** The joint that has the transform of a node. */
  private final int[] jointOfNode;

  /**
   * A joint.
   *
   * @param path the names of the joints above it and its own, with slashes
   * @param label the name of its node
   * @param node the node that moves it, or -1 if nothing does
   * @param scaled whether it has the scale of its node
   * @param rest its transform relative to its parent
   * @param bind its transform in the space of the skeleton at the time of binding
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Joint(String path, String label, int node, boolean scaled, double[] rest, double[] bind) {}

  /**
   * Lists the joints.
   *
   * @param needed nodes, with all above them
   * @param binds the bind transforms of nodes that have one by a skin
   * @param fixedScales the scales of nodes that become two joints
   */
  UsdSkeleton(
      Skeleton nodes,
      SortedSet<Integer> needed,
      Map<Integer, double[]> binds,
      Map<Integer, double[]> fixedScales,
      UsdNames names) {
    this.nodes = nodes;
    jointOfNode = new int[nodes.jointCount()];
    name = names.unique("Skeleton");
    Pose rest = new Pose(nodes);
    long roots = needed.stream().filter(n -> nodes.parent(n) == Skeleton.NO_PARENT).count();
    // Some loaders want one root.
    String root = roots > 1 ? names.unique("root") : "";
    if (roots > 1) {
      joints.add(new Joint(root, root, -1, false, identity(), identity()));
    }
    long characters = 0;
    for (int node : needed) {
      int parent = nodes.parent(node);
      String above = parent == Skeleton.NO_PARENT ? root : joints.get(jointOfNode[parent]).path();
      add(node, above, rest, binds.get(node), fixedScales.get(node), names);
      characters += joints.getLast().path().length();
      if (characters > MAX_PATHS) {
        throw new RequestException(
            "the joints are nested too deeply for USD, which stores the path of each");
      }
    }
  }

  private void add(
      int node,
      String above,
      Pose rest,
      double @Nullable [] bind,
      double @Nullable [] scale,
      UsdNames names) {
    double[] local = new double[Affine.SIZE];
    nodes.copyRestLocal(node, local, 0);
    double[] world = new double[Affine.SIZE];
    rest.copyGlobal(node, world, 0);
    String label = nodes.name(node);
    if (scale != null) {
      double[] unscaled = scaled(local, 1 / scale[0], 1 / scale[1], 1 / scale[2]);
      double[] worldUnscaled = scaled(world, 1 / scale[0], 1 / scale[1], 1 / scale[2]);
      String path = below(above, names.unique(label));
      joints.add(new Joint(path, label, node, false, unscaled, invertible(worldUnscaled)));
      local = scaled(identity(), scale[0], scale[1], scale[2]);
      joints.add(
          new Joint(
              below(path, names.unique(label + "_scale")),
              label + " (scale)",
              -1,
              true,
              local,
              bind == null ? invertible(world) : bind));
    } else {
      joints.add(
          new Joint(
              below(above, names.unique(label)),
              label,
              node,
              true,
              local,
              bind == null ? invertible(world) : bind));
    }
    jointOfNode[node] = joints.size() - 1;
  }

  private static String below(String above, String name) {
    return above.isEmpty() ? name : above + "/" + name;
  }

  static double[] identity() {
    double[] out = new double[Affine.SIZE];
    Affine.identity(out, 0);
    return out;
  }

  /** Returns a transform that can be a bind transform, which those who read it invert. */
  private static double[] invertible(double[] affine) {
    return isInvertible(affine) ? affine : identity();
  }

  static boolean isInvertible(double[] affine) {
    return Affine.invert(affine, 0, new double[Affine.SIZE], 0);
  }

  /** Returns an affine transform after a scale. */
  private static double[] scaled(double[] affine, double x, double y, double z) {
    double[] out = affine.clone();
    for (int r = 0; r < 3; r++) {
      out[4 * r] *= x;
      out[4 * r + 1] *= y;
      out[4 * r + 2] *= z;
    }
    return out;
  }

  List<Joint> joints() {
    return joints;
  }

  /** Returns the joint that has the transform of a node. */
  int jointOfNode(int node) {
    return jointOfNode[node];
  }

  /** Writes the properties of the prim. */
  void writeProperties(UsdText out) throws IOException {
    int count = joints.size();
    out.array("uniform token[] joints", count, j -> out.raw('"' + joints.get(j).path() + '"'));
    out.array(
        "uniform token[] jointNames", count, j -> out.raw(UsdText.quoted(joints.get(j).label())));
    out.array(
        "uniform matrix4d[] bindTransforms",
        count,
        j -> out.raw(UsdText.matrix(joints.get(j).bind())));
    out.array(
        "uniform matrix4d[] restTransforms",
        count,
        j -> out.raw(UsdText.matrix(joints.get(j).rest())));
  }
}
