package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two squares with two sets of texture coordinates: u is along x in the first, along y in both. */
class LevelTangentsTest {
  private static final Texture IMAGE = image(0);
  private static final Texture SECOND_IMAGE = image(1);

  private static Texture image(int set) {
    return new Texture(
        TextureImage.of(new Pixels(1, 1, new int[1])),
        set,
        true,
        true,
        new double[] {1, 0, 0, 0, 1, 0});
  }

  /** The squares are groups 0 and 1; their tangents point along z. */
  private static TriMesh squares() {
    double[] positions = new double[24];
    float[] first = new float[16];
    float[] second = new float[16];
    float[] normals = new float[24];
    float[] tangents = new float[32];
    for (int v = 0; v < 8; v++) {
      float x = v % 4 == 1 || v % 4 == 2 ? 1 : 0;
      float y = v % 4 >= 2 ? 1 : 0;
      positions[3 * v] = x + (v < 4 ? 0 : 2);
      positions[3 * v + 1] = y;
      first[2 * v] = x;
      first[2 * v + 1] = y;
      second[2 * v] = y;
      second[2 * v + 1] = x;
      normals[3 * v + 2] = 1;
      tangents[4 * v + 2] = 1;
      tangents[4 * v + 3] = 1;
    }
    return new TriMesh(
        positions,
        new int[] {0, 1, 2, 3, 4, 5, 6, 7},
        new int[] {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7},
        new int[] {0, 0, 1, 1},
        List.of(
            new MeshAttribute(MeshAttribute.NORMAL, 3, normals),
            new MeshAttribute(MeshAttribute.UV, 2, first),
            new MeshAttribute(MeshAttribute.uv(1), 2, second),
            new MeshAttribute(MeshAttribute.TANGENT, 4, tangents)));
  }

  private static MeshAttribute tangents(Material one, Material other, BitSet fixed) {
    SkinnedCharacter level =
        SkinnedCharacter.ofMesh("mesh", squares()).withMaterials(List.of(List.of(one, other)));
    return LevelTangents.of(new JoinedCharacter(level), fixed)
        .meshes()
        .getFirst()
        .mesh()
        .attribute(MeshAttribute.TANGENT)
        .orElseThrow();
  }

  @Test
  void everyGroupFollowsItsNormalMap() {
    Material one = Material.PLAIN.withTextures(Map.of(Material.NORMAL, IMAGE));
    Material other =
        Material.PLAIN.withTextures(
            Map.of(Material.BASE_COLOR, IMAGE, Material.NORMAL, SECOND_IMAGE));
    MeshAttribute found = tangents(one, other, new BitSet());
    for (int w = 0; w < 8; w++) {
      assertThat(found.value(w, w < 4 ? 0 : 1)).as("wedge %d", w).isEqualTo(1f);
    }
  }

  @Test
  void withoutNormalMapsTheBaseColourDecides() {
    Material second = Material.PLAIN.withTextures(Map.of(Material.BASE_COLOR, SECOND_IMAGE));
    MeshAttribute found = tangents(Material.PLAIN, second, new BitSet());
    assertThat(found.value(0, 0)).isEqualTo(1f);
    assertThat(found.value(4, 1)).isEqualTo(1f);
  }

  @Test
  void aGroupWithoutItsSetAndFixedPointsKeepTheirTangents() {
    Material missing = Material.PLAIN.withTextures(Map.of(Material.NORMAL, image(2)));
    BitSet fixed = new BitSet();
    fixed.set(1);
    MeshAttribute found = tangents(Material.PLAIN, missing, fixed);
    assertThat(found.value(0, 0)).isEqualTo(1f);
    assertThat(found.value(1, 2)).isEqualTo(1f);
    assertThat(found.value(4, 2)).isEqualTo(1f);
  }
}
