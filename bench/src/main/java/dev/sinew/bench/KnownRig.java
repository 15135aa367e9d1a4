package dev.sinew.bench;

import dev.sinew.fit.FittedSkin;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.UnitBox;
import dev.sinew.sample.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Scanner;

/**
 * A skeleton that is known, with the bone that moves each vertex most.
 *
 * @param boneOf the known bone of each vertex
 * @param known hierarchy and joints
 */
record KnownRig(int[] boneOf, TreeComparison.Known known) {
  /** Compares the skeleton of a fitted skin. */
  TreeComparison compare(FittedSkin skin) {
    int[][] votes = new int[skin.boneCount()][known.tree().parents().length];
    for (int v = 0; v < boneOf.length; v++) {
      votes[skin.regionOf(v)][boneOf[v]]++;
    }
    int[] knownOf = new int[votes.length];
    for (int b = 0; b < votes.length; b++) {
      for (int k = 1; k < votes[b].length; k++) {
        knownOf[b] = votes[b][k] > votes[b][knownOf[b]] ? k : knownOf[b];
      }
    }
    Articulation found = Objects.requireNonNull(skin.articulation());
    return TreeComparison.of(found, knownOf, known);
  }

  /** Returns the skeleton of a built-in character. */
  static KnownRig of(Sample sample) {
    Influences weights = sample.influences();
    int[] strongest = new int[weights.vertexCount()];
    for (int v = 0; v < strongest.length; v++) {
      int best = 0;
      for (int i = 1; i < weights.count(v); i++) {
        best = weights.weight(v, i) > weights.weight(v, best) ? i : best;
      }
      strongest[v] = weights.joint(v, best);
    }
    return new KnownRig(
        strongest,
        TreeComparison.Known.of(
            sample.character().skeleton(),
            sample.skin(),
            sample.poses(),
            UnitBox.of(sample.mesh().bounds())));
  }

  /**
   * Reads a skeleton of nodes and bones between them (.tgf), weights (.DMAT) and motions (.Tmat).
   * The bones at the first node get a root without skin.
   */
  static KnownRig read(Path data, String name, String poses) throws IOException {
    Path folder = data.resolve("truth").resolve(name);
    TriMesh mesh = ObjReader.read(folder.resolve(name + ".obj")).mesh().toTriMesh();
    List<double[]> nodes = new ArrayList<>();
    List<int[]> bones = new ArrayList<>();
    readGraph(folder.resolve(name + ".tgf"), nodes, bones);
    int root = bones.size();
    int[] parents = new int[root + 1];
    Arrays.fill(parents, root);
    parents[root] = -1;
    double[] joints = new double[3 * parents.length];
    UnitBox box = UnitBox.of(mesh.bounds());
    for (int b = 0; b <= root; b++) {
      int node = b < root ? bones.get(b)[0] : 0;
      for (int axis = 0; axis < 3; axis++) {
        joints[3 * b + axis] = box.toUnit(nodes.get(node)[axis], axis);
      }
      for (int up = 0; up < root && b < root; up++) {
        parents[b] = bones.get(up)[1] == node ? up : parents[b];
      }
    }
    boolean[] skinless = new boolean[parents.length];
    skinless[root] = true;
    return new KnownRig(
        readWeights(folder.resolve(name + ".DMAT")),
        TreeComparison.Known.of(
            BoneTree.ofParents(parents),
            joints,
            readMotions(folder.resolve(poses), root),
            skinless));
  }

  private static void readGraph(Path file, List<double[]> nodes, List<int[]> bones)
      throws IOException {
    boolean edges = false;
    for (String line : Files.readAllLines(file)) {
      String[] words = line.trim().split("\\s+");
      if (words[0].equals("#")) {
        edges = true;
      } else if (edges && words.length >= 2) {
        bones.add(new int[] {Integer.parseInt(words[0]) - 1, Integer.parseInt(words[1]) - 1});
      } else if (!edges && words.length >= 4) {
        nodes.add(Arrays.stream(words, 1, 4).mapToDouble(Double::parseDouble).toArray());
      }
    }
  }

  private static int[] readWeights(Path file) throws IOException {
    try (Scanner in = new Scanner(file, StandardCharsets.UTF_8).useLocale(Locale.ROOT)) {
      int bones = in.nextInt();
      int[] strongest = new int[in.nextInt()];
      double[] most = new double[strongest.length];
      for (int b = 0; b < bones; b++) {
        for (int v = 0; v < strongest.length; v++) {
          double weight = in.nextDouble();
          if (weight > most[v]) {
            most[v] = weight;
            strongest[v] = b;
          }
        }
      }
      return strongest;
    }
  }

  /** Returns the motion of each bone in each pose, after those of the rest pose. */
  private static double[][][] readMotions(Path folder, int bones) throws IOException {
    List<double[][]> poses = new ArrayList<>();
    poses.add(identities(bones));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.Tmat")) {
      for (Path file : files) {
        double[][] pose = identities(bones);
        try (Scanner in = new Scanner(file, StandardCharsets.UTF_8).useLocale(Locale.ROOT)) {
          for (int b = 0; b < bones; b++) {
            // Four rows of three columns: the transpose of an affine transform.
            for (int i = 0; i < Affine.SIZE; i++) {
              pose[b][4 * (i % 3) + i / 3] = in.nextDouble();
            }
          }
        }
        poses.add(pose);
      }
    }
    return poses.toArray(double[][][]::new);
  }

  private static double[][] identities(int bones) {
    double[][] pose = new double[bones + 1][Affine.SIZE];
    Arrays.stream(pose).forEach(motion -> Affine.identity(motion, 0));
    return pose;
  }
}
