package dev.sinew.pose;

/**
 * What to believe of a joint whose motion was sampled, from the fewest assumptions to the most
 * (Merry, Marais and Gain, 2006, section 5.1). All take joints to be independent of each other.
 */
public enum JointModel {
  /** The joint's transform has any distribution. */
  INDEPENDENT_JOINTS,
  /** Its linear part and its translation are independent of each other too. */
  INDEPENDENT_COMPONENTS,
  /** The translation is always the mean one. */
  FIXED_TRANSLATIONS,
  /** As above, and the linear part is a rotation behind a fixed scale; only its mean is used. */
  ROTATIONS,
  /** The joint does not move: it keeps its transform at rest, whatever the samples say. */
  FIXED
}
