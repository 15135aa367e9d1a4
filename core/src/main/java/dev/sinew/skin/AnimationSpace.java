package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.ArrayChecks;
import dev.sinew.skin.kernel.BlendedMotion;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.PointRows;
import org.jspecify.annotations.Nullable;

/**
 * Skinning by animation projection, v = Σ_j G_j p_j (Merry, Marais and Gain, "Animation Space: A
 * Truly Linear Framework for Character Animation", 2006, section 4). Linear blending is the special
 * case p_j = w_j B_j v̂; {@link #of(SkinnedCharacter, Part)} computes these coordinates.
 *
 * <p>A normal has no coordinates in animation space, but two vectors that span the tangent plane
 * have (Merry's thesis "Animation Space", section 3.5). They are projected like points, and the
 * normal is their cross product. For linear blending, with ŝ and t̂ orthogonal to the rest normal:
 *
 * <ul>
 *   <li>q_j = w_j B_j ŝ gives the normals of the inverse transpose (equation 4.8);
 *   <li>q_j = w_j B_j ŝ + B_j v̂ (∇w_j · ŝ) gives the exact normals (equation 4.11; gradients from
 *       {@link WeightGradients}).
 * </ul>
 *
 * <p>Unlike those of {@link LinearBlend}, these normals point inwards where a pose mirrors the
 * skin, as the triangles do. Morph targets are applied with their weights at rest; poses do not
 * change them.
 */
public final class AnimationSpace implements RestDeformer, LinearSkin {
  private final Skin skin;
  private final AnimationCoords coords;
  private final @Nullable TangentPlanes planes;
  private final PointRows rows;
  private final float[] values;
  private final @Nullable TangentRows tangents;
  private final Kernels kernels;
  private final BlendedMotion motion;

  /**
   * The tangent planes of a surface in animation space, two vectors per point.
   *
   * @param first the vectors s
   * @param second the vectors t; s × t points outwards
   */
  public record TangentPlanes(AnimationCoords first, AnimationCoords second) {
    /** Checks that both have the same number of rows. */
    public TangentPlanes {
      if (first.rowCount() != second.rowCount()) {
        throw new IllegalArgumentException(
            "tangents: expected " + first.rowCount() + " of both, got " + second.rowCount());
      }
    }
  }

  private AnimationSpace(
      Skin skin,
      AnimationCoords coords,
      @Nullable TangentPlanes planes,
      PointRows rows,
      float[] values,
      @Nullable TangentRows tangents,
      Kernels kernels) {
    this.skin = skin;
    this.coords = coords;
    this.planes = planes;
    this.rows = rows;
    this.values = values;
    this.tangents = tangents;
    this.kernels = kernels;
    motion = new BlendedMotion(skin, coords.rowStarts(), coords.joints(), weights(coords));
  }

