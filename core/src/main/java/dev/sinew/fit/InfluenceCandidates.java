package dev.sinew.fit;

import dev.sinew.fit.system.BoneGram;
import dev.sinew.fit.system.RankedBones;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.fit.system.VertexSystem;
import dev.sinew.linalg.SmallCholesky;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;

/**
 * The bones that may move a vertex in animation space: first its base, then the other bones of its
 * row so far, then of the bones within {@link Reach} those that would remove most of the remaining
 * error.
 *
 * <p>What a bone would remove beside those of the row is rᵀ S⁻¹ r, with r the gradient of the
 * remaining error and S the block of the bone alone. It costs one pass over the frames and a 4×4
 * system, and is at most the remaining error itself: if that is below what a bone has to remove,
 * none is tried.
 *
 * <p>Not thread-safe.
 */
final class InfluenceCandidates implements CandidateList {
  private static final double MIN_PIVOT = 1e-14;

  private final Examples examples;
  private final BoneMotions motions;
  private final BoneGram gram;
  private final VertexSystem.Ridge ridge;
  private final Reach reach;
  private final double[] residual;
  private final double[] ofBase = new double[4];
  private final double[] right = new double[4];
  private final double[] solved = new double[4];
  private final double[] own = new double[16];
  private final double[] cross = new double[16];
  private final double[] block = new double[16];

  private final RankedBones list = new RankedBones(MAX);

  InfluenceCandidates(
      Examples examples,
      BoneMotions motions,
      BoneGram gram,
      VertexSystem.Ridge ridge,
      Reach reach) {
    this.examples = examples;
    this.motions = motions;
    this.gram = gram;
    this.ridge = ridge;
    this.reach = reach;
    residual = new double[3 * examples.frameCount()];
  }

  @Override
  public int[] bones() {
    return list.bones;
  }

  @Override
  public int find(int vertex, int base, SkinRows rows, double least) {
    listRow(vertex, base, rows);
    if (remainingError(vertex, rows) > least) {
      VertexSystem.project(motions, base, examples.rest, vertex, residual, ofBase);
      gram.block(base, base, examples.rest, vertex, own, 0);
      for (int b = 0; b < motions.boneCount(); b++) {
        if (reach.allows(vertex, base, b) && !rows.has(vertex, b) && b != base) {
          list.insert(b, gain(b, vertex, base));
        }
      }
    }
    return list.count();
  }

  private void listRow(int vertex, int base, SkinRows rows) {
    list.clear();
    list.fix(base);
    for (int i = 0; i < rows.count[vertex]; i++) {
      list.fix(rows.bone[rows.at(vertex, i)]);
    }
  }

  private double remainingError(int vertex, SkinRows rows) {
    SkinError.predict(rows, examples.rest, motions, vertex, residual);
    ShapeSet shapes = examples.shapes();
    double sum = 0;
    for (int i = 0, p = residual.length * vertex; i < residual.length; i++, p++) {
      double e = shapes.value(p) - residual[i];
      double weight = gram.weight(i / 3);
      residual[i] = weight * e;
      sum += weight * e * e;
    }
    return sum;
  }

  /** Returns the error that a bone would remove beside the bones of the row. */
  private double gain(int bone, int vertex, int base) {
    VertexSystem.project(motions, bone, examples.rest, vertex, residual, right);
    gram.block(bone, bone, examples.rest, vertex, block, 0);
    gram.block(bone, base, examples.rest, vertex, cross, 0);
    // The base gives up the weight that the bone gets.
    right[3] -= ofBase[3];
    block[15] += own[15] - 2 * cross[15] + ridge.weight();
    for (int r = 0; r < 3; r++) {
      block[4 * r + 3] -= cross[4 * r + 3];
      block[12 + r] -= cross[4 * r + 3];
      block[5 * r] += ridge.correction();
    }
    SmallCholesky.factor(4, block, MIN_PIVOT);
    System.arraycopy(right, 0, solved, 0, 4);
    SmallCholesky.solve(4, block, solved);
    return right[0] * solved[0]
        + right[1] * solved[1]
        + right[2] * solved[2]
        + right[3] * solved[3];
  }
}
