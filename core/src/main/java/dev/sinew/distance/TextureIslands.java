package dev.sinew.distance;

import dev.sinew.model.DisjointSets;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.HashMap;
import java.util.Map;

/**
 * The islands of a set of texture coordinates: triangles that are connected by edges at which both
 * sides have the same coordinates.
 */
public final class TextureIslands {
  private final DisjointSets sets;

  /** Finds the islands of a mesh. */
  public TextureIslands(TriMesh mesh, MeshAttribute texture) {
    sets = new DisjointSets(mesh.triangleCount());
    Map<Edge, Integer> edges = new HashMap<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        Edge edge = Edge.of(mesh, texture, mesh.wedge(t, c), mesh.wedge(t, (c + 1) % 3));
        Integer other = edges.putIfAbsent(edge, t);
        if (other != null) {
          sets.join(t, other);
        }
      }
    }
  }

  /** An edge with the texture coordinates of its ends, in an order that both sides agree on. */
  private record Edge(int from, int to, long fromTexel, long toTexel) {
    static Edge of(TriMesh mesh, MeshAttribute texture, int a, int b) {
      int from = mesh.vertexOfWedge(a);
      int to = mesh.vertexOfWedge(b);
      return from <= to
          ? new Edge(from, to, texel(texture, a), texel(texture, b))
          : new Edge(to, from, texel(texture, b), texel(texture, a));
    }

    private static long texel(MeshAttribute texture, int wedge) {
      return (long) Float.floatToIntBits(texture.value(wedge, 0)) << 32
          | (Float.floatToIntBits(texture.value(wedge, 1)) & 0xFFFFFFFFL);
    }
  }

  /** Returns the island of a triangle: the index of one of its triangles. */
  public int of(int triangle) {
    return sets.of(triangle);
  }
}
