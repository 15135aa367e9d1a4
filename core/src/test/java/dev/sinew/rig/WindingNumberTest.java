package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindingNumberTest {
  private static final double[] CUBE = {
    0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1
  };
  private static final int[] FACES = {
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0,
    4, 3, 4, 7
  };

  @Test
  void isOneInsideAndZeroOutside() {
    WindingNumber cube = new WindingNumber(CUBE, FACES);
    assertThat(cube.at(0.3, 0.6, 0.9)).isCloseTo(1, within(1e-12));
    assertThat(cube.at(0.3, 0.6, 1.1)).isCloseTo(0, within(1e-12));
    assertThat(cube.at(-5, 2, 0.5)).isCloseTo(0, within(1e-12));
  }

  @Test
  void holesChangeItLittleFarFromThem() {
    // Without the second triangle of the last side.
    WindingNumber open = new WindingNumber(CUBE, Arrays.copyOf(FACES, FACES.length - 3));
    assertThat(open.isInside(new double[] {0.8, 0.5, 0.5}, 0)).isTrue();
    assertThat(open.isInside(new double[] {0, 1.2, 0.5, 0.5}, 1)).isFalse();
  }

  @Test
  void facingInwardsIsInsideToo() {
    int[] turned = FACES.clone();
    for (int t = 0; t < turned.length; t += 3) {
      turned[t] = FACES[t + 1];
      turned[t + 1] = FACES[t];
    }
    assertThat(new WindingNumber(CUBE, turned).isInside(new double[] {0.5, 0.5, 0.5}, 0)).isTrue();
  }

  @Test
  void equalsTheSumOfSolidAngles() {
    Random random = new Random(12);
    double[] soup = random.doubles(3 * 60, -1, 1).toArray();
    int[] triangles = random.ints(3 * 400, 0, 60).toArray();
    WindingNumber winding = new WindingNumber(soup, triangles);
    for (int i = 0; i < 100; i++) {
      double[] p = random.doubles(3, -1, 1).toArray();
      assertThat(winding.at(p[0], p[1], p[2]))
          .as("seed 12, point %d", i)
          .isCloseTo(sumOfAngles(soup, triangles, p) / (4 * Math.PI), within(1e-10));
    }
  }

  private static double sumOfAngles(double[] soup, int[] triangles, double[] p) {
    double sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      double[][] side = new double[3][3];
      double[] length = new double[3];
      for (int i = 0; i < 3; i++) {
        for (int axis = 0; axis < 3; axis++) {
          side[i][axis] = soup[3 * triangles[t + i] + axis] - p[axis];
        }
        length[i] = Math.sqrt(dot(side[i], side[i]));
      }
      double[] cross = {
        side[1][1] * side[2][2] - side[1][2] * side[2][1],
        side[1][2] * side[2][0] - side[1][0] * side[2][2],
        side[1][0] * side[2][1] - side[1][1] * side[2][0]
      };
      double real = length[0] * length[1] * length[2];
      for (int i = 0; i < 3; i++) {
        real += dot(side[i], side[(i + 1) % 3]) * length[(i + 2) % 3];
      }
      sum += 2 * Math.atan2(dot(side[0], cross), real);
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
