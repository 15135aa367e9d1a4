package dev.sinew.pipeline;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.LevelsOfDetail;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.JoinedCharacter;
import dev.sinew.simplify.OperationStream;
import dev.sinew.simplify.QuadricWeights;
import dev.sinew.simplify.WeightedPoses;
import dev.sinew.skin.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes levels of detail of a character that hold in every pose: edges collapse in the order of
 * what they cost over all poses. Measures what came out, between the surfaces, over all clips.
 */
public final class SimplifyStep implements Step<SimplifyStep.Options, SimplifyStep.Simplified> {
  /** What is taken to be known of the poses. */
  public enum Metric {
    /** Nothing but the rest pose. */
    REST,
    /** The skeleton: every joint turns at will. */
    SKELETON,
    /** The clips as they are played. */
    CLIPS,
    /** Every joint within its range in the clips, whatever the others do. */
    RANGE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What a level is asked to be. */
  public enum Goal {
    /** A share of the triangles, above 0 and up to 1. */
    RATIO,
    /** So many triangles. */
    TRIANGLES,
    /** As few triangles as keep the largest distance within so many unit boxes. */
    ERROR
  }

  /**
   * What to simplify and how far.
   *
   * @param model a character
   * @param goal what the levels are asked by
   * @param levels a number a level
   * @param metric what is known of the poses; empty for the clips, or the skeleton without clips
   * @param poses how many poses prices look at
   * @param permissive whether seams of textures and colours may move like any other edge
   * @param lockBones joints whose vertices stay as they are, by their whole names
   * @param preferBones joints whose vertices count ten times
   * @param priorityColor whether the brightness of COLOR_0 says what counts: black once, white ten
   *     times
   * @param clipWeights how much clips count, by name or number; 1 for those not named
   * @param separate whether each of several levels gets a file of its own
   * @param output a .glb or .gltf file
   */
  public record Options(
      Path model,
      Goal goal,
      List<Double> levels,
      Optional<Metric> metric,
      int poses,
      boolean permissive,
      Optional<Pattern> lockBones,
      Optional<Pattern> preferBones,
      boolean priorityColor,
      Map<String, Double> clipWeights,
      boolean separate,
      Path output) {
    /** Poses that prices look at unless told otherwise. */
    public static final int DEFAULT_POSES = 16;

    public Options {
      levels = List.copyOf(levels);
      clipWeights = Map.copyOf(clipWeights);
      if (levels.isEmpty()) {
        throw new IllegalArgumentException("levels: expected at least 1, got 0");
      }
      for (double level : levels) {
        if (!(level > 0) || !Double.isFinite(level) || (goal == Goal.RATIO && level > 1)) {
          throw new IllegalArgumentException(
              "level: expected a number above 0"
                  + (goal == Goal.RATIO ? " and up to 1" : "")
                  + ", got "
                  + level);
        }
      }
      if (poses < 1 || poses > 256) {
        throw new IllegalArgumentException("poses: expected 1 to 256, got " + poses);
      }
      for (Map.Entry<String, Double> weight : clipWeights.entrySet()) {
        if (!(weight.getValue() >= 0) || !Double.isFinite(weight.getValue())) {
          throw new IllegalArgumentException(
              "weight of clip "
                  + weight.getKey()
                  + ": expected 0 or more, got "
                  + weight.getValue());
        }
      }
      ModelFile.requireGltfOutput(output);
    }

    /** Seams kept, the metric that fits, nothing locked or preferred, one file. */
    public static Options of(Path model, Goal goal, List<Double> levels, Path output) {
      return new Options(
          model,
          goal,
          levels,
          Optional.empty(),
          DEFAULT_POSES,
          false,
          Optional.empty(),
          Optional.empty(),
          false,
          Map.of(),
          false,
          output);
    }
  }

