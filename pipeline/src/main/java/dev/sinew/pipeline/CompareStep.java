package dev.sinew.pipeline;

import dev.sinew.distance.CandidateLevel;
import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.PoseError;
import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.distance.SurfaceError;
import dev.sinew.draw.Picture;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.picture.ErrorPicture;
import dev.sinew.pipeline.picture.ErrorScale;
import dev.sinew.review.Review;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.LevelLook;
import dev.sinew.simplify.Measuring;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads two characters, compares them with {@link CharacterComparison} and writes the errors as
 * colours.
 */
public final class CompareStep implements Step<CompareStep.Options, CompareStep.Report> {

  /**
   * What to compare.
   *
   * @param reference the reference character
   * @param candidate the character to measure
   * @param levels the levels of detail of the candidate (MSFT_lod), which are compared with level 0
   *     of the reference, or the scenes as they are; the output shows the last level
   * @param compare the skinning models and the frame rate
   * @param measuring how thoroughly surfaces and appearance are measured as simplify does, or not
   * @param referenceCorrectives a database of correctives for the reference
   * @param correctives a database of correctives for the candidate; dynamics start at rest in the
   *     first frame of every clip
   * @param output the reference coloured by error, as a .glb or .gltf, or a .png picture of it;
   *     empty to write nothing
   */
  public record Options(
      Path reference,
      Path candidate,
      LevelChoice levels,
      CompareOptions compare,
      Measuring measuring,
      Optional<Path> referenceCorrectives,
      Optional<Path> correctives,
      Optional<Path> output) {
    /** Checks the name of the output. */
    public Options {
      output.ifPresent(file -> Format.ofOutput(file, Format.Kind.CHARACTER, Format.Kind.PICTURE));
    }

    /** Options to compare scenes as they are. */
    public Options(
        Path reference,
        Path candidate,
        CompareOptions compare,
        Measuring measuring,
        Optional<Path> output) {
      this(
          reference,
          candidate,
          LevelChoice.SCENE,
          compare,
          measuring,
          Optional.empty(),
          Optional.empty(),
          output);
    }
  }

  /**
   * The error over the rest pose and all frames of the clips that move the reference, in units of
   * the reference's longest box side at rest; that of the last level, if several were asked for.
   *
   * @param error the distances at reference vertices
   * @param compared what was compared
   * @param surface the distance between the surfaces as simplify measures it, from samples on both
   *     with their own skinning models; null if not measured, if the vertices correspond, or with
   *     other skinning models
   * @param seen what people see of the candidate, as simplify says it, in the clips of the
   *     reference. There is no look if meshes, groups or bind matrices differ, and no verdict if
   *     the candidate has no poses that correspond to those of the reference
   * @param level the number of the level that the figures are of; null for the scene as it is
   * @param levels the errors of all levels, if several were asked for; else empty
   * @param details the errors of vertices, clips and poses
   */
  public record Report(
      @Flat ErrorSummary error,
      @Flat Compared compared,
      @Nullable SurfaceError surface,
      @Flat Seen seen,
      @Nullable Integer level,
      List<LevelError> levels,
      @Flat Details details) {}

  /**
   * What was compared.
   *
   * @param poses the number of poses
   * @param vertices the number of reference vertices
   * @param correspondence "vertices" if vertex i was compared with vertex i, "surface" if each
   *     vertex was compared with the closest point of the candidate
   */
  public record Compared(int poses, int vertices, String correspondence) {}

  /**
   * Where the errors are.
   *
   * @param largestColored the error of the last colour of the output: that of all but the worst 2 %
   *     of the vertices
   * @param clips the errors of every clip
   * @param perPose the error of every pose
   */
  public record Details(
      double largestColored, List<Comparison.ClipError> clips, List<PoseError> perPose) {}

  /**
   * The error of one of several levels; figures as for the last.
   *
   * @param level its number
   * @param triangles the number of its triangles
   * @param rms root of the mean squared distance
   * @param max largest distance
   * @param surface the distance between the surfaces; null if not measured
   * @param seen what people see of it
   */
  public record LevelError(
      int level,
      long triangles,
      double rms,
      double max,
      @Nullable SurfaceError surface,
      @Flat Seen seen) {}

