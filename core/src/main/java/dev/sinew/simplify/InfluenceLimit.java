package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.skin.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best linear blend weights on at most so many joints a vertex: which joints, and how much of
 * each, so that the vertex stays nearest to where it was over all poses. Its rest position stays.
 *
 * <p>In animation space joint i alone takes the rest position v̂ to u_i = B_i v̂, a blend to Σ w_i
 * u_i, and the error against a point p is wᵀA w with a_ij = ⟨u_i − p, u_j − p⟩ in the metric, w ≥ 0
 * and Σ w = 1. For given joints that is a small least squares problem. The joints are found among
 * the vertex's own: all choices are tried where they are few; otherwise joints are taken away one
 * by one, the rest solved anew each time, and then exchanged as long as that helps.
 */
public final class InfluenceLimit {
  /** Of a vertex with more joints, only the heaviest are considered. */
  private static final int MOST_CANDIDATES = 32;

  /** Weights below move a vertex by nothing that a file of floats could hold. */
  private static final double SMALLEST_WEIGHT = 1e-6;

  /** Vertices a thread takes at a time. */
  private static final int BATCH = 256;

  /**
   * What moves a mesh.
   *
   * @param skin its joints
   * @param metric what counts over their poses
   */
  public record Wearer(Skin skin, PoseMetric metric) {
    public Wearer {
      if (skin.jointCount() != metric.jointCount()) {
        throw new IllegalArgumentException(
            "joints of the metric: expected " + skin.jointCount() + ", got " + metric.jointCount());
      }
    }
  }

  private final List<Wearer> wearers;
  private final int most;

  /**
   * Prepares for meshes that the same skins move.
   *
   * @param wearers at least one; where several skins move one mesh, their errors add up
   * @param most joints a vertex may keep, 1 or more
   */
  public InfluenceLimit(List<Wearer> wearers, int most) {
    this.wearers = List.copyOf(wearers);
    this.most = most;
    if (wearers.isEmpty() || most < 1) {
      throw new IllegalArgumentException(
          "wearers and joints: expected 1 or more, got " + wearers.size() + " and " + most);
    }
  }

  /**
   * Finds the weights of all vertices.
   *
   * @param rest x, y, z of every vertex at rest; not modified
   * @param given their influences; vertices with few enough keep theirs
   * @param target what to come near to, if that is not the given influences' motion
   * @param workers share the vertices; the result does not depend on how many there are
   */
  public Influences apply(
      double[] rest, Influences given, @Nullable AnimationCoords target, Workers workers) {
    int vertices = given.vertexCount();
    if (rest.length != 3 * vertices) {
      throw new IllegalArgumentException(
          "rest points: expected " + 3 * vertices + " numbers, got " + rest.length);
    }
    for (Wearer wearer : wearers) {
      int needed = Math.max(given.jointsNeeded(), target == null ? 0 : target.jointsNeeded());
      if (needed > wearer.skin.jointCount()) {
        throw new IllegalArgumentException(
            "joints: expected at most " + wearer.skin.jointCount() + ", got " + needed);
      }
    }
    List<AnimationCoords> aims =
        wearers.stream()
            .map(w -> target != null ? target : AnimationCoords.ofLinearBlend(w.skin, given, rest))
            .toList();
    int[][] joints = new int[vertices][];
    double[][] weights = new double[vertices][];
    workers.run(
        (vertices + BATCH - 1) / BATCH,
        batch -> {
          Vertex vertex = new Vertex(rest, given, target, aims);
          for (int v = BATCH * batch; v < Math.min(vertices, BATCH * (batch + 1)); v++) {
            vertex.solve(v, joints, weights);
          }
        });
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      for (int i = 0; i < joints[v].length; i++) {
        rows.add(joints[v][i], weights[v][i]);
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** One vertex after another. */
  private final class Vertex {
    private final double[] rest;
    private final Influences given;
    private final @Nullable AnimationCoords target;
    private final List<AnimationCoords> aims;
    private final int[] candidates = new int[MOST_CANDIDATES];
    private final AnimationVector[] alone = new AnimationVector[MOST_CANDIDATES];
    private final AnimationVector aim = new AnimationVector();
    private final double[] gram = new double[MOST_CANDIDATES * MOST_CANDIDATES];
    private final double[] toAim = new double[MOST_CANDIDATES];
    private final double[] bind = new double[Affine.SIZE];
    private final double[] local = new double[3];
    private final BlendSearch search = new BlendSearch(MOST_CANDIDATES);
    private int n;

    Vertex(
        double[] rest,
        Influences given,
        @Nullable AnimationCoords target,
        List<AnimationCoords> aims) {
      this.aims = aims;
      this.rest = rest;
      this.given = given;
      this.target = target;
      Arrays.setAll(alone, i -> new AnimationVector());
    }

    void solve(int v, int[][] joints, double[][] weights) {
      if (target == null && given.count(v) <= most) {
        joints[v] = IntStream.range(0, given.count(v)).map(i -> given.joint(v, i)).toArray();
        weights[v] =
            IntStream.range(0, given.count(v)).mapToDouble(i -> given.weight(v, i)).toArray();
        return;
      }
      chooseCandidates(v);
      Arrays.fill(gram, 0, n * n, 0);
      for (int place = 0; place < wearers.size(); place++) {
        addErrors(v, place);
      }
      search.run(n, gram, most);
      joints[v] = new int[search.count()];
      weights[v] = new double[search.count()];
      for (int i = 0; i < search.count(); i++) {
        joints[v][i] = candidates[search.chosen(i)];
        weights[v][i] = search.weight(i) < SMALLEST_WEIGHT ? 0 : search.weight(i);
      }
    }

    /** The heaviest joints, rising: rows of influences begin with the heaviest. */
    private void chooseCandidates(int v) {
      n = Math.min(MOST_CANDIDATES, given.count(v));
      for (int i = 0; i < n; i++) {
        candidates[i] = given.joint(v, i);
      }
      for (int i = 0; target != null && i < target.count(v) && n < MOST_CANDIDATES; i++) {
        int joint = target.joint(v, i);
        if (Arrays.stream(candidates, 0, n).noneMatch(c -> c == joint)) {
          candidates[n++] = joint;
        }
      }
      Arrays.sort(candidates, 0, n);
    }

    /** Adds ⟨u_i − p, u_j − p⟩ for all pairs of candidates. */
    private void addErrors(int v, int place) {
      Wearer wearer = wearers.get(place);
      for (int i = 0; i < n; i++) {
        setAlone(i, v, wearer.skin);
      }
      aim.set(aims.get(place), v);
      double own = wearer.metric.squaredNorm(aim);
      for (int i = 0; i < n; i++) {
        toAim[i] = wearer.metric.inner(alone[i], aim);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          double entry = wearer.metric.inner(alone[i], alone[j]) - toAim[i] - toAim[j] + own;
          gram[n * i + j] += entry;
          if (i != j) {
            gram[n * j + i] += entry;
          }
        }
      }
    }

    /** Makes u_i: the rest position as a joint sees it. */
    private void setAlone(int i, int v, Skin skin) {
      skin.copyInverseBind(candidates[i], bind, 0);
      Affine.transformPoint(bind, 0, rest, 3 * v, local, 0);
      alone[i].clear().append(candidates[i], local[0], local[1], local[2], 1);
    }
  }
}
