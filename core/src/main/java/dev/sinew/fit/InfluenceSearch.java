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
 * {@link Reach}, those that remove most error are used. The mean number of bones per vertex is
 * limited by one threshold on the removed error for all vertices, so that bones are used where they
 * help most.
 *
 * <p>Cost: vertices × (frames × candidates + candidates²).
 */
final class InfluenceSearch {
  private static final int BISECTIONS = 60;

  private final Examples examples;
  private final RunContext context;
  private final FitOptions options;

  InfluenceSearch(Examples examples, FitOptions options, RunContext context) {
    this.examples = examples;
    this.options = options;
    this.context = context;
  }

  /** Returns sets and corrections of all vertices. */
  SkinRows search(BoneMotions motions, BoneRegions regions, Reach reach) {
    int vertices = examples.vertexCount();
    int max = options.maxInfluences();
    BoneGram gram = new BoneGram(motions, context);
    SkinRows rows = new SkinRows(vertices, max);
    double[] gains = new double[vertices * max];
    context.runRanges(
        vertices,
        (from, to) -> {
          VertexSystem system = system(motions, gram, Candidates.MAX);
          BlockElimination elimination = new BlockElimination(system, Candidates.MAX);
          Candidates candidates = new Candidates(examples, motions, reach);
          for (int v = from; v < to; v++) {
            int count = candidates.find(v, regions.bone[v]);
            system.load(v, candidates.bones, 0, count);
            elimination.grow(max);
            elimination.write(elimination.count(), rows, v);
            for (int n = 1; n < elimination.count(); n++) {
              gains[v * max + n] = elimination.gain(n);
            }
          }
        });
    int[] lengths = limitLengths(rows, gains);
    solve(motions, gram, rows, lengths);
    return rows;
  }

  private VertexSystem system(BoneMotions motions, BoneGram gram, int capacity) {
    return new VertexSystem(
        examples.rest, examples.shapes(), motions, gram, options.ridge(), capacity);
  }

  /** Returns the number of bones that each vertex keeps, so that the mean is within the limit. */
  private int[] limitLengths(SkinRows rows, double[] gains) {
    double budget = options.meanInfluences() * rows.vertexCount();
    int[] lengths = new int[rows.vertexCount()];
    if (keep(rows, gains, 0, lengths) <= budget) {
      return lengths;
    }
    double low = Double.MIN_NORMAL;
    double high = Arrays.stream(gains).max().orElse(0) + low;
    for (int i = 0; i < BISECTIONS; i++) {
      double threshold = Math.sqrt(low) * Math.sqrt(high);
      if (keep(rows, gains, threshold, lengths) <= budget) {
        high = threshold;
      } else {
        low = threshold;
      }
    }
    keep(rows, gains, high, lengths);
    return lengths;
  }

  /**
   * Computes the number of bones that each vertex keeps: up to the last bone at which the removed
   * error exceeds the threshold per bone. Returns the total.
   */
  private static long keep(SkinRows rows, double[] gains, double threshold, int[] lengths) {
    long total = 0;
    for (int v = 0; v < lengths.length; v++) {
      int length = 1;
      double gain = 0;
      for (int n = 1; n < rows.count[v]; n++) {
        gain += gains[v * rows.stride + n] - threshold;
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
