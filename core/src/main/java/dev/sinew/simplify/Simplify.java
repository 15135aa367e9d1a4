package dev.sinew.simplify;

import dev.sinew.distance.ErrorLimit;
import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.influence.MeshLimiter;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.review.Review;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyResult.Level;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.TriangleBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes levels of detail of a character for all poses: edges collapse in the order of their cost
 * over sample poses (Merry, Marais and Gain, "Simplifying Character Skins with Analytic Error
 * Metrics", 2009). The errors of the levels are then measured over all clips.
 */
public final class Simplify {
  /** Poses to which the linear blend of animation coordinates is fitted. */
  private static final int FITTED_POSES = 24;

  /** The share of the time of a run until its edges are collapsed. */
  private static final double COLLAPSING = 0.25;

  /** A step of 16 bits over the longest box side, as quantised files store positions. */
  private static final double SHORT = 1.0 / 65535;

  /** A step of the 8 bits in which quantised files store normals. */
  private static final double SHORT_NORMAL = 1.0 / 127;

  private final SimplifyOptions options;
  private final RunContext context;
  private final CollapseSetup setup;
  private final JoinedCharacter joined;
  private final CharacterSimplification simplification;
  private final WeightedPoses poses;
  private final List<Pose> fitted;
  private final PosedSurfaceError error;
  private final MeshLimiter limiter;
  private final LevelJoints joints;
  private final LevelPolish polish;
  private final RatioPools pools;
  private final OperationStream stream;
  private final SkinnedCharacter character;
  private @Nullable LevelLook look;

  /** The same with seams that move, for goals that cannot be reached with seams kept. */
  private @Nullable Simplify moving;

  private final int whole;
  private final List<String> notes = new ArrayList<>();

  /**
   * @param whole the triangles of which goals are shares
   */
  private Simplify(
      SkinnedCharacter character, int whole, SimplifyOptions options, RunContext context) {
    this.character = character;
    this.whole = whole;
    this.options = options;
    this.context = context;
    setup = new CollapseSetup(character, options, context, notes);
    joined = setup.joined();
    CharacterSimplification.Options constraints = setup.constraints();
    simplification = new CharacterSimplification(joined, constraints);
    context.checkCancelled();
    PoseKnowledge knowledge = setup.knowledge();
    poses = setup.samplePoses(options.posing().poses());
    fitted = joined.hasCoords() ? knowledge.spreadPoses(FITTED_POSES) : poses.poses();
    polish = new LevelPolish(setup, constraints.importance(), fitted, options, context);
    context.checkCancelled();
    error = new PosedSurfaceError(character, options.effectiveMeasuring().thoroughness(), context);
    limiter = new MeshLimiter(knowledge, false, context, notes);
    joints = LevelJoints.of(knowledge, joined, constraints.importance(), options, context);
    pools = new RatioPools(joined, options.goals().namedRatios());
    stream =
        options.goals().stream()
            .orElseGet(() -> collapse(budget(options.goals().levels().getLast())));
    context.report("collapsing edges", 1, 1);
  }

  /**
   * Simplifies a character.
   *
   * @throws RequestException if the options do not fit the character
   */
  public static SimplifyResult run(
      SkinnedCharacter character, SimplifyOptions options, RunContext context) {
    boolean drops = options.emphasis().hidden() == HiddenSurface.DROP;
    boolean fewerJoints = !options.skin().joints().max().isEmpty();
    context.expect(0, COLLAPSING, (drops ? 3 : 2) + (fewerJoints ? 2 : 0));
    JoinedCharacter original = new JoinedCharacter(character);
    HiddenDrop.Result shown =
        drops
            ? HiddenDrop.of(original, options, context)
            : new HiddenDrop.Result(character, List.of());
    Simplify work =
        new Simplify(shown.character(), original.mesh().triangleCount(), options, context);
    if (drops && shown.dropped().isEmpty()) {
      work.notes.add("no hidden surface was found, so none was dropped");
    }
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < options.goals().levels().size(); i++) {
      work.expect(i);
      SkinLimits limits = options.limits(i);
      Level level = work.level(options.goals().levels().get(i), limits);
      levels.add(work.joints.described(level, limits));
      context.report("making levels", i + 1, options.goals().levels().size());
    }
    work.noteDrift(levels);
    work.joints.notes().forEach(work.notes::add);
    return new SimplifyResult(
        SimplifyResult.shownFrom(levels, work.error.unit()),
        work.stream,
        work.setup.knowledge().source(),
        work.pricedPoses(),
        levels.stream()
            .flatMap(level -> level.measured().error().stream())
            .mapToInt(SurfaceError::poses)
            .max()
            .orElse(0),
        Size.of(character.meshes(), original),
        shown.dropped(),
        work.notes);
  }

  /** Says how much of the run a level is: as much as its triangles, and some of the original's. */
  private void expect(int level) {
    double before = 0;
    double after = 0;
    double all = 0;
    for (int i = 0; i < options.goals().levels().size(); i++) {
      double time =
          trianglesFor(options.goals().levels().get(i)) + 0.1 * joined.mesh().triangleCount();
      before += i < level ? time : 0;
      after += i <= level ? time : 0;
      all += time;
    }
    int phases =
        (options.fitting().polish() ? 2 : 0)
            + (options.fitting().polish() && options.fitting().flips() ? 1 : 0)
            + (options.effectiveMeasuring() != Measuring.NONE ? 1 : 0)
            + (options.skin().joints().max().isEmpty() ? 0 : 1) // What the joints alone cost.
            + 1; // The level itself.
    context.expect(
        COLLAPSING + (1 - COLLAPSING) * before / all,
        COLLAPSING + (1 - COLLAPSING) * after / all,
        phases);
  }

  private int pricedPoses() {
    return options.goals().stream().isEmpty() && options.method().pricesSamplePoses()
        ? poses.poses().size()
        : 0;
  }

  /** Warns that textures move with their seams. */
  private void noteDrift(List<Level> levels) {
    boolean mayMove = options.seams().permissive() || moving != null;
    if (mayMove && hasTextures()) {
      OptionalDouble drift =
          levels.stream()
              .flatMap(level -> level.measured().look().stream())
              .flatMap(look -> Stream.ofNullable(look.texelDrift()))
              .mapToDouble(Double::doubleValue)
              .max();
      String known =
          drift.isPresent()
              ? String.format(Locale.ROOT, " by up to %.1f texels (rms)", drift.getAsDouble())
              : "";
      notes.add("seams may move: the texture drifts" + known + "; look at the result");
    }
  }

  private boolean hasTextures() {
    return character.materials().stream()
        .flatMap(List::stream)
        .anyMatch(material -> !material.textures().isEmpty());
  }

  private OperationStream collapse(TriangleBudget budget) {
    return simplification.simplify(setup.price(), poses, setup.removals(), budget, context);
  }

  /** Returns the triangles to stop at: those of a level if it has collapses of its own. */
  private TriangleBudget budget(LevelGoal goal) {
    return options.goals().namedRatios().isEmpty()
        ? TriangleBudget.of(fewestTriangles())
        : pools.budget(goal.value());
  }

  /** Returns the collapses of a level, which are those of all without ratios by name. */
  private OperationStream streamOf(LevelGoal goal) {
    return options.goals().namedRatios().isEmpty()
            || goal.equals(options.goals().levels().getLast())
        ? stream
        : collapse(budget(goal));
  }

  private int fewestTriangles() {
    return options.goals().fullStream()
        ? 0
        : options.goals().levels().stream().mapToInt(this::trianglesFor).min().orElse(0);
  }

  private int trianglesFor(LevelGoal goal) {
    return options.goals().namedRatios().isEmpty()
        ? goal.triangles(whole)
        : pools.triangles(goal.value());
  }

  private Level level(LevelGoal goal, SkinLimits limits) {
    if (!goal.limitsError()) {
      return withTriangles(goal, limits);
    }
    return setup.isBounded() ? withinBound(goal, limits) : withinError(goal, limits);
  }

  private Level withTriangles(LevelGoal goal, SkinLimits limits) {
    int wanted = trianglesFor(goal);
    OperationStream own = streamOf(goal);
    // With ratios by name, the last collapse is the one at which each has what it asks for.
    int length = options.goals().namedRatios().isEmpty() ? own.lengthFor(wanted) : own.length();
    Collapsed collapsed = characterAt(own, length, limits);
    boolean byName = !options.goals().namedRatios().isEmpty();
    List<String> missed = byName ? pools.missed(goal.value(), collapsed.triangles) : List.of();
    boolean reached = byName ? missed.isEmpty() : own.trianglesAt(length) <= wanted;
    if (!reached && seamsMayMove()) {
      return withMovedSeams(goal, limits, own.trianglesAt(length));
    }
    // Without any operation, a level is the original, or the result of limit.
    SkinnedCharacter shown = length == 0 ? collapsed.character : polished(collapsed);
    Level made = measured(shown, bound(own, length), goal, reached);
    if (!missed.isEmpty()) {
      notes.add("not all ratios can be reached: " + String.join(", ", missed) + " triangles");
    } else if (!reached) {
      notes.add(
          options.method().needsTexture()
              ? Shortfall.byTexture(wanted, made.size().triangles())
              : Shortfall.of(wanted, made.size().triangles(), options.seams().permissive()));
    }
    return made;
  }

  /** A stream that is saved or blended along is one for all levels. */
  private boolean seamsMayMove() {
    return !options.seams().permissive()
        && !options.seams().strict()
        && options.fitting().flips()
        && !options.goals().fullStream()
        && options.goals().stream().isEmpty()
        && !options.method().needsTexture()
        && joined.mesh().wedgeCount() > joined.mesh().vertexCount();
  }

  private Level withMovedSeams(LevelGoal goal, SkinLimits limits, int reached) {
    if (moving == null) {
      moving = new Simplify(character, whole, options.withPermissive(true), context);
      moving.notes.clear(); // The notes on the input are in the list already.
    }
    Level level = moving.withTriangles(goal, limits);
    notes.add(
        String.format(
            Locale.ROOT,
            "asked for %d triangles: with seams kept, %d can be reached, so seams move in this"
                + " level; SimplifyOptions.Seams.strict keeps them",
            trianglesFor(goal),
            reached));
    notes.addAll(moving.notes);
    moving.notes.clear();
    return level;
  }

  /** Returns the coarsest level whose bound is within the goal. */
  private Level withinBound(LevelGoal goal, SkinLimits limits) {
    // What bounds the largest distance bounds the rms.
    double bound = Math.min(goal.limit().largest(), goal.limit().rms()) * error.unit();
    int length = 0;
    while (length < stream.length() && stream.operation(length).cost() <= bound) {
      length++;
    }
    SkinnedCharacter level = characterAt(stream, length, limits).character;
    return measured(level, bound(stream, length), goal, true);
  }

  /** Returns the coarsest level found whose measured error is within the goal. */
  private Level withinError(LevelGoal goal, SkinLimits limits) {
    MeasuredLevels levels = new MeasuredLevels(limits, goal.limit());
    ErrorSearch search = new ErrorSearch(levels, 1, context); // Errors in shares of the goal.
    ErrorSearch.Found found = search.collapsed();
    if (found.error() <= 1) {
      ErrorSearch.Found best = options.fitting().polish() ? search.polished(found) : found;
      return measured(levels.character(best), null, goal, true);
    }
    Level whole = measured(characterAt(stream, 0, limits).character, null, goal, false);
    notes.add(
        String.format(
            Locale.ROOT,
            "%s cannot be kept with %s: all triangles are left, with an error of %.3g and an rms of"
                + " %.3g",
            goal,
            limits,
            whole.measured().error().orElseThrow().max(),
            whole.measured().error().orElseThrow().rms()));
    return whole;
  }

  /** The levels of the stream with their measured errors. */
  private final class MeasuredLevels implements ErrorSearch.Levels {
    private final SkinLimits limits;
    private final ErrorLimit limit;

    /** The polished levels, which take time to make. */
    private final Map<Integer, SkinnedCharacter> made = new HashMap<>();

    MeasuredLevels(SkinLimits limits, ErrorLimit limit) {
      this.limits = limits;
      this.limit = limit;
    }

    @Override
    public int coarsest() {
      return stream.length();
    }

    @Override
    public int trianglesAt(int length) {
      return stream.trianglesAt(length);
    }

    @Override
    public int lengthFor(int triangles) {
      return stream.lengthFor(triangles);
    }

    @Override
    public double error(int length) {
      return error.shareOf(limit, characterAt(stream, length, limits).character);
    }

    @Override
    public double polishedError(int length) {
      return error.shareOf(limit, polishedAt(length));
    }

    private SkinnedCharacter polishedAt(int length) {
      return made.computeIfAbsent(length, n -> polished(characterAt(stream, n, limits)));
    }

    SkinnedCharacter character(ErrorSearch.Found level) {
      return level.isPolished()
          ? polishedAt(level.length())
          : characterAt(stream, level.length(), limits).character;
    }
  }

  /**
   * A level after its collapses.
   *
   * @param triangles the triangles of the joined original that are left
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Collapsed(SkinnedCharacter character, int[] triangles) {}

  private Collapsed characterAt(OperationStream from, int length, SkinLimits limits) {
    CharacterReplay replay = simplification.replay(from, context);
    replay.advanceTo(length);
    List<Geometry> meshes = limited(replay.geometries(fitted), limits.influences());
    if (Size.of(meshes, joined).triangles() == 0) {
      throw new RequestException(
          "the level has no triangles left: those of the model have no area, or are too few");
    }
    return new Collapsed(
        joints.apply(joined.character().withMeshes(meshes), limits), replay.triangles());
  }

  /**
   * Removes morph offsets of simplified meshes that 16 bits cannot show. Collapses and the fit
   * spread a little of each offset over the neighbours, which would store most vertices for
   * nothing.
   */
  private SkinnedCharacter withoutShortOffsets(SkinnedCharacter level) {
    double[] units = joined.meshUnits(joined.restMesh());
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < units.length; m++) {
      Geometry own = level.meshes().get(m);
      int before = character.meshes().get(m).mesh().triangleCount();
      boolean spread = !own.morphs().isEmpty() && own.mesh().triangleCount() < before;
      meshes.add(
          spread
              ? own.withMorphs(
                  own.morphs().withoutShort(SHORT * error.unit() / units[m], SHORT_NORMAL))
              : own);
    }
    return level.withMeshes(meshes);
  }

  private Level measured(
      SkinnedCharacter fitted, @Nullable Double bound, LevelGoal goal, boolean reached) {
    SkinnedCharacter level = withoutShortOffsets(fitted);
    Size size = Size.of(level.meshes(), joined);
    LostParts.of(joined.character(), level).ifPresent(notes::add);
    int most = maxInfluences(level.meshes());
    if (options.effectiveMeasuring() == Measuring.NONE) {
      return new Level(level, goal, reached, size, most, SimplifyResult.Measured.NOT, bound);
    }
    PosedSurfaceError.Measured measured = error.measureDetail(level);
    LevelLook.Seen seen = look().of(level);
    Review review = look().review(level, seen, measured.detail());
    double kept = size.triangles() / (double) Size.of(character.meshes(), joined).triangles();
    notes.addAll(
        LostRegions.of(
            review.regions(),
            kept,
            seen.error().close(),
            measured.error().rms(),
            options.goals().namedRatios()));
    SimplifyResult.Measured differences =
        new SimplifyResult.Measured(
            Optional.of(measured.error()),
            Optional.of(seen.error()),
            Optional.of(measured.detail()),
            Optional.of(review),
            Optional.empty());
    return new Level(level, goal, reached, size, most, differences, bound);
  }

  /** Returns the look of the original, drawn when first asked for. */
  private LevelLook look() {
    if (look == null) {
      look = new LevelLook(joined.character(), options.effectiveMeasuring(), context);
    }
    return look;
  }

  private SkinnedCharacter polished(Collapsed level) {
    if (!options.fitting().polish() || setup.isBounded()) {
      return level.character;
    }
    if (level.triangles.length > LevelPolish.MAX_TRIANGLES) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the level of %d triangles is not polished: it has more than %d",
              level.triangles.length,
              LevelPolish.MAX_TRIANGLES));
      return level.character;
    }
    return polish.run(level.character, level.triangles);
  }

  private List<Geometry> limited(List<Geometry> meshes, int maxInfluences) {
    List<Geometry> out = new ArrayList<>(meshes);
    for (int m = 0; m < out.size(); m++) {
      Geometry mesh = out.get(m);
      if (joined.isShown(m)) {
        boolean hasCoords = mesh.skinning().coords().isPresent();
        out.set(m, limiter.limit(m, mesh, maxInfluences, hasCoords).orElse(mesh));
      }
    }
    return out;
  }

  private int maxInfluences(List<Geometry> meshes) {
    int max = 0;
    for (int m = 0; m < meshes.size(); m++) {
      if (joined.isShown(m)) {
        max = Math.max(max, Math.max(1, meshes.get(m).maxInfluences()));
      }
    }
    return max;
  }

  /** Returns the bound of a level in units of the longest box side; null if costs are none. */
  private @Nullable Double bound(OperationStream from, int length) {
    if (!setup.isBounded()) {
      return null;
    }
    double bound = 0;
    for (int i = 0; i < length; i++) {
      bound = Math.max(bound, from.operation(i).cost());
    }
    return error.unit() > 0 ? bound / error.unit() : 0.0;
  }
}
