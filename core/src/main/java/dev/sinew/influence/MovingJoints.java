package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.model.DisjointSets;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The joints of all skins in use as one list, so that skins which share joints stay consistent.
 * Where a mesh is shown with several skins, their joints at the same place of the lists go together
 * and are one moving joint.
 */
final class MovingJoints {
  private static final int NONE = -1;

  private final SkinnedCharacter character;

  /** The skeleton joints of every moving joint. */
  private final List<BitSet> members = new ArrayList<>();

  /** The moving joint of every skeleton joint, or {@link #NONE}. */
  private final int[] ofJoint;

  /** The skins that parts show. */
  private final BitSet used = new BitSet();

  /** The other moving joints next to each one: over it, below it, or with a vertex in common. */
  private final List<BitSet> next = new ArrayList<>();

  MovingJoints(SkinnedCharacter character) {
    this.character = character;
    character.parts().stream().mapToInt(Part::skin).filter(s -> s >= 0).forEach(used::set);
    Skeleton skeleton = character.skeleton();
    DisjointSets together = new DisjointSets(skeleton.jointCount());
    BitSet moving = new BitSet();
    for (int s = used.nextSetBit(0); s >= 0; s = used.nextSetBit(s + 1)) {
      Skin skin = character.skins().get(s);
      for (int i = 0; i < skin.jointCount(); i++) {
        moving.set(skin.joint(i));
      }
    }
    for (int m = 0; m < character.meshes().size(); m++) {
      List<Integer> skins = character.skinsOf(m);
      for (int s : skins) {
        Skin first = character.skins().get(skins.getFirst());
        Skin other = character.skins().get(s);
        for (int i = 0; i < Math.min(first.jointCount(), other.jointCount()); i++) {
          together.joinToLeast(first.joint(i), other.joint(i));
        }
      }
    }
    ofJoint = new int[skeleton.jointCount()];
    Arrays.fill(ofJoint, NONE);
    for (int j = moving.nextSetBit(0); j >= 0; j = moving.nextSetBit(j + 1)) {
      int least = together.of(j);
      if (least == j) {
        members.add(new BitSet());
        next.add(new BitSet());
        ofJoint[j] = members.size() - 1;
      }
      ofJoint[j] = ofJoint[least];
      members.get(ofJoint[j]).set(j);
    }
    findNeighbours();
  }

  private void findNeighbours() {
    Skeleton skeleton = character.skeleton();
    for (int j = 0; j < ofJoint.length; j++) {
      int above = j;
      do {
        above = skeleton.parent(above);
      } while (above != Skeleton.NO_PARENT && ofJoint[above] == NONE);
      if (ofJoint[j] != NONE && above != Skeleton.NO_PARENT) {
        connect(ofJoint[j], ofJoint[above]);
      }
    }
    for (int m = 0; m < character.meshes().size(); m++) {
      Influences rows = character.meshes().get(m).skinning().influences().orElse(null);
      for (int s : character.skinsOf(m)) {
        Skin skin = character.skins().get(s);
        for (int v = 0; rows != null && v < rows.vertexCount(); v++) {
          for (int i = 1; i < rows.count(v); i++) {
            connect(ofJoint[skin.joint(rows.joint(v, 0))], ofJoint[skin.joint(rows.joint(v, i))]);
          }
        }
      }
    }
  }

  private void connect(int a, int b) {
    if (a != b) {
      next.get(a).set(b);
      next.get(b).set(a);
    }
  }

  SkinnedCharacter character() {
    return character;
  }

  int count() {
    return members.size();
  }

  /** Returns the skeleton joints of a moving joint; one unless a mesh has several skins. */
  BitSet members(int moving) {
    return members.get(moving);
  }

  /** Returns the moving joint of an entry of a skin in use. */
  int ofSkin(int skin, int entry) {
    return ofJoint[character.skins().get(skin).joint(entry)];
  }

  boolean isUsed(int skin) {
    return used.get(skin);
  }

