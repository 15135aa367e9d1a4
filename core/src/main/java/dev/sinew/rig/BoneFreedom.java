package dev.sinew.rig;

/** The motions that bones may have. */
public enum BoneFreedom {
  /** Rotations and translations. */
  RIGID,
  /** Also a uniform scale. */
  SCALED,
  /** Any affine map, for elastic shapes such as faces and muscles. */
  AFFINE
}