  /** Returns the constant coordinate of every entry, three times. */
  private static float[] weights(AnimationCoords coords) {
    double[] all = coords.values();
    float[] out = new float[3 * coords.totalCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) all[AnimationCoords.SIZE * (i / 3) + 3];
    }
    return out;
  }

  /**
   * Returns a deformer of given coordinates.
   *
   * @param coords a row per point
   * @param planes a tangent plane per point, or null for a deformer without normals
   */
  public static AnimationSpace of(
      Skin skin, AnimationCoords coords, @Nullable TangentPlanes planes) {
    checkJoints("points", coords, skin);
    if (planes != null) {
      checkJoints("first tangents", planes.first(), skin);
      checkJoints("second tangents", planes.second(), skin);
      ArrayChecks.size("tangents", planes.first().rowCount(), coords.rowCount());
    }
    int[] start = coords.rowStarts();
    PointRows rows = PointRows.of(start, coords.joints());
    return new AnimationSpace(
        skin,
        coords,
        planes,
        rows,
        rows.layOut(start, coords.values(), AnimationCoords.SIZE, 0),
        planes == null ? null : TangentRows.of(planes),
        Kernel.best().loops());
  }

  private static void checkJoints(String what, AnimationCoords coords, Skin skin) {
    // An empty row is padded with joint 0, so the skin needs at least one joint.
    int needed = Math.max(coords.jointsNeeded(), coords.rowCount() > 0 ? 1 : 0);
    if (needed > skin.jointCount()) {
      throw new IllegalArgumentException(
          what + ": expected joints within the skin's " + skin.jointCount() + ", need " + needed);
    }
  }

  /** Returns a deformer of a part's wedges with the positions of {@link LinearBlend}. */
  public static AnimationSpace of(SkinnedCharacter character, Part part) {
    return of(character, part, NormalMode.INVERSE_TRANSPOSE);
  }

  /** Returns a deformer of a part's wedges with the positions and normals of a linear blend. */
  public static AnimationSpace of(SkinnedCharacter character, Part part, NormalMode mode) {
    SkinnedPoints source = SkinnedPoints.of(character, part);
    RestPoints.Shape shape = source.rest().newShape();
    shape.set(character.restPose());
    float[] positions = shape.positions(0, source.rest().count());
    double[] rest = new double[positions.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = positions[i];
    }
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(source.skin(), source.influences(), rest);
    if (!shape.hasNormals()) {
      return of(source.skin(), coords, null);
    }
    float[] normals = shape.normals(0, source.rest().count());
    boolean exact = mode == NormalMode.EXACT && part.skin() != SkinnedCharacter.NO_SKIN;
    TangentPlanes planes =
        exact
            ? exactPlanes(source.skin(), character.geometry(part), rest, normals)
            : blendedPlanes(source, normals);
    return of(source.skin(), coords, planes);
  }

  private static TangentPlanes blendedPlanes(SkinnedPoints source, float[] normals) {
    PlaneBuilder planes = new PlaneBuilder(source.skin());
    for (int v = 0; v < source.influences().vertexCount(); v++) {
      planes.begin(normals, 3 * v);
      for (int i = 0; i < source.influences().count(v); i++) {
        planes.add(source.influences().joint(v, i), source.influences().weight(v, i));
      }
      planes.end();
    }
    return planes.build();
  }

  private static TangentPlanes exactPlanes(
      Skin skin, SkinnedCharacter.Geometry geometry, double[] rest, float[] normals) {
    WeightGradients gradients = WeightGradients.of(geometry);
    TriMesh mesh = geometry.mesh();
    PlaneBuilder planes = new PlaneBuilder(skin);
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int vertex = mesh.vertexOfWedge(w);
      planes.begin(normals, 3 * w);
      for (int i = 0; i < gradients.count(vertex); i++) {
        int entry = gradients.entry(vertex, i);
        planes.add(gradients.joint(entry), gradients.value(entry, 0));
        planes.addChange(gradients, entry, rest, 3 * w);
      }
      planes.end();
    }
    return planes.build();
  }

  /** Builds tangent planes point by point. */
  private static final class PlaneBuilder {
    private final Skin skin;
    private final AnimationCoords.Builder first = AnimationCoords.builder();
    private final AnimationCoords.Builder second = AnimationCoords.builder();
    private final double[] s = new double[3];
    private final double[] t = new double[3];
    private final double[] bind = new double[Affine.SIZE];
    private final double[] local = new double[3];

    private PlaneBuilder(Skin skin) {
      this.skin = skin;
    }

    private void begin(float[] normals, int at) {
      TangentBasis.of(normals[at], normals[at + 1], normals[at + 2], s, t);
    }

    /** Adds w B s and w B t. */
    private void add(int joint, double w) {
      skin.copyInverseBind(joint, bind, 0);
      Affine.transformVector(bind, 0, s, 0, local, 0);
      first.add(joint, w * local[0], w * local[1], w * local[2], 0);
      Affine.transformVector(bind, 0, t, 0, local, 0);
      second.add(joint, w * local[0], w * local[1], w * local[2], 0);
    }

    /** Adds B v̂ (∇w · s) and B v̂ (∇w · t) for the joint added last. */
    private void addChange(WeightGradients gradients, int entry, double[] rest, int at) {
      int joint = gradients.joint(entry);
      Affine.transformPoint(bind, 0, rest, at, local, 0);
      double alongS = 0;
      double alongT = 0;
      for (int k = 0; k < 3; k++) {
        alongS += gradients.value(entry, k + 1) * s[k];
        alongT += gradients.value(entry, k + 1) * t[k];
      }
      first.add(joint, alongS * local[0], alongS * local[1], alongS * local[2], alongS);
      second.add(joint, alongT * local[0], alongT * local[1], alongT * local[2], alongT);
    }

    private void end() {
      first.endRow();
      second.endRow();
    }

    private TangentPlanes build() {
      return new TangentPlanes(first.buildVectors(), second.buildVectors());
    }
  }

  /** Returns the same deformer with another kernel; it shares the data. */
  public AnimationSpace withKernel(Kernel kernel) {
    return new AnimationSpace(skin, coords, planes, rows, values, tangents, kernel.loops());
  }

  @Override
  public Skin skin() {
    return skin;
  }

  @Override
  public AnimationCoords coords() {
    return coords;
  }

  /** Returns the tangent planes of the points, or null if there are no normals. */
  public @Nullable TangentPlanes planes() {
    return planes;
  }

  @Override
  public int pointCount() {
    return coords.rowCount();
  }

  @Override
  public boolean hasNormals() {
    return tangents != null;
  }

  @Override
  public Posed newPosed() {
    return new Projection();
  }

  private final class Projection implements Posed {
    private final JointMatrices matrices = new JointMatrices(skin);
    private final BlendedMotion.Offsets offsets = motion.newOffsets();

    @Override
    public void set(Pose pose) {
      matrices.setGlobals(pose);
      offsets.set(pose);
    }

    @Override
    public void displace(float @Nullable [] positions, float @Nullable [] normals) {
      offsets.displace(positions, normals);
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      float[] g = matrices.columns;
      int offset = 3 * out.first();
      kernels.project(rows, values, g, from, to, out.positions(), offset);
      float[] normals = out.normals();
      if (normals != null && tangents != null) {
        kernels.projectNormals(tangents.rows(), tangents.values(), g, from, to, normals, offset);
      }
      offsets.add(from, to, out);
    }
  }
}
