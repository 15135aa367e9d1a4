package dev.sinew.influence;

import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best linear blend weights on at most so many joints a vertex: which joints, and how much of
 * each, so that the vertex stays nearest to where it was over all poses. Its rest position stays,
 * or on demand moves as well to where that helps most.
 *
 * <p>In animation space joint i alone takes the rest position v̂ to u_i = B_i v̂, a blend to Σ w_i
 * u_i, and the error against a point p is wᵀA w with a_ij = ⟨u_i − p, u_j − p⟩ in the metric, w ≥ 0
 * and Σ w = 1. For given joints that is a small least squares problem. The joints are found among
 * the vertex's own, and helpers where there are any, by {@link BlendSearch}. Weights and rest
 * position are solved in turn.
 */
public final class InfluenceLimit {
  /** Of a vertex with more joints, only the heaviest are considered. */
  private static final int MOST_CANDIDATES = 32;

  /** So many helpers are considered, those that come nearest beside the heaviest joints. */
  private static final int MOST_HELPERS = 6;

  /** Weights below move a vertex by nothing that a file of floats could hold. */
  private static final double SMALLEST_WEIGHT = 1e-6;

  /** How often weights and rest position are solved in turn, and what gain is worth it. */
  private static final int MOST_TURNS = 12;

  private static final double WORTHWHILE = 1e-3;

  /** Vertices a thread takes at a time. */
  private static final int BATCH = 256;

  /**
   * What moves a mesh.
   *
   * @param skin its joints
   * @param metric what counts over their poses
   */
  public record MetricSkin(Skin skin, PoseMetric metric) {
    public MetricSkin {
      if (skin.jointCount() != metric.jointCount()) {
        throw new IllegalArgumentException(
            "joints of the metric: expected " + skin.jointCount() + ", got " + metric.jointCount());
      }
    }
  }

  private final List<MetricSkin> skins;
  private final int most;
  private final boolean moveRest;
  private final int firstHelper;

  /**
   * A limited skin.
   *
   * @param influences a row a vertex
   * @param rest x, y, z of every vertex at rest, its own array
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over to whoever asked, never compared.
  public record Result(Influences influences, double[] rest) {}

  /**
   * Prepares for meshes that the same skins move.
   *
   * @param skins at least one; where several skins move one mesh, their errors add up
   * @param most joints a vertex may keep, 1 or more
   * @param moveRest whether vertices that lose joints may move at rest too
   */
  public InfluenceLimit(List<MetricSkin> skins, int most, boolean moveRest) {
    this(skins, most, moveRest, Integer.MAX_VALUE);
  }

  private InfluenceLimit(List<MetricSkin> skins, int most, boolean moveRest, int firstHelper) {
    this.skins = List.copyOf(skins);
    this.most = most;
    this.moveRest = moveRest;
    this.firstHelper = firstHelper;
    if (skins.isEmpty() || most < 1) {
      throw new IllegalArgumentException(
          "skins and joints: expected 1 or more, got " + skins.size() + " and " + most);
    }
  }

  /** The same with joints, from a place in the skins' lists on, that may move any vertex. */
  public InfluenceLimit withHelpers(int first) {
    if (skins.size() != 1 || first < 0 || first > skins.getFirst().skin.jointCount()) {
      throw new IllegalArgumentException(
          "helpers: expected one skin, and a place in its list, got "
              + skins.size()
              + " and "
              + first);
    }
    return new InfluenceLimit(skins, most, moveRest, first);
  }

