package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Textures show on the surface what is painted there. */
class SampleTextureTest {
  private static final Map<String, Paint> PAINTS =
      Map.of(
          "cylinder-bend", CylinderPaint::apply,
          "cylinder-twist", CylinderPaint::apply,
          "arm", ArmPaint::apply,
          "biped", BipedPaint::apply,
          "quadruped", QuadrupedPaint::apply);

  static List<String> names() {
    return Samples.names();
  }

  private static Pixels texture(Sample sample) {
    Material material = sample.character().material(0, 0).orElseThrow();
    assertThat(material.use().sets()).containsExactly(0);
    return material.texture().orElseThrow().image().pixels().orElseThrow();
  }

  /**
   * At random points of the surface the texel is painted as the point is, except within a texel of
   * an edge between colours and where the surface overlaps itself in the texture.
   */
  @ParameterizedTest
  @MethodSource("names")
  void texelsHaveTheColourOfTheirPoint(String name) {
    Sample sample = Samples.create(name);
    Pixels pixels = texture(sample);
    TriMesh mesh = sample.mesh();
    float[] uv = mesh.attribute(MeshAttribute.UV).orElseThrow().toArray();
    long seed = 20261116;
    Random random = new Random(seed);
    int different = 0;
    int points = 4000;
    for (int i = 0; i < points; i++) {
      int t = random.nextInt(mesh.triangleCount());
      double a = random.nextDouble();
      double b = (1 - a) * random.nextDouble();
      double[] share = {1 - a - b, a, b};
      double[] at = new double[5];
      for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
          at[c] += share[k] * mesh.position(mesh.vertex(t, k), c);
        }
        at[3] += share[k] * uv[2 * mesh.wedge(t, k)];
        at[4] += share[k] * uv[2 * mesh.wedge(t, k) + 1];
      }
      Texel texel = new Texel(1e-3, at[0], at[1], at[2]);
      Objects.requireNonNull(PAINTS.get(name)).apply(texel);
      int column = (int) Math.min(pixels.width() - 1, at[3] * pixels.width());
      int row = (int) Math.min(pixels.height() - 1, at[4] * pixels.height());
      int painted = pixels.argb()[pixels.width() * row + column];
      different += distance(painted, texel.argb()) > 60 ? 1 : 0;
    }
    assertThat(different).as("seed %d", seed).isLessThan(points / 12);
  }

  private static int distance(int a, int b) {
    int most = 0;
    for (int shift = 0; shift < 24; shift += 8) {
      most = Math.max(most, Math.abs((a >> shift & 0xFF) - (b >> shift & 0xFF)));
    }
    return most;
  }

  /** Two points of the surface hardly ever share a texel. */
  @ParameterizedTest
  @MethodSource("names")
  void trianglesHardlyOverlapInTheTexture(String name) {
    TriMesh mesh = Samples.create(name).mesh();
    float[] uv = mesh.attribute(MeshAttribute.UV).orElseThrow().toArray();
    int size = 512;
    int[] count = new int[size * size];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] u = new double[3];
      double[] v = new double[3];
      for (int k = 0; k < 3; k++) {
        u[k] = size * (double) uv[2 * mesh.wedge(t, k)];
        v[k] = size * (double) uv[2 * mesh.wedge(t, k) + 1];
      }
      for (int row = (int) Arrays.stream(v).min().orElseThrow(); row < size; row++) {
        if (row > Arrays.stream(v).max().orElseThrow()) {
          break;
        }
        for (int column = (int) Arrays.stream(u).min().orElseThrow();
            column <= Math.min(size - 1, Arrays.stream(u).max().orElseThrow());
            column++) {
          count[size * row + column] += isInside(u, v, column + 0.5, row + 0.5) ? 1 : 0;
        }
      }
    }
    long used = Arrays.stream(count).filter(n -> n > 0).count();
    long twice = Arrays.stream(count).filter(n -> n > 1).count();
    assertThat((double) used / count.length).isGreaterThan(0.25);
    assertThat((double) twice / used).isLessThan(0.005);
  }

  private static boolean isInside(double[] u, double[] v, double x, double y) {
    int positive = 0;
    int negative = 0;
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      double side = (u[n] - u[k]) * (y - v[k]) - (v[n] - v[k]) * (x - u[k]);
      positive += side > 1e-9 ? 1 : 0;
      negative += side < -1e-9 ? 1 : 0;
    }
    return positive == 3 || negative == 3;
  }

  @Test
  void theSameTextureEveryTime() {
    assertThat(texture(Samples.make("arm")).argb()).isEqualTo(texture(Samples.make("arm")).argb());
  }

  @Test
  void pupilsAreDarkBetweenWhiteAndBothEyesAreAlike() {
    for (int side : new int[] {-1, 1}) {
      assertThat(luminance(BipedPaint::apply, side * 0.056, 1.460, 0.15)).isLessThan(60);
      assertThat(luminance(BipedPaint::apply, side * 0.060, 1.435, 0.15)).isGreaterThan(200);
      assertThat(luminance(QuadrupedPaint::apply, side * 0.082, 1.305, 0.648)).isLessThan(120);
    }
  }

  private static double luminance(Paint paint, double x, double y, double z) {
    Texel texel = new Texel(1e-3, x, y, z);
    paint.apply(texel);
    int argb = texel.argb();
    return 0.3 * (argb >> 16 & 0xFF) + 0.6 * (argb >> 8 & 0xFF) + 0.1 * (argb & 0xFF);
  }

  /** Distances change at most as much as the point moves, and are right at known points. */
  @Test
  void distancesChangeNoFasterThanThePoint() {
    long seed = 7;
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      double u = random.nextDouble(-0.1, 0.1);
      double v = random.nextDouble(-0.05, 0.05);
      double du = random.nextDouble(-1e-4, 1e-4);
      double dv = random.nextDouble(-1e-4, 1e-4);
      double step = Math.hypot(du, dv) * (1 + 1e-9);
      // Wide strokes are measured everywhere; thin ones from their box if they are far away.
      double exact = Letters.distance("SINEW", u, v, 0.05, 10) + 10 - 0.005;
      double word = Letters.distance("SINEW", u, v, 0.05, 0.005);
      assertThat(word).as("seed %d", seed).isLessThanOrEqualTo(exact + 1e-12);
      assertThat(Math.min(word, 0.01)).isCloseTo(Math.min(exact, 0.01), within(1e-12));
      assertThat(Shapes.box(u + du, v + dv, 0.03, 0.02, 0.005))
          .isCloseTo(Shapes.box(u, v, 0.03, 0.02, 0.005), within(step));
      double curve = Shapes.curve(u, v, new Shapes.Parabola(-0.05, 0, 0, 0.04, 0.05, 0), 0.004);
      assertThat(
              Shapes.curve(u + du, v + dv, new Shapes.Parabola(-0.05, 0, 0, 0.04, 0.05, 0), 0.004))
          .isCloseTo(curve, within(step));
      assertThat(Shapes.snowflake(u + du, v + dv, 0.03, 0.002))
          .isCloseTo(Shapes.snowflake(u, v, 0.03, 0.002), within(step));
    }
    assertThat(Shapes.ellipse(0.03, 0, 0.03, 0.02)).isCloseTo(0, within(1e-12));
    assertThat(Shapes.ellipse(0, 0, 0.03, 0.02)).isEqualTo(-0.02);
    assertThat(Letters.distance("I", 0, 0, 0.06, 0.005)).isCloseTo(-0.005, within(1e-12));
    assertThat(Letters.distance("I", 0.05, 0, 0.06, 0.005)).isCloseTo(0.045, within(1e-12));
    assertThatThrownBy(() -> Letters.distance("X", 0, 0, 1, 0.1)).hasMessageContaining("'X'");
  }
}
