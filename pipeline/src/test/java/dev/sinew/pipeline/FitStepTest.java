package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitStepTest {
  @TempDir private Path folder;

  private static FitStep.Options options(List<String> examples, int bones, FitModel model) {
    return FitStep.Options.of(examples, new FitStep.Bones.Found(bones)).withModel(model);
  }

  private static FitStep.Report run(FitStep.Options options) throws IOException {
    return new FitStep().run(options, RunContext.create()).report();
  }

  private static final FitOptions FREE_BONES =
      FitOptions.DEFAULTS.withArticulated(false).withExactRest(false);

  /** Real data: the figures that the documentation gives. */
  @Nested
  @NeedsSharedData
  class RealData {
    private FitStep.Options horse(int bones, boolean compare) {
      Path horse = SharedData.path("horse");
      FitStep.Options options =
          options(
                  List.of(horse.resolve("horse-[0-9]*.obj").toString()),
                  bones,
                  FitModel.ANIMATION_SPACE)
              .withReference(horse.resolve("horse-reference.obj"))
              .withFit(compare ? FREE_BONES.withComparison() : FREE_BONES);
      return compare
          ? options.withHoldout(List.of(horse.resolve("horse-gallop.pc2").toString()))
          : options;
    }

    @Test
    void horseWithTwentyFourBones() throws IOException {
      FitStep.Report report = run(horse(24, true));
      assertThat(report.fitted().vertices()).isEqualTo(8431);
      assertThat(report.fitted().examples()).isEqualTo(11);
      assertThat(report.fitted().bones()).isEqualTo(24);
      assertThat(report.fitted().influences().mean()).isLessThanOrEqualTo(2.6);
      assertThat(report.training().rms()).isLessThanOrEqualTo(0.0013);
      assertThat(report.training().mean()).isLessThanOrEqualTo(0.0009);
      FitErrors holdout = Objects.requireNonNull(report.holdout());
      assertThat(holdout.rms()).isLessThanOrEqualTo(0.0042);
      List<FitStep.ModelErrors> all = Objects.requireNonNull(report.comparison());
      FitStep.ModelErrors ssd = all.getFirst();
      FitStep.ModelErrors mwe = all.getLast();
      assertThat(ssd.model()).isEqualTo("ssd");
      assertThat(ssd.training().rms()).isBetween(report.training().rms(), 0.0038);
      double linear = Objects.requireNonNull(ssd.holdout()).rms();
      assertThat(linear).isGreaterThan(holdout.rms());
      assertThat(mwe.training().rms()).isLessThanOrEqualTo(report.training().rms());
      assertThat(Objects.requireNonNull(mwe.holdout()).rms()).isLessThan(linear);
    }

    @Test
    void horseWithTwentyBonesInTheLiteraturesMeasure() throws IOException {
      FitStep.Report report = run(horse(20, false));
      assertThat(report.training().eRms()).isLessThanOrEqualTo(1.4);
      // By its definition, from the rms distance and the box.
      double diagonal = 1.3515281445;
      assertThat(report.training().eRms())
          .isCloseTo(1000 * report.training().rms() / Math.sqrt(3) * 2 / diagonal, within(1e-6));
    }

    @Test
    void wolfFromItsPosedMeshesAlone() throws IOException {
      Path wolf = SharedData.path("truth/wolf");
      FitStep.Report report =
          run(
              options(List.of(wolf.resolve("poses-1").toString()), 21, FitModel.LINEAR_BLEND)
                  .withReference(wolf.resolve("wolf.obj")));
      assertThat(report.fitted().bones()).isEqualTo(21);
      assertThat(report.training().rms()).isLessThanOrEqualTo(0.002);
    }

    @Test
    void wolfsWeightsFromItsTransforms() throws IOException {
      Path wolf = SharedData.path("truth/wolf");
      ExampleFiles files =
          ExampleFiles.read(
              List.of(wolf.resolve("poses-1").toString()),
              Optional.of(wolf.resolve("wolf.obj")),
              new FileSession(),
              RunContext.ofThreads(2));
      Examples examples = Examples.of(files.sequence());
      double[] weights = numbers(wolf.resolve("wolf.DMAT"));
      int joints = (int) weights[0];
      int vertices = (int) weights[1];
      BoneMotions motions = new BoneMotions(joints, examples.frameCount());
      for (int k = 1; k < examples.frameCount(); k++) {
        String name = files.sequence().name(k - 1).replace(".obj", ".Tmat");
        setFrame(motions, k, numbers(wolf.resolve("poses-1").resolve(name)), examples.box());
      }
      try (RunContext context = RunContext.ofThreads(2)) {
        Influences found = Fit.weights(examples, motions, 10, context).weights();
        double sum = 0;
        double sumOfUsed = 0;
        int used = 0;
        for (int v = 0; v < vertices; v++) {
          double[] row = new double[joints];
          for (int i = 0; i < found.count(v); i++) {
            row[found.joint(v, i)] = found.weight(v, i);
          }
          for (int j = 0; j < joints; j++) {
            double truth = weights[2 + j * vertices + v];
            sum += Math.abs(row[j] - truth);
            if (truth > 1e-6 || row[j] > 0) {
              sumOfUsed += Math.abs(row[j] - truth);
              used++;
            }
          }
        }
        assertThat(sum / (vertices * (double) joints)).isLessThanOrEqualTo(0.02);
        // Entries that are zero in both flatter; without them it still holds.
        assertThat(sumOfUsed / used).isLessThanOrEqualTo(0.02);
      }
    }

    /** Four rows of three numbers a bone, in the file's units, into units of the box. */
    private static void setFrame(BoneMotions motions, int frame, double[] transforms, UnitBox box) {
      double[] centre = {box.x(), box.y(), box.z()};
      double[] m = new double[Affine.SIZE];
      for (int j = 0; j < motions.boneCount(); j++) {
        for (int r = 0; r < 3; r++) {
          double moved = transforms[12 * j + 9 + r] - centre[r];
          for (int c = 0; c < 3; c++) {
            m[4 * r + c] = transforms[12 * j + 3 * c + r];
            moved += m[4 * r + c] * centre[c];
          }
          m[4 * r + 3] = moved / box.side();
        }
        motions.set(j, frame, m, 0);
      }
    }

    private static double[] numbers(Path file) throws IOException {
      return Arrays.stream(Files.readString(file).trim().split("\\s+"))
          .mapToDouble(Double::parseDouble)
          .toArray();
    }

    @Test
    void quadsAndFourHundredFrames() throws IOException {
      Path bone = SharedData.path("bone");
      FitStep.Report report =
          run(
              options(List.of(bone.resolve("bone.pc2").toString()), 20, FitModel.LINEAR_BLEND)
                  .withReference(bone.resolve("bone-reference.obj"))
                  .withFit(FREE_BONES.withMoves(1).withRounds(2)));
      assertThat(report.fitted().examples()).isEqualTo(400);
      assertThat(report.fitted().bones()).isEqualTo(20);
      assertThat(report.training().rms()).isLessThan(0.002);
    }
  }

  // The built-in arm, through files.

  private List<String> armFiles() throws IOException {
    new SampleStep().run(new SampleStep.Options("arm", folder.resolve("arm")), RunContext.create());
    return List.of(folder.resolve("arm").toString());
  }

  @Test
  void writesACharacterThatOpensAgain() throws IOException {
    FitStep.Options given = options(armFiles(), 4, FitModel.ANIMATION_SPACE);
    Path output = folder.resolve("fitted.glb");
    FitStep.Report report = run(given.withOutput(output));
    assertThat(report.fitted().model()).isEqualTo("as");
    SkinnedCharacter character = GltfReader.read(output).requireSound().character();
    assertThat(character.skins().getFirst().jointCount()).isEqualTo(4);
    assertThat(character.meshes().getFirst().skinning().coords()).isPresent();
    assertThat(character.clips().stream().map(clip -> clip.name()))
        .contains("examples", "pose-01", "pose-24");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void takesTheBonesOfARig(boolean keep) throws IOException {
    List<String> examples = armFiles();
    Path output = folder.resolve("rigged.glb");
    FitStep.Options given =
        FitStep.Options.of(examples, new FitStep.Bones.Rig(folder.resolve("arm/arm.glb"), keep))
            .withModel(FitModel.LINEAR_BLEND)
            .withOutput(output);
    FitStep.Report report = run(given);
    SkinnedCharacter rig =
        GltfReader.read(folder.resolve("arm/arm.glb")).requireSound().character();
    SkinnedCharacter fitted = GltfReader.read(output).requireSound().character();
    assertThat(report.fitted().bones()).isEqualTo(fitted.skins().getFirst().jointCount());
    for (int i = 0; i < fitted.skins().getFirst().jointCount(); i++) {
      int joint = fitted.skins().getFirst().joint(i);
      int same = rig.skeleton().find(fitted.skeleton().name(joint));
      assertThat(same).as(fitted.skeleton().name(joint)).isNotNegative();
    }
    assertThat(report.training().rms()).isLessThan(0.02);
  }

  @Test
  void takesBonesFromCores() throws IOException {
    List<String> examples = armFiles();
    Path cores = folder.resolve("cores.json");
    int last = Samples.create("arm").mesh().vertexCount() - 1;
    Files.writeString(
        cores, "{\"upper\": [0, 1, 2, 3, 4, 5], \"lower\": [" + last + "," + (last - 1) + "]}");
    FitStep.Options given =
        FitStep.Options.of(examples, new FitStep.Bones.Cores(cores))
            .withOutput(folder.resolve("cored.glb"));
    assertThat(run(given).fitted().bones()).isEqualTo(2);
    SkinnedCharacter made = GltfReader.read(folder.resolve("cored.glb")).requireSound().character();
    assertThat(made.skeleton().find("upper")).isNotNegative();
    for (String broken :
        List.of(
            "[]",
            "{",
            "{}",
            "{\"a\": 3}",
            "{\"a\": []}",
            "{\"a\": [1.5]}",
            "{\"a\": [-1]}",
            "{\"a\": [1e99]}",
            "{\"a\": [1], \"b\": [1]}",
            "{\"a\": [1], \"a\": [2]}",
            "{\"a\": [1]} more")) {
      Files.writeString(cores, broken);
      assertThatThrownBy(() -> run(given))
          .as(broken)
          .isInstanceOf(MalformedAssetException.class)
          .hasMessageContaining("cores.json");
    }
  }

  @Test
  void refusesShapesThatDoNotCorrespond() throws IOException {
    List<String> arm = armFiles();
    Path other = folder.resolve("other.obj");
    ObjWriter.write(other, Samples.create("cylinder-bend").mesh());
    assertThatThrownBy(
            () ->
                run(
                    options(
                        List.of(arm.getFirst(), other.toString()), 3, FitModel.ANIMATION_SPACE)))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("other.obj");
  }

  @Test
  void refusesOneExampleAndTooManyBones() throws IOException {
    Path one = folder.resolve("one.obj");
    ObjWriter.write(one, Samples.create("cylinder-bend").mesh());
    assertThatThrownBy(() -> run(options(List.of(one.toString()), 3, FitModel.ANIMATION_SPACE)))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("one.obj")
        .hasMessageContaining("besides the reference");
    Path cache = folder.resolve("arm/poses.pc2");
    armFiles();
    assertThatThrownBy(() -> run(options(List.of(cache.toString()), 3, FitModel.ANIMATION_SPACE)))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("give a reference");
  }

  @Test
  void refusesOptionsThatDoNotFitTogether() {
    FitStep.Options options = options(List.of("a.obj"), 3, FitModel.LINEAR_BLEND);
    assertThatThrownBy(() -> options.withHoldout(new FitStep.Holdout(List.of(), true)))
        .hasMessageContaining("hold-out");
    assertThatThrownBy(() -> options.withMotion(Path.of("walk.bvh"))).hasMessageContaining("rig");
    assertThatThrownBy(() -> new FitStep.Bones.Found(0)).hasMessageContaining("bones");
  }
}
