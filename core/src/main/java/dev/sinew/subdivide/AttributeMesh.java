package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The control mesh for wedge attributes: wedges of a vertex with equal values are one point, even
 * if their normals differ, so seams are where texture coordinates or colours are discontinuous.
 * Groups do not share points, because each group has its own texture.
 */
final class AttributeMesh {
  /** The point of every corner of the control mesh. */
  final int[] cornerPoint;

  /** The wedge with the values of each point. */
  final int[] wedgeOf;

  AttributeMesh(Cage cage) {
    TriMesh mesh = cage.mesh;
    List<MeshAttribute> carried = mesh.attributes().stream().filter(Cage::isCarried).toList();
    Map<IntBuffer, Integer> known = new HashMap<>();
    List<Integer> wedges = new ArrayList<>();
    boolean[] seen = new boolean[mesh.vertexCount()];
    cornerPoint = new int[cage.cornerWedge.length];
    for (int f = 0; f < cage.faceCount(); f++) {
      int group = carried.isEmpty() ? 0 : cage.faceGroup[f];
      for (int c = cage.faceStart[f]; c < cage.faceStart[f + 1]; c++) {
        int wedge = cage.cornerWedge[c];
        seen[mesh.vertexOfWedge(wedge)] = true;
        cornerPoint[c] =
            known.computeIfAbsent(
                key(mesh, carried, wedge, group),
                k -> {
                  wedges.add(wedge);
                  return wedges.size() - 1;
                });
      }
    }
    keepIsolated(mesh, seen, wedges);
    int[] order = orderByVertex(mesh, wedges);
    wedgeOf = new int[order.length];
    for (int p = 0; p < order.length; p++) {
      wedgeOf[order[p]] = wedges.get(p);
    }
    Arrays.setAll(cornerPoint, c -> order[cornerPoint[c]]);
  }

  /**
   * Returns the new index of every point: one point of every vertex in the order of vertices, then
   * the others. So without seams points and vertices have the same indices on every level.
   */
  private static int[] orderByVertex(TriMesh mesh, List<Integer> wedges) {
    int[] first = new int[mesh.vertexCount()];
    Arrays.fill(first, -1);
    for (int p = wedges.size() - 1; p >= 0; p--) {
      first[mesh.vertexOfWedge(wedges.get(p))] = p;
    }
    int[] order = new int[wedges.size()];
    Arrays.fill(order, -1);
    int count = 0;
    for (int p : first) {
      if (p >= 0) {
        order[p] = count++;
      }
    }
    for (int p = 0; p < order.length; p++) {
      if (order[p] < 0) {
        order[p] = count++;
      }
    }
    return order;
  }

  /** Vertices without faces keep one wedge. */
  private static void keepIsolated(TriMesh mesh, boolean[] seen, List<Integer> wedges) {
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      if (!seen[mesh.vertexOfWedge(w)]) {
        seen[mesh.vertexOfWedge(w)] = true;
        wedges.add(w);
      }
    }
  }

  private static IntBuffer key(TriMesh mesh, List<MeshAttribute> carried, int wedge, int group) {
    int[] words = new int[2 + carried.stream().mapToInt(MeshAttribute::components).sum()];
    words[0] = mesh.vertexOfWedge(wedge);
    words[1] = group;
    int n = 2;
    for (MeshAttribute attribute : carried) {
      // Tangents follow the surface; only the bitangent's sign counts.
      boolean tangent = attribute.name().equals(MeshAttribute.TANGENT);
      for (int k = tangent ? 3 : 0; k < attribute.components(); k++) {
        words[n++] = Float.floatToIntBits(attribute.value(wedge, k) + 0f);
      }
    }
    return IntBuffer.wrap(Arrays.copyOf(words, n));
  }

  Faces faces(Cage cage) {
    return cage.faces(wedgeOf.length, cornerPoint);
  }
}
