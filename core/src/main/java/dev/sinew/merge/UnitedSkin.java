package dev.sinew.merge;

import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One skin for parts of several skins and for rigid ones, with a motion of each part's vertices
 * into its space. With G a joint's transform, B its inverse bind matrix in a part's own skin, T the
 * motion of the part and B' the united matrix, G B' T = G B in every pose. A joint has one matrix
 * B'; where two skins ask for different ones that no T explains, the joint gets a twin at its
 * place.
 */
final class UnitedSkin {
  /** Matrices are the same that move no point of a part by more than this share of its size. */
  private static final double SAME = 1e-5;

  private final SkinnedCharacter character;
  private final Pose rest;
  private final Skeleton.Builder skeleton;
  private int jointCount;
  private final @Nullable Part reference;
  private final Set<Integer> movers;

  private final List<Integer> joints = new ArrayList<>();
  private final List<double[]> binds = new ArrayList<>();

  /** The united joints of a joint of the skeleton: itself, then its twins. */
  private final Map<Integer, List<Integer>> places = new HashMap<>();

  /** Where the common space is in the scene at rest. */
  private final double[] placement = identity();

  private int twins;

  /**
   * A part in the common space.
   *
   * @param motion from the space of its mesh, a 3×4 matrix
   * @param weights the influences of the united skin
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Moved(double[] motion, Influences weights) {}

  /**
   * Starts with the skin of a part, whose vertices stay where they are.
   *
   * @param reference a part with a skin; null if no part has one
   */
  UnitedSkin(SkinnedCharacter character, @Nullable Part reference) {
    this.character = character;
    this.reference = reference;
    rest = character.restPose();
    skeleton = Skeleton.builder(character.skeleton());
    jointCount = character.skeleton().jointCount();
    movers = movers(character);
    if (reference != null) {
      Skin skin = character.skins().get(reference.skin());
      for (int i = 0; i < skin.jointCount(); i++) {
        add(skin.joint(i), bind(skin, i));
      }
      int heaviest = heaviest(weights(reference), skin.jointCount());
      multiply(global(skin.joint(heaviest)), bind(skin, heaviest), placement);
    }
  }

