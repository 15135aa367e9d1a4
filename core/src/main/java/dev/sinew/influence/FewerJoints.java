package dev.sinew.influence;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.math.Affine;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PlausiblePoses;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Skins of fewer joints: those that matter least over the poses go, and the vertices that followed
 * them follow the others with the least expected error. The skeleton and its clips stay, so that
 * nothing else moves; joints that went are plain nodes.
 */
public final class FewerJoints {
  private final PoseKnowledge knowledge;
  private final SkinnedCharacter character;
  private final MovingJoints joints;
  private final RunContext context;
  private final Map<Integer, MetricSkin> widened = new HashMap<>();

  /** The metrics of lists of joints, which many skins share. */
  private final Map<List<Integer>, ExpectationMetric> metrics = new HashMap<>();

  /** The moving joints that go for every number of joints. */
  private final Map<Integer, BitSet> gone = new HashMap<>();

  /**
   * Prepares a character.
   *
   * @param knowledge the character and its poses
   * @param weights the weight of the surface around each vertex of each mesh, mesh after mesh
   * @param kept joints that do not go
   * @param numbers the numbers of joints that may be asked for; those of a smaller one are among
   *     those of a larger one
   * @throws RequestException if a mesh is in animation space, which has no weights to hand over
   */
  public FewerJoints(
      PoseKnowledge knowledge,
      double[] weights,
      BitSet kept,
      Collection<Integer> numbers,
      RunContext context) {
    this.context = context;
    character = knowledge.character();
    // Joints that go must not be missed in the poses in which errors are measured.
    this.knowledge =
        knowledge.source() == PoseSource.SKELETON
            ? PoseKnowledge.ofSamples(
                character, PoseSamples.of(knowledge.spreadPoses(PlausiblePoses.MEASURED)))
            : knowledge;
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry mesh = character.meshes().get(m);
      if (!character.skinsOf(m).isEmpty() && mesh.skinning().coords().isPresent()) {
        throw new RequestException(
            "'%s' is in animation space, whose joints cannot be removed: make it a linear blend skin"
                    .formatted(mesh.name())
                + " first (LimitOptions.model ssd)");
      }
    }
    joints = new MovingJoints(character);
    BitSet held = new BitSet();
    for (int k = 0; k < joints.count(); k++) {
      held.set(k, joints.members(k).intersects(kept));
    }
    JointRanking ranking =
        new JointRanking(
            joints,
            this::widened,
            weights,
            held,
            m -> influences(character.meshes().get(m), Integer.MAX_VALUE),
            context);
    for (int number : numbers.stream().distinct().sorted(Comparator.reverseOrder()).toList()) {
      gone.put(number, ranking.reduce(number));
    }
  }

  /** Returns the number of joints that move vertices; those of one mesh's skins go together. */
  public int count() {
    return joints.count();
  }

  /** Returns the number of joints that are left. */
  public int left(int maxJoints) {
    return joints.count() - gone(maxJoints).cardinality();
  }

  /** Returns the skeleton joints that no longer move vertices. */
  public List<Integer> removed(int maxJoints) {
    return gone(maxJoints).stream()
        .mapToObj(joints::members)
        .flatMapToInt(BitSet::stream)
        .boxed()
        .toList();
  }

  private BitSet gone(int maxJoints) {
    BitSet known = gone.get(maxJoints);
    if (known == null) {
      throw new IllegalArgumentException(
          "max joints: expected one of " + gone.keySet() + ", got " + maxJoints);
    }
    return known;
  }

  /** Returns how many joints a vertex may have that loses some. */
  private static int influences(Geometry mesh, int limit) {
    return Math.min(limit, Math.max(Influences.VIEWER_LIMIT, mesh.maxInfluences()));
  }

  private MetricSkin widened(int skin) {
    return widened.computeIfAbsent(
        skin,
        s -> {
          Skin wide = joints.widened(s);
          List<Integer> list =
              IntStream.range(0, wide.jointCount()).map(wide::joint).boxed().toList();
          return new MetricSkin(
              wide,
              metrics.computeIfAbsent(
                  list, l -> new ExpectationMetric(knowledge.expectation(wide))));
        });
  }

  /**
   * Returns a character of which at most some joints move vertices.
   *
   * @param level the character, or a level of detail of it
   * @param maxJoints the maximum number of joints; more are left if they are kept, or nothing can
   *     take their place
   * @param maxInfluences the maximum number of joints of a vertex that loses some
   */
  public SkinnedCharacter apply(SkinnedCharacter level, int maxJoints, int maxInfluences) {
    BitSet removed = gone(maxJoints);
    if (removed.isEmpty()) {
      return level;
    }
    List<@Nullable Influences> rows = new ArrayList<>();
    for (int m = 0; m < level.meshes().size(); m++) {
      Geometry mesh = level.meshes().get(m);
      rows.add(
          character.skinsOf(m).isEmpty()
              ? null
              : solved(m, mesh, removed, influences(mesh, maxInfluences)));
      context.checkCancelled();
    }
    List<Map<Integer, Integer>> entries = new ArrayList<>();
    List<Skin> skins = new ArrayList<>();
    for (int s = 0; s < character.skins().size(); s++) {
      Map<Integer, Integer> entry = new HashMap<>();
      entries.add(entry);
      skins.add(joints.isUsed(s) ? reduced(s, removed, rows, entry) : character.skins().get(s));
    }
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < level.meshes().size(); m++) {
      Influences own = rows.get(m);
      Geometry mesh = level.meshes().get(m);
      meshes.add(
          own == null
              ? mesh
              : mesh.withSkinning(
                  new Skinning.Linear(renamed(own, entries.get(character.skinsOf(m).getFirst())))));
    }
    return new SkinnedCharacter(
        level.skeleton(), skins, meshes, level.parts(), level.clips(), level.materials());
  }

  private Influences solved(int mesh, Geometry level, BitSet removed, int maxInfluences) {
    RemainingBlend blend = new RemainingBlend(joints, mesh, level, this::widened, maxInfluences);
    List<BitSet> heirs = joints.heirs(removed);
    int vertices = blend.vertexCount();
    int[][] by = new int[vertices][];
    double[][] weight = new double[vertices][];
    context.runRanges(
        vertices,
        (from, to) -> {
          RemainingBlend.Solver solver = blend.new Solver();
          for (int v = from; v < to; v++) {
            if (blend.loses(v, removed)) {
              solver.solve(v, removed, heirs, true);
              by[v] = new int[solver.count()];
              weight[v] = new double[solver.count()];
              for (int i = 0; i < by[v].length; i++) {
                by[v][i] = solver.joint(i);
                weight[v][i] = solver.weight(i);
              }
            }
          }
        });
    Influences.Builder out = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      if (by[v] == null) {
        for (int i = 0; i < blend.rows().count(v); i++) {
          out.add(blend.rows().joint(v, i), blend.rows().weight(v, i));
        }
      } else {
        for (int i = 0; i < by[v].length; i++) {
          out.add(by[v][i], weight[v][i]);
        }
      }
      out.endRow();
    }
    return out.build();
  }

  /**
   * Returns a skin without joints: those that are left in their order, then new ones that its
   * meshes follow.
   *
   * @param entry receives the place of every moving joint in the list
   */
  private Skin reduced(
      int index, BitSet removed, List<@Nullable Influences> rows, Map<Integer, Integer> entry) {
    Skin skin = character.skins().get(index);
    Set<Integer> list = new LinkedHashSet<>();
    for (int i = 0; i < skin.jointCount(); i++) {
      list.add(joints.ofSkin(index, i));
    }
    list.removeIf(removed::get);
    BitSet followed = new BitSet();
    for (int m = 0; m < rows.size(); m++) {
      Influences own = rows.get(m);
      if (own != null && character.skinsOf(m).contains(index)) {
        for (int v = 0; v < own.vertexCount(); v++) {
          for (int i = 0; i < own.count(v); i++) {
            followed.set(own.joint(v, i));
          }
        }
      }
    }
    followed.stream().forEach(list::add);
    if (list.isEmpty()) { // A skin has a joint, also if no vertex follows one.
      list.add(removed.nextClearBit(0));
    }
    Skin wide = widened(index).skin();
    int[] made = new int[list.size()];
    double[] binds = new double[Affine.SIZE * made.length];
    for (int k : list) {
      int at = entry.size();
      entry.put(k, at);
      made[at] = wide.joint(k);
      wide.copyInverseBind(k, binds, Affine.SIZE * at);
    }
    return new Skin(skin.name(), made, binds);
  }

  private static Influences renamed(Influences rows, Map<Integer, Integer> entry) {
    Influences.Builder out = Influences.builder();
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count(v); i++) {
        Integer place = entry.get(rows.joint(v, i));
        out.add(place == null ? 0 : place, rows.weight(v, i));
      }
      out.endRow();
    }
    return out.build();
  }
}
