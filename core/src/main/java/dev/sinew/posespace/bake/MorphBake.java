package dev.sinew.posespace.bake;

import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.posespace.bake.MorphBakeResult.Distance;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPlayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns the correctives of given clips into morph targets with weight tracks. glTF morphs before it
 * skins, so a target is an offset in rest space, and any engine plays it. The offsets of all frames
 * are expressed in a few targets per mesh; see {@link MeshTargets}.
 *
 * <p>Of a mesh with an animation-space skin the linear blend that approximates it is baked, which
 * is what an engine plays; the targets contain what it lacks. The animation-space skin itself
 * ignores morph targets.
 */
public final class MorphBake {
  private final SkinnedCharacter character;
  private final DoubleFunction<DeformerChoice> corrected;
  private final List<Integer> clips;
  private final MorphBakeOptions options;
  private final RunContext context;
  private final double unit;

  /** How long a unit of each mesh is in the scene at rest: offsets are in units of the mesh. */
  private final double[] meshUnits;

  private final Errors error = new Errors();
  private final Errors skin = new Errors();
  private final Errors animationSpace = new Errors();

  /** The frames of one clip: evenly spaced from 0 to its end. */
  private record Frames(int clip, double[] times, double seconds) {}

  /** The frames of a part in a clip, and the number of its first among those of its mesh. */
  private record Stretch(Frames frames, Part part, int first) {}

  private MorphBake(
      SkinnedCharacter character,
      DoubleFunction<DeformerChoice> corrected,
      List<Integer> clips,
      MorphBakeOptions options,
      RunContext context) {
    this.character = character;
    this.corrected = corrected;
    this.clips = clips;
    this.options = options;
    this.context = context;
    SkinnedCharacter linear =
        character.withMeshes(
            character.meshes().stream().map(g -> g.withSkinning(g.skinning().asLinear())).toList());
    double side = CharacterSurface.restBox(linear).longestSide();
    unit = side > 0 ? side : 1;
    JoinedCharacter joined = new JoinedCharacter(linear);
    meshUnits = joined.meshUnits(joined.restMesh());
  }

  /**
   * Adds the targets and tracks.
   *
   * @param character a character; its own targets and tracks are kept
   * @param corrected returns the deformers to reproduce, for frames at a distance in seconds; those
   *     of each clip are new and see its frames in order
   * @param clips the indices of the clips to bake; in others the targets have no weight
   */
  public static MorphBakeResult run(
      SkinnedCharacter character,
      DoubleFunction<DeformerChoice> corrected,
      List<Integer> clips,
      MorphBakeOptions options,
      RunContext context) {
    return new MorphBake(character, corrected, List.copyOf(clips), options, context).run();
  }

  private MorphBakeResult run() {
    List<Frames> frames = clips.stream().map(this::frames).toList();
    List<Geometry> meshes = new ArrayList<>(character.meshes());
    Map<Integer, Map<Integer, Track>> added = new LinkedHashMap<>();
    List<Integer> counts = new ArrayList<>();
    for (int m = 0; m < meshes.size(); m++) {
      counts.add(bakeMesh(m, frames, meshes, added));
    }
    SkinnedCharacter baked = character.withMeshes(meshes).withClips(clips(meshes, added));
    int total = frames.stream().mapToInt(f -> f.times.length).sum();
    return new MorphBakeResult(
        withPaddedWeights(baked),
        counts,
        total,
        error.over(unit),
        skin.over(unit),
        animationSpace.count == 0 ? Optional.empty() : Optional.of(animationSpace.over(unit)));
  }

  private Frames frames(int clip) {
    double duration = character.clips().get(clip).duration();
    int count =
        Math.max(2, ClipPlayer.frameCount(character.clips().get(clip), options.framesPerSecond()));
    double seconds = duration / (count - 1);
    double[] times = new double[duration > 0 ? count : 1];
    Arrays.setAll(times, f -> f * seconds);
    return new Frames(clip, times, duration > 0 ? seconds : 1 / options.framesPerSecond());
  }

  /** Adds the targets of a mesh and the tracks of its nodes; returns the number of targets. */
  private int bakeMesh(
      int m,
      List<Frames> clipFrames,
      List<Geometry> meshes,
      Map<Integer, Map<Integer, Track>> added) {
    List<double[]> offsets = new ArrayList<>();
    List<Stretch> stretches = new ArrayList<>();
    for (Frames frames : clipFrames) {
      for (Part part : character.parts()) {
        if (part.mesh() == m) {
          stretches.add(new Stretch(frames, part, offsets.size()));
          play(
              frames,
              part,
              (f, rest) -> {
                offsets.add(rest.positions());
                if (rest.hasAnimationSpace()) {
                  animationSpace.add(rest.fromAnimationSpace(), meshUnits[m]);
                }
              });
        }
      }
    }
    if (offsets.isEmpty()) {
      return 0;
    }
    Geometry geometry = meshes.get(m);
    MeshTargets targets =
        new MeshTargets(
            geometry, offsets, options.error() * unit / meshUnits[m], options.targets());
    for (int f = 0; f < offsets.size(); f++) {
      error.add(targets.residual(f), meshUnits[m]);
      skin.add(offsets.get(f), meshUnits[m]);
    }
    if (targets.count > 0) {
      meshes.set(
          m, geometry.withMorphs(targets.after(geometry.morphs(), normals(stretches, targets))));
      for (Stretch stretch : stretches) {
        added
            .computeIfAbsent(stretch.frames.clip, c -> new HashMap<>())
            .put(stretch.part.node(), track(stretch, targets));
      }
    }
    return targets.count;
  }

