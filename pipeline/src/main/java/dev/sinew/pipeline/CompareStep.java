package dev.sinew.pipeline;

import dev.sinew.draw.ColorRamp;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.metric.ErrorCollector;
import dev.sinew.metric.ErrorSummary;
import dev.sinew.metric.SurfaceComparison;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Measures how far one character is from another, over all poses of all clips. */
public final class CompareStep implements Step<CompareStep.Options, CompareStep.Comparison> {

  /**
   * What to compare.
   *
   * @param reference the character that is right
   * @param candidate the character that is measured
   * @param referenceMethod the reference's skinning model; empty for the one it is made for
   * @param candidateMethod the candidate's likewise
   * @param framesPerSecond how densely clips are sampled, more than 0
   * @param output a .glb or .gltf of the reference coloured by error, if wanted
   */
  public record Options(
      Path reference,
      Path candidate,
      Optional<SkinningMethod> referenceMethod,
      Optional<SkinningMethod> candidateMethod,
      double framesPerSecond,
      Optional<Path> output) {
    /** Frames a second unless told otherwise. */
    public static final double DEFAULT_FRAMES_PER_SECOND = 30;

    public Options {
      if (!(framesPerSecond > 0) || framesPerSecond > 1000) {
        throw new IllegalArgumentException(
            "fps: expected more than 0 and at most 1000, got " + framesPerSecond);
      }
    }
  }

  /**
   * The error over the rest pose and all frames of all clips, in units of the reference's longest
   * box side at rest.
   *
   * @param mean mean distance
   * @param rms root of the mean squared distance
   * @param max largest distance
   * @param meanNormalDegrees mean angle between normals
   * @param maxNormalDegrees largest angle between normals
   * @param worst pose and reference vertex of the largest distance
   * @param poses how many poses were compared
   * @param vertices reference vertices
   * @param correspondence "vertices" when vertex i was held against vertex i, "surface" when each
   *     was held against the closest point of the candidate
   * @param clips the same for every clip
   */
  public record Comparison(
      double mean,
      double rms,
      double max,
      double meanNormalDegrees,
      double maxNormalDegrees,
      ErrorSummary.Worst worst,
      int poses,
      int vertices,
      String correspondence,
      List<ClipError> clips) {}

  /**
   * The error over one clip.
   *
   * @param name the reference's clip
   * @param error what was found
   */
  public record ClipError(String name, ErrorSummary error) {}

