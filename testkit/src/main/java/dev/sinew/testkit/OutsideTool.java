package dev.sinew.testkit;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A tool of others that a test runs: a validator, a browser, a shell. */
public final class OutsideTool {
  private OutsideTool() {}

  /**
   * Goes on if a tool is installed. Otherwise the test is skipped, but in CI, where the environment
   * variable {@code CI} is set, it fails: what was not tested must not look tested.
   *
   * @param absent what is missing, and how to install it
   */
  public static void assume(boolean installed, String absent) {
    assume(installed, absent, System.getenv("CI") != null);
  }

  static void assume(boolean installed, String absent, boolean inCi) {
    if (inCi && !installed) {
      Assertions.fail(absent);
    }
    Assumptions.assumeTrue(installed, absent);
  }
}
