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
 * What it costs points to lose an influence, on the same scale as collapses (Merry, Marais and
 * Gain, "Simplifying Character Skins with Analytic Error Metrics", 2009, section 5): of all joints
 * of a point the one whose optimal {@link InfluenceRemoval} costs least.
 */
public final class InfluenceRemovalPrice implements RemovalPrice {
  private final CoordRows rows;
  private final BitSet fixed;
  private final InfluenceRemoval removal;
  private final InfluencePrice scale;
  private final InfluenceRanking ranking;
  private final AnimationVector point = new AnimationVector();
  private final AnimationVector left = new AnimationVector();

  /**
   * @param rows the points' coordinates; kept and changed
   * @param fixed points that keep their influences; kept
   * @param expectation over the joints as they move points at rest
   * @param scale what collapses cost; kept and told of every removal
   */
  public InfluenceRemovalPrice(
      CoordRows rows,
      BitSet fixed,
      ExpectationMatrix expectation,
      InfluencePrice scale,
      InfluenceRanking ranking) {
    this.rows = rows;
    this.fixed = fixed;
    this.removal = new InfluenceRemoval(expectation);
    this.scale = scale;
    this.ranking = ranking;
  }

  @Override
  public double price(int p) {
    if (fixed.get(p) || rows.joints(p).length < 2) {
      return Double.POSITIVE_INFINITY;
    }
    rows.copyTo(p, point);
    return scale.weigh(p, removal.leastPrice(point));
  }

  @Override
  public @Nullable Removal commit(CollapseView mesh, int p) {
    rows.copyTo(p, point);
    int entry = removal.cheapest(point);
    int joint = point.joint(entry);
    double cost = scale.weigh(p, removal.remove(point, entry, left));
    rows.set(p, left);
    if (!scale.follow(mesh, p)) {
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
