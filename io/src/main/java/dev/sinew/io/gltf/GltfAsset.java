package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExpressionBinds;
import dev.sinew.io.gltf.json.LevelNodes;
import dev.sinew.io.gltf.json.LevelRemoval;
import dev.sinew.io.gltf.json.NodeRemoval;
import dev.sinew.math.Similarity;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A character with its source document, and the mapping of its joints, meshes and wedges to the
 * nodes, primitives and vertices of the file.
 *
 * @param document the content of the file
 * @param character the character; clips, skins and meshes have the indices of the file
 * @param nodes the node index of every joint of the character's skeleton
 * @param meshes the primitives of every mesh
 * @param issues errors, warnings and notes, in the order of the file
 * @param lent names of clips of the character that are not in the file, and are never written
 */
public record GltfAsset(
    GltfDocument document,
    SkinnedCharacter character,
    List<Integer> nodes,
    List<MeshBinding> meshes,
    List<Issue> issues,
    Set<String> lent) {

  /**
   * The primitives of a mesh. The group of a triangle is the index of its primitive.
   *
   * @param primitives the primitives with triangles
   */
  public record MeshBinding(List<PrimitiveBinding> primitives) {
    /** Copies the list. */
    public MeshBinding {
      primitives = List.copyOf(primitives);
    }

    /** Returns the wedges of a primitive by its index in the mesh, if it has triangles. */
    Optional<PrimitiveBinding> binding(int primitive) {
      return primitives.stream().filter(own -> own.primitive == primitive).findFirst();
    }
  }

  /**
   * The wedges of a primitive. Primitives that share their attributes share wedges.
   *
   * @param primitive the index of the primitive in the mesh
   * @param firstWedge the wedge of its vertex 0
   * @param wedgeCount the number of its vertices
   */
  public record PrimitiveBinding(int primitive, int firstWedge, int wedgeCount) {}

  /** Copies the lists. */
  public GltfAsset {
    nodes = List.copyOf(nodes);
    meshes = List.copyOf(meshes);
    issues = List.copyOf(issues);
    lent = Set.copyOf(lent);
  }

  /** An asset with the clips of its file. */
  GltfAsset(
      GltfDocument document,
      SkinnedCharacter character,
      List<Integer> nodes,
      List<MeshBinding> meshes,
      List<Issue> issues) {
    this(document, character, nodes, meshes, issues, Set.of());
  }

  /**
   * Returns this asset with more clips, in which its character is posed and measured. They get
   * names of their own.
   */
  public GltfAsset lending(List<Clip> more) {
    List<Clip> clips = new ArrayList<>(character.clips());
    Set<String> names = new HashSet<>(lent);
    for (Clip clip : more) {
      String name = character.withClips(clips).unusedClipName(clip.name());
      clips.add(new Clip(name, clip.tracks()));
      names.add(name);
    }
    return new GltfAsset(document, character.withClips(clips), nodes, meshes, issues, names);
  }

  /** Returns an asset of the same nodes with the clips that this one lends. */
  private GltfAsset alike(GltfAsset other) {
    return other.lending(
        character.clips().stream().filter(clip -> lent.contains(clip.name())).toList());
  }

  private SkinnedCharacter withoutLent(SkinnedCharacter some) {
    return lent.isEmpty()
        ? some
        : some.withClips(
            some.clips().stream().filter(clip -> !lent.contains(clip.name())).toList());
  }

  /** Returns the number of levels of detail by MSFT_lod, including the original, level 0. */
  public int levelCount() throws MalformedAssetException {
    return LevelNodes.read(document.root(), new ArrayList<>()).count();
  }

  /**
   * Returns the smallest share of the screen height at which a level is shown, if the file says it.
   */
  public Optional<Double> screenCoverage(int level) throws MalformedAssetException {
    return LevelNodes.read(document.root(), new ArrayList<>()).coverage(level);
  }

  /**
   * Returns what a level of detail shows: the same meshes, of which the parts of the level are in
   * the scene. Level 0 is the original, without the nodes that only coarser levels show.
   *
   * @throws RequestException if there is no such level
   */
  public GltfAsset level(int level) throws MalformedAssetException {
    int count = levelCount();
    if (level < 0 || level >= count) {
      throw new RequestException(
          "there is no level "
              + level
              + (count == 1
                  ? ": the file has no levels of detail (MSFT_lod)"
                  : ": the file has the levels 0 to " + (count - 1)));
    }
    return alike(GltfReader.level(this, level));
  }

  /** Returns what all levels of detail show together; this asset if there is only the original. */
  public GltfAsset allLevels() throws MalformedAssetException {
    return levelCount() == 1 ? this : alike(GltfReader.allLevels(this));
  }

  /** Returns a copy without the coarser levels of detail; this asset if there are none. */
  public GltfAsset withoutLevels() throws MalformedAssetException {
    if (levelCount() == 1) {
      return this;
    }
    GltfAsset original = level(0);
    List<Integer> shown =
        original.character.parts().stream().map(part -> original.nodes.get(part.node())).toList();
    GltfDocument copy = document.withTree(document.json().deepCopy());
    LevelRemoval.run(copy.root(), shown);
    return alike(GltfReader.read(copy));
  }

  /**
   * Returns this asset as viewers show it, to draw and to measure: with a part for each instance of
   * a mesh without a skin ({@code EXT_mesh_gpu_instancing}), on a joint of its own after all
   * others. It cannot be written.
   */
  public GltfAsset withInstances() throws MalformedAssetException {
    return document.extensions("extensionsUsed").contains(Instances.NAME)
        ? Instances.shown(this)
        : this;
  }

  /** Returns the number of instances of meshes ({@code EXT_mesh_gpu_instancing}). */
  public long instanceCount() throws MalformedAssetException {
    return Instances.count(document);
  }

  /**
   * Returns this asset without some morph targets; those that stay get new numbers, wherever the
   * file refers to them.
   *
   * @param gone per mesh the targets that go, such as by {@link dev.sinew.model.TargetRemoval}
   * @throws RequestException if an extension of the file may refer to targets
   */
  public GltfAsset withoutTargets(List<BitSet> gone) throws MalformedAssetException {
    return gone.stream().allMatch(BitSet::isEmpty) ? this : TargetDrop.from(this, gone);
  }

  /**
   * Returns a copy of the file with a changed character: what differs from the character as it was
   * read is written, and everything else is kept.
   *
   * @param changed the character with other meshes, rest transforms, morph targets, materials,
   *     inverse bind matrices, or clips, and with more joints, skins and meshes after the others.
   *     Morph targets are those of the file with the same {@link
   *     dev.sinew.model.MorphTargets#number}; those that a mesh with fewer triangles has and that
   *     move nothing leave the file
   * @throws RequestException if the file cannot express the change
   */
  public GltfDocument with(SkinnedCharacter changed) throws MalformedAssetException {
    try (RunContext context = RunContext.ofThreads(1)) {
      return with(changed, remark -> {}, context);
    }
  }

  /**
   * Returns a copy of the file with a changed character likewise.
   *
   * @param remarks receives warnings about content that is dropped, and information on what
   *     happened to stored bounds
   * @throws RequestException if the file cannot express the change
   */
  public GltfDocument with(SkinnedCharacter changed, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    GltfAsset own =
        new GltfAsset(document, withoutLent(character), nodes, meshes, issues, Set.of());
    return CharacterEdit.write(own, withoutLent(changed), remarks, context);
  }

  /**
   * Returns a copy of the file with a changed character likewise, without the nodes of joints that
   * its skins have lost: what hangs below them keeps its motion. Nodes that carry something or that
   * an extension may refer to stay.
   *
   * @param remarks receives warnings and information likewise
   * @throws RequestException if the file cannot express the change
   */
  public GltfDocument withFewerJoints(
      SkinnedCharacter changed, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    return PrunedJoints.of(this, with(changed, remarks, context), remarks, context);
  }

  /** Returns the joints that extensions refer to, such as the springs of an avatar. */
  public Set<Integer> referencedJoints() {
    BitSet referenced = NodeRemoval.referenced(document.json());
    Set<Integer> out = new TreeSet<>();
    for (int j = 0; j < nodes.size(); j++) {
      if (referenced.get(nodes.get(j))) {
        out.add(j);
      }
    }
    return out;
  }

  /**
   * Returns a copy of the file whose scenes are moved, with everything in them.
   *
   * @param remarks receives what was dropped or may not have moved
   */
  public GltfDocument moved(Similarity motion, Consumer<Issue> remarks)
      throws MalformedAssetException {
    return MovedDocument.of(this, motion, remarks);
  }

  /** Returns the names of the expressions of an avatar (VRM) that a morph target belongs to. */
  public List<String> expressions(int mesh, int target) {
    return ExpressionBinds.of(document.json()).stream()
        .filter(bind -> bind.mesh() == mesh && bind.target() == target)
        .map(ExpressionBinds.Bind::expression)
        .distinct()
        .toList();
  }

  /** Returns this asset, or throws if it has an issue that is an error. */
  public GltfAsset requireSound() throws MalformedAssetException {
    for (Issue issue : issues) {
      if (issue.severity() == Issue.Severity.ERROR) {
        throw new MalformedAssetException(document.source(), issue.where(), issue.what());
      }
    }
    return this;
  }
}
