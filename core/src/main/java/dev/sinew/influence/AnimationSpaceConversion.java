package dev.sinew.influence;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import java.util.ArrayList;
import java.util.List;

/** Converts characters to animation space, where influences can be removed at the least cost. */
public final class AnimationSpaceConversion {
  private AnimationSpaceConversion() {}

  /**
   * Returns the character with animation coordinates for each mesh that can have them: those with
   * influences, without morph targets, and with the same skin in all parts. Other meshes stay
   * unchanged.
   */
  public static SkinnedCharacter of(SkinnedCharacter character) {
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      meshes.add(withCoords(character, m));
    }
    return character.withMeshes(meshes);
  }

  private static Geometry withCoords(SkinnedCharacter character, int m) {
    Geometry given = character.meshes().get(m);
    List<Integer> skins =
        character.parts().stream().filter(p -> p.mesh() == m).map(Part::skin).distinct().toList();
    if (!(given.skinning() instanceof Skinning.Linear linear)
        || !given.morphs().isEmpty()
        || skins.size() != 1
        || skins.getFirst() == SkinnedCharacter.NO_SKIN) {
      return given;
    }
    AnimationCoords coords = given.coords(character.skins().get(skins.getFirst()));
    return given.withSkinning(new Skinning.AnimationSpace(coords, linear.weights()));
  }
}
