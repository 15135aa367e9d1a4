package dev.sinew.io.usd;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The skeletons of a scene, and how its parts are bound to them.
 *
 * <p>A skin of glTF has inverse bind matrices of its own, a Skeleton of USD has one bind transform
 * per joint. Skins whose matrices differ at most by one transform, which becomes that of the mesh,
 * share a Skeleton; the first skin that does not fit begins another one. Parts that move without a
 * skin are bound to the joint of their node: USD has no other way to attach them to a joint.
 */
final class UsdRig {
  /** The largest difference of equal matrices, relative to their entries. */
  private static final double SAME = 5e-7;

  /** Skins are compared with no more skeletons than these. */
  private static final int MAX_COMPARED = 64;

  private final SkinnedCharacter character;
  private final Consumer<String> notes;
  private final boolean[] moved;
  private final List<Group> groups = new ArrayList<>();
  private final Map<Integer, Place> placeOfSkin = new HashMap<>();
  private final List<UsdSkeleton> skeletons = new ArrayList<>();

  /** The nodes of one skeleton, with the inverse bind matrices that skins give them. */
  private static final class Group {
    final TreeSet<Integer> nodes = new TreeSet<>();
    final Map<Integer, double[]> inverseBinds = new HashMap<>();
  }

  /** The skeleton of a skin and the transform that its meshes are bound with. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Place(int group, double[] bind) {}

  /**
   * How a part is bound.
   *
   * @param skeleton its skeleton
   * @param joints per joint of its skin, the joint of the skeleton; one for a part without a skin
   * @param bind the transform of its points before those of the joints
   * @param attached whether one joint has all of it
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Binding(UsdSkeleton skeleton, int[] joints, double[] bind, boolean attached) {}

  /**
   * Makes the skeletons.
   *
   * @param parts the parts to bind; others stay where they are
   */
  UsdRig(
      SkinnedCharacter character, Collection<Part> parts, UsdNames names, Consumer<String> notes) {
    this.character = character;
    this.notes = notes;
    moved = movedNodes(character);
    for (Part part : parts) {
      if (part.skin() != SkinnedCharacter.NO_SKIN) {
        placeOfSkin.computeIfAbsent(part.skin(), this::place);
      }
    }
    for (Part part : parts) {
      if (isAttached(part)) {
        if (groups.isEmpty()) {
          groups.add(new Group());
        }
        groups.getFirst().nodes.add(part.node());
      }
    }
    Map<Integer, double[]> fixedScales = new UsdScales(character, notes).fixed();
    for (Group group : groups) {
      addAncestors(group.nodes);
      skeletons.add(
          new UsdSkeleton(character.skeleton(), group.nodes, binds(group), fixedScales, names));
    }
  }

  /** Returns which nodes a clip moves, themselves or with a node above them. */
  private static boolean[] movedNodes(SkinnedCharacter character) {
    Skeleton skeleton = character.skeleton();
    boolean[] moved = new boolean[skeleton.jointCount()];
    for (Clip clip : character.clips()) {
      for (Clip.Track track : clip.tracks()) {
        moved[track.joint()] |= track.property() != Clip.Property.WEIGHTS;
      }
    }
    for (int n = 0; n < moved.length; n++) {
      moved[n] |= skeleton.parent(n) != Skeleton.NO_PARENT && moved[skeleton.parent(n)];
    }
    return moved;
  }

  /** Returns true for a part without a skin that is bound to the joint of its node. */
  private boolean isAttached(Part part) {
    return part.skin() == SkinnedCharacter.NO_SKIN
        && (moved[part.node()] || !character.geometry(part).morphs().isEmpty());
  }

  private void addAncestors(Set<Integer> nodes) {
    for (int node : List.copyOf(nodes)) {
      int at = character.skeleton().parent(node);
      while (at != Skeleton.NO_PARENT && nodes.add(at)) {
        at = character.skeleton().parent(at);
      }
    }
  }

  private Place place(int index) {
    Skin skin = character.skins().get(index);
    Map<Integer, double[]> own = inverseBinds(skin);
    for (int g = 0; g < Math.min(MAX_COMPARED, groups.size()); g++) {
      Optional<double[]> bind = fitting(groups.get(g), own);
      if (bind.isPresent()) {
        return joined(g, own, bind.get());
      }
    }
    groups.add(new Group());
    return joined(groups.size() - 1, own, UsdSkeleton.identity());
  }