  /**
   * Returns who may move the vertices of every removed joint: the kept ones next to it, or next to
   * removed ones between.
   */
  List<BitSet> heirs(BitSet removed) {
    List<BitSet> out = new ArrayList<>();
    for (int k = 0; k < count(); k++) {
      BitSet found = new BitSet();
      if (removed.get(k)) {
        BitSet seen = new BitSet();
        BitSet front = new BitSet();
        front.set(k);
        while (!front.isEmpty()) {
          seen.or(front);
          BitSet reached = new BitSet();
          front.stream().forEach(f -> reached.or(next.get(f)));
          reached.andNot(seen);
          found.or(reached);
          reached.and(removed);
          front = reached;
        }
        found.andNot(removed);
      }
      out.add(found);
    }
    return out;
  }

  /** Returns the rows of a mesh with moving joints in place of the entries of its first skin. */
  Influences rows(int mesh, Geometry geometry) {
    int skin = character.skinsOf(mesh).getFirst();
    Influences given = geometry.skinning().influences().orElseThrow();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < given.vertexCount(); v++) {
      for (int i = 0; i < given.count(v); i++) {
        rows.add(ofSkin(skin, given.joint(v, i)), given.weight(v, i));
      }
      rows.endRow();
    }
    return rows.build();
  }

  /**
   * Returns a skin of all moving joints. One that moves no vertex by the given skin, whose inverse
   * bind matrix may be anything, is bound such that it moves vertices at rest to where a near joint
   * of the skin does.
   */
  Skin widened(int index) {
    Skin skin = character.skins().get(index);
    int[] joints = new int[count()];
    double[] binds = new double[Affine.SIZE * count()];
    Arrays.fill(joints, NONE);
    BitSet bound = new BitSet();
    for (int m = 0; m < character.meshes().size(); m++) {
      if (character.skinsOf(m).contains(index)) {
        Influences rows = character.meshes().get(m).skinning().influences().orElseThrow();
        for (int v = 0; v < rows.vertexCount(); v++) {
          for (int i = 0; i < rows.count(v); i++) {
            bound.set(rows.joint(v, i));
          }
        }
      }
    }
    for (int i = skin.jointCount() - 1; i >= 0; i--) {
      joints[ofSkin(index, i)] = bound.get(i) ? skin.joint(i) : NONE;
      skin.copyInverseBind(i, binds, Affine.SIZE * ofSkin(index, i));
    }
    Pose rest = character.restPose();
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(rest, matrices);
    for (int k = 0; k < count(); k++) {
      if (joints[k] == NONE) {
        joints[k] = members(k).nextSetBit(0);
        double[] global = new double[Affine.SIZE];
        rest.copyGlobal(joints[k], global, 0);
        int near = Affine.SIZE * nearest(skin, bound, joints[k]);
        if (Affine.invert(global, 0, global, 0)) {
          Affine.multiply(global, 0, matrices, near, binds, Affine.SIZE * k);
        }
      }
    }
    return new Skin(skin.name(), joints, binds);
  }

  /** Returns an entry of a skin below a joint that moves vertices, or the lowest one above it. */
  private int nearest(Skin skin, BitSet bound, int joint) {
    int found = Math.max(0, bound.nextSetBit(0));
    int deepest = NONE;
    for (int i = bound.nextSetBit(0); i >= 0; i = bound.nextSetBit(i + 1)) {
      if (character.skeleton().isUnder(skin.joint(i), joint)) {
        return i;
      }
      if (character.skeleton().isUnder(joint, skin.joint(i)) && skin.joint(i) > deepest) {
        deepest = skin.joint(i);
        found = i;
      }
    }
    return found;
  }

  /**
   * Returns true if a moving joint may move a mesh: it is in all of its skins, or it is a single
   * joint that can be bound to its only skin.
   */
  boolean fits(int moving, int mesh) {
    List<Integer> skins = character.skinsOf(mesh);
    return skins.stream().allMatch(s -> has(s, moving))
        || (skins.size() == 1 && members(moving).cardinality() == 1 && canBind(moving));
  }

  private boolean canBind(int moving) {
    double[] global = new double[Affine.SIZE];
    character.restPose().copyGlobal(members(moving).nextSetBit(0), global, 0);
    return Affine.invert(global, 0, global, 0);
  }

  private boolean has(int skin, int moving) {
    for (int i = 0; i < character.skins().get(skin).jointCount(); i++) {
      if (ofSkin(skin, i) == moving) {
        return true;
      }
    }
    return false;
  }
}
