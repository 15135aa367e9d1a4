package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.layer.Layers;

/**
 * Points of a level that have come too near to another layer in one pose, each with the place half
 * of the way back to where its own layer was: the same cost as that of collapses, which is a square
 * of the way beyond the half.
 */
final class LayerPairs extends FitPairs {
  /** A sample that has gone less of the way at first will not go half of it in one fit. */
  private static final double LEAST_WAY = 0.2;

  private final Layers layers;
  private final int of;
  private final double whole;
  private final int[] corners;
  private final int[] parts;
  private final int[] hints;
  private final TriangleTree tree;
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final int[] scratch = TriangleTree.newScratch();
  private final double[] at = new double[3];

  /**
   * @param of the pose among those of the layers
   * @param whole the weight of the whole surface, area times importance
   * @param corners 3 points per triangle of the level
   * @param parts the part of every triangle of the level
   * @param hints a triangle of the level near each sample, or {@link SurfacePairs#NONE}; kept and
   *     modified
   * @param tree of the level; kept and refitted
   */
  LayerPairs(
      Layers layers,
      int of,
      double whole,
      int[] corners,
      int[] parts,
      int[] hints,
      TriangleTree tree) {
    super(layers.pose(of), layers.count());
    this.layers = layers;
    this.of = of;
    this.whole = whole;
    this.corners = corners;
    this.parts = parts;
    this.hints = hints;
    this.tree = tree;
  }

  @Override
  double find(float[] level, int round, RunContext context) {
    tree.refit(level);
    double squares = 0;
    for (int s = 0; s < share.length; s++) {
      if ((s & 1023) == 0) {
        context.checkCancelled();
      }
      share[s] = 0;
      if (hints[s] != SurfacePairs.NONE && layers.counts(s, of)) {
        squares += pair(s, level);
      }
    }
    return squares;
  }

  private double pair(int s, float[] level) {
    hit.onlyPart(parts, parts[hints[s]]);
    tree.closest(
        layers.place(s, of, 0),
        layers.place(s, of, 1),
        layers.place(s, of, 2),
        hints[s],
        hit,
        scratch);
    hints[s] = hit.triangle();
    for (int k = 0; k < 3; k++) {
      at[k] = 0;
      for (int c = 0; c < 3; c++) {
        at[k] += hit.weight(c) * level[3 * corners[3 * hit.triangle() + c] + k];
      }
    }
    double gone = layers.wayGone(s, of, at);
    if (gone < LEAST_WAY) {
      hints[s] = SurfacePairs.NONE;
    }
    // Beyond the whole way, it costs no more: another sheet may have been taken for this one.
    double beyond = Math.min(gone, 1) - 0.5;
    if (!(beyond > 0)) {
      return 0;
    }
    double length = layers.wayLength(s, of);
    triangle[s] = hit.triangle();
    share[s] = (float) (4 * layers.weight(s) / (whole * length * length));
    for (int k = 0; k < 3; k++) {
      weights[3 * s + k] = (float) hit.weight(k);
      normal[3 * s + k] = (float) layers.direction(s, of, k);
      gap[3 * s + k] = (float) (-beyond * length * layers.direction(s, of, k));
    }
    return share[s] * beyond * beyond * length * length;
  }
}