  /**
   * What came out. Errors are in units of the longest box side at rest.
   *
   * @param metric what was taken to be known of the poses
   * @param pricedPoses how many poses prices looked at
   * @param measuredPoses how many poses errors were measured in
   * @param before the character as it was
   * @param levels the levels, in the order asked for
   * @param notes what to know about these figures
   */
  public record Simplified(
      String metric,
      int pricedPoses,
      int measuredPoses,
      Size before,
      List<Level> levels,
      List<String> notes) {}

  /**
   * How large a character is, as far as its scene shows it.
   *
   * @param triangles triangles
   * @param vertices points of the surface
   * @param influences joints of all vertices together
   */
  public record Size(long triangles, long vertices, long influences) {
    static Size of(List<Geometry> meshes, JoinedCharacter joined) {
      long triangles = 0;
      long vertices = 0;
      long influences = 0;
      for (int m = 0; m < meshes.size(); m++) {
        if (joined.isShown(m)) {
          triangles += meshes.get(m).mesh().triangleCount();
          vertices += meshes.get(m).mesh().vertexCount();
          Influences own = meshes.get(m).influences();
          influences += own == null ? meshes.get(m).mesh().vertexCount() : own.totalCount();
        }
      }
      return new Size(triangles, vertices, influences);
    }
  }

  /**
   * One level.
   *
   * @param goal what was asked for
   * @param reached whether it came out as asked
   * @param triangles triangles
   * @param vertices points of the surface
   * @param influences joints of all vertices together
   * @param rms root of the mean squared distance between the surfaces, both ways, over all poses
   * @param max the largest distance
   * @param worstFrameRms the rms of the worst pose alone
   * @param worstPose which pose that is
   */
  public record Level(
      double goal,
      boolean reached,
      long triangles,
      long vertices,
      long influences,
      double rms,
      double max,
      double worstFrameRms,
      String worstPose) {}

  /** A level with its meshes. */
  private record Made(List<Geometry> meshes, Level level) {}

  @Override
  public Outcome<Simplified> run(Options options, Session session) throws IOException {
    GltfAsset asset = ModelFile.read(options.model);
    try (Workers workers = new Workers(session.threads())) {
      Work work = new Work(options, asset.character(), session, workers);
      List<Made> made = work.levels();
      List<Path> written = write(options, asset, made);
      Simplified report =
          new Simplified(
              work.metric.toString(),
              work.poses.poses().size(),
              work.error.poseCount(),
              Size.of(asset.character().meshes(), work.joined),
              made.stream().map(Made::level).toList(),
              work.notes);
      return new Outcome<>(report, List.of(options.model), written);
    }
  }

  /** One character on its way to its levels. */
  private static final class Work {
    /** Poses that errors are measured in, about. */
    private static final int MEASURED_POSES = 120;

    /** Steps in which a level for an error is searched. */
    private static final int SEARCH_STEPS = 10;

    private final Options options;
    private final JoinedCharacter joined;
    private final CharacterSimplification simplification;
    private final Metric metric;
    private final WeightedPoses poses;
    private final LevelError error;
    private final OperationStream stream;
    private final List<String> notes = new ArrayList<>();

    Work(Options options, SkinnedCharacter character, Session session, Workers workers) {
      this.options = options;
      joined = new JoinedCharacter(character);
      if (joined.mesh().triangleCount() == 0) {
        throw new IllegalArgumentException("the model shows no triangles to simplify");
      }
      simplification = new CharacterSimplification(joined, wishes(options, joined));
      LevelPoses choice = new LevelPoses(character, options.clipWeights, session.seed());
      metric = metric(options, choice);
      poses = choice.choose(metric, joined, options.poses);
      error = new LevelError(character, MEASURED_POSES, workers);
      stream =
          simplification.quadrics(
              poses,
              fewestAsked(),
              workers,
              (done, total) -> session.progress().at("simplifying", done, total));
      session.progress().at("simplifying", 1, 1);
    }

