package dev.sinew.subdivide;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import java.util.List;

/**
 * Masks applied one after the other, as the levels of a subdivision are. Kept apart because the
 * single maps stay small whatever the mesh: their entries grow with the faces, where the product of
 * all levels holds a quadratic number beside a vertex with very many neighbours. {@link #compose}
 * multiplies them out for whoever wants the one map.
 */
public final class MaskChain {
  private final List<Masks> links;

  /**
   * @param links first to last, at least one, each with as many columns as the one before has rows
   */
  public MaskChain(List<Masks> links) {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("links: expected 1 or more, got 0");
    }
    for (int i = 1; i < links.size(); i++) {
      Sizes.same("columns of link " + i, links.get(i).columnCount(), links.get(i - 1).rowCount());
    }
    this.links = List.copyOf(links);
  }

  /** First to last. */
  public List<Masks> links() {
    return links;
  }

  /** How many new points there are. */
  public int rowCount() {
    return links.getLast().rowCount();
  }

  /** How many old points there are. */
  public int columnCount() {
    return links.getFirst().columnCount();
  }

  /**
   * The new points' values.
   *
   * @param values {@code components} numbers per old point, not modified
   * @return {@code components} numbers per new point, in a new array
   */
  public double[] apply(double[] values, int components) {
    double[] at = values;
    for (Masks masks : links) {
      at = masks.apply(at, components);
    }
    return at;
  }

  /** As {@link #apply(double[], int)}, computed in double and rounded once. */
  public float[] apply(float[] values, int components) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    double[] fine = apply(wide, components);
    float[] out = new float[fine.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) fine[i];
    }
    return out;
  }

  /** Returns the new points' animation coordinates; entries that are exactly zero are dropped. */
  public AnimationCoords apply(AnimationCoords coords) {
    AnimationCoords at = coords;
    for (Masks masks : links) {
      at = masks.apply(at);
    }
    return at;
  }

  /** Returns the new points' weights: sums of the old points' weights, scaled to the sum 1. */
  public Influences apply(Influences influences) {
    // As fourth components of coordinates, so that they are scaled once and not on every level.
    AnimationCoords.Builder weights = AnimationCoords.builder();
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        weights.add(influences.joint(v, i), 0, 0, 0, influences.weight(v, i));
      }
      weights.endRow();
    }
    AnimationCoords fine = apply(weights.buildVectors());
    Influences.Builder rows = Influences.builder();
    for (int r = 0; r < fine.rowCount(); r++) {
      for (int i = 0; i < fine.count(r); i++) {
        rows.add(fine.joint(r, i), fine.value(r, i, 3));
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** All links multiplied out; for the size of it see {@link Masks#compose}. */
  public Masks compose() {
    Masks product = links.getFirst();
    for (Masks next : links.subList(1, links.size())) {
      product = product.compose(next);
    }
    return product;
  }
}
