package dev.sinew.inspect;

import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Counts of the meshes that the scene of a character shows. A mesh shown twice counts once.
 *
 * @param meshes the number of meshes
 * @param wedges what a glTF file stores as vertices
 * @param vertices wedges of one place on the surface count once
 * @param triangles triangles
 * @param influences of the wedges
 * @param materials materials of their triangles, each once
 */
public record ShownCounts(
    int meshes,
    long wedges,
    long vertices,
    long triangles,
    InfluenceCounts influences,
    int materials) {

  /** Counts what a character shows. */
  public static ShownCounts of(SkinnedCharacter character) {
    List<Integer> shown = character.parts().stream().map(Part::mesh).distinct().toList();
    List<Geometry> meshes = shown.stream().map(character.meshes()::get).toList();
    Set<Material> materials = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int m : shown) {
      TriMesh mesh = character.meshes().get(m).mesh();
      IntStream.range(0, mesh.triangleCount())
          .map(mesh::group)
          .distinct()
          .forEach(group -> character.material(m, group).ifPresent(materials::add));
    }
    return new ShownCounts(
        meshes.size(),
        meshes.stream().mapToLong(geometry -> geometry.mesh().wedgeCount()).sum(),
        meshes.stream().mapToLong(geometry -> geometry.mesh().vertexCount()).sum(),
        meshes.stream().mapToLong(geometry -> geometry.mesh().triangleCount()).sum(),
        InfluenceCounts.of(meshes),
        materials.size());
  }
}
