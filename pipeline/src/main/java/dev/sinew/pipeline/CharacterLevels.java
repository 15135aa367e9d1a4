package dev.sinew.pipeline;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.influence.InAnimationSpace;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.LevelsOfDetail;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.SimplifyStep.Goal;
import dev.sinew.pipeline.SimplifyStep.Level;
import dev.sinew.pipeline.SimplifyStep.Options;
import dev.sinew.pipeline.SimplifyStep.Simplified;
import dev.sinew.pipeline.SimplifyStep.Size;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.price.AppearancePrice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A character on its way to its levels of detail. */
final class CharacterLevels {
  /** Poses that errors are measured in, about. */
  private static final int MEASURED_POSES = 120;

  /** Poses that the linear blend beside animation coordinates is fitted to. */
  private static final int FITTED_POSES = 24;

  /** Steps in which a level for an error is searched. */
  private static final int SEARCH_STEPS = 10;

  private final Options options;
  private final JoinedCharacter joined;
  private final CharacterSimplification simplification;
  private final PoseKnowledge metric;
  private final WeightedPoses poses;
  private final List<Pose> fitted;
  private final LevelError error;
  private final MeshLimiter limiter;
  private final boolean takesInfluences;
  private final OperationStream stream;
  private final List<String> notes = new ArrayList<>();

  private CharacterLevels(Options options, SkinnedCharacter character, RunContext context)
      throws IOException {
    this.options = options;
    Optional<OperationStream> given =
        options.useStream().isPresent()
            ? Optional.of(StreamFile.read(options.useStream().get()))
            : Optional.empty();
    takesInfluences =
        given.map(OperationStream::hasRemovals).orElse(options.influences().isPresent());
    joined = new JoinedCharacter(takesInfluences ? inAnimationSpace(character) : character);
    if (joined.mesh().triangleCount() == 0) {
      throw new IllegalArgumentException("the model shows no triangles to simplify");
    }
    simplification = new CharacterSimplification(joined, wishes(options, joined));
    LevelPoses choice = new LevelPoses(character, options.clipWeights(), context.seed());
    metric = metric(options, choice);
    poses = choice.choose(metric, joined, options.poses());
    fitted =
        joined.hasCoords()
            ? PoseSampling.of(character, FITTED_POSES, context.seed())
            : poses.poses();
    error = new LevelError(character, MEASURED_POSES, context);
    limiter =
        new MeshLimiter(
            joined.character(), metric, metric.freedom(character), false, context, notes);
    stream = given.isPresent() ? given.get() : simplify(context);
    context.report("simplifying", 1, 1);
  }

  /** The character with coordinates that influences can be taken from. */
  private SkinnedCharacter inAnimationSpace(SkinnedCharacter character) {
    SkinnedCharacter made = InAnimationSpace.of(character);
    for (int m = 0; m < made.meshes().size(); m++) {
      Geometry mesh = made.meshes().get(m);
      if (mesh.coords() == null && !MeshLimiter.skinsOf(made, m).isEmpty()) {
        notes.add(
            mesh.name()
                + " keeps its influences: it has morphs or wears several skins, which animation"
                + " space cannot carry");
      }
    }
    return made;
  }

  /** How influences are taken away; null when they stay. */
  private CharacterSimplification.@Nullable Removals removals() {
    return options.influences().isEmpty() || !joined.hasCoords()
        ? null
        : new CharacterSimplification.Removals(
            metric.expectation(
                joined.character(), joined.boneSkin(), metric.freedom(joined.character())),
            options.influences().get());
  }

  private PoseKnowledge metric(Options options, LevelPoses choice) {
    PoseKnowledge asked = options.metric().orElse(PoseKnowledge.CLIPS);
    boolean needsClips = asked == PoseKnowledge.CLIPS || asked == PoseKnowledge.RANGE;
    if (needsClips && !choice.hasClips()) {
      notes.add(
          "the model has no clips: prices look at poses with every joint turned by up to 45"
              + " degrees, errors are measured at rest");
      return PoseKnowledge.SKELETON;
    }
    return asked;
  }

  private static CharacterSimplification.Options wishes(Options options, JoinedCharacter joined) {
    BitSet locked = options.lockBones().map(p -> points(joined, p, "lock")).orElseGet(BitSet::new);
    BitSet preferred =
        options.preferBones().map(p -> points(joined, p, "prefer")).orElseGet(BitSet::new);
    return new CharacterSimplification.Options(
        options.permissive(),
        locked,
        Importance.of(joined.mesh(), preferred, options.priorityColor()));
  }

