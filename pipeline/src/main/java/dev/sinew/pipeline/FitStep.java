package dev.sinew.pipeline;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedSkin;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads examples, fits a character with {@link Fit}, measures and writes it. */
public final class FitStep implements Step<FitStep.Options, FitStep.Report> {

  /** What the mesh is called in the file. */
  private static final String NAME = "fitted";

  /**
   * What to fit.
   *
   * @param examples files, folders and patterns of shapes
   * @param reference the mesh at rest; empty for the first OBJ file
   * @param bones how many bones to find; empty with a rig or cores
   * @param rig a character whose joints are the bones
   * @param keepInfluences whether only those joints may move a vertex that move it in the rig
   * @param cores a JSON file of core vertices a bone
   * @param model the skinning model
   * @param fit how
   * @param holdout shapes the fit does not see, to measure how it generalises
   * @param thin the share of triangles that decimated examples keep; the poses of the hold-out are
   *     also solved from their vertices alone
   * @param compare whether all models are fitted and measured
   * @param motion a BVH file whose motion the fitted character gets as a clip; with a rig, whose
   *     joint names it is matched by
   * @param output a .glb or .gltf file, if wanted
   */
  public record Options(
      List<String> examples,
      Optional<Path> reference,
      OptionalInt bones,
      Optional<Path> rig,
      boolean keepInfluences,
      Optional<Path> cores,
      FitModel model,
      FitOptions fit,
      List<String> holdout,
      OptionalDouble thin,
      boolean compare,
      Optional<Path> motion,
      Optional<Path> output) {
    /** Checks that the bones come from one place. */
    public Options {
      examples = List.copyOf(examples);
      holdout = List.copyOf(holdout);
      int sources =
          (bones.isPresent() ? 1 : 0) + (rig.isPresent() ? 1 : 0) + (cores.isPresent() ? 1 : 0);
      if (sources != 1) {
        throw new IllegalArgumentException(
            "expected one of --bones, --rig and --cores, got " + sources);
      }
      if (keepInfluences && rig.isEmpty()) {
        throw new IllegalArgumentException(
            "keep influences: expected a --rig whose influences to keep");
      }
      bones.ifPresent(BoneSource.Found::new); // Checks the count.
      if (thin.isPresent() && !(thin.getAsDouble() > 0 && thin.getAsDouble() <= 1)) {
        throw new IllegalArgumentException(
            "thin: expected more than 0 and at most 1, got " + thin.getAsDouble());
      }
      if (motion.isPresent() && (rig.isEmpty() || output.isEmpty())) {
        throw new IllegalArgumentException(
            "motion: expected a --rig with joint names and an --output to write it to");
      }
      if (thin.isPresent() && holdout.isEmpty()) {
        throw new IllegalArgumentException("thin: expected --holdout shapes to solve for");
      }
    }
  }

  /**
   * The JSON report.
   *
   * @param vertices of the mesh
   * @param examples shapes it was fitted to, the reference included
   * @param bones how many
   * @param influences bones per vertex
   * @param model the skinning model
   * @param training distances from the examples
   * @param holdout distances from shapes that the fit did not see
   * @param iterations rounds in which skin and bones were solved in turn
   * @param movedBones bones that were moved to where the error was larger
   * @param thinned poses of the hold-out solved from some vertices only
   * @param comparison all models side by side, where asked for
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
      @Nullable List<ModelErrors> comparison,
      List<Issue> issues) {}

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
   * Poses solved from some vertices.
   *
   * @param vertices how many
   * @param rms error of the whole skin in these poses
   * @param fullRms its error in the poses solved from all vertices
   */
  public record Thinned(int vertices, double rms, double fullRms) {}

