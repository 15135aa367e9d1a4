package dev.sinew.bench;

import dev.sinew.io.bvh.BvhMotion;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.MotionExamples;
import dev.sinew.posespace.MotionTraining;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.dynamic.DynamicMethod;
import dev.sinew.posespace.dynamic.DynamicOptions;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.sample.SoftParts;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.MassSpring;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures dynamic correctives and prints Markdown for {@code bench/results/jiggling.md}: the belly
 * of the built-in biped as soft flesh, in clips and captured motions. Models are fitted to the
 * first half of every motion and run on the second, and on a motion they have not seen.
 */
public final class Jiggling {
  private static final PrintStream OUT = System.out;
  private static final double RATE = 30;

  /** Database poses of the static baseline. */
  private static final int STATIC_POSES = 40;

  private static final Map<String, String> CAPTURED_NAMES =
      Map.ofEntries(
          Map.entry("hips", "Hips"),
          Map.entry("spine", "LowerBack"),
          Map.entry("chest", "Spine1"),
          Map.entry("neck", "Neck"),
          Map.entry("head", "Head"),
          Map.entry("clavicle", "Shoulder"),
          Map.entry("upperArm", "Arm"),
          Map.entry("foreArm", "ForeArm"),
          Map.entry("hand", "Hand"),
          Map.entry("thigh", "UpLeg"),
          Map.entry("shin", "Leg"),
          Map.entry("foot", "Foot"),
          Map.entry("toes", "ToeBase"));

  private final SkinnedCharacter biped = Samples.create("biped").character();
  private final RunContext context;

  private Jiggling(RunContext context) {
    this.context = context;
  }

  /** Runs with the folder of the captured motions. */
  public static void main(String[] args) throws IOException {
    try (RunContext context = RunContext.create()) {
      new Jiggling(context).run(Path.of(args[0]));
    }
  }

  private record Motion(String name, List<Pose> poses) {}

  private void run(Path folder) throws IOException {
    List<Motion> known =
        List.of(
            new Motion("walk", looped("walk", 6)),
            new Motion("squat", looped("squat", 4)),
            captured(folder.resolve("02_01.bvh")),
            captured(folder.resolve("49_06.bvh")));
    List<Motion> unseen =
        List.of(captured(folder.resolve("09_01.bvh")), new Motion("wave", looped("wave", 4)));
    OUT.println(
        "| flesh | model | held-out halves | unseen run (09_01) | unseen wave |\n"
            + "|---|---|---|---|---|");
    table("firm, 2.2 Hz, 10 % damping", new MassSpring.Flesh(2.2, 0.1, 150, 1), known, unseen);
    table("soft, 1.7 Hz, 8 % damping", new MassSpring.Flesh(1.7, 0.08, 100, 0.5), known, unseen);
  }

