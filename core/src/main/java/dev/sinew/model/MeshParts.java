package dev.sinew.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The parts of a surface: the triangles of one group that are connected by common vertices, such as
 * an eye, a tooth, a button, or the lips of a face that are painted with a material of their own.
 */
public final class MeshParts {
  private final int[] partOf;
  private final int count;

  private MeshParts(int[] partOf, int count) {
    this.partOf = partOf;
    this.count = count;
  }

  /** Finds the parts of a mesh, in the order of their first triangles. */
  public static MeshParts of(TriMesh mesh) {
    DisjointSets triangles = new DisjointSets(mesh.triangleCount());
    Map<Long, Integer> firstAt = new HashMap<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        long place = (long) mesh.group(t) << 32 | mesh.vertex(t, c);
        Integer other = firstAt.putIfAbsent(place, t);
        if (other != null) {
          triangles.join(t, other);
        }
      }
    }
    int[] number = new int[mesh.triangleCount()];
    Arrays.fill(number, -1);
    int[] partOf = new int[mesh.triangleCount()];
    int count = 0;
    for (int t = 0; t < partOf.length; t++) {
      int set = triangles.of(t);
      if (number[set] < 0) {
        number[set] = count++;
      }
      partOf[t] = number[set];
    }
    return new MeshParts(partOf, count);
  }

  /** Returns the number of parts. */
  public int count() {
    return count;
  }

  /** Returns the part of every triangle. */
  public int[] toArray() {
    return partOf.clone();
  }
}
