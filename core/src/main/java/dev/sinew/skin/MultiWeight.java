package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import dev.sinew.skin.kernel.BlendedMotion;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.PointRows;
import org.jspecify.annotations.Nullable;

/**
 * Multi-weight enveloping: every entry of the skinning matrix N_j = G_j B_j of every joint has its
 * own weight (Wang and Phillips 2002), in the combined form of Merry, Marais and Gain 2006,
 * equation 10: weight and rest coordinate are one value u_{j,rs} = w_{j,rs} v̂_s and
 *
 * <p>v_r = Σ_j Σ_s u_{j,rs} n_{j,rs}, r = 1 to 3, s = 1 to 4.
 *
 * <p>Linear blending has 12 equal weights, so every row of U_j is w_j v̂ᵀ. Animation space has
 * equal rows too: with Ĝ_j = B_j⁻¹ the rest transform, N_j Ĝ_j p_j = G_j p_j, so the rows (Ĝ_j
 * p_j)ᵀ give v = Σ_j G_j p_j in every pose (Merry's thesis, section 3.2). Different rows move a
 * point differently along the axes of the scene, which does not commute with rotations of the whole
 * character.
 *
 * <p>Normals are cross products of two vectors transformed in the same way.
 */
public final class MultiWeight implements RestDeformer {
  /** Values per entry: U_j row by row. */
  public static final int SIZE = MultiWeights.SIZE;

  /** Extra values at the end, because vector kernels load four values at a time. */
  private static final int PADDING = 1;

  private final Skin skin;
  private final PointRows rows;
  private final float[] weights;
  private final @Nullable PointRows planeRows;
  private final float[] planeWeights;
  private final Kernels kernels;
  private final BlendedMotion motion;

  private MultiWeight(
      Skin skin,
      PointRows rows,
      float[] weights,
      @Nullable PointRows planeRows,
      float[] planeWeights,
      Kernels kernels,
      BlendedMotion motion) {
    this.skin = skin;
    this.rows = rows;
    this.weights = weights;
    this.planeRows = planeRows;
    this.planeWeights = planeWeights;
    this.kernels = kernels;
    this.motion = motion;
  }

