package dev.sinew.rig;

/** The clip of a fitted character that has one key per example. */
public final class ExamplesClip {
  /** The name of the clip. */
  public static final String NAME = "examples";

  /** Examples per second. */
  public static final double FRAMES_PER_SECOND = 30;

  private ExamplesClip() {}
}
