package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitOptions;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.merge.Merge;
import dev.sinew.merge.MergeOptions;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.posespace.bake.MorphBake;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.retarget.Motion;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.simplify.HiddenSurface;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever chain of verbs makes a character, it can be written into a copy of its file, and what is
 * read back has the same surface in all poses. {@code -Dsinew.chains=200} tries more chains, {@code
 * -Dsinew.seed=N} others.
 */
class WrittenChainsTest {
  private static final int CHAINS = Integer.getInteger("sinew.chains", 20);
  private static final long SEED = Long.getLong("sinew.seed", 20261118);

  /** In units of the longest side of the box at rest. */
  private static final double TOLERANCE = 1e-5;

  /** Meshes with more triangles are not subdivided. */
  private static final int MANY = 800;

  private static final Map<String, SkinnedCharacter> LIGHT = new ConcurrentHashMap<>();

  /** A character and the file it came from. */
  private record State(GltfAsset file, SkinnedCharacter now) {
    State with(SkinnedCharacter changed) {
      return new State(file, changed);
    }
  }

  private enum Verb {
    LIMIT,
    LIMIT_WITH_HELPERS,
    SIMPLIFY,
    DROP_HIDDEN,
    MERGE,
    TRANSFORM,
    REST_POSE,
    SUBDIVIDE,
    UNWRAP,
    BAKE,
    FIT,
    SOLVE,
    POSESPACE_BAKE,
    RETARGET,
    REMOVE_CLIP
  }

