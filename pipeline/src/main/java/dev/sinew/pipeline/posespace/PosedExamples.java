package dev.sinew.pipeline.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Example shapes with their poses, from command-line arguments: meshes and point caches, and a clip
 * of the model whose keys are the poses.
 *
 * @param examples the examples
 * @param files the files read
 */
record PosedExamples(PoseExamples examples, List<Path> files) {
  /**
   * Where the poses of examples are.
   *
   * @param clip the name or index of a clip; example k belongs to key k, or to key k + 1 if there
   *     is one key more, for the reference, as <code>fit</code> writes them
   * @param framesPerSecond more than 0 if example k belongs to time k / fps instead
   */
  record Times(String clip, double framesPerSecond) {}

  /**
   * Reads examples.
   *
   * @param reference a mesh at rest with the vertices of the examples; empty if they have the
   *     vertices of the model in its own order, as <code>pose</code> and <code>deform</code> write
   *     them
   */
  static PosedExamples read(
      List<String> arguments,
      Optional<Path> reference,
      Path model,
      SkinnedCharacter character,
      Times times,
      FileSession files,
      RunContext context)
      throws IOException {
    TriMesh surface = restSurface(model, character);
    Shapes shapes = shapes(arguments, reference, surface, times, files, context);
    MeshSequence sequence = shapes.sequence;
    try {
      List<Pose> poses = poses(character, times, sequence.frameCount());
      PoseExamples read = PoseExamples.of(sequence, poses);
      return new PosedExamples(
          shapes.modelOrder ? read : read.ofVertices(sequence.reference(), surface), shapes.files);
    } catch (RequestException e) {
      throw e.naming("", model);
    }
  }

  private static TriMesh restSurface(Path model, SkinnedCharacter character) {
    try {
      CharacterSurface.Posed rest = CharacterSurface.of(character).newPosed();
      rest.set(character.restPose());
      return rest.mesh();
    } catch (RequestException e) {
      throw e.naming("", model);
    }
  }

  /** Returns the shape at rest as the only example: there are no correctives. */
  static PosedExamples atRest(SkinnedCharacter character) {
    CharacterSurface.Posed rest = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    rest.set(pose);
    return new PosedExamples(
        new PoseExamples(List.of("at rest"), List.of(pose), List.of(rest.mesh().floatPositions())),
        List.of());
  }

  /**
   * Shapes without their poses.
   *
   * @param modelOrder true if their vertices are those of the model in its order
   */
  private record Shapes(MeshSequence sequence, boolean modelOrder, List<Path> files) {}

  private static Shapes shapes(
      List<String> arguments,
      Optional<Path> reference,
      TriMesh surface,
      Times times,
      FileSession files,
      RunContext context)
      throws IOException {
    Path only = Path.of(arguments.getFirst());
    if (reference.isEmpty() && arguments.size() == 1 && Format.is(only, Format.Kind.POINT_CACHE)) {
      files.reading(only);
      try (PointCache cache = PointCache.open(only)) {
        return new Shapes(cache.toSequence(surface), true, List.of(only));
      }
    }
    List<Path> all = ExampleFiles.expand(arguments, files);
    Optional<Path> rest =
        reference.isPresent()
            ? reference
            : all.stream().filter(PosedExamples::isNamedReference).findFirst();
    List<Path> posed = rest.isPresent() ? withoutReference(all, rest.get(), times) : all;
    ExampleFiles read = ExampleFiles.readFiles(posed, rest, files, context);
    return new Shapes(read.sequence(), rest.isEmpty(), read.files());
  }

  /** Returns true for reference.obj and horse-reference.obj: a mesh at rest, not an example. */
  private static boolean isNamedReference(Path file) {
    return Format.is(file, Format.Kind.MESH)
        && Format.stemOf(file).toLowerCase(Locale.ROOT).matches("(.*[-_. ])?reference");
  }

  /**
   * Returns the files that are examples. A folder or pattern often holds the mesh at rest, too; it
   * has no key of its own. At times, a reference of another name may be an example.
   */
  private static List<Path> withoutReference(List<Path> all, Path reference, Times times) {
    Path rest = reference.toAbsolutePath().normalize();
    List<Path> out =
        all.stream()
            .filter(
                file ->
                    !file.toAbsolutePath().normalize().equals(rest)
                        || (times.framesPerSecond > 0 && !isNamedReference(file)))
            .toList();
    return out.isEmpty() ? all : out;
  }

  private static List<Pose> poses(SkinnedCharacter character, Times times, int count) {
    Clip clip = character.clip(times.clip);
    double[] at = times.framesPerSecond > 0 ? frames(clip, times, count) : keys(clip, count);
    List<Pose> out = new ArrayList<>();
    for (double time : at) {
      Pose pose = character.restPose();
      clip.sample(time, pose);
      out.add(pose);
    }
    return out;
  }

  private static double[] frames(Clip clip, Times times, int count) {
    double last = (count - 1) / times.framesPerSecond;
    if (last > clip.duration() + 1 / times.framesPerSecond) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "clip %s ends after %.3f s, but %d shapes at %s frames per second last %.3f s: give"
                  + " the clip and the rate that they were made with",
              clip.name(),
              clip.duration(),
              count,
              times.framesPerSecond,
              last));
    }
    double[] out = new double[count];
    for (int k = 0; k < count; k++) {
      out[k] = k / times.framesPerSecond;
    }
    return out;
  }

  private static double[] keys(Clip clip, int count) {
    double[] keys = clip.tracks().stream().flatMapToDouble(t -> Arrays.stream(t.times())).toArray();
    double[] distinct = Arrays.stream(keys).sorted().distinct().toArray();
    int skipped = distinct.length - count;
    if (skipped != 0 && skipped != 1) {
      throw new RequestException(
          "clip "
              + clip.name()
              + " has "
              + distinct.length
              + " keys for "
              + count
              + " examples: expected as many keys, or one more, the first, for the reference."
              + " Example k belongs to key k; a mesh at rest among the examples is left out if it"
              + " is named reference or given by PoseSpaceTrainStep.Options.reference;"
              + " PoseSpaceTrainStep.Options.framesPerSecond N takes the poses at k/N seconds"
              + " instead");
    }
    return Arrays.copyOfRange(distinct, skipped, distinct.length);
  }
}
