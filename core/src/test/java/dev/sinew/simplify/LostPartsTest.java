package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Meshes and materials of which a level has nothing left are named. */
class LostPartsTest {
  private static final SkinnedCharacter TUBE = Cases.bending(Cases.tube(16, 24));

  /** The mesh with the triangles of some groups; each triangle of an even number is of group 1. */
  private static TriMesh mesh(boolean first, boolean second) {
    TriMesh mesh = TUBE.meshes().getFirst().mesh();
    int[] kept =
        IntStream.range(0, mesh.triangleCount()).filter(t -> t % 2 == 0 ? second : first).toArray();
    int[] corners =
        Arrays.stream(kept)
            .flatMap(t -> Arrays.stream(mesh.cornerWedges(), 3 * t, 3 * t + 3))
            .toArray();
    int[] groups = Arrays.stream(kept).map(t -> t % 2 == 0 ? 1 : 0).toArray();
    return new TriMesh(mesh.positions(), mesh.wedgeVertices(), corners, groups, mesh.attributes());
  }

  private static SkinnedCharacter two(TriMesh one, TriMesh other) {
    Geometry geometry = TUBE.meshes().getFirst();
    List<Geometry> meshes =
        List.of(
            new Geometry("body", one, geometry.skinning(), geometry.morphs()),
            new Geometry("eyes", other, geometry.skinning(), geometry.morphs()));
    Part part = TUBE.parts().getFirst();
    return new SkinnedCharacter(
            TUBE.skeleton(),
            TUBE.skins(),
            meshes,
            List.of(part, new Part("eyes", part.node(), 1, part.skin())),
            TUBE.clips())
        .withMaterials(List.of(materials("skin", "lips"), materials("iris", "white")));
  }

  private static List<Material> materials(String... names) {
    return Arrays.stream(names)
        .map(
            name ->
                new Material(
                    name,
                    Material.Color.WHITE,
                    null,
                    java.util.Set.of(),
                    false,
                    false,
                    Material.Alpha.OPAQUE,
                    0.5))
        .toList();
  }

  @Test
  void whatIsGoneIsNamedWithItsTriangles() {
    SkinnedCharacter full = two(mesh(true, true), mesh(true, true));
    int half = mesh(true, false).triangleCount();
    assertThat(LostParts.of(full, two(mesh(true, false), mesh(false, false))))
        .contains(
            "the level of %d triangles has none left of: material \"lips\" in mesh \"body\" of %d"
                    .formatted(half, mesh(false, true).triangleCount())
                + " triangles, mesh \"eyes\" of %d triangles; a ratio by name keeps more"
                    .formatted(mesh(true, true).triangleCount()));
    assertThat(LostParts.of(full, full)).isEmpty();
  }

  /**
   * A tube and the same tube much smaller: with few triangles, nothing is left of the small one.
   */
  @Test
  void simplifyNamesWhatItLoses() {
    TriMesh large = TUBE.meshes().getFirst().mesh();
    double[] small = large.positions();
    for (int i = 0; i < small.length; i++) {
      small[i] *= 0.001;
    }
    SkinnedCharacter both =
        two(
            large,
            new TriMesh(
                small,
                large.wedgeVertices(),
                large.cornerWedges(),
                large.groups(),
                large.attributes()));
    SimplifyResult result =
        Simplify.run(
            both, SimplifyOptions.DEFAULTS.withRatios(0.05).withPolish(false), Cases.CONTEXT);
    SkinnedCharacter level = result.levels().getFirst().character();
    boolean lost = level.meshes().get(1).mesh().triangleCount() == 0;
    assertThat(result.notes().stream().anyMatch(note -> note.contains("none left of")))
        .isEqualTo(lost || level.meshes().get(0).mesh().triangleCount() == 0);
    // One budget for both: the share of the small one is not kept for it.
    assertThat(level.meshes().get(1).mesh().triangleCount())
        .isLessThan(level.meshes().get(0).mesh().triangleCount());
  }
}
