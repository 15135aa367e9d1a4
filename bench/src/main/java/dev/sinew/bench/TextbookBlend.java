package dev.sinew.bench;

import dev.sinew.math.Affine;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * Linear blend skinning as in textbooks: transforms by each joint and adds the weighted results.
 * Matrices are stored row by row. It is the baseline of the kernels. Positions only.
 */
final class TextbookBlend implements Deformer {
  private final Skin skin;
  private final float[] rest;
  private final int[] rowStart;
  private final int[] joints;
  private final float[] weights;

  TextbookBlend(SkinnedCharacter character, Part part) {
    skin = character.skins().get(part.skin());
    rest = character.geometry(part).mesh().wedgePositions();
    Influences rows =
        character
            .geometry(part)
            .skinning()
            .influences()
            .orElseThrow()
            .rows(character.geometry(part).mesh().wedgeVertices());
    rowStart = new int[rows.vertexCount() + 1];
    joints = new int[rows.totalCount()];
    weights = new float[rows.totalCount()];
    for (int v = 0, at = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count(v); i++) {
        joints[at] = rows.joint(v, i);
        weights[at++] = (float) rows.weight(v, i);
      }
      rowStart[v + 1] = at;
    }
  }

  @Override
  public int pointCount() {
    return rest.length / 3;
  }

  @Override
  public boolean hasNormals() {
    return false;
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend implements Posed {
    private final double[] wide = new double[Affine.SIZE * skin.jointCount()];
    private final float[] matrices = new float[wide.length];

    @Override
    public void set(Pose pose) {
      skin.skinningMatrices(pose, wide);
      for (int i = 0; i < wide.length; i++) {
        matrices[i] = (float) wide[i];
      }
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), false);
      float[] positions = out.positions();
      int offset = 3 * out.first();
      float[] n = matrices;
      for (int v = from; v < to; v++) {
        float x = rest[3 * v], y = rest[3 * v + 1], z = rest[3 * v + 2];
        float ox = 0, oy = 0, oz = 0;
        for (int i = rowStart[v]; i < rowStart[v + 1]; i++) {
          int m = Affine.SIZE * joints[i];
          float w = weights[i];
          ox += w * (n[m] * x + n[m + 1] * y + n[m + 2] * z + n[m + 3]);
          oy += w * (n[m + 4] * x + n[m + 5] * y + n[m + 6] * z + n[m + 7]);
          oz += w * (n[m + 8] * x + n[m + 9] * y + n[m + 10] * z + n[m + 11]);
        }
        positions[offset + 3 * v] = ox;
        positions[offset + 3 * v + 1] = oy;
        positions[offset + 3 * v + 2] = oz;
      }
    }
  }
}
