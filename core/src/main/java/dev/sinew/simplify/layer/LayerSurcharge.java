package dev.sinew.simplify.layer;

import dev.sinew.distance.TriangleTree;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Surcharge;
import java.util.Arrays;

/**
 * The additional cost of collapses that bring a layer close to another one. Each sample of {@link
 * Layers} belongs to the triangle of the level that is closest to it. A collapse gives the samples
 * of the triangles around its edge to those that are left there, and costs what they then cost
 * more.
 */
public final class LayerSurcharge implements Surcharge {
  private static final int NONE = CollapseView.NONE;

  /** The prices of collapses count a triangle at each of its corners. */
  private static final int CORNERS = 3;

  private final Layers layers;
  private final PosedPoints posed;

  /** The samples of every triangle, as lists. */
  private final int[] first;

  private final int[] next;
  private final double[] costs;

  // The collapse that was priced last.
  private int[] around = new int[64];
  private int aroundCount;
  private float[] corners = new float[9 * 64];
  private int[] samples = new int[256];
  private int[] chosen = new int[256];
  private double[] newCosts = new double[256];
  private int sampleCount;
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final double[] at;

  /**
   * @param layers the layers of the mesh before any collapse
   * @param posed its points, which change with every collapse; kept
   */
  public LayerSurcharge(Layers layers, PosedPoints posed, int triangles) {
    this.layers = layers;
    this.posed = posed;
    at = new double[3 * layers.poseCount()];
    first = new int[triangles];
    Arrays.fill(first, NONE);
    next = new int[layers.count()];
    costs = new double[layers.count()];
    for (int s = layers.count() - 1; s >= 0; s--) {
      next[s] = first[layers.triangle(s)];
      first[layers.triangle(s)] = s;
    }
  }

  @Override
  public double of(CollapseView mesh, int from, int into, double[] moved) {
    aroundCount = 0;
    sampleCount = 0;
    collect(mesh, from, into, moved);
    collect(mesh, into, from, moved);
    double more = 0;
    for (int i = 0; i < sampleCount && aroundCount > 0; i++) {
      place(mesh, i, moved);
      more += newCosts[i] - costs[samples[i]];
    }
    return CORNERS * Math.max(0, more);
  }

  /** Collects the triangles around a point, those that are left with their new corners. */
  private void collect(CollapseView mesh, int p, int other, double[] moved) {
    int reference = layers.pose(0);
    for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
      int q = mesh.point(CollapseView.after(c));
      int r = mesh.point(CollapseView.after(CollapseView.after(c)));
      boolean isLeft = q != other && r != other;
      // Samples of triangles at both ends are collected once, at one of the ends.
      if (isLeft || p < other) {
        for (int s = first[c / 3]; s != NONE; s = next[s]) {
          addSample(s);
        }
      }
      if (isLeft) {
        if (aroundCount == around.length) {
          around = Arrays.copyOf(around, 2 * aroundCount);
          corners = Arrays.copyOf(corners, 18 * aroundCount);
        }
        for (int i = 0; i < 3; i++) {
          int o = 9 * aroundCount + i;
          corners[o] = (float) moved[3 * reference + i];
          corners[o + 3] = (float) posed.get(q, reference, i);
          corners[o + 6] = (float) posed.get(r, reference, i);
        }
        around[aroundCount++] = c;
      }
    }
  }

  private void addSample(int s) {
    if (sampleCount == samples.length) {
      samples = Arrays.copyOf(samples, 2 * sampleCount);
      chosen = Arrays.copyOf(chosen, 2 * sampleCount);
      newCosts = Arrays.copyOf(newCosts, 2 * sampleCount);
    }
    samples[sampleCount++] = s;
  }

  /** Finds the triangle closest to a sample in the first pose, and the cost there. */
  private void place(CollapseView mesh, int i, double[] moved) {
    int s = samples[i];
    hit.clear();
    for (int t = 0; t < aroundCount; t++) {
      hit.consider(
          corners,
          9 * t,
          9 * t + 3,
          9 * t + 6,
          t,
          layers.place(s, 0, 0),
          layers.place(s, 0, 1),
          layers.place(s, 0, 2));
    }
    int corner = around[hit.triangle()];
    int q = mesh.point(CollapseView.after(corner));
    int r = mesh.point(CollapseView.after(CollapseView.after(corner)));
    for (int k = 0; k < layers.poseCount(); k++) {
      int pose = layers.pose(k);
      for (int axis = 0; axis < 3; axis++) {
        at[3 * k + axis] =
            hit.weight(0) * moved[3 * pose + axis]
                + hit.weight(1) * posed.get(q, pose, axis)
                + hit.weight(2) * posed.get(r, pose, axis);
      }
    }
    chosen[i] = corner / 3;
    newCosts[i] = layers.cost(s, at);
  }

  @Override
  public void commit() {
    if (aroundCount == 0) {
      return;
    }
    for (int i = 0; i < aroundCount; i++) {
      first[around[i] / 3] = NONE;
    }
    for (int i = sampleCount - 1; i >= 0; i--) {
      int s = samples[i];
      costs[s] = newCosts[i];
      next[s] = first[chosen[i]];
      first[chosen[i]] = s;
    }
  }
}
