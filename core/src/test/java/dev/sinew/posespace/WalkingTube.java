package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bending cylinder below a root joint that stays still while the lower bone walks, and beside a
 * prop of three vertices on a joint of its own.
 */
final class WalkingTube {
  static final int ROOT = 0;
  static final int PROP = 1;
  static final int LOWER = 2;
  static final int UPPER = 3;

  private static final double DEGREES = 60;

  private final Sample tube;
  final SkinnedCharacter character;
  final PoseExamples examples;

  /**
   * @param withProp true for vertices on the joint {@link #PROP}, which has none otherwise
   */
  WalkingTube(boolean withProp) {
    tube = Cylinder.bending(DEGREES, 5);
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    joints.add("prop", ROOT, 1, 0, 0);
    joints.add("lower", ROOT, 0, 0, 0);
    joints.add("upper", LOWER, 0, Cylinder.LENGTH / 2, 0);
    Skeleton skeleton = joints.build();
    int count = tube.mesh().vertexCount();
    int prop = withProp ? 3 : 0;
    double[] rest = Arrays.copyOf(tube.mesh().positions(), 3 * (count + prop));
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < count; v++) {
      for (int i = 0; i < tube.influences().count(v); i++) {
        rows.add(LOWER + tube.influences().joint(v, i), tube.influences().weight(v, i));
      }
      rows.endRow();
    }
    for (int v = count; v < count + prop; v++) {
      rest[3 * v] = 1 + 0.1 * (v - count);
      rows.add(PROP, 1);
      rows.endRow();
    }
    Geometry mesh =
        new Geometry("tube", TriMesh.of(rest, new int[0]), new Skinning.Linear(rows.build()));
    character =
        new SkinnedCharacter(
            skeleton,
            List.of(new Skin("skin", new int[] {ROOT, PROP, LOWER, UPPER}, binds(skeleton))),
            List.of(mesh),
            List.of(new Part("tube", ROOT, 0, 0)),
            List.of());
    examples = examples(prop);
  }

  private static double[] binds(Skeleton skeleton) {
    Pose rest = new Pose(skeleton);
    double[] out = new double[Affine.SIZE * skeleton.jointCount()];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      rest.copyGlobal(j, out, Affine.SIZE * j);
      Affine.invert(out, Affine.SIZE * j, out, Affine.SIZE * j);
    }
    return out;
  }

  private PoseExamples examples(int prop) {
    List<String> names = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = 1; k < tube.examples().frameCount(); k++) {
      float[] bent = tube.examples().positions(k);
      float[] shape = Arrays.copyOf(bent, bent.length + 3 * prop);
      for (int v = 0; v < prop; v++) {
        shape[bent.length + 3 * v] = (float) (1 + 0.1 * v);
      }
      names.add("bent " + k);
      poses.add(pose(DEGREES * k / (tube.examples().frameCount() - 1), 0));
      shapes.add(shape);
    }
    return new PoseExamples(names, poses, shapes);
  }

  /** Returns the tube bent and walked along x, with its prop; the root stays where it is. */
  Pose pose(double degrees, double walked) {
    Pose pose = character.restPose();
    double[] still = {0, 0, 0, 1};
    double[] q = new double[4];
    double[] one = {1, 1, 1};
    Quaternion.fromAxisAngle(0, 0, 1, Math.toRadians(degrees), q, 0);
    pose.setLocal(PROP, new double[] {1 + walked, 0, 0}, 0, still, 0, one, 0);
    pose.setLocal(LOWER, new double[] {walked, 0, 0}, 0, still, 0, one, 0);
    pose.setLocal(UPPER, new double[] {0, Cylinder.LENGTH / 2, 0}, 0, q, 0, one, 0);
    pose.update();
    return pose;
  }
}
