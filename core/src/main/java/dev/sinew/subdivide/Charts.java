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
 * The control mesh as its wedge attributes see it: wedges of a vertex that carry the same values
 * are one point, whatever their normals, so that a seam is where texture coordinates or colours
 * really jump and not where shading alone is hard. Points are never shared between groups, because
 * each group has a texture of its own.
 */
final class Charts {
  /** The point of every corner of the cage. */
  final int[] cornerPoint;

  /** The mesh's wedge whose values stand for each point. */
  final int[] wedgeOf;

  Charts(Cage cage) {
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
    int[] number = numberByVertex(mesh, wedges);
    wedgeOf = new int[number.length];
    for (int p = 0; p < number.length; p++) {
      wedgeOf[number[p]] = wedges.get(p);
    }
    Arrays.setAll(cornerPoint, c -> number[cornerPoint[c]]);
  }

  /**
   * One point of every vertex in the order of vertices, then the others: without seams, points are
   * numbered as vertices are, and so they are on every level.
   */
  private static int[] numberByVertex(TriMesh mesh, List<Integer> wedges) {
    int[] first = new int[mesh.vertexCount()];
    Arrays.fill(first, -1);
    for (int p = wedges.size() - 1; p >= 0; p--) {
      first[mesh.vertexOfWedge(wedges.get(p))] = p;
    }
    int[] number = new int[wedges.size()];
    Arrays.fill(number, -1);
    int count = 0;
    for (int p : first) {
      if (p >= 0) {
        number[p] = count++;
      }
    }
    for (int p = 0; p < number.length; p++) {
      if (number[p] < 0) {
        number[p] = count++;
      }
    }
    return number;
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
      // Tangents follow the surface; only the side they mark distinguishes.
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
