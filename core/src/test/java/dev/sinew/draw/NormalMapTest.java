package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A square that faces the camera, with a normal map of one direction. */
class NormalMapTest {
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0};
  private static final DrawOptions OPTIONS =
      DrawOptions.DEFAULTS
          .withSize(40, 40)
          .withSamples(1)
          .withOrthographic()
          .withView(0, 0)
          .withMargin(0)
          .withBackground(Background.TRANSPARENT)
          .withGroundShadow(false);

  private static int[] centre(Item item) {
    try (RunContext context = RunContext.ofThreads(1)) {
      int pixel = Painter.paint(Scene.of(item), OPTIONS, context).pixels()[20 * 40 + 20];
      return new int[] {pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF};
    }
  }

  private static Item square(double x, double y, double scale, float sign) {
    double z = Math.sqrt(1 - x * x - y * y);
    int[] pixels = new int[4];
    Arrays.fill(pixels, Srgb.opaqueNumbers((x + 1) / 2, (y + 1) / 2, (z + 1) / 2));
    Texture texture =
        new Texture(TextureImage.of(new Pixels(2, 2, pixels)), 0, true, true, IDENTITY);
    Material material =
        new Material("m", Color.WHITE, null, Set.of(), false, false, Material.Alpha.OPAQUE, 0.5)
            .withTextures(Map.of(Material.NORMAL, texture))
            .withFactors(Color.WHITE, Map.of(Material.NORMAL, new Color(scale, scale, 1, 1)));
    assertThat(material.use().tangents()).isTrue();
    Item square = Shapes.square(0);
    float[] normals = new float[3 * square.pointCount()];
    float[] tangents = new float[4 * square.pointCount()];
    for (int p = 0; p < square.pointCount(); p++) {
      normals[3 * p + 2] = 1;
      tangents[4 * p] = 1;
      tangents[4 * p + 3] = sign;
    }
    return Item.of(square.positions, square.triangles)
        .withNormals(normals)
        .withTangents(tangents)
        .withMaterials(
            new int[square.triangleCount()],
            List.of(material),
            Map.of(0, new float[] {0, 1, 1, 1, 1, 0, 0, 0}));
  }

  private static Item withNormals(double x, double y) {
    Item square = Shapes.square(0);
    float[] normals = new float[3 * square.pointCount()];
    for (int p = 0; p < square.pointCount(); p++) {
      normals[3 * p] = (float) x;
      normals[3 * p + 1] = (float) y;
      normals[3 * p + 2] = (float) Math.sqrt(1 - x * x - y * y);
    }
    return Item.of(square.positions, square.triangles).withNormals(normals);
  }

  private static void assertLike(Item mapped, Item plain) {
    int[] a = centre(mapped.withNormalColors(true));
    int[] b = centre(plain.withNormalColors(true));
    for (int k = 0; k < 3; k++) {
      assertThat(a[k]).isCloseTo(b[k], within(2));
    }
  }

  /** The first component is along the tangent, the second along the bitangent. */
  @Test
  void aMapTurnsTheNormal() {
    assertLike(square(0.6, 0, 1, 1), withNormals(0.6, 0));
    assertLike(square(0, 0.6, 1, 1), withNormals(0, 0.6));
    assertLike(square(0, 0.6, 1, -1), withNormals(0, -0.6));
    assertLike(square(0, 0, 1, 1), withNormals(0, 0));
  }

  @Test
  void theScaleOfTheMapCounts() {
    double x = 0.3 / Math.hypot(0.3, 0.8);
    assertLike(square(0.6, 0, 0.5, 1), withNormals(x, 0));
  }

  @Test
  void lightFollowsTheMap() {
    int lit = centre(square(-0.5, 0.6, 1, 1))[0];
    int dark = centre(square(0.5, -0.6, 1, 1))[0];
    assertThat(lit).isGreaterThan(dark + 40);
  }
}
