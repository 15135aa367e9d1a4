package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FileSession;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.retarget.Motion;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BvhWriterTest {
  private static final long SEED = 20261117;
  private static final int FRAMES = 12;

  @TempDir private Path folder;
  private final Random random = new Random(SEED);

  private double[] rotation() {
    double[] q = {
      random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextGaussian()
    };
    Quaternion.normalize(q, 0);
    return q;
  }

  /** A skeleton with rotations at rest under a scaled node. */
  private Skeleton skeleton() {
    Skeleton.Builder builder = Skeleton.builder();
    double[] small = {0.1, 0.1, 0.1};
    double[] one = {1, 1, 1};
    builder.add("scene", -1, new double[] {1, 2, 3}, rotation(), small);
    builder.add("hips", 0, new double[] {4, 5, 6}, rotation(), one);
    builder.add("left arm", 1, new double[] {3, 1, 0}, rotation(), one);
    builder.add("hand", 2, new double[] {2, 0, 1}, rotation(), one);
    builder.add("left arm", 1, new double[] {-3, 1, 0}, rotation(), one);
    return builder.build();
  }

  private Clip clip(boolean moving) {
    double[] times = IntStream.range(0, FRAMES).mapToDouble(k -> k / 24.0).toArray();
    List<Clip.Track> tracks = new ArrayList<>();
    for (int j = 1; j < 5; j++) {
      double[] values = new double[4 * FRAMES];
      for (int k = 0; k < FRAMES; k++) {
        System.arraycopy(rotation(), 0, values, 4 * k, 4);
      }
      tracks.add(
          new Clip.Track(j, Clip.Property.ROTATION, Clip.Interpolation.LINEAR, times, values));
      if (j == 1 || moving) {
        tracks.add(
            new Clip.Track(
                j,
                Clip.Property.TRANSLATION,
                Clip.Interpolation.LINEAR,
                times,
                random.doubles(3L * FRAMES, -5, 5).toArray()));
      }
    }
    return new Clip("test", tracks);
  }

  private void write(Path file, Skeleton skeleton, Clip clip) throws IOException {
    FileSession.write(
        files -> BvhWriter.write(file, skeleton, List.of(1, 2, 3, 4), clip, FRAMES, 24, files));
  }

  @Test
  void jointsComeBackWhereTheyWere() throws IOException {
    for (boolean moving : new boolean[] {false, true}) {
      Skeleton skeleton = skeleton();
      Clip clip = clip(moving);
      Path file = folder.resolve("motion-" + moving + ".bvh");
      write(file, skeleton, clip);
      BvhMotion read = BvhReader.read(file);
      assertThat(read.frameCount()).isEqualTo(FRAMES);
      assertThat(read.frameSeconds()).isCloseTo(1 / 24.0, within(1e-9));
      int[] readJoint = {
        read.skeleton().find("hips"),
        read.skeleton().find("left_arm"),
        read.skeleton().find("hand"),
        read.skeleton().find("left_arm_2")
      };
      Pose expected = new Pose(skeleton);
      Pose actual = new Pose(read.skeleton());
      double[] a = new double[Affine.SIZE];
      double[] b = new double[Affine.SIZE];
      for (int k = 0; k < FRAMES; k++) {
        clip.sample(k / 24.0, expected);
        read.clip().sample(k * read.frameSeconds(), actual);
        for (int j = 1; j < 5; j++) {
          expected.copyGlobal(j, a, 0);
          actual.copyGlobal(readJoint[j - 1], b, 0);
          for (int axis = 0; axis < 3; axis++) {
            assertThat(b[4 * axis + 3])
                .as("seed %d, frame %d, joint %d", SEED, k, j)
                .isCloseTo(a[4 * axis + 3], within(1e-5));
          }
        }
      }
    }
  }

  @Test
  void aMotionMapsBackToItsOwnSkeleton() throws IOException {
    Skeleton skeleton = skeleton();
    Clip clip = clip(false);
    Path file = folder.resolve("motion.bvh");
    write(file, skeleton, clip);
    BvhMotion read = BvhReader.read(file);
    RetargetResult mapping =
        Retarget.run(
            new Motion(read.skeleton(), read.clip()),
            skeleton,
            RetargetOptions.DEFAULTS,
            RunContext.ofThreads(1));
    Clip.Track hand =
        mapping.clip().tracks().stream().filter(t -> t.joint() == 3).findFirst().orElseThrow();
    Pose expected = new Pose(skeleton);
    double[] local = new double[Affine.SIZE];
    double[] q = new double[4];
    double[] found = new double[4];
    for (int k = 0; k < FRAMES; k++) {
      clip.sample(k / 24.0, expected);
      expected.copyLocal(3, local, 0);
      Quaternion.fromMatrix(local, 0, q, 0);
      hand.sample(k / 24.0, found, 0);
      double dot = 0;
      for (int i = 0; i < 4; i++) {
        dot += q[i] * found[i];
      }
      assertThat(Math.abs(dot)).as("seed %d, frame %d", SEED, k).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void anglesHaveNoJumps() throws IOException {
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("a", -1, 0, 0, 0);
    Skeleton skeleton = builder.build();
    double[] times = new double[60];
    double[] values = new double[240];
    for (int k = 0; k < 60; k++) {
      times[k] = k / 30.0;
      Quaternion.fromAxisAngle(0, 1, 0, Math.toRadians(12 * k), values, 4 * k);
    }
    Clip clip =
        new Clip(
            "turn",
            List.of(
                new Clip.Track(
                    0, Clip.Property.ROTATION, Clip.Interpolation.LINEAR, times, values)));
    Path file = folder.resolve("turn.bvh");
    FileSession.write(files -> BvhWriter.write(file, skeleton, List.of(0), clip, 60, 30, files));
    List<String> lines = Files.readAllLines(file);
    double before = 0;
    for (String line : lines.subList(lines.size() - 60, lines.size())) {
      double y = Double.parseDouble(line.split(" ", -1)[4]);
      assertThat(Math.abs(y - before)).isLessThan(13);
      before = y;
    }
    assertThat(before).isCloseTo(12 * 59, within(1e-4));
  }
}
