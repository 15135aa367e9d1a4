package dev.sinew.fit;

import dev.sinew.fit.system.BlockElimination;
import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Finds the influence sets of all vertices and solves for the corrections. Of the bones within
 * {@link Reach}, those that remove most error beyond their price are used. One threshold on the
 * removed error for all vertices limits the mean number of bones per vertex, so that bones are used
 * where they help most.
 *
 * <p>Sets are coherent: the price of a bone is lower at a vertex whose neighbours have the bone and
 * higher where they do not. This is a pairwise term on the edges, 2 β θ / valence for each
 * neighbour that differs in a bone. Each search is a sweep over all vertices against the sets of
 * the search before.
 *
 * <p>Weights are pulled towards those of linear blending with the same set.
 *
 * <p>Cost: vertices × (frames × bones within reach + candidates²).
 */
final class InfluenceSearch {
  private static final int BISECTIONS = 60;

  /** What a search is for. */
  enum Aim {
    /** Bones that suit all models. */
    BONES(0),
    /** The skin of animation space. */
    SKIN(0.5);

    /** β: the price of a bone is 1 − β thresholds if all neighbours have it, 1 + β if none has. */
    private final double coherence;

    Aim(double coherence) {
      this.coherence = coherence;
    }
  }

  private final Examples examples;
  private final RunContext context;
  private final FitOptions options;
  private final Aim aim;
  private final double meanInfluences;

  /** θ of the last search: the error that a bone has to remove. */
  private double threshold;

  /**
   * @param meanInfluences the maximum mean number of bones per vertex
   */
  InfluenceSearch(
      Examples examples, FitOptions options, Aim aim, double meanInfluences, RunContext context) {
    this.examples = examples;
    this.options = options;
    this.aim = aim;
    this.meanInfluences = meanInfluences;
    this.context = context;
  }

  /**
   * Returns sets and corrections of all vertices.
   *
   * @param before the skin so far
   */
  SkinRows search(BoneMotions motions, BoneRegions regions, Reach reach, SkinRows before) {
    int vertices = examples.vertexCount();
    int max = options.maxInfluences();
    BoneGram gram = new BoneGram(motions, options.restWeight(), context);
    SkinRows rows = new SkinRows(vertices, max);
    double[] gains = new double[vertices * max];
    double[] prices = new double[vertices * max];
    context.runRanges(
        vertices,
        (from, to) -> {
          VertexSystem system = system(motions, gram, CandidateList.MAX);
          BlockElimination elimination = new BlockElimination(system, CandidateList.MAX);
          CandidateList candidates = candidates(motions, gram, reach);
          double[] price = new double[CandidateList.MAX];
          double[] cost = new double[CandidateList.MAX];
          for (int v = from; v < to; v++) {
            int count =
                candidates.find(v, regions.bone[v], before, (1 - aim.coherence) * threshold);
            for (int i = 1; i < count; i++) {
              price[i] = price(v, candidates.bones()[i], before);
              cost[i] = aim == Aim.SKIN ? threshold * price[i] : 0;
            }
            system.load(v, candidates.bones(), 0, count);
            elimination.grow(max, cost);
            elimination.write(elimination.count(), rows, v);
            for (int n = 1; n < elimination.count(); n++) {
              gains[v * max + n] = elimination.gain(n);
              prices[v * max + n] = price[elimination.index(n)];
            }
          }
        });
    int[] found = rows.count.clone();
    shorten(rows, gains, prices);
    if (aim == Aim.SKIN) {
      LinearBlendWeights.fillLinear(examples, motions, rows, context);
    }
    solve(motions, gram, rows, found);
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
    return 1 + aim.coherence * (1 - 2.0 * having / neighbours);
  }

  private CandidateList candidates(BoneMotions motions, BoneGram gram, Reach reach) {
    return aim == Aim.BONES
        ? new Candidates(examples, motions, reach)
        : new InfluenceCandidates(examples, motions, gram, options.ridge(), reach);
  }

  private VertexSystem system(BoneMotions motions, BoneGram gram, int capacity) {
    return new VertexSystem(
        examples.rest, examples.shapes(), motions, gram, options.ridge(), capacity);
  }

  /** Shortens the sets, so that the mean number of bones is within the limit. */
  private void shorten(SkinRows rows, double[] gains, double[] prices) {
    double budget = meanInfluences * rows.vertexCount();
    int[] lengths = new int[rows.vertexCount()];
    threshold = 0;
    if (keep(rows, gains, prices, lengths) > budget) {
      double low = Double.MIN_NORMAL;
      double high = (Arrays.stream(gains).max().orElse(0) + low) / (1 - aim.coherence);
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
    }
    System.arraycopy(lengths, 0, rows.count, 0, lengths.length);
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
        int at = v * rows.stride + n;
        gain += gains[at] - threshold * prices[at];
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

  /**
   * Solves corrections and weights of the sets again that were shortened, or all if they are pulled
   * towards linear blending.
   *
   * @param found the number of bones of each set before
   */
  private void solve(BoneMotions motions, BoneGram gram, SkinRows rows, int[] found) {
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          VertexSystem system = system(motions, gram, rows.stride);
          BlockElimination elimination = new BlockElimination(system, rows.stride);
          for (int v = from; v < to; v++) {
            if (aim == Aim.SKIN || rows.count[v] < found[v]) {
              system.load(v, rows.bone, rows.at(v, 0), rows.count[v]);
              system.pullTowards(rows.linear, rows.at(v, 0));
              elimination.addAll();
              elimination.write(rows.count[v], rows, v);
            }
          }
        });
  }
}
