package dev.sinew.posespace;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The joints of a character's skins, and the anchor among them: the joint that carries the whole
 * character. Often a skin lists a root joint that moves no vertex and stays still while the hips
 * walk; then the hips are the anchor, so that walking is no change of pose.
 */
final class SkinJoints {
  /** A joint with this share of all weights carries the whole character, and its props. */
  private static final double CHARACTER = 0.9;

  private final Skeleton skeleton;
  private final boolean[] listed;
  private final double[] own;

  /** The weight of each joint and all joints below it. */
  private final double[] carried;

  SkinJoints(SkinnedCharacter character) {
    skeleton = character.skeleton();
    listed = new boolean[skeleton.jointCount()];
    own = new double[skeleton.jointCount()];
    for (Part part : character.parts()) {
      if (part.skin() != SkinnedCharacter.NO_SKIN) {
        add(character.skins().get(part.skin()), character.geometry(part));
      }
    }
    carried = own.clone();
    for (int j = own.length - 1; j >= 0; j--) {
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        carried[skeleton.parent(j)] += carried[j];
      }
    }
  }

  private void add(Skin skin, Geometry geometry) {
    for (int i = 0; i < skin.jointCount(); i++) {
      listed[skin.joint(i)] = true;
    }
    Influences influences = geometry.skinning().influences().orElse(null);
    for (int v = 0; influences != null && v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        own[skin.joint(influences.joint(v, i))] += influences.weight(v, i);
      }
    }
    AnimationCoords coords = geometry.skinning().coords().orElse(null);
    for (int v = 0; coords != null && v < coords.rowCount(); v++) {
      for (int i = 0; i < coords.count(v); i++) {
        own[skin.joint(coords.joint(v, i))] += Math.abs(coords.value(v, i, 3));
      }
    }
  }

  /**
   * Returns the anchor, then all joints with weight and the skin's other joints below the anchor,
   * rising; empty without a skin. Joints without weight elsewhere do not count.
   */
  List<Integer> joints() {
    if (IntStream.range(0, listed.length).noneMatch(j -> listed[j])) {
      return List.of();
    }
    int anchor = anchor();
    IntStream others =
        IntStream.range(0, own.length)
            .filter(j -> j != anchor && (own[j] > 0 || (listed[j] && skeleton.isUnder(j, anchor))));
    return IntStream.concat(IntStream.of(anchor), others).boxed().toList();
  }

  /** Descends from the top to the first joint with weight, as long as one child carries all. */
  private int anchor() {
    double all = IntStream.range(0, own.length).mapToDouble(j -> own[j]).sum();
    int at = Skeleton.NO_PARENT;
    while (at == Skeleton.NO_PARENT || own[at] == 0) {
      int next = heaviestChild(at);
      if (next < 0 || carried[next] == 0 || carried[next] < CHARACTER * all) {
        break;
      }
      at = next;
    }
    return at != Skeleton.NO_PARENT ? at : firstMover(all > 0);
  }

  private int heaviestChild(int parent) {
    int best = -1;
    for (int j = 0; j < own.length; j++) {
      if (skeleton.parent(j) == parent && (best < 0 || carried[j] > carried[best])) {
        best = j;
      }
    }
    return best;
  }

  private int firstMover(boolean weighted) {
    return IntStream.range(0, own.length)
        .filter(j -> weighted ? own[j] > 0 : listed[j])
        .findFirst()
        .orElseThrow();
  }
}
