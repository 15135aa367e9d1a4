package dev.sinew.distance;

import dev.sinew.model.MeshParts;
import dev.sinew.model.TriMesh;
import java.util.Arrays;

/**
 * Which part of an original every part of another surface is: the one of the same material that
 * most of its triangles are nearest to. Levels keep the parts of their original, but not their
 * numbers.
 */
final class SameParts {
  private final int[] partOf;
  private final int[] materialOf;
  private final TriangleTree tree;

  /**
   * @param original the original in some pose
   * @param materialOf a number for the material of every triangle
   */
  SameParts(TriMesh original, int[] materialOf) {
    partOf = MeshParts.of(original).toArray();
    this.materialOf = materialOf.clone();
    tree = new TriangleTree(original.floatPositions(), original.triangles());
  }

  /** Returns the part of every triangle of the original. */
  int[] own() {
    return partOf.clone();
  }

  /**
   * Returns the original's part for every triangle of another surface; -1 where the original has
   * not the material.
   *
   * @param other the other surface in the same pose
   * @param otherMaterialOf the material of every triangle, as in the original
   */
  int[] of(TriMesh other, int[] otherMaterialOf) {
    MeshParts parts = MeshParts.of(other);
    int[] otherPartOf = parts.toArray();
    long[] votes = new long[otherPartOf.length];
    int count = 0;
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    for (int t = 0; t < otherPartOf.length; t++) {
      double[] middle = new double[3];
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
          middle[k] += other.position(other.vertex(t, c), k) / 3;
        }
      }
      hit.onlyPart(materialOf, otherMaterialOf[t]);
      hit.clear();
      tree.closest(middle[0], middle[1], middle[2], hit, scratch);
      if (hit.isFound()) {
        votes[count++] = (long) otherPartOf[t] << 32 | partOf[hit.triangle()];
      }
    }
    int[] winners = winners(votes, count, parts.count());
    return Arrays.stream(otherPartOf).map(part -> winners[part]).toArray();
  }

  /** Counts votes, each a part and the original's part that it is for. */
  private static int[] winners(long[] votes, int count, int parts) {
    Arrays.sort(votes, 0, count);
    int[] winners = new int[parts];
    int[] most = new int[parts];
    Arrays.fill(winners, -1);
    int end;
    for (int from = 0; from < count; from = end) {
      end = from + 1;
      while (end < count && votes[end] == votes[from]) {
        end++;
      }
      int part = (int) (votes[from] >>> 32);
      if (end - from > most[part]) {
        most[part] = end - from;
        winners[part] = (int) votes[from];
      }
    }
    return winners;
  }
}
