package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
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
}
