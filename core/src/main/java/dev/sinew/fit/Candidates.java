package dev.sinew.fit;

import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.rig.BoneMotions;
import org.jspecify.annotations.Nullable;

/**
 * The bones that may move a vertex: first its base, then the other bones of its row, then those
 * that would remove most of its remaining error, of all bones.
 *
 * <p>What a bone would remove is rᵀ S⁻¹ r, with r the gradient of the remaining error and S the
 * block of the bone alone, so it costs one pass over the frames and a 4×4 system. It is at most the
 * remaining error itself. So if that is below what a bone has to remove, none is tried, and bones
 * whose regions do not touch that of the base, which have to remove more, are rarely tried.
 *
 * <p>Not thread-safe.
 */
final class Candidates {
  /** The maximum number of candidates per vertex. */
  static final int MAX = FitOptions.MAX_INFLUENCES;

  private static final double MIN_PIVOT = 1e-14;

  private final Examples examples;
  private final BoneMotions motions;
  private final BoneGram gram;
  private final VertexSystem.Ridge ridge;
  private final int @Nullable [][] given;
  private final double[] gains = new double[MAX];
  private final double[] residual;
  private final double[] ofBase = new double[4];
  private final double[] right = new double[4];
  private final double[] solved = new double[4];
  private final double[] own = new double[16];
  private final double[] cross = new double[16];
  private final double[] block = new double[16];

  /** The result of {@link #find}. */
  final int[] bones = new int[MAX];

  /**
   * @param given the bones that may move each vertex, or null for all
   */
  Candidates(
      Examples examples,
      BoneMotions motions,
      BoneGram gram,
      VertexSystem.Ridge ridge,
      int @Nullable [][] given) {
    this.examples = examples;
    this.motions = motions;
    this.gram = gram;
    this.ridge = ridge;
    this.given = given;
    residual = new double[3 * examples.frameCount()];
  }

  /**
   * Finds the candidates of a vertex and returns their number.
   *
   * @param touching whether the region of each bone touches that of the base
   * @param least the least error that a touching bone has to remove
   * @param leastDistant the least error that another bone has to remove
   */
  int find(
      int vertex, int base, SkinRows rows, boolean[] touching, double least, double leastDistant) {
    int fixed = listRow(vertex, base, rows);
    double error = remainingError(vertex, rows);
    if (error <= least) {
      return fixed;
    }
    int count = fixed;
    project(base, vertex, ofBase);
    gram.block(base, base, examples.rest, vertex, own, 0);
    int bones = given == null ? motions.boneCount() : given[vertex].length;
    for (int n = 0; n < bones; n++) {
      int b = given == null ? n : given[vertex][n];
      double limit = touching[b] || given != null ? least : leastDistant;
      if (error > limit) {
        count = consider(b, vertex, base, fixed, count, limit);
      }
    }
    return count;
  }

  /** Lists the base and the other bones of the row; returns their number. */
  private int listRow(int vertex, int base, SkinRows rows) {
    bones[0] = base;
    int count = 1;
    for (int i = 0; i < rows.count[vertex] && count < MAX; i++) {
      int b = rows.bone[rows.at(vertex, i)];
      if (b != base) {
        bones[count++] = b;
      }
    }
    return count;
  }

  private double remainingError(int vertex, SkinRows rows) {
    SkinError.predict(rows, examples.rest, motions, vertex, residual);
    double[] at = examples.shapes().at;
    double sum = 0;
    for (int i = 0, p = residual.length * vertex; i < residual.length; i++, p++) {
      residual[i] = at[p] - residual[i];
      sum += residual[i] * residual[i];
    }
    return sum;
  }

  private int consider(int bone, int vertex, int base, int fixed, int count, double least) {
    for (int i = 0; i < fixed; i++) {
      if (bones[i] == bone) {
        return count;
      }
    }
    double gain = gain(bone, vertex, base);
    return gain > least ? insert(bones, gains, bone, gain, fixed, count) : count;
  }

  /** Returns the error that a bone would remove beside the bones of the row. */
  private double gain(int bone, int vertex, int base) {
    project(bone, vertex, right);
    gram.block(bone, bone, examples.rest, vertex, block, 0);
    gram.block(bone, base, examples.rest, vertex, cross, 0);
    for (int r = 0; r < 4; r++) {
      right[r] -= ofBase[r];
      for (int c = 0; c <= r; c++) {
        block[4 * r + c] += own[4 * r + c] - cross[4 * r + c] - cross[4 * c + r];
      }
      block[5 * r] += r < 3 ? 2 * ridge.correction() : ridge.weight();
    }
    SmallCholesky.factor(4, block, MIN_PIVOT);
    System.arraycopy(right, 0, solved, 0, 4);
    SmallCholesky.solve(4, block, solved);
    return right[0] * solved[0]
        + right[1] * solved[1]
        + right[2] * solved[2]
        + right[3] * solved[3];
  }

  /** Computes Σ_k (R_jᵏ, M_jᵏ x)ᵀ eᵏ for the residual e, 4 values. */
  private void project(int bone, int vertex, double[] out) {
    VertexSystem.project(motions, bone, examples.rest, vertex, residual, out);
  }

  /**
   * Inserts a bone into a list in descending order of scores; the last is dropped from a full list.
   *
   * @param fixed the number of bones at the start that stay in place
   * @param count the number of bones in the list
   * @return the new number of bones
   */
  static int insert(int[] bones, double[] scores, int bone, double score, int fixed, int count) {
    int at = count;
    while (at > fixed && scores[at - 1] < score) {
      at--;
    }
    if (at == bones.length) {
      return count;
    }
    int grown = Math.min(count + 1, bones.length);
    for (int i = grown - 1; i > at; i--) {
      bones[i] = bones[i - 1];
      scores[i] = scores[i - 1];
    }
    bones[at] = bone;
    scores[at] = score;
    return grown;
  }
}
