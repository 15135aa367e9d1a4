package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
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

/** Characters, poses and motions for the tests of skinning models. */
final class Posing {
  private Posing() {}

  static Part part(SkinnedCharacter character) {
    return character.parts().getFirst();
  }

  /** Returns x, y, z of all points in a pose. */
  static float[] positions(Deformer deformer, Pose pose) {
    return filled(deformer, pose).positions();
  }

  static PointBuffer filled(Deformer deformer, Pose pose) {
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    return out;
  }

  /** Returns a pose with every joint moved by a random {@link #motion}. */
  static Pose random(SkinnedCharacter character, Random random, double angle, double shift) {
    Skeleton skeleton = character.skeleton();
    Pose pose = character.restPose();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestLocal(j, local, 0);
      Affine.multiply(local, 0, motion(random, angle, shift), 0, local, 0);
      pose.setLocal(j, local, 0);
    }
    pose.update();
    return pose;
  }

  /** Returns a random rotation by up to an angle and a shift by up to a length along each axis. */
  static double[] motion(Random random, double angle, double shift) {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        angle * (2 * random.nextDouble() - 1),
        q,
        0);
    double[] t = new double[3];
    for (int c = 0; c < 3; c++) {
      t[c] = shift * (2 * random.nextDouble() - 1);
    }
    double[] out = new double[Affine.SIZE];
    Affine.fromTrs(t, 0, q, 0, new double[] {1, 1, 1}, 0, out, 0);
    return out;
  }

  /** Returns the pose with all roots moved by a transform. */
  static Pose moved(SkinnedCharacter character, Pose pose, double[] by) {
    Pose out = character.restPose();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      pose.copyLocal(j, local, 0);
      if (character.skeleton().parent(j) == Skeleton.NO_PARENT) {
        Affine.multiply(by, 0, local, 0, local, 0);
      }
      out.setLocal(j, local, 0);
    }
    out.update();
    return out;
  }

  /** Returns the points moved by a transform. */
  static float[] moved(float[] points, double[] by) {
    float[] out = new float[points.length];
    double[] p = new double[3];
    for (int at = 0; at < points.length; at += 3) {
      for (int c = 0; c < 3; c++) {
        p[c] = points[at + c];
      }
      Affine.transformPoint(by, 0, p, 0, p, 0);
      for (int c = 0; c < 3; c++) {
        out[at + c] = (float) p[c];
      }
    }
    return out;
  }

  /** Returns the character with every vertex moved by its joint of largest weight alone. */
  static SkinnedCharacter withOneInfluence(SkinnedCharacter character) {
    Geometry geometry = character.meshes().getFirst();
    Influences influences = geometry.skinning().influences().orElseThrow();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < influences.vertexCount(); v++) {
      rows.add(influences.joint(v, 0), 1).endRow();
    }
    return withInfluences(character, rows.build());
  }

  static SkinnedCharacter withInfluences(SkinnedCharacter character, Influences influences) {
    Geometry geometry = character.meshes().getFirst();
    return new SkinnedCharacter(
        character.skeleton(),
        character.skins(),
        List.of(new Geometry(geometry.name(), geometry.mesh(), new Skinning.Linear(influences))),
        character.parts(),
        character.clips());
  }

  /**
   * Binds a mesh at rest to all joints of a skeleton but the last, which is the node of the part.
   */
  static SkinnedCharacter bound(Skeleton skeleton, TriMesh mesh, Influences influences) {
    int n = skeleton.jointCount() - 1;
    Pose rest = new Pose(skeleton);
    int[] joints = new int[n];
    double[] inverse = new double[Affine.SIZE * n];
    for (int j = 0; j < n; j++) {
      joints[j] = j;
      rest.copyGlobal(j, inverse, Affine.SIZE * j);
      Affine.invert(inverse, Affine.SIZE * j, inverse, Affine.SIZE * j);
    }
    return new SkinnedCharacter(
        skeleton,
        List.of(new Skin("skin", joints, inverse)),
        List.of(new Geometry("mesh", mesh, new Skinning.Linear(influences))),
        List.of(new Part("part", n, 0, 0)),
        List.of());
  }

  /** Returns the largest distance between corresponding points. */
  static double distance(float[] a, float[] b) {
    double largest = 0;
    for (int at = 0; at < a.length; at += 3) {
      double x = a[at] - b[at];
      double y = a[at + 1] - b[at + 1];
      double z = a[at + 2] - b[at + 2];
      double d = Math.sqrt(x * x + y * y + z * z);
      largest = d >= largest ? d : Double.isNaN(d) ? Double.POSITIVE_INFINITY : largest;
    }
    return largest;
  }
}
