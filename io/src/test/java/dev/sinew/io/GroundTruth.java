package dev.sinew.io;

import dev.sinew.io.obj.ObjReader;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A character of the folder {@code truth}: mesh, weights, and bone transforms from the rest pose to
 * a pose, so that the bones are joints without parents and bind matrices.
 */
final class GroundTruth {
  final TriMesh mesh;
  final Influences influences;
  final Skin skin;
  final Skeleton skeleton;
  final List<Path> poseFiles;
  private final Path bones;

  GroundTruth(String name) throws IOException {
    Path folder = SharedData.path("truth").resolve(name);
    mesh = ObjReader.read(folder.resolve(name + ".obj")).mesh().toTriMesh();
    bones = folder.resolve(name + ".tgf");
    double[] weights = numbers(folder.resolve(name + ".DMAT"));
    int joints = (int) weights[0];
    influences = influences(weights, joints, mesh.vertexCount());
    Skeleton.Builder tree = Skeleton.builder();
    double[] binds = new double[Affine.SIZE * joints];
    int[] list = new int[joints];
    for (int j = 0; j < joints; j++) {
      list[j] = tree.add("bone " + j, Skeleton.NO_PARENT, 0, 0, 0);
      Affine.identity(binds, Affine.SIZE * j);
    }
    skeleton = tree.build();
    skin = new Skin("skin", list, binds);
    try (Stream<Path> files = Files.walk(folder)) {
      poseFiles = files.filter(f -> f.toString().endsWith(".Tmat")).sorted().toList();
    }
  }

  /** Column-major: one column per joint, one row per vertex. */
  private static Influences influences(double[] all, int joints, int vertices) {
    if ((int) all[1] != vertices) {
      throw new IllegalStateException("weights: expected " + vertices + " rows, got " + all[1]);
    }
    Influences.Builder builder = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      for (int j = 0; j < joints; j++) {
        builder.add(j, Math.max(0, all[2 + j * vertices + v]));
      }
      builder.endRow();
    }
    return builder.build();
  }

  /** Reads a pose. */
  Pose pose(Path file) throws IOException {
    double[] transforms = numbers(file);
    Pose pose = new Pose(skeleton);
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          // Stored as four rows of three: the transform's transpose.
          local[4 * r + c] = transforms[Affine.SIZE * j + 3 * c + r];
        }
      }
      pose.setLocal(j, local, 0);
    }
    pose.update();
    return pose;
  }

  List<Pose> givenPoses() throws IOException {
    List<Pose> poses = new ArrayList<>();
    for (Path file : poseFiles) {
      poses.add(pose(file));
    }
    return poses;
  }

  /** Returns random poses: every bone rotated about its upper end by up to 45 degrees. */
  List<Pose> randomPoses(int count, Random random) throws IOException {
    String[] parts = Files.readString(bones).split("#", -1);
    double[] points = Arrays.stream(words(parts[0])).mapToDouble(Double::parseDouble).toArray();
    int[] ends = Arrays.stream(words(parts[1])).mapToInt(Integer::parseInt).toArray();
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      poses.add(randomPose(points, ends, random));
    }
    return poses;
  }

  /** Points are index, x, y, z; bone j connects two points. */
  private Pose randomPose(double[] points, int[] ends, Random random) {
    Pose pose = new Pose(skeleton);
    double[] globals = new double[Affine.SIZE * skeleton.jointCount()];
    double[] one = {1, 1, 1};
    double[] turn = new double[4];
    double[] back = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int at = Affine.SIZE * j;
      int pivot = 4 * (ends[2 * j] - 1) + 1;
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          Math.PI / 4 * random.nextDouble(),
          turn,
          0);
      Affine.fromTrs(points, pivot, turn, 0, one, 0, globals, at);
      Affine.identity(back, 0);
      for (int c = 0; c < 3; c++) {
        back[4 * c + 3] = -points[pivot + c];
      }
      Affine.multiply(globals, at, back, 0, globals, at);
      for (int i = 0; i < j; i++) {
        if (ends[2 * i + 1] == ends[2 * j]) {
          Affine.multiply(globals, Affine.SIZE * i, globals, at, globals, at);
        }
      }
      pose.setLocal(j, globals, at);
    }
    pose.update();
    return pose;
  }

  private static String[] words(String text) {
    return text.trim().split("\\s+", -1);
  }

  private static double[] numbers(Path file) throws IOException {
    return Arrays.stream(words(Files.readString(file))).mapToDouble(Double::parseDouble).toArray();
  }
}