  @Override
  public Outcome<Report> run(Options options, RunContext context) throws IOException {
    options.output.ifPresent(output -> ModelFile.outputFormat(output, Format.Kind.CHARACTER));
    ExampleFiles files = ExampleFiles.read(options.examples, options.reference, context);
    List<Path> inputs = new ArrayList<>(files.files());
    Optional<MeshSequence> holdout = readHoldout(options, files, context, inputs);
    FitResult fit = fit(options, files, context, inputs);
    Report report = report(options, fit, files, holdout, context);
    requireFinite(files, report);
    if (options.output.isPresent()) {
      SkinnedCharacter character = fit.character(NAME, options.model);
      if (options.motion.isPresent()) {
        inputs.add(options.motion.get());
        MotionFile motion = MotionFile.read(options.motion.get(), character);
        report.issues().add(Issue.info("motion", motion.note()));
        character = motion.onto(character);
      }
      CharacterWriter.toDocument(NAME, character).write(options.output.get());
    }
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static FitResult fit(
      Options options, ExampleFiles files, RunContext context, List<Path> inputs)
      throws IOException {
    Path reference = files.files().getFirst();
    Path given = options.rig.or(() -> options.cores).orElse(reference);
    try {
      Examples examples = Fit.examplesOf(files.sequence());
      BoneSource bones;
      if (options.bones.isPresent()) {
        bones = new BoneSource.Found(options.bones.getAsInt());
      } else {
        inputs.add(given);
        bones = readBones(options, given, examples);
      }
      return Fit.run(examples, bones, options.fit, context);
    } catch (RequestException e) {
      throw e.naming(GivenRig.SUBJECT, given).naming("", reference);
    }
  }

  private static BoneSource readBones(Options options, Path file, Examples examples)
      throws IOException {
    return options.rig.isPresent()
        ? GivenRig.ofCharacter(
            ModelFile.read(file).character(), examples.reference(), options.keepInfluences)
        : CoresFile.read(file, examples.vertexCount());
  }

  private static Optional<MeshSequence> readHoldout(
      Options options, ExampleFiles files, RunContext context, List<Path> inputs)
      throws IOException {
    if (options.holdout.isEmpty()) {
      return Optional.empty();
    }
    Path reference = files.files().getFirst();
    ExampleFiles others = ExampleFiles.read(options.holdout, Optional.of(reference), context);
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

  private static Report report(
      Options options,
      FitResult fit,
      ExampleFiles files,
      Optional<MeshSequence> holdout,
      RunContext context) {
    FittedSkin skin = fit.skin(options.model);
    Examples examples = fit.examples();
    ModelErrors own = errors(fit, options.model, holdout);
    List<ModelErrors> all = null;
    if (options.compare) {
      all = new ArrayList<>();
      for (FitModel model :
          List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT)) {
        all.add(model == options.model ? own : errors(fit, model, holdout));
      }
    }
    return new Report(
        examples.vertexCount(),
        examples.frameCount(),
        skin.boneCount(),
        new Influences(
            (double) skin.influenceCount() / examples.vertexCount(),
            skin.maxInfluences(),
            skin.influenceCount()),
        skin.model().label(),
        own.training(),
        own.holdout(),
        fit.fit().rounds(),
        fit.fit().movedBones(),
        thinned(options, fit, files.sequence(), holdout, own.holdout(), context),
        all,
        new ArrayList<>(fit.issues(options.model)));
  }

  private static ModelErrors errors(FitResult fit, FitModel model, Optional<MeshSequence> holdout) {
    FittedSkin skin = fit.skin(model);
    return new ModelErrors(
        model.label(),
        (double) skin.influenceCount() / fit.examples().vertexCount(),
        fit.training(model),
        holdout.map(shapes -> fit.holdout(model, shapes)).orElse(null));
  }

  /** Decimates the examples and solves the hold-out's poses from the vertices that are left. */
  private static @Nullable Thinned thinned(
      Options options,
      FitResult fit,
      MeshSequence examples,
      Optional<MeshSequence> holdout,
      @Nullable FitErrors full,
      RunContext context) {
    if (options.thin.isEmpty() || holdout.isEmpty() || full == null) {
      return null;
    }
    int[] left =
        SequenceSimplification.verticesLeft(examples, options.thin.getAsDouble(), context.quiet());
    return new Thinned(left.length, fit.holdoutRms(options.model, holdout.get(), left), full.rms());
  }
}
