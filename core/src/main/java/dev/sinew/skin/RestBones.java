package dev.sinew.skin;

import dev.sinew.model.Influences;
import java.util.Arrays;

/**
 * The bones of a skin at rest. A joint's bone runs from its origin to that of its child; of several
 * children, the one whose subtree has the largest sum of weights. A joint without children, or at
 * the same position as its child, has no bone. Joints are indices into the skin's joint list.
 */
final class RestBones {
  static final int NONE = -1;

  /**
   * Shorter bones, relative to the size of the mesh, are ignored: they have no stable direction.
   */
  private static final double MIN_LENGTH = 1e-6;

  /** The joint at the far end of each bone, or {@link #NONE}. */
  final int[] end;

  final double[] origin;

  /** Unit vectors along the bones; zero for joints without a bone. */
  final double[] axis;

  final double[] length;

  RestBones(SkinTree tree, Influences influences, double meshSize) {
    int n = tree.parent.length;
    origin = tree.origin;
    end = heaviestChildren(tree, subtreeWeights(tree, influences));
    axis = new double[3 * n];
    length = new double[n];
    for (int j = 0; j < n; j++) {
      if (end[j] == NONE) {
        continue;
      }
      double square = 0;
      for (int c = 0; c < 3; c++) {
        axis[3 * j + c] = origin[3 * end[j] + c] - origin[3 * j + c];
        square += axis[3 * j + c] * axis[3 * j + c];
      }
      length[j] = Math.sqrt(square);
      boolean tooShort = !(length[j] > MIN_LENGTH * meshSize);
      for (int c = 0; c < 3; c++) {
        axis[3 * j + c] = tooShort ? 0 : axis[3 * j + c] / length[j];
      }
      if (tooShort) {
        end[j] = NONE;
        length[j] = 0;
      }
    }
  }

  private static double[] subtreeWeights(SkinTree tree, Influences influences) {
    double[] weights = new double[tree.parent.length];
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        weights[influences.joint(v, i)] += influences.weight(v, i);
      }
    }
    for (int o = tree.order.length - 1; o >= 0; o--) {
      int j = tree.order[o];
      if (tree.parent[j] != SkinTree.NONE) {
        weights[tree.parent[j]] += weights[j];
      }
    }
    return weights;
  }

  private static int[] heaviestChildren(SkinTree tree, double[] weights) {
    int[] child = new int[tree.parent.length];
    Arrays.fill(child, NONE);
    for (int j : tree.order) {
      int parent = tree.parent[j];
      if (parent != SkinTree.NONE
          && (child[parent] == NONE || weights[j] > weights[child[parent]])) {
        child[parent] = j;
      }
    }
    return child;
  }
}
