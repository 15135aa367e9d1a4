package dev.sinew.posespace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adds up the offsets of blocks in a pose. */
final class BlockSum {
  /**
   * A block as it is evaluated.
   *
   * @param block its poses and weights; its vertices and basis are not used
   * @param terms its joint weights
   * @param offsets the offsets of the vertices that are shown
   */
  record Played(Block block, PoseSelection.JointTerms terms, PackedOffsets offsets) {}

  private final List<Played> blocks;
  private final double[] coefficients;
  private final float[] scratch = new float[PackedOffsets.scratchSize()];

  BlockSum(List<Played> blocks) {
    this.blocks = blocks;
    coefficients = new double[blocks.stream().mapToInt(b -> b.block().rank()).max().orElse(0)];
  }

  /**
   * Prepares the blocks of a range of vertices. Offsets after skinning stay floats: the size of the
   * posed character is not known.
   *
   * @param posed selects offsets after skinning or at rest
   * @param from the first vertex, which gets index 0
   * @param to the vertex after the last
   * @param scale a factor of all offsets
   */
  static List<Played> prepare(PoseDatabase database, boolean posed, int from, int to, float scale) {
    float step =
        posed ? 0 : (float) (PackedOffsets.STEP * database.surface().unit() * Math.abs(scale));
    List<Played> out = new ArrayList<>();
    for (Block block : database.blocks()) {
      if (block.posed() == posed) {
        PackedOffsets offsets = PackedOffsets.of(block, from, to, scale, step);
        if (!offsets.isEmpty()) {
          out.add(
              new Played(
                  block,
                  PoseSelection.JointTerms.of(block, database.space().jointCount()),
                  offsets));
        }
      }
    }
    return out;
  }

  /** Computes the offsets of all vertices in the selected pose. */
  void fill(PoseSelection selection, float[] out) {
    Arrays.fill(out, 0);
    for (Played played : blocks) {
      selection.coefficients(played.block(), played.terms(), coefficients);
      played.offsets().addTo(out, coefficients, scratch);
    }
  }
}
