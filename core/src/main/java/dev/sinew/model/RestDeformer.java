package dev.sinew.model;

import org.jspecify.annotations.Nullable;

/**
 * A deformer S whose rest points can be moved before skinning: it computes S(v + d) for an offset d
 * per point. Pose-space correctives are such offsets, and databases of them come from the inverse
 * of S.
 */
public interface RestDeformer extends Deformer {
  @Override
  Posed newPosed();

  /** The working memory of a deformer with movable rest points. */
  interface Posed extends Deformer.Posed {
    /**
     * Moves the rest points of all later {@link #fill}s.
     *
     * @param positions x, y, z per point, added to the rest positions; read by every fill, kept,
     *     not copied; null for none
     * @param normals x, y, z per point, added to the rest normals; kept likewise; null for none
     */
    void displace(float @Nullable [] positions, float @Nullable [] normals);
  }
}
