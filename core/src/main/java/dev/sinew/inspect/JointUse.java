package dev.sinew.inspect;

import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A joint of a skin and what it moves.
 *
 * @param name its name
 * @param parent the nearest joint above it, as an index into the list; -1 for a root
 * @param vertices the number of vertices it has a weight in, over all meshes
 */
public record JointUse(String name, int parent, long vertices) {

  /** Returns the joints of all skins, each once, parents before their children. */
  public static List<JointUse> of(SkinnedCharacter character) {
    Skeleton skeleton = character.skeleton();
    BitSet joints = new BitSet();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.set(skin.joint(i));
      }
    }
    long[] vertices = verticesOf(character);
    List<JointUse> uses = new ArrayList<>();
    Map<Integer, Integer> place = new HashMap<>();
    // Nodes of a skeleton are stored parents first.
    for (int j = joints.nextSetBit(0); j >= 0; j = joints.nextSetBit(j + 1)) {
      int above = skeleton.parent(j);
      while (above != Skeleton.NO_PARENT && !joints.get(above)) {
        above = skeleton.parent(above);
      }
      place.put(j, uses.size());
      uses.add(new JointUse(skeleton.name(j), place.getOrDefault(above, -1), vertices[j]));
    }
    return uses;
  }

  private static long[] verticesOf(SkinnedCharacter character) {
    long[] vertices = new long[character.skeleton().jointCount()];
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      Influences influences = geometry.skinning().influences().orElse(null);
      for (int s : character.skinsOf(m)) {
        Skin skin = character.skins().get(s);
        for (int v = 0; influences != null && v < influences.vertexCount(); v++) {
          for (int i = 0; i < influences.count(v); i++) {
            if (influences.weight(v, i) != 0) {
              vertices[skin.joint(influences.joint(v, i))]++;
            }
          }
        }
      }
    }
    return vertices;
  }
}
