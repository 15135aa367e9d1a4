package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.NearNames;
import dev.sinew.run.RequestException;
import dev.sinew.simplify.collapse.TriangleBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The triangles of a character by the ratio that is asked of them: those of each {@link NamedRatio}
 * that no earlier one has, and the rest.
 */
final class RatioPools {
  private static final int NAMES_SHOWN = 8;

  /** Triangles that a pool may have above its goal, besides a hundredth of it. */
  private static final int SPARE_TRIANGLES = 2;

  private final JoinedCharacter joined;
  private final List<NamedRatio> ratios;
  private final int[] poolOf;
  private final int[] sizes;

  /**
   * Finds the triangles.
   *
   * @throws RequestException if a name is that of no triangle; it names some that are there
   */
  RatioPools(JoinedCharacter joined, List<NamedRatio> ratios) {
    this.joined = joined;
    this.ratios = ratios;
    poolOf = new int[joined.mesh().triangleCount()];
    Arrays.fill(poolOf, ratios.size());
    for (int i = 0; i < ratios.size(); i++) {
      int found = claim(i);
      if (found == 0) {
        throw new RequestException(unknown(ratios.get(i).name()));
      }
    }
    sizes = new int[ratios.size() + 1];
    for (int pool : poolOf) {
      sizes[pool]++;
    }
  }

  /** Puts the triangles of a name into its pool, unless they are in one; counts all of them. */
  private int claim(int pool) {
    NamedRatio ratio = ratios.get(pool);
    boolean[] isMeant = new boolean[joined.mesh().groupCount()];
    for (int g = 0; g < isMeant.length; g++) {
      isMeant[g] = joined.material(g).map(Material::name).filter(ratio::matches).isPresent();
    }
    int found = 0;
    for (int m = 0; m < joined.character().meshes().size(); m++) {
      boolean all = namesOf(m).stream().anyMatch(ratio::matches);
      for (int t = joined.firstTriangle(m); t < joined.firstTriangle(m + 1); t++) {
        if (all || isMeant[joined.mesh().group(t)]) {
          found++;
          poolOf[t] = poolOf[t] == ratios.size() ? pool : poolOf[t];
        }
      }
    }
    return found;
  }

  /** Returns the name of a mesh and those of the nodes that show it. */
  private Set<String> namesOf(int mesh) {
    SkinnedCharacter character = joined.character();
    Set<String> names = new LinkedHashSet<>(Set.of(character.meshes().get(mesh).name()));
    for (Part part : character.parts()) {
      if (part.mesh() == mesh) {
        names.add(part.name());
      }
    }
    return names;
  }

  private String unknown(String name) {
    Set<String> all = new LinkedHashSet<>();
    for (int m = 0; m < joined.character().meshes().size(); m++) {
      if (joined.isShown(m)) {
        all.addAll(namesOf(m));
      }
    }
    for (int g = 0; g < joined.mesh().groupCount(); g++) {
      joined.material(g).map(Material::name).ifPresent(all::add);
    }
    all.remove("");
    if (all.isEmpty()) {
      return "ratio of " + name + ": no mesh and no material of the model has a name";
    }
    List<String> near = NearNames.of(name, all, NAMES_SHOWN);
    List<String> shown = near.isEmpty() ? all.stream().limit(NAMES_SHOWN).toList() : near;
    String more = near.isEmpty() && all.size() > NAMES_SHOWN ? ", ..." : "";
    return "ratio of "
        + name
        + ": no mesh or material that is shown has this name; "
        + (near.isEmpty() ? "there are " : "near names are ")
        + String.join(", ", shown)
        + more;
  }

  /** Returns the triangles to leave of each pool where the rest keeps a share. */
  private int[] goals(double ratio) {
    int[] goals = new int[sizes.length];
    for (int pool = 0; pool < sizes.length; pool++) {
      double share = pool < ratios.size() ? ratios.get(pool).ratio() : ratio;
      goals[pool] = (int) Math.round(share * sizes[pool]);
    }
    return goals;
  }

  /** Returns the budget of a level. */
  TriangleBudget budget(double ratio) {
    return TriangleBudget.of(poolOf, goals(ratio));
  }

  /** Returns the number of triangles of a level. */
  int triangles(double ratio) {
    return Arrays.stream(goals(ratio)).sum();
  }

  /**
   * Returns what is missing in a level: the names of the pools with more triangles than asked. An
   * edge between two pools stays when one of them is done, so a few triangles more are no failure,
   * for which seams would have to move.
   */
  List<String> missed(double ratio, int[] triangles) {
    int[] goals = goals(ratio);
    int[] left = new int[goals.length];
    for (int t : triangles) {
      left[poolOf[t]]++;
    }
    List<String> out = new ArrayList<>();
    for (int pool = 0; pool < goals.length; pool++) {
      if (left[pool] > goals[pool] + SPARE_TRIANGLES + goals[pool] / 100) {
        String name = pool < ratios.size() ? ratios.get(pool).name() : "the rest";
        out.add(name + " has " + left[pool] + " of " + goals[pool]);
      }
    }
    return out;
  }
}
