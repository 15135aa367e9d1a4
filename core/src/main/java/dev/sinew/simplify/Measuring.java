package dev.sinew.simplify;

import dev.sinew.distance.PosedSurfaceError.Thoroughness;

/** How thoroughly the errors of levels are measured. */
public enum Measuring {
  /** Not at all. */
  NONE(0, 0),
  /**
   * With 3000 samples per surface, in 16 to about 48 poses: until the standard error of the rms is
   * 2 %. Pictures of 2 poses, and 100 close views.
   */
  QUICK(2, 100),
  /**
   * With 5000 samples per surface in about 120 poses, as compare does by default. Pictures of 8
   * poses, and 400 close views.
   */
  FULL(8, 400);

  private final int pictures;
  private final int closeViews;

  Measuring(int pictures, int closeViews) {
    this.pictures = pictures;
    this.closeViews = closeViews;
  }

  /** Returns the samples and poses with which distances between surfaces are measured. */
  public Thoroughness thoroughness() {
    return switch (this) {
      case NONE -> new Thoroughness(0, 0, 0);
      case QUICK -> new Thoroughness(48, 3000, 0.02);
      case FULL -> Thoroughness.FULL;
    };
  }

  int pictures() {
    return pictures;
  }

  int closeViews() {
    return closeViews;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
