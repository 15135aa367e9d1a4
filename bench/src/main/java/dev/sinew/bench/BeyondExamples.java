package dev.sinew.bench;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedModel;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Fitted rigs in poses that no example shows: every joint turned by up to 40° about any axis. Edges
 * and volume beside those of the rig that made the examples, in the same kind of poses.
 */
final class BeyondExamples {
  private static final PrintStream OUT = System.out;
  private static final int EXAMPLES = 24;
  private static final int POSES = 100;
  private static final int MAX_BONES = 24;
  private static final double MAX_TURN = Math.toRadians(40);

  /** Shorter edges than this part of the mean one are not judged: they stretch by rounding. */
  private static final double SHORT = 0.1;

  private static final List<String> FILES =
      List.of("khronos/CesiumMan.glb", "khronos/Fox.glb", "new/hvgirl.glb");

  private final RunContext context;

  private BeyondExamples(RunContext context) {
    this.context = context;
  }

  /** Prints the table. The folder is that of glTF files. */
  static void print(Path folder, RunContext context) throws IOException {
    BeyondExamples bench = new BeyondExamples(context);
    OUT.println("## Beyond the examples");
    OUT.println();
    OUT.printf(
        "Rigs fitted to %d shapes of a character's own clips, with as many bones as its rig uses"
            + " and at most %d. Then %d poses, every joint turned by up to 40° about a random axis."
            + " Stretch: the largest length of an edge relative to rest; the same for all but one"
            + " edge of a thousand; relative to the own rig. Volume: relative to rest, at"
            + " worst.%n%n",
        EXAMPLES, MAX_BONES, POSES);
    OUT.println(
        "| character | rig | bones | training rms | largest stretch | relative | 999 of 1,000 edges"
            + " | relative | volume, least | largest |");
    OUT.println("|---|---|---|---|---|---|---|---|---|---|");
    for (String name : List.of("biped", "quadruped")) {
      Sample sample = Samples.create(name);
      bench.rows(name, sample.character(), sample.examples());
    }
    for (String file : FILES) {
      SkinnedCharacter character = GltfReader.read(folder.resolve(file)).character();
      bench.rows(
          file.replaceFirst(".*/", "").replaceFirst("\\..*", ""), character, frames(character));
    }
    OUT.println();
  }

  /** Returns the rest pose and shapes of all clips, evenly spaced. */
  private static MeshSequence frames(SkinnedCharacter character) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    TriMesh rest = posed.mesh();
    PoseSamples samples = PoseSamples.ofClips(character.skeleton(), character.clips(), 30);
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    int[] k = {0};
    samples.forEach(
        pose -> {
          if (k[0] * EXAMPLES / samples.count() == frames.size()) {
            posed.set(pose);
            names.add("frame " + k[0]);
            frames.add(posed.mesh().floatPositions());
          }
          k[0]++;
        });
    return new MeshSequence(TriMesh.of(rest.positions(), rest.triangles()), names, frames);
  }

  private void rows(String name, SkinnedCharacter own, MeshSequence examples) {
    int bones = Math.min(MAX_BONES, usedJoints(own));
    Stretch truth = stretch(own);
    row(name, "own", usedJoints(own), Double.NaN, truth, truth);
    for (FitModel model : List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE)) {
      FittedModel fitted =
          Fit.run(
                  examples,
                  new BoneSource.Found(bones),
                  FitOptions.DEFAULTS.withModels(model),
                  context.quiet())
              .first();
      Stretch found = stretch(fitted.character("fitted", context.quiet()));
      row(name, model.label(), bones, fitted.training().rms(), found, truth);
    }
  }

  private static void row(
      String name, String rig, int bones, double rms, Stretch found, Stretch truth) {
    OUT.printf(
        Locale.ROOT,
        "| %s | %s | %d | %s | %.2f | %.2f | %.2f | %.2f | %.3f | %.3f |%n",
        name,
        rig,
        bones,
        Double.isNaN(rms) ? "" : String.format(Locale.ROOT, "%.5f", rms),
        found.largest,
        found.largest / truth.largest,
        found.most,
        found.most / truth.most,
        found.leastVolume,
        found.largestVolume);
  }

  private static int usedJoints(SkinnedCharacter character) {
    BitSet used = new BitSet();
    for (SkinnedCharacter.Part part : character.parts()) {
      if (part.skin() >= 0) {
        Skin skin = character.skins().get(part.skin());
        for (int i = 0; i < skin.jointCount(); i++) {
          used.set(skin.joint(i));
        }
      }
    }
    return used.cardinality();
  }

  private record Stretch(double largest, double most, double leastVolume, double largestVolume) {}

  private static Stretch stretch(SkinnedCharacter character) {
    Random random = new Random(38);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    TriMesh rest = posed.mesh();
    double[] x = rest.positions();
    int[] t = rest.triangles();
    double mean = 0;
    for (int e = 0; e < t.length; e++) {
      mean += length(x, t, e) / t.length;
    }
    List<Double> all = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int k = 0; k < POSES; k++) {
      posed.set(turned(character, random));
      double[] y = posed.mesh().positions();
      for (int e = 0; e < t.length; e++) {
        double before = length(x, t, e);
        if (before > SHORT * mean) {
          all.add(length(y, t, e) / before);
        }
      }
      double volume = volume(y, t) / volume(x, t);
      least = Math.min(least, volume);
      largest = Math.max(largest, volume);
    }
    double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Stretch(
        sorted[sorted.length - 1], sorted[(int) (0.999 * sorted.length)], least, largest);
  }

  private static Pose turned(SkinnedCharacter character, Random random) {
    Skeleton skeleton = character.skeleton();
    Pose pose = character.restPose();
    double[] local = new double[Affine.SIZE];
    double[] t = new double[3];
    double[] q = new double[4];
    double[] s = new double[3];
    double[] turn = new double[4];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      pose.copyLocal(j, local, 0);
      Affine.toTrs(local, 0, t, 0, q, 0, s, 0);
      double angle = MAX_TURN * (2 * random.nextDouble() - 1);
      double[] axis = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double size = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
      for (int i = 0; i < 3; i++) {
        turn[i] = Math.sin(angle / 2) * axis[i] / size;
      }
      turn[3] = Math.cos(angle / 2);
      Quaternion.multiply(q, 0, turn, 0, q, 0);
      pose.setLocal(j, t, 0, q, 0, s, 0);
    }
    pose.update();
    return pose;
  }

  private static double length(double[] x, int[] t, int e) {
    int a = 3 * t[e];
    int b = 3 * t[e % 3 == 2 ? e - 2 : e + 1];
    return Math.hypot(Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1]), x[a + 2] - x[b + 2]);
  }

  private static double volume(double[] x, int[] t) {
    double sum = 0;
    for (int i = 0; i < t.length; i += 3) {
      int a = 3 * t[i];
      int b = 3 * t[i + 1];
      int c = 3 * t[i + 2];
      sum +=
          x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1])
              + x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2])
              + x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
    }
    return sum / 6;
  }
}
