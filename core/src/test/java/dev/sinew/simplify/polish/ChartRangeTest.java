package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.MeshAttribute;
import org.junit.jupiter.api.Test;

/** Fitted texture coordinates stay near those of the chart they belong to. */
class ChartRangeTest {
  @Test
  void eachChartHasARangeOfItsOwn() {
    // Two triangles that share no unknown: a chart of blue and one of green of a palette.
    int[] rows = {0, 1, 2, 3, 4, 5};
    double[] start = {0.2, 0.2, 0.3, 0.2, 0.2, 0.3, 0.7, 0.8, 0.8, 0.8, 0.7, 0.9};
    ChartRange range = new ChartRange(rows, start, 2);
    MeshAttribute source =
        new MeshAttribute(
            MeshAttribute.UV, 2, new float[] {0.1f, 0.2f, 0.4f, 0.3f, 0.6f, 0.7f, 0.9f, 0.9f});
    range.add(0, source, 0);
    range.add(2, source, 1);
    range.add(3, source, 2);
    range.add(5, source, 3);
    double[] x = {-3, 0.25, 0.2, 5, 0.3, 0.3, 0.1, 0.8, 0.75, 0.85, 0.6, 0.9};
    range.clamp(x);
    // From 0.1 to 0.4 and from 0.2 to 0.3, and a tenth more.
    assertThat(x[0]).isCloseTo(0.07, within(1e-6));
    assertThat(x[3]).isCloseTo(0.31, within(1e-6));
    // From 0.6 to 0.9.
    assertThat(x[6]).isCloseTo(0.57, within(1e-6));
    assertThat(new double[] {x[1], x[2], x[4], x[5], x[7], x[8], x[9], x[10], x[11]})
        .as("within range")
        .containsExactly(0.25, 0.2, 0.3, 0.3, 0.8, 0.75, 0.85, 0.6, 0.9);
  }
}
