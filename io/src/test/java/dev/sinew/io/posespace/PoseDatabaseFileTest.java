package dev.sinew.io.posespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.posespace.Block;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.JointSpace;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.dynamic.AccelerationModel;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.SpringModel;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PoseDatabaseFileTest {
  private static final Sample BEND = Cylinder.bending(60, 5);

  private static PoseDatabase database(PoseSpaceMethod method) {
    return database(TrainOptions.DEFAULTS.withMethod(method));
  }

  private static PoseDatabase database(TrainOptions options) {
    return PoseSpaceTraining.run(
            BEND.character(),
            PoseExamples.of(BEND.examples(), BEND.poses()),
            options,
            RunContext.ofThreads(1))
        .database();
  }

  /** Returns a database with offsets before and after skinning: a fold by 180° is singular. */
  private static PoseDatabase folded() {
    Pose pose = BEND.character().restPose();
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 0, 1, Math.PI, q, 0);
    pose.setLocal(1, new double[] {0, Cylinder.LENGTH / 2, 0}, 0, q, 0, new double[] {1, 1, 1}, 0);
    pose.update();
    float[] shape = BEND.examples().positions(0).clone();
    return PoseSpaceTraining.run(
            BEND.character(),
            new PoseExamples(List.of("fold"), List.of(pose), List.of(shape)),
            TrainOptions.DEFAULTS,
            RunContext.ofThreads(1))
        .database();
  }

  private static DynamicModel springs(int vertices) {
    double[] values = new double[2 * SpringModel.SIZE];
    Arrays.setAll(values, i -> 1 + 0.5 * i);
    return new SpringModel(vertices, new int[] {3, 700}, values);
  }

  private static DynamicModel accelerations(int vertices) {
    double[] values = new double[AccelerationModel.SIZE];
    Arrays.setAll(values, i -> Math.sin(i));
    return new AccelerationModel(vertices, new int[] {11}, values);
  }

  /** All kinds of content. */
  private static Stream<PoseDatabase> databases() {
    PoseDatabase rbf = database(PoseSpaceMethod.RBF);
    int vertices = rbf.surface().vertexCount();
    return Stream.of(
        database(PoseSpaceMethod.SHEPARD),
        rbf,
        database(PoseSpaceMethod.LINEAR_RBF),
        database(PoseSpaceMethod.WEIGHTED),
        database(PoseSpaceMethod.LOCAL),
        database(TrainOptions.DEFAULTS.withSpace(JointSpace.TWIST)),
        database(TrainOptions.DEFAULTS.withForm(TrainOptions.Form.FORWARD)),
        folded(),
        rbf.withDynamics(List.of(springs(vertices))),
        rbf.withDynamics(List.of(accelerations(vertices))));
  }

  private static byte[] bytes(PoseDatabase database) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PoseDatabaseFile.write(database, new DataOutputStream(out));
    return out.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("databases")
  void keepsEverything(PoseDatabase wanted, @TempDir Path folder) throws IOException {
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
    for (int b = 0; b < wanted.blocks().size(); b++) {
      assertThat(read.blocks().get(b).posed()).isEqualTo(wanted.blocks().get(b).posed());
      assertThat(read.blocks().get(b).weights()).isEqualTo(wanted.blocks().get(b).weights());
    }
    assertThat(read.dynamics()).hasSameSizeAs(wanted.dynamics());
    for (int d = 0; d < wanted.dynamics().size(); d++) {
      DynamicModel own = wanted.dynamics().get(d);
      assertThat(read.dynamics().get(d)).isInstanceOf(own.getClass());
      assertThat(read.dynamics().get(d).vertices()).isEqualTo(own.vertices());
      assertThat(read.dynamics().get(d).values()).isEqualTo(own.values());
    }
    assertThat(played(read)).isEqualTo(played(wanted));
  }

  @Test
  void aFoldHasOffsetsBeforeAndAfterSkinning() {
    assertThat(folded().blocks()).anyMatch(Block::posed).anyMatch(block -> !block.posed());
  }

  /** Returns the shape in two frames, the second with motion. */
  private static float[] played(PoseDatabase database) {
    CharacterSurface.Posed posed =
        CharacterSurface.of(BEND.character(), new Correctives(database).moving(0.1)).newPosed();
    posed.set(BEND.poses().get(1));
    posed.set(BEND.poses().get(2));
    return posed.wedgePositions().clone();
  }

  /** Without limits of the coefficients, offsets are evaluated as floats instead of 16 bits. */
  @Test
  void filesOfVersionOneAreRead() throws IOException {
    PoseDatabase wanted = database(PoseSpaceMethod.RBF);
    wanted = wanted.withDynamics(List.of(springs(wanted.surface().vertexCount())));
    PoseDatabase read = PoseDatabaseFile.read("old", VersionOne.bytes(wanted));
    assertThat(read.blocks()).hasSameSizeAs(wanted.blocks());
    assertThat(read.blocks().getFirst().limits()).containsOnly(Double.MAX_VALUE);
    assertThat(played(read)).containsExactly(played(wanted), within(1e-6f));
  }

  @Test
  void accelerationsOfVersionOneAreRefused() throws IOException {
    PoseDatabase wanted = database(PoseSpaceMethod.RBF);
    byte[] old =
        VersionOne.bytes(
            wanted.withDynamics(List.of(accelerations(wanted.surface().vertexCount()))));
    assertThatThrownBy(() -> PoseDatabaseFile.read("old", old))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("train them again");
  }

  /** Poses of another joint space have another number of coordinates. */
  @Test
  void coordinatesOfAnotherSpaceAreReported() throws IOException {
    byte[] whole = bytes(database(PoseSpaceMethod.RBF));
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    byte[] changed =
        text.replace("\0\tTRANSFORM", "\0\5TWIST").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(changed.length).isEqualTo(whole.length - 4);
    assertThatThrownBy(() -> PoseDatabaseFile.read("changed", changed))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("coordinates: expected");
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
        played(PoseDatabaseFile.read("changed", changed));
      } catch (MalformedAssetException e) {
        assertThat(e.source()).as("seed %d", seed).isEqualTo("changed");
      } catch (RequestException e) {
        // A database of another character.
        assertThat(e).as("seed %d", seed).hasMessageMatching("(?s).*(joint|transfer).*");
      }
    }
  }
}
