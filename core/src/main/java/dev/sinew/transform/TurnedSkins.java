package dev.sinew.transform;

import dev.sinew.model.DisjointSets;
import dev.sinew.model.SkinnedCharacter;
import java.util.BitSet;
import java.util.List;

/**
 * The meshes and skins whose rest geometry takes part in a rigid motion M: vertices become M v and
 * inverse bind matrices B M⁻¹. This needs all skins of a mesh, and all meshes of a skin. A mesh
 * that is also shown without a skin is moved by its node alone, so neither it nor the meshes and
 * skins connected with it take part: they keep their vertices and matrices, which is right too,
 * because the joints move.
 */
public final class TurnedSkins {
  private final boolean[] meshes;
  private final boolean[] skins;

  /**
   * A mesh in a scene.
   *
   * @param mesh the index of the mesh
   * @param skin the index of its skin, or {@link SkinnedCharacter#NO_SKIN}
   */
  public record Use(int mesh, int skin) {}

  private TurnedSkins(boolean[] meshes, boolean[] skins) {
    this.meshes = meshes;
    this.skins = skins;
  }

  /** Finds the meshes and skins of the parts of a character. */
  static TurnedSkins of(SkinnedCharacter character) {
    List<Use> uses =
        character.parts().stream().map(part -> new Use(part.mesh(), part.skin())).toList();
    return of(character.meshes().size(), character.skins().size(), uses);
  }

  /**
   * Finds the meshes and skins that take part.
   *
   * @param meshCount the number of meshes
   * @param skinCount the number of skins
   * @param uses all uses of the meshes
   */
  public static TurnedSkins of(int meshCount, int skinCount, List<Use> uses) {
    DisjointSets sets = new DisjointSets(meshCount + skinCount);
    BitSet skinned = new BitSet();
    for (Use use : uses) {
      if (use.skin != SkinnedCharacter.NO_SKIN) {
        sets.join(use.mesh, meshCount + use.skin);
        skinned.set(use.mesh);
        skinned.set(meshCount + use.skin);
      }
    }
    BitSet mixed = new BitSet();
    for (Use use : uses) {
      if (use.skin == SkinnedCharacter.NO_SKIN) {
        mixed.set(sets.of(use.mesh));
      }
    }
    boolean[] meshes = new boolean[meshCount];
    boolean[] skins = new boolean[skinCount];
    for (int i = 0; i < meshCount + skinCount; i++) {
      boolean turned = skinned.get(i) && !mixed.get(sets.of(i));
      if (i < meshCount) {
        meshes[i] = turned;
      } else {
        skins[i - meshCount] = turned;
      }
    }
    return new TurnedSkins(meshes, skins);
  }

  /** Returns true if the vertices of a mesh move. */
  public boolean mesh(int mesh) {
    return meshes[mesh];
  }

  /** Returns true if the inverse bind matrices of a skin are for moved vertices. */
  public boolean skin(int skin) {
    return skins[skin];
  }
}
