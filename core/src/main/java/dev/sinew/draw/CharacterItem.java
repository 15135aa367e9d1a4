package dev.sinew.draw;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Makes items to draw from posed characters. */
public final class CharacterItem {
  private CharacterItem() {}

  /**
   * Returns the surface of a posed character.
   *
   * @param colors r, g, b per wedge, linear; empty for clay
   */
  public static Item of(CharacterSurface.Posed posed, Optional<float[]> colors) {
    Item item = Item.of(posed.wedgePositions(), posed.mesh().cornerWedges());
    float[] normals = posed.wedgeNormals();
    if (normals != null) {
      item = item.withNormals(normals);
    }
    return colors.isPresent() ? item.withColors(colors.get()) : item;
  }

  /** Adds the joints of all skins; a bone goes from a joint to the nearest skin joint above it. */
  public static Item withSkeleton(Item item, SkinnedCharacter character, Pose pose) {
    TreeSet<Integer> joints = new TreeSet<>();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.add(skin.joint(i));
      }
    }
    List<Integer> order = new ArrayList<>(joints);
    int[] nearest = nearestAtOrAbove(character.skeleton(), order);
    float[] positions = new float[3 * order.size()];
    int[] parents = new int[order.size()];
    double[] global = new double[Affine.SIZE];
    for (int i = 0; i < order.size(); i++) {
      pose.copyGlobal(order.get(i), global, 0);
      positions[3 * i] = (float) global[3];
      positions[3 * i + 1] = (float) global[7];
      positions[3 * i + 2] = (float) global[11];
      int above = character.skeleton().parent(order.get(i));
      parents[i] = above == Skeleton.NO_PARENT ? -1 : nearest[above];
    }
    return item.withSkeleton(positions, parents);
  }

  /** For every node the index in an ascending list of itself or the nearest node above, or -1. */
  private static int[] nearestAtOrAbove(Skeleton skeleton, List<Integer> order) {
    int[] out = new int[skeleton.jointCount()];
    Arrays.fill(out, -1);
    for (int i = 0; i < order.size(); i++) {
      out[order.get(i)] = i;
    }
    for (int j = 0; j < out.length; j++) {
      if (out[j] < 0 && skeleton.parent(j) != Skeleton.NO_PARENT) {
        out[j] = out[skeleton.parent(j)];
      }
    }
    return out;
  }
}
