package dev.sinew.simplify;

import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a character is simplified. Start from {@link #DEFAULTS} and change what you need.
 *
 * @param goals what is made
 * @param method the collapse price
 * @param posing the poses of the price
 * @param seams what happens to seams
 * @param emphasis by what errors count
 * @param skin the influences of the result
 * @param fitting how levels are fitted to the original
 * @param measuring how thoroughly errors are measured; levels within an error always fully
 */
public record SimplifyOptions(
    Goals goals,
    SimplifyMethod method,
    Posing posing,
    Seams seams,
    Emphasis emphasis,
    Skin skin,
    Fitting fitting,
    Measuring measuring) {
  /** One level with a quarter of the triangles, quadrics over 8 poses; seams are kept. */
  public static final SimplifyOptions DEFAULTS =
      new SimplifyOptions(
          new Goals(LevelGoal.ratios(0.25), List.of(), false, Optional.empty()),
          SimplifyMethod.QUADRIC,
          new Posing(Optional.empty(), 8, Map.of()),
          new Seams(false, false, false),
          new Emphasis(
              0.5,
              SurfaceWeight.DETAIL,
              Optional.empty(),
              Optional.empty(),
              false,
              HiddenSurface.WEIGH),
          new Skin(Optional.empty(), List.of(), Joints.ALL),
          new Fitting(true, true, false),
          Measuring.QUICK);

  /**
   * The levels, and the collapses that lead to them.
   *
   * @param levels the goal of each level, at least one
   * @param namedRatios meshes and materials that keep a share of their own in all levels, which
   *     must then be ratios, those of the rest; each level then has collapses of its own
   * @param fullStream true to continue the stream to the coarsest level, so that it contains all
   * @param stream an existing stream of the same mesh and seams, used instead of pricing
   */
  public record Goals(
      List<LevelGoal> levels,
      List<NamedRatio> namedRatios,
      boolean fullStream,
      Optional<OperationStream> stream) {
    /** Copies the lists and checks that the goals can be reached together. */
    public Goals {
      levels = List.copyOf(levels);
      namedRatios = List.copyOf(namedRatios);
      if (levels.isEmpty()) {
        throw new IllegalArgumentException("levels: expected at least 1, got 0");
      }
      checkRatios(namedRatios, levels, fullStream || stream.isPresent());
    }
  }

  /**
   * The poses of the price.
   *
   * @param metric their source; empty for the clips, or the skeleton if there are none
   * @param poses their number, 1 to 256
   * @param clipWeights weights of clips by name or index; 1 for those not named
   */
  public record Posing(Optional<PoseSource> metric, int poses, Map<String, Double> clipWeights) {
    /** Copies the weights and checks the values. */
    public Posing {
      clipWeights = Map.copyOf(clipWeights);
      NumberRange.require("poses", poses, 1, 256);
      PoseKnowledge.checkClipWeights(clipWeights);
    }
  }

  /**
   * What happens to seams.
   *
   * @param permissive true to let texture and colour seams collapse like any other edge
   * @param strict true to keep seams even where a level cannot reach its goal with them; false to
   *     make such a level with seams that move
   * @param keepUnused true to keep the seams of texture coordinates that no texture uses
   */
  public record Seams(boolean permissive, boolean strict, boolean keepUnused) {
    /** Checks that they do not exclude each other. */
    public Seams {
      if (permissive && strict) {
        throw new IllegalArgumentException("strict seams: cannot be permissive too");
      }
    }
  }

  /**
   * By what errors on the surface count.
   *
   * @param look the share of appearance in the price, 0 to 1: 0 prices geometry alone
   * @param weight by area or by detail
   * @param lockBones joints whose vertices are kept unchanged, matched by the whole name
   * @param preferBones joints whose vertices have the weight 10, matched likewise
   * @param priorityColor true to weight the surface by the brightness of COLOR_0, 1 to 10
   * @param hidden what happens to surface that is never seen
   */
  public record Emphasis(
      double look,
      SurfaceWeight weight,
      Optional<Pattern> lockBones,
      Optional<Pattern> preferBones,
      boolean priorityColor,
      HiddenSurface hidden) {
    /** Checks the share. */
    public Emphasis {
      NumberRange.require("look", look, 0, 1);
    }
  }

  /**
   * The influences of the result.
   *
   * @param removal the order of collapses and removals of influences; empty to remove none. With
   *     removals, the result has animation coordinates
   * @param maxInfluences the limit of influences per vertex of each level, or one for all; empty
   *     for no limit
   * @param joints which joints go
   */
  public record Skin(
      Optional<InfluenceRanking> removal, List<Integer> maxInfluences, Joints joints) {
    /** Copies the list. */
    public Skin {
      maxInfluences = List.copyOf(maxInfluences);
    }

    /** An order of removals and limits, with all joints. */
    public Skin(Optional<InfluenceRanking> removal, List<Integer> maxInfluences) {
      this(removal, maxInfluences, Joints.ALL);
    }
  }

  /**
   * Which joints go. The bones of a human body (VRM) are kept.
   *
   * @param max the largest number of joints that move vertices, of each level, or one for all;
   *     empty to keep all
   * @param keep joints that do not go, matched by the whole name
   * @param drop joints that may go although the file uses them for something else, or knows them as
   *     bones of a human body; matched likewise
   * @param used joints that the file uses for something else, such as springs
   */
  public record Joints(
      List<Integer> max, List<Pattern> keep, List<Pattern> drop, Set<Integer> used) {
    /** All joints stay. */
    public static final Joints ALL = new Joints(List.of(), List.of(), List.of(), Set.of());

    /** Copies the lists and checks the numbers. */
    public Joints {
      max = List.copyOf(max);
      keep = List.copyOf(keep);
      drop = List.copyOf(drop);
      used = Set.copyOf(used);
      max.forEach(number -> NumberRange.requireAtLeast("max joints", number, 1));
      if (max.isEmpty() && !(keep.isEmpty() && drop.isEmpty())) {
        throw new IllegalArgumentException(
            "joints to keep or to drop: expected a number of joints, got none");
      }
    }

    /** Returns the same with joints that the file uses for something else. */
    public Joints withUsed(Set<Integer> joints) {
      return new Joints(max, keep, drop, joints);
    }
  }

  /**
   * How finished levels are fitted to the original.
   *
   * @param polish true to fit their positions, weights and attributes
   * @param flips true to flip edges in that fit; false if levels are to be blended into each other,
   *     which needs the triangles of the collapses
   * @param insert true to insert vertices in that fit where a level differs most from the original,
   *     and to take others away where that shows least; with flips only
   */
  public record Fitting(boolean polish, boolean flips, boolean insert) {}

  /** Checks the combination of the groups. */
  public SimplifyOptions {
    checkInfluences(skin, method, posing.metric, goals.levels.size());
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
      Skin skin, SimplifyMethod method, Optional<PoseSource> metric, int levels) {
    if (skin.removal.isPresent() && metric.equals(Optional.of(PoseSource.REST))) {
      throw new IllegalArgumentException(
          "influences: the rest pose needs none; choose another metric");
    }
    boolean bounded = method.canBound() && metric.equals(Optional.of(PoseSource.RANGE));
    if (bounded && (skin.removal.isPresent() || !skin.maxInfluences.isEmpty())) {
      throw new IllegalArgumentException(
          "influences: cannot be removed within proven bounds (aps with range)");
    }
    if (!skin.joints.max.isEmpty() && (skin.removal.isPresent() || bounded)) {
      throw new IllegalArgumentException(
          "max joints: cannot be combined with removed influences or proven bounds (aps with"
              + " range)");
    }
    checkPerLevel("max joints", skin.joints.max, levels);
    checkPerLevel("max influences", skin.maxInfluences, levels);
    for (int limit : skin.maxInfluences) {
      NumberRange.requireAtLeast("max influences", limit, 1);
    }
  }

  private static void checkPerLevel(String what, List<Integer> numbers, int levels) {
    if (numbers.size() > 1 && numbers.size() != levels) {
      throw new IllegalArgumentException(
          what
              + ": expected 1 number or one for each of "
              + levels
              + " levels, got "
              + numbers.size());
    }
  }

  /** Returns how levels are measured: one within an error is searched by its full error. */
  public Measuring effectiveMeasuring() {
    return goals.levels.stream().anyMatch(LevelGoal::limitsError) ? Measuring.FULL : measuring;
  }

  /** Returns the limits of the skin of a level. */
  SkinLimits limits(int level) {
    return new SkinLimits(at(skin.maxInfluences, level), at(skin.joints.max, level));
  }

  private static int at(List<Integer> limits, int level) {
    return limits.isEmpty() ? Integer.MAX_VALUE : limits.get(Math.min(level, limits.size() - 1));
  }

  /** Returns the same with other levels. */
  public SimplifyOptions withLevels(List<LevelGoal> levels) {
    return with(new Goals(levels, goals.namedRatios, goals.fullStream, goals.stream));
  }

  /** Returns the same with one level per share of triangles to keep. */
  public SimplifyOptions withRatios(double... ratios) {
    return withLevels(LevelGoal.ratios(ratios));
  }

  /** Returns the same with shares of their own for meshes and materials. */
  public SimplifyOptions withNamedRatios(List<NamedRatio> shares) {
    return with(new Goals(goals.levels, shares, goals.fullStream, goals.stream));
  }

  /** Returns the same with a stream to the coarsest level, or not. */
  public SimplifyOptions withFullStream(boolean full) {
    return with(new Goals(goals.levels, goals.namedRatios, full, goals.stream));
  }

  /** Returns the same with an existing stream. */
  public SimplifyOptions withStream(OperationStream made) {
    return with(new Goals(goals.levels, goals.namedRatios, goals.fullStream, Optional.of(made)));
  }

  /** Returns the same with another collapse price. */
  public SimplifyOptions withMethod(SimplifyMethod method) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  /** Returns the same with another source of poses. */
  public SimplifyOptions withMetric(PoseSource source) {
    return with(new Posing(Optional.of(source), posing.poses, posing.clipWeights));
  }

  /** Returns the same with another number of sample poses. */
  public SimplifyOptions withPoses(int count) {
    return with(new Posing(posing.metric, count, posing.clipWeights));
  }

  /** Returns the same with weights of clips by name or index. */
  public SimplifyOptions withClipWeights(Map<String, Double> weights) {
    return with(new Posing(posing.metric, posing.poses, weights));
  }

  /** Returns the same with seams that may collapse, or not. */
  public SimplifyOptions withPermissive(boolean move) {
    return with(new Seams(move, seams.strict, seams.keepUnused));
  }

  /** Returns the same with seams that are kept above all, or not. */
  public SimplifyOptions withStrictSeams(boolean keep) {
    return with(new Seams(seams.permissive, keep, seams.keepUnused));
  }

  /** Returns the same with the seams of unused texture coordinates kept, or not. */
  public SimplifyOptions withKeepUnusedSeams(boolean keep) {
    return with(new Seams(seams.permissive, seams.strict, keep));
  }

  /** Returns the same with another share of appearance in the price. */
  public SimplifyOptions withLook(double share) {
    return with(
        new Emphasis(
            share,
            emphasis.weight,
            emphasis.lockBones,
            emphasis.preferBones,
            emphasis.priorityColor,
            emphasis.hidden));
  }

  /** Returns the same with errors that count by area or by detail. */
  public SimplifyOptions withWeight(SurfaceWeight by) {
    return with(
        new Emphasis(
            emphasis.look,
            by,
            emphasis.lockBones,
            emphasis.preferBones,
            emphasis.priorityColor,
            emphasis.hidden));
  }

  /** Returns the same with locked joints. */
  public SimplifyOptions withLockBones(Pattern names) {
    return with(
        new Emphasis(
            emphasis.look,
            emphasis.weight,
            Optional.of(names),
            emphasis.preferBones,
            emphasis.priorityColor,
            emphasis.hidden));
  }

  /** Returns the same with joints whose vertices have the weight 10. */
  public SimplifyOptions withPreferBones(Pattern names) {
    return with(
        new Emphasis(
            emphasis.look,
            emphasis.weight,
            emphasis.lockBones,
            Optional.of(names),
            emphasis.priorityColor,
            emphasis.hidden));
  }

  /** Returns the same with the surface weighted by COLOR_0, or not. */
  public SimplifyOptions withPriorityColor(boolean weigh) {
    return with(
        new Emphasis(
            emphasis.look,
            emphasis.weight,
            emphasis.lockBones,
            emphasis.preferBones,
            weigh,
            emphasis.hidden));
  }

  /** Returns the same with hidden surface that is dropped, or not. */
  public SimplifyOptions withHidden(HiddenSurface what) {
    return with(
        new Emphasis(
            emphasis.look,
            emphasis.weight,
            emphasis.lockBones,
            emphasis.preferBones,
            emphasis.priorityColor,
            what));
  }

  /** Returns the same with removals of influences. */
  public SimplifyOptions withInfluences(InfluenceRanking order) {
    return with(new Skin(Optional.of(order), skin.maxInfluences, skin.joints));
  }

  /** Returns the same with a limit of influences, one number or one per level. */
  public SimplifyOptions withMaxInfluences(List<Integer> limits) {
    return with(new Skin(skin.removal, limits, skin.joints));
  }

  /** Returns the same with a limit of joints, one number or one per level. */
  public SimplifyOptions withMaxJoints(List<Integer> limits) {
    Joints joints = skin.joints;
    return withJoints(new Joints(limits, joints.keep, joints.drop, joints.used));
  }

  /** Returns the same with other joints that go. */
  public SimplifyOptions withJoints(Joints joints) {
    return with(new Skin(skin.removal, skin.maxInfluences, joints));
  }

  /** Returns the same with levels that are fitted to the original, or not. */
  public SimplifyOptions withPolish(boolean fit) {
    return with(new Fitting(fit, fitting.flips, fitting.insert));
  }

  /** Returns the same with edges that may flip, or not. */
  public SimplifyOptions withFlips(boolean flip) {
    return with(new Fitting(fitting.polish, flip, fitting.insert));
  }

  /** Returns the same with vertices that may be inserted and taken away, or not. */
  public SimplifyOptions withInsert(boolean exchange) {
    return with(new Fitting(fitting.polish, fitting.flips, exchange));
  }

  /** Returns the same with errors measured more or less thoroughly. */
  public SimplifyOptions withMeasuring(Measuring measuring) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Goals goals) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Posing posing) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Emphasis emphasis) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Skin skin) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Fitting fitting) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }

  private SimplifyOptions with(Seams seams) {
    return new SimplifyOptions(goals, method, posing, seams, emphasis, skin, fitting, measuring);
  }
}
