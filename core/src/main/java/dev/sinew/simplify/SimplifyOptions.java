package dev.sinew.simplify;

import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * How a character is simplified. Start from {@link #DEFAULTS} and change what you need.
 *
 * @param levels the goal of each level, at least one
 * @param namedRatios meshes and materials that keep a share of their own in all levels, which must
 *     then be ratios, those of the rest; each level then has collapses of its own
 * @param method the collapse price
 * @param metric the source of the poses; empty for the clips, or the skeleton if there are none
 * @param poses the number of sample poses of the price, 1 to 256
 * @param permissive true to let texture and colour seams collapse like any other edge
 * @param strictSeams true to keep seams even where a level cannot reach its goal with them; false
 *     to make such a level with seams that move
 * @param look the share of appearance in the price, 0 to 1: 0 prices geometry alone
 * @param weight by what errors on the surface count
 * @param keepUnusedSeams true to keep the seams of texture coordinates that no texture uses
 * @param lockBones joints whose vertices are kept unchanged, matched by the whole name
 * @param preferBones joints whose vertices have the weight 10, matched likewise
 * @param influences the order of collapses and removals of influences; empty to remove none. With
 *     removals, the result has animation coordinates
 * @param maxInfluences the limit of influences per vertex of each level, or one for all; empty for
 *     no limit
 * @param priorityColor true to weight the surface by the brightness of COLOR_0, 1 to 10
 * @param clipWeights weights of clips by name or index; 1 for those not named
 * @param fullStream true to continue the stream to the coarsest level, so that it contains all
 * @param polish true to fit positions, weights and attributes of the levels to the original
 * @param flips true to flip edges in that fit; false if levels are to be blended into each other,
 *     which needs the triangles of the collapses
 * @param insert true to insert vertices in that fit where a level differs most from the original,
 *     and to take others away where that shows least; with flips only
 * @param measuring how thoroughly errors are measured; levels within an error always fully
 * @param stream an existing stream of the same mesh and seams, used instead of pricing
 */
public record SimplifyOptions(
    List<LevelGoal> levels,
    List<NamedRatio> namedRatios,
    SimplifyMethod method,
    Optional<PoseSource> metric,
    int poses,
    boolean permissive,
    boolean strictSeams,
    double look,
    SurfaceWeight weight,
    boolean keepUnusedSeams,
    Optional<Pattern> lockBones,
    Optional<Pattern> preferBones,
    Optional<InfluenceRanking> influences,
    List<Integer> maxInfluences,
    boolean priorityColor,
    Map<String, Double> clipWeights,
    boolean fullStream,
    boolean polish,
    boolean flips,
    boolean insert,
    Measuring measuring,
    Optional<OperationStream> stream) {
  /** One level with a quarter of the triangles, quadrics over 8 poses; seams are kept. */
  public static final SimplifyOptions DEFAULTS =
      new SimplifyOptions(
          LevelGoal.ratios(0.25),
          List.of(),
          SimplifyMethod.QUADRIC,
          Optional.empty(),
          8,
          false,
          false,
          0.5,
          SurfaceWeight.DETAIL,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          false,
          Map.of(),
          false,
          true,
          true,
          false,
          Measuring.QUICK,
          Optional.empty());

  /** Copies the lists and checks the values and their combination. */
  public SimplifyOptions {
    levels = List.copyOf(levels);
    namedRatios = List.copyOf(namedRatios);
    maxInfluences = List.copyOf(maxInfluences);
    clipWeights = Map.copyOf(clipWeights);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels: expected at least 1, got 0");
    }
    checkRatios(namedRatios, levels, fullStream || stream.isPresent());
    NumberRange.require("poses", poses, 1, 256);
    NumberRange.require("look", look, 0, 1);
    if (permissive && strictSeams) {
      throw new IllegalArgumentException("strict seams: cannot be permissive too");
    }
    PoseKnowledge.checkClipWeights(clipWeights);
    checkInfluences(influences, method, metric, maxInfluences, levels.size());
  }

  private static void checkRatios(
      List<NamedRatio> namedRatios, List<LevelGoal> levels, boolean sharesStream) {
    if (namedRatios.isEmpty()) {
      return;
    }
    if (!levels.stream().allMatch(goal -> goal.kind() == LevelGoal.Kind.RATIO)) {
      throw new IllegalArgumentException("ratio of a mesh or material: levels must be ratios too");
    }
    if (sharesStream) {
      throw new IllegalArgumentException(
          "ratio of a mesh or material: levels have collapses of their own, and share no stream");
    }
  }

  private static void checkInfluences(
      Optional<InfluenceRanking> influences,
      SimplifyMethod method,
      Optional<PoseSource> metric,
      List<Integer> maxInfluences,
      int levels) {
    if (influences.isPresent() && metric.equals(Optional.of(PoseSource.REST))) {
      throw new IllegalArgumentException(
          "influences: the rest pose needs none; choose another metric");
    }
    boolean bounded = method.canBound() && metric.equals(Optional.of(PoseSource.RANGE));
    if (bounded && (influences.isPresent() || !maxInfluences.isEmpty())) {
      throw new IllegalArgumentException(
          "influences: cannot be removed within proven bounds (aps with range)");
    }
    if (maxInfluences.size() > 1 && maxInfluences.size() != levels) {
      throw new IllegalArgumentException(
          "max influences: expected 1 number or one for each of "
              + levels
              + " levels, got "
              + maxInfluences.size());
    }
    for (int limit : maxInfluences) {
      NumberRange.requireAtLeast("max influences", limit, 1);
    }
  }

  /** Returns how levels are measured: one within an error is searched by its full error. */
  public Measuring effectiveMeasuring() {
    return levels.stream().anyMatch(LevelGoal::limitsError) ? Measuring.FULL : measuring;
  }

  /** Returns the limit of influences per vertex of a level. */
  int maxInfluences(int level) {
    return maxInfluences.isEmpty()
        ? Integer.MAX_VALUE
        : maxInfluences.get(Math.min(level, maxInfluences.size() - 1));
  }

  /** Returns the same with other levels. */
  public SimplifyOptions withLevels(List<LevelGoal> goals) {
    return with(draft -> draft.levels = goals);
  }

  /** Returns the same with one level per share of triangles to keep. */
  public SimplifyOptions withRatios(double... ratios) {
    return withLevels(LevelGoal.ratios(ratios));
  }

  /** Returns the same with another collapse price. */
  public SimplifyOptions withMethod(SimplifyMethod price) {
    return with(draft -> draft.method = price);
  }

  /** Returns the same with another source of poses. */
  public SimplifyOptions withMetric(PoseSource source) {
    return with(draft -> draft.metric = Optional.of(source));
  }

  /** Returns the same with another number of sample poses. */
  public SimplifyOptions withPoses(int count) {
    return with(draft -> draft.poses = count);
  }

  /** Returns the same with seams that may collapse, or not. */
  public SimplifyOptions withPermissive(boolean move) {
    return with(draft -> draft.permissive = move);
  }

  /** Returns the same with seams that are kept above all, or not. */
  public SimplifyOptions withStrictSeams(boolean keep) {
    return with(draft -> draft.strictSeams = keep);
  }

  /** Returns the same with another share of appearance in the price. */
  public SimplifyOptions withLook(double share) {
    return with(draft -> draft.look = share);
  }

  /** Returns the same with the seams of unused texture coordinates kept, or not. */
  public SimplifyOptions withKeepUnusedSeams(boolean keep) {
    return with(draft -> draft.keepUnusedSeams = keep);
  }

  /** Returns the same with locked joints. */
  public SimplifyOptions withLockBones(Pattern names) {
    return with(draft -> draft.lockBones = Optional.of(names));
  }

  /** Returns the same with joints whose vertices have the weight 10. */
  public SimplifyOptions withPreferBones(Pattern names) {
    return with(draft -> draft.preferBones = Optional.of(names));
  }

  /** Returns the same with removals of influences. */
  public SimplifyOptions withInfluences(InfluenceRanking order) {
    return with(draft -> draft.influences = Optional.of(order));
  }

  /** Returns the same with a limit of influences, one number or one per level. */
  public SimplifyOptions withMaxInfluences(List<Integer> limits) {
    return with(draft -> draft.maxInfluences = limits);
  }

  /** Returns the same with the surface weighted by COLOR_0, or not. */
  public SimplifyOptions withPriorityColor(boolean weigh) {
    return with(draft -> draft.priorityColor = weigh);
  }

  /** Returns the same with weights of clips by name or index. */
  public SimplifyOptions withClipWeights(Map<String, Double> weights) {
    return with(draft -> draft.clipWeights = weights);
  }

  /** Returns the same with shares of their own for meshes and materials. */
  public SimplifyOptions withNamedRatios(List<NamedRatio> shares) {
    return with(draft -> draft.namedRatios = shares);
  }

  /** Returns the same with a stream to the coarsest level, or not. */
  public SimplifyOptions withFullStream(boolean full) {
    return with(draft -> draft.fullStream = full);
  }

  /** Returns the same with levels that are fitted to the original, or not. */
  public SimplifyOptions withPolish(boolean fit) {
    return with(draft -> draft.polish = fit);
  }

  /** Returns the same with edges that may flip, or not. */
  public SimplifyOptions withFlips(boolean flip) {
    return with(draft -> draft.flips = flip);
  }

  /** Returns the same with vertices that may be inserted and taken away, or not. */
  public SimplifyOptions withInsert(boolean exchange) {
    return with(draft -> draft.insert = exchange);
  }

  /** Returns the same with errors that count by area or by detail. */
  public SimplifyOptions withWeight(SurfaceWeight by) {
    return with(draft -> draft.weight = by);
  }

  /** Returns the same with errors measured more or less thoroughly. */
  public SimplifyOptions withMeasuring(Measuring how) {
    return with(draft -> draft.measuring = how);
  }

  /** Returns the same with an existing stream. */
  public SimplifyOptions withStream(OperationStream made) {
    return with(draft -> draft.stream = Optional.of(made));
  }

  private SimplifyOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** The components as mutable fields. */
  private static final class Draft {
    private List<LevelGoal> levels;
    private List<NamedRatio> namedRatios;
    private SimplifyMethod method;
    private Optional<PoseSource> metric;
    private int poses;
    private boolean permissive;
    private boolean strictSeams;
    private double look;
    private SurfaceWeight weight;
    private boolean keepUnusedSeams;
    private Optional<Pattern> lockBones;
    private Optional<Pattern> preferBones;
    private Optional<InfluenceRanking> influences;
    private List<Integer> maxInfluences;
    private boolean priorityColor;
    private Map<String, Double> clipWeights;
    private boolean fullStream;
    private boolean polish;
    private boolean flips;
    private boolean insert;
    private Measuring measuring;
    private Optional<OperationStream> stream;

    Draft(SimplifyOptions from) {
      levels = from.levels;
      namedRatios = from.namedRatios;
      method = from.method;
      metric = from.metric;
      poses = from.poses;
      permissive = from.permissive;
      strictSeams = from.strictSeams;
      look = from.look;
      weight = from.weight;
      keepUnusedSeams = from.keepUnusedSeams;
      lockBones = from.lockBones;
      preferBones = from.preferBones;
      influences = from.influences;
      maxInfluences = from.maxInfluences;
      priorityColor = from.priorityColor;
      clipWeights = from.clipWeights;
      fullStream = from.fullStream;
      polish = from.polish;
      flips = from.flips;
      insert = from.insert;
      measuring = from.measuring;
      stream = from.stream;
    }

    SimplifyOptions options() {
      return new SimplifyOptions(
          levels,
          namedRatios,
          method,
          metric,
          poses,
          permissive,
          strictSeams,
          look,
          weight,
          keepUnusedSeams,
          lockBones,
          preferBones,
          influences,
          maxInfluences,
          priorityColor,
          clipWeights,
          fullStream,
          polish,
          flips,
          insert,
          measuring,
          stream);
    }
  }
}
