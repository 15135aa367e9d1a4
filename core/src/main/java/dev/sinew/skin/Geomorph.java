package dev.sinew.skin;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.PointRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Interpolates between two sets of coordinates in animation space, v = Σ_j G_j ((1 − l) p_j + l
 * p'_j), for smooth changes of the level of detail (Merry's thesis "Animation Space", section
 * 7.4.1, algorithm 1). The level l, 0 to 1, is set for all points or per point. Tangent planes are
 * interpolated too. At 0 and 1 the coordinates are exactly the given ones, so that nothing jumps
 * when a level replaces another.
 *
 * <p>The sums are computed block by block in the memory of {@link Morphed}; the projection is that
 * of {@link AnimationSpace}.
 */
public final class Geomorph implements Deformer {
  /** The points per block; their sums stay in the first-level cache until they are projected. */
  private static final int BLOCK = 256;

  private final Skin skin;
  private final PointRows rows;
  private final float[] start;
  private final float[] end;
  private final @Nullable PointRows planeRows;
  private final float[] planeStart;
  private final float[] planeEnd;
  private final Kernels kernels;

  private Geomorph(AnimationSpace from, AnimationCoords to, @Nullable TangentPlanes planesTo) {
    skin = from.skin();
    kernels = Kernel.best().loops();
    AnimationCoords first = from.coords().plusScaled(0, to);
    AnimationCoords last = to.plusScaled(0, from.coords());
    int[] starts = first.rowStarts();
    rows = PointRows.of(starts, first.joints());
    start = rows.layOut(starts, first.values(), AnimationCoords.SIZE, 0);
    end = rows.layOut(starts, last.values(), AnimationCoords.SIZE, 0);
    TangentPlanes planes = from.planes();
    if (planes == null || planesTo == null) {
      planeRows = null;
      planeStart = new float[0];
      planeEnd = planeStart;
      return;
    }
    TangentRows begin = TangentRows.of(union(planes, planesTo));
    planeRows = begin.rows();
    planeStart = begin.values();
    planeEnd = TangentRows.of(union(planesTo, planes)).values();
  }

  /** Returns the first planes over the joints of both. */
  private static TangentPlanes union(TangentPlanes own, TangentPlanes other) {
    return new TangentPlanes(
        own.first().plusScaled(0, other.first()).plusScaled(0, other.second()),
        own.second().plusScaled(0, other.second()).plusScaled(0, other.first()));
  }

  /**
   * Returns the geomorph between two surfaces of the same skin and the same number of points. It
   * has normals if both have.
   */
  public static Geomorph between(AnimationSpace from, AnimationSpace to) {
    if (from.skin() != to.skin()) {
      throw new IllegalArgumentException(
          "skins: expected one, got " + from.skin().name() + " and " + to.skin().name());
    }
    return new Geomorph(from, to.coords(), to.planes());
  }

  /**
   * Returns the geomorph from a surface to one displaced by vectors; the tangent planes stay.
   *
   * @param change Δp, a row per point
   */
  public static Geomorph displacing(AnimationSpace from, AnimationCoords change) {
    if (change.jointsNeeded() > from.skin().jointCount()) {
      throw new IllegalArgumentException(
          "change: expected joints within the skin's "
              + from.skin().jointCount()
              + ", need "
              + change.jointsNeeded());
    }
    return new Geomorph(from, from.coords().plusScaled(1, change), from.planes());
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
  public Morphed newPosed() {
    return new Morphed();
  }

  /** The working memory: a pose and a level per point, 0 at first. */
  public final class Morphed implements Posed {
    private final JointMatrices matrices = new JointMatrices(skin);
    private final float[] levels = new float[pointCount()];
    private final float[] coords = new float[start.length];
    private final float[] tangents = new float[planeStart.length];

    private Morphed() {}

    /** Sets one level, 0 to 1, for all points. */
    public void setLevel(double level) {
      NumberRange.require("level", level, 0, 1);
      Arrays.fill(levels, (float) level);
    }

    /** Sets a level, 0 to 1, for every point; copied. */
    public void setLevels(float[] perPoint) {
      ArrayChecks.size("levels", perPoint.length, levels.length);
      for (int v = 0; v < perPoint.length; v++) {
        if (!(perPoint[v] >= 0 && perPoint[v] <= 1)) {
          throw new IllegalArgumentException(
              "levels[" + v + "]: expected 0 to 1, got " + perPoint[v]);
        }
      }
      System.arraycopy(perPoint, 0, levels, 0, levels.length);
    }

    @Override
    public void set(Pose pose) {
      matrices.setGlobals(pose);
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      float[] g = matrices.columns;
      float[] normals = out.normals();
      int offset = 3 * out.first();
      for (int v = from; v < to; v += BLOCK) {
        int last = Math.min(v + BLOCK, to);
        morph(rows, AnimationCoords.SIZE, start, end, v, last, coords);
        kernels.project(rows, coords, g, v, last, out.positions(), offset);
        if (normals != null && planeRows != null) {
          morph(planeRows, TangentRows.SIZE, planeStart, planeEnd, v, last, tangents);
          kernels.projectNormals(planeRows, tangents, g, v, last, normals, offset);
        }
      }
    }

    private void morph(
        PointRows of, int width, float[] a, float[] b, int from, int to, float[] out) {
      for (int v = from; v < to; v++) {
        float level = levels[v];
        for (int i = width * of.rowStart[v]; i < width * of.rowStart[v + 1]; i++) {
          out[i] = (1 - level) * a[i] + level * b[i];
        }
      }
    }
  }
}
