package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.RangeFile;
import dev.sinew.pose.Turn;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges that a user writes down, and the bounds they give. */
class RangeFileTest {
  private static final long SEED = 11;

  @TempDir private Path folder;

  private static Skeleton skeleton() {
    Skeleton.Builder builder = Skeleton.builder();
    int root = builder.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    builder.add("a/b", root, 0, 1, 0);
    builder.add("twin", root, 0, 1, 0);
    builder.add("twin", root, 0, 2, 0);
    return builder.build();
  }

  private Path write(String json) throws Exception {
    return Files.writeString(folder.resolve("ranges.json"), json);
  }

  @Test
  void eulerRangesKeepTheirOrder() throws Exception {
    Map<Integer, List<Turn>> turns =
        RangeFile.read(
            write(
                """
                { "a/b": { "z": [-90, 45], "x": [0, 180] },
                  "root": { "axis": [0, 2, 0], "range": [-30, 30] } }
                """),
            skeleton());
    assertThat(turns.get(1))
        .containsExactly(
            Turn.aboutZ(-Math.PI / 2, Math.PI / 4), Turn.aboutX(Math.toRadians(0), Math.PI));
    Turn about = Objects.requireNonNull(turns.get(0)).getFirst();
    assertThat(about.y()).isEqualTo(2);
    assertThat(about.to()).isEqualTo(Math.PI / 6, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1]                                              | /        | expected an object",
        "{ \"elbow\": {} }                                | /elbow   | no joint 'elbow'",
        "{ \"twin\": {} }                                 | /twin    | several joints",
        "{ \"a/b\": { \"x\": [1] } }                       | /a~1b/x  | expected 2 numbers",
        "{ \"a/b\": { \"x\": [1, \"2\"] } }                | /a~1b/x/1 | expected a number",
        "{ \"root\": { \"x\": [5, 1] } }                    | /root/x  | a minimum and a maximum",
        "{ \"root\": { \"w\": [5, 9] } }                    | /root/w  | 'axis' and 'range'",
        "{ \"root\": { \"axis\": [0, 0, 1] } }             | /root/range | expected 2 numbers",
        "{ \"root\": { \"axis\": [0, 0, 0], \"range\": [0, 1] } } | /root/range | non-zero",
        "{ \"root\": { \"x\": [5, 9 }                       | root     | not valid JSON",
      })
  void mistakesAreNamedWithTheirPlace(String json, String where, String reason) throws Exception {
    Path file = write(json);
    assertThatThrownBy(() -> RangeFile.read(file, skeleton()))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("ranges.json")
        .hasMessageContaining(where)
        .hasMessageContaining(reason);
  }

  /** A joint turned within the ranges given, the others anywhere in their clips. */
  @Test
  void boundsHoldOverTheRangesGiven() throws Exception {
    new SampleStep().run(new SampleStep.Options("arm", folder), RunContext.create());
    Path model = folder.resolve("arm.glb");
    SkinnedCharacter character = GltfReader.read(model).character();
    int joint = character.skins().getFirst().joint(1);
    Path ranges =
        write(
            "{ \"%s\": { \"x\": [-80, 80], \"z\": [-100, 20] } }"
                .formatted(character.skeleton().name(joint)));
    BoundsStep step = new BoundsStep();
    BoundsStep.BoundsReport plain =
        step.run(
                new BoundsStep.Options(model, Optional.empty(), Optional.empty()),
                RunContext.create())
            .report();
    Step.Outcome<BoundsStep.BoundsReport> outcome =
        step.run(
            new BoundsStep.Options(model, Optional.empty(), Optional.of(ranges)),
            RunContext.create());
    BoundsStep.BoundsReport given = outcome.report();
    assertThat(outcome.inputs()).containsExactly(model, ranges);
    assertThat(given.clips()).isEqualTo(plain.clips());
    assertThat(given.any()).isEqualTo(plain.any());
    assertThat(given.range()).isNotEqualTo(plain.range());
    List<Turn> turns =
        Objects.requireNonNull(RangeFile.read(ranges, character.skeleton()).get(joint));
    Random random = new Random(SEED);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    double[] trs = new double[10];
    for (int n = 0; n < 300; n++) {
      character.clips().getFirst().sample(random.nextDouble(), pose);
      character.skeleton().copyRestTranslation(joint, trs, 0);
      character.skeleton().copyRestRotation(joint, trs, 3);
      character.skeleton().copyRestScale(joint, trs, 7);
      for (Turn turn : turns) {
        double share = n % 2 == 0 ? random.nextInt(2) : random.nextDouble();
        double[] q = new double[4];
        double angle = turn.from() + share * (turn.to() - turn.from());
        Quaternion.fromAxisAngle(turn.x(), turn.y(), turn.z(), angle, q, 0);
        Quaternion.multiply(trs, 3, q, 0, trs, 3);
      }
      pose.setLocal(joint, trs, 0, trs, 3, trs, 7);
      pose.update();
      posed.set(pose);
      float[] points = posed.wedgePositions();
      for (int w = 0; w < points.length; w += 3) {
        BoundsStepTest.requireInside(given.range(), points[w], points[w + 1], points[w + 2]);
      }
    }
  }
}
