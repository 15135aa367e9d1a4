package dev.sinew.pipeline;

import dev.sinew.compose.FallbackSkin;
import dev.sinew.distance.FallbackError;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
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
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
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
   * What to fit.
   *
   * @param examples files, folders and patterns of shapes
   * @param bones where the bones come from
   * @param reference the mesh at rest; empty for the first OBJ file
   * @param model the skinning model
   * @param fit how the skin and the bones are solved
   * @param holdout shapes that the fit does not see, to measure how it generalises
   * @param thin the fraction of triangles that decimated examples keep; the poses of the hold-out
   *     are also solved from the vertices that are left
   * @param through the fraction of triangles of decimated examples that bones and weights are
   *     fitted to; the weights are then taken up to the whole mesh
   * @param holdoutClip whether the poses of the hold-out become a clip of the output
   * @param compare whether all models are fitted and measured, also beside a fit through decimated
   *     examples
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
      FitModel model,
      FitOptions fit,
      List<String> holdout,
      OptionalDouble thin,
      OptionalDouble through,
      boolean holdoutClip,
      boolean compare,
      Optional<Path> motion,
      int fallbackInfluences,
      Optional<Path> output) {
    /** Checks values that depend on each other. */
    public Options {
      Fallback.check(fallbackInfluences);
      output.ifPresent(ModelFile::requireGltfOutput);
      examples = List.copyOf(examples);
      holdout = List.copyOf(holdout);
      if (thin.isPresent() && !(thin.getAsDouble() > 0 && thin.getAsDouble() <= 1)) {
        throw new IllegalArgumentException(
            "thin: expected more than 0 and at most 1, got " + thin.getAsDouble());
      }
      if (thin.isPresent() && holdout.isEmpty()) {
        throw new IllegalArgumentException("thin: expected hold-out shapes to solve for");
      }
      if (through.isPresent()) {
        if (!(through.getAsDouble() > 0 && through.getAsDouble() < 1)) {
          throw new IllegalArgumentException(
              "through: expected more than 0 and less than 1, got " + through.getAsDouble());
        }
        if (thin.isPresent()) {
          throw new IllegalArgumentException("through: expected no thin examples beside it");
        }
        if (model != FitModel.LINEAR_BLEND || !(bones instanceof Bones.Found)) {
          throw new IllegalArgumentException(
              "through: expected a number of bones and the model ssd, whose weights can be taken"
                  + " from level to level");
        }
      }
      if (holdoutClip && (holdout.isEmpty() || output.isEmpty())) {
        throw new IllegalArgumentException(
            "hold-out clip: expected hold-out shapes and an output to write their poses to");
      }
      if (motion.isPresent() && (!(bones instanceof Bones.Rig) || output.isEmpty())) {
        throw new IllegalArgumentException(
            "motion: expected a rig with joint names and an output to write the motion to");
      }
      if (fit.freedom() == BoneFreedom.AFFINE && (holdoutClip || motion.isPresent())) {
        throw new IllegalArgumentException(
            "affine: expected no "
                + (holdoutClip ? "hold-out clip" : "motion")
                + ", whose joints rotate and scale only");
      }
    }

    /** Returns options to fit animation space to shapes, without an output. */
    public static Options of(List<String> examples, Bones bones) {
      return new Options(
          examples,
          bones,
          Optional.empty(),
          FitModel.ANIMATION_SPACE,
          FitOptions.DEFAULTS,
          List.of(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          false,
          false,
          Optional.empty(),
          Fallback.DEFAULT_INFLUENCES,
          Optional.empty());
    }

    /** Returns these options with another reference mesh. */
    public Options withReference(Path mesh) {
      return with(draft -> draft.reference = Optional.of(mesh));
    }

    /** Returns these options with another skinning model. */
    public Options withModel(FitModel skin) {
      return with(draft -> draft.model = skin);
    }

    /** Returns these options with other options of the fit. */
    public Options withFit(FitOptions options) {
      return with(draft -> draft.fit = options);
    }

    /** Returns these options with other hold-out shapes. */
    public Options withHoldout(List<String> shapes) {
      return with(draft -> draft.holdout = shapes);
    }

    /** Returns these options with another fraction of triangles to keep. */
    public Options withThin(double fraction) {
      return with(draft -> draft.thin = OptionalDouble.of(fraction));
    }

    /** Returns these options with decimated examples that are fitted first. */
    public Options withThrough(double fraction) {
      return with(draft -> draft.through = OptionalDouble.of(fraction));
    }

    /** Returns these options with or without a clip of the hold-out. */
    public Options withHoldoutClip(boolean written) {
      return with(draft -> draft.holdoutClip = written);
    }

    /** Returns these options with or without a comparison of all models. */
    public Options withCompare(boolean all) {
      return with(draft -> draft.compare = all);
    }

    /** Returns these options with the motion of a BVH file. */
    public Options withMotion(Path file) {
      return with(draft -> draft.motion = Optional.of(file));
    }

    /** Returns these options with another limit of the linear blend approximation. */
    public Options withFallbackInfluences(int limit) {
      return with(draft -> draft.fallbackInfluences = limit);
    }

    /** Returns these options with an output. */
    public Options withOutput(Path file) {
      return with(draft -> draft.output = Optional.of(file));
    }

    private Options with(Consumer<Draft> change) {
      Draft draft = new Draft(this);
      change.accept(draft);
      return new Options(
          examples,
          bones,
          draft.reference,
          draft.model,
          draft.fit,
          draft.holdout,
          draft.thin,
          draft.through,
          draft.holdoutClip,
          draft.compare,
          draft.motion,
          draft.fallbackInfluences,
          draft.output);
    }

    /** Mutable options, so that each wither names only what it changes. */
    private static final class Draft {
      private Optional<Path> reference;
      private FitModel model;
      private FitOptions fit;
      private List<String> holdout;
      private OptionalDouble thin;
      private OptionalDouble through;
      private boolean holdoutClip;
      private boolean compare;
      private Optional<Path> motion;
      private int fallbackInfluences;
      private Optional<Path> output;

      Draft(Options from) {
        reference = from.reference;
        model = from.model;
        fit = from.fit;
        holdout = from.holdout;
        thin = from.thin;
        through = from.through;
        holdoutClip = from.holdoutClip;
        compare = from.compare;
        motion = from.motion;
        fallbackInfluences = from.fallbackInfluences;
        output = from.output;
      }
    }
  }

  /**
   * The JSON report.
   *
   * @param vertices vertices of the mesh
   * @param examples shapes that it was fitted to, including the reference
   * @param bones the number of bones
   * @param influences bones per vertex
   * @param model the skinning model
   * @param training distances from the examples
   * @param holdout distances from shapes that the fit did not see
   * @param iterations rounds in which skin and bones were solved in turn
   * @param movedBones bones that were moved to where the error was larger
   * @param thinned poses of the hold-out solved from some vertices only
   * @param through the fit through decimated examples, if requested
   * @param comparison all models, if requested
   * @param fallback the error of the linear blend skin beside animation space; null without an
   *     output or without animation space
   * @param freeBones errors of the same model with bones that move freely; null if they do anyway
   * @param issues what to know about the input
   */
  public record Report(
      int vertices,
      int examples,
      int bones,
      Influences influences,
      String model,
      FitErrors training,
      @Nullable FitErrors holdout,
      int iterations,
      int movedBones,
      @Nullable Thinned thinned,
      @Nullable Through through,
      @Nullable List<ModelErrors> comparison,
      @Nullable FallbackError fallback,
      @Nullable FreeErrors freeBones,
      List<Issue> issues) {}

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

  /**
   * A fit through decimated examples.
   *
   * @param ratio the requested share of triangles
   * @param level the fit to the level, with weights taken up to the whole mesh
   * @param full the fit to the whole mesh; null without a comparison
   */
  public record Through(double ratio, Way level, @Nullable Way full) {}

  /**
   * One way to fit, with its linear blend skin.
   *
   * @param vertices the vertices of the mesh that was fitted
   * @param seconds the time that it took
   * @param rms the error on the examples
   * @param max the largest such error
   * @param holdoutRms the error on the hold-out; null without one
   */
  public record Way(
      int vertices, double seconds, double rms, double max, @Nullable Double holdoutRms) {}

  /**
   * Poses solved from some vertices.
   *
   * @param vertices the number of vertices
   * @param rms error of the whole skin in these poses
   * @param fullRms its error in the poses solved from all vertices
   */
  public record Thinned(int vertices, double rms, double fullRms) {}

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
    Optional<ThroughLevel> level = throughLevel(options, examples, context);
    // A full fit beside one through a level costs more than it, so only a comparison has both.
    boolean full = level.isEmpty() || options.compare;
    long start = System.nanoTime();
    FitResult fit =
        full ? fit(options, examples, files, context, inputs, issues) : level.orElseThrow().fit();
    fit.skin(options.model);
    double seconds = (System.nanoTime() - start) / 1e9;
    issues.addAll(fit.issues(options.model));
    FallbackError fallback = null;
    Optional<Clip> unseen = Optional.empty();
    if (holdout.isPresent() && level.isPresent()) {
      unseen =
          Optional.of(
              HoldoutClip.solve(level.get().character(), holdout.get(), options.fit, context));
    }
    if (options.output.isPresent()) {
      SkinnedCharacter character =
          level.isPresent()
              ? FallbackSkin.limited(level.get().character(), options.fallbackInfluences, context)
              : fit.character(NAME, options.model, options.fallbackInfluences);
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
      if (options.holdoutClip && holdout.isPresent()) {
        MeshSequence shapes = holdout.get();
        String name = HoldoutClip.name(character);
        Clip clip =
            unseen.orElseGet(
                () ->
                    fit.holdoutClip(
                        name, options.model, shapes, HoldoutClip.times(shapes.frameCount())));
        character = HoldoutClip.with(character, clip);
        issues.add(
            Issue.info("holdout", "clip '" + clip.name() + "': " + shapes.frameCount() + " poses"));
      }
      CharacterWriter.toDocument(NAME, character).write(options.output.get(), files);
    }
    Report report =
        FitReporting.report(
            options,
            new FitReporting.Fitted(fit, seconds, level, unseen),
            examples,
            holdout,
            fallback,
            issues,
            context);
    requireFinite(examples, report);
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static Optional<ThroughLevel> throughLevel(
      Options options, ExampleFiles examples, RunContext context) {
    if (options.through.isEmpty() || !(options.bones instanceof Bones.Found found)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ThroughLevel.fit(
              NAME,
              examples.sequence(),
              options.through.getAsDouble(),
              new BoneSource.Found(found.count),
              options.fit,
              context));
    } catch (RequestException e) {
      throw e.naming("", examples.files().getFirst());
    }
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
    if (options.holdout.isEmpty()) {
      return Optional.empty();
    }
    Path reference = examples.files().getFirst();
    ExampleFiles others =
        ExampleFiles.read(options.holdout, Optional.of(reference), files, context);
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
