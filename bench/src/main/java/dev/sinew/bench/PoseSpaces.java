package dev.sinew.bench;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.math.Affine;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.JointSpace;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PosePicks;
import dev.sinew.posespace.PoseSpace;
import dev.sinew.posespace.PoseSpaceErrors;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures pose-space correctives and prints Markdown for {@code bench/results/posespace.md}: the
 * horse with every interpolator, the twisted tube, poses that local lookup needs, choices of poses.
 */
public final class PoseSpaces {
  private static final PrintStream OUT = System.out;
  private static final int BONES = 24;
  private static final TrainOptions OPTIONS =
      TrainOptions.DEFAULTS.withSkinning(SkinningMethod.SSD);

  private final RunContext context;

  private PoseSpaces(RunContext context) {
    this.context = context;
  }

  /** Takes the folder of the horse. */
  public static void main(String[] args) throws IOException {
    try (RunContext context = RunContext.create()) {
      PoseSpaces bench = new PoseSpaces(context);
      bench.horse(Path.of(args[0]));
      bench.samples();
      bench.twist();
      bench.independentLimbs();
      bench.picks();
    }
  }

  private static void line(String format, Object... values) {
    OUT.printf(Locale.ROOT, format + "%n", values);
  }

  private void horse(Path folder) throws IOException {
    Path reference = folder.resolve("horse-reference.obj");
    List<Path> files = new ArrayList<>();
    for (int k = 1; k <= 10; k++) {
      files.add(folder.resolve(String.format(Locale.ROOT, "horse-%02d.obj", k)));
    }
    MeshSequence shapes = ObjSequence.read(reference, files, context).meshes();
    MeshSequence gallop;
    try (PointCache cache = PointCache.open(folder.resolve("horse-gallop.pc2"))) {
      gallop = cache.toSequence(ObjReader.read(reference).mesh().toTriMesh());
    }
    FitOptions options = FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND);
    FitResult fit = Fit.run(shapes, new BoneSource.Found(BONES), options, context);
    SkinnedCharacter character = fit.character("horse", context);
    PoseExamples examples = PoseExamples.of(shapes, poses(fit, character, shapes));
    PoseExamples unseen = PoseExamples.of(gallop, poses(fit, character, gallop));
    PoseSpaceErrors errors = new PoseSpaceErrors(character, context);
    line("## Horse");
    line("");
    line(
        "Linear blend skin with %d bones fitted to the 10 poses; correctives trained on these."
            + " Errors in units of the longest box side. The gallop's 24 frames are solved for the"
            + " bones of the skin; no corrective has seen them. Skin alone: rms %.6f on the poses,"
            + " %.6f on the gallop.",
        BONES,
        errors.of(SkinningMethod.SSD, examples).rms(),
        errors.of(SkinningMethod.SSD, unseen).rms());
    line("");
    line("| interpolator | poses: max | leave-one-out: rms | gallop: rms | bytes |");
    line("|---|---|---|---|---|");
    for (PoseSpaceMethod method : PoseSpaceMethod.values()) {
      TrainResult result =
          PoseSpaceTraining.run(character, examples, OPTIONS.withMethod(method), context);
      line(
          "| %s | %.2g | %.6f | %.6f | %,d |",
          method,
          result.training().max(),
          result.holdout().rms(),
          errors.of(new Correctives(result.database()), unseen).rms(),
          PoseDatabaseFile.size(result.database()));
    }
    line("");
  }

  /** Returns poses of a fitted character for shapes, by solving for its bones. */
  private List<Pose> poses(FitResult fit, SkinnedCharacter character, MeshSequence shapes) {
    UnitBox box = fit.examples().box();
    BoneMotions motions = fit.first().skin().solve(ShapeSet.of(shapes, box), context);
    List<Pose> out = new ArrayList<>();
    for (int k = 0; k < motions.frameCount(); k++) {
      out.add(pose(character, motions, k, box));
    }
    return out;
  }

  private static Pose pose(SkinnedCharacter character, BoneMotions motions, int k, UnitBox box) {
    Skeleton skeleton = character.skeleton();
    Pose rest = character.restPose();
    Pose pose = character.restPose();
    double[] motion = new double[Affine.SIZE];
    double[] global = new double[Affine.SIZE];
    double[] parent = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int bone = -1;
      for (int b = 0; b < character.skins().getFirst().jointCount(); b++) {
        bone = character.skins().getFirst().joint(b) == j ? b : bone;
      }
      if (bone < 0) {
        continue;
      }
      motions.copy(bone, k, motion, 0);
      for (int r = 0; r < 3; r++) {
        // From units of the box to those of the file.
        double turned = 0;
        for (int c = 0; c < 3; c++) {
          turned += motion[4 * r + c] * box.centre(c);
        }
        motion[4 * r + 3] = box.centre(r) + box.side() * motion[4 * r + 3] - turned;
      }
      rest.copyGlobal(j, global, 0);
      Affine.multiply(motion, 0, global, 0, global, 0);
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        pose.copyGlobal(skeleton.parent(j), parent, 0);
        Affine.invert(parent, 0, parent, 0);
        Affine.multiply(parent, 0, global, 0, global, 0);
      }
      pose.setLocal(j, global, 0);
      pose.update();
    }
    return pose;
  }

  private void samples() {
    line("## Built-in characters");
    line("");
    line(
        "Leave-one-out rms, an estimate by cross-validation, over each skinning model; Gaussian"
            + " radial basis functions.");
    line("");
    line("| character | model | skin alone | with correctives | poses: max |");
    line("|---|---|---|---|---|");
    for (String name : List.of("arm", "biped")) {
      Sample sample = Samples.create(name);
      PoseExamples examples = PoseExamples.of(sample.examples(), sample.poses());
      for (SkinningMethod skinning : SkinningMethod.values()) {
        TrainResult result =
            PoseSpaceTraining.run(
                sample.character(), examples, OPTIONS.withSkinning(skinning), context);
        line(
            "| %s | %s | %.6f | %.6f | %.2g |",
            name, skinning, result.skin().rms(), result.holdout().rms(), result.training().max());
      }
    }
    line("");
  }

  private void twist() {
    line("## Twist");
    line("");
    line(
        "A tube twisted by up to 150° (thesis on examples, figure 6.5): rms between the examples"
            + " against the correct shapes at 61 angles.");
    line("");
    line("| examples | over ssd | over sbs |");
    line("|---|---|---|");
    Sample tube = Cylinder.twisting(150, 61);
    PoseExamples examples = PoseExamples.of(tube.examples(), tube.poses());
    for (int count : List.of(2, 3, 4, 6)) {
      TrainOptions some = OPTIONS.withPicks(TrainOptions.Picks.FARTHEST, count);
      line(
          "| %d | %.6f | %.6f |",
          count,
          PoseSpaceTraining.run(tube.character(), examples, some, context).holdout().rms(),
          PoseSpaceTraining.run(
                  tube.character(), examples, some.withSkinning(SkinningMethod.SBS), context)
              .holdout()
              .rms());
    }
    line("");
  }

  private void independentLimbs() {
    SkinnedCharacter character = AsymmetricBiped.create();
    PoseExamples unseen = AsymmetricBiped.examples(character, 5000, 40);
    PoseSpaceErrors errors = new PoseSpaceErrors(character, context);
    line("## Independent limbs");
    line("");
    line(
        "The biped in random poses, each joint on its own; the correct shape is spherical blending."
            + " Rms over 40 other poses; skin alone %.6f.",
        errors.of(SkinningMethod.SSD, unseen).rms());
    line("");
    line("| poses | rbf | weighted | local, space 1 | local, space 3 | local, space 4 |");
    line("|---|---|---|---|---|---|");
    for (int count : List.of(10, 20, 40, 80, 160)) {
      PoseExamples examples = AsymmetricBiped.examples(character, 1, count);
      line(
          "| %d | %.6f | %.6f | %.6f | %.6f | %.6f |",
          count,
          error(character, examples, unseen, errors, OPTIONS),
          error(character, examples, unseen, errors, OPTIONS.withMethod(PoseSpaceMethod.WEIGHTED)),
          local(character, examples, unseen, errors, JointSpace.NEIGHBOURS),
          local(character, examples, unseen, errors, JointSpace.TRANSFORM),
          local(character, examples, unseen, errors, JointSpace.TWIST));
    }
    line("");
  }

  private double local(
      SkinnedCharacter character,
      PoseExamples examples,
      PoseExamples unseen,
      PoseSpaceErrors errors,
      JointSpace space) {
    TrainOptions options = OPTIONS.withMethod(PoseSpaceMethod.LOCAL).withSpace(space);
    return error(character, examples, unseen, errors, options);
  }

  private double error(
      SkinnedCharacter character,
      PoseExamples examples,
      PoseExamples unseen,
      PoseSpaceErrors errors,
      TrainOptions options) {
    TrainResult result = PoseSpaceTraining.run(character, examples, options, context);
    return errors.of(new Correctives(result.database()), unseen).rms();
  }

  private void picks() {
    Sample biped = Samples.create("biped");
    List<Pose> poses = new ArrayList<>();
    for (String clip : List.of("walk", "squat", "wave")) {
      double duration = biped.character().clip(clip).duration();
      int frames = clip.equals("walk") ? 400 : 20;
      for (int f = 0; f < frames; f++) {
        Pose pose = biped.character().restPose();
        biped.character().clip(clip).sample(duration * f / frames, pose);
        poses.add(pose);
      }
    }
    PosePicks picks = new PosePicks(PoseSpace.of(biped.character(), JointSpace.TRANSFORM), poses);
    line("## Choices of poses");
    line("");
    line(
        "400 frames of a walk and 40 unusual ones; distance of a frame from the nearest picked one"
            + " (the root of equation 4.9).");
    line("");
    line("| picks | uniform: rms, largest | farthest | refined |");
    line("|---|---|---|---|");
    for (int count : List.of(8, 16, 32)) {
      StringBuilder row = new StringBuilder("| " + count + " |");
      for (TrainOptions.Picks how : TrainOptions.Picks.values()) {
        PosePicks.Coverage found = picks.coverage(picks.choose(how, 0, count, context));
        row.append(String.format(Locale.ROOT, " %.4f, %.3f |", found.rms(), found.largest()));
      }
      line("%s", row);
    }
    line("");
  }
}
