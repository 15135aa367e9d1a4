package dev.sinew.rig;

/** The clip in which a fitted character shows its examples, one key each. */
public final class ExamplesClip {
  /** Its name. */
  public static final String NAME = "examples";

  /** Examples per second. */
  public static final double FRAMES_PER_SECOND = 30;

  private ExamplesClip() {}
}
