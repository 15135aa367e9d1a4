package dev.sinew.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class OutsideToolTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInstalledToolIsUsed(boolean inCi) {
    assertThatCode(() -> OutsideTool.assume(true, "no tool", inCi)).doesNotThrowAnyException();
  }

  @Test
  void aMissingToolSkipsATestButFailsItInCi() {
    assertThatThrownBy(() -> OutsideTool.assume(false, "no tool", false))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no tool");
    assertThatThrownBy(() -> OutsideTool.assume(false, "no tool", true))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("no tool");
  }
}