  private static BitSet points(JoinedCharacter joined, Pattern pattern, String what) {
    SkinnedCharacter character = joined.character();
    BitSet points =
        joined.pointsMovedBy(j -> pattern.matcher(character.skeleton().name(j)).matches());
    if (points.isEmpty()) {
      throw new IllegalArgumentException(
          "bones to " + what + ": no vertex is moved by a joint named " + pattern);
    }
    return points;
  }

  private OperationStream simplify(RunContext context) {
    int goal = options.saveStream().isPresent() ? 0 : fewestAsked();
    if (isBounded()) {
      Skeleton skeleton = joined.character().skeleton();
      ReachBounds bounds =
          ReachBounds.of(skeleton, JointRanges.ofClips(skeleton, joined.character().clips()));
      return simplification.simplify(AppearancePrice.bounded(bounds), poses, goal, context);
    }
    return switch (options.method()) {
      case APS ->
          simplification.simplify(SimplifyMethod.APS.price(), poses, removals(), goal, context);
      case APS_STANDARD ->
          simplification.simplify(SimplifyMethod.APS_STANDARD.price(), poses, goal, context);
      case QUADRIC, ADSD ->
          simplification.simplify(SimplifyMethod.QUADRIC.price(), poses, removals(), goal, context);
    };
  }

  /** Whether costs are bounds that hold in every pose within the joints' ranges. */
  private boolean isBounded() {
    return options.method().looksAtTexture()
        && metric == PoseKnowledge.RANGE
        && options.useStream().isEmpty();
  }

  /** What the costs of the first collapses bound, in unit boxes. */
  private double boundAt(int length) {
    double most = 0;
    for (int i = 0; i < length; i++) {
      most = Math.max(most, stream.operation(i).cost());
    }
    return error.unit() > 0 ? most / error.unit() : 0;
  }

  /** The coarsest level whose bound is within another. */
  private Made withinBound(Asked asked) {
    double bound = asked.goal;
    int length = 0;
    while (length < stream.length() && stream.operation(length).cost() <= bound * error.unit()) {
      length++;
    }
    return level(asked, length, true);
  }

  /** As many triangles as the coarsest level asked for may have. */
  private int fewestAsked() {
    return options.goal() == Goal.ERROR
        ? 0
        : options.levels().stream().mapToInt(this::trianglesFor).min().orElse(0);
  }

  private int trianglesFor(double level) {
    return options.trianglesFor(level, joined.mesh().triangleCount());
  }

  private List<Made> levels() {
    List<Made> made = new ArrayList<>();
    for (int i = 0; i < options.levels().size(); i++) {
      Asked asked = new Asked(options.levels().get(i), options.mostInfluences(i));
      made.add(
          options.goal() != Goal.ERROR
              ? withTriangles(asked)
              : isBounded() ? withinBound(asked) : within(asked));
    }
    return made;
  }

  /** What a level is to be: its goal, and the most joints of a vertex. */
  private record Asked(double goal, int mostInfluences) {}

  private Made withTriangles(Asked asked) {
    int wanted = trianglesFor(asked.goal);
    Made made = level(asked, stream.lengthFor(wanted), true);
    if (made.level.triangles() <= wanted) {
      return made;
    }
    notes.add(Shortfall.of(wanted, made.level.triangles(), options.permissive()));
    return level(asked, stream.length(), false);
  }

