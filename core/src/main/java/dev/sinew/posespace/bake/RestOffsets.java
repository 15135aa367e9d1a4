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
import dev.sinew.skin.SkinningMethod;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The offsets of a part's vertices before linear blend skinning that give the positions of any
 * other deformer: d = A⁻¹ (corrected − blended), with A the linear part of a vertex's blended
 * matrix. They contain correctives and the difference of the skinning models alike, so that what
 * was trained on another model is also right in an engine, which blends linearly.
 */
final class RestOffsets {
  /**
   * Singular values of A below this, relative to those at rest, are raised to it: there the offset
   * only goes part of the way.
   */
  private static final double FLOOR = 0.05;

  private final double floor;
  private final SkinnedCharacter character;
  private final Part part;
  private final int[] wedgeOfVertex;
  private final int[] wedgeVertices;
  private final Deformer.Posed plain;
  private final Deformer.Posed corrected;
  private final PointBuffer plainPoints;
  private final PointBuffer correctedPoints;
  private final Deformer.@Nullable Posed own;
  private final PointBuffer ownPoints;
  private final double[] matrices;
  private final double[] blend = new double[Affine.SIZE];
  private final double[] work = new double[Svd3.WORK];
  private final double[] along = new double[3];
  private final double[] normal = new double[3];

  /**
   * @param corrected the other deformer of the part's wedges; must see the poses in order if it
   *     depends on motion
   * @param meshUnit how long a unit of the part's mesh is in the scene at rest
   */
  RestOffsets(SkinnedCharacter character, Part part, Deformer corrected, double meshUnit) {
    floor = FLOOR * meshUnit;
    this.character = character;
    this.part = part;
    this.corrected = corrected.newPosed();
    TriMesh mesh = character.geometry(part).mesh();
    wedgeOfVertex = new int[mesh.vertexCount()];
    Arrays.fill(wedgeOfVertex, -1);
    for (int w = mesh.wedgeCount() - 1; w >= 0; w--) {
      wedgeOfVertex[mesh.vertexOfWedge(w)] = w;
    }
    wedgeVertices = mesh.wedgeVertices();
    LinearBlend blend = LinearBlend.of(character, part);
    plain = blend.newPosed();
    boolean normals = blend.hasNormals() && corrected.hasNormals();
    plainPoints = PointBuffer.allocate(mesh.wedgeCount(), normals);
    correctedPoints = PointBuffer.allocate(mesh.wedgeCount(), normals);
    boolean general = character.skinning(part).coords().isPresent();
    own = general ? SkinningMethod.of(character).deformer(character, part).newPosed() : null;
    ownPoints = PointBuffer.allocate(general ? mesh.wedgeCount() : 0, false);
    int joints =
        part.skin() == SkinnedCharacter.NO_SKIN
            ? 1
            : character.skins().get(part.skin()).jointCount();
    matrices = new double[Affine.SIZE * joints];
  }

  boolean hasNormals() {
    return plainPoints.normals() != null;
  }

  /** Advances to a pose. */
  void set(Pose pose) {
    plain.set(pose);
    plain.fill(0, wedgeVertices.length, plainPoints);
    corrected.set(pose);
    corrected.fill(0, wedgeVertices.length, correctedPoints);
    if (own != null) {
      own.set(pose);
      own.fill(0, wedgeVertices.length, ownPoints);
    }
    setMatrices(pose);
  }

  /** Returns true if the part has an animation-space skin beside the linear blend. */
  boolean hasAnimationSpace() {
    return own != null;
  }

  /** Returns x, y, z per vertex. */
  double[] positions() {
    return from(plainPoints);
  }

  /** Returns the same from the positions of the animation-space skin instead of the blend. */
  double[] fromAnimationSpace() {
    return from(ownPoints);
  }

  private double[] from(PointBuffer start) {
    double[] out = new double[3 * wedgeOfVertex.length];
    for (int v = 0; v < wedgeOfVertex.length; v++) {
      int w = 3 * wedgeOfVertex[v];
      boolean differs = false;
      for (int k = 0; w >= 0 && k < 3; k++) {
        out[3 * v + k] = (double) correctedPoints.positions()[w + k] - start.positions()[w + k];
        differs |= out[3 * v + k] != 0;
      }
      if (differs) {
        setBlend(v);
        applyInverse(out, 3 * v);
      }
    }
    return out;
  }

  /**
   * Writes x, y, z per wedge: the offset of the rest normal that blending turns into the other
   * deformer's normal. Blending multiplies by the inverse transpose of A, so this by Aᵀ.
   */
  void fillNormals(float[] out) {
    float[] wanted = Objects.requireNonNull(correctedPoints.normals());
    float[] blended = Objects.requireNonNull(plainPoints.normals());
    for (int w = 0; w < wedgeVertices.length; w++) {
      setBlend(wedgeVertices[w]);
      toRestNormal(wanted, 3 * w);
      double x = normal[0], y = normal[1], z = normal[2];
      toRestNormal(blended, 3 * w);
      out[3 * w] = (float) (x - normal[0]);
      out[3 * w + 1] = (float) (y - normal[1]);
      out[3 * w + 2] = (float) (z - normal[2]);
    }
  }

  private void toRestNormal(float[] normals, int o) {
    double square = 0;
    for (int c = 0; c < 3; c++) {
      normal[c] =
          blend[c] * normals[o] + blend[4 + c] * normals[o + 1] + blend[8 + c] * normals[o + 2];
      square += normal[c] * normal[c];
    }
    double scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (int c = 0; c < 3; c++) {
      normal[c] *= scale;
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
    Influences influences = character.skinning(part).influences().orElse(null);
    if (influences == null) {
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
      along[i] = dot / (Math.abs(s) > floor ? s : Math.copySign(floor, s));
    }
    for (int r = 0; r < 3; r++) {
      d[o + r] = 0;
      for (int i = 0; i < 3; i++) {
        d[o + r] += work[Svd3.V + 3 * r + i] * along[i];
      }
    }
  }
}
