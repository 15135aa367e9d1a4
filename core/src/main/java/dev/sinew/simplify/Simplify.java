package dev.sinew.simplify;

import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.influence.MeshLimiter;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyResult.Level;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.collapse.OperationStream;
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

  private final SimplifyOptions options;
  private final RunContext context;
  private final CollapseSetup setup;
  private final JoinedCharacter joined;
  private final CharacterSimplification simplification;
  private final WeightedPoses poses;
  private final List<Pose> fitted;
  private final PosedSurfaceError error;
  private final MeshLimiter limiter;
  private final LevelPolish polish;
  private final OperationStream stream;
  private final SkinnedCharacter character;
  private @Nullable LevelLook look;

  /** The same with seams that move, for goals that cannot be reached with seams kept. */
  private @Nullable Simplify moving;

  private final List<String> notes = new ArrayList<>();

  private Simplify(SkinnedCharacter character, SimplifyOptions options, RunContext context) {
    this.character = character;
    this.options = options;
    this.context = context;
    setup = new CollapseSetup(character, options, context, notes);
    joined = setup.joined();
    CharacterSimplification.Options constraints = setup.constraints();
    simplification = new CharacterSimplification(joined, constraints);
    context.checkCancelled();
    PoseKnowledge knowledge = setup.knowledge();
    poses = setup.samplePoses(options.poses());
    fitted = joined.hasCoords() ? knowledge.spreadPoses(FITTED_POSES) : poses.poses();
    polish = new LevelPolish(setup, constraints.importance(), fitted, options, context);
    context.checkCancelled();
    error = new PosedSurfaceError(character, options.effectiveMeasuring().thoroughness(), context);
    limiter = new MeshLimiter(knowledge, false, context, notes);
    stream = options.stream().orElseGet(this::collapse);
    context.report("collapsing edges", 1, 1);
  }

  /**
   * Simplifies a character.
   *
   * @throws RequestException if the options do not fit the character
   */
  public static SimplifyResult run(
      SkinnedCharacter character, SimplifyOptions options, RunContext context) {
    Simplify work = new Simplify(character, options, context);
    List<Level> levels = new ArrayList<>();
    for (int i = 0; i < options.levels().size(); i++) {
      levels.add(work.level(options.levels().get(i), options.maxInfluences(i)));
      context.report("making levels", i + 1, options.levels().size());
    }
    work.noteDrift(levels);
    return new SimplifyResult(
        levels,
        work.stream,
        work.setup.knowledge().source(),
        work.pricedPoses(),
        levels.stream()
            .flatMap(level -> level.error().stream())
            .mapToInt(SurfaceError::poses)
            .max()
            .orElse(0),
        Size.of(character.meshes(), work.joined),
        work.notes);
  }

  private int pricedPoses() {
    return options.stream().isEmpty() && options.method().pricesSamplePoses()
        ? poses.poses().size()
        : 0;
  }

  /** Warns that textures move with their seams. */
  private void noteDrift(List<Level> levels) {
    boolean mayMove = options.permissive() || moving != null;
    if (mayMove && hasTextures()) {
      OptionalDouble drift =
          levels.stream()
              .flatMap(level -> level.look().stream())
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

  private OperationStream collapse() {
    return simplification.simplify(
        setup.price(), poses, setup.removals(), fewestTriangles(), context);
  }

  private int fewestTriangles() {
    return options.fullStream()
        ? 0
        : options.levels().stream().mapToInt(this::trianglesFor).min().orElse(0);
  }

  private int trianglesFor(LevelGoal goal) {
    return goal.triangles(joined.mesh().triangleCount());
  }

  private Level level(LevelGoal goal, int maxInfluences) {
    if (goal.kind() != LevelGoal.Kind.ERROR) {
      return withTriangles(goal, maxInfluences);
    }
    return setup.isBounded() ? withinBound(goal, maxInfluences) : withinError(goal, maxInfluences);
  }

  private Level withTriangles(LevelGoal goal, int maxInfluences) {
    int wanted = trianglesFor(goal);
    int length = stream.lengthFor(wanted);
    boolean reached = stream.trianglesAt(length) <= wanted;
    if (!reached && seamsMayMove()) {
      return withMovedSeams(goal, maxInfluences, stream.trianglesAt(length));
    }
    Level made = levelAt(length, goal, maxInfluences, reached);
    if (!reached) {
      notes.add(
          options.method().needsTexture()
              ? Shortfall.byTexture(wanted, made.size().triangles())
              : Shortfall.of(wanted, made.size().triangles(), options.permissive()));
    }
    return made;
  }

  /** A stream that is saved or blended along is one for all levels. */
  private boolean seamsMayMove() {
    return !options.permissive()
        && !options.strictSeams()
        && options.flips()
        && !options.fullStream()
        && options.stream().isEmpty()
        && !options.method().needsTexture()
        && joined.mesh().wedgeCount() > joined.mesh().vertexCount();
  }

  private Level withMovedSeams(LevelGoal goal, int maxInfluences, int reached) {
    if (moving == null) {
      moving = new Simplify(character, options.withPermissive(true), context);
      moving.notes.clear(); // Those on the input are known.
    }
    Level level = moving.withTriangles(goal, maxInfluences);
    notes.add(
        String.format(
            Locale.ROOT,
            "asked for %d triangles: with seams kept, %d can be reached, so seams move in this"
                + " level; --strict-seams keeps them",
            trianglesFor(goal),
            reached));
    notes.addAll(moving.notes);
    moving.notes.clear();
    return level;
  }

  /** Returns the coarsest level whose bound is within the goal. */
  private Level withinBound(LevelGoal goal, int maxInfluences) {
    double bound = goal.value() * error.unit();
    int length = 0;
    while (length < stream.length() && stream.operation(length).cost() <= bound) {
      length++;
    }
    return levelAt(length, goal, maxInfluences, true);
  }

  /** Returns the coarsest level found whose largest measured distance is within the goal. */
  private Level withinError(LevelGoal goal, int maxInfluences) {
    MeasuredLevels levels = new MeasuredLevels(maxInfluences, goal.value());
    ErrorSearch search = new ErrorSearch(levels, goal.value(), context);
    ErrorSearch.Found found = search.collapsed();
    if (found.error() <= goal.value()) {
      ErrorSearch.Found best = options.polish() ? search.polished(found) : found;
      return measured(levels.character(best), best.length(), goal, true);
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "an error of %s cannot be kept with %d influences per vertex: all triangles are left,"
                + " and it is %.3g",
            goal.value(),
            maxInfluences,
            found.error()));
    return measured(characterAt(0, maxInfluences).character, 0, goal, false);
  }

  /** The levels of the stream with their measured errors. */
  private final class MeasuredLevels implements ErrorSearch.Levels {
    private final int maxInfluences;
    private final double goal;

    /** The polished levels, which take time to make. */
    private final Map<Integer, SkinnedCharacter> made = new HashMap<>();

    MeasuredLevels(int maxInfluences, double goal) {
      this.maxInfluences = maxInfluences;
      this.goal = goal;
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
      // That of the original is reported if it exceeds the goal, so it is measured in all poses.
      double limit = length == 0 ? Double.POSITIVE_INFINITY : goal;
      return error.largest(characterAt(length, maxInfluences).character, limit);
    }

    @Override
    public double polishedError(int length) {
      return error.largest(polishedAt(length), goal);
    }

    private SkinnedCharacter polishedAt(int length) {
      return made.computeIfAbsent(length, n -> polished(characterAt(n, maxInfluences)));
    }

    SkinnedCharacter character(ErrorSearch.Found level) {
      return level.isPolished()
          ? polishedAt(level.length())
          : characterAt(level.length(), maxInfluences).character;
    }
  }

  private Level levelAt(int length, LevelGoal goal, int maxInfluences, boolean reached) {
    Collapsed level = characterAt(length, maxInfluences);
    // Without any operation, a level is the original, or the result of limit.
    return measured(length == 0 ? level.character : polished(level), length, goal, reached);
  }

  /**
   * A level after its collapses.
   *
   * @param triangles the triangles of the joined original that are left
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Collapsed(SkinnedCharacter character, int[] triangles) {}

  private Collapsed characterAt(int length, int maxInfluences) {
    CharacterReplay replay = simplification.replay(stream, context);
    replay.advanceTo(length);
    List<Geometry> meshes = limited(replay.geometries(fitted), maxInfluences);
    if (Size.of(meshes, joined).triangles() == 0) {
      throw new RequestException(
          "the level has no triangles left: those of the model have no area, or are too few");
    }
    return new Collapsed(joined.character().withMeshes(meshes), replay.triangles());
  }

  private Level measured(SkinnedCharacter level, int length, LevelGoal goal, boolean reached) {
    Size size = Size.of(level.meshes(), joined);
    boolean isMeasured = options.effectiveMeasuring() != Measuring.NONE;
    return new Level(
        level,
        goal,
        reached,
        size,
        maxInfluences(level.meshes()),
        isMeasured ? Optional.of(error.measure(level)) : Optional.empty(),
        isMeasured ? Optional.of(look().of(level)) : Optional.empty(),
        setup.isBounded() ? boundAt(length) : null);
  }

  /** Returns the look of the original, drawn when first asked for. */
  private LevelLook look() {
    if (look == null) {
      look = new LevelLook(joined.character(), options.effectiveMeasuring(), context);
    }
    return look;
  }

  private SkinnedCharacter polished(Collapsed level) {
    return options.polish() && !setup.isBounded()
        ? polish.run(level.character, level.triangles)
        : level.character;
  }

  private List<Geometry> limited(List<Geometry> meshes, int maxInfluences) {
    List<Geometry> out = new ArrayList<>(meshes);
    for (int m = 0; m < out.size(); m++) {
      Geometry mesh = out.get(m);
      if (joined.isShown(m)) {
        out.set(m, limiter.limit(m, mesh, maxInfluences, mesh.coords() != null).orElse(mesh));
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

  /** Returns the bound of a level in units of the longest box side. */
  private double boundAt(int length) {
    double bound = 0;
    for (int i = 0; i < length; i++) {
      bound = Math.max(bound, stream.operation(i).cost());
    }
    return error.unit() > 0 ? bound / error.unit() : 0;
  }
}
