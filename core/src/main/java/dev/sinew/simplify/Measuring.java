package dev.sinew.simplify;

/** How thoroughly the errors of levels are measured. */
public enum Measuring {
  /** Not at all. */
  NONE(0, 0),
  /** In about 24 poses, with 3000 samples per surface. */
  QUICK(24, 3000),
  /** In about 120 poses, with 5000 samples per surface. */
  FULL(120, 5000);

  private final int poses;
  private final int samples;

  Measuring(int poses, int samples) {
    this.poses = poses;
    this.samples = samples;
  }

  int poses() {
    return poses;
  }

  int samples() {
    return samples;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
