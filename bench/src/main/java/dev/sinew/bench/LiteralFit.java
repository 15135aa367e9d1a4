package dev.sinew.bench;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.SurfaceComparison;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.solve.PointTargets;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The baseline of bench/fit: the article's systems with LSQR, on the bones and influence sets that
 * {@code fit} finds, beside our own fit, as Markdown. Reproduces the horse of table 8.2 of Merry's
 * thesis.
 */
public final class LiteralFit {
  private static final int BONES = 24;
  private static final FitOptions FREE =
      FitOptions.DEFAULTS.withArticulated(false).withExactRest(false);
  private static final Lsqr LSQR = new Lsqr(20000, 1e-5);
  private static final double FPS = 30;

  private LiteralFit() {}

  /** Takes the folder of the horse. */
  public static void main(String[] args) throws IOException {
    Path horse = Path.of(args[0]);
    Path reference = horse.resolve("horse-reference.obj");
    List<Path> files = ObjFiles.expand(horse.resolve("horse-[01]*.obj").toString());
    try (RunContext context = RunContext.create();
        PointCache cache = PointCache.open(horse.resolve("horse-gallop.pc2"))) {
      MeshSequence poses = ObjSequence.read(reference, files, context).meshes();
      MeshSequence gallop = cache.toSequence(poses.reference());
      long start = System.nanoTime();
      FitResult fit = Fit.run(poses, new BoneSource.Found(BONES), FREE, context);
      double seconds = (System.nanoTime() - start) / 1e9;
      FitResult all =
          Fit.run(poses, new BoneSource.Found(BONES), FREE.withModels(FitModel.values()), context);
      System.out.println(
          "| system | iterations | seconds | shapes | mean ×10⁻³ | rms ×10⁻³ | max ×10⁻³ | normals"
              + " mean | normals max |");
      System.out.println("|---|---|---|---|---|---|---|---|---|");
      print("(17), λ = 10⁻³", literal(fit, gallop, 1e-3, 0, context));
      print("(17), λ = 10⁻⁶", literal(fit, gallop, 1e-6, 0, context));
      print("(18), δ = 0.005", literal(fit, gallop, 0, 0.005, context));
      print("(18), δ = 2·10⁻⁵", literal(fit, gallop, 0, 2e-5, context));
      for (FittedModel model : all.models()) {
        FitModel kind = model.skin().model();
        double time = kind == FitModel.ANIMATION_SPACE ? seconds : Double.NaN;
        print("ours, " + kind.label(), own(model, gallop, time, context));
      }
    }
  }

  /**
   * A solved skin.
   *
   * @param iterations of LSQR; 0 for ours
   */
  private record Solved(
      int iterations, double seconds, ErrorSummary training, ErrorSummary holdout, int[] frames) {}

  private static Solved own(
      FittedModel model, MeshSequence gallop, double seconds, RunContext context) {
    return new Solved(
        0,
        seconds,
        summary(model.training()),
        summary(model.solve(gallop, context).errors()),
        new int[] {model.skin().examples().frameCount(), gallop.frameCount()});
  }

  private static ErrorSummary summary(FitErrors errors) {
    return new ErrorSummary(
        errors.mean(),
        errors.rms(),
        errors.max(),
        errors.normals().meanNormalDegrees(),
        errors.normals().maxNormalDegrees(),
        new ErrorSummary.Worst("", -1));
  }

