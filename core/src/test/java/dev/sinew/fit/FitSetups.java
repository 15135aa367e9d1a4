package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small problems with known solutions. */
public final class FitSetups {
  private FitSetups() {}

  /** Returns the character of a skin. */
  static SkinnedCharacter character(String name, FittedSkin skin, RunContext context) {
    return FittedCharacter.of(skin)
        .assemble(name, new FittedCharacter.Fallback(Influences.VIEWER_LIMIT, null), context);
  }

  /** Returns a tube along x from −1 to 1. */
  static TriMesh tube(int rings, int around) {
    double[] positions = new double[3 * rings * around];
    int[] triangles = new int[6 * (rings - 1) * around];
    int t = 0;
    for (int r = 0; r < rings; r++) {
      for (int a = 0; a < around; a++) {
        double angle = 2 * Math.PI * a / around;
        int v = r * around + a;
        positions[3 * v] = 2.0 * r / (rings - 1) - 1;
        positions[3 * v + 1] = 0.2 * Math.cos(angle);
        positions[3 * v + 2] = 0.2 * Math.sin(angle);
        if (r + 1 < rings) {
          int next = r * around + (a + 1) % around;
          for (int corner : new int[] {v, next, v + around, next, next + around, v + around}) {
            triangles[t++] = corner;
          }
        }
      }
    }
    return TriMesh.of(positions, triangles);
  }

  /**
   * Returns a rigid motion: a rotation by up to an angle about a random axis and a translation by
   * up to a length.
   */
  public static double[] motion(Random random, double angle, double shift) {
    double[] axis = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    double length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double half = angle * random.nextDouble() / 2;
    double[] q = new double[4];
    for (int i = 0; i < 3; i++) {
      q[i] = Math.sin(half) * axis[i] / length;
    }
    q[3] = Math.cos(half);
    Quaternion.normalize(q, 0);
    double[] t = new double[3];
    for (int i = 0; i < 3; i++) {
      t[i] = shift * (2 * random.nextDouble() - 1);
    }
    double[] out = new double[Affine.SIZE];
    Affine.fromTrs(t, 0, q, 0, new double[] {1, 1, 1}, 0, out, 0);
    return out;
  }

  /** Returns random rigid motions; frame 0 is the identity. */
  static BoneMotions motions(Random random, int bones, int frames) {
    BoneMotions motions = new BoneMotions(bones, frames);
    for (int b = 0; b < bones; b++) {
      for (int k = 1; k < frames; k++) {
        motions.set(b, k, motion(random, 1.5, 0.2), 0);
      }
    }
    return motions;
  }

  /** The position of a rest point in a frame. */
  interface Shape {
    double[] at(int frame, double x, double y, double z);
  }

  static Examples examples(TriMesh mesh, int frames, Shape shape) {
    List<String> names = new ArrayList<>();
    List<float[]> all = new ArrayList<>();
    for (int k = 0; k < frames; k++) {
      float[] positions = new float[3 * mesh.vertexCount()];
      for (int v = 0; v < mesh.vertexCount(); v++) {
        double[] p = shape.at(k, mesh.position(v, 0), mesh.position(v, 1), mesh.position(v, 2));
        for (int axis = 0; axis < 3; axis++) {
          positions[3 * v + axis] = (float) p[axis];
        }
      }
      names.add("frame " + k);
      all.add(positions);
    }
    return Examples.of(new MeshSequence(mesh, names, all));
  }

  /**
   * Returns a tube whose right half rotates about z at the origin by up to an angle, with a smooth
   * blend.
   */
  static Examples bending(int rings, int around, int frames, double maxAngle) {
    return examples(
        tube(rings, around),
        frames,
        (k, x, y, z) -> {
          double w = Math.clamp(0.5 + 2 * x, 0, 1);
          double angle = maxAngle * k / (frames - 1);
          double c = Math.cos(angle);
          double s = Math.sin(angle);
          return new double[] {
            (1 - w) * x + w * (c * x - s * y), (1 - w) * y + w * (s * x + c * y), z
          };
        });
  }

  /** Returns a tube that bends into an arc, evenly over its length. */
  static Examples curling(int rings, int around, int frames, double maxAngle) {
    return examples(
        tube(rings, around),
        frames,
        (k, x, y, z) -> {
          double bend = Math.max(1e-6, maxAngle * k / (frames - 1));
          double c = Math.cos(bend * x);
          double s = Math.sin(bend * x);
          return new double[] {s / bend - y * s, (1 - c) / bend + y * c, z};
        });
  }
}
