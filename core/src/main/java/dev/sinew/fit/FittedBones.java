package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import org.jspecify.annotations.Nullable;

/**
 * The bones of a fitted skin.
 *
 * @param regions the bone that each vertex follows most, or nearly
 * @param motions their motions in the examples
 * @param freedom the motions that they may have
 * @param articulation the joints about which they rotate, or null if they move freely
 * @param moved how many were moved to other regions on the way to this skin
 */
record FittedBones(
    BoneRegions regions,
    BoneMotions motions,
    BoneFreedom freedom,
    @Nullable Articulation articulation,
    int moved) {

  FittedBones withRegions(BoneRegions other) {
    return new FittedBones(other, motions, freedom, articulation, moved);
  }
}
