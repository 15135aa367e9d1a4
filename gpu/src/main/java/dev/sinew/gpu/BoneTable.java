package dev.sinew.gpu;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The matrices that the points of a character and its levels follow: a palette has one row of three
 * per bone. For linear blending a bone is a node with an inverse bind matrix, for animation space a
 * node. Skins share bones.
 */
final class BoneTable {
  /** The values of a bone in a palette: three rows of four. */
  static final int VALUES = Affine.SIZE;

  private record Bone(int node, List<Double> bind) {}

  private final boolean withBinds;
  private final Map<Bone, Integer> indices = new LinkedHashMap<>();
  private final List<Bone> bones = new ArrayList<>();

  /**
   * @param withBinds whether a palette has products with inverse bind matrices, and not global
   *     transforms
   */
  BoneTable(boolean withBinds) {
    this.withBinds = withBinds;
  }

  /** Returns the bone of every joint of a skin; bones that are not there yet are added. */
  int[] add(Skin skin) {
    int[] out = new int[skin.jointCount()];
    double[] bind = new double[Affine.SIZE];
    Affine.identity(bind, 0);
    for (int j = 0; j < out.length; j++) {
      if (withBinds) {
        skin.copyInverseBind(j, bind, 0);
      }
      Bone bone = new Bone(skin.joint(j), Arrays.stream(bind).boxed().toList());
      Integer known = indices.putIfAbsent(bone, bones.size());
      if (known == null) {
        bones.add(bone);
      }
      out[j] = known == null ? bones.size() - 1 : known;
    }
    return out;
  }

  boolean hasBinds() {
    return withBinds;
  }

  int size() {
    return bones.size();
  }

  int node(int bone) {
    return bones.get(bone).node;
  }

  /** Returns the inverse bind matrices, {@link #VALUES} per bone. */
  float[] binds() {
    float[] out = new float[VALUES * size()];
    for (int b = 0; b < size(); b++) {
      for (int k = 0; k < VALUES; k++) {
        out[VALUES * b + k] = bones.get(b).bind.get(k).floatValue();
      }
    }
    return out;
  }

  /** Writes the palette of a pose, {@link #VALUES} per bone, in double precision until the end. */
  void palette(Pose pose, float[] out, int offset) {
    double[] bind = new double[Affine.SIZE];
    double[] product = new double[Affine.SIZE];
    for (int b = 0; b < size(); b++) {
      for (int k = 0; k < VALUES; k++) {
        bind[k] = bones.get(b).bind.get(k);
      }
      pose.multiplyGlobal(bones.get(b).node, bind, 0, product, 0);
      for (int k = 0; k < VALUES; k++) {
        out[offset + VALUES * b + k] = (float) product[k];
      }
    }
  }
}
