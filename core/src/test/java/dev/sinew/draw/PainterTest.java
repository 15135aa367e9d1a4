package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Box;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PainterTest {
  private static Picture paint(Scene scene, DrawOptions options) {
    return paint(scene, options, 2);
  }

  private static Picture paint(Scene scene, DrawOptions options, int threads) {
    try (RunContext context = RunContext.ofThreads(threads)) {
      return Painter.paint(scene, options, context);
    }
  }

  private static final DrawOptions SMALL =
      DrawOptions.DEFAULTS
          .withSize(200, 150)
          .withBackground(Background.TRANSPARENT)
          .withGroundShadow(false);

  @Test
  void anyNumberOfThreadsGivesTheSamePixels() {
    Item item =
        Shapes.soup(new Random(9), 200)
            .withWireframe(true)
            .withSkeleton(new float[] {0, 0, 0, 0.5f, 1, 0}, new int[] {-1, 0})
            .withLabel("soup");
    Scene scene =
        Scene.of(item, Shapes.sphere(12)).withLegend(new Legend(ColorRamp.SEQUENTIAL, 0, 1, "e"));
    DrawOptions options = DrawOptions.DEFAULTS.withSize(700, 500);
    int[] one = paint(scene, options, 1).pixels();
    assertThat(paint(scene, options, 1).pixels()).isEqualTo(one);
    assertThat(paint(scene, options, 5).pixels()).isEqualTo(one);
    assertThat(paint(scene, options).pixels()).isEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 24, 70})
  void fittedSphereFillsTheCellUpToTheMargin(double fieldOfView) {
    DrawOptions options = SMALL.withMargin(0.1).withFieldOfView(fieldOfView);
    double radius = 150 * (0.5 - 0.1);
    assertThat(coveredArea(paint(Scene.of(Shapes.sphere(60)), options)))
        .isCloseTo(Math.PI * radius * radius, within(0.01 * Math.PI * radius * radius));
  }

  @Test
  void sphereInAFixedFrameHasTheAreaOfItsDisc() {
    Box frame = new Box(-2, -2, -2, 2, 2, 2);
    DrawOptions options = SMALL.withOrthographic().withView(0, 0).withMargin(0);
    double area = Math.PI * Math.pow(150 / 4.0, 2);
    Scene scene = Scene.of(Shapes.sphere(60)).withFrame(frame);
    assertThat(coveredArea(paint(scene, options))).isCloseTo(area, within(0.01 * area));
    Scene empty = Scene.of(Shapes.sphere(60)).withFrame(Box.EMPTY);
    assertThatThrownBy(() -> paint(empty, options)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 30})
  void theNearerOfTwoSquaresHidesTheOtherFromBothSides(double fieldOfView) {
    float[] points = new float[24];
    System.arraycopy(Shapes.square(-0.2f).positions, 0, points, 0, 12);
    System.arraycopy(Shapes.square(0.2f).positions, 0, points, 12, 12);
    int[] triangles = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    float[] colors = new float[24];
    for (int p = 0; p < 8; p++) {
      colors[3 * p + (p < 4 ? 0 : 2)] = 1;
    }
    Item item = Item.of(points, triangles).withColors(colors);
    DrawOptions options = SMALL.withFieldOfView(fieldOfView);
    int front = paint(Scene.of(item), options.withView(0, 0)).pixel(100, 75);
    int back = paint(Scene.of(item), options.withView(180, 0)).pixel(100, 75);
    assertThat(front & 0xFF).as("blue at z = 0.2 is nearer to the front").isGreaterThan(100);
    assertThat(front >> 16 & 0xFF).isLessThan(100);
    assertThat(back >> 16 & 0xFF).as("red at z = -0.2 is nearer to the back").isGreaterThan(100);
    assertThat(back & 0xFF).isLessThan(100);
  }

  @Test
  void facesOfACubeAreLitDifferentlyAndEachEvenly() {
    Item cube = Shapes.cube().withFlatShading(true);
    DrawOptions options = SMALL.withOrthographic().withView(30, 30).withSamples(1);
    Picture picture = paint(Scene.of(cube), options);
    // Seen from the right and above: the top, the front (+Z) left of the middle, the right (+X).
    int top = picture.pixel(100, 35);
    int front = picture.pixel(80, 95);
    int right = picture.pixel(140, 95);
    assertThat(List.of(brightness(top), brightness(front), brightness(right)))
        .doesNotHaveDuplicates();
    assertThat(brightness(right)).as("away from the key light").isLessThan(brightness(front) - 20);
    assertThat(Arrays.stream(picture.pixels()).filter(p -> p >>> 24 != 0).distinct().count())
        .as("only the highlight varies over a face, and not without perspective")
        .isEqualTo(3);
  }

  /** The corners of a square are where a pinhole camera at the viewpoint sees them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aViewpointIsWhereTheCameraIs(boolean upIsZ) {
    // The square from 0 to 1 in x and up, seen from the front in the distance 4.
    Item flat = Shapes.square(0);
    float[] points = flat.positions.clone();
    for (int p = 0; p < points.length && upIsZ; p += 3) {
      points[p + 2] = points[p + 1];
      points[p + 1] = 0;
    }
    Viewpoint.Place eye =
        upIsZ ? new Viewpoint.Place(0.25, -4, 0.5) : new Viewpoint.Place(0.25, 0.5, 4);
    Viewpoint.Place target =
        upIsZ ? new Viewpoint.Place(0.25, 0, 0.5) : new Viewpoint.Place(0.25, 0.5, 0);
    DrawOptions options =
        SMALL
            .withUp(upIsZ ? DrawOptions.UpAxis.Z : DrawOptions.UpAxis.Y)
            .withFieldOfView(30)
            .withViewpoint(new Viewpoint(eye, target));
    Scene scene = Scene.of(Item.of(points, flat.triangles));
    Picture picture = paint(scene, options);
    double perUnit = 75 / Math.tan(Math.toRadians(15)) / 4;
    Box box = Box.of(points);
    double left = 100 + perUnit * (box.minX() - 0.25);
    double right = 100 + perUnit * (box.maxX() - 0.25);
    double top = 75 - perUnit * ((upIsZ ? box.maxZ() : box.maxY()) - 0.5);
    double bottom = 75 - perUnit * ((upIsZ ? box.minZ() : box.minY()) - 0.5);
    for (int y = 0; y < 150; y++) {
      for (int x = 0; x < 200; x++) {
        boolean inside = x > left && x + 1 < right && y > top && y + 1 < bottom;
        boolean outside = x + 1 < left || x > right || y + 1 < top || y > bottom;
        int alpha = picture.pixel(x, y) >>> 24;
        assertThat(alpha).isBetween(inside ? 255 : 0, outside ? 0 : 255);
      }
    }
    Viewpoint above = new Viewpoint(new Viewpoint.Place(3, 5, 4), new Viewpoint.Place(0, 0, 0));
    assertThat(above.azimuth(DrawOptions.UpAxis.Y)).isCloseTo(36.870, within(1e-3));
    assertThat(above.elevation(DrawOptions.UpAxis.Y)).isCloseTo(45, within(1e-9));
  }

  @Test
  void backFacesAreHiddenOnRequest() {
    Item square = Shapes.square(0);
    DrawOptions behind = SMALL.withView(180, 0);
    assertThat(coveredArea(paint(Scene.of(square), behind))).isGreaterThan(1000);
    assertThat(coveredArea(paint(Scene.of(square), behind.withTwoSided(false)))).isZero();
    assertThat(coveredArea(paint(Scene.of(square), SMALL.withTwoSided(false).withView(0, 0))))
        .isGreaterThan(1000);
  }

  @Test
  void oppositeNormalsLightTheSameSide() {
    Item square = Shapes.square(0);
    float[] towards = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    float[] away = {0, 0, -3, 0, 0, -3, 0, 0, -3, 0, 0, -3};
    int[] plain = paint(Scene.of(square), SMALL).pixels();
    assertThat(paint(Scene.of(square.withNormals(towards)), SMALL).pixels()).isEqualTo(plain);
    assertThat(paint(Scene.of(square.withNormals(away)), SMALL).pixels()).isEqualTo(plain);
    assertThat(paint(Scene.of(square.withNormals(new float[12])), SMALL).pixels())
        .as("without a normal the triangle's own is used")
        .isEqualTo(plain);
  }

  @Test
  void wireframeDarkensEdgesAndLeavesTheMiddleOfTriangles() {
    DrawOptions options = SMALL.withOrthographic().withView(0, 0);
    Picture plain = paint(Scene.of(Shapes.square(0)), options);
    Picture wired = paint(Scene.of(Shapes.square(0).withWireframe(true)), options);
    assertThat(brightness(wired.pixel(100, 74))).isLessThan(brightness(plain.pixel(100, 74)) - 40);
    assertThat(wired.pixel(75, 60)).isEqualTo(plain.pixel(75, 60));
    assertThat(wired.pixel(125, 100)).isEqualTo(plain.pixel(125, 100));
    assertThat(coveredArea(wired)).isEqualTo(coveredArea(plain));
  }

  @Test
  void skeletonIsDrawnOverTheMeshWhereItsJointsAre() {
    DrawOptions options = SMALL.withOrthographic().withView(0, 0).withMargin(0.1);
    Item square = Shapes.square(0);
    float[] joints = {-0.5f, 0, -0.3f, 0.5f, 0, -0.3f, Float.NaN, 0, 0};
    Item boned = square.withSkeleton(joints, new int[] {-1, 0, 1});
    Picture plain = paint(Scene.of(square), options);
    Picture bones = paint(Scene.of(boned), options);
    // The square spans 120 pixels: joints are 30 pixels left and right of the middle.
    assertThat(bones.pixel(70, 75)).isNotEqualTo(plain.pixel(70, 75));
    assertThat(bones.pixel(130, 75)).isNotEqualTo(plain.pixel(130, 75));
    assertThat(bones.pixel(90, 74) & 0xFF).as("bones are blue").isGreaterThan(170);
    for (int x = 0; x < 200; x++) {
      assertThat(bones.pixel(x, 55)).isEqualTo(plain.pixel(x, 55));
      assertThat(bones.pixel(x, 95)).isEqualTo(plain.pixel(x, 95));
    }
    assertThat(bones.pixel(145, 75)).isEqualTo(plain.pixel(145, 75));
  }

  @Test
  void labelsAreInAStripBelowTheItem() {
    Item item = Shapes.square(0).withLabel("Ag");
    Picture blank = paint(Scene.of(Shapes.square(0).withLabel(" ")), SMALL);
    Picture written = paint(Scene.of(item), SMALL);
    List<Integer> changed = changedRows(blank, written);
    assertThat(changed).isNotEmpty().allMatch(y -> y >= 150 - 15);
    Item longer = Shapes.square(0).withLabel("a label much longer than the picture".repeat(20));
    assertThat(paint(Scene.of(longer), SMALL).pixels()).isNotEqualTo(written.pixels());
  }

  @Test
  void legendShowsTheRampFromLeftToRight() {
    Scene scene = Scene.of(Shapes.square(0));
    Legend legend = new Legend(ColorRamp.DIVERGING, -1, 1, "");
    Picture picture = paint(scene.withLegend(legend), SMALL.withSize(400, 300));
    // The bar has 42 % of the width: columns 116 to 283.
    int row = 300 - 9;
    assertThat(picture.pixel(120, row) & 0xFF).isGreaterThan(picture.pixel(120, row) >> 16 & 0xFF);
    assertThat(picture.pixel(280, row) >> 16 & 0xFF).isGreaterThan(picture.pixel(280, row) & 0xFF);
    assertThat(brightness(picture.pixel(200, row))).isGreaterThan(680);
    boolean minLabel = false;
    boolean maxLabel = false;
    for (int x = 0; x < 112; x++) {
      minLabel |= picture.pixel(x, row) >>> 24 != 0;
      maxLabel |= picture.pixel(399 - x, row) >>> 24 != 0;
    }
    assertThat(minLabel && maxLabel).as("both ends have their values").isTrue();
  }

  @Test
  void itemsStayInTheirCells() {
    Item far = Shapes.sphere(20).withColor(1, 0, 0);
    Item near = Shapes.sphere(20).withColor(0, 0, 1);
    for (double distance : new double[] {1, 0.5}) {
      DrawOptions options = SMALL.withSize(300, 150).withDistance(distance);
      Picture both = paint(Scene.of(far, near), options);
      for (int y = 0; y < 150; y++) {
        for (int x = 0; x < 300; x++) {
          int pixel = both.pixel(x, y);
          int red = pixel >> 16 & 0xFF;
          int blue = pixel & 0xFF;
          if (pixel >>> 24 != 0) {
            assertThat(x < 150 ? red > blue : blue > red).as("at %d, %d", x, y).isTrue();
          }
        }
      }
    }
  }

  @Test
  void sharedScaleKeepsRelativeSizes() {
    Item large = Shapes.sphere(30);
    float[] half = large.positions.clone();
    for (int i = 0; i < half.length; i++) {
      half[i] = 5 + half[i] / 2;
    }
    Scene scene = Scene.of(large, Item.of(half, large.triangles));
    DrawOptions options = SMALL.withSize(300, 150);
    Picture shared = paint(scene, options.withOrthographic());
    assertThat(area(shared, 150, 300) / area(shared, 0, 150)).isCloseTo(0.25, within(0.01));
    Picture own = paint(scene, options.withSharedScale(false));
    assertThat(area(own, 150, 300) / area(own, 0, 150)).isCloseTo(1, within(0.01));
  }

  @Test
  void anEmptySceneGivesTheBackground() {
    Item none = Item.of(new float[0], new int[0]);
    Item pointsOnly = Item.of(new float[] {1, 2, 3, 4, 5, 6}, new int[0]);
    Item needle = Item.of(new float[] {0, 0, 0, 1, 1, 1, 2, 2, 2}, new int[] {0, 1, 2, 1, 1, 1});
    Item spot = Item.of(new float[] {7, 7, 7}, new int[] {0, 0, 0});
    Item lost =
        Item.of(
            new float[] {Float.NaN, 0, 0, 1, 0, 0, 0, Float.POSITIVE_INFINITY, 0},
            new int[] {0, 1, 2});
    DrawOptions options = DrawOptions.DEFAULTS.withSize(64, 48);
    int[] blank = paint(Scene.of(), options).pixels();
    for (Item item : List.of(none, pointsOnly, needle, spot, lost)) {
      assertThat(paint(Scene.of(item), options).pixels()).isEqualTo(blank);
    }
    assertThat(paint(Scene.of(none), options.withSize(1, 1)).pixels()).hasSize(1);
  }

  @Test
  void trianglesThatAreNotFiniteAreSkipped() {
    Item square = Shapes.square(0);
    float[] points = Arrays.copyOf(square.positions, 18);
    points[12] = Float.NaN;
    points[15] = Float.NEGATIVE_INFINITY;
    int[] triangles = {0, 1, 2, 0, 4, 1, 0, 2, 3, 1, 5, 2, 4, 5, 4};
    DrawOptions options = DrawOptions.DEFAULTS.withSize(80, 60);
    assertThat(paint(Scene.of(Item.of(points, triangles)), options).pixels())
        .isEqualTo(paint(Scene.of(square), options).pixels());
  }

  @Test
  void zUpDrawsTheSamePictureAsYUp() {
    Item item = Shapes.soup(new Random(4), 20);
    float[] laid = new float[item.positions.length];
    for (int o = 0; o < laid.length; o += 3) {
      laid[o] = item.positions[o];
      laid[o + 1] = -item.positions[o + 2];
      laid[o + 2] = item.positions[o + 1];
    }
    Item zUp = Item.of(laid, item.triangles);
    assertThat(paint(Scene.of(zUp), SMALL.withUp(DrawOptions.UpAxis.Z)).pixels())
        .isEqualTo(paint(Scene.of(item), SMALL).pixels());
  }

  @Test
  void shadowDarkensOnlyTheGround() {
    DrawOptions options = DrawOptions.DEFAULTS.withSize(200, 150).withMargin(0.2);
    Picture without = paint(Scene.of(Shapes.cube()), options.withGroundShadow(false));
    Picture with = paint(Scene.of(Shapes.cube()), options);
    List<Integer> changed = changedRows(without, with);
    assertThat(changed).isNotEmpty().allMatch(y -> y > 60);
    assertThat(
            changedRows(
                paint(Scene.of(Shapes.cube()), options.withView(0, 0).withGroundShadow(false)),
                paint(Scene.of(Shapes.cube()), options.withView(0, 0))))
        .as("seen from the horizon")
        .isEmpty();
    for (int y = 0; y < 150; y++) {
      for (int x = 0; x < 200; x += 3) {
        assertThat(brightness(with.pixel(x, y)))
            .isLessThanOrEqualTo(brightness(without.pixel(x, y)));
      }
    }
  }

  @Test
  void backgroundIsOpaqueByDefault() {
    DrawOptions options = DrawOptions.DEFAULTS.withSize(10, 200);
    Picture soft = paint(Scene.of(), options);
    assertThat(soft.pixel(0, 0)).isEqualTo(0xFFFFFFFF);
    assertThat(soft.pixel(9, 199)).isEqualTo(Background.SOFT.bottom());
    Picture solid = paint(Scene.of(), options.withBackground(Background.solid(0xFF123456)));
    assertThat(solid.pixels()).containsOnly(0xFF123456);
    Picture clear = paint(Scene.of(), options.withBackground(Background.TRANSPARENT));
    assertThat(clear.pixels()).containsOnly(0);
  }

  private static List<Integer> changedRows(Picture a, Picture b) {
    List<Integer> rows = new ArrayList<>();
    for (int y = 0; y < a.height(); y++) {
      for (int x = 0; x < a.width(); x++) {
        if (a.pixel(x, y) != b.pixel(x, y)) {
          rows.add(y);
          break;
        }
      }
    }
    return rows;
  }

  private static double coveredArea(Picture picture) {
    return area(picture, 0, picture.width());
  }

  private static double area(Picture picture, int from, int to) {
    double sum = 0;
    for (int y = 0; y < picture.height(); y++) {
      for (int x = from; x < to; x++) {
        sum += (picture.pixel(x, y) >>> 24) / 255.0;
      }
    }
    return sum;
  }

  private static int brightness(int argb) {
    return (argb >> 16 & 0xFF) + (argb >> 8 & 0xFF) + (argb & 0xFF);
  }
}
