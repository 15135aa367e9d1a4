package dev.sinew.bench;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;

/** Makes the skin of made-up characters. */
final class RestSkin {
  private RestSkin() {}

  /** Returns a skin of all joints, bound in the rest pose. */
  static Skin of(String name, Skeleton skeleton) {
    Pose rest = new Pose(skeleton);
    int[] all = new int[skeleton.jointCount()];
    double[] binds = new double[Affine.SIZE * all.length];
    for (int j = 0; j < all.length; j++) {
      all[j] = j;
      rest.copyGlobal(j, binds, Affine.SIZE * j);
      Affine.invert(binds, Affine.SIZE * j, binds, Affine.SIZE * j);
    }
    return new Skin(name, all, binds);
  }
}
