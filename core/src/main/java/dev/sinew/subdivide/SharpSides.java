package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.Optional;

/** Sets the sharpness of the sides of a control mesh according to the options. */
final class SharpSides {
  /** The smallest distance of unit normals on different sides of a hard edge; about a degree. */
  private static final double DIFFERENT_NORMAL = 0.02;

  private final Cage cage;
  private final Edges edges;
  private final float[] sharpness;
  private int ignored;

  private SharpSides(Cage cage, Edges edges) {
    this.cage = cage;
    this.edges = edges;
    sharpness = edges.faces.sharpness;
  }

  /**
   * Writes the sharpness of the edges' faces.
   *
   * @param whole true to round fractions up
   * @return the number of creases that are not edges
   */
  static int mark(Cage cage, Edges edges, SubdivisionOptions options, boolean whole) {
    SharpSides sides = new SharpSides(cage, edges);
    sides.markNonManifold();
    for (Crease crease : options.creases()) {
      sides.markCrease(crease, whole);
    }
    Optional<MeshAttribute> normals = cage.mesh.attribute(MeshAttribute.NORMAL);
    for (int e = 0; e < edges.count(); e++) {
      boolean sharp = options.sharpGroups() && sides.groupsDiffer(e);
      sharp |=
          options.sharpNormals() && normals.isPresent() && sides.normalsDiffer(e, normals.get());
      if (sharp) {
        sides.set(e, Float.POSITIVE_INFINITY);
      }
    }
    return sides.ignored;
  }

  private void set(int edge, float value) {
    for (int i = 0; i < edges.faceCount(edge); i++) {
      int side = edges.side(edge, i);
      sharpness[side] = Math.max(sharpness[side], value);
    }
  }

  private void markNonManifold() {
    for (int e = 0; e < edges.count(); e++) {
      if (edges.faceCount(e) > 2) {
        set(e, Float.POSITIVE_INFINITY);
      }
    }
  }

  private void markCrease(Crease crease, boolean whole) {
    TriMesh mesh = cage.mesh;
    for (int v : new int[] {crease.from(), crease.to()}) {
      if (v < 0 || v >= mesh.vertexCount()) {
        throw new IllegalArgumentException(
            "crease: expected vertices 0 to " + (mesh.vertexCount() - 1) + ", got " + v);
      }
    }
    int edge = edges.find(crease.from(), crease.to());
    if (edge < 0) {
      ignored++;
      return;
    }
    set(edge, (float) (whole ? Math.ceil(crease.sharpness()) : crease.sharpness()));
  }

  private boolean groupsDiffer(int edge) {
    for (int i = 1; i < edges.faceCount(edge); i++) {
      if (group(edge, i) != group(edge, 0)) {
        return true;
      }
    }
    return false;
  }

  private int group(int edge, int i) {
    return cage.faceGroup[edges.cornerFace[edges.side(edge, i)]];
  }

  private boolean normalsDiffer(int edge, MeshAttribute normals) {
    for (int i = 1; i < edges.faceCount(edge); i++) {
      for (int end : new int[] {edges.low[edge], edges.high[edge]}) {
        int a = wedgeAt(edges.side(edge, 0), end);
        int b = wedgeAt(edges.side(edge, i), end);
        double distance = 0;
        for (int k = 0; k < normals.components(); k++) {
          double d = (double) normals.value(a, k) - normals.value(b, k);
          distance += d * d;
        }
        if (distance > DIFFERENT_NORMAL * DIFFERENT_NORMAL) {
          return true;
        }
      }
    }
    return false;
  }

  private int wedgeAt(int side, int vertex) {
    return cage.cornerWedge[edges.from(side) == vertex ? side : edges.next(side)];
  }
}
