package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.simplify.layer.Layers;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The layer samples of one mesh, each on the closest triangle of the level. A flip must not bring a
 * layer closer to another one than half of the way, where it was not.
 *
 * @param of the samples of each triangle of the level
 */
record FlipLayers(Layers layers, int[][] of) {
  /** The share of the way to another layer that each may go. */
  private static final double WAY_SHARE = 0.5;

  static FlipLayers none(int triangles) {
    return new FlipLayers(Layers.NONE, new int[triangles][0]);
  }

  /**
   * Assigns the layer samples of a mesh.
   *
   * @param m the mesh
   * @param shapes its points in the level, per pose
   */
  static FlipLayers of(LevelOrigin origin, JoinedCharacter level, int m, float[][] shapes) {
    Layers layers = origin.layers();
    int count = level.firstTriangle(m + 1) - level.firstTriangle(m);
    if (layers.isEmpty()) {
      return none(count);
    }
    int[] corners = level.character().meshes().get(m).mesh().triangles();
    TriangleTree tree = new TriangleTree(shapes[layers.pose(0)], corners);
    int[] parts = origin.partsOf(level, m);
    int first = origin.original().firstTriangle(m);
    int end = origin.original().firstTriangle(m + 1);
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    IntStream.Builder[] of = new IntStream.Builder[count];
    Arrays.setAll(of, t -> IntStream.builder());
    for (int s = 0; s < layers.count(); s++) {
      int t = layers.triangle(s);
      if (t >= first && t < end) {
        hit.onlyPart(parts, origin.parts()[t]);
        tree.closest(
            layers.place(s, 0, 0), layers.place(s, 0, 1), layers.place(s, 0, 2), hit, scratch);
        if (hit.isFound()) {
          of[hit.triangle()].add(s);
        }
      }
    }
    return new FlipLayers(
        layers, Arrays.stream(of).map(one -> one.build().toArray()).toArray(int[][]::new));
  }

  /**
   * Returns true if a flip brings a layer too close to another one.
   *
   * @param one a triangle of the edge; {@code other} likewise
   * @param before 3 points of each triangle before the flip
   * @param after the same after it
   * @param posed the points per pose
   */
  boolean forbid(
      int one, int other, int[] before, int[] after, float[][] posed, TriangleTree.Hit hit) {
    for (int[] some : new int[][] {of[one], of[other]}) {
      for (int s : some) {
        for (int k = 0; k < layers.poseCount(); k++) {
          if (layers.counts(s, k)) {
            float[] points = posed[layers.pose(k)];
            double gone = gone(s, k, after, points, hit);
            if (gone > WAY_SHARE && gone > gone(s, k, before, points, hit)) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  /** Returns the share of the way to the other layer that a sample has gone on two triangles. */
  private double gone(int s, int k, int[] corners, float[] points, TriangleTree.Hit hit) {
    closest(s, k, corners, points, hit);
    double[] at = new double[3];
    for (int c = 0; c < 3; c++) {
      for (int axis = 0; axis < 3; axis++) {
        at[axis] += hit.weight(c) * points[3 * corners[3 * hit.triangle() + c] + axis];
      }
    }
    return layers.wayGone(s, k, at);
  }

  private void closest(int s, int k, int[] corners, float[] points, TriangleTree.Hit hit) {
    hit.clear();
    for (int t = 0; t < 2; t++) {
      hit.consider(
          points,
          3 * corners[3 * t],
          3 * corners[3 * t + 1],
          3 * corners[3 * t + 2],
          t,
          layers.place(s, k, 0),
          layers.place(s, k, 1),
          layers.place(s, k, 2));
    }
  }

  /** Assigns the samples of two triangles anew after a flip; the parameters as before it. */
  void flip(int one, int other, int[] after, float[][] posed, TriangleTree.Hit hit) {
    IntStream.Builder[] of = {IntStream.builder(), IntStream.builder()};
    for (int[] some : new int[][] {this.of[one], this.of[other]}) {
      for (int s : some) {
        closest(s, 0, after, posed[layers.pose(0)], hit);
        of[hit.triangle()].add(s);
      }
    }
    this.of[one] = of[0].build().toArray();
    this.of[other] = of[1].build().toArray();
  }
}
