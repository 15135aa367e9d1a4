package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.nio.file.Path;
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
    LimitOptions options = LimitOptions.DEFAULTS.withMaxInfluences(1).withHelpers(2);
    LimitResult limited = Limit.run(model.character(), options, sinew.context());
    assertThat(limited.helpers()).isEqualTo(2);
    Model back = written(model.with(limited.character()));
    assertThat(back.character().skins().getFirst().jointCount())
        .isEqualTo(model.character().skins().getFirst().jointCount() + 2);
    assertSamePose(model.with(limited.character()), back);
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
    SkinnedCharacter twice =
        Transform.run(model.character(), TransformOptions.DEFAULTS.withScale(2), sinew.context())
            .character();
    Model back = written(model.with(twice));
    assertSamePose(model.with(twice), back);
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
  void aLevelKeepsItsFigures() {
    Model model = sinew.of(Samples.create("cylinder-bend").character());
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(0.5).withMeasuring(Measuring.QUICK);
    SimplifyResult.Level expected =
        Simplify.run(model.character(), options, sinew.context()).levels().getFirst();
    Model level = model.simplify(options);
    assertThat(level.level().orElseThrow().error()).isEqualTo(expected.error());
    assertThat(level.level().orElseThrow().look()).isEqualTo(expected.look());
    assertThat(level.level().orElseThrow().error()).isPresent();
    assertThat(model.level()).isEmpty();
    assertThat(level.limit(1).level()).isEmpty();
  }
}
