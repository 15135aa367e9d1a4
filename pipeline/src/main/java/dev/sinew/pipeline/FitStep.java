package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.MotionFile;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads examples, fits a character with {@link Fit}, measures and writes it. */
public final class FitStep implements Step<FitStep.Options, FitStep.Report> {

  /** The name of the mesh in the file. */
  static final String NAME = "fitted";

  /** Where the bones come from. */
  public sealed interface Bones {
    /**
     * Bones found in the motion of the examples.
     *
     * @param count the number of bones
     */
    record Found(int count) implements Bones {
      /** Checks the count. */
      public Found {
        BoneSource.checkCount(count);
      }
    }

    /**
     * The joints of a character.
     *
     * @param file the character
     * @param keepInfluences whether a vertex keeps the joints that influence it in the file
     */
    record Rig(Path file, boolean keepInfluences) implements Bones {}

    /**
     * Groups of vertices that move rigidly, one per bone.
     *
     * @param file a JSON object of bone names with lists of vertices
     */
    record Cores(Path file) implements Bones {}

    /**
     * The joints of a skeleton found in the shapes, as {@link SkeletonStep} finds them.
     *
     * @param skeleton how to find it
     */
    record Shape(SkeletonOptions skeleton) implements Bones {}
  }

  /**
   * Shapes that a fit does not see, to measure how it generalises.
   *
   * @param shapes files, folders and patterns of shapes; empty for none
   * @param clip whether their poses become a clip of the output
   */
  public record Holdout(List<String> shapes, boolean clip) {
    private static final Holdout NONE = new Holdout(List.of(), false);

    /** Copies the list. */
    public Holdout {
      shapes = List.copyOf(shapes);
    }
  }

  /**
   * What to fit.
   *
   * @param examples files, folders and patterns of shapes
   * @param bones where the bones come from
   * @param reference the mesh at rest; empty for the first OBJ file
   * @param fit which models are solved, and how; more than one are reported side by side
   * @param holdout shapes that the fit does not see
   * @param motion a BVH file whose motion becomes a clip of the fitted character; needs a rig,
   *     since joints are matched by name
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend
   *     approximation beside animation space
   * @param output a .glb or .gltf file; empty to write nothing
   */
  public record Options(
      List<String> examples,
      Bones bones,
      Optional<Path> reference,
      FitOptions fit,
      Holdout holdout,
      Optional<Path> motion,
      int fallbackInfluences,
      Optional<Path> output) {
    /** Checks values that depend on each other. */
    public Options {
      Fallback.check(fallbackInfluences);
      output.ifPresent(ModelFile::requireGltfOutput);
      examples = List.copyOf(examples);
      if (holdout.clip && (holdout.shapes.isEmpty() || output.isEmpty())) {
        throw new IllegalArgumentException(
            "hold-out clip: expected hold-out shapes and an output to write their poses to");
      }
      if (motion.isPresent() && (!(bones instanceof Bones.Rig) || output.isEmpty())) {
        throw new IllegalArgumentException(
            "motion: expected a rig with joint names and an output to write the motion to");
      }
      if (fit.bones().freedom() == BoneFreedom.AFFINE && (holdout.clip || motion.isPresent())) {
        throw new IllegalArgumentException(
            "affine: expected no "
                + (holdout.clip ? "hold-out clip" : "motion")
                + ", whose joints rotate and scale only");
      }
    }

    /** Returns options to fit animation space to shapes, without an output. */
    public static Options of(List<String> examples, Bones bones) {
      return new Options(
          examples,
          bones,
          Optional.empty(),
          FitOptions.DEFAULTS,
          Holdout.NONE,
          Optional.empty(),
          Fallback.DEFAULT_INFLUENCES,
          Optional.empty());
    }

    /** Returns these options with another reference mesh. */
    public Options withReference(Path mesh) {
      return new Options(
          examples, bones, Optional.of(mesh), fit, holdout, motion, fallbackInfluences, output);
    }

    /** Returns these options with another skinning model. */
    public Options withModel(FitModel model) {
      return withFit(fit.withModels(model));
    }

    /** Returns these options with other options of the fit. */
    public Options withFit(FitOptions other) {
      return new Options(
          examples, bones, reference, other, holdout, motion, fallbackInfluences, output);
    }

    /** Returns these options with hold-out shapes. */
    public Options withHoldout(List<String> shapes) {
      return withHoldout(new Holdout(shapes, holdout.clip));
    }

    /** Returns these options with another hold-out. */
    public Options withHoldout(Holdout other) {
      return new Options(
          examples, bones, reference, fit, other, motion, fallbackInfluences, output);
    }

    /** Returns these options with the motion of a BVH file. */
    public Options withMotion(Path file) {
      return new Options(
          examples, bones, reference, fit, holdout, Optional.of(file), fallbackInfluences, output);
    }

    /** Returns these options with another limit of the linear blend approximation. */
    public Options withFallbackInfluences(int limit) {
      return new Options(examples, bones, reference, fit, holdout, motion, limit, output);
    }

    /** Returns these options with an output. */
    public Options withOutput(Path file) {
      return new Options(
          examples, bones, reference, fit, holdout, motion, fallbackInfluences, Optional.of(file));
    }
  }

