package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.posespace.PoseSpaceApplyStep;
import dev.sinew.pipeline.posespace.PoseSpaceBakeStep;
import dev.sinew.pipeline.posespace.PoseSpaceTrainStep;
import dev.sinew.pipeline.posespace.PoseSpaceTransferStep;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps called from Java, as a program with files does. */
class StepsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  @TempDir Path folder;
  private Path model = Path.of("");
  private String clip = "";

  @BeforeEach
  void write() throws IOException {
    SkinnedCharacter tube = Samples.create("cylinder-bend").character();
    clip = tube.clips().getFirst().name();
    model = folder.resolve("tube.glb");
    CharacterWriter.toDocument("tube", tube).write(model);
  }

  private SkinnedCharacter read(Path file) throws IOException {
    return GltfReader.read(file).requireSound().character();
  }

  @Test
  void inspectTellsWhatAFileHas() throws IOException {
    var report = new InspectStep().run(new InspectStep.Options(model), CONTEXT).report();
    assertThat(report.counts().joints()).isEqualTo(read(model).skins().getFirst().jointCount());
    assertThat(report.issues()).isEmpty();
  }

  @Test
  void poseWritesOneFrameAndDeformAll() throws IOException {
    Path posed = folder.resolve("posed.glb");
    new PoseStep()
        .run(
            new PoseStep.Options(
                model, Optional.of(clip), Optional.empty(), 0.5, Optional.empty(), posed),
            CONTEXT);
    assertThat(read(posed).clips()).isEmpty();
    Path cache = deformed(SkinningMethod.SSD);
    try (PointCache frames = PointCache.open(cache)) {
      assertThat(frames.pointCount())
          .isEqualTo(read(model).meshes().getFirst().mesh().vertexCount());
      assertThat(frames.frameCount()).isGreaterThan(5);
    }
  }

  private Path deformed(SkinningMethod method) throws IOException {
    Path cache = folder.resolve(method + ".pc2");
    new DeformStep()
        .run(
            new DeformStep.Options(
                model, Optional.of(clip), Optional.empty(), 5, Optional.of(method), cache),
            CONTEXT);
    return cache;
  }

  @Test
  void renderPaints() throws IOException {
    Path picture = folder.resolve("tube.png");
    new RenderStep().run(RenderStep.Options.of(List.of(model), picture), CONTEXT);
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isPositive();
  }

  @Test
  void simplifyAndTransformWriteModels() throws IOException {
    Path light = folder.resolve("light.glb");
    var report =
        new SimplifyStep()
            .run(
                new SimplifyStep.Request(model, SimplifyOptions.DEFAULTS.withRatios(0.25), light),
                CONTEXT);
    assertThat(report.outputs()).containsExactly(light);
    int before = read(model).meshes().getFirst().mesh().triangleCount();
    assertThat(read(light).meshes().getFirst().mesh().triangleCount()).isLessThan(before / 3);
    Path large = folder.resolve("large.glb");
    new TransformStep()
        .run(
            new TransformStep.Options(light, TransformOptions.DEFAULTS.withScale(10), large),
            CONTEXT);
    assertThat(read(large).meshes().getFirst().mesh().bounds().longestSide())
        .isCloseTo(
            10 * read(light).meshes().getFirst().mesh().bounds().longestSide(), within(1e-3));
  }

  @Test
  void solveFindsThePosesOfShapes() throws IOException {
    var options = SolveStep.Options.of(model, List.of(deformed(SkinningMethod.SSD).toString()));
    assertThat(new SolveStep().run(options, CONTEXT).report().distance().rms()).isLessThan(1e-4);
  }

  @Test
  void correctivesAreTrainedAppliedTransferredAndBaked() throws IOException {
    Path shapes = deformed(SkinningMethod.DQS);
    Path database = folder.resolve("tube.psdb");
    var trained =
        new PoseSpaceTrainStep()
            .run(
                new PoseSpaceTrainStep.Options(
                    model,
                    List.of(shapes.toString()),
                    Optional.empty(),
                    Optional.of(clip),
                    5,
                    TrainOptions.DEFAULTS,
                    Optional.empty(),
                    database),
                CONTEXT)
            .report();
    assertThat(trained.accuracy().training().error().rms())
        .isLessThan(trained.accuracy().skin().error().rms() / 10);
    Path applied = folder.resolve("applied.pc2");
    new PoseSpaceApplyStep()
        .run(
            new PoseSpaceApplyStep.Options(
                model,
                Optional.empty(),
                database,
                Optional.of(clip),
                Optional.empty(),
                5,
                Optional.empty(),
                applied),
            CONTEXT);
    try (PointCache wanted = PointCache.open(shapes);
        PointCache got = PointCache.open(applied)) {
      float[] one = new float[3 * wanted.pointCount()];
      float[] other = one.clone();
      wanted.frame(2, one);
      got.frame(2, other);
      assertThat(other).usingComparatorWithPrecision(1e-4f).containsExactly(one);
    }
    Path moved = folder.resolve("moved.psdb");
    var transferred =
        new PoseSpaceTransferStep()
            .run(
                new PoseSpaceTransferStep.Options(model, Optional.empty(), database, moved),
                CONTEXT)
            .report();
    assertThat(transferred.maxDistance()).isLessThan(1e-6);
    Path baked = folder.resolve("baked.glb");
    new PoseSpaceBakeStep()
        .run(
            new PoseSpaceBakeStep.Options(
                model,
                Optional.empty(),
                moved,
                List.of(clip),
                Optional.empty(),
                MorphBakeOptions.DEFAULTS,
                baked),
            CONTEXT);
    assertThat(read(baked).meshes().getFirst().morphs().isEmpty()).isFalse();
  }
}
