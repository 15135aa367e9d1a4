package dev.sinew.simplify.polish;

import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prices the splits of the edges of a level: by how much one more vertex brings it closer to the
 * original. A vertex in the middle of an edge changes the surface by a hat function, which is 1 at
 * the vertex and 0 at the other corners of its triangles. So the best displacement and the best
 * attributes of the vertex, and what they save, follow from the samples of these triangles.
 */
final class EdgeSplits {
  /** No triangle: the other side of a border. */
  static final int NONE = -1;

  /**
   * The share of the splits whose triangles are compared with the original, and their least number.
   */
  private static final double TRIED = 0.1;

  private static final int LEAST_TRIED = 20;

  private static final Comparator<Split> BEST_FIRST =
      Comparator.comparingDouble(split -> -split.gain / split.triangles());

  /** A displacement that turns triangles is halved this often at most. */
  private static final int HALVINGS = 2;

  private final SampledLevel sampled;
  private final BitSet fixed;
  private final RunContext context;

  /**
   * A split.
   *
   * @param mesh the index among the sampled meshes
   * @param corner the corner at which the edge starts
   * @param opposite the same on the other side, or {@link #NONE}
   * @param gain what the error is reduced by
   * @param shift the displacement of the new vertex from the middle of the edge, at rest
   * @param changes what is added to the mean attribute values of the edge's ends, per side; one if
   *     both sides have the same wedges
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Split(
      int mesh, int corner, int opposite, double gain, double[] shift, double[][] changes) {
    /** Returns the number of triangles that are added. */
    int triangles() {
      return opposite == NONE ? 1 : 2;
    }
  }

  /**
   * @param fixed points of the joined level whose triangles are not changed
   */
  EdgeSplits(SampledLevel sampled, BitSet fixed, RunContext context) {
    this.sampled = sampled;
    this.fixed = fixed;
    this.context = context;
  }

  /** Returns the splits that reduce the error most, the best first. */
  List<Split> best() {
    List<Split> found = new ArrayList<>();
    for (int i = 0; i < sampled.meshes.size(); i++) {
      addSplits(i, found);
    }
    found.sort(BEST_FIRST);
    int count = Math.min(found.size(), Math.max(LEAST_TRIED, (int) (TRIED * found.size())));
    Split[] tried = found.subList(0, count).toArray(Split[]::new);
    context.run(tried.length, i -> tried[i] = withOutward(tried[i]));
    return Arrays.stream(tried).filter(split -> split.gain > 0).sorted(BEST_FIRST).toList();
  }

  /** Subtracts from the gain what is added to the error that is seen from the level. */
  private Split withOutward(Split split) {
    Pricing pricing = new Pricing(sampled.meshes.get(split.mesh), split.mesh);
    return new Split(
        split.mesh,
        split.corner,
        split.opposite,
        split.gain - pricing.outward(split),
        split.shift,
        split.changes);
  }

  private void addSplits(int index, List<Split> found) {
    SampledLevel.OfMesh own = sampled.meshes.get(index);
    List<int[]> edges = edges(own);
    @Nullable Split[] made = new Split[edges.size()];
    context.runRanges(
        made.length,
        (from, to) -> {
          Pricing pricing = new Pricing(own, index);
          for (int e = from; e < to; e++) {
            context.checkCancelled();
            made[e] = pricing.split(edges.get(e)[0], edges.get(e)[1]);
          }
        });
    Arrays.stream(made).filter(Objects::nonNull).forEach(found::add);
  }

  /** Returns the edges of one or two triangles without fixed points: the corners at both sides. */
  private List<int[]> edges(SampledLevel.OfMesh own) {
    Map<Long, int[]> sides = new HashMap<>();
    for (int c = 0; c < own.corners.length; c++) {
      int[] known = sides.putIfAbsent(key(own, c), new int[] {c, NONE, 1});
      if (known != null) {
        known[1] = c;
        known[2]++;
      }
    }
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < own.corners.length; c++) {
      int[] edge = sides.get(key(own, c));
      if (edge != null && edge[0] == c && edge[2] <= 2 && maySplit(own, c, edge[1])) {
        out.add(edge);
      }
    }
    return out;
  }

  private static long key(SampledLevel.OfMesh own, int corner) {
    int a = own.point(corner);
    int b = own.point(CollapseView.after(corner));
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  private boolean maySplit(SampledLevel.OfMesh own, int corner, int opposite) {
    if (opposite != NONE && own.point(opposite) == own.point(corner)) {
      return false; // The two triangles do not face the same way.
    }
    return !isFixed(own, corner / 3) && (opposite == NONE || !isFixed(own, opposite / 3));
  }

  private boolean isFixed(SampledLevel.OfMesh own, int t) {
    return fixed.get(own.firstPoint + own.point(3 * t))
        || fixed.get(own.firstPoint + own.point(3 * t + 1))
        || fixed.get(own.firstPoint + own.point(3 * t + 2));
  }

  /** Prices one split at a time. */
  private final class Pricing {
    private final SampledLevel.OfMesh own;
    private final int index;
    private final VertexShift best;

    /**
     * How far the middle of the edge moves in each pose if it gets the mean weights of its ends.
     */
    private final double[][] bend;

    private final SampledLevel.OfMesh.Closeness closeness;
    private final double[] differences;
    private final double[] gap = new double[3];
    private double bendGain;

    Pricing(SampledLevel.OfMesh own, int index) {
      this.own = own;
      this.index = index;
      closeness = own.newCloseness();
      best = new VertexShift(own.posed.length);
      bend = new double[own.posed.length][3];
      differences = new double[own.width];
    }

    /** Returns the best split of an edge; null if it is not better than none, or not trusted. */
    @Nullable Split split(int corner, int opposite) {
      int count = own.samples.of[corner / 3].length;
      count += opposite == NONE ? count : own.samples.of[opposite / 3].length;
      if (count < FlipSamples.LEAST) {
        return null;
      }
      int a = own.firstPoint + own.point(corner);
      int b = own.firstPoint + own.point(CollapseView.after(corner));
      best.start(sampled.pair.levelSkin, a, b);
      setBend(a, b);
      bendGain = 0;
      double[][] changes = changes(corner, opposite);
      double gain = bendGain;
      for (double[] sums : changes) {
        gain += means(sums);
      }
      double[] shift = best.best();
      double share = 1;
      if (!isNear(corner, shift)) {
        Arrays.fill(shift, 0);
        share = 0;
      }
      for (int i = 0; i <= HALVINGS; i++) {
        if (!turns(corner, shift) && (opposite == NONE || !turns(opposite, shift))) {
          double all = gain + best.gain(share);
          return all > 0
              ? new Split(index, corner, opposite, all * own.unit, shift, changes)
              : null;
        }
        share /= 2;
        for (int r = 0; r < 3; r++) {
          shift[r] /= 2;
        }
      }
      return null;
    }

    /** Returns true if a displacement does not move the new vertex away from the original. */
    private boolean isNear(int corner, double[] shift) {
      double[] before = middle(0, corner);
      double[] after = before.clone();
      best.move(0, shift, after);
      return closeness.isKept(corner / 3, before, after);
    }

    /** Returns the middle of an edge in a pose, with the mean weights of its ends. */
    private double[] middle(int k, int corner) {
      float[] x = own.posed[k];
      int a = 3 * own.point(corner);
      int b = 3 * own.point(CollapseView.after(corner));
      double[] out = new double[3];
      for (int r = 0; r < 3; r++) {
        out[r] = (x[a + r] + (double) x[b + r]) / 2 + bend[k][r];
      }
      return out;
    }

    /** Returns what a split adds to the error that is seen from the level. */
    double outward(Split split) {
      int a = own.firstPoint + own.point(split.corner);
      int b = own.firstPoint + own.point(CollapseView.after(split.corner));
      best.start(sampled.pair.levelSkin, a, b);
      setBend(a, b);
      double[] vertex = middle(0, split.corner);
      best.move(0, split.shift, vertex);
      return outward(split.corner, vertex)
          + (split.opposite == NONE ? 0 : outward(split.opposite, vertex));
    }

    private double outward(int corner, double[] vertex) {
      int t = corner / 3;
      int next = CollapseView.after(corner);
      double[] a = closeness.at(own.point(corner));
      double[] b = closeness.at(own.point(next));
      double[] tip = closeness.at(own.point(CollapseView.after(next)));
      return closeness.error(t, a, vertex, tip)
          + closeness.error(t, vertex, b, tip)
          - own.outward[t];
    }

    private void setBend(int a, int b) {
      LevelSkin skin = sampled.pair.levelSkin;
      double[] one = new double[9];
      double[] other = new double[9];
      double[] start = new double[3];
      double[] end = new double[3];
      for (int k = 0; k < bend.length; k++) {
        skin.copyLinear(k, a, one);
        skin.copyLinear(k, b, other);
        skin.copyRest(k, a, start);
        skin.copyRest(k, b, end);
        Arrays.fill(bend[k], 0);
        for (int c = 0; c < 3; c++) {
          for (int r = 0; r < 3; r++) {
            bend[k][r] += (one[3 * c + r] - other[3 * c + r]) * (end[c] - start[c]) / 4;
          }
        }
      }
    }

    /** Adds all samples; returns the weighted sums of their differences, per side. */
    private double[][] changes(int corner, int opposite) {
      double[] sums = new double[own.width + 1];
      add(corner, sums);
      if (opposite == NONE) {
        return new double[][] {sums};
      }
      boolean isSeam =
          own.corners[corner] != own.corners[CollapseView.after(opposite)]
              || own.corners[CollapseView.after(corner)] != own.corners[opposite];
      double[] others = isSeam ? new double[own.width + 1] : sums;
      add(opposite, others);
      return isSeam ? new double[][] {sums, others} : new double[][] {sums};
    }

    private void add(int corner, double[] sums) {
      int t = corner / 3;
      for (int s : own.samples.of[t]) {
        double hat =
            2 * Math.min(own.weight(s, corner % 3), own.weight(s, CollapseView.after(corner) % 3));
        if (!(hat > 0)) {
          continue;
        }
        double weight = own.poseWeight(s);
        int k = own.samples.pose[s];
        own.copyGap(t, s, gap);
        double distanceWeight = weight * own.distanceWeight(s);
        for (int r = 0; r < 3; r++) {
          double moved = hat * bend[k][r];
          bendGain += distanceWeight * moved * (2 * gap[r] - moved);
          gap[r] -= moved;
        }
        best.add(k, distanceWeight, hat, gap);
        own.copyDifferences(t, s, differences);
        for (int v = 0; v < own.width; v++) {
          sums[v] += weight * hat * differences[v];
        }
        sums[own.width] += weight * hat * hat;
      }
    }

    /** Turns sums into the best changes; returns what they save. */
    private double means(double[] sums) {
      double all = sums[own.width];
      double gain = 0;
      for (int v = 0; all > 0 && v < own.width; v++) {
        gain += own.factors[v] * own.factors[v] * sums[v] * sums[v] / all;
        sums[v] /= all;
      }
      return gain;
    }

    /** Returns true if one of the halves of a triangle turns too far, in a pose. */
    private boolean turns(int corner, double[] shift) {
      int a = 3 * own.point(corner);
      int b = 3 * own.point(CollapseView.after(corner));
      int tip = 3 * own.point(CollapseView.after(CollapseView.after(corner)));
      for (int k = 0; k < bend.length; k++) {
        float[] x = own.posed[k];
        double[] middle = middle(k, corner);
        best.move(k, shift, middle);
        double[] whole = Triangles.normal(x, a, b, tip);
        if (Triangles.turns(whole, Triangles.normalFrom(middle, x, b, tip))
            || Triangles.turns(whole, Triangles.normalFrom(middle, x, tip, a))) {
          return true;
        }
      }
      return false;
    }
  }
}
