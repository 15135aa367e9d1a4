package dev.sinew.simplify.polish;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.BitSet;
import java.util.List;

/**
 * Turns triangles of a level that face away from the original, first at rest, then in poses. Such a
 * triangle is mostly a sliver, one corner of which lies on the wrong side of the opposite edge: the
 * corner that needs the smallest displacement is moved across, unless that turns a triangle away,
 * at rest or in a pose.
 */
public final class FacingRepair {
  private static final int SAMPLES = 6;
  private static final int PASSES = 4;

  /** The height of a turned triangle relative to its base. */
  private static final double HEIGHT = 0.02;

  /**
   * The largest displacement in a pose, in sides of the triangle. Slivers need little; a triangle
   * that needs more has an edge along a fold, and is between both sides of it.
   */
  private static final double FARTHEST = 0.1;

  /** Stands for the rest pose among the poses. */
  private static final int REST = -1;

  private final TriMesh original;
  private final LevelSkin originalSkin;
  private final int firstOriginal;
  private final TriMesh level;
  private final ClosestSamples.Parts parts;
  private final LevelSkin skin;
  private final double[] positions;
  private final int first;
  private final BitSet fixed;
  private final RunContext context;
  private final int[][] trianglesOf;

  /** The original at rest. */
  private final TriangleTree tree;

  /** The triangle of the original that is closest to each triangle's centre at rest. */
  private final int[] closest;

  /** Its unit normal at rest. */
  private final double[] normals;

  private FacingRepair(
      LevelPair pair, LevelOrigin origin, int m, BitSet fixed, RunContext context) {
    this.fixed = fixed;
    this.context = context;
    originalSkin = pair.originalSkin;
    skin = pair.levelSkin;
    original = pair.originalMesh(m);
    firstOriginal = pair.original.firstPoint(m);
    level = pair.levelMesh(m);
    parts = new ClosestSamples.Parts(origin.partsOf(pair.level, m), origin.partsOf(m));
    first = pair.level.firstPoint(m);
    positions = skin.rest();
    trianglesOf = trianglesOf(level);
    tree = new TriangleTree(original.floatPositions(), original.triangles(), context);
    closest = new int[level.triangleCount()];
    normals = new double[3 * level.triangleCount()];
  }

  /**
   * Repairs a level.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes
   * @param poses poses in which no triangle is turned away
   * @param fixed points of the joined level that are not moved
   */
  public static SkinnedCharacter run(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      RunContext context) {
    LevelPair pair = new LevelPair(origin.original(), level, poses);
    boolean moved = false;
    for (int m = 0; m < pair.meshCount(); m++) {
      if (pair.isShown(m)) {
        moved |= new FacingRepair(pair, origin, m, fixed, context).repair();
      }
    }
    return moved ? Polish.result(pair.levelSkin, pair.level) : level;
  }