  /** The coarsest level found whose largest distance is within a bound. */
  private Made within(Asked asked) {
    double bound = asked.goal;
    int fine = 0;
    int coarse = stream.length();
    Made best = level(asked, 0, true);
    for (int step = 0; step < SEARCH_STEPS && fine < coarse; step++) {
      // Errors grow with powers of the triangle count: halve what is left, not what is gone.
      int middle =
          step == 0
              ? coarse
              : stream.lengthFor(
                  (int) Math.sqrt((double) stream.trianglesAt(fine) * stream.trianglesAt(coarse)));
      if (step > 0 && stream.trianglesAt(fine) == stream.trianglesAt(coarse)) {
        middle = (fine + coarse) >>> 1; // Only influences are left to go.
      }
      middle = Math.min(coarse, Math.max(fine + 1, middle));
      Made tried = level(asked, middle, true);
      if (tried.level.max() <= bound) {
        best = tried;
        fine = middle;
      } else {
        coarse = middle - 1;
      }
    }
    if (best.level.max() <= bound) {
      return best;
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "an error of %s cannot be kept with %d influences a vertex: all triangles are left, and"
                + " it is %.3g",
            bound,
            asked.mostInfluences,
            best.level.max()));
    return level(asked, 0, false);
  }

  private Made level(Asked asked, int length, boolean reached) {
    CharacterReplay replay = simplification.replay(stream);
    replay.advanceTo(length);
    List<Geometry> meshes = limited(replay.geometries(fitted), asked.mostInfluences);
    Size size = Size.of(meshes, joined);
    LevelError.Found found = error.measure(simplification.withMeshes(meshes));
    return new Made(
        meshes,
        new Level(
            asked.goal,
            reached,
            size.triangles(),
            size.vertices(),
            size.influences(),
            mostInfluences(meshes),
            found.rms(),
            found.max(),
            found.worstFrameRms(),
            found.worstPose(),
            isBounded() ? boundAt(length) : null,
            List.of(),
            null));
  }

  /** The meshes with at most so many joints a vertex. */
  private List<Geometry> limited(List<Geometry> meshes, int most) {
    List<Geometry> out = new ArrayList<>(meshes);
    for (int m = 0; m < out.size(); m++) {
      Geometry mesh = out.get(m);
      if (joined.isShown(m)) {
        out.set(m, limiter.limit(m, mesh, most, mesh.coords() != null).orElse(mesh));
      }
    }
    return out;
  }

  private int mostInfluences(List<Geometry> meshes) {
    int most = 0;
    for (int m = 0; m < meshes.size(); m++) {
      Influences own = meshes.get(m).influences();
      if (joined.isShown(m)) {
        most =
            Math.max(most, own == null ? 1 : MeshLimiter.mostJoints(own, meshes.get(m).coords()));
      }
    }
    return most;
  }

  /** A level with its meshes. */
  private record Made(List<Geometry> meshes, Level level) {}

  /** Makes the levels and writes them. */
  static Step.Outcome<Simplified> run(Options options, RunContext context) throws IOException {
    GltfAsset asset = ModelFile.read(options.model());
    CharacterLevels work = new CharacterLevels(options, asset.character(), context);
    List<Made> made = work.levels();
    List<Path> written = write(options, asset, made);
    if (options.saveStream().isPresent()) {
      StreamFile.write(options.saveStream().get(), work.stream);
      written.add(options.saveStream().get());
    }
    Simplified report =
        new Simplified(
            options.pricedBy(),
            work.metric.toString(),
            options.useStream().isPresent() ? 0 : work.poses.poses().size(),
            work.error.poseCount(),
            Size.of(asset.character().meshes(), work.joined),
            null,
            made.stream().map(Made::level).toList(),
            work.notes);
    return new Step.Outcome<>(report, List.of(options.model()), written);
  }

  /** How much the surface counts around each point. */
  private static final class Importance {
    private static final double MOST = 10;

    private Importance() {}

    static double @Nullable [] of(TriMesh mesh, BitSet preferred, boolean byColor) {
      if (preferred.isEmpty() && !byColor) {
        return null;
      }
      double[] out = new double[mesh.vertexCount()];
      Arrays.fill(out, 1);
      preferred.stream().forEach(p -> out[p] = MOST);
      if (byColor) {
        MeshAttribute color =
            mesh.attribute(MeshAttribute.COLOR)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "priority by colour: the model has no COLOR_0"));
        for (int w = 0; w < mesh.wedgeCount(); w++) {
          double bright = (color.value(w, 0) + color.value(w, 1) + color.value(w, 2)) / 3;
          int p = mesh.vertexOfWedge(w);
          double clamped = Math.min(1, Math.max(0, bright));
          out[p] = Math.max(out[p], 1 + (MOST - 1) * clamped);
        }
      }
      return out;
    }
  }

  private static List<Path> write(Options options, GltfAsset asset, List<Made> made)
      throws IOException {
    List<Path> written = new ArrayList<>();
    if (made.size() == 1 || options.separate()) {
      for (int i = 0; i < made.size(); i++) {
        Path file =
            made.size() == 1 ? options.output() : SimplifyStep.numbered(options.output(), i + 1);
        MeshEdit edit = new MeshEdit(asset);
        for (int m = 0; m < made.get(i).meshes.size(); m++) {
          if (asset.character().meshes().get(m).mesh().triangleCount() > 0) {
            edit.replace(m, made.get(i).meshes.get(m));
          }
        }
        edit.build().write(file);
        written.add(file);
      }
      return written;
    }
    // In the file each level is coarser than the one before, in whatever order they were asked for.
    List<Made> falling =
        made.stream()
            .sorted(Comparator.comparingLong((Made one) -> one.level.triangles()).reversed())
            .toList();
    LevelsOfDetail.write(
            asset,
            falling.stream().map(Made::meshes).toList(),
            ScreenCoverage.of(falling.stream().map(one -> one.level.max()).toList()))
        .write(options.output());
    written.add(options.output());
    return written;
  }
}
