package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.MeshEdit.How;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.SameValues;
import dev.sinew.io.gltf.write.SceneMotion;
import dev.sinew.math.Similarity;
import dev.sinew.model.Issue;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TargetRemoval;
import dev.sinew.run.FileText;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a changed character into a copy of its file: what differs from the character as it was
 * read, and nothing else. If the whole scene moved, everything in the file moves first.
 */
final class CharacterEdit {
  /** By how much values of a moved file may differ from those of a moved character: rounding. */
  private static final double ROUNDING = 1e-6;

  /** What changes in a mesh. */
  private enum Change {
    NONE(How.KEPT, false),
    /** Targets after those of the file, their weights, or the name. */
    TARGETS(How.KEPT, true),
    /** Positions and influences of the same vertices. */
    MOTION(How.REWEIGHED, true),
    /** Attributes, with the same surface in all poses. */
    LOOK(How.REBUILT, false),
    /** Everything. */
    SURFACE(How.REBUILT, true),
    /** It is none of the file. */
    ADDED(How.NEW, true),
    /** Another one shows what it showed. */
    GONE(How.GONE, true);

    private final How how;
    private final boolean moves;

    Change(How how, boolean moves) {
      this.how = how;
      this.moves = moves;
    }
  }

  private static final int NONE = -1;

  private final GltfAsset file;
  private final SkinnedCharacter before;
  private final SkinnedCharacter after;
  private final SameValues same;

  /** The mesh of the file that each mesh is made from. */
  private final int[] like;

  private final Change[] changes;
  private final Departures departures;

  private CharacterEdit(GltfAsset file, SkinnedCharacter given, SameValues same)
      throws MalformedAssetException {
    this.file = file;
    this.same = same;
    before = file.character();
    after =
        given.withParts(given.parts().stream().filter(part -> !isEmptied(given, part)).toList());
    requireSkeleton();
    requireParts();
    like = new int[after.meshes().size()];
    changes = new Change[like.length];
    for (int m = 0; m < like.length; m++) {
      like[m] = m < before.meshes().size() ? m : shownBefore(m);
    }
    departures = new Departures(file, after, Arrays.stream(like).anyMatch(m -> m == NONE));
    for (int m = 0; m < like.length; m++) {
      changes[m] = change(m);
      if (changes[m].how == How.REBUILT) {
        requirePrimitives(m);
      }
    }
  }

  /**
   * Writes a character.
   *
   * @param file the file of the character
   * @param after the changed character
   * @param remarks receives warnings about content that is dropped, and what happened to bounds
   * @throws RequestException if the file cannot express the change
   */
  static GltfDocument write(
      GltfAsset file, SkinnedCharacter after, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    List<BitSet> lost = lostTargets(file.character(), after);
    if (!lost.stream().allMatch(BitSet::isEmpty)) {
      return write(file.withoutTargets(lost), TargetRemoval.renumbered(after), remarks, context);
    }
    List<BitSet> idle = TargetDrop.obstacles(file).isEmpty() ? idleTargets(file, after) : List.of();
    if (!idle.stream().allMatch(BitSet::isEmpty)) {
      noteIdle(after, idle, remarks);
      return write(
          file.withoutTargets(idle.subList(0, file.meshes().size())),
          TargetRemoval.renumbered(TargetRemoval.from(after, idle)),
          remarks,
          context);
    }
    Optional<Similarity> motion = SceneMotion.between(file.character(), after, context);
    if (motion.isPresent()) {
      GltfAsset moved = GltfReader.read(MovedDocument.of(file, motion.get(), remarks));
      // The parts are others if the file shows one of its levels of detail.
      if (moved.character().parts().equals(file.character().parts())) {
        GltfAsset sameLook =
            new GltfAsset(
                moved.document(),
                // The images are those that the changed character still has.
                moved.character().withMaterials(file.character().materials()),
                moved.nodes(),
                moved.meshes(),
                moved.issues());
        return new CharacterEdit(sameLook, after, new SameValues(ROUNDING))
            .build(true, remarks, context);
      }
    }
    return new CharacterEdit(file, after, new SameValues(0)).build(false, remarks, context);
  }