  private static Solved literal(
      FitResult fit, MeshSequence gallop, double lambda, double delta, RunContext context) {
    FittedSkin skin = fit.first().skin();
    Examples examples = fit.examples();
    LiteralSystem system =
        new LiteralSystem(examples, skin.motions(), skin.coordinates(), lambda, delta);
    long start = System.nanoTime();
    Lsqr.Result found = LSQR.solve(system, system.columns(), system.rightSide());
    double seconds = (System.nanoTime() - start) / 1e9;
    SkinnedCharacter character =
        character(examples, skin.boneCount(), system.coordinates(found.x()));
    ErrorSummary training =
        error(character, examples.shapes(), trainingPoses(character, skin), context);
    ShapeSet unseen = ShapeSet.of(gallop, examples.box());
    SolveResult solved =
        Solve.run(
            character, targets(character, unseen), SolveOptions.DEFAULTS.withTolerance(0), context);
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < unseen.frameCount(); k++) {
      Pose pose = new Pose(character.skeleton());
      solved.clip().sample(k / FPS, pose);
      poses.add(pose);
    }
    return new Solved(
        found.iterations(),
        seconds,
        training,
        error(character, unseen, poses, context),
        new int[] {examples.frameCount(), unseen.frameCount()});
  }

  /** Returns a character in units of the box whose bones are all roots. */
  private static SkinnedCharacter character(Examples examples, int bones, AnimationCoords coords) {
    Skeleton.Builder skeleton = Skeleton.builder();
    int[] joints = new int[bones];
    double[] inverse = new double[Affine.SIZE * bones];
    for (int b = 0; b < bones; b++) {
      joints[b] = skeleton.add("bone-" + b, Skeleton.NO_PARENT, 0, 0, 0);
      Affine.identity(inverse, Affine.SIZE * b);
    }
    Influences.Builder rigid = Influences.builder();
    for (int v = 0; v < examples.vertexCount(); v++) {
      rigid.add(coords.joint(v, 0), 1).endRow();
    }
    return new SkinnedCharacter(
        skeleton.build(),
        List.of(new Skin("bones", joints, inverse)),
        List.of(
            new SkinnedCharacter.Geometry(
                "horse",
                examples.reference().withPositions(examples.restPositions()),
                new Skinning.AnimationSpace(coords, rigid.build()))),
        List.of(new SkinnedCharacter.Part("horse", 0, 0, 0)),
        List.of());
  }

  private static List<Pose> trainingPoses(SkinnedCharacter character, FittedSkin skin) {
    List<Pose> poses = new ArrayList<>();
    BoneMotions motions = skin.motions();
    double[] motion = new double[Affine.SIZE];
    for (int k = 0; k < motions.frameCount(); k++) {
      Pose pose = new Pose(character.skeleton());
      for (int b = 0; b < skin.boneCount(); b++) {
        motions.copy(b, k, motion, 0);
        pose.setLocal(b, motion, 0);
      }
      pose.update();
      poses.add(pose);
    }
    return poses;
  }

  private static PointTargets targets(SkinnedCharacter character, ShapeSet shapes) {
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int k = 0; k < shapes.frameCount(); k++) {
      names.add(shapes.name(k));
      frames.add(positions(shapes, k));
    }
    return PointTargets.ofShapes(character, names, frames);
  }

  private static float[] positions(ShapeSet shapes, int frame) {
    float[] out = new float[3 * shapes.vertexCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) shapes.position(frame, i / 3, i % 3);
    }
    return out;
  }

  private static ErrorSummary error(
      SkinnedCharacter character, ShapeSet shapes, List<Pose> poses, RunContext context) {
    int vertices = shapes.vertexCount();
    int[] triangles = character.meshes().getFirst().mesh().triangles();
    SurfaceComparison comparison =
        new SurfaceComparison(vertices, triangles, vertices, triangles, context);
    ErrorCollector collector = new ErrorCollector(1);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    float[] found = new float[3 * vertices];
    double[] distances = new double[vertices];
    double[] angles = new double[vertices];
    for (int k = 0; k < poses.size(); k++) {
      posed.set(poses.get(k));
      posed.copyVertexPositions(found);
      comparison.compare(positions(shapes, k), found, distances, angles);
      collector.addAll(shapes.name(k), distances, angles);
    }
    return collector.summary();
  }

  private static void print(String name, Solved solved) {
    ErrorSummary a = solved.training;
    ErrorSummary b = solved.holdout;
    int n = solved.frames[0];
    int m = solved.frames[1];
    String head =
        String.format(
            Locale.ROOT,
            "| %s | %s | %s ",
            name,
            solved.iterations == 0 ? "–" : String.valueOf(solved.iterations),
            Double.isNaN(solved.seconds)
                ? "–"
                : String.format(Locale.ROOT, "%.1f", solved.seconds));
    row(head, "training", a);
    row("| | | ", "gallop", b);
    row(
        "| | | ",
        "all",
        new ErrorSummary(
            (n * a.mean() + m * b.mean()) / (n + m),
            Math.sqrt((n * a.rms() * a.rms() + m * b.rms() * b.rms()) / (n + m)),
            Math.max(a.max(), b.max()),
            (n * a.meanNormalDegrees() + m * b.meanNormalDegrees()) / (n + m),
            Math.max(a.maxNormalDegrees(), b.maxNormalDegrees()),
            a.worst()));
  }

  private static void row(String head, String shapes, ErrorSummary e) {
    System.out.printf(
        Locale.ROOT,
        "%s| %s | %.2f | %.2f | %.1f | %.2f° | %.0f° |%n",
        head,
        shapes,
        1000 * e.mean(),
        1000 * e.rms(),
        1000 * e.max(),
        e.meanNormalDegrees(),
        e.maxNormalDegrees());
  }
}