  /**
   * The JSON report.
   *
   * @param fitted what was fitted
   * @param training distances from the examples
   * @param holdout distances from shapes that the fit did not see
   * @param search how the bones were found
   * @param comparison all models; null unless asked for
   * @param fallback the error of the linear blend skin beside animation space; null without an
   *     output or without animation space
   * @param freeBones errors of the same model with bones that move freely; null unless asked for,
   *     or if they do anyway
   * @param issues what to know about the input
   */
  public record Report(
      @Flat Fitted fitted,
      FitErrors training,
      @Nullable FitErrors holdout,
      @Flat Search search,
      @Nullable List<ModelErrors> comparison,
      @Nullable FallbackError fallback,
      @Nullable FreeErrors freeBones,
      List<Issue> issues) {}

  /**
   * What was fitted.
   *
   * @param vertices vertices of the mesh
   * @param examples shapes that it was fitted to, including the reference
   * @param bones the number of bones
   * @param influences bones per vertex
   * @param model the skinning model
   */
  public record Fitted(
      int vertices, int examples, int bones, Influences influences, String model) {}

  /**
   * How the bones were found.
   *
   * @param iterations rounds in which skin and bones were solved in turn
   * @param movedBones bones that were moved to where the error was larger
   */
  public record Search(int iterations, int movedBones) {}

  /**
   * The errors with bones that move freely.
   *
   * @param training on the examples
   * @param holdout on shapes that the fit did not see
   */
  public record FreeErrors(FitErrors training, @Nullable FitErrors holdout) {}

  /**
   * Bones per vertex.
   *
   * @param mean on average
   * @param max at most
   * @param total of all vertices together
   */
  public record Influences(double mean, int max, long total) {}

  /**
   * The errors of one model.
   *
   * @param model which
   * @param influences bones per vertex on average
   * @param training on the examples
   * @param holdout on shapes that the fit did not see
   */
  public record ModelErrors(
      String model, double influences, FitErrors training, @Nullable FitErrors holdout) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    options.output.ifPresent(output -> ModelFile.outputFormat(output, Format.Kind.CHARACTER));
    ExampleFiles examples = ExampleFiles.read(options.examples, options.reference, files, context);
    List<Path> inputs = new ArrayList<>(examples.files());
    Optional<MeshSequence> holdout = readHoldout(options, examples, files, context, inputs);
    List<Issue> issues = new ArrayList<>(examples.issues());
    if (options.reference.isEmpty()) {
      Path first = examples.files().getFirst().getFileName();
      issues.add(Issue.info("reference", first + ", the first mesh of the examples"));
    }
    FitResult fit = fit(options, examples, files, context, inputs, issues);
    issues.addAll(fit.issues());
    FitReporting.Measured measured = FitReporting.measure(fit, holdout, context);
    FallbackError fallback = null;
    if (options.output.isPresent()) {
      FittedModel model = fit.first();
      SkinnedCharacter character = model.character(NAME, options.fallbackInfluences, context);
      fallback = Fallback.error(character, context);
      issues.addAll(Fallback.warnings(character));
      if (options.motion.isPresent()) {
        inputs.add(options.motion.get());
        MotionFile motion =
            MotionFile.read(
                options.motion.get(), character, RetargetOptions.DEFAULTS, files, context);
        motion.notes().forEach(note -> issues.add(Issue.info("motion", note)));
        character = motion.onto(character);
      }
      if (options.holdout.clip && measured.holdout().isPresent()) {
        Clip clip = HoldoutClip.of(model, measured.holdout().get().poses(), character);
        character = HoldoutClip.with(character, clip);
        int poses = measured.holdout().get().poses().frameCount();
        issues.add(Issue.info("holdout", "clip '" + clip.name() + "': " + poses + " poses"));
      }
      CharacterWriter.toDocument(NAME, character).write(options.output.get(), files);
    }
    Report report = FitReporting.report(fit, measured, fallback, issues);
    requireFinite(examples, report);
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static FitResult fit(
      Options options,
      ExampleFiles examples,
      FileSession files,
      RunContext context,
      List<Path> inputs,
      List<Issue> issues)
      throws IOException {
    Path reference = examples.files().getFirst();
    Optional<Path> given =
        switch (options.bones) {
          case Bones.Found found -> Optional.empty();
          case Bones.Rig rig -> Optional.of(rig.file);
          case Bones.Cores cores -> Optional.of(cores.file);
          case Bones.Shape shape -> Optional.empty();
        };
    given.ifPresent(inputs::add);
    given.ifPresent(files::reading);
    try {
      Examples shapes = Fit.examplesOf(examples.sequence());
      return Fit.run(
          shapes,
          FitBones.source(options.bones, shapes, files, issues, context),
          options.fit,
          context);
    } catch (RequestException e) {
      throw e.naming(GivenRig.SUBJECT, given.orElse(reference)).naming("", reference);
    }
  }

  private static Optional<MeshSequence> readHoldout(
      Options options,
      ExampleFiles examples,
      FileSession files,
      RunContext context,
      List<Path> inputs)
      throws IOException {
    if (options.holdout.shapes.isEmpty()) {
      return Optional.empty();
    }
    Path reference = examples.files().getFirst();
    ExampleFiles others =
        ExampleFiles.read(options.holdout.shapes, Optional.of(reference), files, context);
    others.files().stream().filter(file -> !inputs.contains(file)).forEach(inputs::add);
    return Optional.of(others.sequence());
  }

  private static void requireFinite(ExampleFiles files, Report report)
      throws MalformedAssetException {
    FitErrors holdout = report.holdout();
    if (!report.training().isFinite() || (holdout != null && !holdout.isFinite())) {
      throw new MalformedAssetException(
          files.files().getFirst().toString(),
          "",
          "the fit to its examples is out of range: are some of them far off?");
    }
  }
}
