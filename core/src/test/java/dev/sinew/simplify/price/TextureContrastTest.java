package dev.sinew.simplify.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two triangles side by side; the image is plain on the left and striped on the right. */
class TextureContrastTest {
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0};
  private static final TriMesh MESH =
      TriMesh.of(
              new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0},
              new int[] {0, 1, 2, 1, 3, 4})
          .withAttribute(
              new MeshAttribute(
                  MeshAttribute.UV, 2, new float[] {0, 0, 0.45f, 0, 0, 0.9f, 0.9f, 0, 0.9f, 0.9f}));

  private static SkinnedCharacter with(TextureImage image, double[] transform) {
    Material material =
        new Material(
            "m",
            Color.WHITE,
            new Material.Texture(image, 0, true, true, transform),
            Set.of(0),
            false,
            false,
            Alpha.OPAQUE,
            0.5);
    return SkinnedCharacter.ofMesh("mesh", MESH).withMaterials(List.of(List.of(material)));
  }

  private static double[] factors(SkinnedCharacter character) {
    return TextureContrast.factors(
        new JoinedCharacter(character), MESH, MESH.attribute(MeshAttribute.UV).orElseThrow());
  }

  /** Stripes of 8 pixels on one half of an image of 512 × 512. */
  private static TextureImage striped(boolean rightHalf) {
    int[] argb = new int[512 * 512];
    for (int i = 0; i < argb.length; i++) {
      int x = i % 512;
      argb[i] = 0xFF000000 | (x >= 256 == rightHalf && x / 8 % 2 == 0 ? 0xFFFFFF : 0x404040);
    }
    return TextureImage.of(new Pixels(512, 512, argb));
  }

  @Test
  void aDriftCostsMoreWhereTheImageChanges() {
    double[] right = factors(with(striped(true), IDENTITY));
    assertThat(right[0]).isBetween(1.0, 1.5);
    assertThat(right[1]).isGreaterThan(3);
    double[] left = factors(with(striped(false), IDENTITY));
    assertThat(left[0]).isGreaterThan(3);
    assertThat(left[1]).isBetween(1.0, 2.0);
  }

  @Test
  void theTransformOfTheTextureIsApplied() {
    double[] moved = factors(with(striped(true), new double[] {1, 0, 0.5, 0, 1, 0}));
    assertThat(moved[0]).isGreaterThan(3);
  }

  @Test
  void plainAndUnreadableImagesChangeNothing() {
    TextureImage plain = TextureImage.of(new Pixels(4, 4, new int[16]));
    assertThat(factors(with(plain, IDENTITY))).containsOnly(1);
    assertThat(factors(with(new TextureImage(Optional::empty), IDENTITY))).containsOnly(1);
  }
}
