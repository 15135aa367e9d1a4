package dev.sinew.fit;

/** The skinning models that can be fitted. */
public enum FitModel {
  /** Four numbers for every bone of a vertex, v = Σ G_j p_j. */
  ANIMATION_SPACE("as"),
  /** One weight for every bone of a vertex, not negative, adding up to 1. */
  LINEAR_BLEND("ssd"),
  /** Twelve numbers for every bone of a vertex. */
  MULTI_WEIGHT("mwe");

  private final String label;

  FitModel(String label) {
    this.label = label;
  }

  /** What the command line calls it. */
  public String label() {
    return label;
  }
}
