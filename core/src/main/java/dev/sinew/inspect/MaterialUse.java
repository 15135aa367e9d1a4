package dev.sinew.inspect;

import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * A material and what it covers.
 *
 * @param name its name
 * @param triangles the number of triangles, over all meshes
 * @param textures the slots with a texture, such as "normalTexture"
 * @param alpha how its alpha is used: opaque, mask or blend
 */
public record MaterialUse(String name, long triangles, List<String> textures, String alpha) {

  /** Returns the materials of a character's triangles, in the order of the meshes. */
  public static List<MaterialUse> of(SkinnedCharacter character) {
    IdentityHashMap<Material, Long> triangles = new IdentityHashMap<>();
    List<Material> order = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      TriMesh mesh = character.meshes().get(m).mesh();
      for (int t = 0; t < mesh.triangleCount(); t++) {
        Material material = character.material(m, mesh.group(t)).orElse(null);
        if (material != null && triangles.merge(material, 1L, Long::sum) == 1) {
          order.add(material);
        }
      }
    }
    return order.stream()
        .map(
            material ->
                new MaterialUse(
                    material.name(),
                    triangles.getOrDefault(material, 0L),
                    List.copyOf(new TreeSet<>(material.textures().keySet())),
                    material.opacity().alpha().name().toLowerCase(Locale.ROOT)))
        .toList();
  }
}
