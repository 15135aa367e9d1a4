package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A tube with a texture seam from end to end. */
class MaterialSeamsTest {
  private static final SkinnedCharacter TUBE = Cases.bending(Cases.tube(16, 24));

  private static SkinnedCharacter withTextureSets(Integer... sets) {
    Material material =
        new Material("m", Color.WHITE, null, Set.of(sets), false, false, Alpha.OPAQUE, 0.5);
    return TUBE.withMaterials(List.of(List.of(material, material)));
  }

  private static TriMesh level(SkinnedCharacter character, SimplifyOptions options) {
    return Simplify.run(character, options.withRatios(0.2), Cases.CONTEXT)
        .levels()
        .getFirst()
        .character()
        .meshes()
        .getFirst()
        .mesh();
  }

  /** Returns the number of vertices with different texture coordinates on their sides. */
  private static int seamVertices(TriMesh mesh) {
    MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
    float[] first = new float[mesh.vertexCount()];
    java.util.Arrays.fill(first, Float.NaN);
    java.util.BitSet seam = new java.util.BitSet();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      if (Float.isNaN(first[v])) {
        first[v] = uv.value(w, 0);
      } else if (Math.abs(first[v] - uv.value(w, 0)) > 0.5) {
        seam.set(v);
      }
    }
    return seam.cardinality();
  }

  @Test
  void seamsOfTexturesInUseAreKept() {
    assertThat(seamVertices(level(withTextureSets(0), SimplifyOptions.DEFAULTS))).isGreaterThan(4);
  }

  @Test
  void otherSeamsAreNot() {
    MeshAttribute uv = TUBE.meshes().getFirst().mesh().attribute(MeshAttribute.UV).orElseThrow();
    assertThat(rule(withTextureSets(0)).mayHold(uv)).isTrue();
    assertThat(rule(withTextureSets()).mayHold(uv)).isFalse();
    assertThat(rule(withTextureSets(1)).mayHold(uv)).isFalse();
    // Without the seam other edges collapse.
    SimplifyOptions plain = SimplifyOptions.DEFAULTS.withLook(0).withPolish(false);
    assertThat(level(withTextureSets(), plain).positions())
        .isNotEqualTo(level(withTextureSets(0), plain).positions())
        .isEqualTo(level(withTextureSets(1), plain).positions());
  }

  /** All levels at once obey the same rule as one level of a given size. */
  @Test
  void aStreamOfLevelsKeepsTheSameSeams() {
    SimplifyOptions plain = SimplifyOptions.DEFAULTS.withPolish(false);
    for (SkinnedCharacter character : List.of(withTextureSets(), withTextureSets(0))) {
      TriMesh wanted = level(character, plain);
      TriMesh made =
          new LevelStream(character, plain, Cases.CONTEXT)
              .level(wanted.triangleCount(), Cases.CONTEXT)
              .meshes()
              .getFirst()
              .mesh();
      assertThat(made.positions()).isEqualTo(wanted.positions());
    }
  }

  private static MaterialSeams rule(SkinnedCharacter character) {
    return new MaterialSeams(new JoinedCharacter(character));
  }

  @Test
  void theOldRuleOnRequest() {
    SimplifyOptions keep = SimplifyOptions.DEFAULTS.withKeepUnusedSeams(true).withLook(0);
    TriMesh unused = level(withTextureSets(), keep);
    TriMesh used = level(withTextureSets(0), keep);
    assertThat(unused.positions()).isEqualTo(used.positions());
  }

  /** If nothing is known of the materials, all seams count. */
  @Test
  void unknownMaterials() {
    assertThat(level(TUBE, SimplifyOptions.DEFAULTS).positions())
        .isEqualTo(level(withTextureSets(0), SimplifyOptions.DEFAULTS).positions());
  }
}
