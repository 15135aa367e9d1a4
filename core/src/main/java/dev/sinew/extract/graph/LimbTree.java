package dev.sinew.extract.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The limbs that all poses have (the topological filter of section 3.3 of the thesis "Character
 * animation from examples"): every tip has a limb, the source has one, and a part of the trunk
 * between two branchings counts if every pose has it and it is long enough. Shorter parts are
 * contracted, which clusters the key nodes at their ends. So all poses have the same tree.
 *
 * @param sets the tips beyond each limb; limb 0 starts at the source and has all tips; parents come
 *     first
 * @param parents the limb before each, −1 for limb 0
 * @param tips the number of tips
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record LimbTree(long[] sets, int[] parents, int tips) {

  /**
   * Returns the common tree.
   *
   * @param poses the curves of every pose
   * @param tips the number of tips
   * @param minSpans per pose, the least mean length of a part of the trunk
   */
  public static LimbTree of(List<LimbCurves> poses, int tips, double[] minSpans) {
    long all = tips == 64 ? -1L : (1L << tips) - 1;
    List<Long> kept = new ArrayList<>(List.of(all));
    for (int i = 0; i < tips && tips > 1; i++) {
      kept.add(1L << i);
    }
    for (long set : poses.getFirst().bySet().keySet()) {
      if (Long.bitCount(set) > 1 && set != all && isCommon(poses, set, minSpans)) {
        kept.add(set);
      }
    }
    kept.sort(
        Comparator.<Long>comparingInt(set -> -Long.bitCount(set))
            .thenComparingInt(Long::numberOfTrailingZeros));
    long[] sets = kept.stream().mapToLong(Long::longValue).toArray();
    int[] parents = new int[sets.length];
    for (int l = 0; l < sets.length; l++) {
      parents[l] = -1;
      for (int p = 0; p < l; p++) {
        // Sets are nested or disjoint; the last larger one that contains it is the smallest.
        if ((sets[p] & sets[l]) == sets[l]) {
          parents[l] = p;
        }
      }
    }
    return new LimbTree(sets, parents, tips);
  }

  private static boolean isCommon(List<LimbCurves> poses, long set, double[] minSpans) {
    double span = 0;
    for (int k = 0; k < poses.size(); k++) {
      if (poses.get(k).curves(set).isEmpty()) {
        return false;
      }
      span += poses.get(k).span(set) / minSpans[k];
    }
    return span >= poses.size();
  }

  /** Returns the number of limbs, parts of the trunk included. */
  public int count() {
    return sets.length;
  }

  /** Returns the tip at the end of a limb, or −1 if it ends at a branching. */
  public int tip(int limb) {
    return Long.bitCount(sets[limb]) == 1 ? Long.numberOfTrailingZeros(sets[limb]) : -1;
  }

  /** Returns the limb that ends at a tip. */
  public int limbOfTip(int tip) {
    for (int l = count() - 1; l >= 0; l--) {
      if (sets[l] == 1L << tip) {
        return l;
      }
    }
    throw new IllegalArgumentException("tip: expected 0 to " + (tips - 1) + ", got " + tip);
  }

  /** Returns the smallest limb whose tips include all of a set. */
  public int limbOf(long set) {
    int found = 0;
    for (int l = 1; l < count(); l++) {
      if ((sets[l] & set) == set && Long.bitCount(sets[l]) < Long.bitCount(sets[found])) {
        found = l;
      }
    }
    return found;
  }

  /** Returns the limbs that start where a limb ends. */
  public int[] children(int limb) {
    int[] out = new int[count()];
    int n = 0;
    for (int l = 0; l < count(); l++) {
      if (parents[l] == limb) {
        out[n++] = l;
      }
    }
    return Arrays.copyOf(out, n);
  }
}
