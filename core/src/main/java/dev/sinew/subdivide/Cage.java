package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The control mesh: polygons of wedges of a triangle mesh. Faces with a repeated vertex are dropped
 * and counted.
 */
final class Cage {
  final TriMesh mesh;

  /** The index of each face's first corner, and the end of the last. */
  final int[] faceStart;

  /** The wedge of every corner. */
  final int[] cornerWedge;

  final int[] faceGroup;
  final int droppedFaces;

  private Cage(TriMesh mesh, int[] faceStart, int[] cornerWedge, int[] faceGroup) {
    this.mesh = mesh;
    int[] start = new int[faceStart.length];
    int[] wedges = new int[cornerWedge.length];
    int[] groups = new int[faceGroup.length];
    Set<Integer> seen = new HashSet<>();
    int kept = 0;
    for (int f = 0; f < faceGroup.length; f++) {
      int from = faceStart[f];
      int size = faceStart[f + 1] - from;
      if (repeatsVertex(mesh, cornerWedge, from, size, seen)) {
        continue;
      }
      System.arraycopy(cornerWedge, from, wedges, start[kept], size);
      groups[kept] = faceGroup[f];
      start[kept + 1] = start[kept] + size;
      kept++;
    }
    this.faceStart = Arrays.copyOf(start, kept + 1);
    this.cornerWedge = Arrays.copyOf(wedges, start[kept]);
    this.faceGroup = Arrays.copyOf(groups, kept);
    droppedFaces = faceGroup.length - kept;
  }

  /** Returns the triangles of a mesh as a control mesh. */
  static Cage of(TriMesh mesh) {
    int[] start = new int[mesh.triangleCount() + 1];
    Arrays.setAll(start, t -> 3 * t);
    return new Cage(mesh, start, mesh.cornerWedges(), mesh.groups());
  }

  /** Returns the polygons of a mesh, with the wedges of its triangulation. */
  static Cage of(PolygonMesh polygons) {
    TriMesh mesh = polygons.toTriMesh();
    int[] start = polygons.faceStart();
    int[] wedges = new int[polygons.corners().vertex().length];
    int triangle = 0;
    for (int f = 0; f < polygons.faceCount(); f++) {
      // The fan of a face is (0 1 2), (0 2 3), and so on.
      wedges[start[f]] = mesh.wedge(triangle, 0);
      wedges[start[f] + 1] = mesh.wedge(triangle, 1);
      for (int c = start[f] + 2; c < start[f + 1]; c++) {
        wedges[c] = mesh.wedge(triangle++, 2);
      }
    }
    return new Cage(mesh, start, wedges, polygons.faceGroup());
  }

  private static boolean repeatsVertex(
      TriMesh mesh, int[] cornerWedge, int from, int size, Set<Integer> seen) {
    seen.clear();
    for (int c = from; c < from + size; c++) {
      if (!seen.add(mesh.vertexOfWedge(cornerWedge[c]))) {
        return true;
      }
    }
    return false;
  }

  int faceCount() {
    return faceGroup.length;
  }

  /** Returns the faces with vertices as points. */
  Faces vertexFaces() {
    int[] points = new int[cornerWedge.length];
    for (int c = 0; c < points.length; c++) {
      points[c] = mesh.vertexOfWedge(cornerWedge[c]);
    }
    return faces(mesh.vertexCount(), points);
  }

  /** Returns the faces with other points at the corners; no side is sharp or held. */
  Faces faces(int pointCount, int[] cornerPoint) {
    return new Faces(
        pointCount,
        faceStart,
        cornerPoint,
        new float[cornerPoint.length],
        new boolean[cornerPoint.length]);
  }

  /** Returns true if masks refine an attribute; normals are computed from the refined shape. */
  static boolean isCarried(MeshAttribute attribute) {
    return !attribute.name().equals(MeshAttribute.NORMAL);
  }
}
