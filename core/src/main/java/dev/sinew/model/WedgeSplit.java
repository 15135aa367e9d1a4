package dev.sinew.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Divides wedges between the fans of corners around their vertices, as normals with creases need.
 * The first fan of a wedge keeps its index, further ones get wedges at the end, so that the order
 * of vertices and wedges stays.
 */
public final class WedgeSplit {
  private final TriMesh mesh;
  private final int[] corners;
  private final int[] source;

  /**
   * @param mesh the mesh
   * @param fanOfCorner the fan of each corner, 0 or more; corners of one wedge with different fans
   *     get different wedges
   */
  public WedgeSplit(TriMesh mesh, IntUnaryOperator fanOfCorner) {
    this.mesh = mesh;
    corners = mesh.cornerWedges();
    List<Integer> further = new ArrayList<>();
    Map<Long, Integer> wedges = new HashMap<>();
    boolean[] taken = new boolean[mesh.wedgeCount()];
    for (int c = 0; c < corners.length; c++) {
      int old = corners[c];
      long key = (long) old << 32 | fanOfCorner.applyAsInt(c);
      Integer wedge = wedges.get(key);
      if (wedge == null) {
        wedge = old;
        if (taken[old]) {
          wedge = taken.length + further.size();
          further.add(old);
        }
        taken[old] = true;
        wedges.put(key, wedge);
      }
      corners[c] = wedge;
    }
    source = new int[taken.length + further.size()];
    Arrays.setAll(source, w -> w < taken.length ? w : further.get(w - taken.length));
  }

  /** Returns true if no wedge was divided. */
  public boolean isSame() {
    return source.length == mesh.wedgeCount();
  }

  /** Returns the wedge of every corner, in a new array. */
  public int[] corners() {
    return corners.clone();
  }

  /** Returns the wedge before of every wedge, in a new array. */
  public int[] source() {
    return source.clone();
  }

  /** Returns the mesh with the divided wedges and given normals; other values are copied. */
  public TriMesh withNormals(MeshAttribute normals) {
    int[] vertices = new int[source.length];
    Arrays.setAll(vertices, w -> mesh.vertexOfWedge(source[w]));
    List<MeshAttribute> attributes = new ArrayList<>();
    if (mesh.attribute(normals.name()).isEmpty()) {
      attributes.add(normals);
    }
    for (MeshAttribute attribute : mesh.attributes()) {
      attributes.add(attribute.name().equals(normals.name()) ? normals : attribute.wedges(source));
    }
    return new TriMesh(mesh.positions(), vertices, corners, mesh.groups(), attributes);
  }
}
