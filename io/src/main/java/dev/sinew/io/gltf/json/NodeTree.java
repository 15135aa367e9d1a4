package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The nodes of a document as a skeleton, parents before children, with what it tells of them. A
 * node with two parents or in a cycle is an error; it is disconnected so that an inspection can
 * continue.
 */
public final class NodeTree {
  private final Skeleton skeleton;
  private final List<Integer> nodeOfJoint;
  private final int[] jointOfNode;

  private NodeTree(Skeleton skeleton, List<Integer> nodeOfJoint) {
    this.skeleton = skeleton;
    this.nodeOfJoint = List.copyOf(nodeOfJoint);
    jointOfNode = new int[nodeOfJoint.size()];
    for (int j = 0; j < jointOfNode.length; j++) {
      jointOfNode[nodeOfJoint.get(j)] = j;
    }
  }

  /** Reads the nodes of a document. */
  public static NodeTree read(JsonPlace root, List<Issue> issues) throws MalformedAssetException {
    return read(root, issues, Map.of());
  }

  /**
   * Reads the nodes of a document.
   *
   * @param places nodes that, if they have no parent, get that of another node
   */
  public static NodeTree read(JsonPlace root, List<Issue> issues, Map<Integer, Integer> places)
      throws MalformedAssetException {
    List<JsonPlace> nodes = root.items("nodes");
    int[][] children = new int[nodes.size()][];
    int[] parents = readParents(nodes, children, issues);
    cutCycles(parents, issues);
    for (Map.Entry<Integer, Integer> place : places.entrySet()) {
      int node = place.getKey();
      int parent = parents[place.getValue()];
      if (parents[node] == Skeleton.NO_PARENT && !isAtOrAbove(node, parent, parents)) {
        parents[node] = parent;
        children[parent] = Arrays.copyOf(children[parent], children[parent].length + 1);
        children[parent][children[parent].length - 1] = node;
      }
    }
    Skeleton.Builder builder = Skeleton.builder();
    List<Integer> order = depthFirst(parents, children);
    int[] jointOfNode = new int[nodes.size()];
    for (int node : order) {
      int parent = parents[node] < 0 ? Skeleton.NO_PARENT : jointOfNode[parents[node]];
      jointOfNode[node] = addJoint(builder, nodes.get(node), node, parent, issues);
    }
    builder.humanoid(HumanoidReader.read(root, jointOfNode, issues));
    return new NodeTree(builder.build(), order);
  }

  public Skeleton skeleton() {
    return skeleton;
  }

  /** Returns the node of every joint. */
  public List<Integer> nodes() {
    return nodeOfJoint;
  }

  public int jointOfNode(int node) {
    return jointOfNode[node];
  }

  public int joint(JsonPlace reference) throws MalformedAssetException {
    return jointOfNode[reference.index(jointOfNode.length, "nodes")];
  }

  private static int[] readParents(List<JsonPlace> nodes, int[][] children, List<Issue> issues)
      throws MalformedAssetException {
    int[] parents = new int[nodes.size()];
    Arrays.fill(parents, Skeleton.NO_PARENT);
    for (int n = 0; n < parents.length; n++) {
      List<JsonPlace> references = nodes.get(n).items("children");
      children[n] = new int[references.size()];
      for (int i = 0; i < references.size(); i++) {
        int child = references.get(i).index(parents.length, "nodes");
        children[n][i] = child;
        if (parents[child] != Skeleton.NO_PARENT) {
          issues.add(
              Issue.error(
                  references.get(i).pointer(),
                  "node " + child + " has two parents, " + parents[child] + " and " + n));
        } else {
          parents[child] = n;
        }
      }
    }
    return parents;
  }

  private static void cutCycles(int[] parents, List<Issue> issues) {
    int[] visit = new int[parents.length];
    for (int n = 0; n < parents.length; n++) {
      int at = n;
      while (at >= 0 && visit[at] == 0) {
        visit[at] = n + 1;
        at = parents[at];
      }
      if (at >= 0 && visit[at] == n + 1) {
        issues.add(
            Issue.error("/nodes/" + at + "/children", "node " + at + " is its own ancestor"));
        parents[at] = Skeleton.NO_PARENT;
      }
    }
  }

  /** Returns true if a node is another or an ancestor of it, or if the other is none. */
  private static boolean isAtOrAbove(int node, int other, int[] parents) {
    int at = other;
    while (at != Skeleton.NO_PARENT && at != node) {
      at = parents[at];
    }
    return at == node || other == Skeleton.NO_PARENT;
  }

  private static List<Integer> depthFirst(int[] parents, int[][] children) {
    List<Integer> order = new ArrayList<>(parents.length);
    int[] stack = new int[parents.length];
    boolean[] pushed = new boolean[parents.length];
    for (int n = 0; n < parents.length; n++) {
      if (parents[n] != Skeleton.NO_PARENT) {
        continue;
      }
      int depth = 0;
      stack[depth++] = n;
      while (depth > 0) {
        int node = stack[--depth];
        order.add(node);
        for (int i = children[node].length - 1; i >= 0; i--) {
          int child = children[node][i];
          // A node may be repeated in the list of its parent.
          if (parents[child] == node && !pushed[child]) {
            pushed[child] = true;
            stack[depth++] = child;
          }
        }
      }
    }
    return order;
  }

  private static int addJoint(
      Skeleton.Builder builder, JsonPlace node, int index, int parent, List<Issue> issues)
      throws MalformedAssetException {
    String name = node.textOr("name", "node " + index);
    JsonPlace matrix = node.find("matrix");
    if (matrix != null) {
      double[] columns = matrix.numbers(16);
      double[] local = new double[Affine.SIZE];
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          local[4 * r + c] = columns[4 * c + r];
        }
      }
      return builder.addMatrix(name, parent, local);
    }
    double[] translation = numbersOr(node, "translation", 0, 0, 0);
    double[] rotation = numbersOr(node, "rotation", 0, 0, 0, 1);
    double[] scale = numbersOr(node, "scale", 1, 1, 1);
    double length = Math.sqrt(Arrays.stream(rotation).map(x -> x * x).sum());
    if (Math.abs(length - 1) > 1e-3) {
      issues.add(
          Issue.warning(
              node.pointer() + "/rotation", "not of unit length (" + length + "); normalised"));
    }
    return builder.add(name, parent, translation, rotation, scale);
  }

  private static double[] numbersOr(JsonPlace node, String member, double... defaultValue)
      throws MalformedAssetException {
    JsonPlace found = node.find(member);
    return found == null ? defaultValue : found.numbers(defaultValue.length);
  }
}
