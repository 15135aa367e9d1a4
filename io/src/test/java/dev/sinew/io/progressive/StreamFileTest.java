package dev.sinew.io.progressive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.JoinedCharacter;
import dev.sinew.simplify.OperationStream;
import dev.sinew.simplify.Simplifier;
import dev.sinew.simplify.WeightedPoses;
import dev.sinew.skin.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamFileTest {
  @TempDir Path folder;

  private static final SkinnedCharacter CHARACTER = Samples.create("cylinder-bend").character();

  private static CharacterSimplification simplification() {
    return new CharacterSimplification(
        new JoinedCharacter(CHARACTER), CharacterSimplification.Options.DEFAULTS);
  }

  private static OperationStream stream() {
    try (Workers workers = new Workers(1)) {
      return simplification()
          .quadrics(
              WeightedPoses.alike(Samples.create("cylinder-bend").poses().subList(0, 3)),
              0,
              workers,
              Simplifier.Progress.SILENT);
    }
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    OperationStream stream = stream();
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, stream);
    OperationStream again = StreamFile.read(file);
    assertThat(again).isEqualTo(stream);
    assertThat(again.length()).isGreaterThan(50);
    Path copy = folder.resolve("b.ops");
    StreamFile.write(copy, again);
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(file));
    assertThat(simplification().replay(again).triangleCount()).isEqualTo(again.trianglesAt(0));
  }

  @Test
  void everyShorterFileIsRefused() throws IOException {
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, stream());
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length += length < 200 ? 1 : 97) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> StreamFile.read("part", ByteBuffer.wrap(part)))
          .isInstanceOf(MalformedAssetException.class);
    }
  }

  @Test
  void changedBytesAreRefusedOrGiveAStream() throws IOException {
    Path file = folder.resolve("a.ops");
    StreamFile.write(file, stream());
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
  void aStreamOfAnotherMeshIsRefused() {
    OperationStream stream = stream();
    CharacterSimplification other =
        new CharacterSimplification(
            new JoinedCharacter(Samples.create("arm").character()),
            CharacterSimplification.Options.DEFAULTS);
    assertThatThrownBy(() -> other.replay(stream)).isInstanceOf(IllegalArgumentException.class);
  }
}
