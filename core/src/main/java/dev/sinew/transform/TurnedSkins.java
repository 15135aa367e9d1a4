package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.model.DisjointSets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.BitSet;
import java.util.List;

/**
 * The meshes and skins whose rest geometry takes part in a rigid motion M: vertices become M v and
 * inverse bind matrices B M⁻¹. This needs all skins of a mesh, and all meshes of a skin. A mesh
 * that is also shown without a skin is moved by its node alone, so neither it nor the meshes and
 * skins connected with it take part: they keep their vertices and matrices, which is right too,
 * because the joints move. The same holds for skins whose vertices are in other units than the
 * scene: a translation of the scene would cost their precision.
 */
public final class TurnedSkins {
  /** Vertices that joints at rest scale by more are in other units. */
  private static final double MAX_SCALE = 4;

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
    return of(character, uses);
  }

  /**
   * Finds the meshes and skins that take part.
   *
   * @param uses all uses of the meshes of the character, also those that it does not show
   */
  public static TurnedSkins of(SkinnedCharacter character, List<Use> uses) {
    boolean[] inSceneUnits = new boolean[character.skins().size()];
    Pose rest = character.restPose();
    for (int s = 0; s < inSceneUnits.length; s++) {
      inSceneUnits[s] = isInSceneUnits(character.skins().get(s), rest);
    }
    return of(character.meshes().size(), inSceneUnits, uses);
  }

  /** Returns true if the joints at rest hardly scale the vertices of a skin. */
  private static boolean isInSceneUnits(Skin skin, Pose rest) {
    double[] bind = new double[Affine.SIZE];
    double[] joint = new double[Affine.SIZE];
    double[] both = new double[Affine.SIZE];
    for (int j = 0; j < skin.jointCount(); j++) {
      skin.copyInverseBind(j, bind, 0);
      rest.copyGlobal(skin.joint(j), joint, 0);
      Affine.multiply(joint, 0, bind, 0, both, 0);
      double squares = 0;
      for (int i = 0; i < Affine.SIZE; i++) {
        squares += i % 4 == 3 ? 0 : both[i] * both[i];
      }
      double scale = Math.sqrt(squares / 3);
      if (scale > MAX_SCALE || scale < 1 / MAX_SCALE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Finds the meshes and skins that take part.
   *
   * @param meshCount the number of meshes
   * @param inSceneUnits for each skin whether its vertices are in the units of the scene
   * @param uses all uses of the meshes
   */
  static TurnedSkins of(int meshCount, boolean[] inSceneUnits, List<Use> uses) {
    int skinCount = inSceneUnits.length;
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
      if (use.skin == SkinnedCharacter.NO_SKIN || !inSceneUnits[use.skin]) {
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
