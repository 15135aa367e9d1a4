package dev.sinew.bench;

import dev.sinew.distance.SurfaceError;
import dev.sinew.distance.TwoSidedDistance;
import dev.sinew.distance.TwoSidedDistance.Distances;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.FittedSkin;
import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.CharacterSimplification.Removals;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Plots the error over an animation against the number of influences, for collapses priced at rest,
 * collapses priced over poses, and the latter with removal of influences (the form of figure 8 of
 * Merry, Marais and Gain, "Simplifying Character Skins with Analytic Error Metrics", 2009).
 *
 * <pre>
 * InfluenceCurves DATA-FOLDER TABLE.md PLOT.png
 * </pre>
 *
 * <p>The horse is a character of 24 bones fitted to ten poses. It is simplified by quadrics over
 * these poses and measured on the gallop, which the prices have not seen, with its bones solved for
 * every frame. CesiumMan and mannequiny are simplified by their textures and measured over their
 * clips. All are compared with the whole character in the same poses, by the two-sided distance
 * between the surfaces.
 */
public final class InfluenceCurves {
  private static final int BONES = 24;
  private static final int PRICED_POSES = 8;
  private static final int MEASURED_POSES = 40;
  private static final int SAMPLES = 5000;

  /** Shares of the influences at which the curves are sampled. */
  private static final double[] SHARES = {
    0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01
  };

  private InfluenceCurves() {}

  /** The error of a level, in units of the longest box side at rest. */
  private interface ErrorMeasure {
    double rms(List<Geometry> level);
  }

  /**
   * A character to simplify.
   *
   * @param knowledge the poses that the prices know
   * @param poses the sample poses of the collapse prices
   * @param standardForm whether the standard form is shown beside the memoryless one
   */
  private record Subject(
      String title,
      PoseKnowledge knowledge,
      WeightedPoses poses,
      SimplifyMethod method,
      boolean standardForm,
      ErrorMeasure measure) {}

  /** Writes the table and the plot. */
  public static void main(String[] args) throws IOException {
    Path data = Path.of(args[0]);
    List<CurvePlot.Panel> panels = new ArrayList<>();
    StringBuilder table =
        new StringBuilder(
            """
            # Error against influences

            Written by `bench/influence-curves`. Two-sided rms distance from the whole character over the animation, in units of its
            longest box side; a dash where this number of influences cannot be reached.
            """);
    try (RunContext context = RunContext.create()) {
      for (Subject subject :
          List.of(
              horse(data.resolve("horse"), context),
              unwrapped(data.resolve("horse"), context),
              textured("CesiumMan, texture", data.resolve("gltf/khronos/CesiumMan.glb")),
              textured("mannequiny, texture", data.resolve("gltf/other/mannequiny.glb")))) {
        panels.add(curves(subject, context, table));
      }
    }
    Files.writeString(Path.of(args[1]), table);
    CurvePlot.write(panels, Path.of(args[2]));
  }

