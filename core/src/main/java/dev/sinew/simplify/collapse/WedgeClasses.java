package dev.sinew.simplify.collapse;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;

/** Groups the wedges of each vertex by equal attribute values. */
public final class WedgeClasses {
  private final TriMesh mesh;
  private final SeamRule rule;
  private final List<MeshAttribute> attributes;

  private WedgeClasses(TriMesh mesh, SeamRule rule) {
    this.mesh = mesh;
    this.rule = rule;
    attributes = mesh.attributes().stream().filter(rule::mayHold).toList();
  }

  /**
   * Returns for each wedge the first wedge of the same vertex with bitwise equal values of the
   * attributes that count for both. Takes linear time.
   */
  public static int[] of(TriMesh mesh, SeamRule rule, RunContext context) {
    return new WedgeClasses(mesh, rule).classes(context);
  }

  private int[] classes(RunContext context) {
    int[] out = new int[mesh.wedgeCount()];
    int slots = Integer.highestOneBit(Math.max(2, mesh.wedgeCount())) << 2;
    int[] table = new int[slots];
    Arrays.fill(table, -1);
    for (int w = 0; w < out.length; w++) {
      if ((w & 0x3FF) == 0) {
        context.checkCancelled();
      }
      int slot = hash(w) & (slots - 1);
      while (table[slot] >= 0 && !isSame(table[slot], w)) {
        slot = (slot + 1) & (slots - 1);
      }
      if (table[slot] < 0) {
        table[slot] = w;
      }
      out[w] = table[slot];
    }
    return out;
  }

  private int hash(int w) {
    int hash = mesh.vertexOfWedge(w);
    for (MeshAttribute attribute : attributes) {
      for (int c = 0; rule.holds(attribute, w) && c < attribute.components(); c++) {
        hash = 31 * hash + Float.floatToIntBits(attribute.value(w, c));
      }
    }
    hash *= 0x9E3779B1;
    return hash ^ (hash >>> 15);
  }

  private boolean isSame(int v, int w) {
    if (mesh.vertexOfWedge(v) != mesh.vertexOfWedge(w)) {
      return false;
    }
    for (MeshAttribute attribute : attributes) {
      boolean holds = rule.holds(attribute, v);
      if (holds != rule.holds(attribute, w)) {
        return false;
      }
      for (int c = 0; holds && c < attribute.components(); c++) {
        if (Float.floatToIntBits(attribute.value(v, c))
            != Float.floatToIntBits(attribute.value(w, c))) {
          return false;
        }
      }
    }
    return true;
  }
}
