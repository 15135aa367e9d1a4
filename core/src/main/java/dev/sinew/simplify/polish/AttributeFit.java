package dev.sinew.simplify.polish;

import dev.sinew.distance.ClosestSamples;
import dev.sinew.linalg.ConjugateGradient;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.WedgeClasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fits normals, texture coordinates and colours of a level to those of the original at the closest
 * points, by least squares over samples on the level in a few poses. Samples whose closest point
 * faces away, has another material or, for texture coordinates, is across a seam are left out.
 * Seams and creases stay: wedges of a vertex that differ are fitted separately, those that agree
 * together. New creases come from {@link NormalCreases}. Fixed vertices keep their values: they are
 * known in the equations of their neighbours.
 */
public final class AttributeFit {
  /** Weight of the values before, relative to the samples around a wedge. */
  private static final double PULL = 0.02;

  /** The name of offsets of morph targets while they are fitted: no attribute of a mesh has it. */
  private static final String MORPH = "offset";

  /**
   * Weight of samples that a morph target does not move, where those that move most have 1 more: an
   * expression is seen by what moves.
   */
  private static final double STILL_WEIGHT = 0.02;

  /** The share of the original's farthest motion that a morph target keeps at least. */
  private static final double PEAK = 0.95;

  private static final int NORMAL_ITERATIONS = 3;
  private static final ConjugateGradient SOLVER = new ConjugateGradient(100, 1e-6);

  private final TriMesh original;
  private final TriMesh level;
  private final MeshPairs pairs;

  /** Samples on the level with their closest points on the original. */
  private final ClosestSamples samples;

  private final BitSet fixed;
  private final RunContext context;

  private AttributeFit(MeshPairs pairs, BitSet fixed, RunContext context) {
    this.pairs = pairs;
    original = pairs.original;
    level = pairs.level;
    samples = pairs.samples;
    this.fixed = fixed;
    this.context = context;
  }

  /**
   * Returns a level with fitted attributes, and with creases where its normals need them.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes
   * @param poses a few poses with weights
   * @param fixed points of the joined level whose attributes are not changed
   * @param moveTexture false to keep the texture coordinates
   */
  public static SkinnedCharacter run(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      boolean moveTexture,
      RunContext context) {
    JoinedCharacter original = origin.original();
    LevelPair pair = new LevelPair(original, level, poses);
    float[][] originalShapes = pair.originalSkin.shapes(context);
    float[][] levelShapes = pair.levelSkin.shapes(context);
    List<Geometry> meshes = new ArrayList<>(level.meshes());
    for (int m = 0; m < meshes.size(); m++) {
      if (pair.isShown(m)) {
        MeshPairs pairs =
            MeshPairs.inPoses(
                pair.originalMesh(m),
                new ClosestSamples.Parts(origin.partsOf(pair.level, m), origin.partsOf(m)),
                new MeshPairs.Points(pair.originalSkin, originalShapes, original.firstPoint(m)),
                pair.levelMesh(m),
                new MeshPairs.Points(pair.levelSkin, levelShapes, pair.level.firstPoint(m)),
                poses.weightArray(),
                context);
        MorphTargets source = original.character().meshes().get(m).morphs();
        meshes.set(
            m, run(pairs, meshes.get(m), source, pair.ofMesh(m, fixed), moveTexture, context));
      }
    }
    return level.withMeshes(meshes);
  }

  /**
   * Returns a mesh with attributes fitted at rest.
   *
   * @param original the mesh the level was made from, with the same groups
   */
  public static TriMesh run(TriMesh original, TriMesh level, RunContext context) {
    if (original.triangleCount() == 0 || level.triangleCount() == 0) {
      return level;
    }
    Geometry bare = new Geometry("level", level);
    return run(
            MeshPairs.atRest(original, level, context),
            bare,
            MorphTargets.NONE,
            new BitSet(),
            true,
            context)
        .mesh();
  }