  private void table(
      String title, MassSpring.Flesh flesh, List<Motion> known, List<Motion> unseen) {
    List<MotionExamples> learned = known.stream().map(m -> simulate(m, flesh)).toList();
    List<MotionExamples> tests = unseen.stream().map(m -> simulate(m, flesh)).toList();
    List<MotionExamples> halves = learned.stream().map(Jiggling::firstHalf).toList();
    row(title, "static correctives", learned, tests, new Correctives(still(halves)));
    PoseDatabase none = rest();
    for (DynamicMethod method : DynamicMethod.values()) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withMethod(method).withHoldout(0);
      PoseDatabase trained = MotionTraining.run(biped, none, halves, options, context).database();
      row(title, method.toString(), learned, tests, new Correctives(trained).moving(1 / RATE));
    }
  }

  private void row(
      String title,
      String model,
      List<MotionExamples> learned,
      List<MotionExamples> tests,
      DeformerChoice choice) {
    StringBuilder line = new StringBuilder("| " + title + " | " + model + " | ");
    line.append(percent(explained(choice, learned, 0.5)));
    for (MotionExamples test : tests) {
      line.append(" | ").append(percent(explained(choice, List.of(test), 0)));
    }
    OUT.println(line.append(" |"));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** Returns the share of the displacement's energy that a deformer explains after a share. */
  private double explained(DeformerChoice choice, List<MotionExamples> motions, double from) {
    double energy = 0;
    double error = 0;
    for (MotionExamples motion : motions) {
      CharacterSurface.Posed skin = CharacterSurface.of(biped, SkinningMethod.SSD).newPosed();
      CharacterSurface.Posed model = CharacterSurface.of(biped, choice).newPosed();
      for (int f = 0; f < motion.frames().count(); f++) {
        float[] plain = vertices(skin, motion.frames().poses().get(f));
        float[] moved = vertices(model, motion.frames().poses().get(f));
        float[] truth = motion.frames().shapes().get(f);
        for (int i = 0; f >= from * motion.frames().count() && i < truth.length; i++) {
          energy += (truth[i] - plain[i]) * (truth[i] - plain[i]);
          error += (truth[i] - moved[i]) * (truth[i] - moved[i]);
        }
      }
    }
    return 1 - error / energy;
  }

  private PoseDatabase still(List<MotionExamples> motions) {
    List<String> names = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (MotionExamples motion : motions) {
      // Equal poses with different shapes are refused; a loop shows them, once per round.
      int frames = Math.min(motion.frames().count(), (int) RATE);
      for (int f = 0; f < frames; f++) {
        names.add(motion.name() + " " + f);
        poses.add(motion.frames().poses().get(f));
        shapes.add(motion.frames().shapes().get(f));
      }
    }
    TrainOptions options =
        TrainOptions.DEFAULTS.withPicks(TrainOptions.Picks.FARTHEST, STATIC_POSES);
    PoseExamples examples = new PoseExamples(names, poses, shapes);
    return PoseSpaceTraining.run(biped, examples, options, context).database();
  }

  /** Returns a database without correctives. */
  private PoseDatabase rest() {
    Pose rest = biped.restPose();
    float[] shape = vertices(CharacterSurface.of(biped, SkinningMethod.SSD).newPosed(), rest);
    PoseExamples examples = new PoseExamples(List.of("at rest"), List.of(rest), List.of(shape));
    return PoseSpaceTraining.run(biped, examples, TrainOptions.DEFAULTS, context).database();
  }

  private static MotionExamples firstHalf(MotionExamples motion) {
    List<Integer> frames = new ArrayList<>();
    for (int f = 0; f < motion.frames().count() / 2; f++) {
      frames.add(f);
    }
    return new MotionExamples(
        motion.name(), motion.framesPerSecond(), motion.frames().select(frames));
  }

  private MotionExamples simulate(Motion motion, MassSpring.Flesh flesh) {
    TriMesh mesh = biped.meshes().getFirst().mesh();
    double[] softness = SoftParts.bellyOfBiped(mesh);
    CharacterSurface.Posed skin = CharacterSurface.of(biped, SkinningMethod.SSD).newPosed();
    List<double[]> targets = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Pose pose : motion.poses) {
      float[] narrow = vertices(skin, pose);
      double[] wide = new double[narrow.length];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = narrow[i];
      }
      targets.add(wide);
      names.add("frame " + names.size());
    }
    List<float[]> shapes = new ArrayList<>();
    for (double[] frame :
        new MassSpring(mesh.triangles(), softness, flesh).run(targets, RATE, 16)) {
      float[] narrow = new float[frame.length];
      for (int i = 0; i < narrow.length; i++) {
        narrow[i] = (float) frame[i];
      }
      shapes.add(narrow);
    }
    return new MotionExamples(motion.name, RATE, new PoseExamples(names, motion.poses, shapes));
  }

  private float[] vertices(CharacterSurface.Posed posed, Pose pose) {
    posed.set(pose);
    float[] out = new float[3 * biped.meshes().getFirst().mesh().vertexCount()];
    posed.copyVertexPositions(out);
    return out;
  }

  private List<Pose> looped(String name, double seconds) {
    Clip clip = biped.clip(name);
    List<Pose> poses = new ArrayList<>();
    for (int f = 0; f < seconds * RATE; f++) {
      Pose pose = biped.restPose();
      clip.sample(f / RATE % clip.duration(), pose);
      poses.add(pose);
    }
    return poses;
  }

  /** Maps a captured motion by renamed joints; the path of the hips is scaled to their height. */
  private Motion captured(Path file) throws IOException {
    BvhMotion motion = BvhReader.read(file);
    Skeleton own = biped.skeleton();
    Clip turns =
        Retarget.run(
                new dev.sinew.retarget.Motion(motion.skeleton(), motion.clip()),
                renamed(own),
                RetargetOptions.DEFAULTS,
                context)
            .clip();
    int hips = own.find("hips");
    int root = motion.skeleton().find("Hips");
    Clip.Track path =
        motion.clip().tracks().stream()
            .filter(t -> t.joint() == root && t.property() == Clip.Property.TRANSLATION)
            .findFirst()
            .orElseThrow();
    double[] rest = new double[3];
    own.copyRestTranslation(hips, rest, 0);
    double[] values = path.values();
    double scale = rest[1] / values[1];
    double[] start = {values[0], values[1], values[2]};
    for (int i = 0; i < values.length; i++) {
      values[i] = rest[i % 3] + scale * (values[i] - start[i % 3]);
    }
    List<Clip.Track> tracks = new ArrayList<>(turns.tracks());
    tracks.add(
        new Clip.Track(
            hips, Clip.Property.TRANSLATION, path.interpolation(), path.times(), values));
    Clip clip = new Clip(String.valueOf(file.getFileName()), tracks);
    List<Pose> poses = new ArrayList<>();
    // The first frame of these files is a calibration pose.
    for (int f = 1; f / RATE <= clip.duration(); f++) {
      Pose pose = biped.restPose();
      clip.sample(f / RATE, pose);
      poses.add(pose);
    }
    return new Motion(clip.name(), poses);
  }

  private static Skeleton renamed(Skeleton own) {
    Skeleton.Builder out = Skeleton.builder();
    double[] t = new double[3];
    double[] q = new double[4];
    double[] s = new double[3];
    for (int j = 0; j < own.jointCount(); j++) {
      String name = own.name(j);
      boolean left = name.endsWith(".L");
      boolean right = name.endsWith(".R");
      String known =
          CAPTURED_NAMES.getOrDefault(
              left || right ? name.substring(0, name.length() - 2) : name, name);
      own.copyRestTranslation(j, t, 0);
      own.copyRestRotation(j, q, 0);
      own.copyRestScale(j, s, 0);
      out.add((left ? "Left" : right ? "Right" : "") + known, own.parent(j), t, q, s);
    }
    return out.build();
  }
}
