package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Moves the vertices of a level, and changes their weights, so that its surface is as close as
 * possible to the original's over poses. Per iteration, samples on each surface are paired with
 * their closest points on the other in every pose, and a Gauss-Newton step reduces the distances of
 * the pairs: mostly along the normal, since points may slide along the surface (Chen and Medioni,
 * "Object Modelling by Registration of Multiple Range Images", 1992). The triangles stay the same.
 */
public final class Polish {
  /** Weight of a distance along the surface relative to one along the normal. */
  private static final double SLIDE = 0.01;

  /** Weight of a distance from an edge or a vertex, which has no normal. */
  private static final double ON_EDGE = 0.1;

  /** Damping of the steps, relative to the weight of the samples around a point. */
  private static final double DAMPING = 0.01;

  private static final int U = LevelSkin.UNKNOWNS;

  private final RunContext context;
  private final LevelSkin skin;
  private final double[] poseWeights;
  private final int[] triangles;
  private final int[] trianglesOriginal;
  private final SurfacePairs[] pairs;
  private final float[][] posed;
  private final LevelSystem system;

  private Polish(
      JoinedCharacter original,
      JoinedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      RunContext context) {
    this.context = context;
    skin = new LevelSkin(level, poses.poses(), fixed);
    poseWeights = poses.weightArray();
    triangles = level.mesh().triangles();
    trianglesOriginal = original.mesh().triangles();
    int count = poses.poses().size();
    posed = new float[count][3 * skin.pointCount()];
    system = new LevelSystem(skin.pointCount(), triangles);
    pairs = pairs(original, level, poses.poses());
  }

  /**
   * Polishes a level.
   *
   * @param original the character the level was made from
   * @param level the level: the same skeleton, skins and parts
   * @param poses poses with weights
   * @param fixed points of the joined level that are not changed
   * @param iterations the number of steps
   */
  public static SkinnedCharacter run(
      JoinedCharacter original,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      int iterations,
      RunContext context) {
    JoinedCharacter joined = new JoinedCharacter(level);
    Polish work = new Polish(original, joined, poses, fixed, context);
    double before = work.findPairs(0);
    double after = before;
    for (int i = 0; i < iterations; i++) {
      work.step();
      after = work.findPairs(i + 1);
      context.report("polishing", i + 1, iterations);
    }
    return after < before ? work.result(joined) : level;
  }

  private SurfacePairs[] pairs(JoinedCharacter original, JoinedCharacter level, List<Pose> poses) {
    float[] rest = original.mesh().floatPositions();
    float[] levelRest = level.mesh().floatPositions();
    double[] areas = SurfaceSamples.areasUpTo(rest, trianglesOriginal);
    double[] levelAreas = SurfaceSamples.areasUpTo(levelRest, triangles);
    TriangleTree tree = new TriangleTree(rest, trianglesOriginal, context);
    TriangleTree levelTree = new TriangleTree(levelRest, triangles, context);
    LevelSkin originalSkin = new LevelSkin(original, poses, new BitSet());
    SurfacePairs[] out = new SurfacePairs[poses.size()];
    context.run(
        poses.size(),
        k -> {
          float[] shape = new float[rest.length];
          originalSkin.pose(k, shape);
          TriangleTree own = tree.copy();
          own.refit(shape);
          out[k] =
              new SurfacePairs(
                  shape, trianglesOriginal, own, areas, triangles, levelTree.copy(), levelAreas);
        });
    return out;
  }

  /** Finds new pairs in all poses; returns the mean squared distance. */
  private double findPairs(int iteration) {
    double[] squares = new double[pairs.length];
    context.run(
        pairs.length,
        k -> {
          skin.pose(k, posed[k]);
          squares[k] = pairs[k].find(posed[k], iteration * pairs.length + k, context);
        });
    double sum = 0;
    for (int k = 0; k < squares.length; k++) {
      sum += poseWeights[k] * squares[k];
    }
    return sum;
  }

  private void step() {
    assemble();
    double[] step = system.solve(DAMPING, context);
    apply(step);
  }

  // The equations.

  /** The samples of each triangle: pose and pair, in an order that does not depend on threads. */
  private record SamplesByTriangle(int[] start, int[] pose, int[] pair) {}

  private SamplesByTriangle samplesByTriangle() {
    int count = triangles.length / 3;
    int[] start = new int[count + 1];
    for (SurfacePairs pose : pairs) {
      for (int t : pose.triangle) {
        start[t + 1]++;
      }
    }
    for (int t = 0; t < count; t++) {
      start[t + 1] += start[t];
    }
    int[] next = start.clone();
    int[] pose = new int[start[count]];
    int[] pair = new int[start[count]];
    for (int k = 0; k < pairs.length; k++) {
      for (int i = 0; i < pairs[k].triangle.length; i++) {
        int at = next[pairs[k].triangle[i]]++;
        pose[at] = k;
        pair[at] = i;
      }
    }
    return new SamplesByTriangle(start, pose, pair);
  }

