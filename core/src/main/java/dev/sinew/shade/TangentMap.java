package dev.sinew.shade;

import dev.sinew.draw.Srgb;
import dev.sinew.influence.TangentLimit;
import dev.sinew.math.Vec3;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.PlaneMean;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A texture whose texels are tangent planes of a surface in animation space: pairs of vectors that
 * follow every pose (Merry's thesis "Animation Space", section 7.5.1). Unlike a normal map in
 * tangent space it does not depend on the level of detail, and it shows folds that come and go with
 * the pose. The normal of a texel is the cross product of its two vectors in the pose.
 */
public final class TangentMap {
  /** Stands for a texel without a plane. */
  private static final int NONE = -1;

  private final int side;
  private final int[] rowOf;
  private final AnimationCoords first;
  private final AnimationCoords second;

  /**
   * Creates a map.
   *
   * @param side texels per row and rows
   * @param rowOf the plane of every texel, row by row from the top; negative for none
   * @param first the first vector of every plane, of weight 0
   * @param second the second vectors; first × second points outwards
   */
  public TangentMap(int side, int[] rowOf, AnimationCoords first, AnimationCoords second) {
    if (rowOf.length != Math.multiplyExact(side, side) || second.rowCount() != first.rowCount()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "tangent map: expected %d texels and %d second vectors, got %d and %d",
              side * side,
              first.rowCount(),
              rowOf.length,
              second.rowCount()));
    }
    for (int row : rowOf) {
      if (row >= first.rowCount()) {
        throw new IllegalArgumentException(
            "texels: expected planes below " + first.rowCount() + ", got " + row);
      }
    }
    this.side = side;
    this.rowOf = rowOf.clone();
    this.first = first;
    this.second = second;
  }

  /** Returns the number of texels per row. */
  public int side() {
    return side;
  }

  /** Returns the number of texels with a plane. */
  public int planeCount() {
    return first.rowCount();
  }

  /** Returns true if a texel has a plane. */
  public boolean hasPlane(int texel) {
    return rowOf[texel] >= 0;
  }

  /** Returns the plane of every texel; negative for none. */
  public int[] rows() {
    return rowOf.clone();
  }

  /** Returns the first vector of every plane. */
  public AnimationCoords first() {
    return first;
  }

  /** Returns the second vector of every plane. */
  public AnimationCoords second() {
    return second;
  }

  /** Returns the mean number of joints per plane. */
  public double influences() {
    double both = first.totalCount() + second.totalCount();
    return planeCount() == 0 ? 0 : both / (2.0 * planeCount());
  }

  /**
   * Computes the normals of a pose: the object-space normal map of algorithm 3.
   *
   * @param matrices a 3×4 matrix per joint, as the vectors refer to them
   * @return x, y, z of every texel, of length 1, or zero
   */
  public float[] normals(double[] matrices, RunContext context) {
    float[] out = new float[3 * rowOf.length];
    context.runRanges(
        rowOf.length,
        (from, to) -> {
          double[] a = new double[3];
          double[] b = new double[3];
          double[] n = new double[3];
          for (int texel = from; texel < to; texel++) {
            if (normal(texel, matrices, a, b, n)) {
              for (int k = 0; k < 3; k++) {
                out[3 * texel + k] = (float) n[k];
              }
            }
          }
        });
    return out;
  }

  private boolean normal(int texel, double[] matrices, double[] a, double[] b, double[] n) {
    if (rowOf[texel] < 0) {
      return false;
    }
    first.project(rowOf[texel], matrices, a, 0);
    second.project(rowOf[texel], matrices, b, 0);
    Vec3.cross(a, b, n);
    return PosedFrames.normalize(n);
  }

  /**
   * Paints the normals of a pose: the object-space normal map as a texture, x, y and z from -1 to 1
   * as red, green and blue, with gutters filled outwards.
   *
   * @param matrices a 3×4 matrix per joint, as the vectors refer to them
   */
  public Pixels normalMap(double[] matrices, RunContext context) {
    float[] normals = normals(matrices, context);
    int[] argb = new int[rowOf.length];
    boolean[] known = new boolean[rowOf.length];
    for (int i = 0; i < argb.length; i++) {
      float x = normals[3 * i], y = normals[3 * i + 1], z = normals[3 * i + 2];
      known[i] = x != 0 || y != 0 || z != 0;
      argb[i] = Srgb.opaqueNumbers(0.5 * x + 0.5, 0.5 * y + 0.5, 0.5 * z + 0.5);
    }
    new GutterFill(side, known, context).fill(argb);
    return new Pixels(side, side, argb);
  }

  /**
   * Returns the map and all lower resolutions, down to one texel, each half the one before.
   *
   * @param metric the metric of the means, over the joints of the vectors
   */
  public List<TangentMap> levels(PoseMetric metric) {
    List<TangentMap> out = new ArrayList<>();
    out.add(this);
    while (out.getLast().side > 1) {
      out.add(out.getLast().half(metric));
    }
    return out;
  }

  /**
   * Returns the map at half the resolution: every texel has the mean plane of four.
   *
   * @param metric the metric of the mean, over the joints of the vectors
   */
  public TangentMap half(PoseMetric metric) {
    int size = Math.max(1, side / 2);
    int[] rows = new int[size * size];
    Builder planes = new Builder(metric);
    List<Integer> from = new ArrayList<>();
    for (int texel = 0; texel < rows.length; texel++) {
      from.clear();
      for (int i = 0; i < 4; i++) {
        int column = Math.min(side - 1, 2 * (texel % size) + i % 2);
        int row = Math.min(side - 1, 2 * (texel / size) + i / 2);
        if (rowOf[row * side + column] >= 0) {
          from.add(rowOf[row * side + column]);
        }
      }
      double[] weights = new double[from.size()];
      Arrays.fill(weights, 1);
      int[] list = from.stream().mapToInt(Integer::intValue).toArray();
      rows[texel] = planes.add(first, second, list, weights) ? planes.count() - 1 : NONE;
    }
    return planes.build(size, rows);
  }

  /** Collects mean planes. */
  static final class Builder {
    private final PoseMetric metric;
    private final AnimationCoords.Builder first = AnimationCoords.builder();
    private final AnimationCoords.Builder second = AnimationCoords.builder();
    private final List<AnimationVector> vectors = new ArrayList<>();
    private int count;

    Builder(PoseMetric metric) {
      this.metric = metric;
    }

    int count() {
      return count;
    }

    /** Adds the weighted mean of some planes; returns false if there is none. */
    boolean add(AnimationCoords a, AnimationCoords b, int[] rows, double[] weights) {
      return add(a, b, rows, weights, (_, _) -> null);
    }

    /** Says how a mean plane is tilted, from the factors of its vectors; null if it is not. */
    interface Tilting {
      TiltedPlanes.@Nullable Tilt of(double[] first, double[] second);
    }

    /** Adds the weighted mean of some planes, tilted; returns false if there is none. */
    boolean add(
        AnimationCoords a, AnimationCoords b, int[] rows, double[] weights, Tilting tilting) {
      int size = 2 * rows.length;
      while (vectors.size() < size) {
        vectors.add(new AnimationVector());
      }
      for (int i = 0; i < rows.length; i++) {
        vectors.get(2 * i).set(a, rows[i]);
        vectors.get(2 * i + 1).set(b, rows[i]);
      }
      double[] gram = new double[size * size];
      for (int r = 0; r < size; r++) {
        for (int s = 0; s <= r; s++) {
          gram[size * r + s] = metric.inner(vectors.get(r), vectors.get(s));
          gram[size * s + r] = gram[size * r + s];
        }
      }
      PlaneMean mean = new PlaneMean(size, gram);
      for (int i = 0; i < rows.length; i++) {
        mean.add(2 * i, 2 * i + 1, weights[i]);
      }
      double[] c = new double[size];
      double[] d = new double[size];
      if (!mean.solve(c, d)) {
        return false;
      }
      TiltedPlanes.Tilt tilt = tilting.of(c, d);
      for (int i = 0; i < rows.length && tilt != null; i++) {
        for (int k = 2 * i; k < 2 * i + 2; k++) {
          double inFirst = tilt.factors()[0] * c[k] + tilt.factors()[1] * d[k];
          d[k] = tilt.factors()[2] * c[k] + tilt.factors()[3] * d[k];
          c[k] = inFirst;
        }
        first.add(tilt.normals(), rows[i], tilt.normalFactors()[0] * weights[i]);
        second.add(tilt.normals(), rows[i], tilt.normalFactors()[1] * weights[i]);
      }
      for (int i = 0; i < rows.length; i++) {
        first.add(a, rows[i], c[2 * i]).add(b, rows[i], c[2 * i + 1]);
        second.add(a, rows[i], d[2 * i]).add(b, rows[i], d[2 * i + 1]);
      }
      first.endRow();
      second.endRow();
      count++;
      return true;
    }

    /**
     * Returns the planes without the joints that their positions do not have.
     *
     * @param positions a row per plane
     */
    Builder limited(TangentLimit limit, AnimationCoords positions, RunContext context) {
      TangentLimit.Planes kept =
          limit.apply(
              new TangentLimit.Planes(first.buildVectors(), second.buildVectors()),
              positions,
              context);
      Builder out = new Builder(metric);
      for (int row = 0; row < count; row++) {
        out.first.add(kept.first(), row, 1).endRow();
        out.second.add(kept.second(), row, 1).endRow();
      }
      out.count = count;
      return out;
    }

    /** Adds all planes of another builder. */
    void addAll(Builder other) {
      AnimationCoords a = other.first.buildVectors();
      AnimationCoords b = other.second.buildVectors();
      for (int row = 0; row < other.count; row++) {
        first.add(a, row, 1).endRow();
        second.add(b, row, 1).endRow();
      }
      count += other.count;
    }

    TangentMap build(int side, int[] rows) {
      return new TangentMap(side, rows, first.buildVectors(), second.buildVectors());
    }
  }
}
