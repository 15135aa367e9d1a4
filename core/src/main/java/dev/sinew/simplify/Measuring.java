package dev.sinew.simplify;

/** How thoroughly the errors of levels are measured. */
public enum Measuring {
  /** Not at all. */
  NONE(0, 0, 0),
  /** In about 24 poses, with 3000 samples per surface and pictures of 2 poses. */
  QUICK(24, 3000, 2),
  /** In about 120 poses, with 5000 samples per surface and pictures of 8 poses. */
  FULL(120, 5000, 8);

  private final int poses;
  private final int samples;
  private final int pictures;

  Measuring(int poses, int samples, int pictures) {
    this.poses = poses;
    this.samples = samples;
    this.pictures = pictures;
  }

  int poses() {
    return poses;
  }

  int samples() {
    return samples;
  }

  int pictures() {
    return pictures;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