  /** Returns the joints that may move on their own: of skins, of clips, and bones of a human. */
  private static Set<Integer> movers(SkinnedCharacter character) {
    Set<Integer> out = new HashSet<>();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        out.add(skin.joint(i));
      }
    }
    for (Clip clip : character.clips()) {
      for (Clip.Track track : clip.tracks()) {
        if (track.property() != Clip.Property.WEIGHTS) {
          out.add(track.joint());
        }
      }
    }
    out.addAll(character.skeleton().humanoid().joints().values());
    return out;
  }

  /** Adds the joints of a part. */
  Moved add(Part part) {
    if (part.skin() == SkinnedCharacter.NO_SKIN) {
      return rigid(part);
    }
    boolean isReference = reference != null && part.skin() == reference.skin();
    return isReference ? new Moved(identity(), weights(part)) : skinned(part);
  }

  /** Returns the united skin: the one of the reference if nothing was added to it. */
  Skin skin(String name) {
    Skin own = reference == null ? null : character.skins().get(reference.skin());
    if (own != null && own.jointCount() == joints.size()) {
      return own;
    }
    double[] all = new double[Affine.SIZE * joints.size()];
    for (int i = 0; i < joints.size(); i++) {
      System.arraycopy(binds.get(i), 0, all, Affine.SIZE * i, Affine.SIZE);
    }
    return new Skin(name, joints.stream().mapToInt(Integer::intValue).toArray(), all);
  }

  /** Adds a root node to the skeleton; returns its joint. */
  int addRoot(String name) {
    jointCount++;
    return skeleton.add(name, Skeleton.NO_PARENT, 0, 0, 0);
  }

  /** Returns the skeleton, with the joints that were added. */
  Skeleton skeleton() {
    return jointCount == character.skeleton().jointCount()
        ? character.skeleton()
        : skeleton.build();
  }

  /** Returns the number of joints that were added because skins differ. */
  int twins() {
    return twins;
  }

  // ---- parts with a skin -----------------------------------------------------------------------

  private Moved skinned(Part part) {
    Skin skin = character.skins().get(part.skin());
    Influences weights = weights(part);
    double[] mass = mass(weights, skin.jointCount());
    Box box = character.geometry(part).mesh().bounds();
    double[] motion = motion(skin, mass, box);
    double[] back = new double[Affine.SIZE];
    if (!invert(motion, back)) {
      motion = identity();
      Affine.identity(back, 0);
    }
    int[] united = new int[skin.jointCount()];
    for (int i = 0; i < united.length; i++) {
      united[i] = mass[i] > 0 ? place(skin.joint(i), bind(skin, i), motion, back, box) : -1;
    }
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < weights.vertexCount(); v++) {
      for (int i = 0; i < weights.count(v); i++) {
        rows.add(united[weights.joint(v, i)], weights.weight(v, i));
      }
      rows.endRow();
    }
    return new Moved(motion, rows.build());
  }

  /**
   * Returns the motion that explains the matrices of most of a part's weight, or one that leaves it
   * where the scene shows it at rest if it shares no joint with others.
   */
  private double[] motion(Skin skin, double[] mass, Box box) {
    List<double[]> motions = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < mass.length; i++) {
      int known = places.getOrDefault(skin.joint(i), List.of(-1)).getFirst();
      double[] back = new double[Affine.SIZE];
      if (mass[i] > 0 && known >= 0 && invert(binds.get(known), back)) {
        double[] own = product(back, bind(skin, i));
        int same = 0;
        while (same < motions.size() && !isSame(motions.get(same), own, box)) {
          same++;
        }
        if (same == motions.size()) {
          motions.add(own);
          shares.add(0.0);
        }
        shares.set(same, shares.get(same) + mass[i]);
      }
    }
    int best = -1;
    for (int m = 0; m < motions.size(); m++) {
      best = best < 0 || shares.get(m) > shares.get(best) ? m : best;
    }
    if (best >= 0) {
      return motions.get(best);
    }
    int heaviest = 0;
    for (int i = 0; i < mass.length; i++) {
      heaviest = mass[i] > mass[heaviest] ? i : heaviest;
    }
    return asShown(product(global(skin.joint(heaviest)), bind(skin, heaviest)));
  }

  /** Returns the united joint for a joint with the matrix that a part has for it. */
  private int place(int joint, double[] bind, double[] motion, double[] back, Box box) {
    List<Integer> known = places.computeIfAbsent(joint, j -> new ArrayList<>());
    for (int u : known) {
      if (isSame(product(binds.get(u), motion), bind, box)) {
        return u;
      }
    }
    double[] united = product(bind, back);
    if (known.isEmpty()) {
      return add(joint, united);
    }
    twins++;
    int twin =
        skeleton.add(
            character.skeleton().name(joint) + " bind " + (known.size() + 1), joint, 0, 0, 0);
    jointCount++;
    int made = add(twin, united);
    known.add(made);
    return made;
  }

  private static boolean isSame(double[] a, double[] b, Box box) {
    if (box.isEmpty()) {
      return true;
    }
    double[] p = new double[3];
    double[] moved = new double[3];
    double[] other = new double[3];
    double most = 0;
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    double[] sides = {box.minX(), box.minY(), box.minZ(), box.maxX(), box.maxY(), box.maxZ()};
    for (int corner = 0; corner < 8; corner++) {
      for (int k = 0; k < 3; k++) {
        p[k] = sides[3 * (corner >> k & 1) + k];
      }
      Affine.transformPoint(a, 0, p, 0, moved, 0);
      Affine.transformPoint(b, 0, p, 0, other, 0);
      for (int k = 0; k < 3; k++) {
        most = Math.max(most, Math.abs(moved[k] - other[k]));
        low[k] = Math.min(low[k], moved[k]);
        high[k] = Math.max(high[k], moved[k]);
      }
    }
    double size = Math.max(high[0] - low[0], Math.max(high[1] - low[1], high[2] - low[2]));
    return most <= SAME * size;
  }

  // ---- rigid parts -----------------------------------------------------------------------------

  /**
   * Binds a part to the next joint above its node, or to the node itself if that moves or no joint
   * is above it.
   */
  private Moved rigid(Part part) {
    double[] below = identity();
    int at = part.node();
    while (!movers.contains(at) && character.skeleton().parent(at) != Skeleton.NO_PARENT) {
      double[] local = new double[Affine.SIZE];
      character.skeleton().copyRestLocal(at, local, 0);
      below = product(local, below);
      at = character.skeleton().parent(at);
    }
    if (!movers.contains(at)) {
      at = part.node();
      below = identity();
    }
    int joint = places.getOrDefault(at, List.of(-1)).getFirst();
    double[] back = new double[Affine.SIZE];
    double[] motion;
    if (joint >= 0 && invert(binds.get(joint), back)) {
      motion = product(back, below);
    } else {
      motion = asShown(global(part.node()));
      if (!invert(motion, back)) {
        motion = identity();
        Affine.identity(back, 0);
      }
      Box box = character.geometry(part).mesh().bounds();
      joint = place(at, below, motion, back, box);
    }
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < character.geometry(part).mesh().vertexCount(); v++) {
      rows.add(joint, 1).endRow();
    }
    return new Moved(motion, rows.build());
  }

  // ---- matrices --------------------------------------------------------------------------------

  /** Returns the motion into the common space of something with a place in the scene at rest. */
  private double[] asShown(double[] shown) {
    double[] back = new double[Affine.SIZE];
    return invert(placement, back) ? product(back, shown) : shown;
  }

  private int add(int joint, double[] bind) {
    if (!isFinite(bind)) {
      throw new RequestException(
          "joint '" + skeletonName(joint) + "': its transforms are out of range");
    }
    joints.add(joint);
    binds.add(bind);
    places.computeIfAbsent(joint, j -> new ArrayList<>()).add(joints.size() - 1);
    return joints.size() - 1;
  }

  private String skeletonName(int joint) {
    boolean own = joint < character.skeleton().jointCount();
    return own ? character.skeleton().name(joint) : "joint " + joint;
  }

  private Influences weights(Part part) {
    Geometry geometry = character.geometry(part);
    return ((Skinning.Linear) geometry.skinning()).weights();
  }

  private static double[] mass(Influences weights, int joints) {
    double[] out = new double[joints];
    for (int v = 0; v < weights.vertexCount(); v++) {
      for (int i = 0; i < weights.count(v); i++) {
        out[weights.joint(v, i)] += weights.weight(v, i);
      }
    }
    return out;
  }

  private static int heaviest(Influences weights, int joints) {
    double[] mass = mass(weights, joints);
    int best = 0;
    for (int i = 1; i < joints; i++) {
      best = mass[i] > mass[best] ? i : best;
    }
    return best;
  }

  private double[] global(int joint) {
    double[] out = new double[Affine.SIZE];
    rest.copyGlobal(joint, out, 0);
    return out;
  }

  private static double[] bind(Skin skin, int i) {
    double[] out = new double[Affine.SIZE];
    skin.copyInverseBind(i, out, 0);
    return out;
  }

  /** Inverts a matrix; false if the result would mean nothing. */
  private static boolean invert(double[] matrix, double[] out) {
    return isFinite(matrix) && Affine.invert(matrix, 0, out, 0) && isFinite(out);
  }

  private static boolean isFinite(double[] matrix) {
    return Arrays.stream(matrix).allMatch(Double::isFinite);
  }

  private static double[] identity() {
    double[] out = new double[Affine.SIZE];
    Affine.identity(out, 0);
    return out;
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[Affine.SIZE];
    multiply(a, b, out);
    return out;
  }

  private static void multiply(double[] a, double[] b, double[] out) {
    Affine.multiply(a, 0, b, 0, out, 0);
  }
}
