package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * How the joints of a skin hang together, skeleton nodes that are not in the skin left out, and
 * where they stood when the mesh was bound. Joints are named by their place in the skin's list.
 */
final class SkinTree {
  /** Stands above the roots. */
  static final int NONE = -1;

  /** The nearest joint of the skin above each, or {@link #NONE}. */
  final int[] parent;

  /** All joints, parents before children. */
  final int[] order;

  /** x, y, z of each joint in the mesh's own space; zero where the inverse bind is singular. */
  final double[] origin;

  private final int[] depth;

  SkinTree(Skeleton skeleton, Skin skin) {
    int n = skin.jointCount();
    order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingInt(skin::joint))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] above = nearestAbove(skeleton, skin);
    parent = new int[n];
    depth = new int[n];
    origin = new double[3 * n];
    double[] bind = new double[Affine.SIZE];
    for (int j : order) {
      parent[j] = above[skin.joint(j)];
      depth[j] = parent[j] == NONE ? 0 : depth[parent[j]] + 1;
      skin.copyInverseBind(j, bind, 0);
      if (Affine.invert(bind, 0, bind, 0)) {
        for (int c = 0; c < 3; c++) {
          origin[3 * j + c] = bind[4 * c + 3];
        }
      }
    }
  }

  /** For every skeleton joint the nearest one above it that is in the skin, or {@link #NONE}. */
  private static int[] nearestAbove(Skeleton skeleton, Skin skin) {
    int[] placeOf = new int[skeleton.jointCount()];
    Arrays.fill(placeOf, NONE);
    for (int j = skin.jointCount() - 1; j >= 0; j--) {
      placeOf[skin.joint(j)] = j;
    }
    int[] above = new int[skeleton.jointCount()];
    for (int s = 0; s < above.length; s++) {
      int up = skeleton.parent(s);
      above[s] = up == Skeleton.NO_PARENT ? NONE : placeOf[up] != NONE ? placeOf[up] : above[up];
    }
    return above;
  }

  /**
   * Writes where two different joints meet at rest: the origin of the first joint on the way from
   * one to the other that does not move with both. Of a parent and its child that is the child's;
   * where the way branches, the mean of both branches' first joints.
   */
  void meetingPoint(int a, int b, double[] out) {
    int fromA = NONE;
    int fromB = NONE;
    while (a != b) {
      if (depthOf(a) >= depthOf(b)) {
        fromA = a;
        a = parent[a];
      } else {
        fromB = b;
        b = parent[b];
      }
    }
    Arrays.fill(out, 0, 3, 0);
    double share = fromA != NONE && fromB != NONE ? 0.5 : 1;
    addOrigin(fromA, share, out);
    addOrigin(fromB, share, out);
  }

  private int depthOf(int joint) {
    return joint == NONE ? -1 : depth[joint];
  }

  private void addOrigin(int joint, double share, double[] out) {
    for (int c = 0; c < 3 && joint != NONE; c++) {
      out[c] += share * origin[3 * joint + c];
    }
  }
}
