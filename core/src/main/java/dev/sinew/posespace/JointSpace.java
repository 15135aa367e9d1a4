package dev.sinew.posespace;

import java.util.Locale;

/**
 * The numbers that describe a joint in a pose. They do not change when the whole character moves
 * (see the anchor of {@link PoseSpace}). The numbers of the constants are those of the local spaces
 * in the thesis on crowds, section 4.2.4; its space 2 confuses different poses and is left out.
 *
 * <p>Rotations are compared by chords, |R − R'|, not by Euler angles, so that nothing jumps at
 * 180°. For small angles a chord is the angle in radians.
 */
public enum JointSpace {
  /**
   * Space 1: the positions of the parent and the children in the frame of the joint, and its twist,
   * which these do not show.
   */
  NEIGHBOURS,

  /** Space 3: the transform of the joint relative to its parent, all axes alike. */
  TRANSFORM,

  /** Space 4: as space 3, with twist about the bone weighted more than the bend. */
  TWIST;

  /** The weight of the squared twist angle in {@link #TWIST}; bend has the rest. */
  static final double TWIST_SHARE = 0.5;

  /** Returns the number of coordinates per joint but the first. */
  int size() {
    return switch (this) {
      case TRANSFORM -> 12;
      case TWIST -> 8;
      // Five each, and the positions of children: every joint but the first is one.
      case NEIGHBOURS -> 8;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