  private static int[][] trianglesOf(TriMesh mesh) {
    int[] count = new int[mesh.vertexCount()];
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      count[mesh.vertex(c / 3, c % 3)]++;
    }
    int[][] out = new int[count.length][];
    for (int v = 0; v < out.length; v++) {
      out[v] = new int[count[v]];
    }
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      int v = mesh.vertex(c / 3, c % 3);
      out[v][--count[v]] = c / 3;
    }
    return out;
  }

  private boolean repair() {
    boolean atRest = repairAtRest();
    return repairInPoses() || atRest;
  }

  private boolean repairInPoses() {
    boolean moved = false;
    boolean changed = true;
    findNormals();
    for (int pass = 0; pass < PASSES && changed; pass++) {
      changed = false;
      for (int pose = 0; pose < skin.poseCount(); pose++) {
        context.checkCancelled();
        for (int t = 0; t < level.triangleCount(); t++) {
          if (facing(pose, t) < 0 && facing(REST, t) > 0) {
            changed |= turn(pose, t);
          }
        }
      }
      moved |= changed;
    }
    return moved;
  }

  private boolean repairAtRest() {
    boolean moved = false;
    boolean changed = true;
    for (int pass = 0; pass < PASSES && changed; pass++) {
      context.checkCancelled();
      ClosestSamples pairs =
          new ClosestSamples(
              List.of(current()), List.of(original), parts, new double[] {1}, SAMPLES, context);
      changed = false;
      for (int t = 0; t < level.triangleCount(); t++) {
        if (pairs.facesAway(t)) {
          if (!changed) {
            findNormals();
          }
          changed |= turn(REST, t);
        }
      }
      moved |= changed;
    }
    return moved;
  }

  /** Returns the mesh of the level with its points where they are now. */
  private TriMesh current() {
    double[] own = new double[3 * level.vertexCount()];
    System.arraycopy(positions, 3 * first, own, 0, own.length);
    return level.withPositions(own);
  }

  private void findNormals() {
    context.runRanges(
        level.triangleCount(),
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int t = from; t < to; t++) {
            double[] centre = new double[3];
            for (int i = 0; i < 9; i++) {
              centre[i % 3] += at(level.vertex(t, i / 3), i % 3) / 3;
            }
            hit.onlyPart(parts.target(), parts.mesh()[t]);
            tree.closest(centre[0], centre[1], centre[2], hit, scratch);
            closest[t] = hit.triangle();
            double[] n = original.areaNormal(hit.triangle());
            double length = Math.sqrt(Vec3.dot(n, n));
            for (int k = 0; k < 3; k++) {
              normals[3 * t + k] = length > 0 ? n[k] / length : 0;
            }
          }
        });
  }

  private double at(int vertex, int axis) {
    return positions[3 * (first + vertex) + axis];
  }

  /** Moves one corner of a triangle; returns false if none can be moved. */
  private boolean turn(int pose, int t) {
    double[] best = {};
    int vertex = -1;
    double shortest = pose == REST ? Double.POSITIVE_INFINITY : farthest(t);
    for (int c = 0; c < 3; c++) {
      int v = level.vertex(t, c);
      if (fixed.get(first + v)) {
        continue;
      }
      int a = level.vertex(t, (c + 1) % 3);
      int b = level.vertex(t, (c + 2) % 3);
      double[] step = atRest(pose, v, stepAcross(pose, t, v, a, b));
      double length = Vec3.dot(step, step);
      if (length > 0 && length < shortest && staysNear(t, v, step) && turnsNoneAway(v, step)) {
        shortest = length;
        best = step;
        vertex = v;
      }
    }
    for (int k = 0; k < best.length; k++) {
      positions[3 * (first + vertex) + k] += best[k];
    }
    return vertex >= 0;
  }

  /**
   * Returns true if a step takes a corner no farther from the original than a turned sliver is
   * high.
   */
  private boolean staysNear(int t, int v, double[] step) {
    TriangleTree.Hit hit = new TriangleTree.Hit();
    hit.onlyPart(parts.target(), parts.mesh()[t]);
    int[] scratch = TriangleTree.newScratch();
    double x = at(v, 0), y = at(v, 1), z = at(v, 2);
    tree.closest(x, y, z, hit, scratch);
    double before = hit.distance();
    tree.closest(x + step[0], y + step[1], z + step[2], hit, scratch);
    return hit.distance() <= Math.max(before, HEIGHT * Math.sqrt(longestSquared(t)));
  }

  /** Returns the square of the largest displacement of a corner of a triangle in a pose. */
  private double farthest(int t) {
    return FARTHEST * FARTHEST * longestSquared(t);
  }

  private double longestSquared(int t) {
    double longest = 0;
    for (int c = 0; c < 3; c++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        double d = at(level.vertex(t, c), k) - at(level.vertex(t, (c + 1) % 3), k);
        square += d * d;
      }
      longest = Math.max(longest, square);
    }
    return longest;
  }

  private double[] point(int pose, int vertex) {
    double[] out = new double[3];
    if (pose == REST) {
      System.arraycopy(positions, 3 * (first + vertex), out, 0, 3);
    } else {
      skin.copyPoint(pose, first + vertex, out);
    }
    return out;
  }

  /**
   * Returns the displacement in a pose that takes a corner to the right side of the opposite edge.
   */
  private double[] stepAcross(int pose, int t, int v, int a, int b) {
    double[] start = point(pose, a);
    double[] end = point(pose, b);
    double[] corner = point(pose, v);
    double[] along = {end[0] - start[0], end[1] - start[1], end[2] - start[2]};
    double[] left = Vec3.cross(normal(pose, t), along);
    double base = Vec3.length(left);
    if (!(base > 0)) {
      return new double[3];
    }
    double distance = 0;
    for (int k = 0; k < 3; k++) {
      left[k] /= base;
      distance += left[k] * (corner[k] - start[k]);
    }
    double step = HEIGHT * base - distance;
    return new double[] {step * left[0], step * left[1], step * left[2]};
  }

  /** Returns the unit normal of the original at a triangle, in a pose. */
  private double[] normal(int pose, int t) {
    if (pose == REST) {
      return new double[] {normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]};
    }
    double[] n = areaNormal(originalSkin, firstOriginal, original, closest[t], pose);
    Vec3.normalise(n);
    return n;
  }

  /** Returns the displacement at rest that gives one in a pose: positions in poses are linear. */
  private double[] atRest(int pose, int v, double[] step) {
    if (pose == REST) {
      return step;
    }
    double[] matrix = new double[Affine.SIZE];
    skin.copyBlend(pose, first + v, matrix);
    if (!Affine.invert(matrix, 0, matrix, 0)) {
      return new double[3];
    }
    Affine.transformVector(matrix, 0, step, 0, step, 0);
    return step;
  }

  /** Returns true if a step turns no triangle of a vertex away, in any pose. */
  private boolean turnsNoneAway(int v, double[] step) {
    int[] around = trianglesOf[v];
    int poses = 1 + skin.poseCount();
    double[] before = new double[poses * around.length];
    for (int i = 0; i < before.length; i++) {
      before[i] = facing(REST + i % poses, around[i / poses]);
    }
    move(v, step, 1);
    boolean keeps = true;
    for (int i = 0; i < before.length; i++) {
      keeps &= !(before[i] > 0) || facing(REST + i % poses, around[i / poses]) > 0;
    }
    move(v, step, -1);
    return keeps;
  }

  private void move(int v, double[] step, int sign) {
    for (int k = 0; k < 3; k++) {
      positions[3 * (first + v) + k] += sign * step[k];
    }
  }

  /** Returns the area of a triangle along the normal of the original in a pose, up to a factor. */
  private double facing(int pose, int t) {
    double[] own = areaNormal(skin, first, level, t, pose);
    if (pose != REST) {
      return Vec3.dot(own, areaNormal(originalSkin, firstOriginal, original, closest[t], pose));
    }
    return normals[3 * t] * own[0] + normals[3 * t + 1] * own[1] + normals[3 * t + 2] * own[2];
  }

  private static double[] areaNormal(LevelSkin skin, int first, TriMesh mesh, int t, int pose) {
    double[][] p = new double[3][3];
    for (int c = 0; c < 3; c++) {
      int point = first + mesh.vertex(t, c);
      if (pose == REST) {
        System.arraycopy(skin.rest(), 3 * point, p[c], 0, 3);
      } else {
        skin.copyPoint(pose, point, p[c]);
      }
    }
    double[] n = new double[3];
    Vec3.areaNormal(p[0], p[1], p[2], n);
    return n;
  }
}
