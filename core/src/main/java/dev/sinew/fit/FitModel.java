package dev.sinew.fit;

/** The skinning models that can be fitted. */
public enum FitModel {
  /** 4 values per influence: v = Σ G_j p_j. */
  ANIMATION_SPACE("as"),
  /** One weight per influence, not negative; the weights of a vertex sum to 1. */
  LINEAR_BLEND("ssd"),
  /** 12 values per influence. */
  MULTI_WEIGHT("mwe");

  private final String label;

  FitModel(String label) {
    this.label = label;
  }

  /** Returns the name on the command line. */
  public String label() {
    return label;
  }
}