  /** Returns the motion of rest offsets: each axis weighted as the constant coordinate is. */
  private static BlendedMotion motion(Skin skin, int[] rowStart, int[] joints, double[] u) {
    float[] weights = new float[3 * joints.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) u[4 * i + 3];
    }
    return new BlendedMotion(skin, rowStart.clone(), joints.clone(), weights);
  }

  /**
   * Returns a deformer of given weights, without normals.
   *
   * @param rowStart the first entry of each point, and the number of entries
   * @param joints indices into the skin's joint list
   * @param u 12 values per entry, U_j row by row
   */
  public static MultiWeight of(Skin skin, int[] rowStart, int[] joints, double[] u) {
    if (u.length != (long) SIZE * joints.length) {
      throw new IllegalArgumentException(
          "u: expected " + (long) SIZE * joints.length + " values, got " + u.length);
    }
    checkRows(rowStart, joints, skin);
    PointRows rows = PointRows.of(rowStart, joints);
    return new MultiWeight(
        skin,
        rows,
        rows.layOut(rowStart, byColumns(u), SIZE, PADDING),
        null,
        new float[0],
        Kernel.best().loops(),
        motion(skin, rowStart, joints, u));
  }

  private static void checkRows(int[] rowStart, int[] joints, Skin skin) {
    boolean startsAtZero = rowStart.length > 0 && rowStart[0] == 0;
    if (!startsAtZero || rowStart[rowStart.length - 1] != joints.length) {
      throw new IllegalArgumentException(
          "rowStart: expected to run from 0 to " + joints.length + ", the number of entries");
    }
    for (int v = 0; v + 1 < rowStart.length; v++) {
      if (rowStart[v + 1] <= rowStart[v]) {
        throw new IllegalArgumentException(
            "entries of point "
                + v
                + ": expected 1 or more, got "
                + (rowStart[v + 1] - rowStart[v]));
      }
    }
    for (int i = 0; i < joints.length; i++) {
      if (joints[i] < 0 || joints[i] >= skin.jointCount()) {
        throw new IllegalArgumentException(
            "joints[" + i + "]: expected 0 to " + (skin.jointCount() - 1) + ", got " + joints[i]);
      }
    }
  }

  /** Returns a deformer of a part's wedges with the positions of {@link LinearBlend}. */
  public static MultiWeight of(SkinnedCharacter character, Part part) {
    SkinnedPoints source = SkinnedPoints.of(character, part);
    RestPoints.Shape shape = source.rest().newShape();
    shape.set(character.restPose());
    int[] start = source.rowStarts();
    double[] w = source.weights();
    double[] u = new double[Math.multiplyExact(SIZE, w.length)];
    float[] p = shape.positions(0, source.rest().count());
    float[] n = shape.hasNormals() ? shape.normals(0, source.rest().count()) : new float[0];
    double[] plane = new double[shape.hasNormals() ? 2 * u.length : 0];
    double[] s = new double[3];
    double[] t = new double[3];
    for (int v = 0; v + 1 < start.length; v++) {
      if (shape.hasNormals()) {
        TangentBasis.of(n[3 * v], n[3 * v + 1], n[3 * v + 2], s, t);
      }
      for (int e = start[v]; e < start[v + 1]; e++) {
        putEqualRows(u, SIZE * e, w[e] * p[3 * v], w[e] * p[3 * v + 1], w[e] * p[3 * v + 2], w[e]);
        if (shape.hasNormals()) {
          putEqualRows(plane, 2 * SIZE * e, w[e] * s[0], w[e] * s[1], w[e] * s[2], 0);
          putEqualRows(plane, 2 * SIZE * e + SIZE, w[e] * t[0], w[e] * t[1], w[e] * t[2], 0);
        }
      }
    }
    PointRows rows = PointRows.of(start, source.joints());
    return new MultiWeight(
        source.skin(),
        rows,
        rows.layOut(start, byColumns(u), SIZE, PADDING),
        shape.hasNormals() ? rows : null,
        shape.hasNormals() ? rows.layOut(start, byColumns(plane), 2 * SIZE, PADDING) : new float[0],
        Kernel.best().loops(),
        motion(source.skin(), start, source.joints(), u));
  }

  /**
   * Returns a deformer with the positions and normals of an animation space.
   *
   * @throws IllegalArgumentException if a used joint has a singular inverse bind matrix
   */
  public static MultiWeight embedding(AnimationSpace source) {
    Skin skin = source.skin();
    AnimationCoords coords = source.coords();
    int[] start = coords.rowStarts();
    PointRows rows = PointRows.of(start, coords.joints());
    double[] rest = embedded(coords, skin);
    float[] u = rows.layOut(start, byColumns(rest), SIZE, PADDING);
    BlendedMotion motion = motion(skin, start, coords.joints(), rest);
    TangentPlanes planes = source.planes();
    if (planes == null) {
      return new MultiWeight(skin, rows, u, null, new float[0], Kernel.best().loops(), motion);
    }
    AnimationCoords first = planes.first().plusScaled(0, planes.second());
    AnimationCoords second = planes.second().plusScaled(0, planes.first());
    double[] s = embedded(first, skin);
    double[] t = embedded(second, skin);
    double[] both = new double[2 * s.length];
    for (int at = 0; at < s.length; at += SIZE) {
      System.arraycopy(s, at, both, 2 * at, SIZE);
      System.arraycopy(t, at, both, 2 * at + SIZE, SIZE);
    }
    int[] planeStart = first.rowStarts();
    PointRows planeRows = PointRows.of(planeStart, first.joints());
    float[] planeWeights = planeRows.layOut(planeStart, byColumns(both), 2 * SIZE, PADDING);
    return new MultiWeight(skin, rows, u, planeRows, planeWeights, Kernel.best().loops(), motion);
  }

  /**
   * Returns a deformer of given weights with the normals of the animation space that they correct.
   *
   * @param weights a row per point
   */
  static MultiWeight of(MultiWeights weights, AnimationSpace corrected) {
    MultiWeight normals = embedding(corrected);
    int[] start = weights.rowStarts();
    PointRows rows = PointRows.of(start, weights.joints());
    return new MultiWeight(
        corrected.skin(),
        rows,
        rows.layOut(start, byColumns(weights.values()), SIZE, PADDING),
        normals.planeRows,
        normals.planeWeights,
        normals.kernels,
        motion(corrected.skin(), start, weights.joints(), weights.values()));
  }

  /** Returns three rows Ĝ p per entry. */
  private static double[] embedded(AnimationCoords coords, Skin skin) {
    double[] rest = restTransforms(coords, skin);
    double[] u = new double[Math.multiplyExact(SIZE, coords.totalCount())];
    double[] p = new double[4];
    for (int r = 0, e = 0; r < coords.rowCount(); r++) {
      for (int i = 0; i < coords.count(r); i++, e++) {
        int g = Affine.SIZE * coords.joint(r, i);
        for (int k = 0; k < 4; k++) {
          p[k] = coords.value(r, i, k);
        }
        Affine.transformVector(rest, g, p, 0, p, 0);
        double w = p[3];
        putEqualRows(
            u,
            SIZE * e,
            p[0] + w * rest[g + 3],
            p[1] + w * rest[g + 7],
            p[2] + w * rest[g + 11],
            w);
      }
    }
    return u;
  }

  private static double[] restTransforms(AnimationCoords coords, Skin skin) {
    double[] out = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < coords.jointsNeeded(); j++) {
      skin.copyInverseBind(j, out, Affine.SIZE * j);
      if (!Affine.invert(out, Affine.SIZE * j, out, Affine.SIZE * j)) {
        throw new RequestException(
            "inverse bind of joint " + j + ": expected an invertible matrix");
      }
    }
    return out;
  }

  private static void putEqualRows(double[] u, int at, double x, double y, double z, double w) {
    for (int r = 0; r < 3; r++) {
      u[at + 4 * r] = x;
      u[at + 4 * r + 1] = y;
      u[at + 4 * r + 2] = z;
      u[at + 4 * r + 3] = w;
    }
  }

  /** Reorders 3×4 matrices from rows to columns, as the kernels read them. */
  private static double[] byColumns(double[] u) {
    double[] out = new double[u.length];
    for (int at = 0; at < u.length; at += SIZE) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          out[at + 3 * c + r] = u[at + 4 * r + c];
        }
      }
    }
    return out;
  }

  /** Returns the same deformer with another kernel; it shares the data. */
  public MultiWeight withKernel(Kernel kernel) {
    return new MultiWeight(skin, rows, weights, planeRows, planeWeights, kernel.loops(), motion);
  }

  @Override
  public int pointCount() {
    return rows.pointCount();
  }

  @Override
  public boolean hasNormals() {
    return planeRows != null;
  }

  @Override
  public Posed newPosed() {
    return new Envelope();
  }

  private final class Envelope implements Posed {
    private final JointMatrices matrices = new JointMatrices(skin);
    private final BlendedMotion.Offsets offsets = motion.newOffsets();

    @Override
    public void set(Pose pose) {
      matrices.setSkinning(pose);
      offsets.set(pose);
    }

    @Override
    public void displace(float @Nullable [] positions, float @Nullable [] normals) {
      offsets.displace(positions, normals);
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      float[] n = matrices.columns;
      int offset = 3 * out.first();
      kernels.envelop(rows, weights, n, from, to, out.positions(), offset);
      float[] normals = out.normals();
      if (normals != null && planeRows != null) {
        kernels.envelopNormals(planeRows, planeWeights, n, from, to, normals, offset);
      }
      offsets.add(from, to, out);
    }
  }
}