  @Override
  public Outcome<Comparison> run(Options options, Session session) throws IOException {
    if (options.output.isPresent()) {
      ModelFile.requireGltfOutput(options.output.get());
    }
    SkinnedCharacter reference = ModelFile.read(options.reference).character();
    SkinnedCharacter candidate = ModelFile.read(options.candidate).character();
    Side left = new Side(reference, options.referenceMethod);
    Side right = new Side(candidate, options.candidateMethod);
    List<Pairing> pairings = pair(reference, candidate);
    SurfaceComparison comparison =
        new SurfaceComparison(
            left.surface.vertexCount(),
            left.restMesh.triangles(),
            right.surface.vertexCount(),
            right.restMesh.triangles());
    double unit = left.restMesh.bounds().longestSide();
    ErrorCollector all = new ErrorCollector(unit);
    double[] squares = new double[left.surface.vertexCount()];
    Meter meter = new Meter(left, right, comparison, squares, all);
    meter.compare("rest", List.of(all));
    List<ClipError> clips = new ArrayList<>();
    for (Pairing pairing : pairings) {
      ErrorCollector own = new ErrorCollector(unit);
      meter.play(pairing, options.framesPerSecond, own);
      clips.add(new ClipError(pairing.reference.name(), own.summary()));
      session.progress().at("comparing clips", clips.size(), pairings.size());
    }
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      writeColored(options.output.get(), reference, left, squares, meter.poses);
      outputs.add(options.output.get());
    }
    ErrorSummary found = all.summary();
    return new Outcome<>(
        new Comparison(
            found.mean(),
            found.rms(),
            found.max(),
            found.meanNormalDegrees(),
            found.maxNormalDegrees(),
            found.worst(),
            meter.poses,
            squares.length,
            comparison.isCorresponding() ? "vertices" : "surface",
            clips),
        List.of(options.reference, options.candidate),
        outputs);
  }

  /** One of the two characters, its pose and its shape in it. */
  private static final class Side {
    private final CharacterSurface surface;
    private final CharacterSurface.Posed shape;
    private final TriMesh restMesh;
    private final Pose pose;
    private final float[] positions;

    Side(SkinnedCharacter character, Optional<SkinningMethod> method) {
      surface =
          CharacterSurface.of(character, method.orElseGet(() -> SkinningMethod.of(character)));
      shape = surface.newPosed();
      pose = character.restPose();
      shape.set(pose);
      restMesh = shape.mesh();
      positions = new float[3 * surface.vertexCount()];
    }

    float[] positions() {
      shape.set(pose);
      shape.copyVertexPositions(positions);
      return positions;
    }
  }

  private record Pairing(Clip reference, Clip candidate) {}

  /** Clips of the same name, or of the same place where names differ but numbers agree. */
  private static List<Pairing> pair(SkinnedCharacter reference, SkinnedCharacter candidate) {
    List<Pairing> pairs = new ArrayList<>();
    for (int c = 0; c < reference.clips().size(); c++) {
      Clip clip = reference.clips().get(c);
      Optional<Clip> same =
          candidate.clips().stream().filter(o -> o.name().equals(clip.name())).findFirst();
      if (same.isEmpty() && candidate.clips().size() == reference.clips().size()) {
        same = Optional.of(candidate.clips().get(c));
      }
      if (same.isEmpty()) {
        throw new IllegalArgumentException("the candidate has no clip '" + clip.name() + "'");
      }
      pairs.add(new Pairing(clip, same.get()));
    }
    return pairs;
  }

  /** Compares pose after pose. */
  private static final class Meter {
    private final Side left;
    private final Side right;
    private final SurfaceComparison comparison;
    private final double[] squares;
    private final double[] distances;
    private final double[] angles;
    private final ErrorCollector all;
    private int poses;

    Meter(
        Side left, Side right, SurfaceComparison comparison, double[] squares, ErrorCollector all) {
      this.left = left;
      this.right = right;
      this.comparison = comparison;
      this.squares = squares;
      this.distances = new double[squares.length];
      this.angles = new double[squares.length];
      this.all = all;
    }

    void play(Pairing pairing, double framesPerSecond, ErrorCollector own) {
      int frames = (int) Math.floor(pairing.reference.duration() * framesPerSecond + 1e-6) + 1;
      for (int f = 0; f < frames; f++) {
        double time = f / framesPerSecond;
        pairing.reference.sample(time, left.pose);
        pairing.candidate.sample(time, right.pose);
        compare(
            String.format(Locale.ROOT, "%s %.3f s", pairing.reference.name(), time),
            List.of(all, own));
      }
    }

    void compare(String name, List<ErrorCollector> collectors) {
      comparison.compare(left.positions(), right.positions(), distances, angles);
      collectors.forEach(collector -> collector.addAll(name, distances, angles));
      poses++;
      for (int v = 0; v < distances.length; v++) {
        squares[v] += distances[v] * distances[v];
      }
    }
  }

  /** Colours the reference by each vertex's rms error, from none to the largest. */
  private static void writeColored(
      Path output, SkinnedCharacter reference, Side side, double[] squares, int poses)
      throws IOException {
    double[] errors = new double[squares.length];
    double largest = 0;
    for (int v = 0; v < errors.length; v++) {
      errors[v] = Math.sqrt(squares[v] / poses);
      largest = Math.max(largest, errors[v]);
    }
    float[] colors = ColorRamp.SEQUENTIAL.colors(errors, 0, largest > 0 ? largest : 1);
    List<Geometry> geometries = new ArrayList<>(reference.meshes());
    int[] wedgeVertex = side.restMesh.wedgeVertices();
    for (int p = reference.parts().size() - 1; p >= 0; p--) {
      Part part = reference.parts().get(p);
      Geometry geometry = reference.geometry(part);
      float[] own = new float[3 * geometry.mesh().wedgeCount()];
      for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
        System.arraycopy(colors, 3 * wedgeVertex[side.surface.firstWedge(p) + w], own, 3 * w, 3);
      }
      geometries.set(
          part.mesh(),
          new Geometry(
              geometry.name(),
              geometry.mesh().withAttribute(new MeshAttribute(MeshAttribute.COLOR, 3, own)),
              geometry.influences(),
              geometry.morphs(),
              geometry.coords()));
    }
    CharacterWriter.toDocument(
            output.toString(),
            new SkinnedCharacter(
                reference.skeleton(),
                reference.skins(),
                geometries,
                reference.parts(),
                reference.clips()))
        .write(output);
  }
}
