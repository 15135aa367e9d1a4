package dev.sinew.model;

/**
 * The working memory of a deformer whose points depend on the poses before. {@link #set} is a step
 * of the deformer's own frame time, so that players of clips need not know of it.
 */
public interface MovingPosed extends Deformer.Posed {
  /** Forgets all motion. The next pose is the one to start from. */
  void reset();

  /**
   * Advances to a pose whose global transforms are up to date.
   *
   * @param seconds the time since the last pose, above 0; ignored by the first step after a reset
   */
  void step(Pose pose, double seconds);
}
