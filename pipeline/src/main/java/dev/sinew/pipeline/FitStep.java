package dev.sinew.pipeline;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.fit.CharacterFit;
import dev.sinew.fit.Examples;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedCharacter;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.Shapes;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.price.QuadricWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Fits a skinned character to example meshes in correspondence. */
public final class FitStep implements Step<FitStep.Options, FitStep.Fitted> {

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
   * @param thin the part of the triangles that decimated examples keep, from whose vertices the
   *     hold-out's poses are solved once more, to compare with the full solve
   * @param compare whether all models are fitted and measured
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
      Optional<Path> output) {
    /** The most bones that can be asked for: more than any rig has, few enough for dense sums. */
    public static final int MOST_BONES = 1000;

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
        throw new IllegalArgumentException("keep influences: expected a --rig to keep them of");
      }
      if (bones.isPresent() && (bones.getAsInt() < 1 || bones.getAsInt() > MOST_BONES)) {
        throw new IllegalArgumentException(
            "bones: expected 1 to " + MOST_BONES + ", got " + bones.getAsInt());
      }
      if (thin.isPresent() && !(thin.getAsDouble() > 0 && thin.getAsDouble() <= 1)) {
        throw new IllegalArgumentException(
            "thin: expected more than 0 and at most 1, got " + thin.getAsDouble());
      }
      if (thin.isPresent() && holdout.isEmpty()) {
        throw new IllegalArgumentException("thin: expected --holdout shapes to solve for");
      }
    }
  }

  /**
   * What came out.
   *
   * @param vertices of the mesh
   * @param examples shapes it was fitted to, the reference included
   * @param bones how many
   * @param influences bones a vertex
   * @param model the skinning model
   * @param training how far the skin is from the examples
   * @param holdout how far it is from shapes it was not fitted to, with its bones solved for them
   * @param iterations rounds in which skin and bones were solved in turn
   * @param movedBones bones that were moved to where error was larger
   * @param thinned poses of the hold-out solved from some vertices only
   * @param comparison all models side by side, where asked for
   * @param issues what is worth knowing of the input
   */
  public record Fitted(
      int vertices,
      int examples,
      int bones,
      Influences influences,
      String model,
      Errors training,
      @Nullable Errors holdout,
      int iterations,
      int movedBones,
      @Nullable Thinned thinned,
      @Nullable List<ModelErrors> comparison,
      List<Issue> issues) {}

  /**
   * Bones a vertex.
   *
   * @param mean on average
   * @param max at most
   * @param total of all vertices together
   */
  public record Influences(double mean, int max, long total) {}

  /**
   * Distances over all vertices and shapes in units of the reference's longest box side, angles in
   * degrees.
   *
   * @param mean mean distance
   * @param rms root of the mean squared distance
   * @param max largest distance
   * @param meanNormalDegrees mean angle between normals
   * @param maxNormalDegrees largest angle between normals
   * @param eRms the literature's 1000 · |A − A′| / √(3 · vertices · shapes) · 2 / box diagonal
   * @param worst where the largest distance is
   */
  public record Errors(
      double mean,
      double rms,
      double max,
      double meanNormalDegrees,
      double maxNormalDegrees,
      double eRms,
      ErrorSummary.Worst worst) {
    static Errors of(ErrorSummary error, Examples examples) {
      double diagonal = examples.reference().bounds().diagonal() / examples.box().side();
      return new Errors(
          error.mean(),
          error.rms(),
          error.max(),
          error.meanNormalDegrees(),
          error.maxNormalDegrees(),
          diagonal > 0 ? 1000 * error.rms() / Math.sqrt(3) * 2 / diagonal : 0,
          error.worst());
    }
  }

  /**
   * One model's errors.
   *
   * @param model which
   * @param influences bones a vertex on average
   * @param training on the examples
   * @param holdout on the others
   */
  public record ModelErrors(
      String model, double influences, Errors training, @Nullable Errors holdout) {}

  /**
   * Poses solved from some vertices.
   *
   * @param vertices how many
   * @param rms error of the whole skin in these poses
   * @param fullRms its error in the poses solved from all vertices
   */
  public record Thinned(int vertices, double rms, double fullRms) {}

  @Override
  public Outcome<Fitted> run(Options options, RunContext context) throws IOException {
    options.output.ifPresent(ModelFile::requireGltfOutput);
    ExampleFiles files = ExampleFiles.read(options.examples, options.reference, context);
    Examples examples = examplesOf(files);
    List<Path> inputs = new ArrayList<>(files.files());
    Optional<Shapes> holdout = readHoldout(options, files, examples, context, inputs);
    List<Issue> issues = new ArrayList<>(findings(examples, options));
    Optional<FitRig> rig = readRig(options, examples, inputs);
    rig.ifPresent(given -> issues.addAll(given.issues()));
    CharacterFit fit = fit(options, examples, rig, context);
    FittedSkin skin = fit.skin(options.model);
    issues.addAll(findings(skin));
    Fitted report = report(options, fit, skin, holdout, files, context, issues);
    requireFinite(files, report);
    List<Path> outputs = new ArrayList<>();
    if (options.output.isPresent()) {
      SkinnedCharacter character =
          rig.isPresent() ? rig.get().character(NAME, skin) : FittedCharacter.of(NAME, skin);
      CharacterWriter.toDocument(NAME, character).write(options.output.get());
      outputs.add(options.output.get());
    }
    return new Outcome<>(report, inputs, outputs);
  }

  /** What of the result a user should know. */
  private static List<Issue> findings(FittedSkin skin) {
    List<Issue> issues = new ArrayList<>();
    if (skin.idleBoneCount() > 0) {
      issues.add(
          Issue.warning(
              "bones",
              skin.idleBoneCount() + " of them move no vertex: the others explain the shapes"));
    }
    if (skin.model() == FitModel.MULTI_WEIGHT) {
      issues.add(
          Issue.info(
              "model",
              "glTF has no place for multi-weight skins: a file carries the animation-space skin"
                  + " that this one corrects"));
    }
    return issues;
  }

  private static void requireFinite(ExampleFiles files, Fitted report)
      throws MalformedAssetException {
    Errors holdout = report.holdout();
    boolean finite =
        Double.isFinite(report.training().rms())
            && Double.isFinite(report.training().meanNormalDegrees())
            && (holdout == null || Double.isFinite(holdout.rms() + holdout.meanNormalDegrees()));
    if (!finite) {
      throw new MalformedAssetException(
          files.files().getFirst().toString(),
          "",
          "the fit to its examples leaves the range of numbers: are some of them far off?");
    }
  }

  private static Examples examplesOf(ExampleFiles files) throws MalformedAssetException {
    try {
      return Examples.of(files.sequence());
    } catch (IllegalArgumentException e) {
      throw new MalformedAssetException(
          files.files().getFirst().toString(), "", String.valueOf(e.getMessage()));
    }
  }

  private static Optional<Shapes> readHoldout(
      Options options, ExampleFiles files, Examples examples, RunContext context, List<Path> inputs)
      throws IOException {
    if (options.holdout.isEmpty()) {
      return Optional.empty();
    }
    Path reference = files.files().getFirst();
    ExampleFiles others = ExampleFiles.read(options.holdout, Optional.of(reference), context);
    others.files().stream().filter(file -> !inputs.contains(file)).forEach(inputs::add);
    return Optional.of(Shapes.of(others.sequence(), examples.box()));
  }

  private static Optional<FitRig> readRig(Options options, Examples examples, List<Path> inputs)
      throws IOException {
    Optional<FitRig> rig = readGivenBones(options, examples, inputs);
    if (rig.isPresent() && rig.get().names().size() > Options.MOST_BONES) {
      throw new MalformedAssetException(
          inputs.getLast().toString(),
          "",
          "expected at most " + Options.MOST_BONES + " bones, got " + rig.get().names().size());
    }
    return rig;
  }

  private static Optional<FitRig> readGivenBones(
      Options options, Examples examples, List<Path> inputs) throws IOException {
    if (options.rig.isPresent()) {
      inputs.add(options.rig.get());
      return Optional.of(
          FitRig.ofRig(options.rig.get(), examples.reference(), options.keepInfluences));
    }
    if (options.cores.isPresent()) {
      inputs.add(options.cores.get());
      return Optional.of(FitRig.ofCores(options.cores.get(), examples.reference()));
    }
    return Optional.empty();
  }

  private static CharacterFit fit(
      Options options, Examples examples, Optional<FitRig> rig, RunContext context) {
    if (rig.isPresent()) {
      return CharacterFit.withBones(examples, rig.get().bones(), options.fit, context);
    }
    return CharacterFit.withBones(examples, options.bones.orElse(1), options.fit, context);
  }

  /** What of the examples a user should know. */
  private static List<Issue> findings(Examples examples, Options options) {
    List<Issue> issues = new ArrayList<>();
    if (examples.isStill()) {
      issues.add(
          Issue.warning(
              "examples",
              "all shapes are equal: bones are cut in space, nothing says how they move"));
    }
    int pieces = examples.pieceCount();
    if (options.bones.isPresent() && pieces > options.bones.getAsInt()) {
      issues.add(
          Issue.info(
              "examples",
              "the mesh has " + pieces + " separate pieces: some share a bone with others"));
    }
    if (examples.reference().triangleCount() == 0) {
      issues.add(
          Issue.warning("examples", "no triangles: nothing says which vertices are neighbours"));
    }
    return issues;
  }

  private static Fitted report(
      Options options,
      CharacterFit fit,
      FittedSkin skin,
      Optional<Shapes> holdout,
      ExampleFiles files,
      RunContext context,
      List<Issue> issues) {
    Examples examples = fit.examples();
    ModelErrors own = errors(skin, holdout, context);
    Thinned thinned = thinned(options, files, skin, holdout, own.holdout(), context);
    List<ModelErrors> all = null;
    if (options.compare) {
      all = new ArrayList<>();
      for (FitModel model :
          List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT)) {
        all.add(model == skin.model() ? own : errors(fit.skin(model), holdout, context));
      }
    }
    return new Fitted(
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
        fit.rounds(),
        fit.movedBones(),
        thinned,
        all,
        issues);
  }

  /**
   * Solves the hold-out's poses from the vertices that are left when the examples are decimated in
   * correspondence (the thesis "Character animation from examples", section 7.3.3).
   */
  private static @Nullable Thinned thinned(
      Options options,
      ExampleFiles files,
      FittedSkin skin,
      Optional<Shapes> holdout,
      @Nullable Errors full,
      RunContext context) {
    if (options.thin.isEmpty() || holdout.isEmpty() || full == null) {
      return null;
    }
    MeshSequence sequence = files.sequence();
    if (sequence.reference().triangleCount() == 0) {
      throw new IllegalArgumentException("thin: expected triangles to decimate, got none");
    }
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < sequence.frameCount(); k++) {
      shapes.add(sequence.positions(k));
    }
    SequenceSimplification decimation =
        new SequenceSimplification(sequence.reference(), true, QuadricWeights.DEFAULTS);
    int goal = (int) (options.thin.getAsDouble() * sequence.reference().triangleCount());
    OperationStream stream = decimation.simplify(shapes, true, goal, context);
    int[] left = decimation.level(stream, stream.length(), List.of(), context).points();
    BoneMotions some = skin.solve(holdout.get(), left, context);
    return new Thinned(left.length, skin.error(holdout.get(), some, context).rms(), full.rms());
  }

  private static ModelErrors errors(FittedSkin skin, Optional<Shapes> holdout, RunContext context) {
    Examples examples = skin.examples();
    Errors training = Errors.of(skin.error(examples.shapes(), skin.motions(), context), examples);
    Errors others =
        holdout
            .map(
                shapes ->
                    Errors.of(skin.error(shapes, skin.solve(shapes, context), context), examples))
            .orElse(null);
    return new ModelErrors(
        skin.model().label(),
        (double) skin.influenceCount() / examples.vertexCount(),
        training,
        others);
  }
}