  private void assemble() {
    system.clear();
    SamplesByTriangle samples = samplesByTriangle();
    int count = triangles.length / 3;
    int batch = 4096;
    double[][] matrices = new double[Math.min(batch, count)][9 * U * U];
    double[][] values = new double[matrices.length][3 * U];
    double[][] damped = new double[matrices.length][3 * U];
    for (int first = 0; first < count; first += batch) {
      int from = first;
      int size = Math.min(batch, count - first);
      context.runRanges(
          size,
          (a, b) -> {
            Equations equations = new Equations();
            for (int i = a; i < b; i++) {
              equations.of(from + i, samples, matrices[i], values[i], damped[i]);
            }
          });
      for (int i = 0; i < size; i++) {
        system.add(from + i, triangles, matrices[i], values[i], damped[i]);
      }
    }
  }

  /** The equations of one triangle after the other. */
  private final class Equations {
    private final double[][] derivatives = new double[3][3 * U];
    private final double[] jacobian = new double[3 * 3 * U];
    private final double[] along = new double[3 * U];

    void of(int t, SamplesByTriangle samples, double[] matrix, double[] values, double[] damped) {
      Arrays.fill(matrix, 0);
      Arrays.fill(values, 0);
      Arrays.fill(damped, 0);
      int pose = -1;
      for (int s = samples.start[t]; s < samples.start[t + 1]; s++) {
        if (samples.pose[s] != pose) {
          pose = samples.pose[s];
          for (int c = 0; c < 3; c++) {
            skin.derivatives(pose, triangles[3 * t + c], derivatives[c]);
          }
        }
        add(pairs[pose], samples.pair[s], poseWeights[pose], matrix, values, damped);
      }
      for (int i = 0; i < 3 * U; i++) {
        for (int j = 0; j < i; j++) {
          matrix[3 * U * i + j] = matrix[3 * U * j + i];
        }
      }
    }

    private void add(
        SurfacePairs of,
        int pair,
        double poseWeight,
        double[] matrix,
        double[] values,
        double[] damped) {
      int n = 3 * U;
      double weight = poseWeight * of.share[pair];
      double nx = of.normal[3 * pair];
      double ny = of.normal[3 * pair + 1];
      double nz = of.normal[3 * pair + 2];
      double gx = of.gap[3 * pair];
      double gy = of.gap[3 * pair + 1];
      double gz = of.gap[3 * pair + 2];
      boolean face = nx != 0 || ny != 0 || nz != 0;
      double all = weight * (face ? SLIDE : ON_EDGE);
      double gn = nx * gx + ny * gy + nz * gz;
      for (int c = 0; c < 3; c++) {
        double b = of.weights[3 * pair + c];
        double[] d = derivatives[c];
        for (int u = 0; u < U; u++) {
          int i = U * c + u;
          double x = b * d[3 * u], y = b * d[3 * u + 1], z = b * d[3 * u + 2];
          jacobian[3 * i] = x;
          jacobian[3 * i + 1] = y;
          jacobian[3 * i + 2] = z;
          along[i] = nx * x + ny * y + nz * z;
          values[i] += weight * along[i] * gn + all * (x * gx + y * gy + z * gz);
          damped[i] += weight * (x * x + y * y + z * z) / Math.max(b, 0.1);
        }
      }
      for (int i = 0; i < n; i++) {
        double a = weight * along[i];
        double x = all * jacobian[3 * i];
        double y = all * jacobian[3 * i + 1];
        double z = all * jacobian[3 * i + 2];
        for (int j = i, o = n * i; j < n; j++) {
          matrix[o + j] +=
              a * along[j]
                  + x * jacobian[3 * j]
                  + y * jacobian[3 * j + 1]
                  + z * jacobian[3 * j + 2];
        }
      }
    }
  }

  // The step.

  /** Adds the step, less of it at points where a triangle would flip. */
  private void apply(double[] step) {
    int points = skin.pointCount();
    double[] share = new double[points];
    Arrays.fill(share, 1);
    LevelSkin before = skin.copy();
    for (int p = 0; p < points; p++) {
      skin.add(p, step, 1);
    }
    for (int round = 0; ; round++) {
      BitSet flipping = flippingPoints();
      if (flipping.isEmpty()) {
        return;
      }
      boolean stop = round >= 4;
      for (int p = flipping.nextSetBit(0); p >= 0; p = flipping.nextSetBit(p + 1)) {
        share[p] = stop ? 0 : share[p] / 2;
        skin.copyFrom(before, p);
        if (share[p] > 0) {
          skin.add(p, step, share[p]);
        }
      }
    }
  }