  static LongStream seeds() {
    return LongStream.range(SEED, SEED + CHAINS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aChainIsReadBackAsItWas(long seed) throws Exception {
    Random random = new Random(seed);
    try (RunContext context = RunContext.ofThreads(2)) {
      String name = Samples.names().get(random.nextInt(Samples.names().size()));
      GltfAsset file = read(CharacterWriter.toDocument(name, light(name, context)));
      State state = new State(file, file.character());
      StringBuilder chain = new StringBuilder(name);
      int length = 2 + random.nextInt(4);
      for (int done = 0; done < length; ) {
        Verb verb = Verb.values()[random.nextInt(Verb.values().length)];
        try {
          state = apply(verb, state, random, context);
          chain.append(", ").append(verb);
          done++;
        } catch (RequestException e) {
          chain.append(", no ").append(verb); // The verb says why it cannot do it.
        }
      }
      System.out.println("seed " + seed + ": " + chain);
      SkinnedCharacter back = read(state.file.with(state.now)).character();
      assertSame(state.now, back, "seed " + seed + ": " + chain);
    }
  }

  private static GltfAsset read(GltfDocument document) throws IOException {
    return GltfReader.read(GltfDocument.parse("chain.glb", document.toGlb(), null)).requireSound();
  }

  /** A built-in character with few enough triangles for many chains. */
  private static SkinnedCharacter light(String name, RunContext context) {
    return LIGHT.computeIfAbsent(
        name,
        n -> {
          SkinnedCharacter full = Samples.create(n).character();
          long triangles = full.meshes().stream().mapToLong(m -> m.mesh().triangleCount()).sum();
          return simplified(full, Math.min(1, 300.0 / triangles), context);
        });
  }

  private static SkinnedCharacter simplified(
      SkinnedCharacter character, double ratio, RunContext context) {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(ratio).withMeasuring(Measuring.NONE).withPoses(3);
    return Simplify.run(character, options, context).levels().getFirst().character();
  }

  private static State apply(Verb verb, State state, Random random, RunContext context)
      throws IOException {
    SkinnedCharacter now = state.now;
    return switch (verb) {
      case LIMIT -> state.with(limited(now, random, 0, context));
      case LIMIT_WITH_HELPERS -> state.with(limited(now, random, 2, context));
      case SIMPLIFY -> state.with(simplified(now, 0.6 + 0.3 * random.nextDouble(), context));
      case DROP_HIDDEN -> state.with(withoutHidden(now, context));
      case MERGE -> state.with(Merge.run(now, MergeOptions.DEFAULTS, context).character());
      case TRANSFORM -> state.with(Transform.run(now, motion(random), context).character());
      case REST_POSE -> state.with(rested(now, random, context));
      case SUBDIVIDE -> state.with(subdivided(now, random, context));
      case UNWRAP -> state.with(unwrapped(now, random, context).character());
      case BAKE -> state.with(baked(now, random, context));
      case FIT -> fitted(now, context);
      case SOLVE -> state.with(solved(now, context));
      case POSESPACE_BAKE -> state.with(morphed(now, random, context));
      case RETARGET -> state.with(withMotionOfAnother(now, random, context));
      case REMOVE_CLIP -> state.with(withoutClip(now, random));
    };
  }

  private static SkinnedCharacter withoutHidden(SkinnedCharacter character, RunContext context) {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS
            .withRatios(1)
            .withHidden(HiddenSurface.DROP)
            .withMeasuring(Measuring.NONE);
    return Simplify.run(character, options, context).levels().getFirst().character();
  }

  /** Adds a motion of the character itself in other proportions. */
  private static SkinnedCharacter withMotionOfAnother(
      SkinnedCharacter character, Random random, RunContext context) {
    if (character.clips().isEmpty()) {
      throw new RequestException("no clip");
    }
    SkinnedCharacter other = Transform.run(character, motion(random), context).character();
    Clip clip = other.clips().get(random.nextInt(other.clips().size()));
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(
        Retarget.run(new Motion(other, clip), character, RetargetOptions.DEFAULTS, context).clip());
    return character.withClips(clips);
  }

  private static SkinnedCharacter limited(
      SkinnedCharacter character, Random random, int helpers, RunContext context) {
    LimitOptions options =
        LimitOptions.DEFAULTS
            .withMaxInfluences(1 + random.nextInt(3))
            .withMoveRest(random.nextBoolean())
            .withHelpers(helpers);
    return Limit.run(character, options, context).character();
  }

  private static TransformOptions motion(Random random) {
    TransformOptions options = TransformOptions.DEFAULTS.withScale(0.5 + 2 * random.nextDouble());
    return random.nextBoolean()
        ? options
        : options
            .withRotation(random.nextDouble(), random.nextDouble(), 1, 360 * random.nextDouble())
            .withTranslation(random.nextDouble(), random.nextDouble(), random.nextDouble());
  }

  private static SkinnedCharacter rested(
      SkinnedCharacter character, Random random, RunContext context) {
    if (character.clips().isEmpty()) {
      throw new RequestException("no clip");
    }
    int clip = random.nextInt(character.clips().size());
    double time = random.nextDouble() * character.clips().get(clip).duration();
    TransformOptions options = random.nextBoolean() ? TransformOptions.DEFAULTS : motion(random);
    return Transform.run(
            character, options.withRest(character.clips().get(clip).name(), time), context)
        .character();
  }

  private static SkinnedCharacter subdivided(
      SkinnedCharacter character, Random random, RunContext context) {
    if (character.meshes().stream().mapToInt(m -> m.mesh().triangleCount()).sum() > MANY) {
      throw new RequestException("enough triangles");
    }
    SubdivisionScheme scheme =
        random.nextBoolean() ? SubdivisionScheme.LOOP : SubdivisionScheme.SQRT3;
    return Subdivide.run(character, scheme, SubdivisionOptions.DEFAULTS, context).character();
  }

  private static UnwrapResult unwrapped(
      SkinnedCharacter character, Random random, RunContext context) {
    UnwrapOptions options =
        UnwrapOptions.DEFAULTS
            .withMetric(PoseSource.REST)
            .withCharts(4)
            .withTexture(64, 1)
            .withReplace(random.nextBoolean());
    return Unwrap.run(character, options, context);
  }

  private static SkinnedCharacter baked(
      SkinnedCharacter character, Random random, RunContext context) {
    UnwrapResult atlas = unwrapped(character, random, context);
    BakeOptions options = BakeOptions.DEFAULTS.withResolution(32).withMetric(PoseSource.REST);
    return Bake.run(character, atlas.character(), atlas.sets(), options, context).character();
  }

  /** The result of a fit has nothing to do with the file: it is the character of a new one. */
  private static State fitted(SkinnedCharacter character, RunContext context) throws IOException {
    SkinnedCharacter found =
        Fit.run(
                shapes(character, 4),
                new BoneSource.Found(4),
                FitOptions.DEFAULTS.withArticulated(false),
                context)
            .character("fitted", context);
    GltfAsset file = read(CharacterWriter.toDocument("fitted", found));
    assertSame(found, file.character(), "fitted");
    return new State(file, file.character());
  }

  private static SkinnedCharacter solved(SkinnedCharacter character, RunContext context) {
    List<Clip> clips = new ArrayList<>(character.clips());
    SolveOptions options = SolveOptions.DEFAULTS.withClip("solved " + clips.size());
    clips.add(Solve.run(character, shapes(character, 2), options, context).clip());
    return character.withClips(clips);
  }

  /** Some shapes of a clip. */
  private static MeshSequence shapes(SkinnedCharacter character, int count) {
    if (character.clips().isEmpty()) {
      throw new RequestException("no clip");
    }
    Clip clip = character.clips().getFirst();
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    posed.set(pose);
    TriMesh rest = posed.mesh();
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      clip.sample(clip.duration() * (i + 1) / (count + 1), pose);
      posed.set(pose);
      frames.add(posed.mesh().floatPositions());
      names.add("shape " + i);
    }
    return new MeshSequence(rest, names, frames);
  }

  private static SkinnedCharacter morphed(
      SkinnedCharacter character, Random random, RunContext context) {
    if (character.clips().isEmpty()) {
      throw new RequestException("no clip");
    }
    return MorphBake.run(
            character,
            seconds -> SkinningMethod.DQS,
            List.of(random.nextInt(character.clips().size())),
            MorphBakeOptions.DEFAULTS.withTargets(2).withFramesPerSecond(5),
            context)
        .character();
  }

  private static SkinnedCharacter withoutClip(SkinnedCharacter character, Random random) {
    if (character.clips().isEmpty()) {
      throw new RequestException("no clip");
    }
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.remove(random.nextInt(clips.size()));
    return character.withClips(clips);
  }

  // ---- comparison ------------------------------------------------------------------------------

  private static void assertSame(SkinnedCharacter a, SkinnedCharacter b, String chain) {
    assertThat(b.clips()).as(chain).extracting(Clip::name).isEqualTo(names(a));
    assertThat(b.parts()).as(chain).hasSameSizeAs(a.parts());
    double unit = CharacterSurface.restBox(a).longestSide();
    for (SkinningMethod method : EnumSet.of(SkinningMethod.of(a), SkinningMethod.SSD)) {
      Pose left = a.restPose();
      Pose right = b.restPose();
      assertNear(corners(a, left, method), corners(b, right, method), unit, chain + " at rest");
      for (int c = 0; c < a.clips().size(); c++) {
        for (double share : new double[] {0, 0.31, 0.77, 1}) {
          double time = share * a.clips().get(c).duration();
          a.clips().get(c).sample(time, left);
          b.clips().get(c).sample(time, right);
          String where = chain + ", " + method + " in clip " + c + " at " + time + " s";
          assertNear(corners(a, left, method), corners(b, right, method), unit, where);
        }
      }
    }
  }

  private static List<String> names(SkinnedCharacter character) {
    return character.clips().stream().map(Clip::name).toList();
  }

  private static void assertNear(float[] a, float[] b, double unit, String where) {
    assertThat(b.length).as(where).isEqualTo(a.length);
    double worst = 0;
    for (int i = 0; i < a.length; i++) {
      worst = Math.max(worst, Math.abs((double) a[i] - b[i]));
    }
    assertThat(worst / unit).as(where).isLessThanOrEqualTo(TOLERANCE);
  }

  /** Returns the corners of all triangles: those of a part by group, as files keep them. */
  private static float[] corners(SkinnedCharacter character, Pose pose, DeformerChoice method) {
    CharacterSurface surface = CharacterSurface.of(character, method);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    float[] wedges = posed.wedgePositions();
    List<Float> out = new ArrayList<>();
    for (int p = 0; p < character.parts().size(); p++) {
      TriMesh mesh = character.geometry(character.parts().get(p)).mesh();
      for (int group = 0; group < mesh.groupCount(); group++) {
        for (int t = 0; t < mesh.triangleCount(); t++) {
          for (int k = 0; k < 3 && mesh.group(t) == group; k++) {
            int at = 3 * (surface.firstWedge(p) + mesh.wedge(t, k));
            out.addAll(List.of(wedges[at], wedges[at + 1], wedges[at + 2]));
          }
        }
      }
    }
    float[] array = new float[out.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = out.get(i);
    }
    return array;
  }
}
