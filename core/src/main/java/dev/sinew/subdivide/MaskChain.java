package dev.sinew.subdivide;

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

  /** The new points' sparse rows: see {@link Masks#applySparse}. */
  public SparseRows applySparse(SparseRows rows) {
    SparseRows at = rows;
    for (Masks masks : links) {
      at = masks.applySparse(at);
    }
    return at;
  }

  /**
   * The new points' weights: sums of the old ones, so a new point follows every joint that the old
   * points it is made of follow.
   */
  public Influences apply(Influences influences) {
    return applySparse(SparseRows.of(influences)).toInfluences();
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
