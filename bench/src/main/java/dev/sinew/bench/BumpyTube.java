package dev.sinew.bench;

import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A tube with bumps around a chain of joints. The nearest three or four joints move each vertex, so
 * that every part of it bends. It can have any size.
 */
final class BumpyTube {
  private BumpyTube() {}

  /** Creates a tube with about the given number of triangles. */
  static SkinnedCharacter create(int triangles, int joints) {
    int around = (int) Math.max(8, Math.round(Math.sqrt(triangles / 2.0 / 6)));
    int along = triangles / 2 / around;
    double[] positions = new double[3 * around * (along + 1)];
    int[] corners = new int[6 * around * along];
    Influences.Builder rows = Influences.builder();
    for (int r = 0; r <= along; r++) {
      double height = 6.0 * r / along;
      for (int c = 0; c < around; c++) {
        double angle = 2 * Math.PI * c / around;
        double radius =
            0.5 + 0.06 * Math.sin(9 * height + 2 * angle) * Math.cos(5 * angle - 4 * height);
        int v = r * around + c;
        positions[3 * v] = radius * Math.cos(angle);
        positions[3 * v + 1] = radius * Math.sin(angle);
        positions[3 * v + 2] = height;
        addRow(rows, height / 6 * (joints - 1), joints);
      }
    }
    for (int r = 0, at = 0; r < along; r++) {
      for (int c = 0; c < around; c++) {
        int a = r * around + c;
        int b = r * around + (c + 1) % around;
        for (int corner : new int[] {a, b, b + around, a, b + around, a + around}) {
          corners[at++] = corner;
        }
      }
    }
    Skeleton.Builder chain = Skeleton.builder();
    for (int j = 0; j < joints; j++) {
      chain.add("j" + j, j - 1, 0, 0, j == 0 ? 0 : 6.0 / (joints - 1));
    }
    Skeleton skeleton = chain.build();
    return new SkinnedCharacter(
        skeleton,
        List.of(RestSkin.of("tube", skeleton)),
        List.of(
            new Geometry(
                "tube", TriMesh.of(positions, corners), new Skinning.Linear(rows.build()))),
        List.of(new Part("tube", 0, 0, 0)),
        List.of());
  }

  /** Adds weights that fall with the distance from a position on the chain. */
  private static void addRow(Influences.Builder rows, double position, int joints) {
    for (int j = (int) position - 1; j <= (int) position + 2; j++) {
      double near = 2 - Math.abs(j - position);
      if (j >= 0 && j < joints && near > 0) {
        rows.add(j, near * near);
      }
    }
    rows.endRow();
  }

  /** Returns the rest pose and poses bent at random along the chain. */
  static List<Pose> poses(SkinnedCharacter character, int count, long seed) {
    Random random = new Random(seed);
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    double[] t = new double[3];
    double[] q = new double[4];
    while (poses.size() < count) {
      Pose pose = character.restPose();
      for (int j = 0; j < character.skeleton().jointCount(); j++) {
        character.skeleton().copyRestTranslation(j, t, 0);
        Quaternion.fromAxisAngle(
            random.nextGaussian(), random.nextGaussian(), 0, 0.3 * random.nextDouble(), q, 0);
        pose.setLocal(j, t, 0, q, 0, new double[] {1, 1, 1}, 0);
      }
      pose.update();
      poses.add(pose);
    }
    return poses;
  }
}