  /** Returns the targets of the file that a character no longer has, per mesh of the file. */
  private static List<BitSet> lostTargets(SkinnedCharacter before, SkinnedCharacter after) {
    List<BitSet> out = new ArrayList<>();
    for (int m = 0; m < before.meshes().size(); m++) {
      BitSet lost = new BitSet();
      if (m < after.meshes().size() && !isEmptied(before, after, m)) {
        lost.set(0, before.meshes().get(m).morphs().count());
        MorphTargets now = after.meshes().get(m).morphs();
        IntStream.range(0, now.count()).map(now::number).filter(n -> n >= 0).forEach(lost::clear);
      }
      out.add(lost);
    }
    return out;
  }

  /** Returns the targets of a character that move nothing in meshes that lost triangles. */
  private static List<BitSet> idleTargets(GltfAsset file, SkinnedCharacter after) {
    List<BitSet> out = new ArrayList<>();
    for (int m = 0; m < after.meshes().size(); m++) {
      Geometry now = after.meshes().get(m);
      BitSet idle = new BitSet();
      if (m < file.meshes().size()
          && now.mesh().triangleCount() < file.character().meshes().get(m).mesh().triangleCount()
          && now.mesh().triangleCount() > 0) {
        IntStream.range(0, now.morphs().count())
            .filter(now.morphs()::movesNothing)
            .forEach(idle::set);
      }
      out.add(idle);
    }
    return out;
  }

  private static void noteIdle(SkinnedCharacter after, List<BitSet> idle, Consumer<Issue> remarks) {
    for (int m = 0; m < idle.size(); m++) {
      MorphTargets morphs = after.meshes().get(m).morphs();
      String names = idle.get(m).stream().mapToObj(morphs::name).collect(Collectors.joining(", "));
      if (!idle.get(m).isEmpty()) {
        remarks.accept(
            Issue.info(
                "/meshes/" + m,
                idle.get(m).cardinality()
                    + " morph targets move nothing any more and are dropped: "
                    + FileText.shortened(names)));
      }
    }
  }

  /**
   * Builds the document.
   *
   * @param isMoved whether the file is a moved copy, which stays as it is if nothing else changed
   */
  private GltfDocument build(boolean isMoved, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    SkeletonEdit skeleton = new SkeletonEdit(file, after, same);
    ClipEdit clips = new ClipEdit(file, after, same, skeleton::node);
    boolean moves =
        skeleton.isChange()
            || clips.isChange()
            || Arrays.stream(changes).anyMatch(change -> change.moves);
    boolean keepsMeshes =
        Set.of(Change.NONE).containsAll(List.of(changes))
            && (after.materials().isEmpty() || after.materials().equals(before.materials()));
    if (isMoved && !moves && keepsMeshes) {
      return file.document();
    }
    if (keepsMeshes && skeleton.isRestPose() && clips.onlyAddsTracks()) {
      return StoredBounds.renewed(inPlace(List.of(skeleton, clips)), remarks, context);
    }
    MeshEdit meshes = new MeshEdit(file, remarks);
    for (int m = 0; m < like.length; m++) {
      meshes.set(m, like[m], after.meshes().get(m), changes[m].how);
    }
    meshes.retexture(after);
    AvatarEdit avatar = new AvatarEdit(file, after, like, departures::hasMesh);
    TargetEdit targets =
        new TargetEdit(
            after.meshes(),
            m -> hasOwnTargets(m) ? after.meshes().get(m) : before.meshes().get(like[m]),
            m ->
                hasOwnTargets(m) || changes[m].how == How.REBUILT
                    ? null
                    : file.meshes().get(like[m]));
    GltfDocument document = meshes.build(List.of(avatar, skeleton, targets, clips, departures));
    return moves ? StoredBounds.renewed(document, remarks, context) : document;
  }

  /** Returns the document with all data at their places. */
  private GltfDocument inPlace(List<DocumentPart> parts) throws MalformedAssetException {
    GltfDocument document = file.document();
    GltfBuilder builder = new AccessorEdits(document).build(document.json().deepCopy());
    parts.forEach(part -> part.write(builder));
    return GltfDocument.of(document.source(), document.folder(), builder);
  }

