package dev.sinew.pose;

import java.util.Locale;

/** The source of {@link PoseKnowledge}. */
public enum PoseSource {
  /** The rest pose alone. */
  REST,
  /** The skeleton alone: every joint turns about any axis by up to 45 degrees. */
  SKELETON,
  /** The frames of the clips. */
  CLIPS,
  /** The range of every joint in the clips, all joints independent of each other. */
  RANGE;

  /** Returns true if the source needs a character with clips. */
  public boolean needsClips() {
    return this == CLIPS || this == RANGE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
