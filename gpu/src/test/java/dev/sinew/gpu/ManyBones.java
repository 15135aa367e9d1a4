package dev.sinew.gpu;

import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A character whose vertices follow one to nine joints of its skin, in sets that vertices share.
 */
final class ManyBones {
  private ManyBones() {}

  static SkinnedCharacter of(SkinnedCharacter character) {
    Random random = new Random(9);
    int joints = character.skins().getFirst().jointCount();
    List<Geometry> meshes = new ArrayList<>();
    for (Geometry geometry : character.meshes()) {
      Influences.Builder rows = Influences.builder();
      int[] set = {};
      for (int v = 0; v < geometry.mesh().vertexCount(); v++) {
        if (v % 7 == 0) {
          set = random.ints(0, joints).distinct().limit(1 + random.nextInt(9)).toArray();
        }
        for (int joint : set) {
          rows.add(joint, 0.1 + random.nextDouble());
        }
        rows.endRow();
      }
      meshes.add(geometry.withSkinning(new Skinning.Linear(rows.build())));
    }
    return character.withMeshes(meshes);
  }
}