    private Metric metric(Options options, LevelPoses choice) {
      Metric asked = options.metric.orElse(Metric.CLIPS);
      boolean needsClips = asked == Metric.CLIPS || asked == Metric.RANGE;
      if (needsClips && !choice.hasClips()) {
        notes.add(
            "the model has no clips: prices look at poses with every joint turned by up to 45"
                + " degrees, errors are measured at rest");
        return Metric.SKELETON;
      }
      return asked;
    }

    private static CharacterSimplification.Options wishes(Options options, JoinedCharacter joined) {
      BitSet locked = options.lockBones.map(p -> points(joined, p, "lock")).orElseGet(BitSet::new);
      BitSet preferred =
          options.preferBones.map(p -> points(joined, p, "prefer")).orElseGet(BitSet::new);
      return new CharacterSimplification.Options(
          options.permissive,
          locked,
          Importance.of(joined.mesh(), preferred, options.priorityColor),
          QuadricWeights.DEFAULTS);
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

    /** As many triangles as the coarsest level asked for may have. */
    private int fewestAsked() {
      return options.goal == Goal.ERROR
          ? 0
          : options.levels.stream().mapToInt(this::trianglesFor).min().orElse(0);
    }

    private int trianglesFor(double level) {
      return (int)
          Math.min(
              Integer.MAX_VALUE,
              options.goal == Goal.RATIO
                  ? Math.round(level * joined.mesh().triangleCount())
                  : Math.round(level));
    }

    List<Made> levels() {
      List<Made> made = new ArrayList<>();
      for (double goal : options.levels) {
        made.add(options.goal == Goal.ERROR ? within(goal) : withTriangles(goal));
      }
      return made;
    }

    private Made withTriangles(double goal) {
      int wanted = trianglesFor(goal);
      Made made = level(goal, stream.lengthFor(wanted), true);
      if (made.level.triangles <= wanted) {
        return made;
      }
      notes.add(
          String.format(
              Locale.ROOT,
              "asked for %d triangles, got down to %d: connectivity, open boundaries, borders"
                  + " between materials%s and locked vertices hold the rest%s",
              wanted,
              made.level.triangles,
              options.permissive ? "" : ", seams of textures",
              options.permissive ? "" : "; --permissive lets the seams move"));
      return level(goal, stream.length(), false);
    }

    /** The coarsest level found whose largest distance is within a bound. */
    private Made within(double bound) {
      int fine = 0;
      int coarse = stream.length();
      Made best = level(bound, 0, true);
      for (int step = 0; step < SEARCH_STEPS && fine < coarse; step++) {
        // Errors grow with powers of the triangle count: halve what is left, not what is gone.
        int middle =
            step == 0
                ? coarse
                : stream.lengthFor(
                    (int)
                        Math.sqrt((double) stream.trianglesAt(fine) * stream.trianglesAt(coarse)));
        middle = Math.min(coarse, Math.max(fine + 1, middle));
        Made tried = level(bound, middle, true);
        if (tried.level.max <= bound) {
          best = tried;
          fine = middle;
        } else {
          coarse = middle - 1;
        }
      }
      return best;
    }

    private Made level(double goal, int length, boolean reached) {
      CharacterReplay replay = simplification.replay(stream);
      replay.advanceTo(length);
      List<Geometry> meshes = replay.geometries();
      Size size = Size.of(meshes, joined);
      LevelError.Found found = error.measure(simplification.withMeshes(meshes));
      return new Made(
          meshes,
          new Level(
              goal,
              reached,
              size.triangles,
              size.vertices,
              size.influences,
              found.rms(),
              found.max(),
              found.worstFrameRms(),
              found.worstPose()));
    }
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
    if (made.size() == 1 || options.separate) {
      for (int i = 0; i < made.size(); i++) {
        Path file = made.size() == 1 ? options.output : numbered(options.output, i + 1);
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
    LevelsOfDetail.write(
            asset,
            made.stream().map(Made::meshes).toList(),
            ScreenCoverage.of(made.stream().map(m -> m.level.max).toList()))
        .write(options.output);
    written.add(options.output);
    return written;
  }

  /** A file's name with a number before its ending. */
  private static Path numbered(Path file, int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
  }
}
