package dev.sinew.unwrap;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts texture coordinates per corner into meshes. A wedge whose corners have different coordinates
 * is split; all others keep their index.
 */
final class AtlasMeshes {
  private AtlasMeshes() {}

  /**
   * Returns a mesh with a set of texture coordinates, added or replaced.
   *
   * @param uv u, v per corner
   */
  static Geometry withUvs(Geometry geometry, String name, float[] uv) {
    TriMesh mesh = geometry.mesh();
    int[] corners = mesh.cornerWedges();
    int[] source = Arrays.copyOf(identity(mesh.wedgeCount()), mesh.wedgeCount() + corners.length);
    float[] values = new float[2 * source.length];
    boolean[] taken = new boolean[mesh.wedgeCount()];
    Map<Long, Integer> more = new HashMap<>();
    int count = mesh.wedgeCount();
    for (int c = 0; c < corners.length; c++) {
      int w = corners[c];
      float u = uv[2 * c];
      float v = uv[2 * c + 1];
      if (!taken[w]) {
        taken[w] = true;
        values[2 * w] = u;
        values[2 * w + 1] = v;
      } else if (values[2 * w] != u || values[2 * w + 1] != v) {
        long key = ((long) Float.floatToIntBits(u) << 32) | (Float.floatToIntBits(v) & 0xFFFFFFFFL);
        key = key * 31 + w * 0x9E3779B97F4A7C15L;
        Integer known = more.get(key);
        while (known != null
            && (source[known] != w || values[2 * known] != u || values[2 * known + 1] != v)) {
          known = more.get(++key);
        }
        if (known == null) {
          known = count++;
          source[known] = w;
          values[2 * known] = u;
          values[2 * known + 1] = v;
          more.put(key, known);
        }
        corners[c] = known;
      }
    }
    return split(geometry, Arrays.copyOf(source, count), corners)
        .apply(new MeshAttribute(name, 2, Arrays.copyOf(values, 2 * count)));
  }

  private static int[] identity(int n) {
    int[] out = new int[n];
    Arrays.setAll(out, i -> i);
    return out;
  }

  private interface WithAttribute {
    Geometry apply(MeshAttribute attribute);
  }

  private static WithAttribute split(Geometry geometry, int[] source, int[] corners) {
    TriMesh mesh = geometry.mesh();
    int[] vertex = Arrays.stream(source).map(mesh::vertexOfWedge).toArray();
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute a : mesh.attributes()) {
      attributes.add(
          new MeshAttribute(a.name(), a.components(), gather(a.toArray(), a.components(), source)));
    }
    TriMesh made = new TriMesh(mesh.positions(), vertex, corners, mesh.groups(), attributes);
    Geometry split = geometry.withWedges(made, source);
    return attribute -> split.withMesh(made.withAttribute(attribute));
  }

  private static float[] gather(float[] values, int width, int[] source) {
    float[] out = new float[width * source.length];
    for (int w = 0; w < source.length; w++) {
      System.arraycopy(values, width * source[w], out, width * w, width);
    }
    return out;
  }

  /** Returns the first set of texture coordinates that a mesh does not have. */
  static int freeSet(TriMesh mesh) {
    int set = 0;
    while (mesh.attribute(MeshAttribute.uv(set)).isPresent()) {
      set++;
    }
    return set;
  }

  /** Returns the index of a mesh's first triangle in the joined mesh. */
  static int firstTriangle(JoinedCharacter joined, int mesh) {
    int first = 0;
    for (int m = 0; m < mesh; m++) {
      first += joined.isShown(m) ? joined.character().meshes().get(m).mesh().triangleCount() : 0;
    }
    return first;
  }
}
