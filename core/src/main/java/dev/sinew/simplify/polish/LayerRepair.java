package dev.sinew.simplify.polish;

import dev.sinew.distance.Ray;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Affine;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.layer.Layers;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves covered points of a level where its inner layers have come through its outer ones. The
 * level is compared with itself on the lines of {@link Layers}: where the inner sheet of a line is
 * in front of the outer one, the corners of both that are covered by another sheet are moved along
 * the line until they are in order (Müller et al., "Position Based Dynamics", 2007). What is seen
 * stays: nothing is lost where a covered point moves, but what is seen would change its shape.
 */
public final class LayerRepair {
  private static final int PASSES = 8;

  /**
   * The least number of points where lines start. A triangle of a level may be as large as one of a
   * coarse original, so lines at vertices alone do not tell what comes through between them.
   */
  public static final int LEAST_LINES = 20_000;

  /**
   * Lines that move their corners by more than about the inverse of this are left: the corners are
   * far away, or hardly covered. With 0.02 more layers are in order, but close views of bitmoji and
   * riggedmesh are 3 to 7 % worse in the worst twentieth; with 0.1 they are the same.
   */
  private static final double LEAST_MOBILE = 0.1;

  /** How far a sheet may be from its place, in root mean square distances of its part. */
  private static final double FARTHEST = 4;

  /** How far a point may move, in distances that its lines were wrong by. */
  private static final double MAX_MOVE = 2;

  private static final int NONE = -1;

  private final Layers layers;
  private final LevelSkin skin;
  private final int[] corners;
  private final int[] levelParts;
  private final int[] parts;

  /**
   * How freely each point moves, 0 to 1: the fourth power of how much of it is covered, so that
   * points at the border of what is seen hardly move.
   */
  private final double[] mobility;

  private final TriangleTree tree;
  private final RunContext context;

  /** Pairs of samples on different parts, by the first of both. */
  private final int[] lines;

  /**
   * How far from its place the sheet of a line is looked for, per part: a surface that is much
   * farther away than the level's error is another one.
   */
  private final double[] reach;

  /** How far a line through each point is in the wrong order before the repair. */
  private final double[] need;

  /** The points before the repair in every pose of the layers. */
  private final float[][] start;

  /** The triangle of the level at every sample, per pose. */
  private final int[][] triangle;

  /** The points for which these triangles were found, per pose. */
  private final float[][] searched;

  /** The barycentric coordinates of every sample on its triangle, in the pose searched last. */
  private final float[] bary;

  private LayerRepair(
      LevelOrigin origin, Layers layers, LevelPair pair, BitSet fixed, RunContext context) {
    this.layers = layers;
    skin = pair.levelSkin;
    parts = origin.parts();
    levelParts = origin.levelParts();
    this.context = context;
    TriMesh level = pair.level.restMesh();
    corners = level.triangles();
    tree = new TriangleTree(level.floatPositions(), corners, context);
    mobility = mobility(level, origin.original().restMesh());
    fixed.stream().forEach(p -> mobility[p] = 0);
    need = new double[mobility.length];
    lines = lines();
    reach = reach(level);
    start = new float[layers.poseCount()][3 * skin.pointCount()];
    for (int k = 0; k < start.length; k++) {
      skin.pose(layers.pose(k), start[k]);
    }
    triangle = new int[start.length][layers.count()];
    searched = new float[start.length][3 * skin.pointCount()];
    for (int k = 0; k < start.length; k++) {
      Arrays.fill(triangle[k], NONE);
      Arrays.fill(searched[k], Float.NaN); // Differs from any point.
    }
    bary = new float[3 * layers.count()];
  }

  /**
   * Repairs a level.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes
   * @param layers the layers of the original in the same poses, from {@link #LEAST_LINES} points
   * @param poses the poses
   * @param fixed points of the joined level that are not moved
   */
  public static SkinnedCharacter run(
      LevelOrigin origin,
      Layers layers,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      RunContext context) {
    if (layers.isEmpty()) {
      return level;
    }
    LevelPair pair = new LevelPair(origin.original(), level, poses);
    LayerRepair repair = new LayerRepair(origin, layers, pair, fixed, context);
    return repair.run() ? Polish.result(pair.levelSkin, pair.level) : level;
  }

  private double[] mobility(TriMesh level, TriMesh rest) {
    double[] out = new double[level.vertexCount()];
    TriangleTree originals = new TriangleTree(rest.floatPositions(), rest.triangles(), context);
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    float[] at = level.floatPositions();
    BitSet done = new BitSet();
    for (int c = 0; c < corners.length; c++) {
      int p = corners[c];
      if (!done.get(p)) {
        done.set(p);
        hit.onlyPart(parts, levelParts[c / 3]);
        originals.closest(at[3 * p], at[3 * p + 1], at[3 * p + 2], hit, scratch);
        for (int i = 0; hit.isFound() && i < 3; i++) {
          out[p] += layers.isCovered(rest.vertex(hit.triangle(), i)) ? hit.weight(i) : 0;
        }
        out[p] = out[p] * out[p] * out[p] * out[p];
      }
    }
    return out;
  }

