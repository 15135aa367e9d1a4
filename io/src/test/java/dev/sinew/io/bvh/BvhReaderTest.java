package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Corrupted;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BvhReaderTest {
  private static final String SMALL =
      """
      HIERARCHY
      ROOT Left Hip
      {
        OFFSET 1 2 3
        CHANNELS 4 Yposition Xrotation Zrotation Yrotation
        JOINT Knee {
          OFFSET 0 -10 0
          CHANNELS 3 Yrotation Xrotation Yrotation
          End Site
          {
            OFFSET 0 -5 0.5
          }
        }
      }
      root Second
      {
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        OFFSET 0 0 0
      }
      MOTION
      Frames: 2
      Frame Time: 0.5
      7 10 20 30 40 50 60 1 2 3 90 0 0
      8 -10 200 -30 45 55 -65 4 5 6 0 90 45
      """;

  private static BvhMotion read(String text) throws MalformedAssetException {
    return BvhReader.read("test.bvh", text.getBytes(StandardCharsets.UTF_8), "test");
  }

  @Test
  void readsRootsJointsAndEnds() throws Exception {
    BvhMotion motion = read(SMALL);
    Skeleton skeleton = motion.skeleton();
    assertThat(skeleton.jointCount()).isEqualTo(4);
    assertThat(List.of(0, 1, 2, 3))
        .extracting(skeleton::name)
        .containsExactly("Left Hip", "Knee", "Knee end", "Second");
    assertThat(List.of(0, 1, 2, 3)).extracting(skeleton::parent).containsExactly(-1, 0, 1, -1);
    assertThat(motion.frameCount()).isEqualTo(2);
    assertThat(motion.frameSeconds()).isEqualTo(0.5);
    assertThat(motion.clip().duration()).isEqualTo(0.5);
    assertThat(motion.clip().name()).isEqualTo("test");
    assertThat(motion.clip().tracks())
        .extracting(t -> t.joint() + " " + t.property())
        .containsExactlyInAnyOrder(
            "0 TRANSLATION", "0 ROTATION", "1 ROTATION", "3 TRANSLATION", "3 ROTATION");
    assertThat(motion.clip().tracks())
        .allMatch(t -> t.interpolation() == Clip.Interpolation.LINEAR);
  }

  @Test
  void aPositionChannelReplacesThatCoordinateOfTheOffset() throws Exception {
    BvhMotion motion = read(SMALL);
    Pose pose = new Pose(motion.skeleton());
    motion.clip().sample(0.5, pose);
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(0, global, 0);
    assertThat(new double[] {global[3], global[7], global[11]}).containsExactly(1, 8, 3);
  }

  @Test
  void composesRotationsInTheOrderOfTheChannels() throws Exception {
    assertMatchesMatrices(SMALL, read(SMALL), 0, 1);
    // Rz(90) first on the left: x rotates to y, and the later channels use rotated axes.
    BvhMotion motion = read(SMALL.replace("90 0 0\n", "90 90 0\n"));
    Pose pose = new Pose(motion.skeleton());
    motion.clip().sample(0, pose);
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(3, global, 0);
    double[] out = new double[3];
    Affine.transformVector(global, 0, new double[] {0, 1, 0}, 0, out, 0);
    assertThat(out).containsExactly(new double[] {0, 0, 1}, within(1e-12));
    Affine.transformVector(global, 0, new double[] {1, 0, 0}, 0, out, 0);
    assertThat(out).containsExactly(new double[] {0, 1, 0}, within(1e-12));
  }

  @NeedsSharedData
  @ParameterizedTest
  @CsvSource({"02_01,344", "09_01,149", "49_06,482"})
  void matchesMatrixProductsOnCapturedMotion(String name, int frames) throws Exception {
    Path file = SharedData.path("bvh").resolve(name + ".bvh");
    BvhMotion motion = BvhReader.read(file);
    assertThat(motion.frameCount()).isEqualTo(frames);
    assertThat(motion.frameSeconds()).isEqualTo(0.0083333);
    assertThat(motion.clip().name()).isEqualTo(name);
    Skeleton skeleton = motion.skeleton();
    long ends =
        java.util.stream.IntStream.range(0, skeleton.jointCount())
            .filter(j -> skeleton.name(j).endsWith(BvhReader.END_SUFFIX))
            .count();
    assertThat(skeleton.jointCount() - ends).isEqualTo(31);
    assertMatchesMatrices(Files.readString(file), motion, 0, 1, frames / 3, frames / 2, frames - 1);
  }

  /** Splits the text into words and multiplies 4×4 matrices: slow and simple. */
  private static void assertMatchesMatrices(String text, BvhMotion motion, int... frames) {
    List<String> words = List.of(text.strip().split("\\s+"));
    int motionAt = words.indexOf("MOTION");
    List<double[]> offsets = new ArrayList<>();
    List<List<String>> channels = new ArrayList<>();
    List<Integer> parents = new ArrayList<>();
    List<Integer> stack = new ArrayList<>();
    int columns = 0;
    for (int i = 0; i < motionAt; i++) {
      switch (words.get(i)) {
        case "{" -> {
          parents.add(stack.isEmpty() ? -1 : stack.getLast());
          stack.add(offsets.size());
          offsets.add(new double[3]);
          channels.add(List.of());
        }
        case "}" -> stack.removeLast();
        case "OFFSET" -> {
          for (int k = 0; k < 3; k++) {
            offsets.get(stack.getLast())[k] = Double.parseDouble(words.get(i + 1 + k));
          }
        }
        case "CHANNELS" -> {
          int count = Integer.parseInt(words.get(i + 1));
          channels.set(stack.getLast(), words.subList(i + 2, i + 2 + count));
          columns += count;
        }
        default -> {}
      }
    }
    assertThat(motion.skeleton().jointCount()).isEqualTo(offsets.size());
    Pose pose = new Pose(motion.skeleton());
    double[] actual = new double[Affine.SIZE];
    for (int frame : frames) {
      int column = motionAt + 6 + frame * columns;
      List<double[][]> globals = new ArrayList<>();
      motion.clip().sample(frame * motion.frameSeconds(), pose);
      for (int j = 0; j < offsets.size(); j++) {
        double[] position = offsets.get(j).clone();
        double[][] rotation = identity();
        for (String channel : channels.get(j)) {
          double value = Double.parseDouble(words.get(column++));
          int axis = "XYZ".indexOf(channel.charAt(0));
          if (channel.endsWith("position")) {
            position[axis] = value;
          } else {
            rotation = times(rotation, rotation(axis, Math.toRadians(value)));
          }
        }
        double[][] local = identity();
        for (int k = 0; k < 3; k++) {
          local[k][3] = position[k];
        }
        local = times(local, rotation);
        int parent = parents.get(j);
        globals.add(parent < 0 ? local : times(globals.get(parent), local));
        pose.copyGlobal(j, actual, 0);
        for (int e = 0; e < Affine.SIZE; e++) {
          assertThat(actual[e])
              .as("frame %d, joint %d, element %d", frame, j, e)
              .isEqualTo(globals.get(j)[e / 4][e % 4], within(1e-6));
        }
      }
    }
  }

  private static double[][] identity() {
    return new double[][] {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  }

  private static double[][] rotation(int axis, double angle) {
    double[][] m = identity();
    int a = (axis + 1) % 3;
    int b = (axis + 2) % 3;
    m[a][a] = Math.cos(angle);
    m[a][b] = -Math.sin(angle);
    m[b][a] = Math.sin(angle);
    m[b][b] = Math.cos(angle);
    return m;
  }

  private static double[][] times(double[][] x, double[][] y) {
    double[][] out = new double[4][4];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        for (int k = 0; k < 4; k++) {
          out[i][j] += x[i][k] * y[k][j];
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HIERARCHY|HIERARCHYX|line 1|expected HIERARCHY",
        "OFFSET 1 2 3|OFFSET 1 2|line 4|expected a number, got the end of the line",
        "OFFSET 1 2 3|OFFSET 1 2 nan|line 4|'nan'",
        "OFFSET 1 2 3|offset 1 2 3 4|line 4|expected OFFSET",
        "OFFSET 0 -5 0.5|JOINT x|line 11|expected OFFSET or }",
        "Zrotation Yrotation|Zrotation Wrotation|line 5|'Wrotation'",
        "CHANNELS 4|CHANNELS 5|line 5|expected a channel",
        "CHANNELS 4|CHANNELS 2000000000|line 5|2000000000 channels",
        "CHANNELS 4|CHANNELS -4|line 5|channels",
        "Xposition Yposition|Xposition Xposition|line 17|Xposition twice",
        "OFFSET 0 -10 0|CHANNELS 1 Xrotation|line 8|second list",
        "Frames: 2|Frames: 2147483647|line 22|do not fit",
        "Frames: 2|Frames: 1|line 24|expected the file to end",
        "Frames: 2|Frames: 3|line 22|3 frames of 13 numbers do not fit",
        "Frames: 2|Frames: x|line 21|expected an integer",
        "Frame Time: 0.5|Frame Time: 0|line 22|more than 0",
        "Frame Time: 0.5|Frame Time: 1e308|line 22|more than 0",
        "90 0 0|90 0|line 23|got the end of the line",
        "90 0 0|90 0 0 0|line 23|to end after 13 numbers",
        "root Second|branch Second|line 15|expected ROOT or MOTION",
      })
  void errorsHaveTheirLine(String good, String bad, String where, String reason) {
    assertThat(SMALL).contains(good);
    assertThatThrownBy(() -> read(SMALL.replace(good, bad)))
        .isInstanceOfSatisfying(
            MalformedAssetException.class,
            e -> {
              assertThat(e.reason()).contains(reason);
              assertThat(e.where()).isEqualTo(where);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {100_000})
  void deepNestingIsSafe(int depth) throws Exception {
    String text =
        "HIERARCHY\n"
            + "ROOT a\n{\nOFFSET 0 0 0\n"
            + "JOINT b\n{\nOFFSET 0 1 0\n".repeat(depth)
            + "}\n".repeat(depth + 1)
            + "MOTION\nFrames: 0\nFrame Time: 0.1\n";
    BvhMotion motion = read(text);
    assertThat(motion.skeleton().jointCount()).isEqualTo(depth + 1);
    assertThat(motion.clip().tracks()).isEmpty();
    assertThatThrownBy(() -> read(text.replace("}", "")))
        .isInstanceOf(MalformedAssetException.class);
  }

  @Test
  void malformedFilesAreRejectedOrRead() {
    byte[] good = SMALL.getBytes(StandardCharsets.UTF_8);
    Corrupted.Reader reader =
        file -> {
          BvhMotion motion = BvhReader.read("test.bvh", file, "test");
          motion.clip().sample(0.3, new Pose(motion.skeleton()));
        };
    assertThat(Corrupted.everyPrefix(good, reader)).isGreaterThan(good.length - 10);
    assertThat(Corrupted.byteFlips(good, new Random(3).nextLong(), 2000, reader))
        .isGreaterThan(100);
  }
}
