package dev.sinew.influence;

import dev.sinew.metric.AnimationVector;
import dev.sinew.pose.ExpectationMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes joints away from points of animation space at the least cost over all poses (Merry, Marais
 * and Gain, 2009, section 5, "influence simplification"; Merry's thesis, 2007, section 6.3). A
 * point p on the joints I loses joint i by p → p + s, where s_i = −p_i, s has the weight 0, and
 * ‖s‖² = sᵀP s is least.
 *
 * <p>The best s is linear in p_i, so its cost is p_iᵀ K p_i with a 4×4 matrix K that depends on I
 * and i alone. Both are kept for the sets used last, and pricing a removal is a product with K.
 *
 * <p>Every removal is a projection onto the points of the remaining joints, so removals in turn end
 * where one projection from the first point would, and their costs add up to its squared distance.
 *
 * <p>Where P is singular the remaining joints can stand in for each other, and the smallest numbers
 * that do are taken, nearly. One thread at a time.
 */
public final class InfluenceRemoval {
  /** Numbers of all plans kept together, some 16 MB. */
  private static final int MOST_NUMBERS = 1 << 21;

  private final ExpectationMatrix expectation;
  private final Map<JointSet, RemovalPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
  private final JointSet probe = new JointSet();
  private @Nullable RemovalPlan lastPlan;
  private long numbers;
  private long hits;
  private long misses;

  /** Prices removals in the metric of a matrix P. */
  public InfluenceRemoval(ExpectationMatrix expectation) {
    this.expectation = expectation;
  }

  /**
   * What taking away an entry's joint would cost: the least expected squared distance from the
   * point to one without it.
   *
   * @param point a point or vector; not modified
   * @param entry one of its entries
   * @return 0 or more; infinite for the only entry
   */
  public double price(AnimationVector point, int entry) {
    checkEntry(point, entry);
    return point.count() == 1 ? Double.POSITIVE_INFINITY : planOf(point).price(point, entry);
  }

  /**
   * What the cheapest entry costs to take away.
   *
   * @param point at least one entry; not modified
   * @return 0 or more; infinite when it is the only one
   */
  public double leastPrice(AnimationVector point) {
    checkEntry(point, 0);
    if (point.count() == 1) {
      return Double.POSITIVE_INFINITY;
    }
    RemovalPlan plan = planOf(point);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < point.count(); i++) {
      least = Math.min(least, plan.price(point, i));
    }
    return least;
  }

  /**
   * The entry that costs least to take away; the first of equals.
   *
   * @param point at least one entry; not modified
   */
  public int cheapest(AnimationVector point) {
    checkEntry(point, 0);
    if (point.count() == 1) {
      return 0;
    }
    RemovalPlan plan = planOf(point);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < point.count(); i++) {
      double price = plan.price(point, i);
      if (price < least) {
        best = i;
        least = price;
      }
    }
    return best;
  }

  /**
   * Takes an entry's joint away.
   *
   * @param point at least two entries; not modified
   * @param entry the one to go
   * @param out receives the nearest point without it, of the same weight; another object
   * @return what it cost, as {@link #price} says
   */
  public double remove(AnimationVector point, int entry, AnimationVector out) {
    checkEntry(point, entry);
    if (point.count() == 1) {
      throw new IllegalArgumentException("entries: expected 2 or more, got 1");
    }
    RemovalPlan plan = planOf(point);
    plan.apply(point, entry, out);
    return plan.price(point, entry);
  }

  /**
   * Takes joints away, the cheapest first, until so many are left.
   *
   * @param point at least one entry; not modified
   * @param most how many joints may stay, 1 or more
   * @param out receives the point that is left; another object
   * @param work is overwritten; a third object
   * @return the expected squared distance between the two
   */
  public double limit(AnimationVector point, int most, AnimationVector out, AnimationVector work) {
    if (most < 1) {
      throw new IllegalArgumentException("joints: expected 1 or more, got " + most);
    }
    copy(point, out);
    double cost = 0;
    while (out.count() > most) {
      copy(out, work);
      cost += remove(work, cheapest(work), out);
    }
    return cost;
  }

  private static void copy(AnimationVector from, AnimationVector to) {
    to.clear();
    for (int i = 0; i < from.count(); i++) {
      to.append(
          from.joint(i), from.value(i, 0), from.value(i, 1), from.value(i, 2), from.value(i, 3));
    }
  }

  private void checkEntry(AnimationVector point, int entry) {
    if (entry < 0 || entry >= point.count()) {
      throw new IllegalArgumentException(
          "entry: expected less than " + point.count() + ", got " + entry);
    }
    int last = point.joint(point.count() - 1);
    if (last >= expectation.jointCount()) {
      throw new IllegalArgumentException(
          "joint: expected less than " + expectation.jointCount() + ", got " + last);
    }
  }

  /** The share of look-ups that found their set known: near 1 on a real mesh. */
  double hitRate() {
    return hits + misses == 0 ? 0 : (double) hits / (hits + misses);
  }

  private RemovalPlan planOf(AnimationVector point) {
    if (lastPlan != null && probe.isOf(point)) {
      hits++;
      return lastPlan;
    }
    probe.set(point);
    lastPlan = findPlan();
    return lastPlan;
  }

  /** The plan of the set probed for, made if it is not known. */
  private RemovalPlan findPlan() {
    RemovalPlan known = plans.get(probe);
    if (known != null) {
      hits++;
      return known;
    }
    misses++;
    RemovalPlan made = new RemovalPlan(expectation, probe.joints());
    plans.put(new JointSet(probe.joints()), made);
    numbers += made.size();
    var oldest = plans.entrySet().iterator();
    while (numbers > MOST_NUMBERS && plans.size() > 1) {
      numbers -= oldest.next().getValue().size();
      oldest.remove();
    }
    return made;
  }

  /** A list of joints as a key, or as something to look up without making one. */
  private static final class JointSet {
    /** Odd, and its bits look random: neighbouring joints must not share a place in the table. */
    private static final int SPREAD = 0x9E3779B1;

    private int[] joints = new int[8];
    private int count;

    JointSet() {}

    JointSet(int[] joints) {
      this.joints = joints;
      count = joints.length;
    }

    void set(AnimationVector point) {
      count = point.count();
      if (count > joints.length) {
        joints = new int[2 * count];
      }
      for (int i = 0; i < count; i++) {
        joints[i] = point.joint(i);
      }
    }

    boolean isOf(AnimationVector point) {
      boolean same = count == point.count();
      for (int i = 0; same && i < count; i++) {
        same = joints[i] == point.joint(i);
      }
      return same;
    }

    int[] joints() {
      return Arrays.copyOf(joints, count);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof JointSet other
          && Arrays.equals(joints, 0, count, other.joints, 0, other.count);
    }

    @Override
    public int hashCode() {
      int hash = 1;
      for (int i = 0; i < count; i++) {
        hash = SPREAD * (hash + joints[i]);
      }
      return hash ^ (hash >>> 15);
    }
  }
}
