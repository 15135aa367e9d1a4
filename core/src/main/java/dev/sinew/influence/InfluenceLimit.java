package dev.sinew.influence;

import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.Skinning;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best linear blend weights on a limited number of joints per vertex: joints and weights that
 * minimise the distance from the original vertex over all poses. Optionally the rest position is
 * optimised too.
 *
 * <p>In animation space joint i alone maps the rest position v̂ to u_i = B_i v̂, a blend maps it to
 * Σ w_i u_i. The error to a point p is wᵀA w with a_ij = ⟨u_i − p, u_j − p⟩ in the metric, w ≥ 0
 * and Σ w = 1. For given joints this is a small problem for {@link SimplexLeastSquares}. {@link
 * BlendSearch} chooses the joints among the vertex's own and the helpers. Weights and rest position
 * are solved in turn.
 */
public final class InfluenceLimit {
  /** The maximum number of candidates; of more joints, the heaviest are used. */
  private static final int MAX_CANDIDATES = 32;

  /**
   * The maximum number of helpers among the candidates: those with the least error beside the
   * heaviest joints.
   */
  private static final int MAX_HELPERS = 6;

  /** Smaller weights are set to 0: they have no effect in float precision. */
  private static final double MIN_WEIGHT = 1e-6;

  /** The maximum number of rounds of weights and rest position. */
  private static final int MAX_ROUNDS = 12;

  /** The minimum relative gain of a round. */
  private static final double MIN_GAIN = 1e-3;

  /** Vertices per parallel task. */
  private static final int BATCH = 256;

  /**
   * A skin and a metric on its poses.
   *
   * @param skin the joints
   * @param metric the metric on their poses
   */
  public record MetricSkin(Skin skin, PoseMetric metric) {
    /** Checks that the numbers of joints agree. */
    public MetricSkin {
      ArrayChecks.size("joints of the metric", metric.jointCount(), skin.jointCount());
    }
  }

  private final List<MetricSkin> skins;
  private final int maxJoints;
  private final boolean moveRest;
  private final int firstHelper;

  /**
   * A limited skin.
   *
   * @param influences one row per vertex
   * @param rest x, y, z of each vertex at rest, in a new array
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over to whoever asked, never compared.
  public record Result(Influences influences, double[] rest) {}

  /**
   * Creates a limit for meshes of the same skins.
   *
   * @param skins at least one; the errors of several skins are added
   * @param maxJoints the maximum number of joints per vertex, 1 or more
   * @param moveRest true to optimise the rest positions of vertices that lose joints
   */
  public InfluenceLimit(List<MetricSkin> skins, int maxJoints, boolean moveRest) {
    this(skins, maxJoints, moveRest, Integer.MAX_VALUE);
  }

  private InfluenceLimit(List<MetricSkin> skins, int maxJoints, boolean moveRest, int firstHelper) {
    this.skins = List.copyOf(skins);
    this.maxJoints = maxJoints;
    this.moveRest = moveRest;
    this.firstHelper = firstHelper;
    if (skins.isEmpty() || maxJoints < 1) {
      throw new IllegalArgumentException(
          "skins and joints: expected 1 or more, got " + skins.size() + " and " + maxJoints);
    }
  }

  /**
   * Returns the same limit with helpers: joints from an index in the skin's list on, which may move
   * any vertex.
   */
  public InfluenceLimit withHelpers(int first) {
    if (skins.size() != 1 || first < 0 || first > skins.getFirst().skin.jointCount()) {
      throw new IllegalArgumentException(
          "helpers: expected one skin and an index in its list, got "
              + skins.size()
              + " and "
              + first);
    }
    return new InfluenceLimit(skins, maxJoints, moveRest, first);
  }