  /** Within one part, the nearest sheet along a line may be the wrong sheet. */
  private int[] lines() {
    int[] out = new int[layers.count() / 2];
    int count = 0;
    for (int s = 0; s < layers.count(); s += 2) {
      if (parts[layers.triangle(s)] != parts[layers.triangle(s + 1)]) {
        out[count++] = s;
      }
    }
    return Arrays.copyOf(out, count);
  }

  /** Returns several times the root mean square distance of samples from the level, per part. */
  private double[] reach(TriMesh level) {
    double[] squares = new double[1 + Arrays.stream(parts).max().orElse(0)];
    int[] counts = new int[squares.length];
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    float[] points = new float[3 * level.vertexCount()];
    skin.pose(layers.pose(0), points);
    tree.refit(points);
    for (int s : lines) {
      for (int sample = s; sample < s + 2; sample++) {
        int part = parts[layers.triangle(sample)];
        hit.onlyPart(levelParts, part);
        double x = layers.place(sample, 0, 0);
        tree.closest(x, layers.place(sample, 0, 1), layers.place(sample, 0, 2), hit, scratch);
        squares[part] += hit.isFound() ? hit.squaredDistance() : 0;
        counts[part] += hit.isFound() ? 1 : 0;
      }
    }
    double[] out = new double[squares.length];
    Arrays.setAll(out, i -> FARTHEST * Math.sqrt(squares[i] / Math.max(1, counts[i])));
    return out;
  }

