package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/** Fits rigid motions of bones to the vertices of their regions (Merry's thesis, section 4.1.4). */
public final class RigidBones {
  private RigidBones() {}

  /**
   * Fits the motion of each bone to its vertices in each frame.
   *
   * @param rest x, y, z of each vertex in the reference
   * @param members the vertices of each bone; a bone without vertices keeps its motion
   */
  public static void fit(
      double[] rest, ShapeSet shapes, int[][] members, BoneMotions motions, RunContext context) {
    context.run(members.length, bone -> fit(rest, shapes, members[bone], motions, bone));
  }

  /** Fits the motion of one bone. */
  public static void fit(
      double[] rest, ShapeSet shapes, int[] members, BoneMotions motions, int bone) {
    double[] moments = momentsOf(rest, members);
    double[] target = new double[Affine.SIZE];
    double[] motion = new double[Affine.SIZE];
    Procrustes procrustes = new Procrustes(false);
    int frames = shapes.frameCount();
    for (int k = 0; k < frames; k++) {
      Arrays.fill(target, 0);
      for (int v : members) {
        int p = 3 * (v * frames + k);
        for (int r = 0; r < 3; r++) {
          double y = shapes.value(p + r);
          target[4 * r] += y * rest[3 * v];
          target[4 * r + 1] += y * rest[3 * v + 1];
          target[4 * r + 2] += y * rest[3 * v + 2];
          target[4 * r + 3] += y;
        }
      }
      motions.copy(bone, k, motion, 0);
      procrustes.solve(target, moments, 0, motion, 0);
      motions.set(bone, k, motion, 0);
    }
  }

  private static double[] momentsOf(double[] rest, int[] members) {
    double[] moments = new double[16];
    double[] x = new double[4];
    x[3] = 1;
    for (int v : members) {
      System.arraycopy(rest, 3 * v, x, 0, 3);
      for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) {
          moments[4 * r + c] += x[r] * x[c];
        }
      }
    }
    return moments;
  }
}