  /** Returns the points of triangles that turn too far from their orientation before the step. */
  private BitSet flippingPoints() {
    BitSet[] found = new BitSet[pairs.length];
    context.run(
        pairs.length,
        k -> {
          float[] moved = new float[3 * skin.pointCount()];
          skin.pose(k, moved);
          found[k] = new BitSet();
          for (int t = 0; t < triangles.length; t += 3) {
            if (turns(posed[k], moved, t)) {
              found[k].set(triangles[t]);
              found[k].set(triangles[t + 1]);
              found[k].set(triangles[t + 2]);
            }
          }
        });
    BitSet out = new BitSet();
    for (BitSet one : found) {
      out.or(one);
    }
    return out;
  }

  /** Returns true if a triangle turns by more than 60 degrees or becomes degenerate. */
  private boolean turns(float[] from, float[] to, int t) {
    double[] a = Triangles.normal(from, triangles, t);
    double[] b = Triangles.normal(to, triangles, t);
    double before = Triangles.dot(a, a);
    double after = Triangles.dot(b, b);
    double dot = Triangles.dot(a, b);
    return before > 0
        && (dot <= 0 || dot * dot < 0.25 * before * after || after < 1e-4 * before)
        && !same(from, to, t);
  }

  private boolean same(float[] from, float[] to, int t) {
    for (int c = t; c < t + 3; c++) {
      for (int k = 0; k < 3; k++) {
        if (from[3 * triangles[c] + k] != to[3 * triangles[c] + k]) {
          return false;
        }
      }
    }
    return true;
  }

  // The result.

  private SkinnedCharacter result(JoinedCharacter joined) {
    List<Geometry> meshes = new ArrayList<>();
    SkinnedCharacter level = joined.character();
    for (int m = 0; m < level.meshes().size(); m++) {
      meshes.add(joined.isShown(m) ? geometry(joined, m) : level.meshes().get(m));
    }
    return level.withMeshes(meshes);
  }

  private Geometry geometry(JoinedCharacter joined, int m) {
    Geometry old = joined.character().meshes().get(m);
    int first = joined.firstPoint(m);
    int count = old.mesh().vertexCount();
    AnimationCoords oldCoords = joined.isSkinned(m) ? old.coords() : null;
    if (oldCoords != null) {
      return new Geometry(
          old.name(),
          old.mesh(),
          old.influences(),
          old.morphs(),
          moved(oldCoords, joined.skin(m), joined.coords(), first));
    }
    double[] positions = new double[3 * count];
    System.arraycopy(skin.rest(), 3 * first, positions, 0, positions.length);
    return new Geometry(
        old.name(),
        old.mesh().withPositions(positions),
        old.influences() == null || !joined.isSkinned(m)
            ? old.influences()
            : influences(first, count, joined.firstBone(m)),
        old.morphs());
  }

  private Influences influences(int first, int count, int firstBone) {
    Influences.Builder rows = Influences.builder();
    for (int p = first; p < first + count; p++) {
      for (int i = 0; i < skin.joints(p).length; i++) {
        rows.add(skin.joints(p)[i] - firstBone, skin.weights(p)[i]);
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** Adds the displacement of each point to its coordinates, in proportion to their weights. */
  private AnimationCoords moved(
      AnimationCoords coords, Skin bones, AnimationCoords all, int first) {
    AnimationCoords.Builder out = AnimationCoords.builder();
    double[] bind = new double[Affine.SIZE];
    for (int v = 0; v < coords.rowCount(); v++) {
      double[] d = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        d[axis] = skin.rest()[3 * (first + v) + axis];
        for (int i = 0; i < all.count(first + v); i++) {
          d[axis] -= all.value(first + v, i, axis);
        }
      }
      for (int i = 0; i < coords.count(v); i++) {
        int joint = coords.joint(v, i);
        double w = coords.value(v, i, 3);
        bones.copyInverseBind(joint, bind, 0);
        double[] q = new double[3];
        for (int r = 0; r < 3; r++) {
          q[r] =
              coords.value(v, i, r)
                  + w * (bind[4 * r] * d[0] + bind[4 * r + 1] * d[1] + bind[4 * r + 2] * d[2]);
        }
        out.add(joint, q[0], q[1], q[2], w);
      }
      out.endRow();
    }
    return out.buildPoints();
  }
}