  private static CurvePlot.Panel curves(Subject subject, RunContext context, StringBuilder table) {
    SkinnedCharacter character = subject.knowledge.character();
    JoinedCharacter joined = new JoinedCharacter(character);
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(character.restPose()));
    PoseSamples frames = subject.knowledge.frames();
    ExpectationMatrix expectation =
        PoseDistribution.sampleMean(frames, joined.boneSkin())
            .regularised(Regularisation.forSamples(frames.count()));
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("rest pose", rest, null, subject.method));
    variants.add(new Variant("poses (L2,2)", subject.poses, null, subject.method));
    for (InfluenceRanking ranking : InfluenceRanking.values()) {
      variants.add(
          new Variant(
              "L2,2 + removal, by " + ranking.toString().replace('-', ' '),
              subject.poses,
              new Removals(expectation, ranking),
              subject.method));
    }
    if (subject.standardForm) {
      variants.removeLast();
      for (Variant variant : List.copyOf(variants)) {
        variants.add(variant.inStandardForm());
      }
    }
    List<OperationStream> streams = new ArrayList<>();
    double[] seconds = new double[variants.size()];
    Arrays.fill(seconds, Double.POSITIVE_INFINITY);
    // In turn, so that other work slows all alike; the first round warms up.
    for (int round = 0; round < (subject.standardForm ? 3 : 1); round++) {
      for (int i = 0; i < seconds.length; i++) {
        Variant variant = variants.get(i);
        long start = System.nanoTime();
        OperationStream made =
            simplification.simplify(
                variant.method.price(), variant.poses, variant.removals, 0, context);
        if (round == 0) {
          streams.add(made);
        } else {
          seconds[i] = Math.min(seconds[i], (System.nanoTime() - start) / 1e9);
        }
      }
    }
    long all = simplification.replay(streams.getFirst(), context).influenceCount();
    table.append(
        String.format(
            Locale.ROOT,
            "%n## %s%n%n%d triangles, %d influences.%n%n| influences |",
            subject.title,
            joined.mesh().triangleCount(),
            all));
    variants.forEach(variant -> table.append(' ').append(variant.name).append(" |"));
    table.append("\n|---|").append("---|".repeat(variants.size())).append('\n');
    double[][] errors = new double[variants.size()][];
    for (int i = 0; i < errors.length; i++) {
      errors[i] =
          errors(
              simplification, streams.get(i), variants.get(i).poses, subject.measure, all, context);
    }
    double[] counts = new double[SHARES.length];
    for (int s = 0; s < SHARES.length; s++) {
      counts[s] = Math.round(SHARES[s] * all);
      int row = s;
      if (Arrays.stream(errors).allMatch(curve -> Double.isNaN(curve[row]))) {
        counts = Arrays.copyOf(counts, s);
        break; // No variant reaches fewer influences.
      }
      table.append(String.format(Locale.ROOT, "| %.0f |", counts[s]));
      for (double[] curve : errors) {
        table.append(
            Double.isNaN(curve[s]) ? " – |" : String.format(Locale.ROOT, " %.2e |", curve[s]));
      }
      table.append('\n');
    }
    if (subject.standardForm) {
      table.append("\nSeconds of the prices, and as shares of those of the rest pose:");
      for (int i = 0; i < seconds.length; i++) {
        int first = i < seconds.length / 2 ? 0 : seconds.length / 2;
        table.append(
            String.format(
                Locale.ROOT,
                "%s %s %.2f (%.2f)",
                i == 0 ? "" : ";",
                variants.get(i).name,
                seconds[i],
                seconds[i] / seconds[first]));
      }
      table.append(".\n");
    }
    return new CurvePlot.Panel(
        subject.title, counts, variants.stream().map(Variant::name).toList(), List.of(errors));
  }

  /** One way to simplify: one curve. */
  private record Variant(
      String name, WeightedPoses poses, @Nullable Removals removals, SimplifyMethod method) {
    /** Returns the same with deviations from the original instead of from the last step. */
    Variant inStandardForm() {
      return new Variant(CurvePlot.DASHED + name, poses, removals, SimplifyMethod.APS_STANDARD);
    }
  }

  /** Returns the error at every share of the influences; NaN where it cannot be reached. */
  private static double[] errors(
      CharacterSimplification simplification,
      OperationStream stream,
      WeightedPoses poses,
      ErrorMeasure measure,
      long all,
      RunContext context) {
    double[] out = new double[SHARES.length];
    for (int s = 0; s < out.length; s++) {
      long wanted = Math.round(SHARES[s] * all);
      CharacterReplay replay = simplification.replay(stream, context);
      replay.advanceTo(simplification.lengthForInfluences(stream, wanted, context));
      out[s] =
          replay.influenceCount() > wanted
              ? Double.NaN
              : measure.rms(replay.geometries(poses.poses()));
    }
    return out;
  }

  private static Subject horse(Path folder, RunContext context) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      files.add(folder.resolve(String.format(Locale.ROOT, "horse-%02d.obj", i)));
    }
    MeshSequence shapes =
        ObjSequence.read(folder.resolve("horse-reference.obj"), files, context).meshes();
    Examples examples = Examples.of(shapes);
    FittedModel model =
        Fit.run(examples, new BoneSource.Found(BONES), FitOptions.DEFAULTS, context).first();
    FittedSkin fitted = model.skin();
    SkinnedCharacter character = model.character("horse", context);
    BoneMotions gallop;
    try (PointCache cache = PointCache.open(folder.resolve("horse-gallop.pc2"))) {
      gallop =
          fitted.solve(ShapeSet.of(cache.toSequence(shapes.reference()), examples.box()), context);
    }
    Clip clip = character.clips().getFirst();
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < examples.frameCount(); k++) {
      Pose pose = character.restPose();
      clip.sample(ExamplesClip.time(clip, k), pose);
      poses.add(pose);
    }
    return new Subject(
        "Horse, quadrics",
        PoseKnowledge.ofSamples(character, PoseSamples.of(poses)),
        WeightedPoses.ofEqualWeight(poses),
        SimplifyMethod.QUADRIC,
        false,
        new BoneMeasure(character, examples.box(), gallop));
  }

  /** Returns the horse with a straight-edged atlas, simplified by its texture. */
  private static Subject unwrapped(Path folder, RunContext context) throws IOException {
    Subject horse = horse(folder, context);
    SkinnedCharacter character =
        Unwrap.run(horse.knowledge, UnwrapOptions.DEFAULTS.withStraight(true), context).character();
    List<Pose> poses = horse.poses.poses();
    return new Subject(
        "Horse, straight-edged atlas",
        PoseKnowledge.ofSamples(character, PoseSamples.of(poses)),
        horse.poses,
        SimplifyMethod.APS,
        true,
        horse.measure);
  }

  /** Measures in the poses of bones that were solved for the frames of an animation. */
  private static final class BoneMeasure implements ErrorMeasure {
    private final Skin skin;
    private final UnitBox box;
    private final BoneMotions motions;
    private final Geometry whole;

    BoneMeasure(SkinnedCharacter character, UnitBox box, BoneMotions motions) {
      skin = character.skins().getFirst();
      this.box = box;
      this.motions = motions;
      whole = character.meshes().getFirst();
    }

    @Override
    public double rms(List<Geometry> level) {
      Geometry candidate = level.getFirst();
      TwoSidedDistance distance =
          new TwoSidedDistance(
              positions(whole, 0),
              whole.mesh().triangles(),
              positions(candidate, 0),
              candidate.mesh().triangles(),
              SAMPLES,
              RunContext.ofThreads(1));
      Distances[] found = new Distances[motions.frameCount()];
      Arrays.setAll(found, k -> distance.compare(positions(whole, k), positions(candidate, k)));
      return rmsOf(found, 1);
    }

    /**
     * Returns positions in units of the longest box side. The joint frames of a fitted character
     * have no rotation at rest, so its bind matrices are translations.
     */
    private float[] positions(Geometry geometry, int frame) {
      AnimationCoords coords = geometry.skinning().coords().orElseThrow();
      float[] out = new float[3 * coords.rowCount()];
      double[] m = new double[Affine.SIZE];
      double[] bind = new double[Affine.SIZE];
      double[] centre = {box.x(), box.y(), box.z()};
      for (int v = 0; v < coords.rowCount(); v++) {
        for (int i = 0; i < coords.count(v); i++) {
          motions.copy(coords.joint(v, i), frame, m, 0);
          skin.copyInverseBind(coords.joint(v, i), bind, 0);
          double w = coords.value(v, i, 3);
          double[] p = new double[3];
          for (int c = 0; c < 3; c++) {
            p[c] = (coords.value(v, i, c) - w * (bind[4 * c + 3] + centre[c])) / box.side();
          }
          for (int r = 0; r < 3; r++) {
            out[3 * v + r] +=
                (float)
                    (m[4 * r] * p[0]
                        + m[4 * r + 1] * p[1]
                        + m[4 * r + 2] * p[2]
                        + m[4 * r + 3] * w);
          }
        }
      }
      return out;
    }
  }

  private static Subject textured(String title, Path file) throws IOException {
    SkinnedCharacter character =
        AnimationSpaceConversion.of(GltfReader.read(file).requireSound().character());
    List<Pose> poses = new ArrayList<>();
    double total = character.clips().stream().mapToDouble(Clip::duration).sum();
    for (Clip clip : character.clips()) {
      int frames = (int) Math.max(2, Math.round(10 * MEASURED_POSES * clip.duration() / total));
      for (int f = 0; f < frames; f++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * f / (frames - 1), pose);
        poses.add(pose);
      }
    }
    List<Pose> measured = new ArrayList<>();
    for (int i = 0; i < poses.size(); i += 10) {
      measured.add(poses.get(i));
    }
    // Chosen from all frames: PoseKnowledge would choose from every other one if there are over
    // 400.
    double[] weights = new double[poses.size()];
    Arrays.fill(weights, 1);
    return new Subject(
        title,
        PoseKnowledge.ofSamples(character, PoseSamples.of(poses)),
        WeightedPoses.choose(new JoinedCharacter(character), poses, weights, PRICED_POSES),
        SimplifyMethod.APS,
        false,
        level -> rms(character, level, measured));
  }

  private static double rms(SkinnedCharacter whole, List<Geometry> level, List<Pose> poses) {
    Side a = new Side(whole);
    Side b = new Side(whole.withMeshes(level));
    a.set(whole.restPose());
    b.set(whole.restPose());
    double side = a.posed.mesh().bounds().longestSide();
    TwoSidedDistance distance =
        new TwoSidedDistance(
            a.positions,
            a.posed.mesh().triangles(),
            b.positions,
            b.posed.mesh().triangles(),
            SAMPLES,
            RunContext.ofThreads(1));
    Distances[] found = new Distances[poses.size()];
    for (int i = 0; i < found.length; i++) {
      a.set(poses.get(i));
      b.set(poses.get(i));
      found[i] = distance.compare(a.positions, b.positions);
    }
    return rmsOf(found, side);
  }

  private static double rmsOf(Distances[] found, double unit) {
    return SurfaceError.of(found, Integer::toString, unit).rms();
  }

  /** A character's surface in the current pose. */
  private static final class Side {
    private final CharacterSurface.Posed posed;
    private final float[] positions;

    Side(SkinnedCharacter character) {
      CharacterSurface surface = CharacterSurface.of(character);
      posed = surface.newPosed();
      positions = new float[3 * surface.vertexCount()];
    }

    void set(Pose pose) {
      posed.set(pose);
      posed.copyVertexPositions(positions);
    }
  }
}
