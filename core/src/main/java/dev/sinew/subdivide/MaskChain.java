package dev.sinew.subdivide;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.run.ArrayChecks;
import java.util.List;

/**
 * Masks applied one after the other: the levels of a subdivision. They are not multiplied, because
 * the number of entries of the single maps grows with the faces only, whereas their product has a
 * quadratic number of entries near a vertex with many neighbours. {@link #compose} multiplies them.
 */
public final class MaskChain {
  private final List<Masks> links;

  /**
   * @param links first to last, at least one; the columns of each are the rows of the previous one
   */
  public MaskChain(List<Masks> links) {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("links: expected 1 or more, got 0");
    }
    for (int i = 1; i < links.size(); i++) {
      ArrayChecks.size(
          "columns of link " + i, links.get(i).columnCount(), links.get(i - 1).rowCount());
    }
    this.links = List.copyOf(links);
  }

  /** Returns the masks, first to last. */
  public List<Masks> links() {
    return links;
  }

  /** Returns the number of new points. */
  public int rowCount() {
    return links.getLast().rowCount();
  }

  /** Returns the number of old points. */
  public int columnCount() {
    return links.getFirst().columnCount();
  }

  /**
   * Returns the new points' values.
   *
   * @param values {@code components} values per old point, not modified
   * @return {@code components} values per new point, in a new array
   */
  public double[] apply(double[] values, int components) {
    double[] at = values;
    for (Masks masks : links) {
      at = masks.apply(at, components);
    }
    return at;
  }

  /** Returns the new points' values, computed in double precision and rounded once. */
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

  /** Returns the product of all masks; see {@link Masks#compose} for its size. */
  public Masks compose() {
    Masks product = links.getFirst();
    for (Masks next : links.subList(1, links.size())) {
      product = product.compose(next);
    }
    return product;
  }
}