  /**
   * Computes the weights, and optionally the rest positions, of all vertices.
   *
   * @param rest x, y, z of each vertex at rest; not modified
   * @param skinning their skin, not a rigid one; vertices of a linear blend skin that are within
   *     the limit keep their weights
   * @param context the result does not depend on its number of threads
   */
  public Result apply(double[] rest, Skinning skinning, RunContext context) {
    Influences given =
        skinning
            .influences()
            .orElseThrow(
                () -> new IllegalArgumentException("skinning: expected influences, got none"));
    int vertices = given.vertexCount();
    if (rest.length != 3 * vertices) {
      throw new IllegalArgumentException(
          "rest points: expected " + 3 * vertices + " numbers, got " + rest.length);
    }
    for (MetricSkin skin : skins) {
      int needed = skinning.jointsNeeded();
      if (needed > skin.skin.jointCount()) {
        throw new IllegalArgumentException(
            "joints: expected at most " + skin.skin.jointCount() + ", got " + needed);
      }
    }
    List<AnimationCoords> targets =
        skins.stream()
            .map(
                w ->
                    skinning
                        .coords()
                        .orElseGet(() -> AnimationCoords.ofLinearBlend(w.skin, given, rest)))
            .toList();
    int[][] joints = new int[vertices][];
    double[][] weights = new double[vertices][];
    double[] moved = rest.clone();
    context.run(
        (vertices + BATCH - 1) / BATCH,
        batch -> {
          Vertex vertex = new Vertex(given, skinning.coords(), targets);
          for (int v = BATCH * batch; v < Math.min(vertices, BATCH * (batch + 1)); v++) {
            vertex.solve(v, moved);
            joints[v] = vertex.joints;
            weights[v] = vertex.weights;
          }
        });
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      for (int i = 0; i < joints[v].length; i++) {
        rows.add(joints[v][i], weights[v][i]);
      }
      rows.endRow();
    }
    return new Result(rows.build(), moved);
  }

  /** Solver for one vertex at a time. */
  private final class Vertex {
    private final Influences given;
    private final Optional<AnimationCoords> coords;
    private final VertexBlend blend;
    private final BlendSearch search = new BlendSearch(MAX_CANDIDATES);
    private final int[] candidates = new int[MAX_CANDIDATES];
    private final double[] gram = new double[MAX_CANDIDATES * MAX_CANDIDATES];
    private final double[] position = new double[3];
    private final double[] trial = new double[3];

    /** The result for the current vertex. */
    private int[] joints = {};

    private double[] weights = {};
    private double error;

    Vertex(Influences given, Optional<AnimationCoords> coords, List<AnimationCoords> targets) {
      this.given = given;
      this.coords = coords;
      blend = new VertexBlend(skins, targets, MAX_CANDIDATES);
    }

    /** Solves a vertex; reads its rest position and may change it. */
    void solve(int v, double[] rest) {
      if (coords.isEmpty() && given.count(v) <= maxJoints) {
        joints = IntStream.range(0, given.count(v)).map(i -> given.joint(v, i)).toArray();
        weights = IntStream.range(0, given.count(v)).mapToDouble(i -> given.weight(v, i)).toArray();
        return;
      }
      System.arraycopy(rest, 3 * v, position, 0, 3);
      int n = addHelpers(v, chooseCandidates(v));
      blend.set(v, candidates, n);
      blend.errors(position, gram);
      search.run(n, gram, maxJoints);
      keepResult();
      if (moveRest) {
        moveRest(v, n);
        System.arraycopy(position, 0, rest, 3 * v, 3);
      }
      for (int i = 0; i < weights.length; i++) {
        weights[i] = weights[i] < MIN_WEIGHT ? 0 : weights[i];
      }
    }

    /** Keeps the result of the search. */
    private void keepResult() {
      error = search.error();
      joints = new int[search.count()];
      weights = new double[search.count()];
      for (int i = 0; i < joints.length; i++) {
        joints[i] = candidates[search.chosen(i)];
        weights[i] = search.weight(i);
      }
    }

    /**
     * Chooses the heaviest joints, with which rows of influences begin, in ascending order. Returns
     * their number.
     */
    private int chooseCandidates(int v) {
      int room = MAX_CANDIDATES - (firstHelper < Integer.MAX_VALUE ? MAX_HELPERS : 0);
      int n = Math.min(room, given.count(v));
      for (int i = 0; i < n; i++) {
        candidates[i] = given.joint(v, i);
      }
      for (int i = 0; coords.isPresent() && i < coords.get().count(v) && n < room; i++) {
        int joint = coords.get().joint(v, i);
        if (Arrays.stream(candidates, 0, n).noneMatch(c -> c == joint)) {
          candidates[n++] = joint;
        }
      }
      Arrays.sort(candidates, 0, n);
      return n;
    }

    /**
     * Adds the helpers with the least error beside the heaviest joints. Returns the number of
     * candidates.
     */
    private int addHelpers(int v, int own) {
      int n = own;
      double[] nearest = new double[MAX_HELPERS];
      int[] found = new int[MAX_HELPERS];
      for (int h = firstHelper; h < skins.getFirst().skin.jointCount(); h++) {
        double apart = errorBesideHeaviest(v, own, h);
        int at = n - own;
        if (at == MAX_HELPERS) {
          if (apart >= nearest[--at]) {
            continue;
          }
        } else {
          n++;
        }
        for (; at > 0 && apart < nearest[at - 1]; at--) {
          nearest[at] = nearest[at - 1];
          found[at] = found[at - 1];
        }
        nearest[at] = apart;
        found[at] = h;
      }
      System.arraycopy(found, 0, candidates, own, n - own);
      Arrays.sort(candidates, own, n);
      return n;
    }

    /**
     * Returns the minimum of |(1 − t) b + t h − p|² with b the blend of the heaviest joints, one
     * fewer than the limit.
     */
    private double errorBesideHeaviest(int v, int own, int helper) {
      int n = own + 1;
      candidates[own] = helper;
      blend.set(v, candidates, n);
      blend.errors(position, gram);
      double alone = gram[n * n - 1];
      double sum = 0;
      for (int i = 0; i < Math.min(maxJoints - 1, given.count(v)); i++) {
        sum += given.weight(v, i);
      }
      double self = 0;
      double cross = 0;
      for (int i = 0; i < Math.min(maxJoints - 1, given.count(v)); i++) {
        int row = n * Arrays.binarySearch(candidates, 0, own, given.joint(v, i));
        for (int j = 0; j < Math.min(maxJoints - 1, given.count(v)); j++) {
          int column = Arrays.binarySearch(candidates, 0, own, given.joint(v, j));
          self += given.weight(v, i) * given.weight(v, j) * gram[row + column] / (sum * sum);
        }
        cross += given.weight(v, i) * gram[row + own] / sum;
      }
      double t = maxJoints > 1 ? SimplexLeastSquares.secondWeight(self, cross, alone) : 1;
      return SimplexLeastSquares.valueOfPair(self, cross, alone, t);
    }

    /** Optimises the rest position for the chosen joints; if the limit is 1, for each candidate. */
    private void moveRest(int v, int n) {
      double[] initial = position.clone();
      if (maxJoints == 1) {
        int[] all = Arrays.copyOf(candidates, n);
        for (int joint : all) {
          improve(v, new int[] {joint}, new double[] {1}, initial);
        }
      } else {
        int[] sorted = joints.clone();
        Arrays.sort(sorted);
        double[] start = new double[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
          start[Arrays.binarySearch(sorted, joints[i])] = weights[i];
        }
        improve(v, sorted, start, initial);
      }
    }

    /** Solves rest position and weights in turn and keeps them if they are better. */
    private void improve(int v, int[] set, double[] start, double[] initial) {
      System.arraycopy(set, 0, candidates, 0, set.length);
      System.arraycopy(initial, 0, trial, 0, 3);
      blend.set(v, candidates, set.length);
      double last = Double.POSITIVE_INFINITY;
      for (int round = 0; round < MAX_ROUNDS; round++) {
        blend.bestPosition(start, trial);
        blend.errors(trial, gram);
        search.run(set.length, gram, set.length);
        Arrays.fill(start, 0);
        for (int i = 0; i < search.count(); i++) {
          start[search.chosen(i)] = search.weight(i);
        }
        if (search.error() < error) {
          keepResult();
          System.arraycopy(trial, 0, position, 0, 3);
        }
        if (!(search.error() < last * (1 - MIN_GAIN))) {
          return;
        }
        last = search.error();
      }
    }
  }
}
