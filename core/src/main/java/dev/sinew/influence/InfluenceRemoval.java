package dev.sinew.influence;

import dev.sinew.metric.AnimationVector;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.run.NumberRange;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes joints from points of animation space at the least cost over all poses (Merry, Marais and
 * Gain, 2009, section 5, "influence simplification"; Merry's thesis, 2007, section 6.3). A point p
 * on the joints I loses joint i by p → p + s, where s_i = −p_i, s has the weight 0, and ‖s‖² = sᵀP
 * s is least.
 *
 * <p>The best s is linear in p_i, so its cost is p_iᵀ K p_i with a 4×4 matrix K that depends on I
 * and i alone. Both are cached for recently used sets, so the price of a removal is one product
 * with K.
 *
 * <p>Each removal is a projection onto the points of the remaining joints. So successive removals
 * give the same point as one projection of the first point, and their costs add up to its squared
 * distance.
 *
 * <p>Where P is singular the remaining joints can replace each other; nearly the smallest values
 * are chosen. Not thread-safe.
 */
public final class InfluenceRemoval {
  /** The maximum number of values in all cached plans, about 16 MB. */
  private static final int MAX_VALUES = 1 << 21;

  private final ExpectationMatrix expectation;
  private final Map<JointSet, RemovalPlan> plans = new LinkedHashMap<>(16, 0.75f, true);
  private final JointSet probe = new JointSet();
  private @Nullable RemovalPlan lastPlan;
  private long values;
  private long hits;
  private long misses;

  /** Creates removals in the metric of a matrix P. */
  public InfluenceRemoval(ExpectationMatrix expectation) {
    this.expectation = expectation;
  }

  /**
   * Returns the cost to remove an entry's joint: the least expected squared distance from the point
   * to one without the joint.
   *
   * @param point a point or vector; not modified
   * @param entry the index of an entry
   * @return 0 or more; infinite for the only entry
   */
  public double price(AnimationVector point, int entry) {
    checkEntry(point, entry);
    return point.count() == 1 ? Double.POSITIVE_INFINITY : planOf(point).price(point, entry);
  }

  /**
   * Returns the cost of the cheapest entry to remove.
   *
   * @param point at least one entry; not modified
   * @return 0 or more; infinite if it is the only one
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
   * Returns the entry that costs least to remove; the first of equals.
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
   * Removes an entry's joint.
   *
   * @param point at least two entries; not modified
   * @param entry the index of the entry
   * @param out receives the nearest point without it, of the same weight; another object
   * @return the cost, as {@link #price} returns it
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
   * Removes joints, the cheapest first, down to a limit.
   *
   * @param point at least one entry; not modified
   * @param maxJoints the maximum number of joints, 1 or more
   * @param out receives the result; another object
   * @param work scratch; a third object
   * @return the expected squared distance between point and result
   */
  public double limit(
      AnimationVector point, int maxJoints, AnimationVector out, AnimationVector work) {
    NumberRange.requireAtLeast("joints", maxJoints, 1);
    copy(point, out);
    double cost = 0;
    while (out.count() > maxJoints) {
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

  /** Returns the hit rate of the cache: near 1 on a real mesh. */
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

  /** Returns the plan of the probed set; creates it if it is not cached. */
  private RemovalPlan findPlan() {
    RemovalPlan known = plans.get(probe);
    if (known != null) {
      hits++;
      return known;
    }
    misses++;
    RemovalPlan made = new RemovalPlan(expectation, probe.joints());
    plans.put(new JointSet(probe.joints()), made);
    values += made.size();
    var oldest = plans.entrySet().iterator();
    while (values > MAX_VALUES && plans.size() > 1) {
      values -= oldest.next().getValue().size();
      oldest.remove();
    }
    return made;
  }

  /** A list of joints as a map key; reusable for look-ups without allocation. */
  private static final class JointSet {
    /** An odd number of random bits: multiplied by it, similar sets get different hashes. */
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