  /** Returns true for meshes whose targets are written with them, or not at all. */
  private boolean hasOwnTargets(int mesh) {
    return Set.of(Change.ADDED, Change.GONE).contains(changes[mesh]);
  }

  private Change change(int mesh) {
    return like[mesh] == NONE
        ? Change.ADDED
        : departures.hasMesh(mesh)
            ? Change.GONE
            : change(before.meshes().get(like[mesh]), after.meshes().get(mesh));
  }

  private Change change(Geometry old, Geometry now) {
    if (old.equals(now) || (now.mesh().triangleCount() == 0 && old.mesh().triangleCount() > 0)) {
      return Change.NONE;
    }
    if (!same.vertices(old, now)) {
      boolean sameSurface =
          old.morphs().isEmpty() && now.morphs().isEmpty() && same.surface(old, now);
      return sameSurface ? Change.LOOK : Change.SURFACE;
    }
    if (!same.firstTargets(old.morphs(), now.morphs())) {
      return Change.SURFACE;
    }
    if (!same.motion(old, now)) {
      return Change.MOTION;
    }
    boolean keeps =
        same.firstTargets(now.morphs(), old.morphs())
            && Arrays.equals(old.morphs().restWeights(), now.morphs().restWeights())
            && old.name().equals(now.name());
    return keeps ? Change.NONE : Change.TARGETS;
  }

  // ---- what a file cannot express --------------------------------------------------------------

  /** A mesh that has lost all its triangles is no longer shown, and stays in the file as it was. */
  private boolean isEmptied(SkinnedCharacter given, Part part) {
    return part.mesh() < before.meshes().size() && isEmptied(given, part.mesh());
  }

  private boolean isEmptied(SkinnedCharacter given, int mesh) {
    return isEmptied(before, given, mesh);
  }

  private static boolean isEmptied(SkinnedCharacter before, SkinnedCharacter given, int mesh) {
    return given.meshes().get(mesh).mesh().triangleCount() == 0
        && before.meshes().get(mesh).mesh().triangleCount() > 0;
  }

  private void requireSkeleton() {
    requireAll("joints", before.skeleton().jointCount(), after.skeleton().jointCount());
    requireAll("skins", before.skins().size(), after.skins().size());
    requireAll("meshes", before.meshes().size(), after.meshes().size());
    for (int j = 0; j < before.skeleton().jointCount(); j++) {
      if (after.skeleton().parent(j) != before.skeleton().parent(j)) {
        throw new RequestException(
            "joint '"
                + after.skeleton().name(j)
                + "' has another parent than in the file: its nodes cannot change places");
      }
    }
  }

  private static void requireAll(String what, int old, int now) {
    if (now < old) {
      throw new RequestException(
          "the character has "
              + now
              + " "
              + what
              + ", its file "
              + old
              + ": they cannot be taken out of a file");
    }
  }

  private void requireParts() {
    Set<Integer> nodes = new HashSet<>();
    for (Part part : after.parts()) {
      if (!nodes.add(part.node())) {
        throw new RequestException(
            "joint '" + after.skeleton().name(part.node()) + "' shows two meshes: a node has one");
      }
    }
  }

  /**
   * Returns the mesh that a node of the file showed in place of a new one; none if that mesh, or
   * any other, has lost its triangles to the new one.
   */
  private int shownBefore(int mesh) {
    for (Part part : after.parts()) {
      for (Part old : before.parts()) {
        if (part.mesh() == mesh && old.node() == part.node() && !isEmptied(after, old.mesh())) {
          return old.mesh();
        }
      }
    }
    for (int m = 0; m < before.meshes().size(); m++) {
      if (isEmptied(after, m)) {
        return NONE;
      }
    }
    throw new RequestException(
        "mesh '%s' is not in the file, and no node showed another in its place"
            .formatted(after.meshes().get(mesh).name()));
  }

  private void requirePrimitives(int m) {
    for (int group : Arrays.stream(after.meshes().get(m).mesh().groups()).distinct().toArray()) {
      if (file.meshes().get(like[m]).binding(group).isEmpty()) {
        throw new RequestException(
            "mesh '"
                + after.meshes().get(m).name()
                + "' has triangles of group "
                + group
                + ", which is no primitive of triangles of its file");
      }
    }
  }
}
