package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.util.List;
import java.util.Random;

/** Random poses and characters from a seed. */
public final class RandomPoses {
  private RandomPoses() {}

  /** Rotates every joint about a random axis by up to an angle in radians. */
  static void rotate(Pose pose, Random random, double maxAngle) {
    Skeleton skeleton = pose.skeleton();
    double[] local = new double[Affine.SIZE];
    double[] rotation = new double[Affine.SIZE];
    double[] q = new double[4];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian() + 1e-3,
          maxAngle * random.nextDouble(),
          q,
          0);
      Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, rotation, 0);
      skeleton.copyRestLocal(j, local, 0);
      Affine.multiply(local, 0, rotation, 0, local, 0);
      pose.setLocal(j, local, 0);
    }
    pose.update();
  }

  public static Pose rotated(SkinnedCharacter character, long seed) {
    Pose pose = character.restPose();
    rotate(pose, new Random(seed), 1.5);
    return pose;
  }

  /** Returns the global transforms of a skin's joints, 12 values each. */
  static double[] globals(Skin skin, Pose pose) {
    double[] out = new double[Affine.SIZE * skin.jointCount()];
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), out, Affine.SIZE * i);
    }
    return out;
  }

  /** Returns a cloud of points without triangles; point v has counts[v % length] influences. */
  public static SkinnedCharacter cloud(int points, int[] counts, int joints, Random random) {
    Skeleton.Builder skeleton = Skeleton.builder();
    int[] all = new int[joints];
    double[] binds = new double[Affine.SIZE * joints];
    for (int j = 0; j < joints; j++) {
      int parent = j == 0 ? Skeleton.NO_PARENT : random.nextInt(j);
      skeleton.add("j" + j, parent, random.nextDouble(), random.nextDouble(), random.nextDouble());
      all[j] = j;
    }
    Skeleton built = skeleton.build();
    Pose rest = new Pose(built);
    for (int j = 0; j < joints; j++) {
      rest.copyGlobal(j, binds, Affine.SIZE * j);
      Affine.invert(binds, Affine.SIZE * j, binds, Affine.SIZE * j);
    }
    double[] positions = new double[3 * points];
    float[] normals = new float[3 * points];
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < points; v++) {
      double x = random.nextGaussian(), y = random.nextGaussian(), z = random.nextGaussian();
      double length = Math.sqrt(x * x + y * y + z * z);
      for (int k = 0; k < 3; k++) {
        positions[3 * v + k] = 2 * random.nextDouble() - 1;
        normals[3 * v + k] = (float) ((k == 0 ? x : k == 1 ? y : z) / length);
      }
      for (int i = 0, first = random.nextInt(joints); i < counts[v % counts.length]; i++) {
        rows.add((first + 3 * i) % joints, 0.1 + random.nextDouble());
      }
      rows.endRow();
    }
    TriMesh mesh =
        TriMesh.of(positions, new int[0])
            .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    return new SkinnedCharacter(
        built,
        List.of(new Skin("skin", all, binds)),
        List.of(new Geometry("cloud", mesh, new Skinning.Linear(rows.build()))),
        List.of(new Part("cloud", 0, 0, 0)),
        List.of());
  }
}
