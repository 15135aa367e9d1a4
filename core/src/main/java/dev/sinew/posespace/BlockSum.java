package dev.sinew.posespace;

import java.util.Arrays;
import java.util.List;

/**
 * Adds up the offsets of blocks. The inner loops run over consecutive floats, four offsets at a
 * time, so that the compiler vectorises them.
 */
final class BlockSum {
  private final List<Block> blocks;
  private final List<PoseSelection.JointTerms> terms;
  private final double[] coefficients;
  private final float[] scratch;

  BlockSum(List<Block> blocks, int jointCount) {
    this.blocks = blocks;
    terms = blocks.stream().map(b -> PoseSelection.JointTerms.of(b, jointCount)).toList();
    coefficients = new double[blocks.stream().mapToInt(Block::rank).max().orElse(0)];
    scratch = new float[3 * blocks.stream().mapToInt(b -> b.vertices().length).max().orElse(0)];
  }

  /** Computes the offsets of all vertices in the selected pose. */
  void fill(PoseSelection selection, float[] out) {
    Arrays.fill(out, 0);
    for (int b = 0; b < blocks.size(); b++) {
      selection.coefficients(blocks.get(b), terms.get(b), coefficients);
      add(blocks.get(b), out);
    }
  }

  private void add(Block block, float[] out) {
    int[] vertices = block.vertices();
    int n = vertices.length;
    if (n == 0) {
      return;
    }
    boolean consecutive = vertices[n - 1] - vertices[0] == n - 1;
    if (consecutive) {
      addRows(block, out, 3 * vertices[0]);
      return;
    }
    Arrays.fill(scratch, 0, 3 * n, 0);
    addRows(block, scratch, 0);
    for (int i = 0; i < n; i++) {
      int o = 3 * vertices[i];
      out[o] += scratch[3 * i];
      out[o + 1] += scratch[3 * i + 1];
      out[o + 2] += scratch[3 * i + 2];
    }
  }

  private void addRows(Block block, float[] out, int offset) {
    int length = 3 * block.vertices().length;
    float[] basis = block.basis();
    int r = 0;
    for (; r + 3 < block.rank(); r += 4) {
      addFour(basis, r * length, length, r, out, offset);
    }
    for (; r < block.rank(); r++) {
      float c = (float) coefficients[r];
      int row = r * length;
      for (int i = 0; i < length; i++) {
        out[offset + i] += c * basis[row + i];
      }
    }
  }

  private void addFour(float[] basis, int row, int length, int r, float[] out, int offset) {
    float c0 = (float) coefficients[r];
    float c1 = (float) coefficients[r + 1];
    float c2 = (float) coefficients[r + 2];
    float c3 = (float) coefficients[r + 3];
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    for (int i = 0; i < length; i++) {
      out[offset + i] +=
          c0 * basis[row + i] + c1 * basis[row1 + i] + c2 * basis[row2 + i] + c3 * basis[row3 + i];
    }
  }
}
