package dev.sinew.io.progressive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.Operation;
import dev.sinew.simplify.collapse.OperationStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamFileTest {
  @TempDir Path folder;

  /** Has no threads of its own to close. */
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  private static final SkinnedCharacter CHARACTER = Samples.create("cylinder-bend").character();

  private static CharacterSimplification simplification() {
    return new CharacterSimplification(
        new JoinedCharacter(CHARACTER), CharacterSimplification.Options.DEFAULTS);
  }

  private static OperationStream stream() {
    try (RunContext context = RunContext.ofThreads(1)) {
      return simplification()
          .simplify(
              SimplifyMethod.QUADRIC.price(),
              WeightedPoses.ofEqualWeight(Samples.create("cylinder-bend").poses().subList(0, 3)),
              0,
              context);
    }
  }

  @Test
  void aStreamReadEqualsTheStreamWritten() throws IOException {
    OperationStream stream = stream();
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, stream);
    OperationStream again = StreamFile.read(file);
    assertThat(again).isEqualTo(stream);
    assertThat(again.length()).isGreaterThan(50);
    Path copy = folder.resolve("b.ops");
    StreamFile.write(copy, again);
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(file));
    assertThat(simplification().replay(again, CONTEXT).triangleCount())
        .isEqualTo(again.trianglesAt(0));
  }

  private static final SkinnedCharacter GENERAL = AnimationSpaceConversion.of(CHARACTER);

  private static CharacterSimplification generalSimplification() {
    return new CharacterSimplification(
        new JoinedCharacter(GENERAL), CharacterSimplification.Options.DEFAULTS);
  }

  private static OperationStream streamWithRemovals() {
    List<Pose> poses = Samples.create("cylinder-bend").poses().subList(0, 3);
    Skin bones = new JoinedCharacter(GENERAL).boneSkin();
    try (RunContext context = RunContext.ofThreads(1)) {
      return generalSimplification()
          .simplify(
              SimplifyMethod.QUADRIC.price(),
              WeightedPoses.ofEqualWeight(poses),
              new CharacterSimplification.Removals(
                  PoseDistribution.sampleMean(PoseSamples.of(poses), bones)
                      .regularised(Regularisation.DEFAULTS),
                  InfluenceRanking.ERROR),
              0,
              context);
    }
  }

  @Test
  void removalsReadBackGiveTheSameMeshes() throws IOException {
    OperationStream stream = streamWithRemovals();
    assertThat(stream.hasRemovals()).isTrue();
    assertThat(stream.collapses()).isNotEmpty();
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, stream);
    OperationStream again = StreamFile.read(file);
    assertThat(again).isEqualTo(stream);
    for (int length : new int[] {1, stream.length() / 2, stream.length()}) {
      assertThat(coordinates(again, length)).isEqualTo(coordinates(stream, length));
    }
    assertThatThrownBy(() -> simplification().replay(again, CONTEXT).advanceTo(again.length()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("animation coordinates");
  }

  private static double[] coordinates(OperationStream stream, int length) {
    CharacterReplay replay = generalSimplification().replay(stream, CONTEXT);
    replay.advanceTo(length);
    List<Pose> poses = List.of(GENERAL.restPose());
    return replay.geometries(poses).getFirst().skinning().coords().orElseThrow().values();
  }

  @Test
  void everyTruncatedFileIsRejected() throws IOException {
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, streamWithRemovals());
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length += length < 200 ? 1 : 97) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> StreamFile.read("part", ByteBuffer.wrap(part)))
          .isInstanceOf(MalformedAssetException.class);
    }
  }

  @Test
  void changedBytesAreRejectedOrGiveAStream() throws IOException {
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, streamWithRemovals());
    byte[] bytes = Files.readAllBytes(file);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(i < 500 ? 40 : bytes.length)] = (byte) random.nextInt();
      try {
        StreamFile.read("changed", ByteBuffer.wrap(changed));
      } catch (MalformedAssetException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aStreamOfAnotherMeshIsRejected() {
    OperationStream stream = stream();
    CharacterSimplification other =
        new CharacterSimplification(
            new JoinedCharacter(Samples.create("arm").character()),
            CharacterSimplification.Options.DEFAULTS);
    assertThatThrownBy(() -> other.replay(stream, CONTEXT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Such a point would be infinite in a pose. */
  @Test
  void aPointFarOutsideTheMeshIsRejected() {
    OperationStream stream = stream();
    List<Operation> operations = new ArrayList<>(stream.operations());
    Collapse last = (Collapse) operations.removeLast();
    operations.add(
        new Collapse(last.from(), last.into(), last.x(), -1e38, last.z(), 0, 0, last.cost()));
    int[] triangles = new int[stream.length()];
    Arrays.setAll(triangles, i -> stream.trianglesAt(i + 1));
    OperationStream damaged =
        new OperationStream(
            stream.pointCount(),
            stream.fingerprint(),
            stream.trianglesAt(0),
            operations,
            triangles);
    simplification().replay(stream, CONTEXT);
    assertThatThrownBy(() -> simplification().replay(damaged, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("operation " + (stream.length() - 1) + " has a coordinate");
  }
}
