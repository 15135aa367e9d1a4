package dev.sinew.fit;

import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Finds which bones should move which vertex, and solves for the corrections on the way. Of the
 * bones within {@link Reach} the ones that remove most error are taken. A budget says how many
 * bones a vertex may have on average: one threshold on the error removed, the same for all
 * vertices, spends it where it helps most.
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

  /** Sets and corrections for all vertices. */
  SkinRows search(BoneMotions motions, BoneRegions regions, Reach reach) {
    int vertices = examples.vertexCount();
    int most = options.maxInfluences();
    BoneGram gram = new BoneGram(motions, context);
    SkinRows rows = new SkinRows(vertices, most);
    double[] gains = new double[vertices * most];
    context.runRanges(
        vertices,
        (from, to) -> {
          VertexSystem system = system(motions, gram, Candidates.MOST);
          BlockElimination elimination = new BlockElimination(system, Candidates.MOST);
          Candidates candidates = new Candidates(examples, motions, reach);
          for (int v = from; v < to; v++) {
            int count = candidates.find(v, regions.bone[v]);
            system.load(v, candidates.bones, 0, count);
            elimination.grow(most);
            elimination.write(elimination.count(), rows, v);
            for (int n = 1; n < elimination.count(); n++) {
              gains[v * most + n] = elimination.gain(n);
            }
          }
        });
    int[] lengths = spend(rows, gains);
    solve(motions, gram, rows, lengths);
    return rows;
  }

  private VertexSystem system(BoneMotions motions, BoneGram gram, int capacity) {
    return new VertexSystem(
        examples.rest, examples.shapes(), motions, gram, options.ridge(), capacity);
  }

  /** How many of its bones every vertex keeps, so that the mean stays within the budget. */
  private int[] spend(SkinRows rows, double[] gains) {
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
   * Every vertex keeps the bones up to the last one at which what they remove together is worth the
   * threshold each. Returns how many are kept in all.
   */
  private static long keep(SkinRows rows, double[] gains, double threshold, int[] lengths) {
    long total = 0;
    for (int v = 0; v < lengths.length; v++) {
      int length = 1;
      double worth = 0;
      for (int n = 1; n < rows.count[v]; n++) {
        worth += gains[v * rows.stride + n] - threshold;
        if (worth > 0) {
          length = n + 1;
          worth = 0;
        }
      }
      lengths[v] = length;
      total += length;
    }
    return total;
  }

  /** Solves again where a vertex lost bones. */
  private void solve(BoneMotions motions, BoneGram gram, SkinRows rows, int[] lengths) {
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          VertexSystem system = system(motions, gram, rows.stride);
          BlockElimination elimination = new BlockElimination(system, rows.stride);
          for (int v = from; v < to; v++) {
            if (lengths[v] < rows.count[v]) {
              system.load(v, rows.bone, rows.at(v, 0), lengths[v]);
              elimination.takeAll();
              elimination.write(lengths[v], rows, v);
            }
          }
        });
  }
}
