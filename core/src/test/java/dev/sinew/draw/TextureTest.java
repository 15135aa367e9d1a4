package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A square of side 1 that fills the picture, with an image of 2 × 2 pixels. */
class TextureTest {
  private static final int RED = 0xFFFF0000;
  private static final int GREEN = 0xFF00FF00;
  private static final int BLUE = 0xFF0000FF;
  private static final int WHITE = 0xFFFFFFFF;
  private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0};
  private static final DrawOptions OPTIONS =
      DrawOptions.DEFAULTS
          .withSize(80, 80)
          .withSamples(4)
          .withOrthographic()
          .withView(0, 0)
          .withMargin(0)
          .withBackground(Background.TRANSPARENT)
          .withGroundShadow(false);

  private static Material material(int[] argb, Alpha alpha, boolean unlit, double[] transform) {
    Texture texture =
        new Texture(
            TextureImage.of(new Pixels(2, argb.length / 2, argb)), 0, true, true, transform);
    return new Material("m", Color.WHITE, texture, Set.of(0), false, unlit, alpha, 0.5);
  }

  private static Picture paint(Material material) {
    return paint(square(material), OPTIONS);
  }

  private static Item square(Material material) {
    // v grows downwards, as in glTF.
    float[] uv = {0, 1, 1, 1, 1, 0, 0, 0};
    Item square = Shapes.square(0);
    return Item.of(square.positions, square.triangles)
        .withMaterials(new int[square.triangleCount()], List.of(material), Map.of(0, uv));
  }

  private static Picture paint(Item item, DrawOptions options) {
    try (RunContext context = RunContext.ofThreads(1)) {
      return Painter.paint(Scene.of(item), options, context);
    }
  }

  private static int at(Picture picture, int x, int y) {
    return picture.pixels()[y * picture.width() + x];
  }

  /** Between the centres of its pixels, an image is interpolated. */
  private static void assertColor(Picture picture, int x, int y, int expected) {
    for (int shift = 0; shift < 32; shift += 8) {
      assertThat(at(picture, x, y) >>> shift & 0xFF)
          .isCloseTo(expected >>> shift & 0xFF, within(60));
    }
  }

  @Test
  void everyQuarterHasItsColour() {
    Picture picture =
        paint(material(new int[] {RED, GREEN, BLUE, WHITE}, Alpha.OPAQUE, true, IDENTITY));
    assertColor(picture, 20, 20, RED);
    assertColor(picture, 60, 20, GREEN);
    assertColor(picture, 20, 60, BLUE);
    assertColor(picture, 60, 60, WHITE);
  }

  @Test
  void aTransformMovesTheImage() {
    double[] halfAlong = {1, 0, 0.5, 0, 1, 0};
    Picture picture =
        paint(material(new int[] {RED, GREEN, BLUE, WHITE}, Alpha.OPAQUE, true, halfAlong));
    assertColor(picture, 20, 20, GREEN);
    assertColor(picture, 60, 20, RED);
  }

  @Test
  void lightShadesTheColour() {
    Picture picture =
        paint(material(new int[] {RED, RED, RED, RED}, Alpha.OPAQUE, false, IDENTITY));
    int pixel = at(picture, 40, 40);
    assertThat(pixel >> 16 & 0xFF).isBetween(100, 254);
    assertThat(pixel & 0xFF).isLessThan(90);
  }

  @Test
  void aMaskCutsHoles() {
    int hole = 0x33FFFFFF;
    Picture picture = paint(material(new int[] {RED, hole, RED, hole}, Alpha.MASK, true, IDENTITY));
    assertColor(picture, 20, 40, RED);
    assertThat(at(picture, 60, 40) >>> 24).isZero();
  }

  /** As glTF asks: a single-sided material is not seen from behind. */
  @Test
  void onlyDoubleSidedMaterialsAreSeenFromBehind() {
    Material single = material(new int[] {RED, RED, RED, RED}, Alpha.OPAQUE, true, IDENTITY);
    Material both = single.withDoubleSided(true);
    DrawOptions behind = OPTIONS.withView(180, 0);
    assertThat(at(paint(square(single), OPTIONS), 40, 40)).isEqualTo(RED);
    assertThat(at(paint(square(single), behind), 40, 40) >>> 24).isZero();
    assertThat(at(paint(square(both), behind), 40, 40)).isEqualTo(RED);
    Material changed = both.withFactors(Color.WHITE, Map.of()).withTextures(both.textures());
    assertThat(changed.doubleSided()).isTrue();
  }

  /** As glTF asks: the alpha of vertex colours multiplies that of the material. */
  @Test
  void alphaOfPointsCutsHoles() {
    Material mask = material(new int[] {RED, RED, RED, RED}, Alpha.MASK, true, IDENTITY);
    Picture picture = paint(square(mask).withAlphas(new float[] {1, 0, 0, 1}), OPTIONS);
    assertThat(at(picture, 20, 40)).isEqualTo(RED);
    assertThat(at(picture, 60, 40) >>> 24).isZero();
    Material opaque = material(new int[] {RED, RED, RED, RED}, Alpha.OPAQUE, true, IDENTITY);
    Picture covered = paint(square(opaque).withAlphas(new float[] {1, 0, 0, 1}), OPTIONS);
    assertThat(at(covered, 60, 40)).as("alpha is ignored").isEqualTo(RED);
  }

  @Test
  void anUnlitPictureHasTheColoursOfTheFile() {
    int brown = 0xFF80502A;
    int[] image = {brown, brown, brown, brown};
    Item item = square(material(image, Alpha.OPAQUE, false, IDENTITY));
    DrawOptions unlit = OPTIONS.withUnlit(true).withView(30, 20);
    assertThat(at(paint(item, unlit), 40, 40)).isEqualTo(brown);
    Picture shadowless = paint(item, unlit.withGroundShadow(true).withOrthographic());
    assertThat(shadowless.pixels()).isEqualTo(paint(item, unlit).pixels());
    int lit = at(paint(item, OPTIONS.withView(30, 20)), 40, 40);
    assertThat(lit).isNotEqualTo(brown);
  }

  /** A share of the samples is covered. */
  @Test
  void blendingLetsTheBackgroundThrough() {
    int half = 0x80FF0000;
    Picture picture =
        paint(material(new int[] {half, half, half, half}, Alpha.BLEND, true, IDENTITY));
    assertThat((at(picture, 40, 40) >>> 24) / 255.0).isCloseTo(0.5, within(0.07));
    assertThat(at(picture, 40, 40) & 0xFFFFFF).isEqualTo(0xFF0000);
  }

  /** Seen from far away, a fine pattern has its mean colour. */
  @Test
  void fineImagesAreAveraged() {
    int side = 512;
    int[] checkers = new int[side * side];
    for (int i = 0; i < checkers.length; i++) {
      checkers[i] = (i / side + i) % 2 == 0 ? WHITE : 0xFF000000;
    }
    Texture texture =
        new Texture(TextureImage.of(new Pixels(side, side, checkers)), 0, true, true, IDENTITY);
    Picture picture =
        paint(new Material("m", Color.WHITE, texture, Set.of(0), false, true, Alpha.OPAQUE, 0.5));
    for (int i = 10; i < 70; i += 7) {
      // Half the light is 188 in sRGB.
      assertThat(at(picture, i, 80 - i) & 0xFF).isBetween(180, 196);
    }
  }
}
