package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The hierarchy of the joints of a skin, without the skeleton nodes that are not in the skin, and
 * their positions in the bind pose. Joints are indices into the skin's joint list.
 */
final class SkinTree {
  /** The parent of the roots. */
  static final int NONE = -1;

  /** The nearest ancestor of each joint that is in the skin, or {@link #NONE}. */
  final int[] parent;

  /** All joints, parents before children. */
  final int[] order;

  /** x, y, z of each joint in mesh space; zero if the inverse bind matrix is singular. */
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
    int[] ancestor = nearestAncestors(skeleton, skin);
    parent = new int[n];
    depth = new int[n];
    origin = new double[3 * n];
    double[] bind = new double[Affine.SIZE];
    for (int j : order) {
      parent[j] = ancestor[skin.joint(j)];
      depth[j] = parent[j] == NONE ? 0 : depth[parent[j]] + 1;
      skin.copyInverseBind(j, bind, 0);
      if (Affine.invert(bind, 0, bind, 0)) {
        for (int c = 0; c < 3; c++) {
          origin[3 * j + c] = bind[4 * c + 3];
        }
      }
    }
  }

  /** Returns the nearest ancestor in the skin of every skeleton joint, or {@link #NONE}. */
  private static int[] nearestAncestors(Skeleton skeleton, Skin skin) {
    int[] indexOf = new int[skeleton.jointCount()];
    Arrays.fill(indexOf, NONE);
    for (int j = skin.jointCount() - 1; j >= 0; j--) {
      indexOf[skin.joint(j)] = j;
    }
    int[] ancestor = new int[skeleton.jointCount()];
    for (int s = 0; s < ancestor.length; s++) {
      int p = skeleton.parent(s);
      ancestor[s] = p == Skeleton.NO_PARENT ? NONE : indexOf[p] != NONE ? indexOf[p] : ancestor[p];
    }
    return ancestor;
  }

  /**
   * Writes the meeting point of two different joints at rest. For an ancestor and its descendant it
   * is the origin of the ancestor's child on the path between them; for joints on two branches, the
   * mean of the origins of the first joints of both branches below the common ancestor.
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
