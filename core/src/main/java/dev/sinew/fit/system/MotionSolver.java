package dev.sinew.fit.system;

import dev.sinew.rig.BoneMotions;

/** Solves the motions of the bones in the examples for a given skin. */
@FunctionalInterface
public interface MotionSolver {
  /**
   * Improves motions.
   *
   * @param motions the start; overwritten
   * @param sweeps the maximum number of sweeps over the bones
   */
  void improve(SkinRows rows, BoneMotions motions, int sweeps);
}