  /**
   * Fits one mesh.
   *
   * @param source the morph targets of the original; if there are none, the level keeps its own
   */
  static Geometry run(
      MeshPairs pairs,
      Geometry level,
      MorphTargets source,
      BitSet fixed,
      boolean moveTexture,
      RunContext context) {
    Geometry creased =
        NormalCreases.split(pairs, fixed)
            .map(split -> level.withWedges(split.mesh(), split.source()))
            .orElse(level);
    AttributeFit fit = new AttributeFit(pairs.withLevel(creased.mesh()), fixed, context);
    TriMesh out = creased.mesh();
    for (MeshAttribute attribute : out.attributes()) {
      Optional<MeshAttribute> wanted = pairs.original.attribute(attribute.name());
      boolean stays = attribute.isUv() && !moveTexture;
      if (wanted.isPresent() && isFitted(attribute) && !stays) {
        out = out.withAttribute(fit.fitted(attribute, wanted.get()));
      }
    }
    return fit.withMorphs(creased.withMesh(out), source);
  }

  /** Fits the offsets of morph targets: a level must still blink as far as the original. */
  private Geometry withMorphs(Geometry fitted, MorphTargets source) {
    MorphTargets own = fitted.morphs();
    if (own.isEmpty() || source.isEmpty()) {
      return fitted;
    }
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < own.count(); t++) {
      MeshAttribute offsets = new MeshAttribute(MORPH, 3, own.positionOffsets(t));
      MeshAttribute wanted = new MeshAttribute(MORPH, 3, source.positionOffsets(t));
      positions.add(
          largest(wanted) == 0 ? offsets.toArray() : solved(offsets, offsets, wanted).toArray());
      normals.add(own.normalOffsets(t));
    }
    return fitted.withMorphs(own.withOffsets(positions, normals));
  }

  private static double largest(MeshAttribute offsets) {
    double largest = 0;
    for (int w = 0; w < offsets.count(); w++) {
      largest = Math.max(largest, square(offsets, w));
    }
    return largest;
  }

  private static double square(MeshAttribute offsets, int wedge) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += (double) offsets.value(wedge, k) * offsets.value(wedge, k);
    }
    return sum;
  }

  private static double square(double[] v, int o) {
    return v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  }

  private static boolean isFitted(MeshAttribute attribute) {
    return attribute.name().equals(MeshAttribute.NORMAL) || SeamRule.isPainted(attribute);
  }

  // Least squares.

  private MeshAttribute fitted(MeshAttribute attribute, MeshAttribute source) {
    if (!attribute.name().equals(MeshAttribute.NORMAL)) {
      return solved(attribute, attribute, source);
    }
    // Viewers normalise interpolated normals, so only their directions have to agree: each
    // solution gives the lengths of the next targets.
    MeshAttribute normals = attribute;
    for (int i = 0; i < NORMAL_ITERATIONS; i++) {
      normals = solved(attribute, normals, source);
    }
    return normals;
  }

  /**
   * Solves for an attribute.
   *
   * @param start the values of the level
   * @param last the last solution: its interpolated lengths are those of the targets of normals
   * @param source the values of the original
   */
  private MeshAttribute solved(MeshAttribute start, MeshAttribute last, MeshAttribute source) {
    int[] hits =
        start.isUv() ? samples.targetsInTexture(level, start, original, source) : samples.targets();
    int[] unknown =
        WedgeClasses.of(level, SeamRule.of(a -> a.name().equals(start.name())), context);
    Equations equations = new Equations(unknown, start, last, source);
    for (int t = 0; t < level.triangleCount(); t++) {
      if ((t & 255) == 0) {
        context.checkCancelled();
      }
      equations.add(t, hits);
    }
    return result(start, unknown, equations.solve());
  }

  /**
   * The normal equations of one attribute: the unknowns are classes of wedges with equal values.
   */
  private final class Equations {
    private final int width;
    private final int[] unknown;
    private final MeshAttribute last;
    private final MeshAttribute source;
    private final boolean isNormal;
    private final boolean isMorph;

    /** What texture coordinates may be; null for other attributes. */
    private final @Nullable ChartRange range;

    /** The largest square of the original's offsets. */
    private final double largest;

    /** Per unknown, the largest square of the offsets at its closest points. */
    private final double[] reach;

    /** The unknown of every corner. */
    private final int[] rows;

    /** 9 values per triangle. */
    private final double[] matrices = new double[9 * level.triangleCount()];

    private final double[] diagonal = new double[level.wedgeCount()];
    private final double[] right;
    private final double[] start;
    private final double[] target;

    Equations(int[] unknown, MeshAttribute first, MeshAttribute last, MeshAttribute source) {
      this.unknown = unknown;
      rows = level.cornerWedges();
      for (int c = 0; c < rows.length; c++) {
        rows[c] = unknown[rows[c]];
      }
      this.last = last;
      this.source = source;
      width = first.components();
      isNormal = first.name().equals(MeshAttribute.NORMAL);
      isMorph = first.name().equals(MORPH);
      largest = isMorph ? largest(source) : 0;
      reach = new double[isMorph ? level.wedgeCount() : 0];
      right = new double[width * level.wedgeCount()];
      start = new double[right.length];
      target = new double[width];
      for (int i = 0; i < start.length; i++) {
        start[i] = first.value(i / width, i % width);
      }
      range = first.isUv() ? new ChartRange(rows, start, width) : null;
    }

    /** Adds the samples of a triangle. */
    void add(int t, int[] hits) {
      int count = samples.perTriangle();
      for (int s = 0; s < count; s++) {
        int hit = hits[count * t + s];
        if (hit == ClosestSamples.NONE || !findTarget(t, s, hit)) {
          continue;
        }
        double weight = pairs.weight(t, s) * emphasis();
        if (isMorph) {
          reach(t, hit);
        }
        for (int c = 0; range != null && c < 3; c++) {
          range.add(rows[3 * t], source, original.wedge(hit, c));
        }
        for (int c = 0; c < 3; c++) {
          double w = weight * samples.sampleWeight(s, c);
          int row = rows[3 * t + c];
          for (int d = 0; d < 3; d++) {
            matrices[9 * t + 3 * c + d] += w * samples.sampleWeight(s, d);
          }
          diagonal[row] += w * samples.sampleWeight(s, c);
          for (int k = 0; k < width; k++) {
            right[width * row + k] += w * target[k];
          }
        }
      }
    }

    private double emphasis() {
      return isMorph ? STILL_WEIGHT + square(target, 0) / largest : 1;
    }

    /** Notes how far the corners of a closest triangle move, for all corners of the level's. */
    private void reach(int t, int hit) {
      double farthest = 0;
      for (int c = 0; c < 3; c++) {
        farthest = Math.max(farthest, square(source, original.wedge(hit, c)));
      }
      for (int c = 3 * t; c < 3 * t + 3; c++) {
        reach[rows[c]] = Math.max(reach[rows[c]], farthest);
      }
    }

    /** Computes the value that a sample should have; returns false if there is none. */
    private boolean findTarget(int t, int s, int hit) {
      if (isNormal) {
        return findNormal(t, s, hit);
      }
      for (int k = 0; k < width; k++) {
        target[k] = 0;
        for (int c = 0; c < 3; c++) {
          target[k] += samples.targetWeight(t, s, c) * source.value(original.wedge(hit, c), k);
        }
      }
      return true;
    }

    /** The target of a normal has the length of the last solution. */
    private boolean findNormal(int t, int s, int hit) {
      if (!pairs.normal(t, s, hit, source, target)) {
        return false;
      }
      double squares = 0;
      for (int k = 0; k < 3; k++) {
        double interpolated = 0;
        for (int c = 0; c < 3; c++) {
          interpolated += samples.sampleWeight(s, c) * last.value(level.wedge(t, c), k);
        }
        squares += interpolated * interpolated;
      }
      for (int k = 0; k < 3; k++) {
        target[k] *= Math.sqrt(squares);
      }
      return true;
    }

    /**
     * Solves (A + μ D) x = b + μ D x₀, D the diagonal of A. Rows of fixed vertices are left out: x
     * stays x₀ there.
     */
    double[] solve() {
      double[] x = start.clone();
      double[] b = right.clone();
      for (int i = 0; i < b.length; i++) {
        b[i] = isFixed(i / width) ? 0 : b[i] + PULL * diagonal[i / width] * start[i];
      }
      SOLVER.solve(this::multiply, this::precondition, b, x);
      if (isMorph) {
        keepExtent(x);
      }
      if (range != null) {
        range.clamp(x);
      }
      return x;
    }

    /**
     * Keeps the extent of a morph target: no vertex moves farther than what it stands for, since
     * the fit overshoots beside steep changes; and the farthest moves nearly as far as the
     * original's, since a peak between vertices is cut off.
     */
    private void keepExtent(double[] x) {
      double[] around = spread(reach);
      double farthest = 0;
      for (int w = 0; w < level.wedgeCount(); w++) {
        farthest = Math.max(farthest, square(x, 3 * unknown[w]));
      }
      double longer = farthest > 0 ? Math.max(1, PEAK * Math.sqrt(largest / farthest)) : 1;
      for (int w = 0; w < level.wedgeCount(); w++) {
        double squared = longer * longer * square(x, 3 * w);
        double scale = squared > around[w] ? longer * Math.sqrt(around[w] / squared) : longer;
        for (int k = 0; k < 3 && !isFixed(w); k++) {
          x[3 * w + k] *= scale;
        }
      }
    }

    /** Returns the largest value around each unknown: samples may miss a peak by a little. */
    private double[] spread(double[] values) {
      double[] out = values.clone();
      for (int c = 0; c < rows.length; c++) {
        int first = c - c % 3;
        for (int d = first; d < first + 3; d++) {
          out[rows[c]] = Math.max(out[rows[c]], values[rows[d]]);
        }
      }
      return out;
    }

    private void multiply(double[] d, double[] q) {
      context.checkCancelled();
      for (int w = 0, i = 0; w < diagonal.length; w++) {
        for (int k = 0; k < width; k++, i++) {
          q[i] = PULL * diagonal[w] * d[i];
        }
      }
      for (int t = 0; t < rows.length; t += 3) {
        for (int a = 0; a < 3; a++) {
          int row = width * rows[t + a];
          for (int b = 0; b < 3; b++) {
            int column = width * rows[t + b];
            double m = matrices[3 * (t + a) + b];
            for (int k = 0; k < width; k++) {
              q[row + k] += m * d[column + k];
            }
          }
        }
      }
      for (int w = 0; w < diagonal.length && !fixed.isEmpty(); w++) {
        if (isFixed(w)) {
          Arrays.fill(q, width * w, width * (w + 1), 0);
        }
      }
    }

    private void precondition(double[] r, double[] z) {
      for (int w = 0, i = 0; w < diagonal.length; w++) {
        double a = (1 + PULL) * diagonal[w];
        for (int k = 0; k < width; k++, i++) {
          z[i] = a > 0 ? r[i] / a : 0;
        }
      }
    }
  }

  private boolean isFixed(int wedge) {
    return fixed.get(level.vertexOfWedge(wedge));
  }

  private MeshAttribute result(MeshAttribute attribute, int[] unknown, double[] values) {
    int width = attribute.components();
    float[] out = attribute.toArray();
    boolean isNormal = attribute.name().equals(MeshAttribute.NORMAL);
    boolean isColor = attribute.isColor();
    for (int w = 0; w < unknown.length; w++) {
      if (isFixed(w)) {
        continue;
      }
      int from = width * unknown[w];
      double scale = 1;
      if (isNormal) {
        double x = values[from], y = values[from + 1], z = values[from + 2];
        double length = Math.sqrt(x * x + y * y + z * z);
        if (!(length > 1e-6)) {
          continue;
        }
        scale = 1 / length;
      }
      for (int k = 0; k < width; k++) {
        double value = scale * values[from + k];
        out[width * w + k] = (float) (isColor ? Math.clamp(value, 0.0, 1.0) : value);
      }
    }
    return new MeshAttribute(attribute.name(), width, out);
  }
}
