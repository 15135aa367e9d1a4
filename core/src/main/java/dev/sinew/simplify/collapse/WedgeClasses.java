package dev.sinew.simplify.collapse;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Groups the wedges of each vertex by equal attribute values. */
public final class WedgeClasses {
  private WedgeClasses() {}

  /** Returns true for texture coordinates and colours, whose discontinuities are seams. */
  public static boolean isPainted(MeshAttribute attribute) {
    return attribute.name().startsWith("TEXCOORD_") || attribute.name().startsWith("COLOR_");
  }

  /**
   * Returns for each wedge the first wedge of the same vertex with bitwise equal values of the
   * selected attributes. Takes linear time.
   */
  static int[] of(TriMesh mesh, Predicate<MeshAttribute> selected, RunContext context) {
    List<MeshAttribute> attributes = mesh.attributes().stream().filter(selected).toList();
    int[] out = new int[mesh.wedgeCount()];
    int slots = Integer.highestOneBit(Math.max(2, mesh.wedgeCount())) << 2;
    int[] table = new int[slots];
    Arrays.fill(table, -1);
    for (int w = 0; w < out.length; w++) {
      if ((w & 0x3FF) == 0) {
        context.checkCancelled();
      }
      int slot = hash(mesh, attributes, w) & (slots - 1);
      while (table[slot] >= 0 && !isSame(mesh, attributes, table[slot], w)) {
        slot = (slot + 1) & (slots - 1);
      }
      if (table[slot] < 0) {
        table[slot] = w;
      }
      out[w] = table[slot];
    }
    return out;
  }

  private static int hash(TriMesh mesh, List<MeshAttribute> attributes, int w) {
    int hash = mesh.vertexOfWedge(w);
    for (MeshAttribute attribute : attributes) {
      for (int c = 0; c < attribute.components(); c++) {
        hash = 31 * hash + Float.floatToIntBits(attribute.value(w, c));
      }
    }
    hash *= 0x9E3779B1;
    return hash ^ (hash >>> 15);
  }

  private static boolean isSame(TriMesh mesh, List<MeshAttribute> attributes, int v, int w) {
    if (mesh.vertexOfWedge(v) != mesh.vertexOfWedge(w)) {
      return false;
    }
    for (MeshAttribute attribute : attributes) {
      for (int c = 0; c < attribute.components(); c++) {
        if (Float.floatToIntBits(attribute.value(v, c))
            != Float.floatToIntBits(attribute.value(w, c))) {
          return false;
        }
      }
    }
    return true;
  }
}
