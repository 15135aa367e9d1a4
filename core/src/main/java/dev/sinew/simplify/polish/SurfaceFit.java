package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.layer.Layers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moves the points of a level so that its surface is as close as possible to the original's over
 * poses. Per iteration, samples on each surface are paired with their closest points on the other
 * in every pose, and a Gauss-Newton step reduces the distances of the pairs: mostly along the
 * normal, since points may slide along the surface (Chen and Medioni, "Object Modelling by
 * Registration of Multiple Range Images", 1992). The triangles stay the same.
 */
final class SurfaceFit {
  /** Weight of a distance along the surface relative to one along the normal. */
  private static final double SLIDE = 0.01;

  /** The same for points that do not slide freely, because they are on an edge or a vertex. */
  private static final double ON_EDGE = 0.1;

  /** Damping of the steps, relative to the weight of the samples around a point. */
  private static final double DAMPING = 0.01;

  /** The last step is measured in every fourth pose. */
  private static final int CHECKED_POSES = 4;

  /**
   * The last step is undone where it multiplies the squared distance around a point by this: the
   * equations are nearly singular at some points, such as those of flat surroundings.
   */
  private static final double OVERSHOT = 4;

  /** A distance relative to the size of the original that is only due to rounding. */
  private static final double NO_DISTANCE = 1e-7;

  private static final int U = LevelPoints.UNKNOWNS;

  private final RunContext context;
  private final LevelPoints points;
  private final double[] poseWeights;
  private final int[] triangles;

  /** Pairs on the triangles of all poses, then on the borders, then of layers. */
  private final FitPairs[] pairs;

  private final float[][] posed;

  /** The points in all poses before the first step. */
  private float[][] start = {};

  private final LevelSystem system;
  private final double squaredSize;
  private final Surface original;
  private final float[][] originalPoses;

  /** The triangle of the original that is closest to the centre of each triangle at rest. */
  private final int[] closest;

  /**
   * A surface in several poses.
   *
   * @param rest x, y, z per point at rest, in the space of the poses
   * @param triangles 3 points per triangle
   * @param parts the part of every triangle, the same numbers for the original and its level
   * @param layers the layers of the original, in the poses of the fit; none of a level
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Surface(float[] rest, int[] triangles, int[] parts, Layers layers) {}

  /**
   * @param originalPoses x, y, z per point of the original in each pose
   * @param importance the weight of the surface at every triangle of the original
   * @param holdBorders true to hold the borders of parts
   * @param points the points of the level; kept and moved
   * @param poseWeights one weight per pose
   */
  SurfaceFit(
      Surface original,
      float[][] originalPoses,
      double[] importance,
      boolean holdBorders,
      Surface level,
      LevelPoints points,
      double[] poseWeights,
      RunContext context) {
    this.context = context;
    this.points = points;
    this.poseWeights = poseWeights;
    triangles = level.triangles;
    posed = new float[poseWeights.length][3 * points.pointCount()];
    this.original = original;
    this.originalPoses = originalPoses;
    system = new LevelSystem(points.pointCount(), triangles);
    TriangleTree tree = new TriangleTree(original.rest, original.triangles, context);
    closest = closest(level.rest, level.triangles, level.parts, tree, original.parts);
    List<FitPairs> all = new ArrayList<>(pairs(importance, holdBorders, level, tree));
    all.addAll(layerPairs(importance, level));
    pairs = all.toArray(FitPairs[]::new);
    squaredSize = squaredSize(original.rest);
  }

  /** Returns the squared diagonal of the box around points. */
  private static double squaredSize(float[] points) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      float min = Float.POSITIVE_INFINITY;
      float max = Float.NEGATIVE_INFINITY;
      for (int i = axis; i < points.length; i += 3) {
        min = Math.min(min, points[i]);
        max = Math.max(max, points[i]);
      }
      sum += ((double) max - min) * ((double) max - min);
    }
    return sum;
  }

  /**
   * Returns the element of a tree that is closest to the centre of each element and of the same
   * part, or {@link SurfacePairs#NONE}.
   */
  private int[] closest(
      float[] points, int[] corners, int[] parts, TriangleTree tree, int[] treeParts) {
    int[] out = new int[parts.length];
    context.runRanges(
        out.length,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          double[] centre = new double[3];
          for (int e = from; e < to; e++) {
            for (int k = 0; k < 3; k++) {
              centre[k] = 0;
              for (int c = 3 * e; c < 3 * e + 3; c++) {
                centre[k] += points[3 * corners[c] + k] / 3;
              }
            }
            hit.onlyPart(treeParts, parts[e]);
            // Elements follow each other on the surface: the last one is mostly near.
            if (e > from && out[e - 1] >= 0 && treeParts[out[e - 1]] == parts[e]) {
              tree.closest(centre[0], centre[1], centre[2], out[e - 1], hit, scratch);
            } else {
              tree.closest(centre[0], centre[1], centre[2], hit, scratch);
            }
            out[e] = hit.isFound() ? hit.triangle() : SurfacePairs.NONE;
          }
        });
    return out;
  }

  /** Returns the pairs that keep layers apart. */
  private List<FitPairs> layerPairs(double[] importance, Surface level) {
    Layers layers = original.layers;
    List<FitPairs> out = new ArrayList<>();
    if (layers.isEmpty()) {
      return out;
    }
    TriangleTree tree = new TriangleTree(level.rest, level.triangles, context);
    int[] near = closest(original.rest, original.triangles, original.parts, tree, level.parts);
    double[] upTo = SurfaceSamples.areasUpTo(original.rest, original.triangles);
    double whole = 0;
    for (int t = 0; t < importance.length; t++) {
      whole += importance[t] * (upTo[t + 1] - upTo[t]);
    }
    for (int k = 0; k < layers.poseCount(); k++) {
      int[] hints = new int[layers.count()];
      Arrays.setAll(hints, s -> near[layers.triangle(s)]);
      out.add(new LayerPairs(layers, k, whole, level.triangles, level.parts, hints, tree.copy()));
    }
    return out;
  }

  private List<SurfacePairs> pairs(
      double[] importance, boolean holdBorders, Surface level, TriangleTree tree) {
    double[] levelImportance = Arrays.stream(closest).mapToDouble(t -> importance[t]).toArray();
    SurfaceElements faces =
        SurfaceElements.faces(original.rest, original.triangles, original.parts, importance);
    SurfaceElements levelFaces =
        SurfaceElements.faces(level.rest, level.triangles, level.parts, levelImportance);
    List<SurfacePairs> onFaces = pairs(faces, tree, levelFaces, closest, level);
    SurfaceElements borders =
        SurfaceElements.borders(original.rest, original.triangles, original.parts, importance);
    SurfaceElements levelBorders =
        SurfaceElements.borders(level.rest, level.triangles, level.parts, levelImportance);
    if (!holdBorders || borders.count() == 0 || levelBorders.count() == 0) {
      return onFaces;
    }
    List<SurfacePairs> out = new ArrayList<>(onFaces);
    TriangleTree borderTree = new TriangleTree(original.rest, borders.corners(), context);
    int[] hints =
        closest(
            level.rest, levelBorders.corners(), levelBorders.parts(), borderTree, borders.parts());
    out.addAll(pairs(borders, borderTree, levelBorders, hints, level));
    return out;
  }

  private List<SurfacePairs> pairs(
      SurfaceElements originals,
      TriangleTree tree,
      SurfaceElements levels,
      int[] hints,
      Surface level) {
    TriangleTree levelTree = new TriangleTree(level.rest, levels.corners(), context);
    int[] levelHints =
        closest(original.rest, originals.corners(), originals.parts(), levelTree, levels.parts());
    SurfacePairs.Trees trees = new SurfacePairs.Trees(tree, levelTree);
    PartSamples samples = new PartSamples(originals, levels);
    return IntStream.range(0, originalPoses.length)
        .mapToObj(
            k ->
                new SurfacePairs(
                    k, originalPoses[k], originals, levels, samples, trees, hints, levelHints))
        .toList();
  }

  /**
   * Moves the points; returns true if the surfaces come closer. The last step is undone if they do
   * not, and at points around which they do not by far.
   */
  boolean run(int iterations) {
    double first = 0;
    double last = 0;
    double[] around = {};
    double[] squares = new double[originalPoses.length];
    for (int i = 0; i < iterations; i++) {
      findPairs(i, 1, squares);
      last = mean(squares, 1);
      if (i == 0) {
        first = last;
        start = posed.clone();
        Arrays.setAll(start, k -> posed[k].clone());
      }
      around = errorsAround(CHECKED_POSES);
      step();
      context.report("polishing", i + 1, iterations);
    }
    double before = mean(squares, CHECKED_POSES);
    findPairs(iterations - 1, CHECKED_POSES, squares); // The samples of the last step.
    boolean closer = mean(squares, CHECKED_POSES) < before;
    double[] after = errorsAround(CHECKED_POSES);
    double tiny = NO_DISTANCE * NO_DISTANCE * squaredSize;
    for (int p = 0; p < points.pointCount(); p++) {
      if (!closer || after[p] > OVERSHOT * around[p] + tiny) {
        points.restore(p);
      }
    }
    return (iterations > 1 ? last < first : closer)
        && first > NO_DISTANCE * NO_DISTANCE * squaredSize;
  }

  /**
   * Finds pairs in poses.
   *
   * @param iteration decides which samples are used
   * @param step 1 for all poses, n for every n-th
   * @param squares receives the mean squared distance of these poses
   */
  private void findPairs(int iteration, int step, double[] squares) {
    int poses = originalPoses.length;
    context.run(
        (poses + step - 1) / step,
        i -> {
          int k = step * i;
          points.pose(k, posed[k]);
          squares[k] = 0;
          for (FitPairs some : pairs) {
            if (some.pose == k) {
              squares[k] += some.find(posed[k], iteration * poses + k, context);
            }
          }
        });
  }

  /** Returns the mean squared distance of the pairs around each point, in every n-th pose. */
  private double[] errorsAround(int step) {
    double[] squares = new double[triangles.length / 3];
    double[] shares = new double[squares.length];
    for (FitPairs some : pairs) {
      for (int i = 0; some.pose % step == 0 && i < some.triangle.length; i++) {
        double x = some.gap[3 * i], y = some.gap[3 * i + 1], z = some.gap[3 * i + 2];
        squares[some.triangle[i]] += some.share[i] * (x * x + y * y + z * z);
        shares[some.triangle[i]] += some.share[i];
      }
    }
    double[] out = new double[points.pointCount()];
    double[] weight = new double[out.length];
    for (int c = 0; c < triangles.length; c++) {
      out[triangles[c]] += squares[c / 3];
      weight[triangles[c]] += shares[c / 3];
    }
    for (int p = 0; p < out.length; p++) {
      out[p] = weight[p] > 0 ? out[p] / weight[p] : 0;
    }
    return out;
  }

  private double mean(double[] squares, int step) {
    double sum = 0;
    for (int k = 0; k < squares.length; k += step) {
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

  /** The pairs of each triangle, as a set and an index in it, in the same order on any threads. */
  private record SamplesByTriangle(int[] start, int[] of, int[] pair) {}

  private SamplesByTriangle samplesByTriangle() {
    int count = triangles.length / 3;
    int[] start = new int[count + 1];
    for (FitPairs some : pairs) {
      for (int t : some.triangle) {
        start[t + 1]++;
      }
    }
    for (int t = 0; t < count; t++) {
      start[t + 1] += start[t];
    }
    int[] next = start.clone();
    int[] of = new int[start[count]];
    int[] pair = new int[start[count]];
    for (int k = 0; k < pairs.length; k++) {
      for (int i = 0; i < pairs[k].triangle.length; i++) {
        int at = next[pairs[k].triangle[i]]++;
        of[at] = k;
        pair[at] = i;
      }
    }
    return new SamplesByTriangle(start, of, pair);
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
      int of = -1;
      for (int s = samples.start[t]; s < samples.start[t + 1]; s++) {
        if (samples.of[s] != of) {
          of = samples.of[s];
          for (int c = 0; c < 3; c++) {
            points.derivatives(pairs[of].pose, triangles[3 * t + c], derivatives[c]);
          }
        }
        add(pairs[of], samples.pair[s], poseWeights[pairs[of].pose], matrix, values, damped);
      }
      for (int i = 0; i < 3 * U; i++) {
        for (int j = 0; j < i; j++) {
          matrix[3 * U * i + j] = matrix[3 * U * j + i];
        }
      }
    }

    private void add(
        FitPairs of,
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
      double length = Math.sqrt(gx * gx + gy * gy + gz * gz);
      if (!face && length > 0) {
        // The distance from an edge or a vertex grows along the gap.
        nx = gx / length;
        ny = gy / length;
        nz = gz / length;
      }
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
    int count = points.pointCount();
    double[] share = new double[count];
    Arrays.fill(share, 1);
    points.save();
    for (int p = 0; p < count; p++) {
      points.add(p, step, 1);
    }
    for (int round = 0; ; round++) {
      BitSet flipping = flippingPoints();
      if (flipping.isEmpty()) {
        return;
      }
      boolean stop = round >= 4;
      for (int p = flipping.nextSetBit(0); p >= 0; p = flipping.nextSetBit(p + 1)) {
        share[p] = stop ? 0 : share[p] / 2;
        points.restore(p);
        if (share[p] > 0) {
          points.add(p, step, share[p]);
        }
      }
    }
  }

  /** Returns the points of triangles that turn too far in the step, or away from the original. */
  private BitSet flippingPoints() {
    BitSet[] found = new BitSet[originalPoses.length];
    context.run(
        found.length,
        k -> {
          float[] moved = new float[3 * points.pointCount()];
          points.pose(k, moved);
          found[k] = new BitSet();
          for (int t = 0; t < triangles.length; t += 3) {
            if (turns(posed[k], moved, t) || turns(start[k], moved, t) || turnsAway(k, moved, t)) {
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
    double before = Vec3.dot(a, a);
    double after = Vec3.dot(b, b);
    double dot = Vec3.dot(a, b);
    return before > 0
        && (dot <= 0 || dot * dot < 0.25 * before * after || after < 1e-4 * before)
        && !same(from, to, t);
  }

  /** Returns true if a triangle faces away from the original in a pose, and did not before. */
  private boolean turnsAway(int k, float[] moved, int t) {
    double[] n = Triangles.normal(originalPoses[k], original.triangles, 3 * closest[t / 3]);
    return Vec3.dot(n, Triangles.normal(moved, triangles, t)) < 0
        && Vec3.dot(n, Triangles.normal(start[k], triangles, t)) >= 0;
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
}
