package dev.sinew.influence;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The best linear blends of a mesh with the joints that remain. A vertex that loses joints may
 * follow its others and their heirs ({@link MovingJoints#heirs}): non-negative weights of the sum 1
 * with the least expected squared distance from where all joints move it. The blend depends on the
 * remaining joints alone, not on the order in which others went.
 */
final class RemainingBlend {
  /** The maximum number of candidates: of more, those that alone move the vertex best. */
  private static final int MAX_CANDIDATES = 16;

  /** Smaller weights are set to 0: they have no effect in float precision. */
  private static final double MIN_WEIGHT = 1e-6;

  private final Influences rows;
  private final List<MetricSkin> skins;
  private final List<AnimationCoords> targets;
  private final double[] rest;
  private final BitSet fitting = new BitSet();
  private final int maxInfluences;

  /**
   * Prepares a mesh.
   *
   * @param geometry mesh {@code mesh} of the character, or a level of detail of it
   * @param widened the widened skins with their metrics
   * @param maxInfluences the maximum number of joints of a vertex that loses one
   */
  RemainingBlend(
      MovingJoints joints,
      int mesh,
      Geometry geometry,
      IntFunction<MetricSkin> widened,
      int maxInfluences) {
    List<Integer> own = joints.character().skinsOf(mesh);
    rows = joints.rows(mesh, geometry);
    skins = own.stream().map(widened::apply).toList();
    rest = geometry.mesh().positions();
    targets = skins.stream().map(s -> AnimationCoords.ofLinearBlend(s.skin(), rows, rest)).toList();
    for (int k = 0; k < joints.count(); k++) {
      fitting.set(k, joints.fits(k, mesh));
    }
    this.maxInfluences = maxInfluences;
  }

  /** Returns the rows with all joints, by moving joints. */
  Influences rows() {
    return rows;
  }

  int vertexCount() {
    return rows.vertexCount();
  }

  /** Returns true if a vertex loses a joint. */
  boolean loses(int vertex, BitSet removed) {
    for (int i = 0; i < rows.count(vertex); i++) {
      if (removed.get(rows.joint(vertex, i))) {
        return true;
      }
    }
    return false;
  }

  /** Solves one vertex at a time; one per thread. */
  final class Solver {
    private final VertexBlend blend = new VertexBlend(skins, targets, MAX_CANDIDATES);
    private final SimplexLeastSquares simplex = new SimplexLeastSquares(MAX_CANDIDATES);
    private final BlendSearch search = new BlendSearch(MAX_CANDIDATES);
    private final double[] gram = new double[MAX_CANDIDATES * MAX_CANDIDATES];
    private final double[] weights = new double[MAX_CANDIDATES];
    private final double[] position = new double[3];
    private final BitSet wanted = new BitSet();
    private int[] candidates = {};

    /** The joints of the solved vertex, and their weights. */
    private int[] joints = {};

    private double[] solved = {};

    int count() {
      return joints.length;
    }

    int joint(int i) {
      return joints[i];
    }

    double weight(int i) {
      return solved[i];
    }

    /**
     * Solves a vertex that loses a joint.
     *
     * @param limited false to allow any number of joints, which is a lower bound of the error, near
     *     it and much faster
     * @return the expected squared distance, summed over the skins; infinite if nothing remains
     */
    double solve(int vertex, BitSet removed, List<BitSet> heirs, boolean limited) {
      wanted.clear();
      for (int i = 0; i < rows.count(vertex); i++) {
        int joint = rows.joint(vertex, i);
        if (removed.get(joint)) {
          wanted.or(heirs.get(joint));
        } else {
          wanted.set(joint);
        }
      }
      wanted.and(fitting);
      System.arraycopy(rest, 3 * vertex, position, 0, 3);
      candidates = wanted.stream().toArray();
      if (candidates.length == 0) {
        joints = new int[0];
        return Double.POSITIVE_INFINITY;
      }
      if (candidates.length > MAX_CANDIDATES) {
        candidates = nearest(vertex);
      }
      int n = candidates.length;
      blend.set(vertex, candidates, n);
      blend.errors(position, gram);
      double error = simplex.solve(n, gram, weights);
      int positive = 0;
      for (int i = 0; i < n; i++) {
        weights[i] = weights[i] < MIN_WEIGHT ? 0 : weights[i];
        positive += weights[i] > 0 ? 1 : 0;
      }
      if (limited && positive > maxInfluences) {
        search.run(n, gram, maxInfluences);
        Arrays.fill(weights, 0, n, 0);
        for (int i = 0; i < search.count(); i++) {
          weights[search.chosen(i)] = search.weight(i);
        }
        error = search.error();
      }
      keep(n);
      return Math.max(0, error);
    }

    private void keep(int n) {
      int positive = 0;
      for (int i = 0; i < n; i++) {
        positive += weights[i] > 0 ? 1 : 0;
      }
      joints = new int[positive];
      solved = new double[positive];
      int at = 0;
      for (int i = 0; i < n; i++) {
        if (weights[i] > 0) {
          joints[at] = candidates[i];
          solved[at++] = weights[i];
        }
      }
    }

    /** Returns the candidates that alone have the least errors, in ascending order. */
    private int[] nearest(int vertex) {
      double[] alone = new double[candidates.length];
      int[] one = new int[1];
      for (int i = 0; i < alone.length; i++) {
        one[0] = candidates[i];
        blend.set(vertex, one, 1);
        blend.errors(position, gram);
        alone[i] = gram[0];
      }
      double limit = Arrays.stream(alone).sorted().toArray()[MAX_CANDIDATES - 1];
      int[] out = new int[MAX_CANDIDATES];
      int n = 0;
      for (int i = 0; i < alone.length && n < MAX_CANDIDATES; i++) {
        if (alone[i] <= limit) {
          out[n++] = candidates[i];
        }
      }
      return out;
    }
  }
}
