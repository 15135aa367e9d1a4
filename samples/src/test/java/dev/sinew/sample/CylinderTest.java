package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import org.junit.jupiter.api.Test;

class CylinderTest {
  /** The last two vertices are the centres of the end discs. */
  private static final int MANTLE = 2424;

  @Test
  void hasTheArticlesSize() {
    assertThat(Samples.create("cylinder-bend").mesh().vertexCount()).isEqualTo(2426);
    assertThat(Samples.create("cylinder-bend").examples().frameCount()).isEqualTo(40);
    assertThat(Samples.create("cylinder-twist").examples().frameCount()).isEqualTo(40);
  }

  @Test
  void bentTubeKeepsItsRadiusAroundTheCentreline() {
    for (int k = 0; k < 40; k++) {
      double degrees = 90.0 * k / 39;
      double[] x = Cylinder.bent(degrees);
      for (int v = 0; v < MANTLE; v++) {
        assertThat(distanceFromPath(x[3 * v], x[3 * v + 1], x[3 * v + 2], degrees))
            .isCloseTo(Cylinder.RADIUS, within(1e-9));
      }
    }
  }

  @Test
  void twistedTubeKeepsItsRadiusAndHeight() {
    double[] rest = Cylinder.twisted(0);
    for (int k = 0; k < 40; k++) {
      double[] x = Cylinder.twisted(180.0 * k / 39);
      for (int v = 0; v < MANTLE; v++) {
        assertThat(Math.hypot(x[3 * v], x[3 * v + 2])).isCloseTo(Cylinder.RADIUS, within(1e-9));
        assertThat(x[3 * v + 1]).isEqualTo(rest[3 * v + 1]);
      }
    }
  }

  @Test
  void framesAreTheExactShapeRoundedToFloat() {
    Sample bend = Samples.create("cylinder-bend");
    Sample half = Cylinder.twisting(180, 7);
    for (int k = 0; k < 40; k++) {
      assertThat(bend.examples().positions(k))
          .isEqualTo(Assembly.narrow(Cylinder.bent(90.0 * k / 39)));
    }
    assertThat(half.examples().positions(6)).isEqualTo(Assembly.narrow(Cylinder.twisted(180)));
  }

  @Test
  void bothEndsFollowTheirBonesRigidly() {
    for (Sample sample : new Sample[] {Cylinder.bending(90, 3), Cylinder.twisting(180, 3)}) {
      double[] rest = sample.mesh().positions();
      double[] matrices = new double[2 * Affine.SIZE];
      double[] expected = new double[3];
      for (int f = 0; f < 3; f++) {
        sample.skin().skinningMatrices(sample.poses().get(f), matrices);
        for (int v = 0; v < rest.length / 3; v++) {
          double y = rest[3 * v + 1];
          if (Math.abs(y - Cylinder.LENGTH / 2) < Cylinder.ZONE) {
            continue;
          }
          int bone = y > Cylinder.LENGTH / 2 ? 1 : 0;
          Affine.transformPoint(matrices, bone * Affine.SIZE, rest, 3 * v, expected, 0);
          for (int c = 0; c < 3; c++) {
            assertThat((double) sample.examples().position(f, v, c))
                .isCloseTo(expected[c], within(1e-6));
          }
        }
      }
    }
  }

  @Test
  void rejectsAnglesOutOfRange() {
    assertThatThrownBy(() -> Cylinder.bending(150, 40)).hasMessageContaining("150");
    assertThatThrownBy(() -> Cylinder.twisting(Double.NaN, 40)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Cylinder.bending(90, 1)).hasMessageContaining("got 1");
  }

  /**
   * Returns the distance from the nearest of the two straight parts and, in its sector, the arc
   * between them; an end disc is perpendicular to its part, so its nearest point is the centre.
   */
  private static double distanceFromPath(double x, double y, double z, double degrees) {
    double h = Cylinder.ZONE;
    double middle = Cylinder.LENGTH / 2;
    double a = Math.toRadians(degrees);
    double dirX = -Math.sin(a);
    double dirY = Math.cos(a);
    double lower = fromSegment(x, y, z, 0, 0, 0, middle - h);
    double upper =
        fromSegment(x, y, z, h * dirX, middle + h * dirY, middle * dirX, middle + middle * dirY);
    double best = Math.min(lower, upper);
    if (a > 0) {
      double radius = h / Math.tan(a / 2);
      double fromCentreX = x + radius;
      double fromCentreY = y - (middle - h);
      double at = Math.atan2(fromCentreY, fromCentreX);
      if (at > 0 && at < a) {
        double inPlane = Math.hypot(fromCentreX, fromCentreY) - radius;
        best = Math.min(best, Math.hypot(inPlane, z));
      }
    } else {
      best = Math.min(best, fromSegment(x, y, z, 0, middle - h, 0, middle + h));
    }
    return best;
  }

  private static double fromSegment(
      double x, double y, double z, double ax, double ay, double bx, double by) {
    double ux = bx - ax;
    double uy = by - ay;
    double t = Math.clamp(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy), 0, 1);
    double dx = x - ax - t * ux;
    double dy = y - ay - t * uy;
    return Math.sqrt(dx * dx + dy * dy + z * z);
  }
}
