package dev.sinew.skin;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.PointRows;
import org.jspecify.annotations.Nullable;

/**
 * Linear blend skinning, also called skeletal subspace deformation (SSD): v = Σ_j w_j M_j v̂, with
 * M_j the product of a joint's global transform and its inverse bind matrix ("Animation Space: A
 * Truly Linear Framework for Character Animation", section 3.2). The matrices are blended first,
 * and the blend is applied once. Normals are transformed by the inverse transpose of a matrix that
 * {@link NormalMode} selects; the exact mode uses the weight gradients of the unmorphed mesh.
 *
 * <p>A part without a skin has one joint, its node, with an identity inverse bind matrix.
 */
public final class LinearBlend implements RestDeformer, LinearSkin {
  private final SkinnedPoints points;
  private final TriMesh mesh;
  private final PointRows rows;
  private final float[] weights;
  private final @Nullable GradientRows gradients;
  private final Kernels kernels;

  /** The data of the exact normals; the rows also contain the joints of neighbour vertices. */
  private record GradientRows(PointRows rows, float[] values) {}

  private LinearBlend(
      SkinnedPoints points,
      TriMesh mesh,
      PointRows rows,
      float[] weights,
      @Nullable GradientRows gradients,
      Kernels kernels) {
    this.points = points;
    this.mesh = mesh;
    this.rows = rows;
    this.weights = weights;
    this.gradients = gradients;
    this.kernels = kernels;
  }

  /** Returns the deformer of a part's wedges; its output is in scene space. */
  public static LinearBlend of(SkinnedCharacter character, Part part) {
    return of(character, part, NormalMode.INVERSE_TRANSPOSE);
  }

  /** Returns the deformer of a part's wedges with a choice of normals. */
  public static LinearBlend of(SkinnedCharacter character, Part part, NormalMode mode) {
    SkinnedPoints points = SkinnedPoints.of(character, part);
    int[] start = points.rowStarts();
    PointRows rows = PointRows.of(start, points.joints());
    boolean exact =
        mode == NormalMode.EXACT
            && points.rest().hasNormals()
            && part.skin() != SkinnedCharacter.NO_SKIN;
    return new LinearBlend(
        points,
        character.geometry(part).mesh(),
        rows,
        rows.layOut(start, points.weights(), 1, 0),
        exact ? gradientRows(character.geometry(part)) : null,
        Kernel.best().loops());
  }

  private static GradientRows gradientRows(SkinnedCharacter.Geometry geometry) {
    WeightGradients gradients = WeightGradients.of(geometry);
    int wedges = geometry.mesh().wedgeCount();
    int[] start = new int[wedges + 1];
    for (int w = 0; w < wedges; w++) {
      int count = gradients.count(geometry.mesh().vertexOfWedge(w));
      start[w + 1] = Math.addExact(start[w], count);
    }
    int[] joints = new int[start[wedges]];
    double[] values = new double[Math.multiplyExact(WeightGradients.SIZE, joints.length)];
    for (int w = 0; w < wedges; w++) {
      for (int i = start[w]; i < start[w + 1]; i++) {
        int entry = gradients.entry(geometry.mesh().vertexOfWedge(w), i - start[w]);
        joints[i] = gradients.joint(entry);
        for (int k = 0; k < WeightGradients.SIZE; k++) {
          values[WeightGradients.SIZE * i + k] = gradients.value(entry, k);
        }
      }
    }
    PointRows rows = PointRows.of(start, joints);
    return new GradientRows(rows, rows.layOut(start, values, WeightGradients.SIZE, 0));
  }

  /** Returns the same deformer with another kernel; it shares the data. */
  public LinearBlend withKernel(Kernel kernel) {
    return new LinearBlend(points, mesh, rows, weights, gradients, kernel.loops());
  }

  @Override
  public Skin skin() {
    return points.skin();
  }

  /** Computes the coordinates of the points without morph targets, anew at every call. */
  @Override
  public AnimationCoords coords() {
    // From the double precision positions, so that bounds equal those of the part.
    double[] rest = new double[Math.multiplyExact(3, mesh.wedgeCount())];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      for (int k = 0; k < 3; k++) {
        rest[3 * w + k] = mesh.position(mesh.vertexOfWedge(w), k);
      }
    }
    return AnimationCoords.ofLinearBlend(points.skin(), points.influences(), rest);
  }

  @Override
  public int pointCount() {
    return points.rest().count();
  }

  @Override
  public boolean hasNormals() {
    return points.rest().hasNormals();
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend implements Posed {
    private final RestPoints.Shape shape = points.rest().newShape();
    private final JointMatrices matrices = new JointMatrices(points.skin());

    @Override
    public void set(Pose pose) {
      shape.set(pose);
      matrices.setSkinning(pose);
    }

    @Override
    public void displace(float @Nullable [] positions, float @Nullable [] normals) {
      shape.displace(positions, normals);
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      float[] restPositions = shape.positions(from, to);
      float[] m = matrices.columns;
      float[] outNormals = out.normals();
      int offset = 3 * out.first();
      kernels.blend(rows, weights, m, restPositions, from, to, out.positions(), offset);
      if (outNormals == null) {
        return;
      }
      float[] restNormals = shape.normals(from, to);
      if (gradients == null) {
        kernels.blendNormals(rows, weights, m, restNormals, from, to, outNormals, offset);
      } else {
        kernels.gradientNormals(
            gradients.rows(),
            gradients.values(),
            m,
            restPositions,
            restNormals,
            from,
            to,
            outNormals,
            offset);
      }
    }
  }
}
