package dev.sinew.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bounds.Sphere;
import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frustum and pixel tolerance against points that are projected one by one. */
class PerspectiveViewTest {
  private static final double WIDTH = 1920;
  private static final double HEIGHT = 1080;
  private static final double NEAR = 0.2;
  private static final double FAR = 30;

  /** A random camera and what it is made of, for a projection written out here. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Camera(double[] motion, double fieldOfView, PerspectiveView view) {
    static Camera random(Random random) {
      double[] motion =
          Similarity.rotation(
                  random.nextGaussian(),
                  random.nextGaussian(),
                  random.nextGaussian(),
                  6 * random.nextDouble())
              .then(
                  Similarity.translation(
                      random.nextGaussian(), random.nextGaussian(), random.nextGaussian()))
              .rigid();
      double angle = 0.2 + 2 * random.nextDouble();
      return new Camera(
          motion, angle, new PerspectiveView(motion, angle, WIDTH, HEIGHT, NEAR, FAR));
    }

    /** Returns pixels from the middle to the right and up, and the depth. */
    double[] pixels(double[] p) {
      double[] inverse = new double[Affine.SIZE];
      assertThat(Affine.invert(motion, 0, inverse, 0)).isTrue();
      double[] c = new double[3];
      Affine.transformPoint(inverse, 0, p, 0, c, 0);
      double perUnit = WIDTH / 2 / Math.tan(fieldOfView / 2);
      return new double[] {perUnit * c[0] / -c[2], perUnit * c[1] / -c[2], -c[2]};
    }

    boolean sees(double[] p) {
      double[] at = pixels(p);
      return at[2] >= NEAR
          && at[2] <= FAR
          && Math.abs(at[0]) <= WIDTH / 2
          && Math.abs(at[1]) <= HEIGHT / 2;
    }
  }

  private static double[] point(Random random, double size) {
    return new double[] {
      size * random.nextGaussian(), size * random.nextGaussian(), size * random.nextGaussian()
    };
  }

  @Test
  void containsWhatIsProjectedIntoTheViewport() {
    Random random = new Random(5);
    int inside = 0;
    for (int i = 0; i < 2000; i++) {
      Camera camera = Camera.random(random);
      double[] p = point(random, 4);
      assertThat(camera.view.frustum().contains(p[0], p[1], p[2])).isEqualTo(camera.sees(p));
      inside += camera.sees(p) ? 1 : 0;
    }
    assertThat(inside).isBetween(50, 1500);
  }

  @Test
  void neverHidesASphereWithAVisiblePoint() {
    Random random = new Random(6);
    int rejected = 0;
    int shown = 0;
    for (int i = 0; i < 500; i++) {
      Camera camera = Camera.random(random);
      Frustum frustum = camera.view.frustum();
      double[] c = point(random, 6);
      Sphere sphere = new Sphere(c[0], c[1], c[2], 2 * random.nextDouble());
      boolean visible = false;
      for (int k = 0; k < 60; k++) {
        double[] p = point(random, 1);
        double length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        double r = sphere.radius() * random.nextDouble() / length;
        visible |= camera.sees(new double[] {c[0] + r * p[0], c[1] + r * p[1], c[2] + r * p[2]});
      }
      if (visible) {
        assertThat(frustum.mayShow(sphere)).isTrue();
        shown++;
      } else if (!frustum.mayShow(sphere)) {
        rejected++;
      }
    }
    assertThat(shown).isGreaterThan(50);
    assertThat(rejected).isGreaterThan(100);
  }

  /**
   * Points all over the frame, at the least depth and behind it, in viewports of all shapes, that
   * move in the direction in which it is seen most, and in others.
   */
  @Test
  void anAllowedErrorShowsAsNoMoreThanTheTolerance() {
    Random random = new Random(7);
    double[][] sizes = {{1920, 1080}, {1080, 1920}, {800, 800}, {2560, 300}, {300, 2560}};
    double[] still = Similarity.translation(0, 0, 0).rigid();
    for (double[] size : sizes) {
      double largest = 0;
      for (int i = 0; i < 4000; i++) {
        double angle = 0.2 + 2 * random.nextDouble();
        PerspectiveView view = new PerspectiveView(still, angle, size[0], size[1], NEAR, FAR);
        double pixels = 0.25 + 2 * random.nextDouble();
        Sphere sphere = new Sphere(random.nextGaussian(), 0, -5 * random.nextDouble() - 1, 0.5);
        double error = view.allowedError(sphere, pixels);
        double depth = view.minDepth(sphere) * (1 + (i % 2) * random.nextDouble());
        boolean corner = i % 3 == 0;
        double x = corner ? 1 : 2 * random.nextDouble() - 1;
        double y = corner ? -1 : 2 * random.nextDouble() - 1;
        double tx = x * Math.tan(angle / 2);
        double ty = y * Math.tan(angle / 2) * size[1] / size[0];
        double[] e = i % 5 == 0 ? point(random, 1) : new double[] {tx, ty, tx * tx + ty * ty};
        double length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) / error;
        double moved = depth - e[2] / length;
        double perTangent = size[0] / 2 / Math.tan(angle / 2);
        double right = perTangent * ((tx * depth + e[0] / length) / moved - tx);
        double up = perTangent * ((ty * depth + e[1] / length) / moved - ty);
        double seen = Math.hypot(right, up);
        assertThat(seen).as("%s × %s", size[0], size[1]).isLessThanOrEqualTo(pixels * (1 + 1e-9));
        largest = Math.max(largest, seen / pixels);
      }
      // The bound is nearly reached in a corner.
      assertThat(largest).isGreaterThan(0.99);
    }
  }

  @Test
  void depthIsAlongTheViewDirection() {
    double[] camera = Similarity.translation(0, 0, 10).rigid();
    PerspectiveView view = new PerspectiveView(camera, 1, 100, 100, 1, 100);
    assertThat(view.depth(3, 4, 0)).isCloseTo(10, within(1e-12));
    assertThat(view.minDepth(new Sphere(0, 0, 0, 2))).isCloseTo(8, within(1e-12));
    assertThat(view.minDepth(new Sphere(0, 0, 9, 4))).isEqualTo(1);
  }

  /** In a viewport without height there are no corners: equation 7.2, for a small tolerance. */
  @Test
  void allowsWhatTheThesisDoesAlongTheHorizontalAxis() {
    double[] camera = Similarity.translation(0, 0, 10).rigid();
    PerspectiveView view = new PerspectiveView(camera, 1, 100, 1e-9, 1, 100);
    double pixels = 1e-6;
    assertThat(view.allowedError(new Sphere(0, 0, 0, 2), pixels) / pixels)
        .isCloseTo(2 * 8 * Math.sin(0.5) / 100, within(1e-7));
  }

  @Test
  void refusesWhatIsNoCamera() {
    double[] camera = Similarity.IDENTITY.rigid();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerspectiveView(camera, Math.PI, 100, 100, 1, 2))
        .withMessageContaining("field of view");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerspectiveView(camera, 1, 100, 100, 2, 2))
        .withMessageContaining("far");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerspectiveView(new double[12], 1, 100, 100, 1, 2))
        .withMessageContaining("rigid");
    assertThatIllegalArgumentException().isThrownBy(() -> new Frustum(new double[16]));
    PerspectiveView view = new PerspectiveView(camera, 1, 100, 100, 1, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> view.allowedError(new Sphere(0, 0, 0, 1), Double.NaN));
  }
}
