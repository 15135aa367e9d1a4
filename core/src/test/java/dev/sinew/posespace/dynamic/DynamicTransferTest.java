package dev.sinew.posespace.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two parts of two and three vertices; vertices 1 and 4 of all have dynamics. */
class DynamicTransferTest {
  private static double[] spring(double k, double c, double gain) {
    return new double[] {k, c, gain, 0, 0, 0, gain, 0, 0, 0, gain};
  }

  private static final List<DynamicModel> SPRINGS =
      List.of(
          new SpringModel(2, new int[] {1}, spring(100, 2, 1)),
          new SpringModel(3, new int[] {2}, spring(400, 4, 0.5)));

  @Test
  void aVertexOnACornerTakesItsSpring() {
    DynamicModel moved =
        new DynamicTransfer(SPRINGS, new int[] {4, 3, 2}, new double[] {1, 0, 0}).part(0, 1);
    assertThat(moved).isInstanceOf(SpringModel.class);
    assertThat(moved.values()).isEqualTo(spring(400, 4, 0.5));
  }

  /** Frequencies are blended over the springs alone; the answer fades where there are none. */
  @Test
  void aVertexBetweenTakesAMean() {
    int[] corners = {0, 0, 0, 1, 4, 0, 0, 3, 2};
    double[] weights = {1, 0, 0, 0.25, 0.25, 0.5, 0.2, 0.3, 0.5};
    DynamicTransfer transfer = new DynamicTransfer(SPRINGS, corners, weights);
    DynamicModel first = transfer.part(0, 2);
    assertThat(first.vertices()).containsExactly(1);
    double[] row = first.values();
    assertThat(row[0]).isCloseTo(15 * 15, within(1e-9));
    assertThat(row[1]).isCloseTo(3, within(1e-12));
    assertThat(row[2]).isCloseTo(0.25 + 0.125, within(1e-12));
    assertThat(transfer.part(2, 1).vertices()).isEmpty();
  }

  @Test
  void keysOfAccelerationsAreBlendedLinearly() {
    double[] ones = new double[AccelerationModel.SIZE];
    Arrays.fill(ones, 1);
    List<DynamicModel> keys = List.of(new AccelerationModel(2, new int[] {1}, ones));
    DynamicModel moved =
        new DynamicTransfer(keys, new int[] {1, 0, 0}, new double[] {0.25, 0.5, 0.25}).part(0, 1);
    assertThat(moved.values()).containsOnly(0.25);
    List<DynamicModel> mixed = List.of(SPRINGS.getFirst(), keys.getFirst());
    assertThatThrownBy(() -> new DynamicTransfer(mixed, new int[3], new double[3]))
        .isInstanceOf(RequestException.class);
  }
}
