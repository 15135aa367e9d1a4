package dev.sinew.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class NumberRangeTest {
  @Test
  void theLimitsThemselvesAreInside() {
    assertThatCode(
            () -> {
              NumberRange.require("n", 1, 1, 4);
              NumberRange.require("n", 4, 1, 4);
              NumberRange.require("n", 0.5, 0.5, 1);
              NumberRange.require("n", 1.0, 0.5, 1);
              NumberRange.requireAtLeast("n", 3, 3);
              NumberRange.requireAtLeast("n", 0.25, 0.25);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void numbersOutsideAreNamedWithTheirLimits() {
    refused(() -> NumberRange.require("n", 5, 1, 4), "n: expected 1 to 4, got 5");
    refused(() -> NumberRange.require("n", 1.5, 0.5, 1), "n: expected 0.5 to 1, got 1.5");
    refused(() -> NumberRange.requireAtLeast("n", -1, 0), "n: expected 0 or more, got -1");
    refused(() -> NumberRange.requireAtLeast("n", 0.0, 0.25), "n: expected 0.25 or more, got 0.0");
  }

  @Test
  void whatIsNoNumberIsOutside() {
    refused(() -> NumberRange.require("n", Double.NaN, 0, 1), "n: expected 0 to 1, got NaN");
    refused(() -> NumberRange.requireAtLeast("n", Double.NaN, 0), "n: expected 0 or more, got NaN");
    refused(
        () -> NumberRange.requireAtLeast("n", Double.POSITIVE_INFINITY, 0),
        "n: expected 0 or more, got Infinity");
  }

  private static void refused(Runnable check, String message) {
    assertThatIllegalArgumentException().isThrownBy(check::run).withMessage(message);
  }
}
