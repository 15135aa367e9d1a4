package dev.sinew.posespace.bake;

import dev.sinew.math.Affine;
import dev.sinew.math.Svd3;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.LinearBlend;
import java.util.Arrays;

/**
 * The offsets of a part's vertices before linear blend skinning that give the positions of any
 * other deformer: d = A⁻¹ (corrected − blended), with A the linear part of a vertex's blended
 * matrix. They contain correctives and the difference of the skinning models alike, so that what
 * was trained on another model is also right in an engine, which blends linearly.
 */
final class RestOffsets {
  /** Singular values of A below this are raised to it: there the offset only goes part of the way. */
  private static final double FLOOR = 0.05;

  private final SkinnedCharacter character;
  private final Part part;
  private final int[] wedgeOfVertex;
  private final Deformer.Posed plain;
  private final Deformer.Posed corrected;
  private final PointBuffer plainPoints;
  private final PointBuffer correctedPoints;
  private final double[] matrices;
  private final double[] blend = new double[Affine.SIZE];
  private final double[] work = new double[Svd3.WORK];
  private final double[] along = new double[3];

  /**
   * @param corrected the working memory of the other deformer of the part's wedges
   */
  RestOffsets(SkinnedCharacter character, Part part, Deformer.Posed corrected) {
    this.character = character;
    this.part = part;
    this.corrected = corrected;
    TriMesh mesh = character.geometry(part).mesh();
    wedgeOfVertex = new int[mesh.vertexCount()];
    Arrays.fill(wedgeOfVertex, -1);
    for (int w = mesh.wedgeCount() - 1; w >= 0; w--) {
      wedgeOfVertex[mesh.vertexOfWedge(w)] = w;
    }
    plain = LinearBlend.of(character, part).newPosed();
    plainPoints = PointBuffer.allocate(mesh.wedgeCount(), false);
    correctedPoints = PointBuffer.allocate(mesh.wedgeCount(), false);
    int joints =
        part.skin() == SkinnedCharacter.NO_SKIN
            ? 1
            : character.skins().get(part.skin()).jointCount();
    matrices = new double[Affine.SIZE * joints];
  }

  /** Computes x, y, z per vertex in a pose. */
  void fill(Pose pose, double[] out) {
    int wedges = plainPoints.positions().length / 3;
    plain.set(pose);
    plain.fill(0, wedges, plainPoints);
    corrected.set(pose);
    corrected.fill(0, wedges, correctedPoints);
    setMatrices(pose);
    for (int v = 0; v < wedgeOfVertex.length; v++) {
      int w = 3 * wedgeOfVertex[v];
      boolean differs = false;
      for (int k = 0; k < 3; k++) {
        out[3 * v + k] =
            w < 0
                ? 0
                : (double) correctedPoints.positions()[w + k] - plainPoints.positions()[w + k];
        differs |= out[3 * v + k] != 0;
      }
      if (differs) {
        setBlend(v);
        applyInverse(out, 3 * v);
      }
    }
  }

  private void setMatrices(Pose pose) {
    if (part.skin() == SkinnedCharacter.NO_SKIN) {
      pose.copyGlobal(part.node(), matrices, 0);
    } else {
      Skin skin = character.skins().get(part.skin());
      skin.skinningMatrices(pose, matrices);
    }
  }

  private void setBlend(int v) {
    Influences influences = character.geometry(part).influences();
    if (part.skin() == SkinnedCharacter.NO_SKIN || influences == null) {
      System.arraycopy(matrices, 0, blend, 0, Affine.SIZE);
      return;
    }
    Arrays.fill(blend, 0);
    for (int i = 0; i < influences.count(v); i++) {
      int m = Affine.SIZE * influences.joint(v, i);
      for (int e = 0; e < Affine.SIZE; e++) {
        blend[e] += influences.weight(v, i) * matrices[m + e];
      }
    }
  }

  /** Multiplies by V diag(1/s) Uᵀ. */
  private void applyInverse(double[] d, int o) {
    Svd3.decompose(blend, 0, 4, work);
    for (int i = 0; i < 3; i++) {
      double s = work[Svd3.VALUES + i];
      double dot = 0;
      for (int r = 0; r < 3; r++) {
        dot += work[Svd3.U + 3 * r + i] * d[o + r];
      }
      along[i] = dot / (Math.abs(s) > FLOOR ? s : Math.copySign(FLOOR, s));
    }
    for (int r = 0; r < 3; r++) {
      d[o + r] = 0;
      for (int i = 0; i < 3; i++) {
        d[o + r] += work[Svd3.V + 3 * r + i] * along[i];
      }
    }
  }
}
