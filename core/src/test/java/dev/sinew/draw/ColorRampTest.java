package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ColorRampTest {
  @Test
  void interpolatesItsAnchors() {
    ColorRamp ramp = ColorRamp.of(0xFF102030, 0xFFC04080, 0xFFF0E0D0);
    assertThat(ramp.argb(0)).isEqualTo(0xFF102030);
    assertThat(ramp.argb(0.5)).isEqualTo(0xFFC04080);
    assertThat(ramp.argb(1)).isEqualTo(0xFFF0E0D0);
    assertThat(ramp.argb(-5)).isEqualTo(ramp.argb(0));
    assertThat(ramp.argb(Double.POSITIVE_INFINITY)).isEqualTo(ramp.argb(1));
  }

  @Test
  void sequentialBecomesLighter() {
    float[] c = new float[3];
    double before = -1;
    for (int i = 0; i <= 100; i++) {
      ColorRamp.SEQUENTIAL.color(i / 100.0, c, 0);
      double luminance = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
      assertThat(luminance).as("step %d", i).isGreaterThan(before);
      before = luminance;
    }
  }

  @Test
  void divergingIsLightestInTheMiddleAndDarkerOutwards() {
    float[] c = new float[3];
    double before = Double.POSITIVE_INFINITY;
    for (int side = -1; side <= 1; side += 2) {
      for (int i = 0; i <= 50; i++) {
        ColorRamp.DIVERGING.color(0.5 + side * i / 100.0, c, 0);
        double luminance = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
        assertThat(luminance).as("step %d to side %d", i, side).isLessThan(before);
        before = luminance;
      }
      before = Double.POSITIVE_INFINITY;
    }
  }

  @Test
  void valuesAreSpreadOverTheRange() {
    float[] c = ColorRamp.SEQUENTIAL.colors(new double[] {2, 4, 3, Double.NaN}, 2, 4);
    float[] expected = new float[12];
    ColorRamp.SEQUENTIAL.color(0, expected, 0);
    ColorRamp.SEQUENTIAL.color(1, expected, 3);
    ColorRamp.SEQUENTIAL.color(0.5, expected, 6);
    expected[9] = expected[10] = expected[11] = 0.2f;
    assertThat(c).isEqualTo(expected);
    float[] same = ColorRamp.SEQUENTIAL.colors(new double[] {0, 0}, 0, 0);
    assertThat(same).startsWith(expected[0], expected[1], expected[2]).hasSize(6);
  }

  @Test
  void rejectsInvalidRanges() {
    double[] none = {};
    assertThatThrownBy(() -> ColorRamp.SEQUENTIAL.colors(none, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.0 to 0.0");
    assertThatThrownBy(() -> ColorRamp.SEQUENTIAL.colors(none, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ColorRamp.of(0xFF000000)).isInstanceOf(IllegalArgumentException.class);
  }
}
