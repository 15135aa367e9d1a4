package dev.sinew.skin;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes the normals of a deformed mesh from its triangles, weighted by area. The normals of a
 * deformer only approximate them where weights vary along the surface.
 *
 * <p>Pose-space correctives recompute the normals of the rest shape that they move.
 *
 * <p>Wedges of a vertex with the same normal at rest share one, so that texture seams stay
 * invisible; wedges with different rest normals do not, so that hard edges stay hard. A mesh
 * without normals is smooth everywhere. Normals point to the side from which the triangles are
 * counter-clockwise, so those of a mirrored mesh point inwards.
 *
 * <p>Immutable; several threads may fill disjoint ranges at once. Filling allocates no memory.
 */
public final class NormalsFromTriangles {
  /** Rest normals with at least this dot product count as the same. */
  private static final double SAME = 1 - 1e-4;

  private final int[] corners;
  private final int[] groupOfWedge;

  /** The first triangle of each group, and the end of the last. */
  private final int[] groupStart;

  private final int[] groupTriangles;

  /** Groups the wedges that share normals. */
  public NormalsFromTriangles(TriMesh mesh) {
    corners = mesh.cornerWedges();
    groupOfWedge = new int[mesh.wedgeCount()];
    int groups = group(mesh);
    groupStart = new int[groups + 1];
    for (int corner : corners) {
      groupStart[groupOfWedge[corner] + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      groupStart[g + 1] += groupStart[g];
    }
    groupTriangles = new int[corners.length];
    int[] next = groupStart.clone();
    for (int c = 0; c < corners.length; c++) {
      groupTriangles[next[groupOfWedge[corners[c]]]++] = c / 3;
    }
  }

  /** Returns the number of normals: one per wedge. */
  public int pointCount() {
    return groupOfWedge.length;
  }

  /**
   * Writes the unit normals of wedges {@code from} to {@code to} (exclusive); zero if all adjacent
   * triangles have no area.
   *
   * @param points contains the positions of all wedges and receives the normals of the range
   */
  public void fill(int from, int to, PointBuffer points) {
    points.check(0, pointCount(), pointCount(), true);
    points.check(from, to, pointCount(), true);
    float[] normals = points.normals();
    if (normals == null) {
      throw new IllegalArgumentException(
          "normals: expected a buffer with normals, got one without");
    }
    float[] p = points.positions();
    int first = points.first();
    for (int w = from; w < to; w++) {
      double x = 0, y = 0, z = 0;
      int group = groupOfWedge[w];
      for (int i = groupStart[group]; i < groupStart[group + 1]; i++) {
        int t = 3 * groupTriangles[i];
        int a = 3 * (first + corners[t]);
        int b = 3 * (first + corners[t + 1]);
        int c = 3 * (first + corners[t + 2]);
        double ux = (double) p[b] - p[a], vx = (double) p[c] - p[a];
        double uy = (double) p[b + 1] - p[a + 1], vy = (double) p[c + 1] - p[a + 1];
        double uz = (double) p[b + 2] - p[a + 2], vz = (double) p[c + 2] - p[a + 2];
        x += uy * vz - uz * vy;
        y += uz * vx - ux * vz;
        z += ux * vy - uy * vx;
      }
      double length = Math.sqrt(x * x + y * y + z * z);
      double scale = length > 0 ? 1 / length : 0;
      normals[3 * (first + w)] = (float) (x * scale);
      normals[3 * (first + w) + 1] = (float) (y * scale);
      normals[3 * (first + w) + 2] = (float) (z * scale);
    }
  }

  /** Assigns the wedges that share a normal to groups; returns the number of groups. */
  private int group(TriMesh mesh) {
    Optional<MeshAttribute> normals = mesh.attribute(MeshAttribute.NORMAL);
    List<List<Integer>> leaders = new ArrayList<>();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      leaders.add(new ArrayList<>(1));
    }
    int groups = 0;
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      groupOfWedge[w] = -1;
      for (int leader : leaders.get(mesh.vertexOfWedge(w))) {
        if (normals.isEmpty() || dot(normals.get(), w, leader) >= SAME) {
          groupOfWedge[w] = groupOfWedge[leader];
          break;
        }
      }
      if (groupOfWedge[w] < 0) {
        groupOfWedge[w] = groups++;
        leaders.get(mesh.vertexOfWedge(w)).add(w);
      }
    }
    return groups;
  }

  private static double dot(MeshAttribute normals, int a, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += (double) normals.value(a, c) * normals.value(b, c);
    }
    return sum;
  }
}
