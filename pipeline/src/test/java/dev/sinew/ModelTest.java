package dev.sinew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Picture;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.fit.FitResult;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.posespace.bake.MorphBakeResult;
import dev.sinew.run.Cancellation;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.transform.TransformOptions;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in a few calls: whatever a verb makes of a model can be written. */
class ModelTest {
  @TempDir Path folder;
  private final Sinew sinew = Sinew.with(RunContext.ofThreads(2));
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
  }

  @AfterEach
  void close() {
    sinew.close();
  }

  private Model written(Model model) throws IOException {
    Path out = folder.resolve("out.glb");
    model.write(out);
    return sinew.load(out);
  }

  @Test
  void helperJointsAreWritten() throws IOException {
    Model model = sinew.load(file);
    Made<LimitResult> limited =
        model.limit(LimitOptions.DEFAULTS.withMaxInfluences(1).withHelpers(2));
    assertThat(limited.result().helpers()).isEqualTo(2);
    Model back = written(limited.model());
    assertThat(back.character().skins().getFirst().jointCount())
        .isEqualTo(model.character().skins().getFirst().jointCount() + 2);
    assertSamePose(limited.model(), back);
  }

  @Test
  void removedClipsAreGone() throws IOException {
    Model model = sinew.load(file);
    List<Clip> all = model.character().clips();
    assertThat(all).hasSizeGreaterThan(1);
    List<Clip> kept = all.subList(1, all.size());
    Model back = written(model.with(model.character().withClips(kept)));
    assertThat(back.character().clips())
        .extracting(Clip::name)
        .containsExactlyElementsOf(kept.stream().map(Clip::name).toList());
    assertThat(written(model.with(model.character().withClips(List.of()))).character().clips())
        .isEmpty();
  }

  @Test
  void aScaledWalkIsScaled() throws IOException {
    Model model = sinew.load(file);
    Model twice = model.transform(TransformOptions.DEFAULTS.withScale(2)).model();
    Model back = written(twice);
    assertSamePose(twice, back);
    double[] before = model.pose("walk", 0.3).positions();
    double[] after = back.pose("walk", 0.3).positions();
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i]).isCloseTo(2 * before[i], within(1e-5));
    }
  }

  private static void assertSamePose(Model a, Model b) {
    TriMesh wanted = a.pose("walk", 0.3);
    TriMesh read = b.pose("walk", 0.3);
    assertThat(read.triangleCount()).isEqualTo(wanted.triangleCount());
    for (int t = 0; t < wanted.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        for (int axis = 0; axis < 3; axis++) {
          assertThat(read.position(read.vertex(t, k), axis))
              .isCloseTo(wanted.position(wanted.vertex(t, k), axis), within(1e-5));
        }
      }
    }
  }

  @Test
  void aCharacterWithAnotherSkeletonIsRefused() throws IOException {
    Model model = sinew.load(file).with(Samples.create("arm").character());
    assertThatThrownBy(() -> model.write(folder.resolve("out.glb")))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("joints");
    assertThat(folder.resolve("out.glb")).doesNotExist();
  }

  @Test
  void whatIsMeasuredIsReturned() {
    Model model = tube();
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(0.5, 0.25).withMeasuring(Measuring.QUICK);
    SimplifyResult expected = Simplify.run(model.character(), options, sinew.context());
    Made<SimplifyResult> made = model.simplify(options);
    assertThat(made.result().levels()).hasSize(2);
    for (int i = 0; i < 2; i++) {
      SimplifyResult.Level level = made.result().levels().get(i);
      assertThat(level.measured().error())
          .isPresent()
          .isEqualTo(expected.levels().get(i).measured().error());
      assertThat(level.measured().look())
          .isPresent()
          .isEqualTo(expected.levels().get(i).measured().look());
    }
    assertThat(made.model().character()).isSameAs(made.result().levels().getFirst().character());
  }

  /** A ratio alone asks for a level: measuring it takes longer than making it. */
  @Test
  void whatNobodyAsksForIsNotMeasured() {
    List<String> phases = new ArrayList<>();
    try (RunContext context =
        new RunContext(
            1,
            RunContext.DEFAULT_SEED,
            (phase, done, of) -> phases.add(phase),
            new Cancellation())) {
      Made<SimplifyResult> made = Sinew.with(context).of(tube().character()).simplify(0.5);
      assertThat(made.result().levels().getFirst().measured().error()).isEmpty();
      assertThat(made.result().measuredPoses()).isZero();
      assertThat(phases).isNotEmpty().noneMatch(phase -> phase.contains("measuring"));
    }
  }

  /** All verbs after another, each on the result of the one before. */
  @Test
  void verbsFollowEachOther() throws IOException {
    Model full = sinew.load(file);
    Model light = full.simplify(0.1).model();
    Model small = light.limit(2).model();
    Made<UnwrapResult> atlas =
        small.unwrap(UnwrapOptions.DEFAULTS.withMetric(PoseSource.REST).withTexture(64, 1));
    Made<BakeResult> baked =
        atlas
            .model()
            .bake(
                full,
                atlas.result().sets(),
                BakeOptions.DEFAULTS.withMetric(PoseSource.REST).withResolution(64));
    assertThat(baked.result().images()).isNotEmpty();
    Made<MorphBakeResult> morphed =
        baked
            .model()
            .bakeTargets(
                seconds -> SkinningMethod.DQS,
                List.of(0),
                MorphBakeOptions.DEFAULTS.withTargets(2).withFramesPerSecond(5));
    assertThat(morphed.result().targetCount()).isPositive();
    Model smooth = morphed.model().subdivide(SubdivisionScheme.LOOP).model();
    assertThat(smooth.inspect().triangles()).isEqualTo(4 * light.inspect().triangles());
    Model back = written(smooth);
    assertSamePose(smooth, back);
    assertThat(back.bounds().whole().clips().sphere().radius())
        .isCloseTo(smooth.bounds().whole().clips().sphere().radius(), within(1e-4));
    assertThat(smooth.compare(back).clips())
        .hasSameSizeAs(full.character().clips())
        .allMatch(clip -> clip.error().max() < 1e-5);
  }

  @Test
  void anUnchangedModelIsWrittenWithoutRemarks() throws IOException {
    Path out = folder.resolve("same.glb");
    assertThat(sinew.load(file).write(out)).isEmpty();
    assertThat(sinew.load(out).issues()).isEmpty();
  }

  @Test
  void shapesBecomeModels() {
    Sample arm = Samples.create("arm");
    Made<FitResult> fitted = sinew.fit(arm.examples(), 3);
    assertThat(fitted.model().character().skins().getFirst().jointCount()).isEqualTo(3);
    Made<SolveResult> solved =
        sinew.of(arm.character()).solve(arm.examples(), SolveOptions.DEFAULTS.withClip("found"));
    assertThat(solved.result().rms()).isLessThan(0.05);
    assertThat(solved.model().character().clip("found").duration()).isPositive();
    Made<SkeletonResult> rigged = sinew.skeleton(Samples.create("quadruped").mesh());
    assertThat(rigged.result().limbCount()).isGreaterThan(3);
    assertThat(rigged.model().character()).isSameAs(rigged.result().character());
  }

  @Test
  void correctivesAreTrainedPlayedAndDrawn() {
    Sample arm = Samples.create("arm");
    Model model = sinew.of(arm.character());
    TrainResult trained =
        model.train(
            PoseExamples.of(arm.examples(), arm.poses()),
            TrainOptions.DEFAULTS
                .withMethod(PoseSpaceMethod.LOCAL)
                .withPicks(TrainOptions.Picks.REFINED, 6));
    assertThat(trained.holdout().rms()).isLessThan(trained.skin().rms());
    Correctives correctives = new Correctives(trained.database());
    TriMesh plain = model.pose("flex", 1);
    TriMesh corrected = model.pose("flex", 1, correctives);
    assertThat(corrected.positions()).isNotEqualTo(plain.positions());
    float[] last = new float[3 * plain.vertexCount()];
    model
        .player("flex", 2)
        .play(
            (frame, at) -> System.arraycopy(at, 0, last, 0, frame == 2 ? last.length : 0),
            sinew.context());
    assertThat(last).isEqualTo(plain.floatPositions());
    Picture picture = model.render("flex", 1, DrawOptions.DEFAULTS.withSize(40, 40).withSamples(1));
    assertThat(Arrays.stream(picture.pixels()).distinct().count()).isGreaterThan(10);
  }

  private Model tube() {
    return sinew.of(Samples.create("cylinder-bend").character());
  }
}
