package dev.sinew.pipeline;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.InfluenceRanking;
import java.io.IOException;
import java.nio.file.Path;
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
  /** What a level is asked to be. */
  public enum Goal {
    /** A share of the triangles, above 0 and up to 1. */
    RATIO,
    /** So many triangles. */
    TRIANGLES,
    /**
     * As few triangles as keep the largest distance within so many unit boxes: measured over the
     * clips, or, by {@link Method#APS} with {@link PoseKnowledge#RANGE}, proven.
     */
    ERROR
  }

  /** What collapses are priced by. */
  public enum Method {
    /** Sums of quadrics over poses. */
    QUADRIC,
    /** How far the surface moves under its texture; for characters with texture coordinates. */
    APS,
    /** The same, triangles remembering how far they may be from the original. */
    APS_STANDARD,
    /** Sums of the squares of each shape's quadric; for meshes in correspondence. */
    ADSD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean looksAtTexture() {
      return this == APS || this == APS_STANDARD;
    }
  }

  /**
   * What to simplify and how far.
   *
   * @param model a character, or meshes in correspondence: a folder of .obj files, or a point cache
   * @param reference the mesh that a point cache moves, or that a folder's files are shapes of;
   *     empty for the folder's first file
   * @param follow point caches of the same mesh that follow the collapses without being priced
   * @param weights a character whose skin moves the mesh or one of its levels, to be taken to all;
   *     meshes in correspondence only
   * @param method what collapses are priced by
   * @param goal what the levels are asked by
   * @param levels a number a level
   * @param metric what is known of the poses; empty for the clips, or the skeleton without clips
   * @param poses how many poses prices look at
   * @param permissive whether seams of textures and colours may move like any other edge
   * @param lockBones joints whose vertices stay as they are, by their whole names
   * @param preferBones joints whose vertices count ten times
   * @param influences whether points lose influences in between, and in which order; characters
   *     only, which become ones of animation space
   * @param maxInfluences joints a vertex may have in each level, or one number for all; empty for
   *     as many as come out
   * @param priorityColor whether the brightness of COLOR_0 says what counts: black once, white ten
   *     times
   * @param clipWeights how much clips count, by name or number; 1 for those not named
   * @param saveStream where to write the stream of collapses, if wanted
   * @param useStream a stream of collapses written before for the same mesh and seams, to use
   *     instead of pricing anew
   * @param separate whether each of several levels gets a file of its own
   * @param output a .glb or .gltf file; for meshes in correspondence a folder
   */
  public record Options(
      Path model,
      Optional<Path> reference,
      List<Path> follow,
      Optional<Path> weights,
      Goal goal,
      List<Double> levels,
      Method method,
      Optional<PoseKnowledge> metric,
      int poses,
      boolean permissive,
      Optional<Pattern> lockBones,
      Optional<Pattern> preferBones,
      Optional<InfluenceRanking> influences,
      List<Integer> maxInfluences,
      boolean priorityColor,
      Map<String, Double> clipWeights,
      Optional<Path> saveStream,
      Optional<Path> useStream,
      boolean separate,
      Path output) {
    /** Poses that prices look at unless told otherwise. */
    public static final int DEFAULT_POSES = 8;

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
      follow = List.copyOf(follow);
      maxInfluences = List.copyOf(maxInfluences);
      checkInfluences(influences, method, metric, maxInfluences, levels);
      if (isCharacter(model)) {
        ModelFile.requireGltfOutput(output);
        refuse("for meshes in correspondence, not for a character", "weights", weights.isPresent());
        refuse("for a point cache or a folder", "reference", reference.isPresent());
        refuse("for meshes in correspondence", "follow", !follow.isEmpty());
        refuse("for meshes in correspondence", "method adsd", method == Method.ADSD);
      } else {
        String why = "for characters, not for meshes in correspondence";
        refuse(why, "method " + method, method.looksAtTexture());
        refuse(why, "metric", metric.isPresent());
        refuse(why, "influences", influences.isPresent() || !maxInfluences.isEmpty());
        refuse(why, "bones", lockBones.isPresent() || preferBones.isPresent());
        refuse(why, "priority colour", priorityColor);
        refuse(why, "clip weight", !clipWeights.isEmpty());
        refuse(why, "separate", separate);
      }
    }

    private static void refuse(String why, String what, boolean given) {
      if (given) {
        throw new IllegalArgumentException(what + ": " + why);
      }
    }

    private static void checkInfluences(
        Optional<InfluenceRanking> influences,
        Method method,
        Optional<PoseKnowledge> metric,
        List<Integer> maxInfluences,
        List<Double> levels) {
      if (influences.isPresent() && metric.equals(Optional.of(PoseKnowledge.REST))) {
        throw new IllegalArgumentException(
            "influences: at rest none is needed; choose another metric");
      }
      boolean bounded = method.looksAtTexture() && metric.equals(Optional.of(PoseKnowledge.RANGE));
      if (bounded && (influences.isPresent() || !maxInfluences.isEmpty())) {
        throw new IllegalArgumentException(
            "influences: cannot be taken away within proven bounds (aps with range)");
      }
      if (influences.isPresent() && method == Method.APS_STANDARD) {
        throw new IllegalArgumentException(
            "influences: what triangles remember does not count them; choose method aps");
      }
      if (maxInfluences.size() > 1 && maxInfluences.size() != levels.size()) {
        throw new IllegalArgumentException(
            "most influences: expected 1 number or one for each of "
                + levels.size()
                + " levels, got "
                + maxInfluences.size());
      }
      for (int most : maxInfluences) {
        if (most < 1) {
          throw new IllegalArgumentException("most influences: expected 1 or more, got " + most);
        }
      }
    }

    /** As many triangles as a level of a mesh may have, where these are what is asked for. */
    int trianglesFor(double level, int whole) {
      return (int)
          Math.min(Integer.MAX_VALUE, Math.round(goal == Goal.RATIO ? level * whole : level));
    }

    /** What the report says collapses were priced by. */
    String pricedBy() {
      return useStream.isPresent() ? "stream" : method.toString();
    }

    /** Joints a vertex may have in a level. */
    int mostInfluences(int level) {
      return maxInfluences.isEmpty()
          ? Integer.MAX_VALUE
          : maxInfluences.get(Math.min(level, maxInfluences.size() - 1));
    }

    private static boolean isCharacter(Path model) {
      String kind = ModelFile.extension(model);
      return kind.equals("glb") || kind.equals("gltf");
    }

    /** Seams kept, the metric that fits, nothing locked or preferred, one file. */
    public static Options of(Path model, Goal goal, List<Double> levels, Path output) {
      return new Options(
          model,
          Optional.empty(),
          List.of(),
          Optional.empty(),
          goal,
          levels,
          Method.QUADRIC,
          Optional.empty(),
          DEFAULT_POSES,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          false,
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          false,
          output);
    }
  }

  /**
   * What came out. Errors are in units of the longest box side at rest.
   *
   * @param method what collapses were priced by; {@code stream} where they were read
   * @param metric what was taken to be known of the poses
   * @param pricedPoses how many poses prices looked at; 0 where they were read
   * @param measuredPoses how many poses errors were measured in
   * @param before the character as it was
   * @param weights the whole mesh's weights, where some were given
   * @param levels the levels, in the order asked for
   * @param notes what to know about these figures
   */
  public record Simplified(
      String method,
      String metric,
      int pricedPoses,
      int measuredPoses,
      Size before,
      @Nullable Weights weights,
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
          AnimationCoords coords = meshes.get(m).coords();
          influences +=
              coords != null
                  ? coords.totalCount()
                  : own == null ? meshes.get(m).mesh().vertexCount() : own.totalCount();
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
   * @param mostInfluences the most joints of a vertex
   * @param rms root of the mean squared distance between the surfaces, both ways, over all poses
   * @param max the largest distance
   * @param worstFrameRms the rms of the worst pose alone
   * @param worstPose which pose that is
   * @param bound the largest distance in any pose within the joints' ranges, proven and not
   *     measured; null where nothing is
   * @param followed errors of the point caches that followed
   * @param weights its weights, where some were given
   */
  public record Level(
      double goal,
      boolean reached,
      long triangles,
      long vertices,
      long influences,
      int mostInfluences,
      double rms,
      double max,
      double worstFrameRms,
      String worstPose,
      @Nullable Double bound,
      List<Followed> followed,
      @Nullable Weights weights) {}

  /**
   * Weights taken from a rig, in the same units.
   *
   * @param from how many vertices the level has that the rig was made for
   * @param meanDistance how far vertices are on average from where their weights come from
   * @param rms root of the mean squared distance between the posed level and the shapes, both ways,
   *     as for a level; null where the rig has no clip of a fit to these shapes
   * @param max the largest distance, likewise
   */
  public record Weights(
      long from, double meanDistance, @Nullable Double rms, @Nullable Double max) {}

  /**
   * How well a point cache followed, in the same units.
   *
   * @param name the file
   * @param rms as for a level
   * @param max as for a level
   * @param worstFrameRms as for a level
   * @param worstPose as for a level
   */
  public record Followed(
      String name, double rms, double max, double worstFrameRms, String worstPose) {}

  @Override
  public Outcome<Simplified> run(Options options, RunContext context) throws IOException {
    return Options.isCharacter(options.model)
        ? CharacterLevels.run(options, context)
        : SequenceLevels.run(options, context);
  }

  /** A file's or folder's name with a number before its ending. */
  static Path numbered(Path file, int number) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
  }
}
