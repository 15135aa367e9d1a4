package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.SeamRule;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The seams that can be seen: colours, and texture coordinates where a texture of the material uses
 * them. Without known materials all texture coordinates count.
 */
final class MaterialSeams implements SeamRule {
  /** The wedges at which each attribute of texture coordinates is used. */
  private final Map<String, BitSet> used = new HashMap<>();

  MaterialSeams(JoinedCharacter joined) {
    TriMesh mesh = joined.mesh();
    for (MeshAttribute attribute : mesh.attributes()) {
      if (attribute.isUv()) {
        used.put(attribute.name(), wedgesThatUse(joined, attribute));
      }
    }
  }

  private static BitSet wedgesThatUse(JoinedCharacter joined, MeshAttribute attribute) {
    TriMesh mesh = joined.mesh();
    boolean[] groups = new boolean[mesh.groupCount()];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = joined.material(g).map(known -> known.usesTexture(attribute)).orElse(true);
    }
    BitSet wedges = new BitSet();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; groups[mesh.group(t)] && c < 3; c++) {
        wedges.set(mesh.wedge(t, c));
      }
    }
    return wedges;
  }

  @Override
  public boolean mayHold(MeshAttribute attribute) {
    BitSet wedges = used.get(attribute.name());
    return wedges == null ? SeamRule.isPainted(attribute) : !wedges.isEmpty();
  }

  @Override
  public boolean holds(MeshAttribute attribute, int wedge) {
    BitSet wedges = used.get(attribute.name());
    return wedges == null || wedges.get(wedge);
  }
}
