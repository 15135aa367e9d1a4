package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * Linear blend skinning, also called skeletal subspace deformation (SSD): v = Σ_j w_j M_j v̂, with
 * M_j the product of a joint's global transform and its inverse bind matrix ("Animation Space: A
 * Truly Linear Framework for Character Animation", section 3.2). Normals go by the inverse
 * transpose of the blended matrix, which takes the weights for locally constant.
 *
 * <p>A part without a skin is the same with one joint, its node, and no inverse bind.
 */
public final class LinearBlend implements Deformer {
  private final RestPoints rest;
  private final Skin skin;
  private final int[] rowStart;
  private final int[] joints;
  private final float[] weights;

  private LinearBlend(RestPoints rest, Skin skin, Influences rows) {
    this.rest = rest;
    this.skin = skin;
    rowStart = new int[rows.vertexCount() + 1];
    joints = new int[rows.totalCount()];
    weights = new float[rows.totalCount()];
    int at = 0;
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count(v); i++) {
        joints[at] = rows.joint(v, i);
        weights[at++] = (float) rows.weight(v, i);
      }
      rowStart[v + 1] = at;
    }
  }

  /** The deformer of a part's wedges, into the space the skeleton's roots live in. */
  public static LinearBlend of(SkinnedCharacter character, Part part) {
    RestPoints rest = RestPoints.of(character, part);
    Influences influences = character.geometry(part).influences();
    if (part.skin() == SkinnedCharacter.NO_SKIN || influences == null) {
      return rigid(rest, part.node());
    }
    int[] vertices = character.geometry(part).mesh().wedgeVertices();
    return new LinearBlend(rest, character.skins().get(part.skin()), influences.rows(vertices));
  }

  private static LinearBlend rigid(RestPoints rest, int node) {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    Influences.Builder rows = Influences.builder();
    for (int i = 0; i < rest.count(); i++) {
      rows.add(0, 1).endRow();
    }
    return new LinearBlend(rest, new Skin("node", new int[] {node}, identity), rows.build());
  }

  @Override
  public int pointCount() {
    return rest.count();
  }

  @Override
  public boolean hasNormals() {
    return rest.hasNormals();
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend implements Posed {
    private final RestPoints.Shape shape = rest.newShape();
    private final double[] wide = new double[Affine.SIZE * skin.jointCount()];
    private final float[] matrices = new float[wide.length];

    @Override
    public void set(Pose pose) {
      shape.set(pose);
      skin.skinningMatrices(pose, wide);
      for (int i = 0; i < wide.length; i++) {
        matrices[i] = (float) wide[i];
      }
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      fillPositions(from, to, out.positions(), 3 * out.first());
      float[] normals = out.normals();
      if (normals != null) {
        fillNormals(from, to, normals, 3 * out.first());
      }
    }

    private void fillPositions(int from, int to, float[] out, int offset) {
      float[] p = shape.positions;
      for (int v = from; v < to; v++) {
        float x = p[3 * v], y = p[3 * v + 1], z = p[3 * v + 2];
        float ox = 0, oy = 0, oz = 0;
        for (int i = rowStart[v]; i < rowStart[v + 1]; i++) {
          int m = Affine.SIZE * joints[i];
          float w = weights[i];
          ox += w * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
          oy +=
              w
                  * (matrices[m + 4] * x
                      + matrices[m + 5] * y
                      + matrices[m + 6] * z
                      + matrices[m + 7]);
          oz +=
              w
                  * (matrices[m + 8] * x
                      + matrices[m + 9] * y
                      + matrices[m + 10] * z
                      + matrices[m + 11]);
        }
        out[offset + 3 * v] = ox;
        out[offset + 3 * v + 1] = oy;
        out[offset + 3 * v + 2] = oz;
      }
    }

    private void fillNormals(int from, int to, float[] out, int offset) {
      float[] n = java.util.Objects.requireNonNull(shape.normals);
      for (int v = from; v < to; v++) {
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, k = 0;
        for (int i = rowStart[v]; i < rowStart[v + 1]; i++) {
          int m = Affine.SIZE * joints[i];
          float w = weights[i];
          a += w * matrices[m];
          b += w * matrices[m + 1];
          c += w * matrices[m + 2];
          d += w * matrices[m + 4];
          e += w * matrices[m + 5];
          f += w * matrices[m + 6];
          g += w * matrices[m + 8];
          h += w * matrices[m + 9];
          k += w * matrices[m + 10];
        }
        // Cofactors are the inverse transpose times the determinant, whose sign must not count.
        float c00 = e * k - f * h, c01 = f * g - d * k, c02 = d * h - e * g;
        float sign = Math.signum(a * c00 + b * c01 + c * c02);
        float x = n[3 * v], y = n[3 * v + 1], z = n[3 * v + 2];
        float nx = c00 * x + c01 * y + c02 * z;
        float ny = (c * h - b * k) * x + (a * k - c * g) * y + (b * g - a * h) * z;
        float nz = (b * f - c * e) * x + (c * d - a * f) * y + (a * e - b * d) * z;
        // In double, since squared cofactors of a small or large scale leave the range of floats.
        double length = Math.sqrt((double) nx * nx + (double) ny * ny + (double) nz * nz);
        boolean usable = length > 0 && length < Double.POSITIVE_INFINITY;
        double scale = (sign < 0 ? -1 : 1) / length;
        out[offset + 3 * v] = usable ? (float) (nx * scale) : 0;
        out[offset + 3 * v + 1] = usable ? (float) (ny * scale) : 0;
        out[offset + 3 * v + 2] = usable ? (float) (nz * scale) : 0;
      }
    }
  }
}
