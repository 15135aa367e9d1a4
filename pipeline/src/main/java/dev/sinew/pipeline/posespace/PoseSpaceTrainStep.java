package dev.sinew.pipeline.posespace;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.posespace.ExampleErrors;
import dev.sinew.posespace.MotionExamples;
import dev.sinew.posespace.MotionTraining;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.posespace.dynamic.DynamicMethod;
import dev.sinew.posespace.dynamic.DynamicOptions;
import dev.sinew.posespace.dynamic.DynamicResult;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a character with example shapes and writes a database of correctives. */
public final class PoseSpaceTrainStep
    implements Step<PoseSpaceTrainStep.Options, PoseSpaceTrainStep.Report> {
  /** A skin this far from the examples is rather another order of vertices. */
  private static final double OTHER_ORDER_DISTANCE = 0.05;

  /**
   * What to train on.
   *
   * @param model a character
   * @param examples meshes, folders, patterns or point caches with the shapes; may be empty with
   *     takes
   * @param reference a mesh at rest with the vertices of the examples; empty if they have the
   *     vertices of the model in its order
   * @param clip the name or index of the clip with the poses; empty for the clip of examples
   * @param framesPerSecond 0 if example k belongs to key k of the clip, else to time k / fps
   * @param train the options of the database
   * @param takes shapes in motion for dynamics; empty for none
   * @param output a .psdb file
   */
  public record Options(
      Path model,
      List<String> examples,
      Optional<Path> reference,
      Optional<String> clip,
      double framesPerSecond,
      TrainOptions train,
      Optional<MotionTakes> takes,
      Path output) {
    /** Options without dynamics. */
    public Options(
        Path model,
        List<String> examples,
        Optional<Path> reference,
        Optional<String> clip,
        double framesPerSecond,
        TrainOptions train,
        Path output) {
      this(model, examples, reference, clip, framesPerSecond, train, Optional.empty(), output);
    }

    /** Checks that there are examples. */
    public Options {
      examples = List.copyOf(examples);
      if (examples.isEmpty() && takes.isEmpty()) {
        throw new IllegalArgumentException("examples: expected at least 1, got 0");
      }
      if (!(framesPerSecond >= 0) || framesPerSecond > 1e6) {
        throw new IllegalArgumentException("fps: expected 0 to a million, got " + framesPerSecond);
      }
    }
  }

  /**
   * The errors over some examples, in units of the model's longest box side at rest.
   *
   * @param error the errors
   */
  public record Errors(ErrorSummary error) {}

  /**
   * The dynamics of a database.
   *
   * @param method the dynamic model
   * @param vertices the number of vertices that it moves
   * @param training the share of the energy of the displacements in motion that it explains
   * @param holdout the same for the second half of every take, fitted to the first
   * @param unseen the same for each take, fitted to the other takes; empty with one take
   */
  public record Dynamics(
      DynamicMethod method,
      int vertices,
      double training,
      double holdout,
      List<DynamicResult.Unseen> unseen) {}

  /**
   * The JSON report.
   *
   * @param database what was made
   * @param accuracy how far it is from the examples
   * @param cost what it costs
   * @param dynamic the dynamics; null without
   * @param perPose the errors of every example
   * @param notes what a user should know
   */
  public record Report(
      @Flat Database database,
      @Flat Accuracy accuracy,
      @Flat Cost cost,
      @Nullable Dynamics dynamic,
      List<ExampleErrors> perPose,
      List<String> notes) {}

  /**
   * A database.
   *
   * @param poses database poses, the rest pose included
   * @param method the interpolator
   * @param skinning the skinning model under the correctives
   */
  public record Database(int poses, PoseSpaceMethod method, SkinningMethod skinning) {}

  /**
   * How far shapes are from the examples.
   *
   * @param skin the error of the skinning model alone
   * @param training the error at the examples of the database
   * @param holdout the error at examples that are not in the database, or of each left out
   * @param heldOut "others", "leave-one-out" or "leave-one-out estimate"
   */
  public record Accuracy(Errors skin, Errors training, Errors holdout, String heldOut) {}

  /**
   * What a database costs.
   *
   * @param bytes its size
   * @param microsecondsPerVertex what the correctives cost per vertex and frame, on one thread
   */
  public record Cost(long bytes, double microsecondsPerVertex) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.CORRECTIVES);
    GltfAsset asset = ModelFile.read(options.model, files);
    SkinnedCharacter character = asset.character();
    PosedExamples read = examples(options, character, files, context);
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    inputs.addAll(read.files());
    List<MotionExamples> takes =
        options.takes.isEmpty()
            ? List.of()
            : options
                .takes
                .get()
                .read(options.reference, options.model, character, inputs, files, context);
    TrainResult result;
    PoseDatabase database;
    Dynamics dynamics = null;
    try {
      result = PoseSpaceTraining.run(character, read.examples(), options.train, context);
      database = result.database();
      if (options.takes.isPresent()) {
        DynamicMethod method = options.takes.get().method();
        MotionTraining.Result moved =
            MotionTraining.run(
                character, database, takes, DynamicOptions.DEFAULTS.withMethod(method), context);
        database = moved.database();
        dynamics =
            new Dynamics(
                method,
                moved.moving(),
                moved.training(),
                moved.holdout().orElse(Double.NaN),
                moved.unseen());
      }
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
    PoseDatabaseFile.write(options.output, database, files);
    return new Outcome<>(
        report(
            character,
            result,
            database,
            dynamics,
            ExampleErrors.of(character, result.database(), read.examples(), context)),
        inputs,
        List.of(options.output));
  }

  /** Reads the examples; without any, the shape at rest is the only one. */
  private static PosedExamples examples(
      Options options, SkinnedCharacter character, FileSession files, RunContext context)
      throws IOException {
    return options.examples.isEmpty()
        ? PosedExamples.atRest(character)
        : PosedExamples.read(
            options.examples,
            options.reference,
            options.model,
            character,
            new PosedExamples.Times(
                options.clip.orElse(ExamplesClip.NAME), options.framesPerSecond),
            files,
            context);
  }

  private static Report report(
      SkinnedCharacter character,
      TrainResult result,
      PoseDatabase database,
      @Nullable Dynamics dynamics,
      List<ExampleErrors> perPose)
      throws IOException {
    return new Report(
        new Database(database.poses().size(), database.method(), database.skinning()),
        new Accuracy(
            new Errors(result.skin()),
            new Errors(result.training()),
            new Errors(result.holdout()),
            result.heldOut().toString()),
        new Cost(
            PoseDatabaseFile.size(database),
            CorrectiveCost.microsecondsPerVertex(character, database, database.skinning())),
        dynamics,
        perPose,
        notes(result, dynamics));
  }

  private static List<String> notes(TrainResult result, @Nullable Dynamics dynamics) {
    List<String> out = new ArrayList<>(result.notes());
    if (result.skin().rms() > OTHER_ORDER_DISTANCE) {
      out.add(
          "the examples are far from the skin in their poses: if their vertices have another order"
              + " than the model's, give PoseSpaceTrainStep.Options.reference");
    }
    if (dynamics != null && dynamics.holdout < 0) {
      out.add(
          "the dynamics are worse than none in the frames held out: more or longer takes may help,"
              + " or these shapes do not depend on the motion");
    }
    if (dynamics != null) {
      noteUnseen(dynamics, out);
    }
    return out;
  }

  private static void noteUnseen(Dynamics dynamics, List<String> out) {
    if (dynamics.unseen.isEmpty()) {
      out.add("one take: how well the dynamics do in other motions is not measured");
    }
    for (DynamicResult.Unseen left : dynamics.unseen) {
      if (left.explained() < 0) {
        out.add(
            String.format(
                Locale.ROOT,
                "trained without take %s, the dynamics are worse than none in it (%.0f %%): motions"
                    + " unlike the takes may look wrong",
                left.take(),
                100 * left.explained()));
      }
    }
  }
}