  /** One candidate and its errors. */
  private record Found(
      LevelChoice.Level level,
      CompareOptions compare,
      Comparison comparison,
      @Nullable SurfaceError surface,
      Seen seen) {
    LevelError error() {
      ErrorSummary error = comparison.error();
      long triangles =
          level.character().parts().stream()
              .mapToLong(part -> level.character().geometry(part).mesh().triangleCount())
              .sum();
      return new LevelError(level.number(), triangles, error.rms(), error.max(), surface, seen);
    }
  }

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    SkinnedCharacter reference = reference(options, files);
    GltfAsset candidate = ModelFile.read(options.candidate, files);
    List<Found> levels = new ArrayList<>();
    for (LevelChoice.Level level : options.levels.of(options.candidate, candidate)) {
      levels.add(compare(options, reference, level, files, context));
    }
    Found last = levels.getLast();
    Comparison found = last.comparison;
    CompareOptions compare = last.compare;
    SkinnedCharacter shown = last.level.character();
    double[] errors = relative(found.vertexRms(), reference);
    ErrorScale scale = ErrorScale.of(errors);
    if (options.output.isPresent()) {
      Path output = options.output.get();
      float[] colors = scale.colors(errors);
      if (ModelFile.outputFormat(output, Format.Kind.CHARACTER, Format.Kind.PICTURE).kind()
          == Format.Kind.PICTURE) {
        Picture picture =
            new ErrorPicture(reference, shown, compare)
                .paint(colors, found.error().worst().pose(), scale.legend(), context);
        PngWriter.write(output, picture, files);
      } else {
        writeColored(output, reference, colors, scale, files);
      }
    }
    return new Outcome<>(
        new Report(
            found.error(),
            new Compared(
                found.poses(),
                found.vertexRms().length,
                found.corresponding() ? "vertices" : "surface"),
            last.surface,
            last.seen,
            options.levels.isScene() ? null : last.level.number(),
            levels.size() == 1 ? List.of() : levels.stream().map(Found::error).toList(),
            new Details(scale.largest(), found.clips(), found.perPose())),
        inputs(options),
        options.output.map(List::of).orElse(List.of()));
  }

  private static Found compare(
      Options options,
      SkinnedCharacter reference,
      LevelChoice.Level level,
      FileSession files,
      RunContext context)
      throws IOException {
    SkinnedCharacter candidate = level.character();
    CompareOptions compare = withCorrectives(options, reference, candidate, files);
    Comparison found;
    try {
      found = CharacterComparison.run(reference, candidate, compare, context);
    } catch (RequestException e) {
      throw e.naming("candidate", options.candidate).naming("", options.reference);
    }
    noteMethods(options, reference, candidate, files);
    found.notes().forEach(note -> files.add(Issue.info(options.reference.toString(), note)));
    boolean ownModels = compare.referenceMethod().isEmpty() && compare.candidateMethod().isEmpty();
    boolean isShown =
        reference.parts().stream()
            .anyMatch(part -> reference.geometry(part).mesh().triangleCount() > 0);
    Measuring how = ownModels && isShown ? options.measuring : Measuring.NONE;
    if (how == Measuring.NONE) {
      return new Found(level, compare, found, null, Seen.NOTHING);
    }
    PosedSurfaceError.Measured measured =
        new PosedSurfaceError(reference, how.thoroughness(), context).measureDetail(candidate);
    SurfaceError surface = found.corresponding() ? null : measured.error();
    LevelLook look = new LevelLook(reference, how, context);
    Optional<SkinnedCharacter> same = CandidateLevel.of(reference, candidate);
    if (same.isEmpty()) {
      Review review = look.reviewOther(candidate, measured.detail()).orElse(null);
      return new Found(level, compare, found, surface, Seen.of(null, review));
    }
    LevelLook.Seen seen = look.of(same.get());
    Review review = look.review(same.get(), seen, measured.detail());
    return new Found(level, compare, found, surface, Seen.of(seen.error(), review));
  }

  private static List<Path> inputs(Options options) {
    List<Path> out = new ArrayList<>(List.of(options.reference, options.candidate));
    options.referenceCorrectives.ifPresent(out::add);
    options.correctives.ifPresent(out::add);
    return out;
  }

  private static CompareOptions withCorrectives(
      Options options, SkinnedCharacter reference, SkinnedCharacter candidate, FileSession files)
      throws IOException {
    CompareOptions compare = options.compare;
    double rate = compare.framesPerSecond();
    return compare.withMethods(
        corrected(reference, compare.referenceMethod(), options.referenceCorrectives, rate, files),
        corrected(candidate, compare.candidateMethod(), options.correctives, rate, files));
  }

  /** Returns the correctives of a database over a skinning model; that alone without any. */
  private static Optional<? extends DeformerChoice> corrected(
      SkinnedCharacter character,
      Optional<? extends DeformerChoice> skin,
      Optional<Path> database,
      double framesPerSecond,
      FileSession files)
      throws IOException {
    if (database.isEmpty()) {
      return skin;
    }
    Optional<SkinningMethod> method =
        skin.filter(SkinningMethod.class::isInstance).map(SkinningMethod.class::cast);
    CorrectivesFile corrected =
        CorrectivesFile.of(character, new Deformation(method, NormalMode.DEFAULT, database), files);
    if (corrected.hasMotion() && character.clips().isEmpty()) {
      Remarks.onMotion(database.get(), files);
    }
    return Optional.of(corrected.moving(framesPerSecond));
  }

  private static SkinnedCharacter reference(Options options, FileSession files) throws IOException {
    GltfAsset asset = ModelFile.read(options.reference, files);
    return options.levels.isScene()
        ? asset.character()
        : LevelChoice.read(options.reference, asset, 0);
  }

  private static void noteMethods(
      Options options, SkinnedCharacter reference, SkinnedCharacter candidate, FileSession files) {
    noteMethod(options.reference, reference, options.compare.referenceMethod(), files);
    noteMethod(options.candidate, candidate, options.compare.candidateMethod(), files);
  }

  private static void noteMethod(
      Path model,
      SkinnedCharacter character,
      Optional<? extends DeformerChoice> choice,
      FileSession files) {
    if (choice.orElse(null) instanceof SkinningMethod method) {
      Remarks.onMethod(model, character, method, files);
    }
  }

  /** Returns lengths in units of the longest box side at rest. */
  private static double[] relative(double[] lengths, SkinnedCharacter reference) {
    double unit = CharacterSurface.restBox(reference).longestSide();
    return Arrays.stream(lengths).map(length -> unit > 0 ? length / unit : length).toArray();
  }

  /** Writes the reference with a colour per vertex. */
  private static void writeColored(
      Path output, SkinnedCharacter reference, float[] colors, ErrorScale scale, FileSession files)
      throws IOException {
    CharacterSurface surface = CharacterSurface.of(reference);
    CharacterSurface.Posed rest = surface.newPosed();
    rest.set(reference.restPose());
    List<Geometry> geometries = new ArrayList<>(reference.meshes());
    int[] wedgeVertex = rest.mesh().wedgeVertices();
    for (int p = reference.parts().size() - 1; p >= 0; p--) {
      Part part = reference.parts().get(p);
      Geometry geometry = reference.geometry(part);
      float[] own = new float[3 * geometry.mesh().wedgeCount()];
      for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
        System.arraycopy(colors, 3 * wedgeVertex[surface.firstWedge(p) + w], own, 3 * w, 3);
      }
      geometries.set(
          part.mesh(),
          geometry.withMesh(
              geometry.mesh().withAttribute(new MeshAttribute(MeshAttribute.COLOR, 3, own))));
    }
    // Without textures, which would change the colours.
    SkinnedCharacter coloured = reference.withMeshes(geometries).withMaterials(List.of());
    GltfDocument document = CharacterWriter.toDocument(output.toString(), coloured);
    scale.storeIn(document);
    document.write(output, files);
  }
}