  private Place joined(int group, Map<Integer, double[]> own, double[] bind) {
    double[] back = new double[Affine.SIZE];
    Affine.invert(bind, 0, back, 0);
    own.forEach(
        (node, matrix) ->
            groups.get(group).inverseBinds.computeIfAbsent(node, n -> product(matrix, back)));
    groups.get(group).nodes.addAll(own.keySet());
    return new Place(group, bind);
  }

  /** Returns the inverse bind matrix of every node of a skin. */
  private Map<Integer, double[]> inverseBinds(Skin skin) {
    Map<Integer, double[]> out = new HashMap<>();
    for (int i = 0; i < skin.jointCount(); i++) {
      double[] matrix = new double[Affine.SIZE];
      skin.copyInverseBind(i, matrix, 0);
      String joint = character.skeleton().name(skin.joint(i));
      if (!UsdSkeleton.isInvertible(matrix)) {
        notes.accept(
            "the inverse bind matrix of joint '"
                + joint
                + "' has no inverse, which USD needs: what it moves is not at its place");
        matrix = UsdSkeleton.identity();
      }
      double[] first = out.putIfAbsent(skin.joint(i), matrix);
      if (first != null && !isSame(first, matrix)) {
        notes.accept(
            "joint '" + joint + "' is twice in a skin: its first inverse bind matrix is used");
      }
    }
    return out;
  }

  /**
   * Returns the transform by which the inverse bind matrices of a skin differ from those of a
   * group; empty if it is not the same for all joints that both have.
   */
  private static Optional<double[]> fitting(Group group, Map<Integer, double[]> own) {
    double[] bind = UsdSkeleton.identity();
    if (fits(group, own, bind)) {
      return Optional.of(bind);
    }
    for (Map.Entry<Integer, double[]> one : own.entrySet()) {
      double[] theirs = group.inverseBinds.get(one.getKey());
      double[] inverse = new double[Affine.SIZE];
      if (theirs != null && Affine.invert(theirs, 0, inverse, 0)) {
        bind = product(inverse, one.getValue());
        return UsdSkeleton.isInvertible(bind) && fits(group, own, bind)
            ? Optional.of(bind)
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean fits(Group group, Map<Integer, double[]> own, double[] bind) {
    for (Map.Entry<Integer, double[]> one : own.entrySet()) {
      double[] theirs = group.inverseBinds.get(one.getKey());
      if (theirs != null && !isSame(product(theirs, bind), one.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** Compares the linear parts and the translations, each relative to its largest entry. */
  private static boolean isSame(double[] one, double[] other) {
    double[] largest = new double[2];
    for (int i = 0; i < Affine.SIZE; i++) {
      int part = i % 4 == 3 ? 1 : 0;
      largest[part] = Math.max(largest[part], Math.max(Math.abs(one[i]), Math.abs(other[i])));
    }
    for (int i = 0; i < Affine.SIZE; i++) {
      if (Math.abs(one[i] - other[i]) > SAME * largest[i % 4 == 3 ? 1 : 0]) {
        return false;
      }
    }
    return true;
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[Affine.SIZE];
    Affine.multiply(a, 0, b, 0, out, 0);
    return out;
  }

  private static Map<Integer, double[]> binds(Group group) {
    Map<Integer, double[]> out = new HashMap<>();
    group.inverseBinds.forEach(
        (node, matrix) -> {
          double[] bind = new double[Affine.SIZE];
          if (Affine.invert(matrix, 0, bind, 0)) {
            out.put(node, bind);
          }
        });
    return out;
  }

  List<UsdSkeleton> skeletons() {
    return skeletons;
  }

  /** Returns how a part is bound; empty if it is not. */
  Optional<Binding> binding(Part part) {
    if (part.skin() != SkinnedCharacter.NO_SKIN && placeOfSkin.containsKey(part.skin())) {
      Skin skin = character.skins().get(part.skin());
      Place place = placeOfSkin.get(part.skin());
      UsdSkeleton skeleton = skeletons.get(place.group());
      int[] joints = new int[skin.jointCount()];
      for (int i = 0; i < joints.length; i++) {
        joints[i] = skeleton.jointOfNode(skin.joint(i));
      }
      return Optional.of(new Binding(skeleton, joints, place.bind(), false));
    }
    if (!isAttached(part) || skeletons.isEmpty()) {
      return Optional.empty();
    }
    UsdSkeleton skeleton = skeletons.getFirst();
    int joint = skeleton.jointOfNode(part.node());
    return Optional.of(
        new Binding(skeleton, new int[] {joint}, skeleton.joints().get(joint).bind(), true));
  }
}
