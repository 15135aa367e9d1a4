package dev.sinew.shade;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the point of the full model that a point of the other model shows, at rest: the same point
 * of the same triangle if both have the same triangles, else the closest point that faces the same
 * way, of the same material where both have the same materials.
 */
final class Matching {
  private final boolean identical;
  private final boolean byGroup;

  /** A tree per group, null for a group without triangles; one tree for all without groups. */
  private final List<@Nullable TriangleTree> trees = new ArrayList<>();

  /** The triangles of every tree. */
  private final List<int[]> triangles = new ArrayList<>();

  /**
   * Prepares the search.
   *
   * @param byGroup whether groups of the same index correspond
   */
  Matching(TriMesh full, TriMesh level, boolean byGroup, RunContext context) {
    this.byGroup = byGroup;
    identical =
        Arrays.equals(full.triangles(), level.triangles())
            && Arrays.equals(full.positions(), level.positions());
    if (identical) {
      return;
    }
    float[] positions = full.floatPositions();
    for (int key = 0; key < (byGroup ? full.groupCount() : 1); key++) {
      int wanted = key;
      int[] of =
          IntStream.range(0, full.triangleCount())
              .filter(t -> key(full.group(t)) == wanted)
              .toArray();
      int[] vertices = new int[3 * of.length];
      for (int i = 0; i < vertices.length; i++) {
        vertices[i] = full.vertex(of[i / 3], i % 3);
      }
      triangles.add(of);
      trees.add(of.length == 0 ? null : new TriangleTree(positions, vertices, context));
    }
  }

  private int key(int group) {
    return byGroup ? group : 0;
  }

  /** A search of one thread. */
  final class Search {
    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final int[] scratch = TriangleTree.newScratch();
    private final double[] weights = new double[3];
    private int triangle;

    /**
     * Searches the point for a point of the other model.
     *
     * @param normal the direction that the other model faces there
     * @return false if there is none
     */
    boolean find(int t, int group, double[] at, double[] point, double[] normal) {
      if (identical) {
        triangle = t;
        System.arraycopy(at, 0, weights, 0, 3);
        return true;
      }
      TriangleTree tree = key(group) < trees.size() ? trees.get(key(group)) : null;
      if (tree == null) {
        return false;
      }
      hit.onlyFacing(normal[0], normal[1], normal[2]);
      tree.closest(point[0], point[1], point[2], hit, scratch);
      if (!hit.isFound()) {
        return false;
      }
      triangle = triangles.get(key(group))[hit.triangle()];
      for (int c = 0; c < 3; c++) {
        weights[c] = hit.weight(c);
      }
      return true;
    }

    /** Returns the triangle of the point. */
    int triangle() {
      return triangle;
    }

    /** Returns the barycentric coordinates of the point; the next search overwrites them. */
    double[] weights() {
      return weights;
    }
  }

  /** Returns a new search; several may run at once. */
  Search search() {
    return new Search();
  }
}
