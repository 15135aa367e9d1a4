package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.SeamRule;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The seams that can be seen: colours, and texture coordinates where a texture of the material uses
 * them. Without known materials all texture coordinates count.
 */
final class MaterialSeams implements SeamRule {
  private static final String TEXTURE_SET = "TEXCOORD_";

  /** The wedges at which each attribute of texture coordinates is used. */
  private final Map<String, BitSet> used = new HashMap<>();

  MaterialSeams(JoinedCharacter joined) {
    TriMesh mesh = joined.mesh();
    for (MeshAttribute attribute : mesh.attributes()) {
      if (attribute.name().startsWith(TEXTURE_SET)) {
        used.put(attribute.name(), wedgesThatUse(joined, attribute.name()));
      }
    }
  }

  private static BitSet wedgesThatUse(JoinedCharacter joined, String attribute) {
    TriMesh mesh = joined.mesh();
    boolean[] groups = new boolean[mesh.groupCount()];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = usesSet(joined.material(g), attribute.substring(TEXTURE_SET.length()));
    }
    BitSet wedges = new BitSet();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; groups[mesh.group(t)] && c < 3; c++) {
        wedges.set(mesh.wedge(t, c));
      }
    }
    return wedges;
  }

  private static boolean usesSet(Optional<Material> material, String set) {
    return material.isEmpty()
        || material.get().textureSets().stream().anyMatch(s -> set.equals(Integer.toString(s)));
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
