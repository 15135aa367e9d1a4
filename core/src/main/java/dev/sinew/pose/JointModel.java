package dev.sinew.pose;

/**
 * Statistical models of a sampled joint, from the fewest assumptions to the most (Merry, Marais and
 * Gain, 2006, section 5.1). All assume that joints are independent of each other.
 */
public enum JointModel {
  /** No further assumption. */
  INDEPENDENT_JOINTS,
  /** The linear part and the translation are independent of each other. */
  INDEPENDENT_COMPONENTS,
  /** As above, and the translation is constant: the mean of the samples. */
  FIXED_TRANSLATIONS,
  /** As above, and the linear part is a rotation times a fixed scale; only its mean is used. */
  ROTATIONS,
  /** The joint keeps its rest transform; the samples are ignored. */
  FIXED
}
