package dev.sinew.io.posespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.posespace.Block;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoseDatabaseFileTest {
  private static PoseDatabase database(PoseSpaceMethod method) {
    Sample sample = Cylinder.bending(60, 5);
    return PoseSpaceTraining.run(
            sample.character(),
            PoseExamples.of(sample.examples(), sample.poses()),
            TrainOptions.DEFAULTS.withMethod(method),
            RunContext.ofThreads(1))
        .database();
  }

  private static byte[] bytes(PoseDatabase database) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PoseDatabaseFile.write(database, new DataOutputStream(out));
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(
      value = PoseSpaceMethod.class,
      names = {"SHEPARD", "RBF", "LINEAR_RBF", "WEIGHTED"})
  void keepsEverything(PoseSpaceMethod method, @TempDir Path folder) throws IOException {
    PoseDatabase wanted = database(method);
    Path file = folder.resolve("bend.psdb");
    FileSession.write(files -> PoseDatabaseFile.write(file, wanted, files));
    assertThat(Files.size(file)).isEqualTo(PoseDatabaseFile.size(wanted));
    assertThat(Format.of(file)).isEqualTo(Format.CORRECTIVES);
    PoseDatabase read = PoseDatabaseFile.read(file);
    assertThat(read.space()).isEqualTo(wanted.space());
    assertThat(read.poses()).isEqualTo(wanted.poses());
    assertThat(read.coordinates()).isEqualTo(wanted.coordinates());
    assertThat(read.surface().triangles()).isEqualTo(wanted.surface().triangles());
    assertThat(bytes(read)).isEqualTo(bytes(wanted));
    Block block = read.blocks().getFirst();
    assertThat(block.weights()).isEqualTo(wanted.blocks().getFirst().weights());
  }

  @Test
  void everyTruncationIsReported() throws IOException {
    byte[] whole = bytes(database(PoseSpaceMethod.LINEAR_RBF));
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      int length = i < 200 ? i : random.nextInt(whole.length);
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> PoseDatabaseFile.read("cut", cut))
          .as("length %d", length)
          .isInstanceOf(MalformedAssetException.class);
    }
  }

  @Test
  void changedBytesNeverFailOtherwise() throws IOException {
    byte[] whole = bytes(database(PoseSpaceMethod.LINEAR_RBF));
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      byte[] changed = whole.clone();
      // The counts are in the beginning and in the last part.
      int at = random.nextBoolean() ? random.nextInt(400) : whole.length - 1 - random.nextInt(4000);
      changed[Math.floorMod(at, whole.length)] = (byte) random.nextInt();
      try {
        PoseDatabaseFile.read("changed", changed);
      } catch (MalformedAssetException e) {
        assertThat(e.source()).as("seed %d", seed).isEqualTo("changed");
      }
    }
  }
}
