package dev.sinew.fit;

import dev.sinew.fit.system.BlockElimination;
import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the influence sets of all vertices and solves for the corrections. Of all bones, those that
 * remove most error beyond their price are used. One threshold on the removed error for all
 * vertices limits the mean number of bones per vertex, so that bones are used where they help most.
 *
 * <p>The price of a bone is the threshold, changed by two factors:
 *
 * <ul>
 *   <li>Sets are coherent: it is lower at a vertex whose neighbours have the bone and higher where
 *       they do not. This is a pairwise term on the edges, 2 β θ / valence for each neighbour that
 *       differs in a bone. Each search is a sweep over all vertices against the sets of the search
 *       before.
 *   <li>It is higher for a bone whose region does not touch that of the vertex, which fits the
 *       examples by chance more often.
 * </ul>
 *
 * <p>Cost: vertices × (frames × bones + candidates²).
 */
final class InfluenceSearch {
  private static final int BISECTIONS = 60;

  /** β: the price of a bone is 1 − β if all neighbours have it, 1 + β if none has. */
  private static final double COHERENCE = 0.5;

  private final Examples examples;
  private final RunContext context;
  private final FitOptions options;
  private final double distant;

  /** θ of the last search: the error that a bone has to remove. */
  private double threshold;

  InfluenceSearch(Examples examples, PoseValidation.Freedom freedom, RunContext context) {
    this.examples = examples;
    options = freedom.options();
    distant = freedom.distant();
    this.context = context;
  }

  /**
   * Returns sets and corrections of all vertices.
   *
   * @param before the skin so far
   * @param given the bones that may move each vertex, or null for all
   */
  SkinRows search(
      BoneMotions motions, BoneRegions regions, SkinRows before, int @Nullable [][] given) {
    int vertices = examples.vertexCount();
    int max = options.maxInfluences();
    BoneGram gram = new BoneGram(motions, context);
    boolean[][] touching = regions.touching();
    SkinRows rows = new SkinRows(vertices, max);
    double[] gains = new double[vertices * max];
    double[] prices = new double[vertices * max];
    context.runRanges(
        vertices,
        (from, to) -> {
          VertexSystem system = system(motions, gram, Candidates.MAX);
          BlockElimination elimination = new BlockElimination(system, Candidates.MAX);
          Candidates candidates = new Candidates(examples, motions, gram, options.ridge(), given);
          double[] price = new double[Candidates.MAX];
          double[] cost = new double[Candidates.MAX];
          double least = (1 - COHERENCE) * threshold;
          double leastDistant = Double.isInfinite(distant) ? distant : distant * least;
          for (int v = from; v < to; v++) {
            boolean[] near = touching[regions.bone[v]];
            int count = candidates.find(v, regions.bone[v], before, near, least, leastDistant);
            for (int i = 1; i < count; i++) {
              int bone = candidates.bones[i];
              price[i] = price(v, bone, before) * (near[bone] || given != null ? 1 : distant);
              cost[i] = threshold * price[i];
            }
            system.load(v, candidates.bones, 0, count);
            elimination.grow(max, cost);
            elimination.write(elimination.count(), rows, v);
            for (int n = 1; n < elimination.count(); n++) {
              gains[v * max + n] = elimination.gain(n);
              prices[v * max + n] = price[elimination.index(n)];
            }
          }
        });
    int[] lengths = limitLengths(rows, gains, prices);
    solve(motions, gram, rows, lengths);
    return rows;
  }

  /** Returns the price of a bone at a vertex in thresholds, by the sets of its neighbours. */
  private double price(int vertex, int bone, SkinRows rows) {
    int neighbours = examples.topology.neighbourCount(vertex);
    if (neighbours == 0) {
      return 1;
    }
    int having = 0;
    for (int i = 0; i < neighbours; i++) {
      having += rows.has(examples.topology.neighbour(vertex, i), bone) ? 1 : 0;
    }
    return 1 + COHERENCE * (1 - 2.0 * having / neighbours);
  }

  private VertexSystem system(BoneMotions motions, BoneGram gram, int capacity) {
    return new VertexSystem(
        examples.rest, examples.shapes(), motions, gram, options.ridge(), capacity);
  }

  /** Returns the number of bones that each vertex keeps, so that the mean is within the limit. */
  private int[] limitLengths(SkinRows rows, double[] gains, double[] prices) {
    double budget = options.meanInfluences() * rows.vertexCount();
    int[] lengths = new int[rows.vertexCount()];
    threshold = 0;
    if (keep(rows, gains, prices, lengths) <= budget) {
      return lengths;
    }
    double low = Double.MIN_NORMAL;
    double high = (Arrays.stream(gains).max().orElse(0) + low) / (1 - COHERENCE);
    for (int i = 0; i < BISECTIONS; i++) {
      threshold = Math.sqrt(low) * Math.sqrt(high);
      if (keep(rows, gains, prices, lengths) <= budget) {
        high = threshold;
      } else {
        low = threshold;
      }
    }
    threshold = high;
    keep(rows, gains, prices, lengths);
    return lengths;
  }

  /**
   * Computes the number of bones that each vertex keeps: up to the last bone at which the removed
   * error exceeds the sum of the prices. Returns the total.
   */
  private long keep(SkinRows rows, double[] gains, double[] prices, int[] lengths) {
    long total = 0;
    for (int v = 0; v < lengths.length; v++) {
      int length = 1;
      double gain = 0;
      for (int n = 1; n < rows.count[v]; n++) {
        gain += gains[v * rows.stride + n] - threshold * prices[v * rows.stride + n];
        if (gain > 0) {
          length = n + 1;
          gain = 0;
        }
      }
      lengths[v] = length;
      total += length;
    }
    return total;
  }

  /** Solves again the vertices that lost bones. */
  private void solve(BoneMotions motions, BoneGram gram, SkinRows rows, int[] lengths) {
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          VertexSystem system = system(motions, gram, rows.stride);
          BlockElimination elimination = new BlockElimination(system, rows.stride);
          for (int v = from; v < to; v++) {
            if (lengths[v] < rows.count[v]) {
              system.load(v, rows.bone, rows.at(v, 0), lengths[v]);
              elimination.addAll();
              elimination.write(lengths[v], rows, v);
            }
          }
        });
  }
}
