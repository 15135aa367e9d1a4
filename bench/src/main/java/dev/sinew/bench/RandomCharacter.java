package dev.sinew.bench;

import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Points with random joints: the hardest order for caches and branches, and the one that other
 * programs' figures are given for. As in a real character, points share a limited number of joint
 * sets, because some models prepare data per joint set.
 */
final class RandomCharacter {
  private static final int JOINT_SETS = 200;

  private RandomCharacter() {}

  /** Creates a cloud of points with normals, all with the same number of different joints. */
  static SkinnedCharacter create(int points, int influences, int joints, long seed) {
    Random random = new Random(seed);
    Skeleton skeleton = skeleton(joints, random);
    double[] positions = new double[3 * points];
    float[] normals = new float[3 * points];
    int[][] sets = new int[JOINT_SETS][];
    Arrays.setAll(sets, i -> random.ints(0, joints).distinct().limit(influences).toArray());
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < points; v++) {
      double turn = 2 * Math.PI * random.nextDouble();
      normals[3 * v] = (float) Math.cos(turn);
      normals[3 * v + 1] = (float) Math.sin(turn);
      for (int k = 0; k < 3; k++) {
        positions[3 * v + k] = random.nextDouble();
      }
      for (int joint : sets[random.nextInt(JOINT_SETS)]) {
        rows.add(joint, 0.1 + random.nextDouble());
      }
      rows.endRow();
    }
    TriMesh mesh =
        TriMesh.of(positions, new int[0])
            .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    return new SkinnedCharacter(
        skeleton,
        List.of(RestSkin.of("cloud", skeleton)),
        List.of(new Geometry("cloud", mesh, new Skinning.Linear(rows.build()))),
        List.of(new Part("cloud", 0, 0, 0)),
        List.of());
  }

  private static Skeleton skeleton(int joints, Random random) {
    Skeleton.Builder builder = Skeleton.builder();
    for (int j = 0; j < joints; j++) {
      int parent = j == 0 ? Skeleton.NO_PARENT : random.nextInt(j);
      builder.add("j" + j, parent, 0.1 * random.nextDouble(), 0.1 * random.nextDouble(), 0.1);
    }
    return builder.build();
  }

  /** Returns a pose with every joint turned by up to half a radian. */
  static Pose pose(SkinnedCharacter character, long seed) {
    Random random = new Random(seed);
    Pose pose = character.restPose();
    double[] t = new double[3];
    double[] q = new double[4];
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      character.skeleton().copyRestTranslation(j, t, 0);
      Quaternion.fromAxisAngle(random.nextDouble(), 1, 0, random.nextDouble() / 2, q, 0);
      pose.setLocal(j, t, 0, q, 0, new double[] {1, 1, 1}, 0);
    }
    pose.update();
    return pose;
  }
}
