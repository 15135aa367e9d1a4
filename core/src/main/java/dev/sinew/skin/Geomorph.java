package dev.sinew.skin;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import dev.sinew.skin.kernel.JointMatrices;
import dev.sinew.skin.kernel.Kernel;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.PointRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Slides points from one place in animation space to another, v = Σ_j G_j (p_j + l Δp_j), as a
 * level of detail comes in (Merry's thesis "Animation Space", section 7.4.1, algorithm 1). The
 * level l, 0 to 1, is one for all points or each point's own. Tangent planes slide along.
 *
 * <p>The sums p + l Δp are formed block by block while filling, in scratch of the {@link Morphed},
 * so that the projection itself is that of {@link AnimationSpace}.
 */
public final class Geomorph implements Deformer {
  /** Points whose sums stay in the nearest cache until they are projected. */
  private static final int BLOCK = 256;

  private final Skin skin;
  private final PointRows rows;
  private final float[] start;
  private final float[] change;
  private final @Nullable PointRows planeRows;
  private final float[] planeStart;
  private final float[] planeChange;
  private final Kernels kernels;

  private Geomorph(AnimationSpace from, AnimationCoords change, @Nullable TangentPlanes planeEnd) {
    skin = from.skin();
    kernels = Kernel.best().loops();
    AnimationCoords first = from.points().plusScaled(0, change);
    AnimationCoords wide = change.plusScaled(0, from.points());
    int[] starts = first.rowStarts();
    rows = PointRows.of(starts, first.joints());
    start = rows.spread(starts, first.values(), AnimationCoords.SIZE, 0);
    this.change = rows.spread(starts, wide.values(), AnimationCoords.SIZE, 0);
    TangentPlanes planes = from.planes();
    if (planes == null || planeEnd == null) {
      planeRows = null;
      planeStart = new float[0];
      planeChange = planeStart;
      return;
    }
    TangentRows begin = TangentRows.of(union(planes, planeEnd));
    TangentRows end = TangentRows.of(union(planeEnd, planes));
    planeRows = begin.rows();
    planeStart = begin.values();
    planeChange = end.values().clone();
    for (int i = 0; i < planeChange.length; i++) {
      planeChange[i] -= planeStart[i];
    }
  }

  /** The first planes over the joints of both. */
  private static TangentPlanes union(TangentPlanes own, TangentPlanes other) {
    return new TangentPlanes(
        own.first().plusScaled(0, other.first()).plusScaled(0, other.second()),
        own.second().plusScaled(0, other.second()).plusScaled(0, other.first()));
  }

  /**
   * From one surface to another of as many points on the same skin; with normals when both have
   * them.
   */
  public static Geomorph between(AnimationSpace from, AnimationSpace to) {
    if (from.skin() != to.skin()) {
      throw new IllegalArgumentException(
          "skins: expected one, got " + from.skin().name() + " and " + to.skin().name());
    }
    return new Geomorph(from, from.points().differenceTo(to.points()), to.planes());
  }

  /**
   * From a surface to one displaced by vectors; the tangent planes stay.
   *
   * @param change Δp, a row a point, its joints within the skin's
   */
  public static Geomorph displacing(AnimationSpace from, AnimationCoords change) {
    if (change.jointsNeeded() > from.skin().jointCount()) {
      throw new IllegalArgumentException(
          "change: expected joints within the skin's "
              + from.skin().jointCount()
              + ", need "
              + change.jointsNeeded());
    }
    return new Geomorph(from, change, from.planes());
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

  /** Scratch that holds a pose and a level for every point; all begin at level 0. */
  public final class Morphed implements Posed {
    private final JointMatrices matrices = new JointMatrices(skin);
    private final float[] levels = new float[pointCount()];
    private final float[] coords = new float[start.length];
    private final float[] tangents = new float[planeStart.length];

    private Morphed() {}

    /** Sets one level, 0 to 1, for all points. */
    public void setLevel(double level) {
      if (!(level >= 0 && level <= 1)) {
        throw new IllegalArgumentException("level: expected 0 to 1, got " + level);
      }
      Arrays.fill(levels, (float) level);
    }

    /** Sets a level, 0 to 1, for every point; copied. */
    public void setLevels(float[] perPoint) {
      if (perPoint.length != levels.length) {
        throw new IllegalArgumentException(
            "levels: expected " + levels.length + ", got " + perPoint.length);
      }
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
        int end = Math.min(v + BLOCK, to);
        morph(rows, AnimationCoords.SIZE, start, change, v, end, coords);
        kernels.project(rows, coords, g, v, end, out.positions(), offset);
        if (normals != null && planeRows != null) {
          morph(planeRows, TangentRows.SIZE, planeStart, planeChange, v, end, tangents);
          kernels.projectNormals(planeRows, tangents, g, v, end, normals, offset);
        }
      }
    }

    private void morph(
        PointRows of, int width, float[] base, float[] delta, int from, int to, float[] out) {
      for (int v = from; v < to; v++) {
        float level = levels[v];
        for (int i = width * of.rowStart[v]; i < width * of.rowStart[v + 1]; i++) {
          out[i] = base[i] + level * delta[i];
        }
      }
    }
  }
}
