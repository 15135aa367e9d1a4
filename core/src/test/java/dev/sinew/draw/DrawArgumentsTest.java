package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrawArgumentsTest {
  private static final DrawOptions OPTIONS = DrawOptions.DEFAULTS;

  @Test
  void picturesAreBounded() {
    rejected(() -> OPTIONS.withSize(0, 10), "width", "got 0");
    rejected(() -> OPTIONS.withSize(10, 16385), "height", "16385");
    rejected(() -> OPTIONS.withSize(16384, 16384), "67108864");
    rejected(() -> OPTIONS.withSamples(5), "samples");
    assertThat(OPTIONS.withSamples(1).withSize(16384, 4096).raster().width()).isEqualTo(16384);
  }

  @Test
  void viewsAreInRange() {
    rejected(() -> OPTIONS.withView(Double.NaN, 0), "azimuth");
    rejected(() -> OPTIONS.withView(0, 91), "elevation", "91");
    rejected(() -> OPTIONS.withFieldOfView(-1), "fieldOfView");
    rejected(() -> OPTIONS.withDistance(0), "distance");
    rejected(() -> OPTIONS.withMargin(0.5), "margin");
    rejected(() -> OPTIONS.withColumns(-1), "columns");
  }

  private static final Viewpoint FROM =
      new Viewpoint(new Viewpoint.Place(1, 2, 3), new Viewpoint.Place(0, 1, 0));

  @Test
  void withMethodsChangeOneOption() {
    DrawOptions all =
        OPTIONS
            .withSize(5, 6)
            .withColumns(2)
            .withView(7, 8)
            .withUp(DrawOptions.UpAxis.Z)
            .withFieldOfView(9)
            .withDistance(2)
            .withMargin(0.2)
            .withSharedScale(false)
            .withViewpoint(FROM)
            .withTwoSided(false)
            .withUnlit(true)
            .withGroundShadow(false)
            .withSamples(1)
            .withBackground(Background.TRANSPARENT);
    assertThat(all)
        .isEqualTo(
            new DrawOptions(
                new DrawOptions.Raster(5, 6, 1),
                2,
                new DrawOptions.View(
                    7, 8, DrawOptions.UpAxis.Z, 9, 2, 0.2, false, Optional.of(FROM)),
                new DrawOptions.Shading(false, true, false),
                Background.TRANSPARENT));
    assertThat(OPTIONS.withOrthographic().view().fieldOfView()).isZero();
    rejected(all::withOrthographic, "fieldOfView", "viewpoint");
    rejected(() -> new Viewpoint(FROM.eye(), FROM.eye()), "eye");
  }

  @Test
  void itemErrorsNameBothSizes() {
    rejected(() -> Item.of(new float[4], new int[0]), "positions", "4");
    rejected(() -> Item.of(new float[3], new int[] {0, 0}), "triangles", "2");
    rejected(() -> Item.of(new float[3], new int[] {0, 1, 0}), "triangles[1]", "0 to 0", "got 1");
    Item item = Shapes.square(0);
    rejected(() -> item.withNormals(new float[9]), "12", "9");
    rejected(() -> item.withColors(new float[3]), "12", "3");
    rejected(() -> item.withSkeleton(new float[3], new int[2]), "6", "3");
    rejected(() -> item.withSkeleton(new float[3], new int[] {1}), "parents[0]", "got 1");
    rejected(() -> new Picture(2, 2, new int[3]), "2 x 2", "3");
    rejected(() -> new Picture(2, 1, new int[2]).pixel(2, 0), "2 x 1", "2, 0");
  }

  @Test
  void itemsCopyTheirArrays() {
    float[] points = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int[] triangles = {0, 1, 2};
    Item item = Item.of(points, triangles);
    points[0] = 9;
    triangles[0] = 77;
    assertThat(item.positions[0]).isZero();
    assertThat(item.triangles[0]).isZero();
  }

  private static void rejected(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }
}
