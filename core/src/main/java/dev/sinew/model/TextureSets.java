package dev.sinew.model;

import dev.sinew.model.Material.Texture;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The sets of texture coordinates of meshes. Renderers know few of them: three.js knows four, other
 * importers two. So sets that nothing uses are dropped before one is added, and the others are
 * numbered without gaps.
 */
public final class TextureSets {
  /** The number of sets that common renderers know. */
  public static final int WIDELY_KNOWN = 4;

  private TextureSets() {}

  /** Returns the sets that a mesh has. */
  public static Set<Integer> of(TriMesh mesh) {
    Set<Integer> out = new TreeSet<>();
    for (MeshAttribute attribute : mesh.attributes()) {
      if (attribute.uvSet() >= 0) {
        out.add(attribute.uvSet());
      }
    }
    return out;
  }

  /** Returns the sets that textures of a mesh's materials use. */
  public static Set<Integer> used(SkinnedCharacter character, int mesh) {
    Set<Integer> out = new TreeSet<>();
    for (int g = 0; g < groups(character, mesh); g++) {
      character.material(mesh, g).ifPresent(material -> out.addAll(material.use().sets()));
    }
    return out;
  }

  /**
   * Returns true if all uses of a mesh's sets are known, so that sets may be dropped, renumbered or
   * replaced together with their textures.
   */
  public static boolean areUsesKnown(SkinnedCharacter character, int mesh) {
    for (int g = 0; g < groups(character, mesh); g++) {
      Optional<Material> material = character.material(mesh, g);
      if (material.isEmpty() || material.get().use().unknown()) {
        return false;
      }
    }
    // A texture without its coordinates must not get those of another set by renumbering.
    return of(character.meshes().get(mesh).mesh()).containsAll(used(character, mesh));
  }

  /**
   * Returns the sets of a mesh that no texture uses. A mesh without textures keeps its first set:
   * its textures may be elsewhere. Empty if uses are not known.
   */
  public static Set<Integer> unused(SkinnedCharacter character, int mesh) {
    Set<Integer> own = of(character.meshes().get(mesh).mesh());
    Set<Integer> used = used(character, mesh);
    if (own.isEmpty() || !areUsesKnown(character, mesh)) {
      return Set.of();
    }
    if (used.isEmpty()) {
      own.remove(own.iterator().next());
    }
    own.removeAll(used);
    return own;
  }

  /**
   * Returns the new number of every set of a mesh that stays, without gaps and in the same order.
   *
   * @param dropped sets that do not stay
   */
  public static Map<Integer, Integer> numbers(TriMesh mesh, Set<Integer> dropped) {
    Map<Integer, Integer> out = new TreeMap<>();
    for (int set : of(mesh)) {
      if (!dropped.contains(set)) {
        out.put(set, out.size());
      }
    }
    return out;
  }

  /**
   * Returns the new numbers likewise.
   *
   * @param first the set that becomes set 0
   */
  public static Map<Integer, Integer> numbers(TriMesh mesh, Set<Integer> dropped, int first) {
    Map<Integer, Integer> out = numbers(mesh, dropped);
    int old = out.getOrDefault(first, 0);
    out.replaceAll((set, number) -> set == first ? 0 : number < old ? number + 1 : number);
    return out;
  }

  /** Returns true if programs read all textures of a material of a mesh from the first set. */
  public static boolean isOnlyFirst(SkinnedCharacter character, int mesh) {
    return IntStream.range(0, groups(character, mesh))
        .mapToObj(g -> character.material(mesh, g))
        .anyMatch(material -> material.isPresent() && material.get().use().onlyFirst());
  }

  /**
   * Drops sets of meshes and renumbers the others, in the meshes and in their materials. Where
   * nothing is dropped, numbers stay as they are.
   *
   * @param dropped the sets by index of the mesh
   */
  public static SkinnedCharacter without(
      SkinnedCharacter character, Map<Integer, Set<Integer>> dropped) {
    Map<Integer, Map<Integer, Integer>> numbers = new HashMap<>();
    dropped.forEach(
        (m, sets) -> {
          if (!sets.isEmpty()) {
            numbers.put(m, numbers(character.meshes().get(m).mesh(), sets));
          }
        });
    return renumbered(character, numbers);
  }

  /**
   * Renumbers sets of meshes, in the meshes and in their materials.
   *
   * @param numbers the new number of every set that stays, by index of the mesh; the others keep
   *     theirs
   */
  public static SkinnedCharacter renumbered(
      SkinnedCharacter character, Map<Integer, Map<Integer, Integer>> numbers) {
    List<Geometry> meshes = new ArrayList<>();
    List<List<Material>> materials = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      List<Material> own = new ArrayList<>();
      for (int g = 0; g < groups(character, m); g++) {
        character.material(m, g).ifPresent(own::add);
      }
      Map<Integer, Integer> changed = numbers.get(m);
      if (changed != null) {
        geometry = geometry.withMesh(renumbered(geometry.mesh(), changed));
        own.replaceAll(material -> renumbered(material, changed));
      }
      meshes.add(geometry);
      materials.add(own);
    }
    SkinnedCharacter out = character.withMeshes(meshes);
    return character.materials().isEmpty() ? out : out.withMaterials(materials);
  }

  /** Returns the number of a mesh's materials. */
  private static int groups(SkinnedCharacter character, int mesh) {
    int known = character.materials().isEmpty() ? 0 : character.materials().get(mesh).size();
    return Math.max(known, character.meshes().get(mesh).mesh().groupCount());
  }

  private static TriMesh renumbered(TriMesh mesh, Map<Integer, Integer> numbers) {
    List<MeshAttribute> out = new ArrayList<>();
    for (MeshAttribute attribute : mesh.attributes()) {
      Integer number = numbers.get(attribute.uvSet());
      if (number != null) {
        out.add(attribute.withName(MeshAttribute.uv(number)));
      } else if (!attribute.isUv()) {
        out.add(attribute);
      }
    }
    return new TriMesh(
        mesh.positions(), mesh.wedgeVertices(), mesh.cornerWedges(), mesh.groups(), out);
  }

  private static Material renumbered(Material material, Map<Integer, Integer> numbers) {
    Map<String, Texture> textures = new HashMap<>();
    material
        .textures()
        .forEach(
            (slot, texture) -> {
              int number = numbers.getOrDefault(texture.set(), texture.set());
              textures.put(slot, number == texture.set() ? texture : texture.withSet(number));
            });
    return material.textures().equals(textures) ? material : material.withTextures(textures);
  }
}
