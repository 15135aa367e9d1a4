package dev.sinew.retarget;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The places and rotations in the scene from which turns of joints count. Many files store some
 * frame of a motion as the rest pose of their nodes; the inverse bind matrices keep the pose of the
 * modeller, with arms stretched out, which can be compared with that of other characters. So joints
 * that move vertices are as they were bound, those below them as they rest on them, and all others
 * as the nodes rest.
 *
 * <p>A bind pose is in the space of a mesh. That of the scene is the space of one of the nodes
 * above the joints, or of the mesh: the one in which the bound joints are nearest to where they
 * rest.
 */
final class RestPose {
  final Skeleton skeleton;

  private final double[][] globals;

  private RestPose(Skeleton skeleton, double[][] globals) {
    this.skeleton = skeleton;
    this.globals = globals;
  }

  static RestPose of(SkinnedCharacter character) {
    Skeleton skeleton = character.skeleton();
    double[][] rest = globals(new Pose(skeleton));
    double[][] bound = new double[rest.length][];
    for (int s = 0; s < character.skins().size(); s++) {
      addBound(character, s, rest, bound);
    }
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < rest.length; j++) {
      int parent = skeleton.parent(j);
      if (bound[j] == null && parent >= 0 && bound[parent] != null) {
        skeleton.copyRestLocal(j, local, 0);
        bound[j] = new double[Affine.SIZE];
        Affine.multiply(bound[parent], 0, local, 0, bound[j], 0);
      }
      rest[j] = bound[j] == null ? rest[j] : bound[j];
    }
    return new RestPose(skeleton, rest);
  }

  /** Returns the place of a joint in the scene. */
  double[] at(int joint) {
    double[] global = globals[joint];
    return new double[] {global[3], global[7], global[11]};
  }

  /** Returns the rotations of all joints in the scene. */
  double[][] rotations() {
    return rotations(globals);
  }

  /** Returns the rotations of all joints of a pose in the scene. */
  static double[][] rotations(Pose pose) {
    return rotations(globals(pose));
  }

  private static double[][] rotations(double[][] globals) {
    double[][] out = new double[globals.length][Quaternion.SIZE];
    for (int j = 0; j < out.length; j++) {
      Affine.toTrs(globals[j], 0, new double[3], 0, out[j], 0, new double[3], 0);
    }
    return out;
  }

  private static double[][] globals(Pose pose) {
    double[][] out = new double[pose.skeleton().jointCount()][Affine.SIZE];
    for (int j = 0; j < out.length; j++) {
      pose.copyGlobal(j, out[j], 0);
    }
    return out;
  }

  /** Adds where the joints of a skin that move vertices were bound; the first skin counts. */
  private static void addBound(
      SkinnedCharacter character, int skin, double[][] rest, double[][] bound) {
    BitSet used = used(character, skin);
    Skin joints = character.skins().get(skin);
    double[][] own = new double[joints.jointCount()][Affine.SIZE];
    for (int i = 0; i < own.length; i++) {
      joints.copyInverseBind(i, own[i], 0);
      used.set(i, used.get(i) && Affine.invert(own[i], 0, own[i], 0));
    }
    double[] toScene = new double[Affine.SIZE];
    double least = Double.POSITIVE_INFINITY;
    for (double[] space : spaces(character, skin, used, rest)) {
      double distance = 0;
      double[] moved = new double[Affine.SIZE];
      for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
        Affine.multiply(space, 0, own[i], 0, moved, 0);
        double[] at = rest[joints.joint(i)];
        distance += Math.hypot(Math.hypot(moved[3] - at[3], moved[7] - at[7]), moved[11] - at[11]);
      }
      if (distance < least) {
        least = distance;
        toScene = space;
      }
    }
    for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
      int joint = joints.joint(i);
      if (bound[joint] == null) {
        bound[joint] = new double[Affine.SIZE];
        Affine.multiply(toScene, 0, own[i], 0, bound[joint], 0);
      }
    }
  }

  /** Returns the joints of a skin that move vertices. */
  private static BitSet used(SkinnedCharacter character, int skin) {
    BitSet used = new BitSet();
    for (Part part : character.parts()) {
      Optional<Influences> influences =
          part.skin() == skin ? character.skinning(part).influences() : Optional.empty();
      influences.ifPresent(
          rows -> {
            for (int v = 0; v < rows.vertexCount(); v++) {
              for (int i = 0; i < rows.count(v); i++) {
                used.set(rows.joint(v, i));
              }
            }
          });
    }
    return used;
  }

  /** Returns the spaces that the bind pose may be in: no node's, or that of one of these nodes. */
  private static Set<double[]> spaces(
      SkinnedCharacter character, int skin, BitSet used, double[][] rest) {
    Set<Integer> nodes = new LinkedHashSet<>();
    Skeleton skeleton = character.skeleton();
    character.parts().stream().filter(p -> p.skin() == skin).forEach(p -> nodes.add(p.node()));
    if (!used.isEmpty()) {
      int joint = character.skins().get(skin).joint(used.nextSetBit(0));
      for (int j = skeleton.parent(joint); j != Skeleton.NO_PARENT; j = skeleton.parent(j)) {
        nodes.add(j);
      }
    }
    double[] scene = new double[Affine.SIZE];
    Affine.identity(scene, 0);
    Set<double[]> out = new LinkedHashSet<>();
    out.add(scene);
    nodes.forEach(node -> out.add(rest[node]));
    return out;
  }
}