  /**
   * Finds the weights, and perhaps the rest positions, of all vertices.
   *
   * @param rest x, y, z of every vertex at rest; not modified
   * @param given their influences; vertices with few enough keep theirs
   * @param target what to come near to, if that is not the given influences' motion
   * @param context share the vertices; the result does not depend on how many there are
   */
  public Result apply(
      double[] rest, Influences given, @Nullable AnimationCoords target, RunContext context) {
    int vertices = given.vertexCount();
    if (rest.length != 3 * vertices) {
      throw new IllegalArgumentException(
          "rest points: expected " + 3 * vertices + " numbers, got " + rest.length);
    }
    for (MetricSkin skin : skins) {
      int needed = Math.max(given.jointsNeeded(), target == null ? 0 : target.jointsNeeded());
      if (needed > skin.skin.jointCount()) {
        throw new IllegalArgumentException(
            "joints: expected at most " + skin.skin.jointCount() + ", got " + needed);
      }
    }
    List<AnimationCoords> aims =
        skins.stream()
            .map(w -> target != null ? target : AnimationCoords.ofLinearBlend(w.skin, given, rest))
            .toList();
    int[][] joints = new int[vertices][];
    double[][] weights = new double[vertices][];
    double[] moved = rest.clone();
    context.run(
        (vertices + BATCH - 1) / BATCH,
        batch -> {
          Vertex vertex = new Vertex(given, target, aims);
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

  /** One vertex after another. */
  private final class Vertex {
    private final Influences given;
    private final @Nullable AnimationCoords target;
    private final VertexBlend blend;
    private final BlendSearch search = new BlendSearch(MOST_CANDIDATES);
    private final int[] candidates = new int[MOST_CANDIDATES];
    private final double[] gram = new double[MOST_CANDIDATES * MOST_CANDIDATES];
    private final double[] position = new double[3];
    private final double[] trial = new double[3];

    /** What was found for the vertex at hand. */
    private int[] joints = {};

    private double[] weights = {};
    private double error;

    Vertex(Influences given, @Nullable AnimationCoords target, List<AnimationCoords> aims) {
      this.given = given;
      this.target = target;
      blend = new VertexBlend(skins, aims, MOST_CANDIDATES);
    }

    /** Solves for a vertex, whose rest position is read and perhaps changed. */
    void solve(int v, double[] rest) {
      if (target == null && given.count(v) <= most) {
        joints = IntStream.range(0, given.count(v)).map(i -> given.joint(v, i)).toArray();
        weights = IntStream.range(0, given.count(v)).mapToDouble(i -> given.weight(v, i)).toArray();
        return;
      }
      System.arraycopy(rest, 3 * v, position, 0, 3);
      int n = addHelpers(v, chooseCandidates(v));
      blend.set(v, candidates, n);
      blend.errors(position, gram);
      search.run(n, gram, most);
      take();
      if (moveRest) {
        moveRest(v, n);
        System.arraycopy(position, 0, rest, 3 * v, 3);
      }
      for (int i = 0; i < weights.length; i++) {
        weights[i] = weights[i] < SMALLEST_WEIGHT ? 0 : weights[i];
      }
    }

    /** Takes what the search found. */
    private void take() {
      error = search.error();
      joints = new int[search.count()];
      weights = new double[search.count()];
      for (int i = 0; i < joints.length; i++) {
        joints[i] = candidates[search.chosen(i)];
        weights[i] = search.weight(i);
      }
    }

    /** The heaviest joints, rising: rows of influences begin with the heaviest. */
    private int chooseCandidates(int v) {
      int room = MOST_CANDIDATES - (firstHelper < Integer.MAX_VALUE ? MOST_HELPERS : 0);
      int n = Math.min(room, given.count(v));
      for (int i = 0; i < n; i++) {
        candidates[i] = given.joint(v, i);
      }
      for (int i = 0; target != null && i < target.count(v) && n < room; i++) {
        int joint = target.joint(v, i);
        if (Arrays.stream(candidates, 0, n).noneMatch(c -> c == joint)) {
          candidates[n++] = joint;
        }
      }
      Arrays.sort(candidates, 0, n);
      return n;
    }

    /** Adds the helpers that come nearest to the vertex beside the heaviest of its joints. */
    private int addHelpers(int v, int own) {
      int n = own;
      double[] nearest = new double[MOST_HELPERS];
      int[] found = new int[MOST_HELPERS];
      for (int h = firstHelper; h < skins.getFirst().skin.jointCount(); h++) {
        double apart = errorBesideHeaviest(v, own, h);
        int at = n - own;
        if (at == MOST_HELPERS) {
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

    /** With b the heaviest joints that leave room for one: the least of |(1 − t) b + t h − p|². */
    private double errorBesideHeaviest(int v, int own, int helper) {
      int n = own + 1;
      candidates[own] = helper;
      blend.set(v, candidates, n);
      blend.errors(position, gram);
      double alone = gram[n * n - 1];
      double sum = 0;
      for (int i = 0; i < Math.min(most - 1, given.count(v)); i++) {
        sum += given.weight(v, i);
      }
      double self = 0;
      double cross = 0;
      for (int i = 0; i < Math.min(most - 1, given.count(v)); i++) {
        int row = n * Arrays.binarySearch(candidates, 0, own, given.joint(v, i));
        for (int j = 0; j < Math.min(most - 1, given.count(v)); j++) {
          int column = Arrays.binarySearch(candidates, 0, own, given.joint(v, j));
          self += given.weight(v, i) * given.weight(v, j) * gram[row + column] / (sum * sum);
        }
        cross += given.weight(v, i) * gram[row + own] / sum;
      }
      double t = most > 1 ? SimplexLeastSquares.secondWeight(self, cross, alone) : 1;
      return SimplexLeastSquares.valueOfPair(self, cross, alone, t);
    }

    /** Frees the rest position: for the joints found, and where one is left, for each in turn. */
    private void moveRest(int v, int n) {
      double[] home = position.clone();
      if (most == 1) {
        int[] all = Arrays.copyOf(candidates, n);
        for (int joint : all) {
          improve(v, new int[] {joint}, new double[] {1}, home);
        }
      } else {
        int[] sorted = joints.clone();
        Arrays.sort(sorted);
        double[] start = new double[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
          start[Arrays.binarySearch(sorted, joints[i])] = weights[i];
        }
        improve(v, sorted, start, home);
      }
    }

    /** Solves rest position and weights in turn, and takes them if they are better. */
    private void improve(int v, int[] set, double[] start, double[] home) {
      System.arraycopy(set, 0, candidates, 0, set.length);
      System.arraycopy(home, 0, trial, 0, 3);
      blend.set(v, candidates, set.length);
      double last = Double.POSITIVE_INFINITY;
      for (int turn = 0; turn < MOST_TURNS; turn++) {
        blend.bestPosition(start, trial);
        blend.errors(trial, gram);
        search.run(set.length, gram, set.length);
        Arrays.fill(start, 0);
        for (int i = 0; i < search.count(); i++) {
          start[search.chosen(i)] = search.weight(i);
        }
        if (search.error() < error) {
          take();
          System.arraycopy(trial, 0, position, 0, 3);
        }
        if (!(search.error() < last * (1 - WORTHWHILE))) {
          return;
        }
        last = search.error();
      }
    }
  }
}
