package dev.sinew.simplify.layer;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Places where sheets of a surface lie close over each other: an eye behind its lid, a lens in
 * front of a brow, skin below cloth, the inside of a mouth behind its lips. A <em>layer sample</em>
 * is a point of one sheet with the way to the other one in some poses. Each sheet may move half of
 * this way: if both do, they touch; beyond that the wrong one is visible.
 */
public final class Layers {
  /** Values per sample and pose: the way to the other sheet over its squared length, and where. */
  private static final int WAY = 4;

  /** No layers. */
  public static final Layers NONE = new Layers(new int[0], new BitSet());

  private final int[] poses;
  private int count;
  private int[] triangles = new int[256];
  private float[] places;
  private float[] ways;
  private double[] weights = new double[256];
  private final BitSet inner = new BitSet();
  private final BitSet covered;

  /**
   * Makes an empty list.
   *
   * @param poses which of the sample poses count; kept
   * @param covered the points of the surface in front of which there is another layer in all of
   *     these poses; kept
   */
  Layers(int[] poses, BitSet covered) {
    this.poses = poses;
    this.covered = covered;
    places = new float[3 * poses.length * 256];
    ways = new float[WAY * poses.length * 256];
  }

  /**
   * Adds a pair of samples that face each other.
   *
   * @param triangles the triangles they are on, that of the inner sheet first
   * @param weight what each costs if its sheet is where the other one was
   * @param inner x, y, z of the inner sample in every pose
   * @param outer likewise
   * @param way the way from the inner to the outer sheet in every pose; 0 where it is far
   */
  void addPair(int[] triangles, double weight, double[] inner, double[] outer, double[] way) {
    this.inner.set(count);
    add(triangles[0], weight, inner, way);
    double[] back = way.clone();
    Arrays.setAll(back, i -> -way[i]);
    add(triangles[1], weight, outer, back);
  }

  /**
   * Adds a sample.
   *
   * @param triangle the triangle it is on
   * @param weight what it costs if its sheet is where the other one was
   * @param at x, y, z of the sample in every pose
   * @param way the way to the other sheet in every pose; 0 where it is far
   */
  private void add(int triangle, double weight, double[] at, double[] way) {
    if (count == triangles.length) {
      triangles = Arrays.copyOf(triangles, 2 * count);
      places = Arrays.copyOf(places, 2 * 3 * poses.length * count);
      ways = Arrays.copyOf(ways, 2 * WAY * poses.length * count);
      weights = Arrays.copyOf(weights, 2 * count);
    }
    triangles[count] = triangle;
    weights[count] = weight;
    for (int k = 0; k < 3 * poses.length; k += 3) {
      double squared = way[k] * way[k] + way[k + 1] * way[k + 1] + way[k + 2] * way[k + 2];
      int to = WAY * (poses.length * count + k / 3);
      double along = 0;
      for (int i = 0; i < 3 && squared > 0; i++) {
        ways[to + i] = (float) (way[k + i] / squared);
        along += way[k + i] * at[k + i] / squared;
      }
      ways[to + 3] = (float) along;
    }
    for (int i = 0; i < at.length; i++) {
      places[at.length * count + i] = (float) at[i];
    }
    count++;
  }

  /** Returns true if no sheets are close to each other. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns the number of samples. */
  public int count() {
    return count;
  }

  /** Returns true if another sheet is in front of a sample. */
  public boolean isInner(int sample) {
    return inner.get(sample);
  }

  /** Returns true if there is a sheet in front of a point of the surface in all poses. */
  public boolean isCovered(int point) {
    return covered.get(point);
  }

  /** Returns the number of poses of the samples. */
  public int poseCount() {
    return poses.length;
  }

  /** Returns which of the sample poses a pose is. */
  public int pose(int k) {
    return poses[k];
  }

  public int triangle(int sample) {
    return triangles[sample];
  }

  /** Returns a coordinate of a sample in a pose. */
  public float place(int sample, int k, int axis) {
    return places[3 * (poses.length * sample + k) + axis];
  }

  /** Returns what a sample costs if its sheet is where the other one was. */
  public double weight(int sample) {
    return weights[sample];
  }

  /** Returns true if the other sheet is near in a pose. */
  public boolean counts(int sample, int k) {
    int w = WAY * (poses.length * sample + k);
    return ways[w] != 0 || ways[w + 1] != 0 || ways[w + 2] != 0;
  }

  /** Returns the length of the way to the other sheet in a pose where it is near. */
  public double wayLength(int sample, int k) {
    int w = WAY * (poses.length * sample + k);
    return 1 / Math.sqrt(ways[w] * ways[w] + ways[w + 1] * ways[w + 1] + ways[w + 2] * ways[w + 2]);
  }

  /** Returns a coordinate of the unit vector to the other sheet in a pose where it is near. */
  public double direction(int sample, int k, int axis) {
    return ways[WAY * (poses.length * sample + k) + axis] * wayLength(sample, k);
  }

  /**
   * Returns the share of the way to the other sheet that a sample has gone.
   *
   * @param at x, y, z of the sample on the level in the pose
   */
  public double wayGone(int sample, int k, double[] at) {
    return wayGone(sample, k, at, 0);
  }

  private double wayGone(int sample, int k, double[] at, int from) {
    int w = WAY * (poses.length * sample + k);
    return ways[w] * at[from]
        + ways[w + 1] * at[from + 1]
        + ways[w + 2] * at[from + 2]
        - ways[w + 3];
  }

  /**
   * Returns what a sample costs: nothing up to half of the way to the other sheet, its weight at
   * the whole way, in the pose where it is nearest.
   *
   * @param at x, y, z of the sample on the level, pose by pose
   */
  double cost(int sample, double[] at) {
    double most = 0;
    for (int k = 0; k < poses.length; k++) {
      most = Math.max(most, Math.min(1, 2 * wayGone(sample, k, at, 3 * k) - 1));
    }
    return weights[sample] * most * most;
  }
}
