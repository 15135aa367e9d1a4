package dev.sinew.simplify.price;

import dev.sinew.influence.InfluenceRemoval;
import dev.sinew.metric.AnimationVector;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.InfluencePrice;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.Removal;
import dev.sinew.simplify.collapse.RemovalPrice;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The cost of removing an influence, on the scale of collapse costs (Merry, Marais and Gain,
 * "Simplifying Character Skins with Analytic Error Metrics", 2009, section 5): the lowest cost of
 * an optimal {@link InfluenceRemoval} over all joints of a point.
 */
public final class InfluenceRemovalPrice implements RemovalPrice {
  private final JointRows rows;
  private final BitSet fixed;
  private final InfluenceRemoval removal;
  private final InfluencePrice collapses;
  private final InfluenceRanking ranking;
  private final AnimationVector point = new AnimationVector();
  private final AnimationVector remaining = new AnimationVector();

  /**
   * @param rows animation coordinates of the points; kept and modified
   * @param fixed points that keep their influences; kept
   * @param expectation E[GᵀG] over the joints' skinning matrices
   * @param collapses the price of collapses, updated with every removal; kept
   * @param ranking the order of collapses and removals
   */
  public InfluenceRemovalPrice(
      JointRows rows,
      BitSet fixed,
      ExpectationMatrix expectation,
      InfluencePrice collapses,
      InfluenceRanking ranking) {
    this.rows = rows;
    this.fixed = fixed;
    this.removal = new InfluenceRemoval(expectation);
    this.collapses = collapses;
    this.ranking = ranking;
  }

  @Override
  public double price(int p) {
    if (fixed.get(p) || rows.count(p) < 2) {
      return Double.POSITIVE_INFINITY;
    }
    rows.copyTo(p, point);
    return collapses.moveCost(p, removal.leastPrice(point));
  }

  @Override
  public @Nullable Removal commit(CollapseView mesh, int p) {
    rows.copyTo(p, point);
    int entry = removal.cheapest(point);
    int joint = point.joint(entry);
    double cost = collapses.moveCost(p, removal.remove(point, entry, remaining));
    rows.set(p, remaining);
    if (!collapses.update(mesh, p)) {
      rows.set(p, point);
      return null;
    }
    return new Removal(p, joint, rows.values(p), cost);
  }

  @Override
  public double rank(double cost, Price.Pricer pricer) {
    return ranking == InfluenceRanking.ERROR
        ? cost
        : cost / Math.max(1, pricer.influencesRemoved());
  }
}
