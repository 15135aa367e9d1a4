package dev.sinew.model;

import dev.sinew.run.RequestException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A character: one node tree, the skins over it, the meshes, where each mesh hangs, and the clips.
 *
 * @param skeleton all nodes
 * @param skins joint lists with inverse bind matrices
 * @param meshes geometry, shared by the parts that use it
 * @param parts a mesh hung on a node, skinned or not
 * @param clips motions
 */
public record SkinnedCharacter(
    Skeleton skeleton,
    List<Skin> skins,
    List<Geometry> meshes,
    List<Part> parts,
    List<Clip> clips) {

  /** The mesh of a part that no skin moves. */
  public static final int NO_SKIN = -1;

  /**
   * A mesh with what deforms it.
   *
   * @param name what the file calls it
   * @param mesh the surface at rest
   * @param influences a row per vertex, or null when the mesh is rigid
   * @param morphs shapes to blend, or null when there are none
   * @param coords a row per vertex of a general animation-space skin, or null when the influences
   *     say it all; where there are both, the influences are its best linear approximation
   */
  public record Geometry(
      String name,
      TriMesh mesh,
      @Nullable Influences influences,
      @Nullable MorphTargets morphs,
      @Nullable AnimationCoords coords) {
    /** A mesh that nothing but linear blending moves. */
    public Geometry(
        String name, TriMesh mesh, @Nullable Influences influences, @Nullable MorphTargets morphs) {
      this(name, mesh, influences, morphs, null);
    }

    /** Returns the most influences of a vertex: of its coordinates, where it has any. */
    public int maxInfluences() {
      return coords != null ? coords.maxCount() : influences == null ? 0 : influences.maxCount();
    }

    /** Checks that influences and coordinates cover the vertices and the morphs the wedges. */
    public Geometry {
      if (coords != null) {
        Checks.size("animation coordinates of " + name, coords.rowCount(), mesh.vertexCount());
        if (influences == null) {
          throw new IllegalArgumentException(
              name + ": animation coordinates need the influences that approximate them");
        }
      }
      if (influences != null) {
        Checks.size("influence rows of " + name, influences.vertexCount(), mesh.vertexCount());
      }
      if (morphs != null && morphs.count() > 0) {
        Checks.size("morphed wedges of " + name, morphs.wedgeCount(), mesh.wedgeCount());
      }
    }
  }

  /**
   * A mesh in the scene.
   *
   * @param name what the file calls the node
   * @param node the joint it hangs on; what moves it when it has no skin
   * @param mesh its place in the character's meshes
   * @param skin its place in the character's skins, or {@link #NO_SKIN}
   * @param morphWeights its own weights at rest, one per target; empty to take the mesh's
   */
  public record Part(String name, int node, int mesh, int skin, List<Double> morphWeights) {
    /** Copies the weights. */
    public Part {
      morphWeights = List.copyOf(morphWeights);
    }

    /** A part that rests as its mesh does. */
    public Part(String name, int node, int mesh, int skin) {
      this(name, node, mesh, skin, List.of());
    }
  }

  /** Copies the lists and checks every reference between them. */
  public SkinnedCharacter {
    skins = List.copyOf(skins);
    meshes = List.copyOf(meshes);
    parts = List.copyOf(parts);
    clips = List.copyOf(clips);
    for (int s = 0; s < skins.size(); s++) {
      for (int i = 0; i < skins.get(s).jointCount(); i++) {
        Checks.index("joints of skin " + s, i, skins.get(s).joint(i), skeleton.jointCount());
      }
    }
    for (int p = 0; p < parts.size(); p++) {
      Part part = parts.get(p);
      Checks.index("node of part", p, part.node(), skeleton.jointCount());
      Checks.index("mesh of part", p, part.mesh(), meshes.size());
      if (part.skin() != NO_SKIN) {
        Checks.index("skin of part", p, part.skin(), skins.size());
        Influences influences = meshes.get(part.mesh()).influences();
        if (influences == null) {
          throw new IllegalArgumentException(
              "part " + p + " has a skin but its mesh has no influences");
        }
        int joints = skins.get(part.skin()).jointCount();
        AnimationCoords coords = meshes.get(part.mesh()).coords();
        if (influences.totalCount() > 0) {
          Checks.index("largest influence of part", p, influences.jointsNeeded() - 1, joints);
        }
        if (coords != null && coords.totalCount() > 0) {
          Checks.index("largest coordinate of part", p, coords.jointsNeeded() - 1, joints);
        }
      }
    }
    for (Clip clip : clips) {
      Checks.index(
          "joints of clip " + clip.name(), 0, clip.jointsNeeded(), skeleton.jointCount() + 1);
    }
  }

  /** The geometry of a part. */
  public Geometry geometry(Part part) {
    return meshes.get(part.mesh());
  }

  /** Returns the same character with other meshes. */
  public SkinnedCharacter withMeshes(List<Geometry> changed) {
    return new SkinnedCharacter(skeleton, skins, changed, parts, clips);
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
            + (clips.isEmpty() ? "none" : clips.stream().map(Clip::name).toList()));
  }

  /** Returns the skins that move a mesh where it is shown, each once. */
  public List<Integer> skinsOf(int mesh) {
    return parts.stream()
        .filter(part -> part.mesh() == mesh && part.skin() != NO_SKIN)
        .map(Part::skin)
        .distinct()
        .toList();
  }

  /** A new pose at rest, morph weights included. */
  public Pose restPose() {
    Map<Integer, double[]> weights = new HashMap<>();
    for (Part part : parts) {
      MorphTargets morphs = geometry(part).morphs();
      if (morphs != null) {
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