  private boolean run() {
    double[] before = wrongByPart(need);
    if (Arrays.stream(before).allMatch(wrong -> wrong == 0)) {
      return false;
    }
    skin.save();
    boolean changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
      changed = false;
      for (int k = 0; k < layers.poseCount(); k++) {
        changed |= repair(k);
      }
    }
    restore(before, wrongByPart(new double[need.length]));
    return true;
  }

  /**
   * Returns what is in the wrong order in each part, by the weights of the lines.
   *
   * @param farthest receives the most that a line through each point is wrong by
   */
  private double[] wrongByPart(double[] farthest) {
    double[] out = new double[reach.length];
    for (int k = 0; k < layers.poseCount(); k++) {
      double[] at = findSheets(k);
      for (int s : lines) {
        double wrong = isFound(k, s) ? wrong(k, s, at) : 0;
        if (wrong > 0) {
          out[parts[layers.triangle(s)]] += layers.weight(s);
          out[parts[layers.triangle(s + 1)]] += layers.weight(s);
          for (int i = 0; i < 6; i++) {
            int p = corners[3 * triangle[k][s + i / 3] + i % 3];
            farthest[p] = Math.max(farthest[p], wrong);
          }
        }
      }
    }
    return out;
  }

  /** Sets parts back that are not better than before. */
  private void restore(double[] before, double[] after) {
    for (int c = 0; c < corners.length; c++) {
      int part = levelParts[c / 3];
      if (!(after[part] < before[part])) {
        skin.restore(corners[c]);
      }
    }
  }

  /** Brings the layers of a pose in order; returns false if no point moves. */
  private boolean repair(int k) {
    double[] at = findSheets(k);
    double[] before = at.clone();
    boolean changed = false;
    for (int s : lines) {
      changed |= isFound(k, s) && separate(k, s, at);
    }
    for (int p = 0; changed && p < skin.pointCount(); p++) {
      move(layers.pose(k), p, before, at);
    }
    return changed;
  }

  private boolean isFound(int k, int s) {
    return triangle[k][s] != NONE && triangle[k][s + 1] != NONE;
  }

  /**
   * Finds the sheets of the level on all lines in a pose; returns its points. Few points move in a
   * pass: a line looks only at what has moved since the pose was searched before.
   */
  private double[] findSheets(int k) {
    float[] points = new float[3 * skin.pointCount()];
    skin.pose(layers.pose(k), points);
    tree.refit(points);
    BitSet moved = moved(searched[k], points);
    BitSet nodes = tree.nodesAbove(moved);
    searched[k] = points;
    context.runRanges(
        lines.length,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int i = from; i < to; i++) {
            if ((i & 1023) == 0) {
              context.checkCancelled();
            }
            for (int s = lines[i]; s < lines[i] + 2; s++) {
              boolean mayStay = triangle[k][s] == NONE || !moved.get(triangle[k][s]);
              findSheet(k, s, mayStay ? nodes : null, hit, scratch);
            }
          }
        });
    double[] out = new double[points.length];
    Arrays.setAll(out, i -> points[i]);
    return out;
  }

  /** Returns the triangles with a corner that differs. */
  private BitSet moved(float[] before, float[] after) {
    BitSet out = new BitSet();
    for (int c = 0; c < corners.length; c++) {
      for (int i = 3 * corners[c]; i < 3 * corners[c] + 3; i++) {
        if (before[i] != after[i]) {
          out.set(c / 3);
        }
      }
    }
    return out;
  }

  /**
   * Finds the sheet of the level at a sample.
   *
   * @param moved the nodes that have moved; null if the sheet found before has
   */
  private void findSheet(
      int k, int s, @Nullable BitSet moved, TriangleTree.Hit hit, int[] scratch) {
    if (!layers.counts(s, k)) {
      return;
    }
    double dx = layers.direction(s, k, 0);
    double dy = layers.direction(s, k, 1);
    double dz = layers.direction(s, k, 2);
    Ray toOther =
        new Ray(layers.place(s, k, 0), layers.place(s, k, 1), layers.place(s, k, 2), dx, dy, dz);
    int part = parts[layers.triangle(s)];
    int front = layers.isInner(s) ? 1 : -1;
    hit.onlyPart(levelParts, part);
    hit.onlyFacing(front * dx, front * dy, front * dz);
    tree.nearestOnLine(toOther, reach[part], triangle[k][s], moved, hit, scratch);
    triangle[k][s] = hit.isFound() ? hit.triangle() : NONE;
    if (hit.isFound()) {
      for (int i = 0; i < 3; i++) {
        bary[3 * s + i] = (float) hit.weight(i);
      }
    }
  }

  /** Returns how far the inner sheet of a line is in front of the outer one. */
  private double wrong(int k, int s, double[] at) {
    int inner = layers.isInner(s) ? s : s + 1;
    double out = 0;
    for (int sample = s; sample < s + 2; sample++) {
      int sign = sample == inner ? 1 : -1;
      for (int c = 0; c < 3; c++) {
        int p = corners[3 * triangle[k][sample] + c];
        for (int axis = 0; axis < 3; axis++) {
          out += sign * bary[3 * sample + c] * at[3 * p + axis] * layers.direction(inner, k, axis);
        }
      }
    }
    return out;
  }

  /** Moves the corners of two triangles apart if they are not in order. */
  private boolean separate(int k, int s, double[] at) {
    double wrong = wrong(k, s, at);
    double mobile = 0;
    for (int sample = s; wrong > 0 && sample < s + 2; sample++) {
      for (int c = 0; c < 3; c++) {
        mobile += lever(k, sample, c) * bary[3 * sample + c];
      }
    }
    if (mobile < LEAST_MOBILE) {
      return false;
    }
    boolean changed = false;
    int inner = layers.isInner(s) ? s : s + 1;
    for (int sample = s; sample < s + 2; sample++) {
      for (int c = 0; c < 3; c++) {
        double by = (sample == inner ? -1 : 1) * wrong * lever(k, sample, c) / mobile;
        changed |= by != 0 && shift(k, inner, corners[3 * triangle[k][sample] + c], by, at);
      }
    }
    return changed;
  }

  /**
   * Returns the share that a corner has in the motion of a line. By the square of its coordinate: a
   * corner far from the line would move by many times the distance.
   */
  private double lever(int k, int sample, int c) {
    double b = bary[3 * sample + c];
    return mobility[corners[3 * triangle[k][sample] + c]] * b * b;
  }

  /** Moves a point along a line, if it is not too far from its start. */
  private boolean shift(int k, int line, int p, double by, double[] at) {
    double squared = 0;
    for (int axis = 0; axis < 3; axis++) {
      double moved =
          at[3 * p + axis] + by * layers.direction(line, k, axis) - start[k][3 * p + axis];
      squared += moved * moved;
    }
    double farthest = Math.min(layers.wayLength(line, k), MAX_MOVE * need[p]);
    if (squared > farthest * farthest) {
      return false;
    }
    for (int axis = 0; axis < 3; axis++) {
      at[3 * p + axis] += by * layers.direction(line, k, axis);
    }
    return true;
  }

  /** Moves a point at rest as it was moved in a pose. */
  private void move(int pose, int p, double[] before, double[] at) {
    double x = at[3 * p] - before[3 * p];
    double y = at[3 * p + 1] - before[3 * p + 1];
    double z = at[3 * p + 2] - before[3 * p + 2];
    if (x == 0 && y == 0 && z == 0) {
      return;
    }
    double[] blend = new double[Affine.SIZE];
    double[] inverse = new double[Affine.SIZE];
    skin.copyBlend(pose, p, blend);
    if (Affine.invert(blend, 0, inverse, 0)) {
      for (int axis = 0; axis < 3; axis++) {
        int row = 4 * axis;
        skin.rest()[3 * p + axis] += inverse[row] * x + inverse[row + 1] * y + inverse[row + 2] * z;
      }
    }
  }
}
