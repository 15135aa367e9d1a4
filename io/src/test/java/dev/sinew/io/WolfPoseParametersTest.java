package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.extract.JointTree;
import dev.sinew.extract.PoseParameters;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import dev.sinew.run.RunContext;
import dev.sinew.solve.PointTargets;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pose parameters of the wolf, whose joints and poses are known. Needs {@code ../shared/data}. */
@NeedsSharedData
class WolfPoseParametersTest {
  /** Returns the joint at the start of every bone, below the bone that ends there. */
  private static JointTree joints() throws IOException {
    String[] parts = Files.readString(SharedData.path("truth/wolf/wolf.tgf")).split("#", -1);
    double[] points =
        Arrays.stream(parts[0].trim().split("\\s+")).mapToDouble(Double::parseDouble).toArray();
    int[] ends = Arrays.stream(parts[1].trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    int bones = ends.length / 2;
    int[] parents = new int[bones];
    double[] rest = new double[3 * bones];
    for (int b = 0; b < bones; b++) {
      parents[b] = -1;
      System.arraycopy(points, 4 * (ends[2 * b] - 1) + 1, rest, 3 * b, 3);
      for (int other = 0; other < b; other++) {
        // Several bones start at the root: the first carries the others.
        boolean child = ends[2 * other + 1] == ends[2 * b];
        boolean sibling = ends[2 * other] == ends[2 * b];
        if (child || (sibling && parents[b] < 0)) {
          parents[b] = child || parents[other] < 0 ? other : parents[other];
        }
      }
    }
    return new JointTree(parents, rest);
  }

  @Test
  void jointsAndMeshOfEveryPose() throws IOException {
    GroundTruth wolf = new GroundTruth("wolf");
    JointTree tree = joints();
    double diagonal = wolf.mesh.bounds().diagonal();
    double side = wolf.mesh.bounds().longestSide();
    double[] rest = wolf.mesh.positions();
    double worst = 0;
    double squares = 0;
    long count = 0;
    try (RunContext context = RunContext.ofThreads(1)) {
      for (Path file : wolf.poseFiles) {
        Pose truth = wolf.pose(file);
        String mesh = file.getFileName().toString().replace(".Tmat", ".obj");
        double[] posed = ObjReader.read(file.resolveSibling(mesh)).mesh().toTriMesh().positions();
        PoseParameters found =
            PoseParameters.ofVertices(tree, rest, wolf.influences, posed, tree.rest(), context);
        double[] global = new double[Affine.SIZE];
        double[] known = new double[3];
        double[] at = new double[3];
        for (int j = 0; j < tree.count(); j++) {
          truth.copyGlobal(j, global, 0);
          Affine.transformPoint(global, 0, tree.rest(), 3 * j, known, 0);
          found.copyPosition(j, at, 0);
          double off = 0;
          for (int axis = 0; axis < 3; axis++) {
            off += (known[axis] - at[axis]) * (known[axis] - at[axis]);
          }
          worst = Math.max(worst, Math.sqrt(off) / diagonal);
        }
        squares += squaredError(found, tree, rest, wolf.influences, posed);
        count += posed.length / 3;
      }
    }
    double rms = Math.sqrt(squares / count) / side;
    assertThat(worst).isLessThan(0.02);
    assertThat(rms).isLessThan(0.01);
  }

  @Test
  void solveFindsThePosesOfARig() throws IOException {
    GroundTruth wolf = new GroundTruth("wolf");
    SkinnedCharacter character = character(wolf, joints());
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (Path file : wolf.poseFiles.subList(0, Math.min(6, wolf.poseFiles.size()))) {
      String mesh = file.getFileName().toString().replace(".Tmat", ".obj");
      names.add(mesh);
      shapes.add(ObjReader.read(file.resolveSibling(mesh)).mesh().toTriMesh().floatPositions());
    }
    try (RunContext context = RunContext.ofThreads(1)) {
      PointTargets targets = PointTargets.ofShapes(character, names, shapes);
      SolveResult joints = Solve.run(character, targets, SolveOptions.DEFAULTS, context);
      SolveResult free =
          Solve.run(character, targets, SolveOptions.DEFAULTS.withFreeJoints(true), context);
      assertThat(joints.max()).isLessThan(2e-5);
      assertThat(free.max()).isLessThan(2e-5);
    }
  }

  private static SkinnedCharacter character(GroundTruth wolf, JointTree tree) {
    Skeleton.Builder skeleton = Skeleton.builder();
    double[] inverse = new double[Affine.SIZE * tree.count()];
    int[] list = new int[tree.count()];
    for (int j = 0; j < tree.count(); j++) {
      int parent = tree.parents()[j];
      double[] at = new double[3];
      Affine.identity(inverse, Affine.SIZE * j);
      for (int axis = 0; axis < 3; axis++) {
        double rest = tree.rest()[3 * j + axis];
        at[axis] = rest - (parent < 0 ? 0 : tree.rest()[3 * parent + axis]);
        inverse[Affine.SIZE * j + 4 * axis + 3] = -rest;
      }
      list[j] = skeleton.add("bone-" + j, parent, at[0], at[1], at[2]);
    }
    return new SkinnedCharacter(
        skeleton.build(),
        List.of(new Skin("wolf", list, inverse)),
        List.of(
            new SkinnedCharacter.Geometry("wolf", wolf.mesh, new Skinning.Linear(wolf.influences))),
        List.of(new SkinnedCharacter.Part("wolf", 0, 0, 0)),
        List.of());
  }

  /** Rebuilds the motions from the angles and scales alone, then skins with them. */
  private static double squaredError(
      PoseParameters found, JointTree tree, double[] rest, Influences weights, double[] posed) {
    int n = tree.count();
    double[] motions = new double[Affine.SIZE * n];
    double[] local = new double[Affine.SIZE];
    double[] q = new double[4];
    double[] back = new double[Affine.SIZE];
    double[] root = new double[3];
    found.copyPosition(0, root, 0);
    for (int j = 0; j < n; j++) {
      EulerAngles angles = found.angles(j);
      angles.toQuaternion(q, 0);
      double s = found.scales()[j];
      double[] at = Arrays.copyOfRange(tree.rest(), 3 * j, 3 * j + 3);
      double[] to = j == 0 ? root : at;
      Affine.fromTrs(to, 0, q, 0, new double[] {s, s, s}, 0, local, 0);
      Affine.identity(back, 0);
      for (int axis = 0; axis < 3; axis++) {
        back[4 * axis + 3] = -at[axis];
      }
      Affine.multiply(local, 0, back, 0, local, 0);
      int parent = tree.parents()[j];
      if (parent < 0) {
        System.arraycopy(local, 0, motions, Affine.SIZE * j, Affine.SIZE);
      } else {
        Affine.multiply(motions, Affine.SIZE * parent, local, 0, motions, Affine.SIZE * j);
      }
    }
    double sum = 0;
    double[] moved = new double[3];
    for (int v = 0; v < weights.vertexCount(); v++) {
      double[] blend = new double[3];
      for (int i = 0; i < weights.count(v); i++) {
        Affine.transformPoint(motions, Affine.SIZE * weights.joint(v, i), rest, 3 * v, moved, 0);
        for (int axis = 0; axis < 3; axis++) {
          blend[axis] += weights.weight(v, i) * moved[axis];
        }
      }
      for (int axis = 0; axis < 3; axis++) {
        double d = blend[axis] - posed[3 * v + axis];
        sum += d * d;
      }
    }
    return sum;
  }
}