  /** Plays a part through a clip. */
  private void play(Frames frames, Part part, FrameSink sink) {
    Clip clip = character.clips().get(frames.clip);
    RestOffsets offsets =
        new RestOffsets(
            character,
            part,
            corrected.apply(frames.seconds).deformer(character, part),
            meshUnits[part.mesh()]);
    Pose pose = character.restPose();
    // The last frame of a loop is its first.
    for (int f = 0; options.loop() && f + 1 < frames.times.length; f++) {
      context.checkCancelled();
      clip.sample(frames.times[f], pose);
      offsets.set(pose);
    }
    for (int f = 0; f < frames.times.length; f++) {
      context.report("playing " + clip.name(), f + 1, frames.times.length);
      clip.sample(frames.times[f], pose);
      offsets.set(pose);
      sink.accept(f, offsets);
    }
  }

  private interface FrameSink {
    void accept(int frame, RestOffsets offsets);
  }

  /** Returns the normals of every target; empty if the mesh has none. */
  private List<float[]> normals(List<Stretch> stretches, MeshTargets targets) {
    int wedges = character.geometry(stretches.getFirst().part).mesh().wedgeCount();
    NormalTargets normals = new NormalTargets(targets.count, wedges);
    float[] wanted = new float[3 * wedges];
    boolean[] known = {true};
    for (Stretch stretch : stretches) {
      play(
          stretch.frames,
          stretch.part,
          (f, offsets) -> {
            known[0] &= offsets.hasNormals();
            if (offsets.hasNormals()) {
              offsets.fillNormals(wanted);
              normals.add(targets.weights[stretch.first + f], wanted);
            }
          });
    }
    return known[0] ? normals.solve() : List.of();
  }

  private static Track track(Stretch stretch, MeshTargets targets) {
    double[] times = stretch.frames.times;
    double[] values = new double[targets.count * times.length];
    for (int f = 0; f < times.length; f++) {
      System.arraycopy(
          targets.weights[stretch.first + f], 0, values, targets.count * f, targets.count);
    }
    return new Track(stretch.part.node(), Property.WEIGHTS, Interpolation.LINEAR, times, values);
  }

  /** Returns all clips, with a value per target in every track of weights. */
  private List<Clip> clips(List<Geometry> meshes, Map<Integer, Map<Integer, Track>> added) {
    List<Clip> out = new ArrayList<>();
    for (int c = 0; c < character.clips().size(); c++) {
      Clip clip = character.clips().get(c);
      Map<Integer, Track> fresh = new LinkedHashMap<>(added.getOrDefault(c, Map.of()));
      List<Track> tracks = new ArrayList<>();
      for (Track track : clip.tracks()) {
        Part part = partOf(track);
        if (part == null) {
          tracks.add(track);
          continue;
        }
        int own = character.geometry(part).morphs().count();
        int all = meshes.get(part.mesh()).morphs().count();
        Track baked = fresh.remove(part.node());
        tracks.add(
            baked != null
                ? WeightTracks.merged(track, own, baked)
                : all > own ? WeightTracks.padded(track, all) : track);
      }
      for (Part part : character.parts()) {
        Track baked = fresh.get(part.node());
        if (baked != null) {
          tracks.add(WeightTracks.after(restWeights(part), baked));
        }
      }
      out.add(new Clip(clip.name(), tracks));
    }
    return out;
  }

  /** Returns the part whose weights a track drives, or null. */
  private @Nullable Part partOf(Track track) {
    return track.property() != Property.WEIGHTS
        ? null
        : character.parts().stream()
            .filter(part -> part.node() == track.joint())
            .findFirst()
            .orElse(null);
  }

  private double[] restWeights(Part part) {
    Pose rest = character.restPose();
    double[] out = new double[character.geometry(part).morphs().count()];
    Arrays.setAll(out, t -> rest.morphWeight(part.node(), t));
    return out;
  }

  /** Gives parts with rest weights of their own a weight of 0 for added targets. */
  private static SkinnedCharacter withPaddedWeights(SkinnedCharacter baked) {
    List<Part> parts = new ArrayList<>();
    for (Part part : baked.parts()) {
      List<Double> weights = new ArrayList<>(part.morphWeights());
      while (!weights.isEmpty() && weights.size() < baked.geometry(part).morphs().count()) {
        weights.add(0.0);
      }
      parts.add(new Part(part.name(), part.node(), part.mesh(), part.skin(), weights));
    }
    return new SkinnedCharacter(
        baked.skeleton(), baked.skins(), baked.meshes(), parts, baked.clips(), baked.materials());
  }

  /** Distances of all meshes, over frames and vertices. */
  private static final class Errors {
    private double squares;
    private double largest;
    private long count;

    /** Adds offsets in units of a mesh. */
    void add(double[] frame, double meshUnit) {
      for (int i = 0; i < frame.length; i += 3) {
        double x = meshUnit * frame[i];
        double y = meshUnit * frame[i + 1];
        double z = meshUnit * frame[i + 2];
        double square = x * x + y * y + z * z;
        squares += square;
        largest = Math.max(largest, square);
      }
      count += frame.length / 3;
    }

    Distance over(double unit) {
      return new Distance(
          count == 0 ? 0 : Math.sqrt(squares / count) / unit, Math.sqrt(largest) / unit);
    }
  }
}
