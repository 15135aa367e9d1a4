package dev.sinew.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WholeProgressTest {
  private final WholeProgress whole = new WholeProgress();

  @Test
  void isUnknownUntilSomethingIsExpected() {
    assertFalse(whole.isKnown());
    assertEquals(0, whole.report(1, 2));
    whole.expect(0, 1, 1);
    assertTrue(whole.isKnown());
  }

  @Test
  void phasesShareTheirPartOfTheRun() {
    whole.expect(0, 0.4, 2);
    assertEquals(0.1, whole.report(1, 2), 1e-12);
    assertEquals(0.2, whole.report(2, 2), 1e-12);
    assertEquals(0.3, whole.report(3, 6), 1e-12);
    whole.expect(0.4, 1, 1);
    assertEquals(0.7, whole.report(1, 2), 1e-12);
    assertEquals(1, whole.report(2, 2), 1e-12);
  }

  @Test
  void neverFalls() {
    whole.expect(0, 0.5, 1);
    assertEquals(0.5, whole.report(1, 1), 1e-12);
    assertEquals(0.5, whole.report(0, 4), 1e-12, "a phase more than expected");
    whole.expect(0.2, 1, 1);
    assertEquals(0.5, whole.report(0, 4), 1e-12, "expected too late");
    assertEquals(1, whole.report(0, 0), 1e-12, "a phase without work");
  }
}
