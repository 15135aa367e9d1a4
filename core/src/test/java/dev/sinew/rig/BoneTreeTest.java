package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Hierarchies of linked bones. */
class BoneTreeTest {
  private static double[][] links(int bones, double[]... links) {
    double[][] costs = new double[bones][bones];
    Arrays.stream(costs).forEach(row -> Arrays.fill(row, Double.POSITIVE_INFINITY));
    for (double[] link : links) {
      costs[(int) link[0]][(int) link[1]] = link[2];
      costs[(int) link[1]][(int) link[0]] = link[2];
    }
    return costs;
  }

  @Test
  void limbsAreChainsFromTheHeaviestPart() {
    // Two limbs, 1-0 and 3-4, at the trunk 2; the link 0-4 of the tips is expensive.
    double[][] costs =
        links(
            5,
            new double[] {0, 1, 1},
            new double[] {1, 2, 1},
            new double[] {2, 3, 2},
            new double[] {3, 4, 1},
            new double[] {0, 4, 9});
    BoneTree tree = BoneTree.spanning(costs, new double[] {1, 1, 5, 1, 1});
    assertThat(tree.parents()).containsExactly(1, 2, -1, 2, 3);
    assertThat(tree.postOrder()).endsWith(2);
  }

  @Test
  void rootHalvesTheMass() {
    double[][] chain =
        links(4, new double[] {0, 1, 1}, new double[] {1, 2, 1}, new double[] {2, 3, 1});
    assertThat(BoneTree.spanning(chain, new double[] {10, 1, 1, 1}).parents())
        .containsExactly(-1, 0, 1, 2);
    assertThat(BoneTree.spanning(chain, new double[] {1, 1, 1, 1.5}).parents())
        .containsExactly(1, 2, -1, 2);
  }

  @Test
  void separatePiecesHaveRoots() {
    BoneTree tree =
        BoneTree.spanning(
            links(4, new double[] {0, 3, 1}, new double[] {1, 2, 1}), new double[] {1, 1, 2, 2});
    assertThat(tree.parents()).containsExactly(3, 2, -1, -1);
    assertThat(tree.rootCount()).isEqualTo(2);
    assertThat(tree.postOrder()).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void postOrderKeepsSubtreesTogether() {
    BoneTree tree = BoneTree.ofParents(new int[] {-1, 0, 0, 1, 1, 2, -1, 6});
    int[] order = tree.postOrder();
    int[][] children = tree.children();
    assertThat(children[1]).containsExactly(3, 4);
    for (int i = 0; i < order.length; i++) {
      int size = sizeOf(order[i], children);
      for (int j = i - size + 1; j < i; j++) {
        int up = order[j];
        while (up != order[i] && up >= 0) {
          up = tree.parents()[up];
        }
        assertThat(up).isEqualTo(order[i]);
      }
    }
  }

  private static int sizeOf(int bone, int[][] children) {
    return 1 + Arrays.stream(children[bone]).map(c -> sizeOf(c, children)).sum();
  }
}
