package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import dev.sinew.run.FileText;
import dev.sinew.run.NearNames;
import dev.sinew.run.RequestException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A character: a skeleton of nodes, skins, meshes, the parts that place meshes on nodes, and clips.
 *
 * @param skeleton all nodes
 * @param skins joint lists with inverse bind matrices
 * @param meshes the geometry; several parts may use one mesh
 * @param parts meshes on nodes, skinned or not
 * @param clips the animations
 * @param materials per mesh, the material of every group; an empty list if nothing is known of them
 */
public record SkinnedCharacter(
    Skeleton skeleton,
    List<Skin> skins,
    List<Geometry> meshes,
    List<Part> parts,
    List<Clip> clips,
    List<List<Material>> materials) {

  /** The skin of a part without a skin. */
  public static final int NO_SKIN = -1;

  /**
   * A mesh with its skin and morph targets.
   *
   * @param name the name in the file
   * @param mesh the surface at rest
   * @param skinning how its vertices follow joints
   * @param morphs the morph targets, or {@link MorphTargets#NONE}
   */
  public record Geometry(String name, TriMesh mesh, Skinning skinning, MorphTargets morphs) {
    /** A mesh without morph targets. */
    public Geometry(String name, TriMesh mesh, Skinning skinning) {
      this(name, mesh, skinning, MorphTargets.NONE);
    }

    /** A rigid mesh without morph targets. */
    public Geometry(String name, TriMesh mesh) {
      this(name, mesh, Skinning.rigid());
    }

    /** Returns the same with another mesh that has the same vertices and wedges. */
    public Geometry withMesh(TriMesh changed) {
      return new Geometry(name, changed, skinning, morphs);
    }

    /** Returns the same with another skin. */
    public Geometry withSkinning(Skinning changed) {
      return new Geometry(name, mesh, changed, morphs);
    }

    /** Returns the same with other morph targets. */
    public Geometry withMorphs(MorphTargets changed) {
      return new Geometry(name, mesh, skinning, changed);
    }

    /**
     * Returns the same with another mesh that has the same vertices and other wedges.
     *
     * @param source the wedge of this mesh that each wedge of the other was made from
     */
    public Geometry withWedges(TriMesh changed, int[] source) {
      return new Geometry(name, changed, skinning, morphs.wedges(source));
    }

    /** Returns the largest number of influences of a vertex. */
    public int maxInfluences() {
      return skinning.maxInfluences();
    }

    /**
     * Returns the animation coordinates of a mesh that is not rigid: its own, or those of its
     * linear blend skin.
     */
    public AnimationCoords coords(Skin skin) {
      return switch (skinning) {
        case Skinning.Rigid _ ->
            throw new IllegalArgumentException(name + ": expected influences, got a rigid mesh");
        case Skinning.Linear linear ->
            AnimationCoords.ofLinearBlend(skin, linear.weights(), mesh.positions());
        case Skinning.AnimationSpace space -> space.points();
        case Skinning.MultiWeight multi -> multi.base().points();
      };
    }

    /** Checks the number of rows of the skin and of morph offsets. */
    public Geometry {
      int vertices = mesh.vertexCount();
      skinning
          .influences()
          .ifPresent(
              rows -> ArrayChecks.size("influence rows of " + name, rows.vertexCount(), vertices));
      if (!morphs.isEmpty()) {
        ArrayChecks.size("morphed wedges of " + name, morphs.wedgeCount(), mesh.wedgeCount());
      }
    }
  }

  /**
   * A mesh in the scene.
   *
   * @param name the name of the node in the file
   * @param node the joint that carries it, and moves it if it has no skin
   * @param mesh the index of its mesh
   * @param skin the index of its skin, or {@link #NO_SKIN}
   * @param morphWeights its rest weights, one per target; empty for those of the mesh
   */
  public record Part(String name, int node, int mesh, int skin, List<Double> morphWeights) {
    /** Copies the weights. */
    public Part {
      morphWeights = List.copyOf(morphWeights);
    }

    /** A part with the rest weights of its mesh. */
    public Part(String name, int node, int mesh, int skin) {
      this(name, node, mesh, skin, List.of());
    }
  }

  /** Copies the lists and checks all indices. */
  public SkinnedCharacter {
    skins = List.copyOf(skins);
    meshes = List.copyOf(meshes);
    parts = List.copyOf(parts);
    clips = List.copyOf(clips);
    materials = materials.stream().map(List::copyOf).toList();
    if (!materials.isEmpty()) {
      ArrayChecks.size("materials", materials.size(), meshes.size());
    }
    for (int s = 0; s < skins.size(); s++) {
      for (int i = 0; i < skins.get(s).jointCount(); i++) {
        ArrayChecks.index("joints of skin " + s, i, skins.get(s).joint(i), skeleton.jointCount());
      }
    }
    for (int p = 0; p < parts.size(); p++) {
      Part part = parts.get(p);
      ArrayChecks.index("node of part", p, part.node(), skeleton.jointCount());
      ArrayChecks.index("mesh of part", p, part.mesh(), meshes.size());
      if (part.skin() != NO_SKIN) {
        ArrayChecks.index("skin of part", p, part.skin(), skins.size());
        Skinning skinning = meshes.get(part.mesh()).skinning();
        if (skinning.isRigid()) {
          throw new IllegalArgumentException("part " + p + " has a skin but its mesh is rigid");
        }
        if (skinning.jointsNeeded() > 0) {
          ArrayChecks.index(
              "largest joint of part",
              p,
              skinning.jointsNeeded() - 1,
              skins.get(part.skin()).jointCount());
        }
      }
    }
    for (Clip clip : clips) {
      ArrayChecks.index(
          "joints of clip " + clip.name(), 0, clip.jointsNeeded(), skeleton.jointCount() + 1);
    }
  }

  /** A character without known materials. */
  public SkinnedCharacter(
      Skeleton skeleton,
      List<Skin> skins,
      List<Geometry> meshes,
      List<Part> parts,
      List<Clip> clips) {
    this(skeleton, skins, meshes, parts, clips, List.of());
  }

  /** Returns a character of one mesh that does not move. */
  public static SkinnedCharacter ofMesh(String name, TriMesh mesh) {
    Skeleton.Builder node = Skeleton.builder();
    node.add(name, Skeleton.NO_PARENT, 0, 0, 0);
    return new SkinnedCharacter(
        node.build(),
        List.of(),
        List.of(new Geometry(name, mesh)),
        List.of(new Part(name, 0, 0, NO_SKIN)),
        List.of());
  }

  /** Returns the material of a group of a mesh; empty if it is not known. */
  public Optional<Material> material(int mesh, int group) {
    List<Material> known = materials.isEmpty() ? List.of() : materials.get(mesh);
    return group < known.size() ? Optional.of(known.get(group)) : Optional.empty();
  }

  /** Returns the geometry of a part. */
  public Geometry geometry(Part part) {
    return meshes.get(part.mesh());
  }

  /** Returns how the mesh of a part follows joints: rigidly if the part has no skin. */
  public Skinning skinning(Part part) {
    return part.skin() == NO_SKIN ? Skinning.rigid() : geometry(part).skinning();
  }

  /** Returns the same character with other meshes. */
  public SkinnedCharacter withMeshes(List<Geometry> changed) {
    return new SkinnedCharacter(skeleton, skins, changed, parts, clips, materials);
  }

  /** Returns the same with other parts. */
  public SkinnedCharacter withParts(List<Part> changed) {
    return new SkinnedCharacter(skeleton, skins, meshes, changed, clips, materials);
  }

  /** Returns the same character with other clips. */
  public SkinnedCharacter withClips(List<Clip> changed) {
    return new SkinnedCharacter(skeleton, skins, meshes, parts, changed, materials);
  }

  /** Returns a name that no clip has: the wanted one, or the first free one with a number. */
  public String unusedClipName(String wanted) {
    String free = wanted;
    for (int i = 2; isClipName(free); i++) {
      free = wanted + "-" + i;
    }
    return free;
  }

  private boolean isClipName(String name) {
    return clips.stream().anyMatch(clip -> clip.name().equals(name));
  }

  /** Returns the same character with materials: per mesh, the material of every group. */
  public SkinnedCharacter withMaterials(List<List<Material>> known) {
    return new SkinnedCharacter(skeleton, skins, meshes, parts, clips, known);
  }

  /**
   * Returns a clip by its name, or by its index if no clip has that name.
   *
   * @throws RequestException if there is none
   */
  public Clip clip(String nameOrIndex) {
    for (Clip clip : clips) {
      if (clip.name().equals(nameOrIndex)) {
        return clip;
      }
    }
    if (nameOrIndex.matches("[0-9]{1,6}") && Integer.parseInt(nameOrIndex) < clips.size()) {
      return clips.get(Integer.parseInt(nameOrIndex));
    }
    throw new RequestException(
        "no clip '"
            + nameOrIndex
            + "': the model has "
            + clipNames()
            + NearNames.question(nameOrIndex, clips.stream().map(Clip::name).toList()));
  }

  /**
   * Returns the clip, if there is only one.
   *
   * @throws RequestException if there is none, or a choice
   */
  public Clip onlyClip() {
    if (clips.size() != 1) {
      throw new RequestException("expected the name of a clip: the model has " + clipNames());
    }
    return clips.getFirst();
  }

  private String clipNames() {
    return clips.isEmpty()
        ? "none"
        : FileText.shortened(clips.stream().map(Clip::name).toList().toString());
  }

  /** Returns the skins of the parts that show a mesh, without repeats. */
  public List<Integer> skinsOf(int mesh) {
    return parts.stream()
        .filter(part -> part.mesh() == mesh && part.skin() != NO_SKIN)
        .map(Part::skin)
        .distinct()
        .toList();
  }

  /** Returns a new rest pose, including morph weights. */
  public Pose restPose() {
    Map<Integer, double[]> weights = new HashMap<>();
    for (Part part : parts) {
      MorphTargets morphs = geometry(part).morphs();
      if (!morphs.isEmpty()) {
        double[] rest = morphs.restWeights();
        for (int i = 0; i < Math.min(rest.length, part.morphWeights().size()); i++) {
          rest[i] = part.morphWeights().get(i);
        }
        weights.put(part.node(), rest);
      }
    }
    return new Pose(skeleton, weights);
  }
}
