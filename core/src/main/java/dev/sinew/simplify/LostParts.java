package dev.sinew.simplify;

import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The warning about meshes, and surfaces of a material, that lost all their triangles. */
final class LostParts {
  /** The most names in a warning. */
  private static final int MAX_NAMES = 8;

  private LostParts() {}

  /**
   * Returns the warning; empty if something is left of everything.
   *
   * @param full the character with the triangles that a level is made of
   * @param level a level of it
   */
  static Optional<String> of(SkinnedCharacter full, SkinnedCharacter level) {
    List<String> lost = new ArrayList<>();
    for (int m = 0; m < full.meshes().size(); m++) {
      TriMesh before = full.meshes().get(m).mesh();
      TriMesh after = level.meshes().get(m).mesh();
      String mesh = "mesh \"" + full.meshes().get(m).name() + "\"";
      if (after.triangleCount() == 0 && before.triangleCount() > 0) {
        lost.add(mesh + " of " + before.triangleCount() + " triangles");
        continue;
      }
      int[] old = trianglesByGroup(before);
      int[] now = trianglesByGroup(after);
      for (int g = 0; g < old.length; g++) {
        if (old[g] > 0 && (g >= now.length || now[g] == 0)) {
          String material = full.material(m, g).map(Material::name).orElse(String.valueOf(g));
          lost.add("material \"" + material + "\" in " + mesh + " of " + old[g] + " triangles");
        }
      }
    }
    int shown = Math.min(MAX_NAMES, lost.size());
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the level of %d triangles has none left of: %s%s; a ratio by name keeps more",
                level.meshes().stream().mapToInt(one -> one.mesh().triangleCount()).sum(),
                String.join(", ", lost.subList(0, shown)),
                lost.size() > shown ? " and " + (lost.size() - shown) + " more" : ""));
  }

  private static int[] trianglesByGroup(TriMesh mesh) {
    int[] out = new int[mesh.groupCount()];
    for (int group : mesh.groups()) {
      out[group]++;
    }
    return out;
  }
}
