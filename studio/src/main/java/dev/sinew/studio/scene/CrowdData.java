package dev.sinew.studio.scene;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.runtime.LevelMorph;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.runtime.VertexMap;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A character for a crowd: levels with their errors and the vertices that change between them, the
 * bones' matrices at the frames of its clips, and a sphere that contains it in all of them (Merry's
 * thesis "Animation Space", 2007, sections 7.2 to 7.4; table 2 of Merry, Marais and Gain,
 * "Simplifying Character Skins with Analytic Error Metrics", 2009).
 */
final class CrowdData {
  private static final double FRAMES_PER_SECOND = 30;

  /** The maximum number of frames of all clips; longer ones are sampled more coarsely. */
  private static final int MAX_FRAMES = 512;

  /** The number of poses in which the way of vertices between two levels is measured. */
  private static final int TRAVEL_POSES = 6;

  /** How the levels of a crowd are made. */
  enum Levels {
    /** The original alone. */
    NONE,
    /** By the rest pose, ignoring animation. */
    REST,
    /** By all poses. */
    POSES,
    /** Likewise, and influences are removed too. */
    INFLUENCES;

    /** Returns the name in requests. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A request.
   *
   * @param levels how levels are made
   * @param ratios the share of triangles of each level, falling
   */
  record Request(Levels levels, List<Double> ratios) {
    /** Copies the list and checks that ratios fall. */
    Request {
      ratios = List.copyOf(ratios);
      double above = 1;
      for (double ratio : ratios) {
        if (!(ratio > 0 && ratio < above)) {
          throw new IllegalArgumentException(
              "ratios: expected falling from below 1, more than 0, got " + ratios);
        }
        above = ratio;
      }
    }
  }

  private final SkinnedCharacter character;
  private final RunContext context;
  private final LevelPack pack;

  private CrowdData(GltfAsset asset, RunContext context) {
    this.context = context;
    character = asset.character();
    pack = new LevelPack(asset);
  }

  /** Returns the data of a crowd as an {@link ArrayPack}. */
  static byte[] of(GltfAsset asset, Request request, RunContext context) {
    return new CrowdData(asset, context).build(request);
  }

  private byte[] build(Request request) {
    JsonObject text = pack.text(addLevels(request));
    addFrames(text);
    Sphere sphere = Bounds.run(character, context.quiet()).whole().clips().sphere();
    JsonArray ball = new JsonArray();
    for (double value : new double[] {sphere.x(), sphere.y(), sphere.z(), sphere.radius()}) {
      ball.add(value);
    }
    text.add("sphere", ball);
    return pack.arrays().build(text);
  }

  /** Adds the original and its levels; returns how each changes into the next. */
  private LevelPack.Changes addLevels(Request request) {
    pack.addLevel(character, 0);
    if (request.levels == Levels.NONE || request.ratios.isEmpty()) {
      return LevelPack.Changes.NONE;
    }
    SimplifyResult result = Simplify.run(character, options(request), context);
    JoinedCharacter joined = new JoinedCharacter(character);
    double unit = CharacterSurface.restBox(character).longestSide();
    List<Pose> poses =
        PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed())
            .spreadPoses(TRAVEL_POSES);
    List<VertexMap> maps = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    List<Double> travels = new ArrayList<>();
    SkinnedCharacter before = character;
    int fine = 0;
    int triangles = joined.mesh().triangleCount();
    for (SimplifyResult.Level level : result.levels()) {
      if (level.size().triangles() >= triangles) {
        continue; // The stream has ended.
      }
      triangles = (int) level.size().triangles();
      int length = result.stream().lengthFor(triangles);
      errors.add(unit * level.measured().error().orElseThrow().max());
      pack.addLevel(level.character(), errors.getLast());
      maps.add(VertexMap.of(joined, result.stream(), fine, length));
      travels.add(LevelMorph.travel(before, level.character(), maps.getLast(), poses));
      before = level.character();
      fine = length;
    }
    return new LevelPack.Changes(maps, new PixelLevels(errors, travels));
  }

  private SimplifyOptions options(Request request) {
    boolean resting = request.levels == Levels.REST;
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS
            .withRatios(request.ratios.stream().mapToDouble(Double::doubleValue).toArray())
            .withMetric(resting ? PoseSource.REST : PoseSource.CLIPS)
            .withFullStream(true)
            .withFlips(false);
    return request.levels == Levels.INFLUENCES && !resting
        ? options.withInfluences(InfluenceRanking.ERROR_PER_INFLUENCE)
        : options;
  }

  private void addFrames(JsonObject text) {
    JoinedCharacter joined = new JoinedCharacter(character);
    double seconds = character.clips().stream().mapToDouble(Clip::duration).sum();
    double rate =
        Math.min(FRAMES_PER_SECOND, (MAX_FRAMES - character.clips().size()) / (seconds + 1e-9));
    List<double[]> frames = new ArrayList<>();
    JsonArray clips = new JsonArray();
    Pose pose = character.restPose();
    for (Clip clip : character.clips()) {
      int count = Math.max(1, (int) Math.round(rate * clip.duration()));
      clips.add(clipText(clip.name(), frames.size(), count, clip.duration()));
      for (int f = 0; f < count; f++) {
        clip.sample(clip.duration() * f / count, pose);
        frames.add(joined.matrices(pose));
      }
    }
    if (frames.isEmpty()) {
      clips.add(clipText("rest", 0, 1, 0));
      pose.update();
      frames.add(joined.matrices(pose));
    }
    double[] all = frames.stream().flatMapToDouble(Arrays::stream).toArray();
    text.add("clips", clips);
    text.add("matrices", pack.arrays().add(all));
  }

  private static JsonObject clipText(String name, int first, int count, double seconds) {
    JsonObject out = new JsonObject();
    out.addProperty("name", name);
    out.addProperty("first", first);
    out.addProperty("count", count);
    out.addProperty("seconds", seconds);
    return out;
  }
}
