package dev.sinew.skin;

import dev.sinew.model.Influences;
import java.util.Arrays;

/**
 * The bones of a skin at rest. A joint's bone runs from its origin to that of its child; of several
 * children, to the one whose branch moves the most skin. A joint without children, or at the same
 * place as its child, has no bone. Joints are named by their place in the skin's list.
 */
final class Bones {
  static final int NONE = -1;

  /** A bone shorter than this part of the mesh has no direction to speak of. */
  private static final double SHORTEST = 1e-6;

  /** The joint at the far end of each joint's bone, or {@link #NONE}. */
  final int[] end;

  final double[] origin;

  /** Unit vectors along the bones; zero where there is none. */
  final double[] axis;

  final double[] length;

  Bones(SkinTree tree, Influences influences, double meshSize) {
    int n = tree.parent.length;
    origin = tree.origin;
    end = heaviestChildren(tree, branchWeights(tree, influences));
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
      boolean tooShort = !(length[j] > SHORTEST * meshSize);
      for (int c = 0; c < 3; c++) {
        axis[3 * j + c] = tooShort ? 0 : axis[3 * j + c] / length[j];
      }
      if (tooShort) {
        end[j] = NONE;
        length[j] = 0;
      }
    }
  }

  private static double[] branchWeights(SkinTree tree, Influences influences) {
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
      int above = tree.parent[j];
      if (above != SkinTree.NONE && (child[above] == NONE || weights[j] > weights[child[above]])) {
        child[above] = j;
      }
    }
    return child;
  }
}
